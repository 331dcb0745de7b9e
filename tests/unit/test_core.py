"""Which core scores, and what is said when the one that is wanted cannot be had."""

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from array import array
from importlib.util import find_spec
from pathlib import Path

import numpy
import pytest

import cribscore
from cribscore import _core, _overlap, backend, score_hand
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
@pytest.mark.parametrize("choice", ["c", "c:portable"])
def test_a_core_that_is_demanded_and_broken_is_heard(error, choice):
    out, complaint = said(without(SCORE, error), choice)
    assert out == ""
    # Python 3.15 adds, where it can, that the module is there for another version.
    reason = error.partition("('")[2].partition("'")[0]
    assert complaint.startswith(
        f"ImportError: CRIBSCORE_CORE is '{choice}', but the C core of cribscore cannot be loaded: {reason}"
    )


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


# A compiled core that is there and cannot be used


SILENCED = "(CRIBSCORE_CORE=python chooses it without this warning)"
WARNED = f"; the slower Python core is in use {SILENCED}"
OUT = """
from cribscore import score_hands
print(list(score_hands(bytes([18, 16, 19, 41, 17]), out=bytearray(1))))
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the package without the compiled core, and the name that a compiled core has here."""
    folder = tmp_path / "cribscore"
    shutil.copytree(
        Path(_core.__file__).parent, folder, ignore=shutil.ignore_patterns("_native*", "__pycache__")
    )
    return folder, f"_native{sysconfig.get_config_var('EXT_SUFFIX')}"


def imported_from(folder, program, choice=None):
    """Run a program with the package of this folder: its status, what it printed, and its complaint."""
    environment = {name: value for name, value in os.environ.items() if name != "CRIBSCORE_CORE"}
    if choice is not None:
        environment["CRIBSCORE_CORE"] = choice
    cffi = find_spec("_cffi_backend")
    path = [str(folder.parent), *([] if cffi is None else [str(Path(cffi.origin).parent)])]
    result = subprocess.run(
        # Without site, so that an editable installation does not come first.
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {path}\n{program}"],
        env=environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    return result.returncode, result.stdout.strip(), result.stderr.strip()


def assert_replaced(folder, reason):
    """The Python core scores in the place of the compiled core, and one warning says why."""
    status, out, complaint = imported_from(folder, SCORE)
    assert (status, out) == (0, "python 29")
    first, *others = complaint.splitlines()
    assert re.fullmatch(rf"<string>:2: RuntimeWarning: {reason}{re.escape(WARNED)}", first)
    assert "RuntimeWarning" not in "".join(others)
    status, out, complaint = imported_from(folder, SCORE, "c")
    assert (status, out) == (1, "")
    assert re.fullmatch(f"ImportError: CRIBSCORE_CORE is 'c', but {reason}", complaint.rpartition("\n")[2])


def compiled(source, target):
    """Compile a module for this Python, without looking whether it has all that it calls."""
    compiler = shutil.which("cc") or pytest.skip("needs a C compiler")
    include = sysconfig.get_path("include")
    if sys.platform != "linux" or not Path(include, "Python.h").exists():
        pytest.skip("needs the headers of Python, and a linker that leaves a symbol open")
    subprocess.run(
        [compiler, "-shared", "-fPIC", f"-I{include}", "-x", "c", "-", "-o", target],
        input=source, text=True, check=True,
    )  # fmt: skip


@pytest.mark.coreless
@pytest.mark.parametrize("content", [b"junk" * 1000, b"\x7fELF\x02\x01\x01" + bytes(100)])
def test_a_compiled_core_that_is_not_a_library_is_replaced_with_a_warning(package, content):
    folder, name = package
    (folder / name).write_bytes(content)
    assert_replaced(folder, r"the C core of cribscore cannot be loaded: .+")


@pytest.mark.coreless
def test_a_compiled_core_that_is_broken_is_not_touched_where_the_python_core_is_chosen(package):
    folder, name = package
    (folder / name).write_bytes(b"junk")
    assert imported_from(folder, SCORE, "python") == (0, "python 29", "")


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("int missing(void); void *PyInit__native(void) { return missing() ? 0 : 0; }", r".*\bmissing\b.*"),
        (
            '#include <Python.h>\nstatic struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_native"};\n'
            "PyObject *PyInit__native(void) { return PyModule_Create(&module); }",
            "cannot import name 'ffi' from .*",
        ),
        ("void *PyInit__native(void) { return 0; }", "initialization of _native failed without raising .*"),
    ],
    ids=["undefined symbol", "another module", "initialization fails"],
)
def test_a_compiled_core_that_python_cannot_load_is_replaced_with_a_warning(package, source, reason):
    folder, name = package
    compiled(source, folder / name)
    assert_replaced(folder, f"the C core of cribscore cannot be loaded: {reason}")


@pytest.mark.native
def test_a_compiled_core_of_another_version_is_replaced_with_a_warning(package):
    folder, name = package
    shutil.copy(Path(sys.modules["cribscore._native"].__file__), folder / name)
    assert imported_from(folder, SCORE, "auto") == (0, f"{_core.kernels()[-1]} 29", "")
    source = (folder / "_core.py").read_text(encoding="utf-8")
    version = f'VERSION: Final = "{cribscore.__version__}"'
    assert source.count(version) == 1
    (folder / "_core.py").write_text(source.replace(version, 'VERSION: Final = "99.0"'), encoding="utf-8")
    assert_replaced(
        folder,
        rf"the C core is of version {re.escape(cribscore.__version__)}, and cribscore is of version 99\.0",
    )


@pytest.mark.native
@pytest.mark.parametrize("choice", ["c", "c:portable"])
def test_a_compiled_core_of_another_version_is_refused_where_it_is_demanded(monkeypatch, choice):
    before = backend()
    monkeypatch.setattr(_core, "VERSION", "99.0")
    assert _core.kernels() == []
    reason = f"the C core is of version {cribscore.__version__}, and cribscore is of version 99.0"
    with pytest.raises(ImportError, match=exactly(f"CRIBSCORE_CORE is {choice!r}, but {reason}")):
        _core.select(choice)
    assert backend() == before


@pytest.mark.coreless
def test_the_version_in_the_source_is_that_of_the_package():
    assert importlib.metadata.version("cribscore") == _core.VERSION


@pytest.mark.coreless
def test_a_compiled_core_without_cffi_is_replaced_with_a_warning_and_out_is_written():
    program = "import sys; sys.modules['_cffi_backend'] = None\n"
    status, out, complaint = run_python(program + SCORE + "\n" + OUT)
    assert (status, out) == (0, "python 29\n[29]")
    status, out, complaint = run_python(program + OUT, "python")
    assert (status, out, complaint) == (0, "[29]", "")


@pytest.mark.coreless
def test_a_search_says_why_the_compiled_core_cannot_be_used(package):
    folder, name = package
    (folder / name).write_bytes(b"junk")
    program = "import cribscore; print(cribscore._core.kernels()); cribscore.prove_maximum()"
    status, out, complaint = imported_from(folder, program)
    assert (status, out) == (1, "[]")
    reason = "the C core of cribscore cannot be loaded: "
    wanted = (
        f"RuntimeError: prove_maximum needs the C core of cribscore, and the Python core is in use: {reason}"
    )
    assert complaint.split("\n")[-1].startswith(wanted)


@pytest.mark.coreless
@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            "ModuleNotFoundError('none', name='cribscore._native')",
            "install cribscore again where there is a C compiler",
        ),
        (
            "ImportError('undefined symbol')",
            "the C core of cribscore cannot be loaded: undefined symbol",
        ),
    ],
)
def test_a_search_says_how_to_get_the_c_core(error, reason):
    search = "import warnings; warnings.simplefilter('ignore'); import cribscore; cribscore.prove_maximum()"
    _, complaint = said(without(search, error))
    needed = "prove_maximum needs the C core of cribscore, and the Python core is in use"
    assert complaint == f"RuntimeError: {needed}: {reason}"


@pytest.mark.native
def test_the_door_refuses_what_the_c_core_cannot_answer():
    with pytest.raises(ValueError, match=exactly("not so many cards")):
        _core.deal_cards(1, 53)
    for mover, other, pile in (
        (0, 1, 0),
        (1, 1, 0),
        (1, 2, 0xAAA5),
    ):  # no card, a card twice, a count above 31
        with pytest.raises(ValueError, match=exactly("not a play")):
            _core.best_peg(mover, other, pile)


def test_the_door_refuses_the_best_card_of_more_cards_than_a_search_can_hold():
    with pytest.raises(ValueError, match=exactly("too many cards")):
        _core.best_peg((1 << 11) - 1, (1 << 21) - (1 << 11), 0)


ISOLATED = """
try:
    import _interpreters
except ImportError:
    import _xxsubinterpreters as _interpreters
    made = _interpreters.create(isolated=True)
else:
    made = _interpreters.create("isolated")
program = '''
import warnings
warnings.simplefilter("error" if {quiet} else "ignore")
area = memoryview(bytearray([18, 16, 19, 41, 17, 99]))
from cribscore import CribscoreError, backend, score_hand, score_hands
score_hands(bytes(area[:5]), out=area[5:])
print(backend(), int(score_hand("5H 5C 5S JD", "5D")), area[5], flush=True)
try:
    score_hands(area[:5], out=area[4:5])
except CribscoreError as error:
    print(error, flush=True)
'''
failure = _interpreters.run_string(made, program)
assert failure is None, failure
_interpreters.destroy(made)
"""


@pytest.mark.coreless
@pytest.mark.skipif(sys.version_info < (3, 12), reason="a subinterpreter has a lock of its own from 3.12 on")
@pytest.mark.parametrize("choice", [None, "python"])
def test_the_python_core_scores_in_an_isolated_subinterpreter(choice):
    program = ISOLATED.format(quiet=choice is not None)
    overlap = "out overlaps the cards, which would change while they are scored"
    assert run_python(program, choice) == (0, f"python 29 29\n{overlap}", "")


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    "kind", [bytearray, lambda cards: array("B", cards), "numpy"], ids=["bytearray", "array", "numpy"]
)
def test_what_overlaps_by_a_byte_is_told_from_what_only_touches(kind, read_only):
    area = memoryview(numpy.zeros(20, numpy.uint8) if kind == "numpy" else kind(bytes(20)))
    cards = area[5:15].toreadonly() if read_only else area[5:15]
    for begin, end, shared in [
        (0, 5, False),
        (0, 6, True),
        (15, 20, False),
        (14, 20, True),
        (7, 8, True),
        (0, 20, True),
    ]:
        assert _core.overlap(area[begin:end], cards) is shared
        assert _core.overlap(cards, area[begin:end]) is shared
    assert not _core.overlap(area, bytearray(20))
    assert not _core.overlap(area, bytes(20))


@pytest.mark.coreless
def test_without_ctypes_buffers_of_one_object_are_taken_to_overlap(monkeypatch):

    def no_ctypes(_):
        raise ImportError

    monkeypatch.setattr(_overlap, "_span", no_ctypes)
    area = bytearray(10)
    assert _overlap.overlap(memoryview(area)[:5], memoryview(area)[5:].toreadonly())
    assert not _overlap.overlap(memoryview(area)[:5], bytearray(5))


# What the wheel holds beside the package


@pytest.mark.native
def test_a_compiled_core_comes_with_a_bill_of_materials_of_its_version():
    path = "*.dist-info/sboms/cribscore.cdx.json"
    (found,) = [file for file in importlib.metadata.files("cribscore") if file.match(path)]
    bill = json.loads(found.read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    made = bill["metadata"]["component"]
    assert (made["name"], made["version"]) == ("cribscore", importlib.metadata.version("cribscore"))
    assert [component["name"] for component in bill["components"]] == ["cffi"]
    for component in (made, *bill["components"]):
        assert component["purl"] == f"pkg:pypi/{component['name']}@{component['version']}"
        assert re.fullmatch(r"\d+(\.\d+)+", component["version"])
