"""What the engine says of rounds, to each seat and to spectators, in every language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from helpers.cases import module_of
from oxideal._native import Narrator
from oxideal.differential import GAMES
from oxideal.errors import IllegalMoveError, InvalidArgumentError
from oxideal.words import LANGUAGES

RULES = [(game, fields) for game, each in GAMES.items() for fields in each]

ENDS = {"en": (".", "!"), "zh": ("\u3002", "\uff01")}
"""How sentences end."""

STEPS = 60
"""The most moves of a round that are told."""


def names_of(rules: Any) -> list[str]:
    return [f"Player {'ABCDEFGHIJKL'[seat]}" for seat in range(rules.players)]


def rounds(game: str, fields: dict[str, Any], seed: int = 5) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the states of a round played at random, before and after each move, and the move."""
    module: Any = module_of(game, "rust")
    state, chance = module.State(module.Rules.from_dict(fields), seed=seed), random.Random(seed)
    while not state.is_over and len(state.history) < STEPS:
        before, legal = state.copy(), state.legal_moves()
        move = chance.choice(legal[1:] if len(legal) > 1 and chance.random() < 0.7 else legal)
        state.push(move)
        yield before, move, state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "fields"), RULES, ids=str)
def test_all_seats_are_told_in_sentences(game: str, fields: dict[str, Any], language: str) -> None:
    module: Any = module_of(game, "rust")
    rules = module.Rules.from_dict(fields)
    narrators = [Narrator(rules, seat, names_of(rules), language) for seat in range(rules.players)]
    state = None
    for before, move, state in rounds(game, fields):
        mover = before.current_player
        for seat, narrator in enumerate(narrators):
            seen, after = before.view(seat), state.view(seat)
            told = narrator.tell(seen, move, after, mover)
            assert told
            assert all(sentence.endswith(ENDS[language]) for sentence in told), told
            texts = [*told, *narrator.lines(seen), narrator.task(seen), narrator.spoken(seen, move)]
            assert all(texts)
            assert not {*"{}"} & {*"".join(texts)}
            assert [narrator.result(seen), *narrator.ended(seen), *narrator.shown_hands(seen)] == [""]
    if state is not None and state.is_over:
        for seat, narrator in enumerate(narrators):
            view = state.view(seat)
            assert narrator.task(view) == ""
            assert narrator.result(view)
            ended = [*narrator.ended(view), *narrator.shown_hands(view)]
            assert all(sentence.endswith(ENDS[language]) for sentence in ended), ended


@pytest.mark.parametrize(("game", "fields"), RULES, ids=str)
def test_spectators_are_told_the_same_whatever_the_view(game: str, fields: dict[str, Any]) -> None:
    """So nothing that only one seat knows can be in a sentence."""
    module: Any = module_of(game, "rust")
    rules = module.Rules.from_dict(fields)
    for language in LANGUAGES:
        narrator = Narrator(rules, None, names_of(rules), language)

        def said(state: Any, seat: int, narrator: Narrator = narrator) -> list[str]:
            view = state.view(seat)
            return [*narrator.lines(view), narrator.task(view), narrator.result(view), *narrator.ended(view)]

        for before, move, state in rounds(game, fields, 6):
            told = {
                tuple(narrator.tell(before.view(seat), move, state.view(seat), before.current_player))
                for seat in range(rules.players)
            }
            assert len(told) == 1, told
            assert len({tuple(said(state, seat)) for seat in range(rules.players)}) == 1
            assert not any(name in " ".join(*told) for name in ("You", "\u4f60"))


@pytest.mark.parametrize(("game", "fields"), RULES, ids=str)
def test_moves_that_can_be_chosen_have_different_names(game: str, fields: dict[str, Any]) -> None:
    for before, _, _ in rounds(game, fields, 7):
        seat = before.current_player
        view, legal = before.view(seat), before.legal_moves()[:50]
        for language in LANGUAGES:
            narrator = Narrator(before.rules, seat, names_of(before.rules), language)
            names = {(narrator.spoken(view, move), narrator.label(view, move)) for move in legal}
            assert len(names) == len(legal)
            assert all(all(name) for name in names)


def test_only_views_of_the_reader_are_told(game: str) -> None:
    module: Any = module_of(game, "rust")
    rules, others = (module.Rules.from_dict(fields) for fields in GAMES[game][:2])
    narrator = Narrator(rules, 0, names_of(rules))
    view, foreign = module.State(rules, seed=1).view(0), module.State(others, seed=1).view(0)
    reference: Any = module_of(game, "reference")
    of_views = [narrator.lines, narrator.middle, narrator.task, narrator.result, narrator.ended, narrator.shown_hands]
    for say in (*of_views, *(lambda view, say=say: say(view, 0) for say in (narrator.label, narrator.short))):
        assert say(view) is not None
        with pytest.raises(InvalidArgumentError, match="the view is of other rules than this narrator"):
            say(foreign)
        with pytest.raises(TypeError, match="view must be a View of this game by the Rust engine"):
            say(reference.View.from_bytes(view.to_bytes()))
        if rules.players > 1:
            with pytest.raises(InvalidArgumentError, match="the view must be of seat 0, to which this is told, got 1"):
                say(module.State(rules, seed=1).view(1))
    for seat in (-1, rules.players, 10**30):
        with pytest.raises(InvalidArgumentError, match=f"seat {seat} out of range"):
            narrator.tell(view, 0, view, seat)


def test_arguments_are_checked(game: str) -> None:
    module: Any = module_of(game, "rust")
    rules = module.Rules()
    names = names_of(rules)
    for own in (-1, rules.players, 10**30):
        with pytest.raises(InvalidArgumentError, match=f"seat {own} out of range"):
            Narrator(rules, own, names)
    for wrong in ([], [*names, "Ada"]):
        count = f"names must have {rules.players} items, one per seat, got {len(wrong)}"
        with pytest.raises(InvalidArgumentError, match=count):
            Narrator(rules, None, wrong)
    with pytest.raises(InvalidArgumentError, match='unknown language "fr"; expected one of en, zh'):
        Narrator(rules, None, names, "fr")
    reference: Any = module_of(game, "reference").Rules()
    for value in (reference, game, None):
        with pytest.raises(TypeError, match="rules must be a Rules object of the Rust engine"):
            Narrator(value, None, names)


@pytest.mark.parametrize("name", ["", "{card}", "a\nb=c", "\ud800", "\x00", "=", "\u738b" * 1000])
def test_any_name_is_told_as_it_is(game: str, name: str) -> None:
    for before, move, state in rounds(game, {**GAMES[game][0]}):
        narrator = Narrator(before.rules, None, [name] * before.rules.players)
        told = narrator.tell(before.view(0), move, state.view(0), before.current_player)
        assert told[0].startswith(name.replace("\ud800", "?"))


def test_cards_are_told_without_symbols_where_there_are_none(game: str) -> None:
    for before, move, state in rounds(game, {**GAMES[game][0]}):
        for suits in (True, False):
            narrator = Narrator(before.rules, 0, names_of(before.rules), suits=suits)
            seen = before.view(0)
            told = " ".join([*narrator.tell(seen, move, state.view(0), before.current_player), *narrator.lines(seen)])
            assert not (not suits and {*"\u2663\u2666\u2665\u2660"} & {*told}), told


def test_illegal_moves_are_refused_with_cards_as_people_read_them() -> None:
    state: Any = module_of("rummy", "rust").State(seed=7)
    state.push("draw")
    hidden = next(card for card in ("TC", "TD", "TH", "TS") if card not in state.hands[state.current_player])
    shown = {
        True: "10" + {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}[hidden[1]],
        False: f"10{hidden[1]}",
    }
    with pytest.raises(IllegalMoveError) as refused:
        state.push(f"discard {hidden}")
    for suits, card in shown.items():
        narrator = Narrator(state.rules, None, names_of(state.rules), suits=suits)
        assert narrator.refusal(refused.value) == f"{card} is not in the hand [{refused.value.rule}]"
        chinese = Narrator(state.rules, None, names_of(state.rules), "zh", suits=suits)
        assert chinese.refusal(refused.value) == f"手里没有 {card} [{refused.value.rule}]"
        assert narrator.refusal(ValueError("no 7S here")) == f"no {'7♠' if suits else '7S'} here"
