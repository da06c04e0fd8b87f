"""Helpers for tests of environments."""

from __future__ import annotations

from typing import Any

from oxideal import doudizhu, foursquare, mexican_train, rummy

GAMES: dict[str, Any] = {"doudizhu": doudizhu, "foursquare": foursquare, "mexican_train": mexican_train, "rummy": rummy}


IDS = {
    "doudizhu": "oxideal/DouDizhu-v0",
    "foursquare": "oxideal/FourSquare-v0",
    "mexican_train": "oxideal/MexicanTrain-v0",
    "rummy": "oxideal/Rummy-v0",
}
