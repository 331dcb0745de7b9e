"""The page, built once, in Chromium: as a file without a network, or served; and with an eye on its console.

`CRIBSCORE_PAGE` names a page that is built already.
"""

import importlib.util
import json
import os
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "page"


@pytest.fixture(scope="session")
def build():
    """docs/page/build.py as a module."""
    spec = importlib.util.spec_from_file_location("build_page", FOLDER / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def file(build, tmp_path_factory):
    """The page."""
    file = os.environ.get("CRIBSCORE_PAGE")
    if file is None:
        file = tmp_path_factory.mktemp("page") / "index.html"
        build.main(file)
    return Path(file).resolve()


@pytest.fixture(scope="session")
def address(file):
    """The address of the page."""
    return file.as_uri()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def serving(folder):
    """Serve a folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def serve():
    """What serves a folder."""
    return serving


@pytest.fixture(scope="session")
def served(file):
    """The address of the page where it is served with its table."""
    with serving(file.parent) as root:
        yield root + file.name


@pytest.fixture(scope="session")
def bare(file, tmp_path_factory):
    """The address of the page where it is served without its table."""
    folder = tmp_path_factory.mktemp("bare")
    shutil.copy(file, folder)
    with serving(folder) as root:
        yield root + file.name


@pytest.fixture(scope="session")
def chromium():
    """The browser of this machine: Playwright brings none."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "Chromium is not installed"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, address):
    """What opens the page in a browser that has never seen it; afterwards the consoles must be empty.

    A page that is opened `beside` another shares what the browser keeps. One that is opened `at` an address
    where it is served may ask for the table.
    """
    contexts, said, asked, allowed = [], [], [], {address}

    def opened(fragment="", *, beside=None, at=address, **options):
        if beside is None:
            options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", **options}
            context = chromium.new_context(offline=at == address, reduced_motion="reduce", **options)
            context.set_default_timeout(10_000)
            contexts.append(context)
        else:
            context = beside.context
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
        if at != address:
            allowed.update((at, at.rpartition("/")[0] + "/standard.table.gz"))
        page.goto(at + fragment)
        page.wait_for_selector("html[data-ready]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []
    assert {one for one in asked if not one.startswith("blob:")} <= allowed


@pytest.fixture(scope="module")
def ask(chromium, address):
    """What calls a function of the page in its console, with an argument and a result that JSON can hold."""
    with asking(chromium, address) as asked:
        yield asked


@pytest.fixture(scope="module")
def ask_player(chromium, served):
    """The same where the table of the player is there."""
    with asking(chromium, served, "html[data-player=table]") as asked:
        yield asked


@contextmanager
def asking(chromium, address, ready="html[data-ready]"):
    context = chromium.new_context(offline=address.startswith("file:"), locale="en-US")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(ready)

    def asked(function, argument=None):
        # As text: Playwright takes minutes over large values.
        call = f"async text => JSON.stringify(await ({function})(JSON.parse(text)) ?? null)"
        return json.loads(page.evaluate(call, json.dumps(argument)))

    yield asked
    context.close()
