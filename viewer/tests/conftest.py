"""A page in Debian's Chromium, from disk, and the program beside it."""

import contextlib
import json
import os
import pathlib
import subprocess

import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = pathlib.Path(os.environ.get("PAGE") or ROOT / "viewer/dist/page.html").resolve()
SUPPLE = os.environ.get("SUPPLE", str(ROOT / "build/release/apps/supple"))
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))


def supple(*arguments, code=None):
    run = subprocess.run([SUPPLE, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert code is None or run.returncode == code, run.stderr
    return run


def record(command, file, folder, *arguments):
    out = folder / f"{command}.json"
    supple(command, file, "--out", out, *arguments)
    return json.loads(out.read_text())


class Window:
    """The page, with what its console complained of."""

    def __init__(self, page):
        self.page = page
        self.complaints = []
        page.on("console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        self.requests = []

    def open(self, url=PAGE.as_uri()):
        self.page.goto(url)
        self.page.wait_for_selector("html[data-ready]", timeout=60000)

    def ask(self, script, argument=None):
        return self.page.evaluate(script, argument)

    def example(self, name):
        self.page.select_option("#examples", name)

    def put_text(self, text):
        self.ask("(text) => supple.editor.replace(text)", text)
        self.page.wait_for_timeout(250)

    def tip(self):
        return self.ask("() => Array.from(supple.result.tip.position)")

    def badge(self):
        return self.page.locator("#badge")

    def text(self):
        return self.ask("() => supple.editor.text")


@contextlib.contextmanager
def open_browser():
    with sync_playwright() as play:
        chrome = play.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
        yield chrome
        chrome.close()


@pytest.fixture(scope="session")
def browser():
    with open_browser() as chrome:
        yield chrome


@pytest.fixture(scope="session")
def shared(browser):
    """One page for tests that leave nothing behind."""
    window = Window(browser.new_page(viewport={"width": 1280, "height": 800}))
    window.open()
    return window


@pytest.fixture()
def window(shared):
    shared.complaints.clear()
    shared.example("catheter.yaml")
    yield shared
    assert shared.complaints == []
