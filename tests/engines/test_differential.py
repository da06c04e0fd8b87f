"""Both backends compared by hypothesis, and tests that wrong engines are found and the cases shrunk."""

from __future__ import annotations

import importlib
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.cases import module_of
from helpers.effort import times
from oxideal.differential import GAMES, TAKE_BACK, Difference, Pair, backends, main
from oxideal.errors import InvalidArgumentError, InvalidRecordError
from oxideal.reference.refusal import said

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import ModuleType

    from oxideal.interface import Game

RULES = [(game, fields) for game, each in GAMES.items() for fields in each]


def few_actions(game: str) -> bool:
    """Play fewer games where there are many actions or rules; `make fuzz` plays more."""
    return module_of(game, "rust").Rules().num_actions < 100


@pytest.mark.all_rules
@pytest.mark.parametrize(("game", "fields"), RULES, ids=str)
def test_backends_agree_on_chosen_actions(game: str, fields: dict[str, Any]) -> None:
    """The choices are a list, so that hypothesis shrinks a difference to few, small ones."""
    pair = backends(game)
    examples = times(40, quick=3) if few_actions(game) else times(5, quick=1)

    @settings(max_examples=examples)
    @given(st.integers(0, 2**64), st.integers(0, 2**32), st.lists(st.integers(0, 2**32 - 1), max_size=40))
    def agree(seed: int, stream: int, numbers: list[int]) -> None:
        found = pair.play(fields, seed, stream, numbers, thorough=True)
        assert found is None, str(found)

    agree()
    assert pair.positions >= examples


@pytest.mark.parametrize(("game", "fields"), RULES, ids=str)
def test_backends_agree_on_random_games(game: str, fields: dict[str, Any]) -> None:
    pair = backends(game)
    wanted = times(6000, quick=150) if few_actions(game) else times(300, quick=20)
    for stream in range(1000):
        found = pair.play(fields, 2024, stream)
        assert found is None, str(pair.shrink(found))
        if pair.positions > wanted:
            break
    assert pair.positions > wanted


# Wrong engines


def imported_copy(original: ModuleType) -> ModuleType:
    """Return a second copy of a game of the reference, with its own modules in `parts`."""
    folder = original.__name__.replace(".reference.", ".reference.games.")
    own = [name for name in sys.modules if name == original.__name__ or name.startswith(folder)]
    first = {name: sys.modules.pop(name) for name in own}
    copy = importlib.import_module(original.__name__)
    copy.__dict__["parts"] = {name.removeprefix(f"{folder}."): sys.modules[name] for name in own}
    for name, module in first.items():
        sys.modules[name] = module
        package, _, stem = name.rpartition(".")
        setattr(sys.modules[package], stem, module)
    copy.__name__ = original.__name__.replace(".reference.", ".reference.broken_")
    return copy


def part(copy: ModuleType, name: str) -> Any:
    """Return a module of such a copy."""
    return copy.__dict__["parts"][name]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A copy of the reference in which an equal rank does not prevent a flip, against FS-05."""
    original = cast("ModuleType", module_of("foursquare", "reference"))
    copy = imported_copy(original)
    monkeypatch.setitem(sys.modules, copy.__name__, copy)

    def flips(tops: Mapping[tuple[int, int], int], placed: tuple[int, int], rank: int) -> list[tuple[int, int]]:
        turning = []
        for axis in (0, 1):
            line = [cell for cell in tops if cell[axis] == placed[axis] and cell != placed]
            up = [tops[cell] for cell in line if tops[cell] > 0]
            if all(rank >= other for other in up) or all(rank <= other for other in up):
                turning += line
        return sorted(turning)

    def of_original(thing: Any) -> Any:
        if isinstance(thing, copy.Rules):
            return original.Rules.from_dict(thing.to_dict())
        return getattr(original, type(thing).__name__).from_text(thing.to_text())

    def playouts(start: Any, *given: Any, **named: Any) -> Any:
        return original.playouts(of_original(start), *given, **named)

    def batch(rules: Any, *given: Any, **named: Any) -> Any:
        return original.Batch(of_original(rules), *given, **named)

    monkeypatch.setattr(part(copy, "layout"), "flipped", flips)
    # A wrong playout or batch would differ without any action, but these tests are about actions.
    monkeypatch.setattr(copy, "playouts", playouts)
    monkeypatch.setattr(copy, "Batch", batch)
    return copy


@pytest.fixture
def copied(broken: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A correct copy of the reference, to be broken by the test."""
    monkeypatch.setattr(part(broken, "layout"), "flipped", part(broken, "flips").flipped)
    return broken


def against_reference(engine: ModuleType) -> Pair:
    return Pair("foursquare", module_of("foursquare", "reference"), cast("Game", engine))


def first_difference(pair: Pair, games: int) -> Difference | None:
    for stream in range(games):
        found = pair.play({"diagonal": stream % 2 == 1}, 5, stream)
        if found is not None:
            return found
    return None


def test_wrong_rule_is_found_and_shrunk(broken: ModuleType) -> None:
    pair = against_reference(broken)
    found = first_difference(pair, 20)
    assert found is not None
    assert found.left != found.right

    short = pair.shrink(found)
    assert 2 <= len(short.actions) <= 5
    assert len(short.actions) <= len(found.actions)
    assert TAKE_BACK not in short.actions
    assert short.rules == found.rules

    # The written file gives the same difference; with two correct engines it gives none.
    again = Difference.from_json(short.to_json())
    assert again == short
    assert pair.replay(again) == short
    reference = module_of("foursquare", "reference")
    assert Pair("foursquare", reference, reference).replay(again) is None

    # The shrunk case is minimal: the equal rank is involved no earlier than in a move after it, which the features of
    # actions foresee.
    state = reference.State(reference.Rules.from_dict(short.rules), seed=short.seed, stream=short.stream)
    for action in short.actions:
        twin = broken.State.from_text(state.to_text())
        for each in (state, twin):
            each.push(action)
        assert state.to_text() == twin.to_text()

    def differs(action: int) -> bool:
        pair = [module.State.from_text(state.to_text()) for module in (reference, broken)]
        for each in pair:
            each.push(action)
        return bool(pair[0].to_text() != pair[1].to_text())

    assert any(differs(action) for action in state.legal_actions())


def test_wrong_message_is_found_and_shrunk(copied: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay finds the same difference with the same damaged text."""
    for name in ("rules", "notation"):
        wrong = lambda _, text: said("foursquare.cell_out_of_range", cell=f"{text} is nowhere, 99")  # noqa: E731
        monkeypatch.setattr(part(copied, name), "not_a_move", wrong)
    pair = against_reference(copied)
    differences = [pair.play({"diagonal": False}, 6, stream) for stream in range(times(120, quick=20))]
    found = [difference for difference in differences if difference is not None and difference.actions]
    assert len(found) > times(3)
    assert any(difference.what.startswith("parse(") for difference in found)
    for difference in found:
        short = pair.shrink(difference)
        # A move's text needs no game; damage to a position's text depends on the position.
        assert len(short.actions) <= (0 if difference.what.startswith("parse(") else len(difference.actions))
        assert "is nowhere" in short.right
        assert pair.replay(Difference.from_json(short.to_json())) == short


def test_hash_changed_by_pop_is_found(copied: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """States with equal texts and futures but different hashes: nothing else shows the fault."""
    pop, right = copied.State.pop, copied.State.__hash__
    spoilt: dict[int, Any] = {}  # kept with its state, since the id of a collected object can be reused

    def spoil(self: Any) -> Any:
        spoilt[id(self)] = self
        return pop(self)

    monkeypatch.setattr(copied.State, "pop", spoil)
    monkeypatch.setattr(copied.State, "__hash__", lambda self: right(self) ^ (id(self) in spoilt))
    pair = against_reference(copied)
    found = first_difference(pair, 5)
    assert found is not None
    assert found.what.startswith("equal (=), equal with another hash (#)")
    assert ("#" in found.left, "#" in found.right) == (False, True)
    assert pair.shrink(found).actions == (24, TAKE_BACK)


# The command line


def test_cli_finds_no_difference(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    games = times(120, quick=10)
    assert main(["foursquare", "--games", str(games), "--seed", "3"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(
        f'foursquare, seed 3, rules [{{"diagonal": false}}, {{"diagonal": true}}]\n{games} games, '
    )
    assert printed.out.endswith(" positions compared, no difference\n")
    assert f"/{games} [" in printed.err  # the bar
    assert list(tmp_path.iterdir()) == []
    one = main(["foursquare", "--games", str(games), "--seed", "3", "--jobs", "2", "--rules", '{"diagonal": true}'])
    assert one == 0
    assert f"{games} games, " in capsys.readouterr().out


def test_cli_writes_and_replays_a_difference(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, broken: ModuleType
) -> None:
    sides = ["--left", "oxideal.reference.foursquare", "--right", broken.__name__]
    out = tmp_path / "failures"
    assert main(["foursquare", "--games", "100", "--seed", "5", "--out", str(out), *sides]) == 1
    (file,) = out.iterdir()
    printed = capsys.readouterr().out
    assert f"written to {file}" in printed
    written = Difference.from_json(file.read_text())
    assert file.name == f"foursquare-5-{written.stream}.json"
    assert str(written) in printed

    assert main(["foursquare", "--replay", str(file), *sides]) == 1
    assert capsys.readouterr().out == f"{written}\n"
    assert main(["foursquare", "--replay", str(file)]) == 0
    assert capsys.readouterr().out == "no difference any more\n"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"actions": 5}', '{"a":' * 3000, "[" * 2**23])
def test_from_json_refuses_malformed_texts(text: str) -> None:
    with pytest.raises(InvalidRecordError, match="difference"):
        Difference.from_json(text)


def test_engines_must_follow_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    unfinished = SimpleNamespace(deal=None, legal=None, play=None)
    monkeypatch.setitem(sys.modules, "unfinished_adapter", unfinished)
    for name, left, right, message in (
        ("chess", None, None, f"unknown game 'chess'; expected one of {', '.join(GAMES)}"),
        (
            "foursquare",
            None,
            "os",
            "os lacks DECK, RANKS, SUITS, Batch, Cards, Move, Rules, State, View, ViewBuilder, flips, flips_many",
        ),
        ("foursquare", None, "unfinished_adapter", "unfinished_adapter lacks result, which an adapter must have"),
        ("foursquare", "no.such", None, "cannot import no.such: No module named 'no'"),
    ):
        with pytest.raises(InvalidArgumentError) as caught:
            backends(name, left, right)
        assert str(caught.value).startswith(message)


WRONG = (
    'games -1|jobs 0|seed -1|rules {|rules 5|rules {"a":1,"a":1}|'
    "right os|right no.such|replay /no/such/file|replay /dev/null"
)


@pytest.mark.parametrize("words", ["", "chess", *(f"foursquare --{option}" for option in WRONG.split("|"))])
def test_cli_refuses_wrong_arguments(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words.split())
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert "usage: python -m oxideal.differential" in error
    assert ("duplicate field" in error) == ('"a":1,"a":1' in words)
