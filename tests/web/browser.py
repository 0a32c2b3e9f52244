"""A real Chromium that opens pages, touches them, and tells what they logged."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

#: x and y in CSS pixels, from the upper left corner of what is seen of the page.
Point = tuple[float, float]

#: The longest wait for what a page does by itself; none should take a tenth of it.
PATIENCE = 20

#: Seconds that a finger rests after a drag.
_REST = 0.12

#: What a browser does that keeps nothing of a page: each access throws.
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, {
        get() { throw new DOMException("The operation is insecure.", "SecurityError") }
    })
"""


#: Options of a browser that paints no animations, and uses the frame of one page for the next.
FRUGAL = ("--force-prefers-reduced-motion", "--disable-features=RenderDocument")


def start(*more: str) -> Chrome:
    """Start a browser without a window. Raises WebDriverException if there is no Chromium."""
    options = ChromeOptions()
    for option in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        *more,
    ):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return Chrome(options, Service(shutil.which("chromedriver")))


#: Scrolls to an element until it moves no more: what comes into sight may be laid out only then.
_SPOT = """
const [selector, done] = arguments, element = document.querySelector(selector)
function look(before, rested) {
    element.scrollIntoView({block: "nearest", behavior: "instant"})
    const {x, y, width, height} = element.getBoundingClientRect()
    const spot = [x + width / 2, y + height / 2]
    const now = String(spot) === String(before) ? rested + 1 : 0
    if (now === 3) done(spot)
    else requestAnimationFrame(() => look(spot, now))
}
look()"""


class Browser:
    """What a person does with a page, and what is seen of it."""

    def __init__(self, chrome: Chrome) -> None:
        self.chrome = chrome
        self._injected: list[str] = []

    def open(self, page: Path, level: int | None = None, *, storage: bool = True) -> None:
        """Open a file, at a level; without `storage` it cannot keep anything, from now on."""
        if not storage:
            self._inject(NO_STORAGE)
        self.chrome.get(page.as_uri() + (f"#{level}" if level else ""))

    def reload(self) -> None:
        """Open the page again."""
        self.chrome.refresh()

    def run(self, script: str, *arguments: object) -> Any:
        """What a function of this text returns; it has `arguments`."""
        return self.chrome.execute_script(script, *arguments)

    def until(self, condition: str, *arguments: object) -> Any:
        """Wait until this expression is true, and return it."""
        wait = WebDriverWait(self.chrome, PATIENCE, poll_frequency=0.02)
        return wait.until(lambda _: self.run(f"return {condition}", *arguments), condition)

    def text(self, selector: str) -> str:
        """What is read at the first element that matches."""
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def spot(self, selector: str) -> Point:
        """Where the middle of the first element that matches rests, after scrolling to it."""
        x, y = self.chrome.execute_async_script(_SPOT, selector)
        return x, y

    def drag(self, *points: Point, pointer: str = "touch") -> None:
        """Press at the first point, go to the others, and let go: "touch", "pen" or "mouse".

        A finger rests before it lifts: after a fling Chromium takes the next tap for the end of it.
        """
        actions = ActionBuilder(self.chrome, PointerInput(pointer, pointer), duration=0)
        finger = actions.pointer_action
        for number, (x, y) in enumerate(points):
            finger.move_to_location(round(x), round(y))
            if not number:
                finger.pointer_down()
        if pointer == "touch" and len(points) > 1:
            finger.pause(_REST)
        finger.pointer_up()
        actions.perform()

    def tap(self, place: Point | str, pointer: str = "touch") -> None:
        """Touch a point, or the middle of an element."""
        self.drag(self.spot(place) if isinstance(place, str) else place, pointer=pointer)

    def go_to_list(self) -> None:
        """Close what is said of a solved level, and go to the list of levels."""
        self.press("Escape")
        self.until("!document.querySelector('dialog')")
        self.press("Escape")
        self.until("document.querySelector('.sum')")

    def press(self, *keys: str) -> None:
        """Press keys by their names in JavaScript: "ArrowLeft", "a", "Control+z"."""
        actions = ActionChains(self.chrome, duration=0)
        for key in keys:
            *held, last = [_code(name) for name in re.split(r"(?<=.)\+", key)]
            for each in held:
                actions.key_down(each)
            actions.send_keys(last)
            for each in held:
                actions.key_up(each)
        actions.perform()

    def resize(self, width: int, height: int, scale: float = 1, mobile: bool = False) -> None:
        """Give the page this many CSS pixels, of `scale` pixels each; on a phone if `mobile`."""
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile}
        self._ask("Emulation.setDeviceMetricsOverride", **size)
        self._ask("Emulation.setTouchEmulationEnabled", enabled=mobile)

    def media(self, **features: str) -> None:
        """Prefer something: ``prefers_color_scheme="dark"``, ``forced_colors="active"``."""
        wanted = [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ]
        self._ask("Emulation.setEmulatedMedia", features=wanted)

    def slow(self, times: float) -> None:
        """Calculate that many times slower."""
        self._ask("Emulation.setCPUThrottlingRate", rate=times)

    def picture(self, path: Path) -> None:
        """Save what is seen as PNG."""
        self.chrome.save_screenshot(str(path))

    def log(self) -> list[str]:
        """What was logged since this was last asked: errors, and what the policy has blocked."""
        return [entry["message"] for entry in self.chrome.get_log("browser")]

    def leave(self) -> None:
        """Let the next page begin as in a new browser."""
        ActionBuilder(self.chrome).clear_actions()  # what a test that failed still holds down
        self.chrome.get("about:blank")
        while self._injected:
            injected = self._injected.pop()
            self._ask("Page.removeScriptToEvaluateOnNewDocument", identifier=injected)
        self._ask("Storage.clearDataForOrigin", origin="file://", storageTypes="all")
        self._ask("Emulation.clearDeviceMetricsOverride")
        self._ask("Emulation.setTouchEmulationEnabled", enabled=False)
        self.media()
        self.slow(1)

    def _inject(self, script: str) -> None:
        done = self._ask("Page.addScriptToEvaluateOnNewDocument", source=script)
        self._injected.append(done["identifier"])

    def _ask(self, command: str, **parameters: object) -> dict[str, Any]:
        answer: dict[str, Any] = self.chrome.execute_cdp_cmd(command, parameters)
        return answer


def _code(key: str) -> str:
    """What Selenium sends for a key of this name."""
    return key if len(key) == 1 else getattr(Keys, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).upper())
