"""Networks: `NetBot`, its weights as files, and their training."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import signal
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import oxideal.bots
from helpers.cases import CASES, Case
from helpers.effort import times
from helpers.signals import ctrl_c_within
from oxideal import _native, doudizhu, foursquare, rummy
from oxideal.bots import Limit, NetBot, SearchBot, bot
from oxideal.bots import net as net_module
from oxideal.bots.training import Point, train
from oxideal.cli import main
from oxideal.errors import InvalidArgumentError

RUST = [case for case in CASES if case.backend == "rust"]

DOUZERO = doudizhu.Rules.preset("douzero")
SEED = bytes(31) + b"\x07"


def training(rules: Any, seed: bytes = SEED, width: int | None = 32) -> _native.Training:
    return _native.Training([rules], seed, width)


@pytest.fixture(scope="module")
def weights() -> bytes:
    """Weights for FourSquare that know little."""
    return training(foursquare.Rules()).weights(compact=True)


# The bot


@pytest.mark.all_rules
@pytest.mark.parametrize("case", RUST, ids=str)
def test_bot_plays_legal_moves_that_depend_only_on_the_view(case: Case) -> None:
    net, other = NetBot(), pickle.loads(pickle.dumps(NetBot()))
    asked = 0
    for state in case.states:
        if state.current_player is None:
            continue
        view = state.view(state.current_player)
        move = net.choose(view, Limit(time=1))
        assert state.is_legal(move)
        assert other.choose(case.module.View.from_bytes(view.to_bytes())) == move
        ranking = net.values(view)
        assert ranking[0].move == move
        assert all(0 <= each.win <= 1 and state.is_legal(each.move) for each in ranking)
        asked += len(ranking) > 1
    assert asked


def test_bot_is_a_value_with_a_name() -> None:
    assert NetBot() == bot("net") == copy.copy(NetBot())
    assert NetBot().name == "net"
    named = bot("net:some/file.safetensors")
    assert isinstance(named, NetBot)
    assert (named.weights, named.name) == ("some/file.safetensors", "net:some/file.safetensors")
    searching = bot("netsearch:50it", seed=7)
    assert isinstance(searching, SearchBot)
    assert (searching.net, searching.name) == (NetBot(), "netsearch:50it")


def test_search_with_networks_finds_a_legal_move_and_depends_only_on_its_seed() -> None:
    view = doudizhu.State(DOUZERO, seed=7).view(2)
    found = [SearchBot(Limit(iterations=60), seed=1, net=NetBot()).think(view) for _ in range(2)]
    assert found[0].choices == found[1].choices
    assert found[0].iterations == 60
    assert view.rules.action(found[0].move) in view.legal_actions()


def test_wrong_arguments_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="weights must be the name of a file or None, not int"):
        NetBot(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="net must be a NetBot or None, not str"):
        SearchBot(net="net")  # type: ignore[arg-type]
    view = foursquare.State(seed=7).view(0)
    with pytest.raises(FileNotFoundError):
        NetBot(tmp_path / "none").choose(view)


def test_bots_share_networks(tmp_path: Path, weights: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also bots on several threads, and those with the same file by another name; a changed file is read again."""
    monkeypatch.setattr(net_module, "_shared", {})
    rules = foursquare.Rules()
    file, link = tmp_path / "own.safetensors", tmp_path / "link.safetensors"
    file.write_bytes(weights)
    link.symlink_to(file)
    for names in ([None], [file, link]):
        bots = [NetBot(name) for name in names for _ in range(8)]
        with ThreadPoolExecutor(8) as pool:
            found = set(pool.map(lambda each: each.networks(rules), bots))
        assert len(found) == 1
        assert SearchBot(net=NetBot(names[0])).net.networks(rules) in found  # type: ignore[union-attr]
        assert NetBot(names[0]).networks(foursquare.Rules(diagonal=True)) not in found
    os.utime(file, (5, 5))
    assert NetBot(file).networks(rules) not in found
    assert bots[0].networks(rules) in found


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_child_of_a_fork_can_read_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if another thread was reading some at the fork."""
    monkeypatch.setattr(net_module, "_shared", {})
    with net_module._lock:
        child = os.fork()
        if not child:
            try:
                signal.alarm(60)
                NetBot().networks(foursquare.Rules())
                os._exit(0)
            finally:
                os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


# Weights


def test_weights_of_other_games_and_rules_are_refused(weights: bytes) -> None:
    with pytest.raises(InvalidArgumentError, match='these are for "foursquare", not for rummy'):
        _native.Networks(rummy.Rules(), weights)
    four = training(doudizhu.Rules(players=4)).weights()
    with pytest.raises(InvalidArgumentError, match="for these rules"):
        _native.Networks(DOUZERO, four)
    own = _native.Networks(foursquare.Rules(), weights)
    other = foursquare.State(foursquare.Rules(diagonal=True), seed=7).view(0)
    with pytest.raises(InvalidArgumentError, match="these networks are for other rules"):
        own.choose(other)
    with pytest.raises(InvalidArgumentError, match="other rules"):
        _native.Training.from_bytes([foursquare.Rules(diagonal=True)], training(foursquare.Rules()).to_bytes())


def with_number(data: bytes, tensor: str, number: bytes) -> bytes:
    """Change the first number of a tensor."""
    size = int.from_bytes(data[:8], "little")
    start = 8 + size + json.loads(data[8 : 8 + size])[tensor]["data_offsets"][0]
    return data[:start] + number + data[start + len(number) :]


def test_weights_that_are_none_are_refused(weights: bytes) -> None:
    renamed = [weights.replace(name, name.upper(), 1) for name in (b"format: ", b"game: ")]
    for wrong in (*renamed, *(weights[:size] for size in (0, 7, 8, 100, -1))):
        assert wrong != weights
        with pytest.raises(InvalidArgumentError, match="invalid weights"):
            _native.Networks(foursquare.Rules(), wrong)
    broken = with_number(weights, "0.first_bias", struct.pack("<f", float("nan")))
    with pytest.raises(InvalidArgumentError, match=r"0\.first_bias has numbers that are not finite"):
        _native.Networks(foursquare.Rules(), broken)


def test_damaged_files_are_refused_or_work(weights: bytes) -> None:
    """A changed weight is still a weight; anything else raises the package's error, and nothing panics."""
    chance = random.Random(7)
    checkpoint = training(foursquare.Rules()).to_bytes()
    view = foursquare.State(seed=7).view(0)
    refused = 0
    for _ in range(times(2000, quick=300)):
        for data, read in (
            (weights, lambda data: _native.Networks(foursquare.Rules(), data).choose(view)),
            (checkpoint, lambda data: _native.Training.from_bytes([foursquare.Rules()], data)),
        ):
            damaged = bytearray(data)
            top = chance.choice([16, 1500, len(damaged)])
            for _ in range(chance.randrange(1, 4)):
                damaged[chance.randrange(top)] = chance.randrange(256)
            try:
                read(bytes(damaged))
            except InvalidArgumentError:
                refused += 1
    assert refused > 100


# Training


@pytest.mark.full
@pytest.mark.parametrize("rules", [DOUZERO, rummy.Rules()], ids=repr)
def test_result_depends_neither_on_threads_nor_on_interruptions(rules: Any) -> None:
    one, two = training(rules), training(rules)
    for threads in (8, 2):
        one.turn(1, 0.3)
        two.turn(threads, 0.3)
    assert one.decisions == two.decisions > 1000
    saved = one.to_bytes()
    assert saved == two.to_bytes()
    two = _native.Training.from_bytes([rules], saved)
    assert two.to_bytes() == saved
    for each in (one, two):
        each.turn(2, 0.2)
    assert one.to_bytes() == two.to_bytes() != saved


@pytest.mark.full
def test_training_makes_better_players() -> None:
    """Of nothing, some 100,000 decisions make a player of Dou Dizhu that often beats `rule`."""
    learning = training(DOUZERO)
    before, _, _ = learning.against_rule(400, 2)
    while learning.decisions < 100_000:
        learning.turn(2, 1.0)
    after, _, _ = learning.against_rule(400, 2)
    assert before < 0.25
    assert after > before + 0.1


def test_train_writes_weights_that_play_and_a_curve(tmp_path: Path) -> None:
    out = tmp_path / "my.safetensors"
    rules = rummy.Rules(hand_size=5)
    points: list[Point] = []
    found = train(rules, out, decisions=5_000, seed=1, width=32, deals=100, threads=2, report=points.append)
    assert found == points
    assert points[-1].decisions >= 5_000
    assert (tmp_path / "my.safetensors.csv").read_text().splitlines()[0] == "seconds,decisions,loss,won,gain,error"
    view = rummy.State(rules, seed=7)
    assert view.is_legal(NetBot(out).choose(view.view(view.current_player or 0)))
    again = train(rules, out, decisions=5_001, deals=100)
    assert again[-1].decisions == points[-1].decisions, "nothing is left to do"
    assert len((tmp_path / "my.safetensors.csv").read_text().splitlines()) == 1 + len(points + again)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my.safetensors", "my.safetensors.csv"]


@pytest.mark.full
@pytest.mark.parametrize("width", [None, 64])
def test_a_training_can_start_from_other_networks(tmp_path: Path, width: int | None) -> None:
    """They play the same at first, also if they get wider, and go on learning from there."""
    known, out = tmp_path / "known.safetensors", tmp_path / "out.safetensors"
    train(foursquare.Rules(), known, decisions=200_000, seed=1, width=32, deals=2)
    house = foursquare.Rules(diagonal=True)
    weights = NetBot(known).networks(house).to_bytes()
    started = _native.Training([house], SEED, width, weights)
    state = foursquare.State(house, seed=7)
    for _ in range(4):
        state.push(state.legal_actions()[-1])
    view = state.view(0)
    wanted = _native.Networks(house, weights).values(view)
    assert _native.Networks(house, started.weights()).values(view) == wanted
    before, _, _ = started.against_rule(400, 2)
    train(house, out, decisions=100_000, seed=1, width=width, start=NetBot(known), deals=2)
    learned = _native.Training.from_bytes([house], out.read_bytes())
    assert _native.Networks(house, learned.weights()).values(view) != wanted
    after, _, _ = learned.against_rule(400, 2)
    assert after > before - 0.02
    assert b"rate: 0.0006" in out.read_bytes()
    with pytest.raises(InvalidArgumentError, match="continued with its own seed, width and start"):
        train(house, out, decisions=200_000, start=NetBot(known))


def test_one_network_can_learn_alone(tmp_path: Path) -> None:
    """All others stay as they are, and a training that was stopped gives the same bytes."""
    huanle, out, parts = doudizhu.Rules.preset("huanle"), tmp_path / "out", tmp_path / "parts"
    known = dict(tensors(NetBot().networks(huanle).to_bytes()))
    learned = {}
    for file, steps in ((out, (30_000,)), (parts, (1_000, 30_000))):
        for place, decisions in enumerate(steps):
            more: Any = {} if place else {"seed": 1, "width": 32, "start": NetBot(), "only": 4}
            train(huanle, file, decisions=decisions, deals=2, **more)
        learned[file] = _native.Training.from_bytes([huanle], file.read_bytes()).weights()
    assert learned[out] == learned[parts]
    changed = {name for name, data in tensors(learned[out]) if data != known[name]}
    assert changed == {name for name in known if name.startswith("4.")}
    for only in (3, 5):
        with pytest.raises(InvalidArgumentError, match=f"that these rules need, got {only}"):
            train(huanle, tmp_path / "more", decisions=1000, start=NetBot(), only=only)
    with pytest.raises(InvalidArgumentError, match="only needs start"):
        train(huanle, tmp_path / "more", decisions=1000, only=4)


def tensors(weights: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the names and the data of the tensors of a file."""
    length = int.from_bytes(weights[:8], "little")
    for name, tensor in json.loads(weights[8 : 8 + length]).items():
        if name != "__metadata__":
            start, end = tensor["data_offsets"]
            yield name, weights[8 + length :][start:end]


@pytest.mark.parametrize(
    ("moves", "answers"), [([], 2), (["call"], 2), (["call", "pass", "pass"], 2), (["call", *["pass"] * 5], 1)]
)
def test_networks_call_rob_and_double(moves: list[str], answers: int) -> None:
    """Whether to show the hand is left to the rule policy."""
    state: Any = doudizhu.State(doudizhu.Rules.preset("huanle"), seed=11, dealer=0)
    for move in moves:
        state.push(move)
    values = NetBot().values(state.view(state.current_player))
    assert len(values) == answers
    assert {value.move for value in values} <= set(state.legal_moves())


def test_networks_that_do_not_fit_are_no_start(tmp_path: Path) -> None:
    out = tmp_path / "out.safetensors"
    with pytest.raises(InvalidArgumentError, match="they are 128 and 64 wide; accepted are at most 32 and exactly 64"):
        train(foursquare.Rules(), out, decisions=1000, width=32, start=NetBot())
    with pytest.raises(TypeError, match="start must be a NetBot or None, not str"):
        train(foursquare.Rules(), out, decisions=1000, start="net")  # type: ignore[arg-type]
    other = tmp_path / "other.safetensors"
    other.write_bytes(training(foursquare.Rules()).weights())
    with pytest.raises(InvalidArgumentError, match="foursquare"):
        train(rummy.Rules(), out, decisions=1000, start=NetBot(other))
    alone = training(DOUZERO).weights()  # without a network for the auction
    with pytest.raises(InvalidArgumentError, match="start from these networks: they are for other rules"):
        _native.Training([DOUZERO, doudizhu.Rules()], SEED, 32, alone)
    assert not out.exists()


def test_wrong_settings_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for wrong, why in (
        ({}, "give either hours or decisions"),
        ({"hours": 1, "decisions": 1}, "give either hours or decisions"),
        ({"hours": 0}, "hours must be above 0"),
        ({"decisions": 1000, "width": 33}, "must be a multiple of 32"),
        ({"decisions": 1000, "threads": 0}, "threads must be 1 to 256"),
    ):
        with pytest.raises(InvalidArgumentError, match=why):
            train(foursquare.Rules(), out, **wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match="need different networks"):
        train([doudizhu.Rules(), doudizhu.Rules(players=4)], out, decisions=1000)
    with pytest.raises(InvalidArgumentError, match="at least one"):
        train([], out, decisions=1000)
    with pytest.raises(FileNotFoundError):
        train(foursquare.Rules(), tmp_path / "none" / "out", decisions=1000)
    out.write_bytes(b"something else")
    with pytest.raises(InvalidArgumentError, match="invalid weights"):
        train(foursquare.Rules(), out, decisions=1000)
    assert out.read_bytes() == b"something else"


# The command line


def command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "oxideal", *arguments], capture_output=True, check=False, text=True, **options
    )


@pytest.mark.full
def test_command_trains_and_continues(tmp_path: Path) -> None:
    out = str(tmp_path / "my.safetensors")
    arguments = ["train", "foursquare", "--decisions", "3000", "--width", "32", "--seed", "7", "--out", out]
    done = command(*arguments)
    assert done.returncode == 0, done.stderr
    assert "decisions  loss" in done.stdout
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "exists: its training is continued with its own seed, width and start" in done.stderr
    done = command("train", "foursquare", "--decisions", "3000", "--rules", '{"diagonal": true}', "--out", out)
    assert done.returncode == 2
    assert "the checkpoint is for other rules: foursquare" in done.stderr
    done = command("arena", "foursquare", f"net:{out}", "-n", "2", "--seed", "7")
    assert done.returncode == 0, done.stderr
    more = str(tmp_path / "more.safetensors")
    done = command(*arguments[:-1], more, "--start", "rule")
    assert (done.returncode, done.stdout) == (2, "")
    assert 'expected net or net:FILE, got "rule"' in done.stderr
    done = command("train", "foursquare", "--decisions", "3000", "--start", f"net:{out}", "--out", more)
    assert done.returncode == 0, done.stderr


@pytest.mark.full
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("oxideal.bots.training.SAVE_SECONDS", 0)
    out = tmp_path / "my.safetensors"
    arguments = ["train", "foursquare", "--hours", "1", "--width", "32", "--out", str(out)]
    with ctrl_c_within("oxideal.bots.training.replace_file"):  # it has learned something
        assert main(arguments) == 130
    assert capsys.readouterr().err == "oxideal train: interrupted\n"
    assert _native.Training.from_bytes([foursquare.Rules()], out.read_bytes()).decisions > 0


def test_weights_of_the_package_have_less_than_two_megabytes() -> None:
    """In the wheel, where files are compressed."""
    files = [*(Path(oxideal.bots.__file__).parent / "weights").glob("*.safetensors")]
    assert len(files) >= 4
    assert sum(len(zlib.compress(file.read_bytes())) for file in files) < 2_000_000
