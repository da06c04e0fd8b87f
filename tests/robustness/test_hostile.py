"""Every public function, method and operator of the package with hostile values in each place: the
only errors are ours, `TypeError` and `OverflowError`, nothing changes, nothing crashes, and both
engines answer alike.

`pytest --effort 20 tests/robustness/test_hostile.py` tries all values everywhere, and that many
more combinations and mutations; with less effort, every place gets some of the values.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import random
import re
import resource
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
import pytest

import oxideal
from helpers import effort
from helpers.cases import BACKENDS
from helpers.effort import times
from helpers.hostile_calls import Call, Setting, calls_of, public_modules
from helpers.hostile_things import THINGS, reentrant_value
from helpers.hostile_values import VALUES, Endless, Own, Pretends, Str
from helpers.refusal import refuses
from oxideal.differential import GAMES, damage
from oxideal.errors import InvalidArgumentError, InvalidRecordError, InvalidRulesError, OxidealError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SHARE = min(times(5), 100)
"""The percentage of all hostile values that is tried in each place."""

OURS = (OxidealError, TypeError, OverflowError)


def allowed_errors(call: Call) -> tuple[type[Exception], ...]:
    """Return what a call may raise. An index out of range is an `IndexError`, as in all sequences."""
    return (*OURS, IndexError) if call.name.endswith("__getitem__") else OURS


OF_THE_VALUE: dict[str, type[Exception]] = {
    "memoryview, cast": NotImplementedError,
    "gives __len__ of -1": ValueError,
    "pretended dict": AttributeError,  # it claims to be a mapping without a mapping's methods
}
"""Errors that values other than ours raise when they are read; ours all raise `Own`."""

PATHS = {
    "oxideal.arena.arena records",
    "oxideal.arena.tournament records",
    "oxideal.record.Writer target",
    "oxideal.record.Reader source",
    "oxideal.record.read source",
    "oxideal.bots.training.train out",
}
"""For paths, the system reports an OSError, or Python a ValueError."""

ATTRIBUTES = ("__setattr__", "__delattr__")

pytestmark = pytest.mark.filterwarnings("ignore")  # caused by the values: an `__index__` that returns no plain integer

Said = tuple[type[BaseException] | None, str]


def module_of(game: str, backend: str) -> Any:
    return Setting(game, backend).module


def said(call: Call, thing: Any, given: dict[str, Any]) -> Said:
    """Return the type and the message of the error, or `None`."""
    try:
        call(thing, given)
    except (Exception, Endless) as error:
        return type(error), message(error)
    return None, ""


def message(error: BaseException) -> str:
    """Remove what distinguishes the engines' classes: `oxideal.reference.games.rummy.rules.Rules`
    becomes `oxideal.rummy.Rules`.
    """
    plain = str(error).replace("oxideal.reference.games.", "oxideal.").replace("oxideal.reference.", "oxideal.")
    return re.sub(r"oxideal\.(\w+)\.\w+\.(Rules|Move|State|View)\b", r"oxideal.\1.\2", plain)


def fingerprint(thing: Any) -> object:
    """Return everything that a refused call must not change."""
    if isinstance(thing, ModuleType | type):
        return None
    if hasattr(thing, "to_bytes"):
        return thing.to_bytes()
    if hasattr(thing, "legal_ids"):
        return thing.observations.tobytes(), thing.legal_ids.tobytes(), thing.episode.tobytes()
    return repr(thing) if " object at 0x" not in repr(thing) else None


def chosen(call: str, parameter: str) -> list[str]:
    """Return the values to try in this place."""
    parts = 100 if effort.level else 200
    return [value for value in (*VALUES, *THINGS) if crc32(f"{call} {parameter} {value}".encode()) % parts < SHARE]


def made(name: str, setting: Setting) -> Any:
    """Make a hostile value, or one that is hostile only in this place."""
    return VALUES[name]() if name in VALUES else THINGS[name](setting)


class Walker:
    """Calls one function repeatedly. Its object and other arguments are remade after a call succeeds."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.begin()

    def begin(self) -> None:
        self.thing = self.call.owner()
        self.given = self.call.examples()
        self.before = fingerprint(self.thing)

    def tried(self, hostile: dict[str, str]) -> Said:
        """Return the outcome of these values in these places."""
        values = {name: made(each, self.call.setting) for name, each in hostile.items()}
        found = said(self.call, self.thing, {**self.given, **values})
        error, text = found
        where = f"{self.call.name}({hostile}): {error and error.__name__}: {text}"
        if error is None:
            if fingerprint(self.thing) != self.before:
                self.begin()
            return found
        allowed: tuple[type[BaseException], ...] = (
            *allowed_errors(self.call),
            *(OF_THE_VALUE.get(each, Own) for each in hostile.values()),
        )
        if self.call.name.endswith(ATTRIBUTES):
            allowed = (*allowed, AttributeError)
        if any(f"{self.call.name} {place}" in PATHS for place in hostile):
            allowed = (*allowed, OSError, ValueError)
        assert issubclass(error, allowed), where
        assert fingerprint(self.thing) == self.before, where
        return found


def alike(call: Call, value: str, one: Said, other: Said) -> bool:
    """Whether both engines gave the same answer. A value that raises by itself may have been read by only one."""
    if Own in (one[0], other[0]) or call.name.endswith(ATTRIBUTES):
        return True
    return one[0] is other[0] if value.startswith("pretended") else one == other


@cache
def pairs(game: str) -> list[tuple[Call, Call]]:
    """Return the calls of a game on both engines."""
    rust, reference = (
        {
            call.name.removeprefix(module_of(game, each).__name__): call
            for call in calls_of(module_of(game, each), Setting(game, each))
        }
        for each in BACKENDS
    )
    assert rust.keys() == reference.keys()
    return [(rust[name], reference[name]) for name in rust]


@pytest.mark.parametrize("game", GAMES)
def test_both_engines_refuse_the_same_values(game: str) -> None:
    for rust, reference in pairs(game):
        for parameter, other in zip(rust.parameters, reference.parameters, strict=True):
            names = chosen(rust.name, parameter.name)
            if not names:
                continue
            walkers = Walker(rust), Walker(reference)
            for name in names:
                one, two = (
                    walker.tried({each.name: name}) for walker, each in zip(walkers, (parameter, other), strict=True)
                )
                assert alike(rust, name, one, two), (rust.name, parameter.name, name, one, two)


# The rest of the package, shared by both engines

NOT_WALKED = {
    "oxideal.interface": "protocols and type aliases: whoever keeps them is walked",
    "oxideal.differential": "a harness for engines, whose inputs are its own; what it reads from files is tried below",
    "oxideal.words": "it reads our own files; `describe` and `message`, which take a language, are walked",
    "oxideal.cli.main": "its arguments are texts; test_cli.py has every option with rubbish",
    "oxideal.schemas.observation.ObservationSpec.of": "for the engines, which make their own layouts",
    "oxideal.openspiel.game.SpielGame": "it stands for its subclasses, one a game, which pyspiel makes",
    "oxideal.openspiel.game.SpielObserver": "games make it",
    "oxideal.envs.table.TableEnv": "it stands for its subclasses, one a game",
    "oxideal.openspiel.register": "it takes nothing",
}
"""Public names that these tests do not call, with the reason."""


def shared_calls() -> Iterator[Call]:
    games = {module_of(game, each).__name__ for game in GAMES for each in BACKENDS}
    for module in public_modules():
        if module.__name__ in games or any(f"{module.__name__}.".startswith(f"{each}.") for each in NOT_WALKED):
            continue
        game = next((game for game in GAMES if game in module.__name__), "doudizhu")
        for call in calls_of(module, Setting(game)):
            if call.name not in NOT_WALKED and not is_reexported(call, module):
                yield call


def is_reexported(call: Call, module: ModuleType) -> bool:
    """Whether a name is covered in the module that defines it."""
    thing = getattr(module, call.name.removeprefix(f"{module.__name__}.").split(".")[0])
    home = getattr(thing, "__module__", module.__name__)
    return home != module.__name__ and any(
        home.startswith(each.__name__) and hasattr(each, thing.__name__)
        for each in public_modules()
        if each.__name__.startswith(f"{module.__name__}.")
    )


SHARED = list(shared_calls())


@pytest.mark.parametrize("module", {call.name.rpartition(".")[0]: None for call in SHARED})
def test_rest_of_the_package_refuses_hostile_values(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a text may be taken for the path of a new file
    for call in (call for call in SHARED if call.name.rpartition(".")[0] == module):
        for parameter in call.parameters:
            walker = None
            for name in chosen(call.name, parameter.name):
                walker = walker or Walker(call)
                walker.tried({parameter.name: name})


# Input: parsing never takes more memory or time than the input's size justifies


def damaged_events(game: str, number: int) -> Iterator[tuple[dict[str, Any], int, list[str]]]:
    """Return nearly valid rules, seat and events: of others, doubled, missing, out of order, misspelt."""
    chance = random.Random(game)
    others = [each for other in GAMES for each in events_of(other)]
    for _ in range(number):
        fields, seat, right = chance.choice(events_of(game))
        events = list(right)
        for _ in range(chance.choice((1, 1, 2))):
            one, other = (chance.randrange(len(events) + 1) for _ in range(2))
            match chance.randrange(8):
                case 0:
                    del events[one : one + 1]
                case 1:
                    events.insert(one, chance.choice(right))
                case 2:
                    events[one:], events[:one] = events[:one], events[one:]
                case 3:
                    events[one:other] = reversed(events[one:other])
                case 4:
                    events[one : one + 1] = [damage.damaged(each, chance) for each in events[one : one + 1]]
                case 5:
                    events[one : one + 1] = chance.choice(others)[2][:1]
                case 6:
                    events[one:] = chance.choice(events_of(game))[2][other:]
                case 7:
                    fields, seat, _ = chance.choice(events_of(game))
        yield fields, seat, events


@cache
def events_of(game: str) -> list[tuple[dict[str, Any], int, list[str]]]:
    """Return the events of seats in rounds by several rules, dealt and set up by hand."""
    found = []
    for number, fields in enumerate(GAMES[game][: max(2, SHARE // 5)]):
        module = module_of(game, "rust")
        rules = module.Rules.from_dict(fields)
        state = module.State(rules, seed=number)
        chance = random.Random(number)
        while not state.is_over and len(state.history) < 20 + 5 * number:
            state.push(chance.choice(state.legal_actions()))
        for each in (state, state.view(0).sample(1)):
            seat = chance.randrange(rules.players)
            found.append((fields, seat, each.events(seat)))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_both_engines_believe_the_same_events(game: str) -> None:
    believed = 0
    for fields, seat, events in damaged_events(game, 20 * SHARE):
        found = []
        for each in BACKENDS:
            module = module_of(game, each)
            try:
                found.append(module.View.from_events(module.Rules.from_dict(fields), seat, events).to_bytes())
            except (InvalidRecordError, InvalidArgumentError) as error:
                found.append((type(error), message(error)))
        assert found[0] == found[1], (fields, seat, events)
        believed += isinstance(found[0], bytes)
    assert believed


@pytest.mark.parametrize("game", GAMES)
def test_pickles_hold_only_what_is_checked(game: str, backend: str) -> None:
    """The bytes in a pickle are read by `from_bytes`."""
    setting = Setting(game, backend)
    for thing in (setting.state, setting.view):
        data = thing.to_bytes()
        whole = pickle.dumps(thing)
        assert whole.count(data) == 1
        for place in range(4, len(data), max(1, len(data) // SHARE)):
            changed = data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]
            try:
                wanted = type(thing).from_bytes(changed)
            except OxidealError as error:
                refuses(type(error), str(error), pickle.loads, whole.replace(data, changed))
            else:
                assert pickle.loads(whole.replace(data, changed)) == wanted


ROOM = 192 * 2**20
"""More than the interpreter needs for the inputs here, and far less than they claim."""

MOST = b"\xff\xff\xff\xff\x0f"
"""2**32 - 1, as encoded in the bytes."""


def read_claims() -> None:
    """Read inputs that claim to be long, with little more memory than is in use: in a separate process."""
    settings_of = [Setting(game, each) for game in GAMES for each in BACKENDS]
    inputs = {
        (setting, kind): (getattr(setting.module, kind), thing.to_bytes())
        for setting in settings_of
        for kind, thing in (("State", setting.state), ("View", setting.view))
    }
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + ROOM, used + ROOM))
    count = 0
    for reader, data in inputs.values():
        for place in range(5, len(data)):
            for claim in (
                data[:place] + MOST + data[place + 1 :],
                data[:place] + MOST,
                data[:place] + MOST[:4] + b"\x07" + data[place:],
            ):
                count += 1
                with suppress(OxidealError):
                    reader.from_bytes(claim)
    for setting in settings_of:
        for text in ("9" * 10**6, " ".join(["3"] * 10**6), f"{setting.state.to_text()} " * 10**4, "(" * 10**6):
            for kind in ("State", "View"):
                count += 1
                with suppress(OxidealError):
                    getattr(setting.module, kind).from_text(text)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    line = oxideal.record.dumps(Setting("rummy").record)
    for text in ("[" * 10**6, line.replace("[", "[" * 10**5, 1), '{"a":' * 10**5, line.replace("7", "9" * 10**6, 1)):
        count += 1
        with suppress(InvalidRecordError):
            oxideal.record.loads(text)
    print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="only there the memory of a process can be limited")
def test_memory_is_bounded_by_the_input(tmp_path: Path) -> None:
    done = child("read_claims", tmp_path)
    assert done.returncode == 0, done.stderr
    count, grown = map(int, done.stdout.split())
    assert count > 1000
    assert grown * 1024 < ROOM


# Reentrant calls


def call_back() -> None:
    """Call every method with values that disturb the object while it is read: in a separate
    process, as a deadlock would hang it.
    """
    faulthandler.dump_traceback_later(240, exit=True)
    count = 0
    for game in GAMES:
        for rust, reference in pairs(game):
            for parameter, other in zip(rust.parameters, reference.parameters, strict=True):
                count += 2
                one, two = upset_by(rust, parameter.name), upset_by(reference, other.name)
                assert one == two, (rust.name, parameter.name, one, two)
    for call in SHARED:
        for parameter in call.parameters:
            count += 1
            upset_by(call, parameter.name)
    print(count)


def upset_by(call: Call, name: str) -> object:
    """Return the error and the state of the object afterwards."""
    thing, given = call.owner(), call.examples()
    if name not in given or call.name.endswith(ATTRIBUTES):
        return None
    given[name] = reentrant_value(thing, given[name])
    error, text = said(call, thing, given)
    allowed = allowed_errors(call)
    if f"{call.name} {name}" in PATHS:
        allowed = (*allowed, OSError, ValueError)
    assert error is None or issubclass(error, allowed), (call.name, name, error, text)
    return error, whole(thing)


def whole(thing: Any) -> object:
    """Return the state of the object, after checking that it is consistent."""
    if isinstance(thing, type) or not hasattr(thing, "rules"):
        return None
    if hasattr(thing, "history"):
        assert type(thing).from_bytes(thing.to_bytes()) == thing
        assert len(thing.recent) == min(16, len(thing.history))
    if hasattr(thing, "legal_ids"):
        thing.step(thing.sample_actions(1))
    return fingerprint(thing)


def child(call: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Call a function of this module in a separate process, which works in that folder."""
    code = (
        f"from helpers import effort; effort.level = {effort.level}\n"
        f"from robustness import test_hostile; test_hostile.{call}()\n"
    )
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=folder,  # a text may be taken for the path of a new file
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )


@pytest.mark.full
def test_callbacks_find_objects_whole(tmp_path: Path) -> None:
    done = child("call_back", tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1000


class Between:
    """Interrupts a function after this many steps: Python runs `__del__` and handles Ctrl-C between any two."""

    def __init__(self, code: Any, steps: int, act: Callable[[], object]) -> None:
        self.code = code
        self.left = steps
        self.act = act

    def __call__(self, frame: Any, event: str, _: object) -> Any:
        if frame.f_code is not self.code:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            self.left -= 1
            if not self.left:
                self.act()
        return self


def interrupt() -> None:
    raise KeyboardInterrupt


STEPS = 40
"""More steps than any of these functions takes."""


@pytest.mark.parametrize("method", ["push", "pop"])
@pytest.mark.parametrize("what", ["push", "pop", "Ctrl-C"])
def test_reference_states_are_never_half_moved(method: str, what: str) -> None:
    state_type = module_of("rummy", "reference").State
    for steps in range(1, STEPS):
        state = Setting("rummy", "reference").state
        acts = {"push": lambda: state.push(state.legal_actions()[0]), "pop": state.pop, "Ctrl-C": interrupt}  # noqa: B023
        arguments = [state.legal_actions()[0]] if method == "push" else []
        before = sys.gettrace()
        sys.settrace(Between(getattr(state_type, method).__code__, steps, acts[what]))
        with suppress(KeyboardInterrupt, OxidealError):
            getattr(state, method)(*arguments)
        sys.settrace(before)
        whole(state)


# Regressions


def twice_in_itself() -> list[Any]:
    thing: list[Any] = []
    thing += [thing, thing]
    return thing


ENDLESS_ARRAYS = {
    "strides": lambda: np.lib.stride_tricks.as_strided(np.zeros(1, np.uint8), (2**40, 15), (0, 0)),
    "range": lambda: range(2**62),
    "list": twice_in_itself,
    "sequence": VALUES["Sequence, huge"],
    "subclass": VALUES["List"],
}


@pytest.mark.parametrize("value", ENDLESS_ARRAYS.values(), ids=ENDLESS_ARRAYS)
def test_endless_arrays_are_refused(value: Any, backend: str) -> None:
    """Numpy would have copied terabytes, or run forever ignoring Ctrl-C."""
    doudizhu = module_of("doudizhu", backend)
    batch = doudizhu.Batch(doudizhu.Rules(), 3, seed=7)
    for call in (doudizhu.classify_many, batch.step):
        with pytest.raises((InvalidArgumentError, TypeError)):
            call(value())


@pytest.mark.parametrize("game", GAMES)
def test_str_subclasses_are_read_by_content(game: str, backend: str) -> None:
    """A string that claims to equal every other was taken for a word of the rules."""
    rules = module_of(game, backend).Rules
    for name in [name for name, value in rules().to_dict().items() if isinstance(value, str)]:
        with pytest.raises(InvalidRulesError):
            rules(**{name: Str("nonsense")})


def test_fake_classes_are_refused(backend: str) -> None:
    foursquare = module_of("foursquare", backend)
    with pytest.raises(InvalidRulesError):
        foursquare.Rules(diagonal=Pretends(bool))
    for call, kind in (
        (foursquare.State.from_bytes, bytes),
        (foursquare.State.from_text, str),
        (foursquare.State, bytes),
    ):
        with pytest.raises(TypeError):
            call(Pretends(kind))
    batch = foursquare.Batch(foursquare.Rules(), 2, seed=7)
    with pytest.raises(TypeError):
        batch.legal_mask(Pretends(np.ndarray))


def test_bytes_subclasses_are_read_by_content(backend: str) -> None:
    foursquare = module_of("foursquare", backend)
    assert foursquare.State(seed=VALUES["Bytes"]()) == foursquare.State(seed=0)


def test_bots_are_restored_from_their_own_fields_only() -> None:
    bot = oxideal.bots.SearchBot(seed=7)
    setstate: Any = oxideal.bots.SearchBot.__setstate__
    for fields in ("x", {"limit": None}, {"seed": 1, "other": 2}, {"seed": -1}, VALUES["Dict"]()):
        with pytest.raises((TypeError, InvalidArgumentError)):
            setstate(bot, fields)
    assert bot == oxideal.bots.SearchBot(seed=7)
    assert pickle.loads(pickle.dumps(bot)) == bot
