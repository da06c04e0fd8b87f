"""What a page of records contains."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from typing import Any


class Packed:
    """The data of a page, read as the page reads it.

    - `about`: what it says about all rounds
    - `program`: its style and modules
    - `rounds`: of each round the lines, decoded: the positions, and what concerns the whole round
    """

    def __init__(self, text: str) -> None:
        found = re.search('<script id="about" type="application/json">(.*?)</script>', text)
        assert found is not None
        self.about = json.loads(found[1])
        packs = re.findall('<script class="packed" type="text/plain">(.*?)</script>', text)
        self.texts = [zlib.decompress(b64decode(each)).decode() for each in packs]
        (self.program,), *rounds = ([json.loads(line) for line in each.splitlines()] for each in self.texts)
        self.rounds: list[list[dict[str, Any]]] = rounds
