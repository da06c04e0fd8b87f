"""Print JSON for programs."""

from __future__ import annotations

import json
from typing import Any

FORMAT = 1
"""Version of the JSON output, bumped when a key changes meaning or is removed."""


def print_json(fields: dict[str, Any]) -> None:
    print(json.dumps({"format": FORMAT, **fields}, indent=2, allow_nan=False))
