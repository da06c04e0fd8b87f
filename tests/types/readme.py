"""The README's session, with the types that a user would write."""

from __future__ import annotations

from collections.abc import Sequence

from oxideal import doudizhu as dd
from oxideal import svg
from oxideal.arena import Result, arena
from oxideal.bots import Bot, Limit, RandomBot, RuleBot, SearchBot, Thinking, solve
from oxideal.interface import Moves
from oxideal.record import Record

state = dd.State(dd.Rules.preset("douzero"), seed=21)
view = state.view(2)
legal: Sequence[dd.Move] = view.legal_moves()
moves: Moves[dd.Move] = state.legal_moves()
last: dd.Move = moves[-1]
some: list[dd.Move] = moves[:3]
move: dd.Move = RuleBot().choose(view)
thinking: Thinking[dd.Move] = SearchBot(Limit(iterations=100), seed=1).think(view)
best: dd.Move = thinking.move
cards: str = thinking.choices[0].move.cards
line: tuple[dd.Move, ...] = thinking.line
state.push(best)
record: Record = Record.of(state)
picture: str = svg.draw(state, seat=0)
solution = solve(state, Limit(nodes=100))
if solution is not None:
    first: dd.Move = solution.line[0]


class Most:
    """A bot for one game."""

    def choose(self, view: dd.View, limit: Limit | None = None) -> dd.Move:
        return max(view.legal_moves(), key=lambda move: len(move.cards))


mine: Bot[dd.View] = Most()
result: Result = arena("doudizhu", [Most(), RandomBot(seed=1), "rule"], games=1, seed=1)
share: float = result.rows[0].wins.mean
