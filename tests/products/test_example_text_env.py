"""`examples/text_env.py`: rounds as text, the adapter to OpenEnv over a fake of it, and a model as a bot."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from oxideal import rummy
from oxideal.arena import arena, benchmark
from oxideal.bots import RuleBot
from oxideal.differential import GAMES
from oxideal.errors import OxidealError

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
text_env: Any = import_module("text_env")
prompt, move_in, score, Round = text_env.prompt, text_env.move_in, text_env.score, text_env.Round


def played(episode: int, game: str) -> Any:
    """Return a round in which the rule bot writes the replies."""
    made = Round()
    made.reset(game, seed=7, episode=episode)
    while not made.state.is_over:
        assert made.reward == 0
        assert len(made.state.legal_moves()) > 1
        choice = RuleBot().choose(made.state.view(made.seat))
        told = made.step(f"I could also pass.\n**Move: {choice}**\n")
    assert told.endswith(f"Payoffs by seat: {made.state.payoffs}")
    return made


@pytest.mark.parametrize("game", GAMES)
def test_each_deal_is_played_from_every_seat(game: str) -> None:
    players = text_env.GAMES[game].Rules().players
    rounds = [played(episode, game) for episode in range(2 * players)]
    assert [each.seat for each in rounds] == [*range(players)] * 2
    deals = [str(each.state.origin) for each in rounds]
    assert [deals.index(deal) for deal in deals] == [0] * players + [players] * players
    for each in rounds:
        payoffs = each.state.payoffs
        assert each.reward == pytest.approx(payoffs[each.seat] - (sum(payoffs) / players if players > 1 else 0))
    again = played(0, game).state
    assert (again.history, again.seed) == (rounds[0].state.history, 7)


def test_prompt_depends_on_the_view_alone() -> None:
    state = rummy.State(seed=7, dealer=0)
    state.push("draw")
    view = state.view(1)
    text = prompt(view)
    assert text == prompt(view.sample(5).view(1)) == prompt(rummy.View.from_text(view.to_text()))
    listed = text.partition("in all:\n")[2].partition("\n\n")[0].split("\n")
    moves = [str(move) for move in view.legal_moves()]
    assert sorted(listed) == sorted(moves)
    assert listed not in (moves, sorted(moves))


@pytest.mark.parametrize(
    "reply", ["draw", "move: draw", "move: take\nno:\nMOVE: draw\n", "Let me see.\n\n**Move:** `draw`"]
)
def test_move_is_read_after_the_last_mark(reply: str) -> None:
    assert str(move_in(reply, rummy.State(seed=7, dealer=0).view(1))) == "draw"


def test_third_wrong_reply_in_a_row_forfeits() -> None:
    made = Round()
    first = made.reset("rummy", seed=7, episode=1)
    assert made.step("").startswith('invalid move ""')
    refused = made.step("move: discard 2C")
    assert refused.startswith("draw a card first [RM-03]")
    assert refused.endswith(first)
    made.step("draw")
    for _ in range(2):
        made.step("?")
        assert not made.state.is_over
    told = made.step("?")
    assert made.state.forfeited == (1, "rules")
    assert "The round is over" in told
    assert made.reward < 0


class Scripted(text_env.Model):  # type: ignore[misc]
    """Its first reply to each prompt is not a move."""

    asked = 0

    def complete(self, messages: list[dict[str, str]]) -> str:
        self.asked += 1
        if len(messages) == 1:
            return "no idea"
        assert [each["role"] for each in messages] == ["user", "assistant", "user"]
        assert messages[2]["content"].startswith('invalid move "no idea"')
        return messages[0]["content"].rpartition("\n")[2]


def test_model_is_rated_like_any_bot() -> None:
    model = Scripted()
    result = arena("rummy", [model, "level:1"], 2, seed=7, rules=rummy.Rules(players=2, turn_limit=20))
    assert result.faults == ()
    assert model.asked == 2 * result.rows[0].decisions
    assert benchmark("rummy", Scripted(), 2, seed=7).forfeits == {}


def test_model_that_never_names_a_move_forfeits() -> None:
    model = text_env.Model()
    model.complete = lambda messages: f"no idea {len(messages)}"
    with pytest.raises(OxidealError, match='invalid move "no idea 5"'):
        model.choose(rummy.State(seed=7, dealer=0).view(1))
