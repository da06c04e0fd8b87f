"""Measure the page that needs no server: what is loaded, and how long it takes with a slow processor (needs Chromium).

    make play && python benches/page.py

Chromium slows down the page's own thread, but not the worker with the engine. Files come from this machine, so times
are those of the processor, without those of a network.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import http.server
import sys
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "target/play"
GAMES = sorted(path.stem for path in (FOLDER / "games").glob("*.js"))
REPEATS = 5

sys.path.insert(0, str(ROOT / "tests"))


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


def sizes() -> None:
    files = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.is_file()}
    size = {name: len(gzip.compress(path.read_bytes())) for name, path in files.items()}
    page = sum(each for name, each in size.items() if not name.startswith(("engine/", "weights/")))
    print(f"{'page without engine':32}{page / 1000:8.0f} kB gzipped")
    for game in GAMES:
        engine = sum(each for name, each in size.items() if name.startswith(f"engine/{game}/"))
        print(f"{game:32}{engine / 1000:8.0f} kB")
        for name in sorted(size):
            if name.startswith(f"weights/{game}"):
                print(f"{name:32}{size[name] / 1000:8.0f} kB, with the engine {(engine + size[name]) / 1000:.0f}")


def times(slowdown: float) -> None:
    from helpers.chrome import chrome

    handler = functools.partial(Quiet, directory=str(FOLDER))
    with chrome() as browser, http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        for game in GAMES:
            found = [
                first_visit(browser, f"http://127.0.0.1:{server.server_port}/", game, slowdown) for _ in range(REPEATS)
            ]
            page, table = (sorted(each)[REPEATS // 2] for each in zip(*found, strict=True))
            print(f"{game:32}page ready in {page:.2f} s, table {table:.2f} s after Play (median of {REPEATS})")
        server.shutdown()


def first_visit(browser: Any, url: str, game: str, slowdown: float) -> tuple[float, float]:
    """Return the seconds until the page is ready, and from a click until the first position is shown."""
    with browser.page() as page:
        page.call("Emulation.setCPUThrottlingRate", rate=slowdown)
        page.go(url)
        page.wait("document.querySelector('#games input')")
        ready = page.js("performance.now()")
        page.js(f"document.querySelector('input[name=game][value={game}]').click()")
        shown = page.js("""new Promise((done) => {
            const start = performance.now();
            const shown = () => done(performance.now() - start);
            document.querySelector("#table").addEventListener("shown", shown, {once: true});
            document.querySelector("#start .primary").click();
        })""")
        return ready / 1000, shown / 1000


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slowdown", type=float, default=4, help="how many times slower the processor is (default: 4)")
    slowdown = parser.parse_args().slowdown
    sizes()
    times(slowdown)
