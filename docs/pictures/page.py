"""The pictures of the page: docs/pictures/page.png, page_vessel.png, page_motion.png.

Run by the Python of viewer/test (build/page/venv), which has Playwright; SUPPLE is not needed.
usage: page.py
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "viewer/tests"))

from conftest import Window, open_browser  # noqa: E402


def page(browser, dark):
    window = Window(browser.new_page(viewport={"width": 1200, "height": 720}, color_scheme="dark" if dark else "light"))
    window.open()
    return window


with open_browser() as browser:
    window = page(browser, dark=False)
    window.page.wait_for_timeout(2500)
    window.page.screenshot(path=ROOT / "docs/pictures/page.png")

    window = page(browser, dark=True)
    window.example("vessel_bend.yaml")
    window.page.select_option("#tools select >> nth=1", "contact")
    window.page.wait_for_timeout(3000)
    window.page.screenshot(path=ROOT / "docs/pictures/page_vessel.png")

    window = page(browser, dark=False)
    window.example("whip_crack.yaml")
    window.page.click("#tab-plots")
    window.page.click("#motion-simulate")
    window.page.wait_for_function("() => supple.trajectory !== null", timeout=120000)
    window.ask("() => { supple.motion.play(false); supple.motion.go(0.33); }")
    window.page.wait_for_timeout(500)
    window.page.screenshot(path=ROOT / "docs/pictures/page_motion.png")
