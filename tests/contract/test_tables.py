"""The tables in `tests/data/<game>/`, each for all games that have it, on both engines."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from helpers import codec
from helpers.cases import begun, error_of, module_of, rules_of, shows, table
from helpers.messages import message_of, says
from helpers.refusal import refuses
from oxideal.errors import IllegalMoveError, InvalidMoveError, InvalidRecordError, InvalidRulesError, InvalidStateError

HIDDEN = {"hands", "kitty", "stock", "boneyard", "legal", "text"}
"""What a state shows and a view does not."""


@pytest.fixture
def module(game: str, backend: str) -> Any:
    return module_of(game, backend)


# Texts, positions and deals


@table("good_texts.json")
def test_valid_texts(module: Any, row: dict[str, Any]) -> None:
    seed = {"seed": 0} if row["reader"] == "State" else {}
    for text in (row["text"], row["written"]):
        read = getattr(module, row["reader"]).from_text(text, **seed)
        assert read.to_text() == row["written"], row["why"]
        assert read == getattr(module, row["reader"]).from_text(row["text"], **seed)


@table("bad_texts.json")
def test_invalid_texts(module: Any, row: dict[str, Any]) -> None:
    refuses(InvalidStateError, message_of(row), getattr(module, row["reader"]).from_text, row["text"])


def check_start(state: Any, module: Any, row: dict[str, Any]) -> None:
    assert state.to_text() == row["text"], row["why"]
    assert state == module.State.from_text(row["text"], seed=row["args"].get("seed"))
    assert (state.seed, state.stream, state.history) == (None, None, ())


@table("positions.json")
def test_positions(game: str, backend: str, module: Any, row: dict[str, Any]) -> None:
    check_start(module.State.from_position(rules_of(game, backend, row["rules"]), **row["args"]), module, row)


@table("bad_positions.json")
def test_invalid_positions(game: str, backend: str, module: Any, row: dict[str, Any]) -> None:
    rules = rules_of(game, backend, row["rules"])
    refuses(error_of(row["error"]), message_of(row), module.State.from_position, rules, **row["args"])


@table("deals.json")
def test_given_deals(game: str, backend: str, module: Any, row: dict[str, Any]) -> None:
    check_start(module.State.from_deal(rules_of(game, backend, row["rules"]), **row["args"]), module, row)


@table("bad_deals.json")
def test_invalid_deals(game: str, backend: str, module: Any, row: dict[str, Any]) -> None:
    error = error_of(row.get("error", "InvalidStateError"))
    refuses(error, message_of(row), module.State.from_deal, rules_of(game, backend, row.get("rules")), **row["args"])


# Moves


@table("good_moves.json")
def test_valid_move_texts(game: str, backend: str, row: dict[str, Any]) -> None:
    move = rules_of(game, backend, row["rules"]).parse(row["text"])
    assert str(move) == row["written"], row["why"]
    assert repr(move) == f"Move({row['written']!r})"
    for name in row.keys() - {"why", "rule", "rules", "text", "written"}:
        assert getattr(move, name) == row[name], name


@table("bad_moves.json")
def test_invalid_move_texts(game: str, backend: str, module: Any, row: dict[str, Any]) -> None:
    rules = rules_of(game, backend, row.get("rules"))
    state = module.State(rules, seed=1)
    for parse in (rules.parse, state.parse, state.view(0).parse):
        refuses(InvalidMoveError, message_of(row), parse, row["text"])


@table("refused.json")
def test_refused_moves(game: str, backend: str, row: dict[str, Any]) -> None:
    state = begun(game, backend, row)
    before = state.to_text()
    with pytest.raises(IllegalMoveError) as caught:
        state.push(state.parse(row["move"]))
    assert (caught.value.reason, caught.value.rule) == (says(*row["message"]), row["rule"]), row["why"]
    assert str(caught.value) == message_of(row)
    assert state.to_text() == before
    assert not state.is_legal(state.parse(row["move"]))


@table("moves_of_other_rules.json")
def test_moves_of_other_rules(game: str, backend: str, module: Any, row: dict[str, Any]) -> None:
    rules, other = rules_of(game, backend, row["rules"]), rules_of(game, backend, row["other"])
    move = rules.parse(row["text"])
    again = pickle.loads(pickle.dumps(move))  # with its rules
    assert (again, str(again)) == (move, row["text"])
    if row["equal"] is None:
        message = f"{row['text']} is not a move under these rules"
        refuses(InvalidMoveError, message, other.action, move)
        refuses(InvalidMoveError, message, module.State(other, seed=1).push, move)
        return
    same = other.parse(row.get("text_there", row["text"]))
    assert int(same) == other.action(move)
    assert (move == same) is row["equal"], row["why"]
    if row["equal"]:
        assert hash(move) == hash(same)
    elif int(move) < other.num_actions:
        assert move != other.move(int(move))


# Rounds


@table("rounds.json", "doubles.json", "turns.json", "taken.json", "melds.json", "ends.json")
def test_rounds(game: str, backend: str, module: Any, row: dict[str, Any]) -> None:
    state = begun(game, backend, row)
    shows(state, row["expect"], row["why"])
    start = begun(game, backend, {**row, "moves": []})
    public = {name: each for name, each in row["expect"].items() if name not in HIDDEN}
    for seat in range(state.rules.players):
        view = state.view(seat)
        shows(view, public, row["why"])
        assert view.legal_moves() == (state.legal_moves() if seat == state.current_player else [])
        assert module.View.from_events(state.rules, seat, state.events(seat)) == view
        assert "text" not in row or state.events(seat)[0] == f"position {start.view(seat).to_text()}"
    assert module.State.from_text(state.to_text()).to_text() == state.to_text()
    for _ in row["moves"]:
        state.pop()
    assert state == start
    assert state.to_text() == row.get("text", state.to_text())


# Views and events


@table("views.json")
def test_knowledge_of_a_seat(game: str, backend: str, row: dict[str, Any]) -> None:
    view = begun(game, backend, row).view(row["seat"])
    shows(view, row["expect"], row["why"])
    assert view.seat == row["seat"]
    assert view.sample(1).view(row["seat"]) == view


@table("good_events.json")
def test_valid_events(game: str, backend: str, module: Any, row: dict[str, Any]) -> None:
    view = module.View.from_events(rules_of(game, backend, row["rules"]), row["seat"], row["events"])
    assert view.to_text() == row["text"], row["why"]
    assert view == module.View.from_text(row["text"])
    assert view.seat == row["seat"]
    assert view.sample(3).view(row["seat"]) == view


@table("bad_events.json")
def test_invalid_events(game: str, backend: str, module: Any, row: dict[str, Any]) -> None:
    rules = rules_of(game, backend, row["rules"])
    refuses(InvalidRecordError, message_of(row), module.View.from_events, rules, row.get("seat", 0), row["events"])


# Rules


@table("bad_rules.json")
def test_invalid_rules(module: Any, row: dict[str, Any]) -> None:
    refuses(InvalidRulesError, message_of(row), module.Rules, **row["fields"])
    refuses(InvalidRulesError, message_of(row), module.Rules.from_dict, row["fields"])


@table("rules_in_bytes.json")
def test_rules_in_bytes(game: str, backend: str, module: Any, row: dict[str, Any]) -> None:
    head = codec.header("S", game, bytes.fromhex(row["bytes"]))
    data = head + codec.dealt(258, 772) + codec.history(())
    if row["rules"] is None:
        refuses(InvalidStateError, says("invalid_rules_in_bytes"), module.State.from_bytes, data)
    else:
        rules = rules_of(game, backend, row["rules"])
        assert module.State(rules, seed=258, stream=772).to_bytes() == data
        assert module.State.from_bytes(data).rules == rules
