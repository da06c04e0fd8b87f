"""Write `docs/protocol-dialogues.md`: a round of each game as the host and a bot exchange it.

python docs/_tools/dialogues.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oxideal import _registry
from oxideal.bots import RuleBot
from oxideal.clock import TimeControl
from oxideal.protocol import messages
from oxideal.protocol.lines import write

PAGE = Path(__file__).parent.parent / "protocol-dialogues.md"

HEAD = """\
# Dialogues

A complete round of each game in the [protocol for bots](protocol.md), with a bot that wants `legal`.
`>` is sent to the bot, `<` comes from it. A line that begins with spaces continues the one before: in
a dialogue each message is a single line.

The rounds are short on purpose: few cards and few players. Ours is the bot `rule`, and so are the
others.
"""

RULES: dict[str, dict[str, Any]] = {
    "doudizhu": {"auction": False},
    "mexican_train": {"players": 2, "set": 3, "engine": 3, "hand_size": 2},
    "rummy": {"hand_size": 2, "turn_limit": 100},
}
"""Rules that make a round short, of the games that need them."""

SEAT, MOVES = 0, 12
"""The seat of the bot, and the number of decisions that a dialogue should have at most."""


def dialogue(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the messages of a short round, each with its direction."""
    module = _registry.module_of(game)
    rules = module.Rules.from_dict(RULES.get(game, {}))
    return min((list(of_deal(module, rules, stream)) for stream in range(200)), key=size).__iter__()


def size(made: list[tuple[str, dict[str, Any]]]) -> tuple[bool, int]:
    """Order dialogues: those with some decisions first, then the shortest."""
    decisions = sum(message["kind"] == "answer" for _, message in made)
    return decisions < 3, len(write(*(message for _, message in made)))


def of_deal(module: Any, rules: Any, stream: int) -> Iterator[tuple[str, dict[str, Any]]]:
    wants, rule = ("legal",), RuleBot()
    state = module.State(rules, seed=1, stream=stream)
    names = ["my bot" if seat == SEAT else rule.name for seat in range(rules.players)]
    yield ">", {"kind": "hello", "versions": [1], "name": "oxideal"}
    yield "<", {"kind": "hello", "version": 1, "name": "my bot", "wants": ["legal"]}
    yield ">", messages.new_round(rules, SEAT, names, (TimeControl(move=5), 0.5), None)
    told = number = 0
    while (seat := state.current_player) is not None:
        view = state.view(seat)
        move = rule.choose(view)
        if seat == SEAT and len(view.legal_actions()) > 1:
            for each in messages.events(rules, state.events(SEAT)[told:]):
                yield ">", each
            told, number = len(state.events(SEAT)), number + 1
            yield ">", messages.question(view, number, 5.0, 0.0, wants)
            yield "<", {"kind": "answer", "id": number, "move": int(move)}
        state.push(move)
    for each in messages.events(rules, state.events(SEAT)[told:]):
        yield ">", each
    yield ">", messages.end_round(state.view(SEAT), wants)
    yield ">", {"kind": "bye"}


def page() -> str:
    parts = [HEAD]
    for game, info in _registry.GAMES.items():
        parts.append(f"## {info.title}\n\n```text")
        for direction, message in dialogue(game):
            first, *rest = broken(write(message).decode().rstrip("\n"))
            parts.append("\n".join([f"{direction} {first}", *(f"  {each}" for each in rest)]))
        parts.append("```\n")
    return "\n".join(parts)


def broken(text: str) -> Iterator[str]:
    """Yield pieces that end with a comma; joined again, they are the text."""
    while len(text) > 96:
        end = text.rindex(",", 0, 96) + 1
        yield text[:end]
        text = text[end:]
    yield text


def main() -> int:
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
