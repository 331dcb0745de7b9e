"""Which core scores, and what is said when the one that is wanted cannot be had."""

import pytest

from cribscore import _core, backend, score_hand
from processes import run_python
from wording import exactly

SCORE = "from cribscore import backend, score_hand; print(backend(), int(score_hand('5H 5C 5S JD', '5D')))"


def said(program, choice=None):
    """What a program printed, and the last line of its complaint."""
    return run_python(program, choice)[1:]


def without(module, error):
    """A program that scores where importing the compiled core ends in an error."""
    return f"""
import sys
class Finder:
    def find_spec(name, path=None, target=None):
        if name == "cribscore._native":
            raise {error}
sys.meta_path.insert(0, Finder)
{module}
"""


@pytest.mark.native
@pytest.mark.parametrize("choice", [None, "", "auto", "c"])
def test_the_c_core_scores_where_it_is_installed(choice):
    assert said(SCORE, choice) == (f"{backend()} 29", "")


@pytest.mark.native
def test_a_kernel_can_be_demanded():
    assert said(SCORE, "c:portable") == ("portable 29", "")


@pytest.mark.coreless
def test_the_python_core_scores_when_it_is_chosen():
    assert said(SCORE, "python") == ("python 29", "")


@pytest.mark.coreless
@pytest.mark.parametrize("choice", ["C", "cython", "c:mmx", "python ", "c:"])
def test_an_unknown_core_is_an_error_that_names_it_and_the_others(choice):
    out, complaint = said(SCORE, choice)
    assert out == ""
    assert complaint.startswith(
        f"cribscore.CribscoreError: CRIBSCORE_CORE is {choice!r}, not one of auto, c, c:portable"
    )


@pytest.mark.coreless
def test_a_core_that_is_not_installed_is_replaced_by_the_python_core():
    missing = "ModuleNotFoundError('none', name='cribscore._native')"
    assert said(without(SCORE, missing)) == ("python 29", "")


@pytest.mark.coreless
def test_a_core_that_is_not_installed_has_no_kernels():
    missing = "ModuleNotFoundError('none', name='cribscore._native')"
    assert said(without("from cribscore import _core; print(_core.kernels())", missing)) == ("[]", "")


@pytest.mark.native
def test_a_kernel_that_the_cpu_does_not_run_is_an_error_that_names_those_it_does(monkeypatch):
    before = backend()
    monkeypatch.setattr(_core, "kernels", lambda: ["portable", "avx2"])
    with pytest.raises(
        ImportError, match=exactly("CRIBSCORE_CORE is 'c:avx512', but here are only: portable, avx2")
    ):
        _core.select("c:avx512")
    assert backend() == before


@pytest.mark.coreless
def test_a_core_that_is_demanded_and_not_installed_is_an_error():
    missing = "ModuleNotFoundError('none', name='cribscore._native')"
    out, complaint = said(without(SCORE, missing), "c")
    assert (out, complaint) == (
        "",
        "ImportError: CRIBSCORE_CORE is 'c', but the C core of cribscore is not installed",
    )


@pytest.mark.coreless
@pytest.mark.parametrize(
    "error",
    [
        "ImportError('undefined symbol: crib_pack_hand')",
        "ModuleNotFoundError('no cffi', name='_cffi_backend')",
    ],
)
def test_a_core_that_is_broken_is_heard(error):
    out, complaint = said(without(SCORE, error))
    assert out == ""
    # Python 3.15 adds, where it can, that the module is there for another version.
    assert complaint.startswith(error.replace("('", ": ").partition("'")[0])


@pytest.mark.coreless
def test_importing_cribscore_imports_neither_numpy_nor_what_is_slow():
    program = "import sys, cribscore; print([name for name in {} if name in sys.modules])"
    slow = ("numpy", "importlib.metadata", "dataclasses", "inspect", "argparse", "json")
    assert said(program.format(slow)) == ("[]", "")


@pytest.mark.coreless
def test_the_game_is_there_without_an_import_of_its_own_and_loaded_when_it_is_asked_for():
    program = "import sys, cribscore; print('cribscore.squares' in sys.modules, cribscore.squares.Game)"
    assert said(program) == ("False <class 'cribscore.squares.Game'>", "")
    out, complaint = said("import cribscore; cribscore.gmae")
    assert (out, complaint) == ("", "AttributeError: module 'cribscore' has no attribute 'gmae'")


def test_a_failed_choice_leaves_the_core_in_use():
    before = backend()
    with pytest.raises(ValueError, match="not one of"):
        _core.select("fortran")
    assert backend() == before
    assert score_hand("5H 5C 5S JD", "5D") == 29
