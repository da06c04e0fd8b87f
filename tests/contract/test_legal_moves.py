"""`legal_moves()` is a sequence equal to the list of its moves, each of which is made when it is asked for."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from helpers.cases import module_of, play
from helpers.contract import Index, peak
from helpers.hostile_values import Own, raising
from helpers.refusal import refuses
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError
from oxideal.interface import Moves

if TYPE_CHECKING:
    from helpers.cases import Case

HUGE = (2**31, 2**63 - 1, 2**63, -(2**63), 10**30, -(10**30))


def moments(case: Case) -> list[tuple[Any, list[Any]]]:
    """Return the legal moves of some states and views, each with the list of the same moves."""
    state, chance, found = case.state(), random.Random(7), []
    for _ in range(10):
        rounds = (state, state.view(0))
        found += [(each.legal_moves(), [*map(case.rules.move, each.legal_actions())]) for each in rounds]
        if state.is_over:
            break
        state.push(chance.choice(state.legal_actions()))
    return found


def some(case: Case) -> tuple[Any, list[Any]]:
    """Return the moves of a moment that has several, and the list of the same moves."""
    return max(moments(case), key=lambda each: len(each[0]))


def test_moves_are_a_sequence_like_their_list(plain: Case) -> None:
    lengths = set()
    for moves, wanted in moments(plain):
        lengths.add(len(moves))
        assert isinstance(moves, Moves)
        assert isinstance(moves, Sequence)
        assert len(moves) == len(wanted)
        assert bool(moves) is bool(wanted)
        assert [*moves] == wanted
        assert [*reversed(moves)] == wanted[::-1]
        assert repr(moves) == str(moves) == repr(wanted)
        assert [moves[place] for place in range(-len(wanted), len(wanted))] == wanted + wanted
        assert all(type(move) is plain.module.Move for move in moves)
    assert 0 in lengths
    assert max(lengths) > 1


def test_slices_are_lists(plain: Case) -> None:
    moves, wanted = some(plain)
    ends = (None, 0, 1, -1, len(wanted), -len(wanted), 5, *HUGE)
    for start in ends:
        for stop in ends:
            for step in (None, 1, 2, -1, -3, *HUGE):
                found = moves[start:stop:step]
                assert type(found) is list
                assert found == wanted[start:stop:step]
    assert moves[Index(0) : Index(2)] == wanted[:2]
    wrongs: list[Any] = [slice(None, None, 0), slice("a"), slice(1.0)]
    for wrong in wrongs:
        with pytest.raises((TypeError, ValueError)) as caught:
            wanted[wrong]
        refuses(caught.type, str(caught.value), moves.__getitem__, wrong)


def test_index_out_of_range_or_of_a_wrong_type_is_refused(plain: Case) -> None:
    for moves, wanted in moments(plain):
        for place in (len(wanted), -len(wanted) - 1, *HUGE):
            refuses(IndexError, "move index out of range", moves.__getitem__, place)
    moves, wanted = some(plain)
    assert moves[Index(-1)] == wanted[-1]
    for wrong, name in ((True, "bool"), (0.0, "float"), ("0", "str"), (None, "NoneType"), ((0,), "tuple")):
        refuses(TypeError, f"an index must be an integer, not {name}", moves.__getitem__, wrong)
    with pytest.raises(Own):
        moves[raising("__index__")]


def test_exactly_its_moves_are_in_it(plain: Case) -> None:
    for moves, wanted in moments(plain):
        legal = {*wanted}
        for action in {*range(min(plain.rules.num_actions, 300)), *map(int, wanted)}:
            move = plain.rules.move(action)
            assert (move in moves) is (move in legal)
            assert moves.count(move) == wanted.count(move)
            if move in legal:
                assert moves.index(move) == wanted.index(move)
            else:
                refuses(InvalidArgumentError, "not one of these moves", moves.index, move)


def test_nothing_but_a_move_of_this_game_and_engine_is_in_it(plain: Case) -> None:
    moves, wanted = some(plain)
    other_engine = plain.other.Rules().move(int(wanted[0]))
    hostile = raising("__eq__", "__int__", "__index__", "__hash__", "__repr__")
    for thing in (other_engine, str(wanted[0]), int(wanted[0]), None, wanted, type(wanted[0]), hostile):
        assert thing not in moves
        assert moves.count(thing) == 0
        refuses(InvalidArgumentError, "not one of these moves", moves.index, thing)


def test_index_searches_between_start_and_stop(plain: Case) -> None:
    moves, wanted = some(plain)
    ends = (0, 1, 2, -1, -2, len(wanted), *HUGE)
    for start in ends:
        for stop in ends:
            searched = wanted[start:stop]
            for place in (0, 1, len(wanted) - 1):
                if wanted[place] in searched:
                    assert moves.index(wanted[place], start, stop) == place
                else:
                    refuses(InvalidArgumentError, "not one of these moves", moves.index, wanted[place], start, stop)
    assert moves.index(wanted[1], Index(1), Index(2)) == 1
    refuses(TypeError, "start must be an integer, not str", moves.index, wanted[0], "0")
    refuses(TypeError, "stop must be an integer, not float", moves.index, wanted[0], None, 1.0)


def test_moves_equal_the_same_moves_and_their_list_only(plain: Case) -> None:
    moves, wanted = some(plain)
    state = plain.module.State(plain.rules, seed=7)
    assert state.legal_moves() == state.legal_moves() == state.copy().legal_moves()
    assert moves == wanted
    assert wanted == moves
    for other in (
        wanted[1:],
        [*wanted, wanted[0]],
        wanted[::-1],
        [*map(int, wanted)],
        [],
        (*wanted,),
        None,
        repr(wanted),
    ):
        assert moves != other
        assert other != moves
    with pytest.raises(Own):
        moves == [raising("__eq__"), *wanted[1:]]  # noqa: B015  # as with lists
    assert moves != [raising("__eq__"), *wanted]  # nor do lists compare items if their lengths differ
    assert moves != plain.other.State(plain.other.Rules(), seed=7).legal_moves()


def test_moves_cannot_be_changed(plain: Case) -> None:
    moves, wanted = some(plain)
    for change in (
        lambda: moves.__setitem__(0, wanted[1]),
        lambda: moves.__delitem__(0),
        lambda: moves.append(wanted[0]),
        lambda: setattr(moves, "novelty", 0),
    ):
        with pytest.raises(AttributeError):
            change()
    moves[:].clear()
    assert moves == wanted


def test_moves_stay_when_the_state_changes(plain: Case) -> None:
    state = plain.state()
    moves, text = state.legal_moves(), repr(state.legal_moves())
    through, back = iter(moves), reversed(moves)
    while state.legal_moves() == moves:
        state.push(state.legal_moves()[-1])
    assert repr(moves) == text
    assert [*through] == [*back][::-1] == [*moves]


def test_one_move_is_made_without_the_others(backend: str) -> None:
    rounds = [(module_of(game, backend).State(seed=seed), seed) for game in GAMES for seed in range(5)]
    moves = max((state.legal_moves() for start, seed in rounds for state in play(start, seed)), key=len)
    assert len(moves) > 100
    last, whole = [*moves][-1], peak(lambda: [*moves])
    for call in (lambda: len(moves), lambda: last in moves, lambda: moves[-1], lambda: moves.index(last)):
        call()  # whatever is only made once
        assert peak(call) < whole / 4


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda moves: pickle.loads(pickle.dumps(moves)),
}


@pytest.mark.parametrize("way", COPIES)
def test_copies_are_equal(plain: Case, way: str) -> None:
    for moves, wanted in moments(plain)[:4]:
        twin = COPIES[way](moves)
        assert type(twin) is type(moves)
        assert twin == moves == wanted
