"""Every block of README.md and docs/, and every docstring's example, is run."""

import doctest
import importlib
import inspect
import json
import pkgutil
import re
import shlex
import subprocess
import sys
from copy import copy
from pathlib import Path

import pytest

import cribscore
from compiling import compile_and_run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = [
    "cribscore",
    *(
        module.name
        for module in pkgutil.walk_packages(cribscore.__path__, "cribscore.")
        if module.name not in ("cribscore.__main__", "cribscore._native")
    ),
]
# Pages about the search, which only the C core has. On other pages single blocks show it.
SEARCH_PAGES = [
    page
    for page in PAGES
    if page.name in ("coach.md", "tutorial.md", "search.md", "maximum.md", "statistics.md")
]
SEARCH = re.compile(
    r"\b(best_grid|prove_maximum|best_throws|crib_table|evaluate|cribscore best|cribscore maximum|train|"
    r"play_games|level=[123])\b|analyse\(|^> hint|--auto|cribscore advise",
    re.MULTILINE,
)
COUNT = re.compile(
    r"\b(hand_counts|crib_distribution|cribscore table|cribscore selftest)\b"
)  # seconds each on the Python core
# The sections that show another library, by their title; they are run where it is installed.
LIBRARIES = {"pandas": "pandas", "Polars": "polars"}
# Pages that take seconds.
SLOW_PAGES = [ROOT / "docs" / "background" / name for name in ("discard.md", "maximum.md")]
# The page that shows many of them at once, with workers; .ci/steps/82-scale.sh installs them.
SCALE = ROOT / "docs" / "guide" / "scale.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page, section=None):
    """(language, line number, text) of each block in a section about a library, or in the rest of a page."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        before = text[: match.start()]
        title = before.rpartition("\n## ")[2].partition("\n")[0]
        if section == (title if title in LIBRARIES else None):
            found.append((match[1], before.count("\n") + 2, match[2]))
    return found


def page_name(page):
    return page.relative_to(ROOT).as_posix()


def docstring_examples():
    """The examples of each docstring of the package, as parameters; some are for the C core alone."""
    for name in cribscore.__all__:  # some are imported when they are first asked for
        getattr(cribscore, name)
    finder = doctest.DocTestFinder()
    for module in MODULES:
        for test in finder.find(importlib.import_module(module)):
            if test.examples:
                source = "".join(example.source for example in test.examples)
                marks = [pytest.mark.native] if SEARCH.search(source) or COUNT.search(source) else []
                if test.name.endswith(".crib_table"):
                    marks.append(pytest.mark.slow)
                yield pytest.param(test, id=test.name, marks=marks)


def check_examples(source, name, line, names):
    """Run the examples of a doctest; what it prints must be what stands there."""
    test = doctest.DocTestParser().get_doctest(source, names, name, name, line)
    output = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append, clear_globs=False)
    names.update(test.globs)
    assert not output, "".join(output)


def check_console(text):
    """Run each `$ cribscore ...` of a block; what stands below it is its output, and after `> ` its input."""
    for session in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = session.partition("\n")
        words = shlex.split(command)
        assert words[0] == "cribscore", f"only cribscore is run in a console block, not {words[0]}"
        command = [sys.executable, "-X", "utf8", "-m", *words]
        typed = "".join(re.findall(r"^> (.*\n)", expected, flags=re.MULTILINE))
        result = subprocess.run(
            command, cwd=ROOT, input=typed, capture_output=True, encoding="utf-8", check=False, timeout=60
        )
        output, shown = result.stdout + result.stderr, expected.rstrip("\n") + "\n"
        assert doctest.OutputChecker().check_output(shown, output, doctest.ELLIPSIS), output


def check_page(page, core, monkeypatch, section=None):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("CRIBSCORE_CORE", core)
    names = {"__name__": "__main__"}
    for language, line, text in blocks(page, section):
        if core == "python" and (SEARCH.search(text) or COUNT.search(text)):
            continue
        if language == "python" and ">>>" in text:
            check_examples(text, page.name, line, names)
        elif language == "python":
            exec(compile("\n" * (line - 1) + text, page, "exec"), names)
        elif language == "console":
            check_console(text)
        elif language == "json":
            json.loads(text)
        elif language != "c":
            # The one block that the suite cannot run, since it runs the suite: .ci/run runs it as it stands.
            assert (language, page.name) == ("shell", "README.md"), (
                f"line {line}: nothing runs a {language} block"
            )
            assert [number for kind, number, _ in blocks(page) if kind == "shell"] == [line]


def marked(pages):
    return [pytest.param(page, marks=pytest.mark.slow) if page in SLOW_PAGES else page for page in pages]


@pytest.mark.slow_on_python
@pytest.mark.parametrize(
    "page", marked(page for page in PAGES if page not in [*SEARCH_PAGES, SCALE]), ids=page_name
)
def test_every_block_of_a_page_does_what_it_shows(page, core, monkeypatch):
    check_page(page, core, monkeypatch)


@pytest.mark.native
@pytest.mark.parametrize("page", marked(SEARCH_PAGES), ids=page_name)
def test_every_block_of_a_page_about_the_search_does_what_it_shows(page, core, monkeypatch):
    check_page(page, core, monkeypatch)


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.needs("dask")
@pytest.mark.needs("distributed")
@pytest.mark.needs("duckdb")
@pytest.mark.needs("pandas")
@pytest.mark.needs("polars")
@pytest.mark.needs("pyarrow")
@pytest.mark.needs("zarr")
def test_every_block_of_the_page_about_scale_does_what_it_shows(core, monkeypatch):
    check_page(SCALE, core, monkeypatch)


@pytest.mark.programs
@pytest.mark.coreless
@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(language == "c" for language, *_ in blocks(page))], ids=page_name
)
def test_every_c_program_of_a_page_compiles_and_ends_well(page):
    for language, _, text in blocks(page):
        if language == "c":
            compile_and_run(text)


@pytest.mark.parametrize(
    "section", [pytest.param(name, marks=pytest.mark.needs(module)) for name, module in LIBRARIES.items()]
)
def test_every_block_of_a_section_about_a_library_does_what_it_shows(section, core, monkeypatch):
    (recipes,) = (page for page in PAGES if page.name == "recipes.md")
    assert len(blocks(recipes, section)) >= 2
    check_page(recipes, core, monkeypatch, section)


@pytest.mark.parametrize("examples", [*docstring_examples()])
def test_every_docstring_does_what_it_shows(examples):
    output, test = [], copy(examples)
    test.globs = dict(examples.globs)  # each core begins with the names of the module
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append)
    assert not output, "".join(output)


@pytest.mark.coreless
def test_every_public_function_and_class_shows_an_example():
    things = [getattr(cribscore, name) for name in cribscore.__all__]
    described = [
        thing
        for thing in things
        if inspect.isfunction(thing) or (inspect.isclass(thing) and not issubclass(thing, BaseException))
    ]
    assert len(described) >= 10
    assert [thing.__name__ for thing in described if ">>>" not in thing.__doc__] == []
