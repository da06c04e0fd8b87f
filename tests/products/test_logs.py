"""Records from the logs of other programs.

The matches in `botzone.jsonl` were refereed by the judge programs that Botzone publishes. Their players were our
`rule` and random agents.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.dicts import changed
from oxideal.bots.botzone.doudizhu import ranks
from oxideal.cli import main
from oxideal.errors import InvalidArgumentError, InvalidRecordError
from oxideal.record import Record, read, replay

BOTZONE = Path(__file__).parents[1] / "data" / "doudizhu" / "botzone.jsonl"


def logs(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


NO_AUCTION, ERROR, AUCTION, NO_BID, ASKED_ONCE, FAILED_BOT, SPRING = logs(BOTZONE)


@pytest.mark.parametrize("log", [AUCTION, NO_BID, ASKED_ONCE, FAILED_BOT, SPRING])
def test_result_is_the_one_that_the_judge_of_botzone_gave(log: Any) -> None:
    """Stake and springs included."""
    content = log["log"][-1]["output"]["content"]
    record = Record.from_log(log, "botzone")
    assert record.payoffs == tuple(content[str(seat)] for seat in range(3))
    assert replay(record, "reference").payoffs is not None


@pytest.mark.parametrize("log", [NO_AUCTION, AUCTION, NO_BID, ASKED_ONCE])
def test_actions_are_the_responses_of_the_bots(log: Any) -> None:
    responses = [turn["response"] for item in log["log"][1::2] for turn in item.values()]
    wanted = [ranks(response) or "pass" for response in responses if isinstance(response, list)]
    record = Record.from_log(log, "botzone")
    plays = [action.replace(" ", "") for action in record.actions if "bid" not in action][-len(wanted) :]
    assert [sorted(play) for play in plays] == [sorted(play) for play in wanted]


def test_bids_are_actions_if_the_auction_ends_by_our_rules_too() -> None:
    assert Record.from_log(AUCTION, "botzone").actions[:2] == ("pass", "bid 3")
    start: Any = next(iter(Record.from_log(NO_BID, "botzone").states()))
    assert (start.rules.auction, start.landlord, start.bid) == (False, 0, 1)


def test_passes_that_nobody_decided_are_no_actions() -> None:
    """The bids were 0, 1, 0: ours would ask the first player again."""
    record = Record.from_log(ASKED_ONCE, "botzone")
    start: Any = next(iter(record.states()))
    assert (start.landlord, start.bid, start.phase) == (1, 1, "play")
    assert not any("bid" in action for action in record.actions)
    assert record.note == "starts after the auction, in which each player bid at most once"


def test_play_of_the_judge_replaces_that_of_a_failed_bot() -> None:
    failed = [turn["response"] for item in FAILED_BOT["log"][1::2] for turn in item.values()].index([53, 52, 0])
    event = FAILED_BOT["log"][2 * failed + 2]["output"]["display"]["event"]
    assert event == {"player": 0, "action": [5]}
    assert Record.from_log(FAILED_BOT, "botzone").actions[failed] == "4"


def test_round_that_botzone_ended_is_not_over() -> None:
    record = Record.from_log(ERROR, "botzone")
    assert record.payoffs is None
    assert record.note == "Botzone ended the round because of an error"
    assert len(record.actions) == 4


def test_list_without_the_object_is_a_log() -> None:
    assert Record.from_log(AUCTION["log"], "botzone") == Record.from_log(AUCTION, "botzone")


DISPLAY = ["log", 0, "output", "display"]
PLAY = ["log", 6, "output", "display", "event"]


@pytest.mark.parametrize(
    ("log", "message"),
    [
        (None, "log must be a dict"),
        ({}, 'missing field "log"'),
        ({"log": [1]}, "must be a dict"),
        (changed(AUCTION, [*DISPLAY, "allocation"], [[0], [1], [2]]), "cannot be played by our rules"),
        (changed(AUCTION, [*DISPLAY, "publiccard"], [54]), "must be a list of cards"),
        (changed(AUCTION, ["log", 4, "output", "display", "bid"], [0, 9]), "cannot be played by our rules"),
        (changed(AUCTION, ["log", 4, "output", "display", "landlord"], 2), "landlord is 1 by the bids"),
        (changed(NO_BID, ["log", 6, "output", "display", "landlord"], 7), "cannot be played by our rules"),
        (changed(AUCTION, [*PLAY, "player"], 0), "out of turn"),
        (changed(AUCTION, [*PLAY, "action"], [0, 4]), "34 is not a combination"),
    ],
)
def test_bad_logs_of_botzone(log: Any, message: str) -> None:
    with pytest.raises(InvalidRecordError, match=message):
        Record.from_log(log, "botzone")


def test_unknown_program() -> None:
    with pytest.raises(InvalidArgumentError, match='unknown program "chess"; expected one of botzone'):
        Record.from_log([], "chess")


def test_import_writes_records_and_names_bad_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "matches.jsonl", tmp_path / "games.jsonl"
    lines = BOTZONE.read_text(encoding="utf-8").splitlines()
    source.write_text("\n".join([lines[0], "nonsense", "", lines[2]]), encoding="utf-8")
    assert main(["record", "import", "botzone", str(source), "--out", str(out)]) == 1
    assert "line 2: invalid JSON" in capsys.readouterr().err
    assert list(read(out)) == [Record.from_log(NO_AUCTION, "botzone"), Record.from_log(AUCTION, "botzone")]
    assert main(["record", "import", "botzone", str(BOTZONE), "--out", str(out)]) == 0
    assert len(list(read(out))) == 7


def test_import_refuses_before_it_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.jsonl"
    out.write_text("mine", encoding="utf-8")
    for arguments in (["chess", str(BOTZONE)], ["botzone", str(out)]):
        with pytest.raises(SystemExit, match="2"):
            main(["record", "import", *arguments, "--out", str(out)])
    assert out.read_text(encoding="utf-8") == "mine"
    assert "must not be the file" in capsys.readouterr().err
