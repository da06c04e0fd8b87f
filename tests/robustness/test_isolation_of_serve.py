"""Every byte that a client of a server is sent is the same in two rounds that differ only in cards hidden from it."""

from __future__ import annotations

import asyncio
import json
import random
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import pytest

from helpers.effort import times
from helpers.isolation import RUST, Twin, check_sent, random_round, twin_of
from oxideal._registry import game_of
from oxideal.commitment import Commitment
from oxideal.serve.bots import Bots
from oxideal.serve.connection import Connection
from oxideal.serve.live import LiveTable
from oxideal.serve.settings import Settings
from oxideal.serve.store import Store
from oxideal.serve.table import Table, created

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.cases import Case

ROUNDS = times(5, quick=3)
"""For each case."""


class Recorder(Connection):
    """A connection without a socket, which keeps what it is sent."""

    def __init__(self, *wants: str) -> None:
        super().__init__(None, "", Settings())  # type: ignore[arg-type]  # no socket
        self.wants = wants
        self.kept: list[str] = []

    @property
    def is_closed(self) -> bool:
        return False

    def send(self, *given: dict[str, Any]) -> None:
        self.kept += map(json.dumps, given)


@cache
def commitment(game: str, rules: str) -> str:
    """Return the same commitment for the same rules."""
    return Commitment.new(game, json.loads(rules), dealer=0).reveal()


def bytes_sent(folder: Path, module: Any, twin: Twin, seat: int | None) -> list[str]:
    """Return all messages that a client is sent when the actions are played, as the server sends them. The round does
    not end: then everything is revealed, for players to verify the deal.

    A page in this seat is sent what a bot is, and what it shows. The round is that of the twin; the messages
    about the deal, which have secrets of their own, are the same in all rounds.
    """
    store = Store(str(folder / "tables.sqlite"))
    try:
        return asyncio.run(played(store, module, twin, seat))
    finally:
        store.close()


async def played(store: Store, module: Any, twin: Twin, seat: int | None) -> list[str]:
    state = twin.state(module, 0)
    plies = len(twin.actions) - twin.state(module).is_over
    players = state.rules.players
    found = game_of(state)
    assert found is not None
    entry = created(found.name, state.rules.to_dict(), ["person"] * players)
    table = Table([entry])
    for each in range(players):
        table.apply({"kind": "seat", "seat": each, "name": f"seat {each}", "token": f"{each}"})
    table.apply({"kind": "commit", "dealer": 0, "secret": commitment(found.name, json.dumps(state.rules.to_dict()))})
    bots = Bots(Settings())
    live = LiveTable("a table", table, store, bots, Settings(), lambda _: None)
    table.apply({"kind": "round", "contributions": []})
    table.match._state = state
    viewer = Recorder("legal", "view", "words")
    viewer.enter(live, seat, "en")
    if seat is None:
        live.spectators.add(viewer)
    else:
        live.seated[seat] = viewer

    async def unstored(*_: Any) -> None:
        pass

    store.append = unstored  # type: ignore[method-assign, assignment]
    live._begin(viewer)
    live.table.forced_action = lambda: None  # type: ignore[method-assign]  # the actions have them
    await live._advance()
    for action in twin.actions[:plies]:
        state.push(action)
        table.turn += 1
        await live._advance()
        if viewer.page is not None and seat is not None and not state.is_over:
            pick = str(state.view(seat).legal_moves()[0]) if state.current_player == seat else "3"
            viewer.send(viewer.page.explain([pick]), viewer.page.look(language="zh"))
            viewer.send(viewer.page.past(len(state.history) // 2))
            viewer.page.look(language="en")
    if not state.is_over:
        state.forfeit(players - 1, "time")
        table.turn += 1
        await live._advance()
        assert any('"forfeit' in message for message in viewer.kept)
    bots.close()
    return viewer.kept


@pytest.mark.parametrize("case", RUST, ids=str)
def test_bytes_of_twins(case: Case, tmp_path: Path) -> None:
    check_sent(case, ROUNDS, partial(bytes_sent, tmp_path, case.module))


@pytest.mark.parametrize("case", [case for case in RUST if case.rules.players > 1], ids=str)
def test_bytes_of_spectators(case: Case, tmp_path: Path) -> None:
    """A spectator is sent the same in the twins of every seat."""
    chance = random.Random(str(case.fields))
    different = 0
    for number in range(ROUNDS):
        one = random_round(case, 8000 + number, chance.choice((2, 12, 60)))
        first = bytes_sent(tmp_path, case.module, one, None)
        assert len(first) > 1
        for seat in range(case.rules.players):
            two = twin_of(case.module, one, seat, chance)
            assert bytes_sent(tmp_path, case.module, two, None) == first
            different += one.state(case.module, 0) != two.state(case.module, 0)
    assert different > 0
