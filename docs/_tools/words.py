"""Look for phrases that we do not use, in pages, docstrings, comments and messages.

Each entry is a pattern, what to write in its place, and a sentence in which the pattern must be found.
`CONTRIBUTING.md` has the vocabulary.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ENDINGS = {".md", ".py", ".pyi", ".rs", ".yml", ".yaml", ".toml", ".sh"}
NAMES = {"Makefile", ".ci/run", "rust/fuzz/run"}
EXEMPT = {"docs/_tools/words.py"}

PHRASES = [
    (r"what (?:came|comes|became|becomes) of (?:it|them)", "the results", "The demo shows what came of it."),
    (r"stands? twice", "duplicate", "The field stands twice."),
    (r"\bgo(?:es)? on after the end", "trailing bytes", "The bytes go on after the end."),
    (
        r"(?<!there\s)(?<!this\s)(?<!it\s)\bis no (?!longer|more|less|fewer|doubt|one\b|need)",
        "is not a",
        "9 is no seat.",
    ),
    (r"\banew\b", "again", "The cards are dealt anew."),
    (
        r"\bwho (?:leads|plays|bids|passes|wins|holds|draws) (?:must|may|can|has)\b",
        "the leader must",
        "Who leads must play.",
    ),
    (r"\bthat which\b", "what", "Beat that which was led."),
    (r"\bsuch as expected\b", "expected e.g.", "No field such as expected."),
    (r"\bin this way\b", "so, or nothing", "Deals made in this way are fair."),
    (r"\bfor who(?:ever)?\b(?!,)", "for those who", "It is for who writes bots."),
    (r"\bgood company\b", "strong bots", "Good company."),
    (r"\bon trust\b", "without checking", "They are not to take it on trust."),
    (r"\bexclude each other\b", "are mutually exclusive", "These options exclude each other."),
    (r"\b(?:is|are|be|were|was) held against\b", "is compared with", "It is held against the reference."),
    (r"\bas long as it may\b", "until its limit", "It thinks as long as it may."),
    (r"\bin its ears\b", "the last actions", "What it still has in its ears."),
    (r"\bas befits\b", "nothing", "It plays as befits a bot."),
    (r"\bbrings along\b", "depends on", "numpy is all it brings along."),
    (r"\blays? down anything\b", "plays anything", "They lay down anything."),
    (
        r"\b(?:at (?:least|most)|after|only) so (?:many|much|long)\b(?! (?:that|to))",
        "a number",
        "It takes at least so long.",
    ),
    (r"\b(?:farmers|(?:a|each|the) farmer)\b", "peasant", "The farmers win."),
]
PATTERNS = [(re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE), instead) for pattern, instead, _ in PHRASES]


def found(text: str) -> list[tuple[int, str, str]]:
    """Return the line, the phrase and what to write in its place, for each phrase in a text."""
    hits = [
        (text.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), instead)
        for pattern, instead in PATTERNS
        for match in pattern.finditer(text)
    ]
    return sorted(hits)


def main() -> int:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [Path(line) for line in listed.splitlines()]
    count = 0
    for (pattern, _), (_, _, sentence) in zip(PATTERNS, PHRASES, strict=True):
        if pattern.search(sentence) is None:
            print(f'{pattern.pattern} does not find "{sentence}"')
            count += 1
    for path in paths:
        name = path.as_posix()
        if (path.suffix in ENDINGS or name in NAMES) and name not in EXEMPT and (ROOT / path).is_file():
            for line, phrase, instead in found((ROOT / path).read_text(encoding="utf-8")):
                print(f'{path}:{line}: "{phrase}": write "{instead}"')
                count += 1
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
