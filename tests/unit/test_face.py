"""The face of the package: its public names, where they say that they live, and what an import loads."""

import inspect
import pickle

import pytest

import cribscore
import cribscore.squares
from processes import run_python

pytestmark = pytest.mark.coreless

FACES = [cribscore, cribscore.squares]


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_every_public_class_says_that_it_lives_where_it_is_imported_from(face):
    classes = [thing for name in face.__all__ if inspect.isclass(thing := getattr(face, name))]
    assert len(classes) >= 6
    assert {kind.__name__: kind.__module__ for kind in classes} == {
        kind.__name__: face.__name__ for kind in classes
    }
    for kind in classes:
        assert pickle.loads(pickle.dumps(kind)) is kind


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_the_public_names_are_sorted_and_all_there(face):
    assert face.__all__ == sorted(face.__all__, key=lambda name: (not name.isupper(), name))
    assert set(face.__all__) <= set(dir(face))
    names = {}
    exec(f"from {face.__name__} import *", names)
    assert set(face.__all__) == set(names) - {"__builtins__"}


def test_every_error_is_a_cribscore_error_and_a_value_error():
    errors = [thing for face in FACES for name in face.__all__ if name.endswith("Error")
              for thing in [getattr(face, name)]]  # fmt: skip
    assert len(errors) == 7
    assert all(issubclass(error, cribscore.CribscoreError) for error in errors)
    assert issubclass(cribscore.CribscoreError, ValueError)


def test_an_import_loads_neither_the_searches_nor_the_explanations_nor_the_game():
    program = (
        "import sys, cribscore; "
        "print([name for name in ('search', 'explain', 'squares', '_html', '_svg', '_text') "
        "if f'cribscore.{name}' in sys.modules], cribscore.CombinationKind.RUN)"
    )
    assert run_python(program) == (0, "[] run", "")
