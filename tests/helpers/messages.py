"""The wording of messages. Each is written once, in `tests/data/messages.json`; tests refer to it
by name and values.
"""

from __future__ import annotations

import json
from typing import Any

from helpers.cases import DATA

MESSAGES: dict[str, str] = json.loads((DATA / "messages.json").read_text(encoding="utf-8"))


def says(name: str, *values: object, rule: str | None = None, event: int | None = None) -> str:
    """Return the message of this name with these values, with the rule at the end and the event's
    number in front.
    """
    text = MESSAGES[name].format(*values)
    if rule is not None:
        text = f"{text} [{rule}]"
    return text if event is None else MESSAGES["event"].format(event, text)


def message_of(row: dict[str, Any]) -> str:
    """Return the message that a row of data names."""
    text = says(*row["message"], rule=row.get("rule"), event=row.get("event"))
    return MESSAGES["argument"].format(row["argument"], text) if "argument" in row else text
