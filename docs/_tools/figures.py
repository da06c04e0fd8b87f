"""Write the measured figures of `docs/figures.toml` into the pages; with `--check`, report what differs.

After `<!-- peers.steps -->` a page has the figure `steps` of the group `peers`, rounded as the figure that is there.
Other figures must be in a table or block, which stand beside their command.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
GROUPS: dict[str, Any] = tomllib.loads((ROOT / "docs/figures.toml").read_text("utf-8"), parse_float=Decimal)
VALUES = {f"{group}.{name}": Decimal(value) for group, at in GROUPS.items() for name, value in at["figures"].items()}

NUMBER = r"(?<![\d.,])\d+(?:,\d{3})*(?:\.\d+)?"
UNITS = {"": 1, " million": 1_000_000, " 万": 10_000}
MARK = re.compile(rf"<!-- ([\w-]+\.[\w-]+) -->({NUMBER})( million| 万|)")
MEASURED = re.compile(rf"({NUMBER})(?:( million| 万)| ?%|(?<=\.\d) times|(?<=\.\d\d) times)")
BLOCK = re.compile(r"^```.*?^```$|^ {4}[^\n]*$", re.MULTILINE | re.DOTALL)

CHOSEN = re.compile(
    r"95% (?:interval|margin|置信区间)|at most 5\s?% of (?:runs|reviews)|errors of 2\.5%|within 2% of|2/40 = 5%"
    r"|is 52% of|simulation \(0\.5%\)|more than 3%|tolerance is 20%|runs 5%|less than (?:24|95)%|more\s+than 76%"
    r"|For 90%|20 million rounds|take 6\.8 million|python-3\.11%2B"
)
"""Settings, thresholds and arithmetic, which nothing measures."""


def pages() -> list[Path]:
    return [ROOT / "README.md", ROOT / "README.zh-CN.md", *sorted((ROOT / "docs").rglob("*.md"))]


def rounded(value: Decimal, like: str, unit: str = "") -> str:
    """Return the value in this unit as another figure is written: with its decimals, or in thousands if it is."""
    places = 3 if like.endswith(",000") else -len(like.partition(".")[2])
    return f"{(value / UNITS[unit]).quantize(Decimal(1).scaleb(places), ROUND_HALF_UP):,f}"


def written(text: str) -> str:
    """Return a page with the figures of the file. Raises `KeyError` for a mark that the file lacks."""
    return MARK.sub(lambda at: f"<!-- {at[1]} -->{rounded(VALUES[at[1]], at[2], at[3])}{at[3]}", text)


def unmarked(text: str, *, quotes_only: bool) -> Iterator[str]:
    """Yield the measured figures of a page's prose without a mark, unless a table or block of the page has them.

    A page that only quotes has no tables of its own.
    """
    blocks, prose = BLOCK.findall(text), MARK.sub("", BLOCK.sub("", text))
    if not quotes_only:
        blocks += re.findall(r"^ *\|.*$", prose, re.MULTILINE)
        prose = re.sub(r"^ *\|.*$", "", prose, flags=re.MULTILINE)
    own = [Decimal(each[1].replace(",", "")) for each in MEASURED.finditer("\n".join(blocks))]
    for figure in MEASURED.finditer(CHOSEN.sub("", prose)):
        if not any(rounded(value, figure[1]) == figure[1] for value in own):
            yield figure[0]


def problems() -> Iterator[str]:
    """Yield what is wrong with the pages and the file."""
    for page in pages():
        name, text = str(page.relative_to(ROOT)), page.read_text("utf-8")
        for now, then in zip(text.splitlines(), written(text).splitlines(), strict=True):
            if now != then:
                yield f"{name}: write {then!r}"
        for mark in re.findall(rf"^ *{MARK.pattern}", text, re.MULTILINE):
            yield f"{name}: {mark[0]} begins a line, where Markdown takes a comment for a block"
        for figure in unmarked(text, quotes_only=page.parent == ROOT):
            yield f"{name}: {figure} is in no table, and without a mark for docs/figures.toml"
    for group, at in GROUPS.items():
        text = (ROOT / at["page"]).read_text("utf-8")
        stated = [at[key] for key in ("command", "machine", "date") if key in at]
        marks = [f"<!-- {group}.{name} -->" for name in at["figures"]]
        yield from (f"{at['page']} lacks {word!r}" for word in stated + marks if word not in text)


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        found = list(problems())
        print("\n".join(found), end="\n" if found else "")
        return int(bool(found))
    for page in pages():
        page.write_text(written(page.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
