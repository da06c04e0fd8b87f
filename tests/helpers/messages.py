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

REFUSALS: dict[str, tuple[Words, str]] = {
    f"{name}_{game}" if name == "not_a_move" else name: (words(game), f"refusals.{name}")
    for game in NAMES
    for name in words(game).section("refusals")
}


def says(name: str, *values: object, rule: str | None = None, event: int | None = None) -> str:
    """Return the message of this name with these values, with the rule at the end and the event's
    number in front.
    """
    if name in REFUSALS:
        said, key = REFUSALS[name]
        places = re.findall(r"\{(\w+)", said.section(key))
        text = said.say(key, **dict(zip(dict.fromkeys(places), values, strict=True)))
    else:
        text = MESSAGES[name].format(*values)
    if rule is not None:
        text = f"{text} [{rule}]"
    return text if event is None else MESSAGES["event"].format(event, text)


def message_of(row: dict[str, Any]) -> str:
    """Return the message that a row of data names."""
    text = says(*row["message"], rule=row.get("rule"), event=row.get("event"))
    return MESSAGES["argument"].format(row["argument"], text) if "argument" in row else text
