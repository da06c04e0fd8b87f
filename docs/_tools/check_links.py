"""Check every local link of the built site: pages, pictures and anchors."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = {""}
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        for name in ("id", "name"):
            if tag != "meta" and (value := values.get(name)):
                self.anchors.add(value)
        for name in ("href", "src"):
            if tag != "base" and (value := values.get(name)):
                self.links.append(value)


def errors(site: Path) -> list[str]:
    """Return what is wrong with the site in this folder."""
    texts = {path.resolve(): path.read_text(encoding="utf-8") for path in sorted(site.rglob("*.html"))}
    texts.pop((site / "404.html").resolve(), None)  # its links begin at the server's root
    pages = {path: Page(text) for path, text in texts.items()}
    found = []
    for path, page in pages.items():
        name = path.relative_to(site.resolve())
        for link in dict.fromkeys(page.links):
            url = urlsplit(link)
            if url.scheme or url.netloc:
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                found.append(f"{name}: {link}: no such file")
            elif target in pages and unquote(url.fragment) not in pages[target].anchors:
                found.append(f"{name}: {link}: no such anchor")
    return found if pages else [f"{site}: no pages"]


def main() -> int:
    found = errors(Path(sys.argv[1]))
    for error in found:
        print(error, file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
