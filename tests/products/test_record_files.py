"""Files of records: read, written, compressed, truncated, malformed."""

from __future__ import annotations

import gzip
import io
import json
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from helpers.cases import Case, module_of
from helpers.messages import says
from helpers.records import EACH, VALIDATOR, played, refused, replay
from helpers.refusal import refuses
from oxideal import doudizhu, foursquare, rummy
from oxideal.differential import GAMES
from oxideal.errors import InvalidRecordError
from oxideal.record import MOST_ACTIONS, MOST_CHARACTERS, Reader, Record, Writer, dumps, loads, read
from oxideal.record import replay as replayed

if TYPE_CHECKING:
    from pathlib import Path

# Files


def lines_of(reader: Reader) -> list[tuple[int, Record | str]]:
    """Return everything read from a file, errors as texts."""
    found: list[tuple[int, Record | str]] = []
    while True:
        try:
            what: Record | str = next(reader)
        except StopIteration:
            return found
        except InvalidRecordError as error:
            what = str(error)
        found.append((reader.line, what))


@pytest.fixture(params=["path", "text path", "bytes", "text"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[bytes], Any]:
    """Return inputs to `read` with this content."""

    def source(content: bytes) -> Any:
        path = tmp_path / "games.jsonl"
        path.write_bytes(content)
        made: dict[str, Callable[[], Any]] = {
            "path": lambda: path,
            "text path": lambda: str(path),
            "bytes": lambda: io.BytesIO(content),
            "text": lambda: io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"),
        }
        return made[request.param]()

    return source


def test_files_of_records(opened: Callable[[bytes], Any]) -> None:
    records = [played(game) for game in GAMES]
    lines = [dumps(record).encode() for record in records]
    for content in (
        b"\n".join(lines),
        b"\n".join([*lines, b""]),
        b"\r\n".join([*lines, b""]),
        b"\xef\xbb\xbf" + b"\n".join(lines),
        b"\n\n  \n" + b"\n\r\n\n".join(lines) + b"\n \n",
    ):
        assert list(read(opened(content))) == records
    assert list(read(opened(b""))) == []
    assert list(read(opened(b"\n"))) == []


def test_compressed_files(tmp_path: Path) -> None:
    """Compressed files are read like others."""
    path = tmp_path / "games.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file, Writer(file) as writer:
        writer.write(played("foursquare"))
    with gzip.open(path) as packed:
        assert list(read(packed)) == [played("foursquare")]


def test_malformed_files(opened: Callable[[bytes], Any]) -> None:
    """An invalid line does not affect others."""
    record = played("foursquare")
    good = dumps(record).encode()
    bad = [
        b"rubbish",
        b"\xef\xbb\xbf" + good,
        good + good,
        b'{"format": 2, "game": "x", "rules": {}}',
        b"x" * (MOST_CHARACTERS + 70_000),
        b"\0\1\2",
    ]
    reasons = [
        says("not_json", "Expecting value (character 1)"),
        says("not_json", "Unexpected UTF-8 BOM (decode using utf-8-sig) (character 1)"),
        says("not_json", f"Extra data (character {len(good) + 1})"),
        "unsupported format 2; this version reads format 1",
        says("line_too_long", MOST_CHARACTERS),
        says("not_json", "Expecting value (character 1)"),
    ]
    content = b"\n".join([good, *(line for each in bad for line in (each, good))])
    expected: list[tuple[int, Record | str]] = [(1, record)]
    for number, reason in enumerate(reasons):
        expected += [(2 * number + 2, f"line {2 * number + 2}: {reason}"), (2 * number + 3, record)]
    assert lines_of(read(opened(content))) == expected


def test_truncated_files(opened: Callable[[bytes], Any]) -> None:
    """Truncated at any character of their last line."""
    record = played("foursquare")
    good = dumps(record).encode()
    for length in range(1, len(good)):
        found = lines_of(read(opened(good + b"\n" + good[:length])))
        assert len(found) == 2
        assert found[0] == (1, record)
        assert str(found[1][1]).startswith("line 2: invalid JSON: ")
        assert str(found[1][1]).endswith("), and the file ends here") or good[:length].endswith(b"}")
    longer = b"x" * (2 * MOST_CHARACTERS)
    with pytest.raises(InvalidRecordError, match="line 1: a record must have at most"):
        next(read(opened(longer)))


def test_lines_of_invalid_utf_8(opened: Callable[[bytes], Any]) -> None:
    good = dumps(played("foursquare")).encode()
    source = opened(good + b"\n\xff\n" + good)
    found = [what for _, what in lines_of(read(source))]
    # A text file decodes many lines at once: it does not know the line and cannot continue.
    if isinstance(source, io.TextIOBase):
        told = "line 1: this line or a later one cannot be decoded (invalid start byte); open the file in binary mode "
        assert [str(what).startswith(told) for what in found] == [True]
    else:
        told = "line 2: not UTF-8: invalid start byte"
        assert found == [played("foursquare"), told, played("foursquare")]


class Counting(io.BytesIO):
    """Records the requested sizes."""

    most = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0
        self.most = max(self.most, size)
        return super().readline(size)


def test_line_memory_is_bounded() -> None:
    file = Counting(b"x" * (MOST_CHARACTERS * 2) + b"\n" + dumps(played("foursquare")).encode())
    assert [line for line, _ in lines_of(read(file))] == [1, 2]
    assert file.most < MOST_CHARACTERS + 10


def test_abandoned_reader_closes_its_file(tmp_path: Path) -> None:
    """Otherwise Python would issue a warning, which fails the test."""
    path = tmp_path / "games.jsonl"
    with Writer(path) as writer:
        for _ in range(3):
            writer.write(played("foursquare"))
    assert next(read(path)) == played("foursquare")
    with pytest.raises(FileNotFoundError):
        next(read(tmp_path / "none"))
    wrong: list[Any] = [5, None, [dumps(played("foursquare"))]]
    for source in wrong:
        with pytest.raises(TypeError, match="source must be a path or a file, not "):
            read(source)
    numbers: Any = SimpleNamespace(readline=int)
    refuses(TypeError, "source must be a file of text or of bytes, not one of int", next, read(numbers))


def test_writers(tmp_path: Path) -> None:
    record, other = played("foursquare"), played("rummy")
    path = tmp_path / "games.jsonl"
    path.write_text("of yesterday")
    with Writer(path) as writer:
        assert path.read_text() == ""
        writer.write(record)
        assert list(read(path)) == [record]  # flushed at once
        with pytest.raises(TypeError, match="record must be a Record"):
            writer.write("x")  # type: ignore[arg-type]
        writer.write(other)
    with pytest.raises(ValueError, match="closed"):
        writer.write(record)
    assert path.read_bytes() == f"{dumps(record)}\n{dumps(other)}\n".encode()
    with Writer(str(path), append=True) as writer:
        writer.write(record)
    assert list(read(path)) == [record, other, record]
    with Writer(tmp_path / "new.jsonl", append=True) as writer:
        writer.write(record)
    assert list(read(tmp_path / "new.jsonl")) == [record]
    refuses(TypeError, "records must be a path or a file, not int", Writer, 5)


def test_append_after_a_truncated_line(tmp_path: Path) -> None:
    """The next record starts on a new line."""
    record = played("foursquare")
    path = tmp_path / "games.jsonl"
    path.write_text(f"{dumps(record)}\n{dumps(record)[:-20]}")
    with Writer(path, append=True) as writer:
        writer.write(record)
    found = [what for _, what in lines_of(read(path))]
    assert (found[0], *found[2:]) == (record, record)
    assert str(found[1]).startswith("line 2: invalid JSON")


def test_writers_to_open_files() -> None:
    file = io.StringIO()
    with Writer(file) as writer:
        writer.write(played("foursquare"))
    assert not file.closed
    assert list(read(io.StringIO(file.getvalue()))) == [played("foursquare")]


def some_states(case: Case) -> list[Any]:
    """Return dealt states and states set up by hand."""
    dealt = [state for state in case.states if state.seed is not None]
    by_hand = [state for state in case.states if state.seed is None]
    return [*dealt[::9], dealt[-1], *by_hand[::5]]


# From a state to its record and back


@pytest.mark.parametrize("case", EACH, ids=str)
def test_record_replays_to_its_state(case: Case) -> None:
    for state in some_states(case):
        record = Record.of(state, note="so far")
        line = dumps(record)
        assert line == dumps(Record.of(case.other.State.from_bytes(state.to_bytes()), note="so far"))
        assert "\n" not in line
        assert line.isascii()
        again = loads(line)
        assert again == record
        assert dumps(again) == line
        VALIDATOR.validate(json.loads(line))
        end = replay(again)
        assert end.to_bytes() == state.to_bytes()  # including the deal, the history, the last actions and chance
        assert (end.recent, end.payoffs) == (state.recent, state.payoffs)


@pytest.mark.parametrize("case", EACH, ids=str)
def test_the_states_of_a_record(case: Case) -> None:
    state = case.midway
    record = Record.of(state)
    states = list(record.states())
    assert [len(each.history) for each in states] == list(range(len(state.history) + 1))
    assert states[-1] == state
    for each, other in zip(states, record.states("reference"), strict=True):
        assert each.to_bytes() == other.to_bytes()
    states[0].push(states[0].legal_actions()[0])  # each is a copy
    assert len(states[1].history) == 1


@pytest.mark.parametrize("game", GAMES)
def test_start_of_a_record(game: str, backend: str) -> None:
    module: Any = module_of(game, backend)
    drawn = Record.of(module.State(seed=2**256 - 1, stream=2**96 - 1))
    assert (drawn.seed, drawn.stream, drawn.dealer, drawn.start) == (2**256 - 1, 2**96 - 1, None, None)
    assert drawn.to_dict()["seed"] == str(2**256 - 1)
    assert replay(drawn) == replay(Record.of(replay(drawn)))
    given = Record.of(module.State(seed=7, dealer=0))
    assert given.dealer == 0
    assert replay(given).to_bytes() == module.State(seed=7, dealer=0).to_bytes()
    fresh = Record.of(module.State())
    assert fresh.seed is not None


def test_record_of_a_position() -> None:
    """Where chance can still matter, the seed, the stream and the position in it are kept as well."""
    hands = ["335567788TQAA222B", "34445667789JJQKKK", "48999TTTJJQQKAA2R"]
    deal = doudizhu.State.from_deal(doudizhu.Rules(), hands=hands, kitty="356", first_bidder=1, seed=5, stream=6)
    record = Record.of(deal)
    assert (record.seed, record.stream, record.drawn, record.start) == (5, 6, 0, deal.to_text())
    for _ in range(3):  # redealt from that stream
        deal.push(deal.parse("pass"))
    assert replay(Record.of(deal)).to_text() == deal.to_text()
    assert replay(replace(Record.of(deal), stream=7)).to_text() != deal.to_text()

    later = deal.view(0).sample(3)
    record = Record.of(later)
    assert record.drawn > 0
    assert [text for _, text in record.recent] == ["pass"] * 3

    alone = foursquare.State(seed=7).view(0).sample(3)
    record = Record.of(alone)
    assert (record.seed, record.stream, record.start) == (None, None, alone.to_text())
    assert {"seed", "stream", "drawn", "recent"}.isdisjoint(record.to_dict())

    batch = rummy.Batch(rummy.Rules(), 2, seed=7)
    for step in range(40):
        batch.step(batch.sample_actions(step))
    state = batch.state(1)
    state.push(state.legal_actions()[0])
    assert replay(Record.of(state)).to_bytes() == state.to_bytes()


def test_games_from_other_packages() -> None:
    plain = module_of("rummy", "reference")
    record = replace(played("rummy"), game="rummy")
    assert type(replayed(record, game=plain)) is vars(plain)["State"]
    assert type(next(record.states(game=plain))) is vars(plain)["State"]
    stranger = replace(record, game="gin")
    known = ", ".join(GAMES)
    refused(
        stranger,
        f'unknown game "gin"; expected one of {known}; for a game of another package, give its module as game=',
    )
    refuses(InvalidRecordError, "this is a record of gin, but the game is rummy", replayed, stranger, game=plain)
    refuses(TypeError, says("not_a_game", "int"), replayed, record, game=5)


def test_names_notes_and_info() -> None:
    state = foursquare.State(seed=7)
    info: dict[str, Any] = {"table": 5, "rating": [1.5, None, True, {"k": "\u00e9"}]}
    record = Record.of(state, ["Zo\u00eb"], "left at once", info)
    info["table"] = 6  # a record keeps a copy
    again = loads(dumps(record))
    assert (again.names, again.note) == (("Zo\u00eb",), "left at once")
    assert again.info == {"table": 5, "rating": [1.5, None, True, {"k": "\u00e9"}]}
    assert Record.of(doudizhu.State(seed=7), [None, "b", None]).names == (None, "b", None)


def test_records_are_values() -> None:
    record = played("foursquare")
    assert pickle.loads(pickle.dumps(record)) == record
    assert {record: 1}[loads(dumps(record))] == 1
    assert replace(record, note="x") != record
    name: Any = "note"
    with pytest.raises(FrozenInstanceError):
        setattr(record, name, "y")
    kept = replace(record, info={"a": {"b": []}})
    fields, line = kept.to_dict(), dumps(kept)
    fields["actions"].clear()
    fields["rules"].clear()
    fields["info"]["a"].clear()
    assert dumps(kept) == line


def test_record_of_refuses_wrong_states() -> None:
    state = foursquare.State(seed=7)
    none: list[Any] = [None, 5, state.view(0), state.rules, "x"]
    for other in none:
        with pytest.raises(TypeError, match="state must be a State, not "):
            Record.of(other)
    refuses(InvalidRecordError, says("too_many_names", 1, 2), Record.of, state, ["a", "b"])
    refuses(TypeError, "names must be a list, not str", Record.of, state, "a")
    long = doudizhu.State(doudizhu.Rules(max_redeals=None), seed=7)
    for _ in range(MOST_ACTIONS):
        long.push(0)
    assert len(Record.of(long).actions) == MOST_ACTIONS
    long.push(0)
    refuses(InvalidRecordError, says("too_many_actions", 100000, 100001), Record.of, long)


def test_inconsistent_states_are_not_recorded() -> None:
    """A state that violates the contract cannot be recorded."""
    plain: Any = module_of("foursquare", "reference")

    class Lying(plain.State):  # type: ignore[misc]
        @property
        def origin(self) -> Any:
            return super().origin._replace(seed=8)

    state = Lying(seed=7)
    for _ in range(2):
        refuses(InvalidRecordError, "replaying the actions of this state leads to a different state", Record.of, state)
        state.push(state.legal_actions()[0])
