"""What the site does to the repository's pages: it has no sources that links could lead to, and three pages more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).parent.parent.parent
SOURCE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+(?:benches|examples|python|rust|tests)/[^)]*\)")
FLAG = re.compile(r" *# doctest: .*$", re.MULTILINE)
BESIDE = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md")
EXAMPLE = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Adds the pages that lie beside the folder of all others."""
    for name in BESIDE:
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        for other in BESIDE:
            text = text.replace(f"]({other})", f"]({other.lower()})")
        files.append(File.generated(config, name.lower(), content=text))


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Takes links to sources away, and colours examples as what they are."""
    for name in BESIDE:
        markdown = markdown.replace(f"](../{name})", f"]({name.lower()})")
    return EXAMPLE.sub("```pycon\n", FLAG.sub("", SOURCE.sub(r"\1", markdown)))
