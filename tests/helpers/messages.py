"""The wording of messages. Each is written once: that of a refusal in `oxideal.words`, every other in
`tests/data/messages.json`. Tests refer to them by name and values.
"""

from __future__ import annotations

import json
import re
from typing import Any

from helpers.cases import DATA
from oxideal._registry import NAMES
from oxideal.words import Words, words

MESSAGES: dict[str, str] = json.loads((DATA / "messages.json").read_text(encoding="utf-8"))

REFUSALS: dict[str, Words] = {name: said for said in map(words, NAMES) for name in said.section("refusals")}


def says(name: str, *values: object, rule: str | None = None, event: int | None = None) -> str:
    """Return the message of this name with these values, with the rule at the end and the event's
    number in front.
    """
    if name in REFUSALS:
        places = re.findall(r"\{(\w+)", REFUSALS[name].section(f"refusals.{name}"))
        named = dict(zip(dict.fromkeys(places), values, strict=True))
        text = REFUSALS[name].say(f"refusals.{name}", **named)
    else:
        text = MESSAGES[name].format(*values)
    if rule is not None:
        text = f"{text} [{rule}]"
    return text if event is None else MESSAGES["event"].format(event, text)


def message_of(row: dict[str, Any]) -> str:
    """Return the message that a row of data names."""
    text = says(*row["message"], rule=row.get("rule"), event=row.get("event"))
    return MESSAGES["argument"].format(row["argument"], text) if "argument" in row else text
