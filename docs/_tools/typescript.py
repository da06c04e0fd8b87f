"""Write `examples/bots/protocol.d.ts`: the messages of the protocol as TypeScript types, from the JSON Schemas.

python docs/_tools/typescript.py
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oxideal._registry import GAMES
from oxideal.schemas import schema

FILE = Path(__file__).parents[2] / "examples" / "bots" / "protocol.d.ts"

HEAD = """\
// The messages of the protocol for bots, docs/protocol.md, one namespace for each game. Made from the JSON Schemas of
// oxideal by docs/_tools/typescript.py.
"""

ROOTS = ("to_bot", "from_bot")


def type_of(part: dict[str, Any]) -> str:
    """Return the type that a part of a schema describes."""
    if "$ref" in part:
        return name_of(part["$ref"].rpartition("/")[2])
    if "const" in part:
        return json.dumps(part["const"])
    if "enum" in part:
        return " | ".join(map(json.dumps, part["enum"]))
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(map(type_of, part["anyOf"])))
    if "prefixItems" in part:
        return f"[{', '.join(map(type_of, part['prefixItems']))}]"
    kind = part.get("type")
    if kind == "array":
        return f"Array<{type_of(part['items'])}>" if "items" in part else "unknown[]"
    if kind == "object":
        if "properties" not in part:
            return "Record<string, unknown>"
        needed = part.get("required", [])
        fields = [
            f"{name}{'' if name in needed else '?'}: {type_of(each)}" for name, each in part["properties"].items()
        ]
        return f"{{ {'; '.join(fields)} }}"
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}[
        kind or ""
    ]


def name_of(name: str) -> str:
    """Return the name of a type."""
    return {"to_bot": "HostMessage", "from_bot": "BotMessage"}.get(name, name.title().replace("_", ""))


def used(found: dict[str, Any], names: tuple[str, ...]) -> Iterator[str]:
    """Yield the names of the definitions that these need, in the order of the schema."""
    needed, ahead = set[str](), [*names]
    while ahead:
        name = ahead.pop()
        if name not in needed:
            needed.add(name)
            ahead += [part.split('"')[0] for part in json.dumps(found[name]).split("#/$defs/")[1:]]
    yield from (name for name in found if name in needed)


def text() -> str:
    lines = [HEAD]
    for game, info in GAMES.items():
        found = schema(ROOTS[0], game)["$defs"]
        lines.append(f"export namespace {info.class_name} {{")
        for name in used(found, ROOTS):
            parts = found[name].get("anyOf", [])
            if len(parts) > 3:
                union = "".join(f"\n    | {type_of(part)}" for part in parts)
                lines.append(f"  export type {name_of(name)} ={union};")
            else:
                lines.append(f"  export type {name_of(name)} = {type_of(found[name])};")
        lines.append("}\n")
    return "\n".join(lines)


def main() -> int:
    FILE.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
