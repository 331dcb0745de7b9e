"""The site: `python -m sphinx -W --keep-going -n -E -b dirhtml docs build/site`."""

import enum
import inspect
import re
import tomllib
import typing
import zlib
from pathlib import Path

from docutils import nodes
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.pycode import ModuleAnalyzer

ROOT = Path(__file__).parent.parent
REPOSITORY = "https://github.com/cribscore/cribscore"

project = author = "cribscore"
copyright = "the cribscore authors"  # noqa: A001
release = version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
html_extra_path = ["../build/extra"]  # the page on which people play, as play/index.html
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/icon.svg"
nitpicky = True
# In docstrings `name` is a link where it names something of ours, and code where it does not.
default_role = "py:obj"
nitpick_ignore_regex = [
    ("py:obj", ".*"),
    (
        "py:class",
        "Array|Buffer|Cell|EllipsisType|Errors|NDArray|PegPlays|PlayHand|RowOfCards|StartersLike|SupportsArray|Table|"
        "uint8",
    ),  # names of types that stand in signatures only
]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4  # links such as rules.md#part-2-cribbage-squares, as GitHub makes them

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
napoleon_use_ivar = True
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True
add_module_names = False
suppress_warnings = ["config.cache"]

# What signatures name of Python's own. The build reaches no network, so the inventory is made here.
PYTHON = {
    "library/functions.html": ("int", "bool", "float", "object"),
    "library/stdtypes.html": ("str", "bytes", "tuple", "list", "dict", "memoryview", "bytearray", "range"),
    "library/exceptions.html": (
        *("AttributeError", "ImportError", "IndexError", "KeyError", "NotImplementedError", "OSError"),
        *("RuntimeError", "RuntimeWarning", "TypeError", "ValueError"),
    ),
    "library/constants.html": ("None", "NotImplemented"),
    "library/collections.abc.html": tuple(
        f"collections.abc.{name}" for name in ("Callable", "Iterable", "Iterator", "Mapping", "Sequence")
    ),
    "library/os.html": ("os.PathLike",),
    "library/fractions.html": ("fractions.Fraction",),
    "library/typing.html": tuple(
        f"typing.{name}" for name in ("IO", "Any", "Literal", "NamedTuple", "SupportsIndex")
    ),
}


def python_inventory() -> str:
    """Write the names of Python as an inventory of Sphinx's, and return its path."""
    lines = []
    for page, names in PYTHON.items():
        kind = "exception" if "exceptions" in page else "class"
        for name in names:
            for spelt in sorted({name, name.rpartition(".")[2]}):
                lines.append(f"{spelt} py:{kind} 1 {page}#{name} -\n")
    head = "# Sphinx inventory version 2\n# Project: Python\n# Version: 3\n"
    head += "# The remainder of this file is compressed using zlib.\n"
    path = ROOT / "build" / "python.inv"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(head.encode() + zlib.compress("".join(lines).encode()))
    return str(path)


intersphinx_mapping = {"python": ("https://docs.python.org/3", python_inventory())}


def as_written(app, what, name, thing, options, signature, returned):
    """Give the annotations as the source has them: CardLike, and not all that it stands for."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return None
    parameters = list(found.parameters.values())
    if what == "method" and parameters and parameters[0].name in ("self", "cls"):
        found = found.replace(parameters=parameters[1:])
    if typing.get_overloads(thing):  # the kinds of arrays that come and go stand in the text
        parameters = [p.replace(annotation=p.empty) for p in found.parameters.values()]
        return str(found.replace(parameters=parameters, return_annotation=found.empty)), None
    if what == "class" and (issubclass(thing, enum.Enum) or any(p.kind is p.VAR_KEYWORD for p in parameters)):
        return "", None  # users do not make it by a call
    text = str(found.replace(return_annotation=found.empty))
    text = re.sub(r"ForwardRef\('(.*?)'\)|'([^']*?)'(?= ?[,=)\]])", r"\1\2", text)
    answer = found.return_annotation
    return text, None if what == "class" or answer is found.empty else str(answer).strip("'")


class Analyzer(ModuleAnalyzer):
    """Reads a module without its overloads, which would all be shown before the function."""

    overloads: dict = property(lambda _: {}, lambda _, found: None)


for_module = ModuleAnalyzer.for_module.__func__
ModuleAnalyzer.for_module = classmethod(lambda _, module: for_module(Analyzer, module))


# A colon in our docstrings ends no type: types stand in signatures.
GoogleDocstring._consume_inline_attribute = lambda self: ("", self._consume_to_end())
GoogleDocstring._consume_returns_section = lambda self, preprocess_types=False: [
    ("", "", self._dedent(self._consume_to_next_section()))
]


def with_links(app, what, name, thing, options, lines):
    """Make links of the pages that a docstring names by their file."""
    lines[:] = [re.sub(r"`?docs/([a-z/-]+)\.md`?", r":doc:`/\1`", line) for line in lines]


def with_our_pages(app, page, source):
    """Let links to the files at the top of the repository lead to their pages."""
    text = source[0].replace("](../../CONTRIBUTING.md", "](/contributing.md")
    source[0] = text.replace("](../../README.md#", "](/index.md#")


def of_this_site(app, doctree):
    """Let links of the README, which lead to the repository, lead to the pages here."""
    for link in doctree.findall(nodes.reference):
        found = re.fullmatch(rf"{REPOSITORY}/blob/main/(?:docs/)?([\w/-]+)\.md(#.*)?", link.get("refuri", ""))
        if found and (name := found[1].lower()) in app.env.found_docs:
            link["refuri"] = app.builder.get_relative_uri(app.env.docname, name) + (found[2] or "")
            link["internal"] = True


def without_last_blank(app, doctree):
    """Drop the empty line that a block of Python in Markdown ends with."""
    for block in doctree.findall(nodes.literal_block):
        block.children[:] = [nodes.Text(block.astext().rstrip())]
        block.rawsource = block.astext()


# What the theme leaves out for those who use a keyboard or a screen reader.
ACCESS = {
    'role="heading"': 'role="heading" aria-level="2"',
    '<aside class="sidebar-drawer"': '<aside class="sidebar-drawer" aria-label="All pages"',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    '<th class="head"><p></p></th>': "<td></td>",
}


def accessible(app, error):
    """Repair the pages that are written."""
    for path in Path(app.outdir).rglob("*.html") if error is None else ():
        text = path.read_text(encoding="utf-8")
        for found, better in ACCESS.items():
            text = text.replace(found, better)
        path.write_text(text, encoding="utf-8")


def setup(app):
    """Connect the changes above."""
    app.connect("autodoc-process-docstring", with_links)
    app.connect("autodoc-process-signature", as_written)
    app.connect("build-finished", accessible)
    app.connect("doctree-read", of_this_site)
    app.connect("doctree-read", without_last_blank)
    app.connect("source-read", with_our_pages)


html_theme = "furo"
html_title = "cribscore"
html_copy_source = html_show_sourcelink = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {"color-brand-primary": "#0b5d3b", "color-brand-content": "#0b5d3b"},
    "dark_css_variables": {"color-brand-primary": "#7fd3a8", "color-brand-content": "#7fd3a8"},
}
