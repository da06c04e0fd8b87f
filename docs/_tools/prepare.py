"""Copy `docs/` to `target/docs/`, changed where the site differs from the repository.

Markdown in the repository is written for GitHub. On the site, links to source files lose their targets, comments for
doctest disappear, examples are highlighted as sessions, and pictures follow the site's own dark mode. Three pages of
the root folder are added, and each tutorial as a notebook. A navigation that names a missing page, or misses one, is
an error.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from notebooks import notebook

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
TARGET = ROOT / "target" / "docs"
ROOT_PAGES = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md")

FRONT_PAGE = "---\nhide: [navigation, toc]\n---\n\n"
SOURCE_LINK = re.compile(r"\[([^\]]*)\]\((?:\.\./)+(?:benches|examples|python|requirements|rust|tests)/[^)]*\)")
DOCTEST_FLAG = re.compile(r" *# doctest: .*$", re.MULTILINE)
SESSION = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)
PICTURE = re.compile(
    r'<picture>\s*<source [^>]*dark[^>]*srcset="([^"]+)"[^>]*>\s*<img ([^>]*)src="([^"]+)"([^>]*)>\s*</picture>'
)
THEMED = re.compile(r"!\[([^\]]*)\]\(((?:\.\./)*images/[\w-]+)\.svg\)")  # x.svg, which has a dark version x-dark.svg
BUTTON = re.compile(r"<!-- on the site: (\S+) (.*) -->")
NAV_PAGE = re.compile(r"^ +- (?:[^:#\n]+: )?([\w/-]+\.md)$", re.MULTILINE)


def main() -> int:
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(DOCS, TARGET, ignore=shutil.ignore_patterns("_tools"))
    for name in ROOT_PAGES:
        (TARGET / name.lower()).write_text(root_page((ROOT / name).read_text(encoding="utf-8")), encoding="utf-8")
    install = re.findall(r"^ {4}(pip install .*)", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)[0]
    for tutorial in (TARGET / "tutorials").glob("*.md"):
        text = tutorial.read_text(encoding="utf-8")
        made = notebook(text, "docs/tutorials", install)
        tutorial.with_suffix(".ipynb").write_text(made, encoding="utf-8")
        title, _, rest = text.partition("\n")
        link = f"[This page as a notebook]({tutorial.stem}.ipynb)"
        tutorial.write_text(f"{title}\n\n{link}\n{rest}", encoding="utf-8")
    pages = sorted(TARGET.rglob("*.md"))
    for page in pages:
        depth = len(page.relative_to(TARGET).parts) - 1
        page.write_text(site_page(page.read_text(encoding="utf-8"), depth), encoding="utf-8")
    front = TARGET / "index.md"
    front.write_text(FRONT_PAGE + front.read_text(encoding="utf-8"), encoding="utf-8")
    found = {page.relative_to(TARGET).as_posix() for page in pages}
    listed = NAV_PAGE.findall((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    errors = nav_errors(listed, found)
    for error in errors:
        print(f"mkdocs.yml: {error}", file=sys.stderr)
    return int(bool(errors))


def root_page(text: str) -> str:
    """Return a page of the root folder with its links as they are in `docs/`."""
    text = text.replace("](docs/", "](").replace("](./", "](")
    for name in ROOT_PAGES:
        text = text.replace(f"]({name}", f"]({name.lower()}")
    return re.sub(r"\]\((?=(?:benches|examples|python|requirements|rust|tests)/)", "](../", text)


def site_page(text: str, depth: int) -> str:
    """Return a page as the site shows it; `depth` is the number of folders above it."""
    for name in ROOT_PAGES:
        text = text.replace(f"]({'../' * (depth + 1)}{name}", f"]({'../' * depth}{name.lower()}")
    text = SESSION.sub("```pycon\n", DOCTEST_FLAG.sub("", SOURCE_LINK.sub(r"\1", text)))
    text = BUTTON.sub(r'<a class="md-button md-button--primary" href="\1">\2</a>', text)
    text = THEMED.sub(r"![\1](\2.svg#only-light)![\1](\2-dark.svg#only-dark)", text)
    return PICTURE.sub(r'<img \2src="\3#only-light"\4><img \2src="\1#only-dark"\4>', text)


def nav_errors(listed: list[str], found: set[str]) -> list[str]:
    """Return what is wrong with a navigation that lists these pages."""
    missing = [f"{name} is in the navigation but does not exist" for name in listed if name not in found]
    unlisted = [f"{name} is not in the navigation" for name in sorted(found - set(listed))]
    twice = [f"{name} is in the navigation twice" for name in sorted(set(listed)) if listed.count(name) > 1]
    return missing + unlisted + twice


if __name__ == "__main__":
    sys.exit(main())
