"""What the site does to the repository's pages: it has no sources that links could lead to, and two pages more."""

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
EXAMPLE = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Adds the pages that lie beside the folder of all others."""
    for name in ("CONTRIBUTING.md", "CHANGELOG.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, name.lower(), content=text.replace("](docs/", "](")))


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Takes links to sources away, and colours examples as what they are."""
    return EXAMPLE.sub("```pycon\n", FLAG.sub("", SOURCE.sub(r"\1", markdown)))
