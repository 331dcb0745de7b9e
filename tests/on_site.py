"""The site in build/site: python -m pytest tests/on_site.py

Each public name has its place, each link leads somewhere, no request leaves the site, and axe finds nothing.
"""

import functools
import html.parser
import http.server
import shutil
import threading
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright
from sphinx.util.inventory import InventoryFile

import cribscore
import cribscore.squares

pytestmark = pytest.mark.coreless
SITE = Path(__file__).parents[1] / "build" / "site"
PAGES = sorted(path.parent.relative_to(SITE).as_posix() for path in SITE.rglob("index.html"))
OURS = [name for name in PAGES if name not in ("play", "search")]  # they have other tests, or another author
FEWEST_PAGES = 25


@functools.cache
def links_of(file):
    return Links(file)


class Links(html.parser.HTMLParser):
    """The targets of a page's links, pictures and scripts, and the places that links may name."""

    def __init__(self, path):
        super().__init__()
        self.targets, self.places = set(), set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name"):
                self.places.add(value)
            if name in ("href", "src") and value:
                self.targets.add(value)


def file_of(path):
    return SITE / path / "index.html" if (SITE / path).is_dir() else SITE / path


def test_the_reference_has_every_public_name():
    inventory = InventoryFile.loads((SITE / "objects.inv").read_bytes(), uri="")
    found = {name for kind in inventory.data.values() for name in kind}
    modules = (cribscore, cribscore.squares)
    wanted = {f"{module.__name__}.{name}" for module in modules for name in module.__all__}
    assert wanted <= found, sorted(wanted - found)


def test_every_link_leads_to_a_page_and_a_place_of_it():
    assert len(PAGES) >= FEWEST_PAGES
    lost = []
    for page in PAGES:
        for target in links_of(file_of(page)).targets:
            if urlsplit(target).scheme:
                continue
            path, place = urldefrag(urljoin(f"/{page}/" if page != "." else "/", target))
            file = file_of(unquote(urlsplit(path).path).strip("/") or ".")
            here = not place or file.suffix != ".html" or unquote(place) in links_of(file).places
            if not file.is_file() or not here:
                lost.append((page, target))
    assert not lost


@pytest.fixture(scope="session")
def address():
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(SITE))
    ) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (320, "dark")])
def test_every_page_asks_for_nothing_elsewhere_and_axe_finds_nothing(chromium, address, width, scheme):
    context = chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    faults = []
    page.on("console", lambda message: faults.append((page.url, message.text)))
    page.on("request", lambda asked: asked.url.startswith((address, "data:")) or faults.append(asked.url))
    for name in OURS:
        page.goto(address + ("" if name == "." else f"{name}/"))
        found = Axe().run(page).response["violations"]
        faults += [(name, fault["id"], fault["nodes"][0]["html"][:200]) for fault in found]
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            faults.append((name, "is wider than the window by", wide))
    context.close()
    assert not faults
