"""Drive a real Chromium over the DevTools protocol."""

from __future__ import annotations

import base64
import contextlib
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COMMANDS = ("chromium", "chromium-browser", "google-chrome")

KEYS = {"Enter": 13, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9}


def command() -> str | None:
    """Return the command of the browser, or None if there is none."""
    return next(filter(None, map(shutil.which, COMMANDS)), None)


LEFT = ("Inspected target navigated or closed", "Promise was collected")
"""What Chromium says if a page is left before it has answered."""


READY = "document.documentElement?.dataset.ready === 'true'"
"""Whether a page that needs no server can be used."""


class NavigatedError(RuntimeError):
    """The page was left while it computed an answer."""


class Page:
    """A page in the browser."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._number = 0
        self.errors: list[str] = []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **arguments: Any) -> dict[str, Any]:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": arguments}))
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv(timeout=60))
            if message.get("id") == self._number:
                if "error" in message:
                    left = message["error"]["message"] in LEFT
                    raise (NavigatedError if left else RuntimeError)(f"{method}: {message['error']}")
                result: dict[str, Any] = message["result"]
                return result
            self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        """Keep uncaught errors of the page and what its content security policy has blocked."""
        if message.get("method") == "Runtime.exceptionThrown":
            self.errors.append(str(message["params"]["exceptionDetails"].get("exception", {}).get("description")))
        if message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
            entry = message["params"]["entry"]
            if entry["source"] != "network":
                self.errors.append(entry["text"])

    def js(self, expression: str) -> Any:
        """Return the value of an expression, and true for an element."""
        plain = f"Promise.resolve({expression}).then(found => found instanceof Node || found)"
        found = self.call("Runtime.evaluate", expression=plain, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"]["exception"]["description"])
        return found["result"].get("value")

    def wait(self, expression: str, seconds: float = 60) -> Any:
        """Wait until an expression is true, on this page or on the one that it leads to, and return its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(NavigatedError):
                if found := self.js(expression):
                    return found
            time.sleep(0.02)
        raise TimeoutError(f"still false: {expression}; page errors: {self.errors}")

    def go(self, url: str) -> None:
        self.call("Page.navigate", url=url)

    def show(self, text: str, folder: Path, at: str = "") -> None:
        """Open a page that needs no server, and wait until it can be used."""
        file = folder / "page.html"
        file.write_text(text, encoding="utf-8")
        self.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
        self.go(f"{file.as_uri()}{at}")
        self.wait(READY)

    def resize(self, width: int, height: int, *, touch: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)

    def media(self, **features: str) -> None:
        """Set media features, e.g. `prefers_color_scheme="dark"`."""
        listed = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", features=listed)

    def place(self, selector: str) -> tuple[float, float]:
        """Wait until nothing moves and an element can be clicked, and return a point of it that nothing else covers."""
        script = f"""(() => {{
            const each = document.querySelector({json.dumps(selector)});
            if (!each || document.getAnimations().some(each => each.playState === "running")) return null;
            each.scrollIntoView({{block: "nearest"}});
            const box = each.getBoundingClientRect();
            for (const [across, down] of [[.5, .5], [.15, .5], [.1, .2], [.5, .1], [.9, .9], [.5, .95], [.05, .95]]) {{
                const x = box.left + box.width * across, y = box.top + box.height * down;
                const top = document.elementFromPoint(x, y);
                const token = each.dataset.pick;
                if (each.contains(top) || (token && top?.closest("[data-pick]")?.dataset.pick === token)) return [x, y];
            }}
            return null;
        }})()"""
        try:
            found = self.wait(script)
        except TimeoutError:
            raise AssertionError(f"nothing to click: {selector}") from None
        return found[0], found[1]

    def mouse(self, kind: str, x: float, y: float, clicks: int = 1) -> None:
        pressed = {"button": "left", "buttons": 1, "clickCount": clicks}
        self.call(
            "Input.dispatchMouseEvent",
            type=f"mouse{kind}",
            x=x,
            y=y,
            **(pressed if kind != "Moved" else {"buttons": 1}),
        )

    def click(self, selector: str) -> None:
        x, y = self.place(selector)
        self.mouse("Pressed", x, y)
        self.mouse("Released", x, y)

    def double_click(self, selector: str) -> None:
        x, y = self.place(selector)
        for clicks in (1, 2):
            self.mouse("Pressed", x, y, clicks)
            self.mouse("Released", x, y, clicks)

    def drag(self, selector: str, target: str) -> None:
        x, y = self.place(selector)
        to_x, to_y = self.place(target)
        self.mouse("Pressed", x, y)
        for part in (0.2, 0.6, 1):
            self.mouse("Moved", x + (to_x - x) * part, y + (to_y - y) * part)
        self.mouse("Released", to_x, to_y)

    def key(self, key: str) -> None:
        code = {"windowsVirtualKeyCode": KEYS.get(key, ord(key[0].upper()))}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, **code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, **code)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


class Chrome:
    """A browser without a window, with a profile of its own."""

    def __init__(self, port: int) -> None:
        self._port = port

    @contextlib.contextmanager
    def page(self) -> Iterator[Page]:
        """Open a page that shares nothing with other pages."""
        from websockets.sync.client import connect

        version = self._fetch("/json/version")
        with connect(version["webSocketDebuggerUrl"], max_size=None, open_timeout=60) as browser:

            def call(number: int, method: str, **arguments: Any) -> dict[str, Any]:
                browser.send(json.dumps({"id": number, "method": method, "params": arguments}))
                while (message := json.loads(browser.recv(timeout=60))).get("id") != number:
                    pass
                result: dict[str, Any] = message["result"]
                return result

            context = call(1, "Target.createBrowserContext")["browserContextId"]
            target = call(2, "Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
            with connect(
                f"ws://127.0.0.1:{self._port}/devtools/page/{target}", max_size=None, open_timeout=60
            ) as socket:
                yield Page(socket)
            call(3, "Target.disposeBrowserContext", browserContextId=context)

    def _fetch(self, path: str) -> dict[str, Any]:
        from urllib.request import urlopen

        with urlopen(f"http://127.0.0.1:{self._port}{path}", timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
            return found


@contextlib.contextmanager
def chrome() -> Iterator[Chrome]:
    """Start a browser."""
    name = command()
    assert name is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        flags = (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--remote-debugging-port=0",
        )
        quiet = ("--no-first-run", "--disable-background-networking", "--disable-extensions", "--lang=en-US")
        process = subprocess.Popen(
            [name, *flags, *quiet, f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            listening = Path(profile, "DevToolsActivePort")
            end = time.monotonic() + 60
            while not (listening.exists() and listening.read_text(encoding="ascii").count("\n")):
                assert process.poll() is None, "the browser has ended"
                assert time.monotonic() < end, "the browser does not answer"
                time.sleep(0.05)
            yield Chrome(int(listening.read_text(encoding="ascii").splitlines()[0]))
        finally:
            process.terminate()
            process.wait(60)
