"""`oxideal.commitment`: deals match their commitment, and everything else is refused with the reason."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import pickle
import random
import secrets
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from helpers.cases import BACKENDS, CASES, Case, module_of, play
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.cli import main
from oxideal.commitment import Commitment, verify
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError, InvalidRecordError, InvalidRulesError
from oxideal.record import Record, dumps, loads

FEW = [case for case in CASES if case.fields in GAMES[case.game][:2]]
"""The choice of rules does not matter here."""

CONTRIBUTIONS = ["Ada: 8213", "Ben: ducks", "Cleo: ü"]

TEXT = (
    '{"commitment":1,"dealer":1,"game":"rummy","match":false,"rules":{"ace":"low","hand_size":10,"must_discard_out":'
    f'false,"players":2,"turn_limit":1000}},"secret":"{bytes(range(32)).hex()}"}}'
)
DIGEST = "0898b68b8cf3feaf870a9170691a047056cdcc32e4f376373e8f217b3a498c50"

CONTRIBUTED = [f"--contribution={each}" for each in CONTRIBUTIONS]

WRONG_SEED = "the seed of this round does not follow from the secret and these contributions"


def begun(state: Any) -> Any:
    """Return the same round some actions later."""
    *_, later = islice(play(state, 0), 8)
    return later


def dealt(case: Case, secret: Commitment, dealer: int | None = None) -> Any:
    return begun(case.module.State(case.rules, seed=secret.seed(CONTRIBUTIONS), dealer=dealer))


def rummy(**given: Any) -> tuple[Commitment, Record]:
    """Return a small commitment, and a round that keeps it except for the given fields."""
    module = module_of("rummy", "rust")
    secret = Commitment.from_text(TEXT)
    rules = module.Rules.from_dict(given.pop("rules", {"players": 2}))
    state = module.State(rules, **{"seed": secret.seed(CONTRIBUTIONS), "dealer": 1, **given})
    *_, end = play(state, 0)
    return secret, Record.of(end)


def match_of(game: str, rounds: int, backend: str = "rust", **given: Any) -> tuple[Commitment, list[Record]]:
    """Return a commitment to a match, and the records of its first rounds."""
    module: Any = module_of(game, backend)
    secret = Commitment.new(game, match=True, **given)
    match = module.Match(module.Rules(), seed=secret.seed(CONTRIBUTIONS), **given)
    records = []
    for number in range(rounds):
        if number:
            match.next_round()
        for _ in play(match.state, number):
            pass
        records.append(Record.of(match.state))
    return secret, records


@pytest.mark.parametrize("case", FEW, ids=str)
def test_round_matches_its_commitment(case: Case) -> None:
    secret = Commitment.new(case.game, case.fields)
    published, state = secret.digest, dealt(case, secret)
    record = Record.of(state, info={"commitment": published, "contributions": CONTRIBUTIONS})
    revealed = f"  {secret.reveal()}\n"
    assert verify(published, revealed, record, CONTRIBUTIONS) is True
    assert verify(published.upper(), revealed, state, tuple(CONTRIBUTIONS), case.backend) is True
    assert verify(published, revealed, loads(dumps(record)), record.info["contributions"]) is True  # type: ignore[index]
    assert Commitment.new(case.module, case.rules).digest != published
    for dealer in range(case.rules.players):
        secret = Commitment.new(case.module, case.rules, dealer=dealer)
        assert verify(secret.digest, secret.reveal(), dealt(case, secret, dealer), CONTRIBUTIONS)
        refuses(
            InvalidRecordError,
            f"the dealer is drawn at random, but the commitment has seat {dealer}",
            *(verify, secret.digest, secret.reveal(), dealt(case, secret), CONTRIBUTIONS),
        )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("given", [{}, {"dealer": 0}])
def test_rounds_of_a_match_match_the_commitment(game: str, given: dict[str, Any]) -> None:
    secret, records = match_of(game, 3, **given)
    for record in records:
        assert verify(secret.digest, secret.reveal(), record, CONTRIBUTIONS)
        other = "reference" if game != "rummy" else "rust"  # the reference plays them slowly
        assert verify(secret.digest, secret.reveal(), record, CONTRIBUTIONS, other)
    players = len(records[0].payoffs or ())
    if players > 1:
        turned = replace(records[2], dealer=records[1].dealer)
        with pytest.raises(InvalidRecordError):  # another round, or the wrong dealer
            verify(secret.digest, secret.reveal(), turned, CONTRIBUTIONS)


def test_rounds_of_another_match_are_refused() -> None:
    secret, [first, second] = match_of("mexican_train", 2, dealer=3)
    module: Any = module_of("mexican_train", "rust")
    rules = module.Rules.from_dict(second.rules)
    seed = secret.seed(CONTRIBUTIONS)

    def refused(message: str, state: Any) -> None:
        refuses(InvalidRecordError, message, verify, secret.digest, secret.reveal(), state, CONTRIBUTIONS)

    def state(rules: Any, stream: int, dealer: int | None) -> Any:
        return module.State(rules, seed=seed, stream=stream, dealer=dealer)

    assert (first.dealer, second.dealer) == (3, 0)
    streams = "stream must be 1 to 1000000 for a round of a match, got {}"
    refused(f"the commitment: {streams.format(0)}", state(rules, 0, 0))
    refused(f"the commitment: {streams.format(2**90)}", state(rules, 2**90, 0))
    refused("the commitment: round 14 out of range: this match has rounds 1 to 13", state(rules, 14, 0))
    refused(says("other_rules_committed"), state(rules, 3, 1))
    refused("the dealer is seat 2, but the commitment has seat 0", state(rules, 2, 2))
    refused("the dealer is drawn at random, but the commitment has seat 0", state(rules, 2, None))


def test_verify_names_the_mismatch() -> None:
    secret, record = rummy()
    assert verify(DIGEST, TEXT, record, CONTRIBUTIONS)

    def refused(message: str, other: Any, contributions: Any = CONTRIBUTIONS, text: str = TEXT) -> None:
        digest = hashlib.sha256(text.encode()).hexdigest()
        refuses(InvalidRecordError, message, verify, digest, text, other, contributions)

    refused(WRONG_SEED, record, ())
    refused(WRONG_SEED, record, CONTRIBUTIONS[::-1])
    refused(WRONG_SEED, record, [*CONTRIBUTIONS[:2], "Cleo: u"])
    refused(WRONG_SEED, rummy(seed=7)[1])
    refused(WRONG_SEED, rummy(seed=bytes(range(32)))[1])
    refused(WRONG_SEED, record, text=TEXT.replace('"dealer":1', '"dealer":0'))  # it is part of what was hashed
    refused("the stream is 1, but the commitment has 0", rummy(stream=1)[1])
    refused("the dealer is seat 0, but the commitment has seat 1", rummy(dealer=0)[1])
    refused(says("other_rules_committed"), rummy(rules={"players": 2, "ace": "both"})[1])
    by_hand = module_of("rummy", "rust").State(seed=1).view(0).sample(seed=1)
    refused("this round was set up by hand, not dealt from a seed", by_hand)
    other = module_of("foursquare", "rust").State(seed=secret.seed(CONTRIBUTIONS))
    refused("the game is foursquare, but the commitment has rummy", other)
    refused(
        f"the payoffs are {list(record.payoffs or ())}, but the record has [100, 0]",
        replace(record, payoffs=(100, 0)),
    )
    published = hashlib.sha256(b"something else").hexdigest()
    refuses(
        InvalidRecordError,
        f"the revealed text does not match the published digest: its SHA-256 is {DIGEST}, not {published}",
        *(verify, published, TEXT, record, CONTRIBUTIONS),
    )


def test_commitment_to_invalid_rules_is_refused() -> None:
    text = TEXT.replace('"players":2', '"players":99')
    secret = Commitment.from_text(text)
    _, record = rummy(seed=secret.seed())
    with pytest.raises(InvalidRecordError, match=r"^the commitment: players must be"):
        verify(secret.digest, text, record)


def test_format_is_unchanged() -> None:
    """Published commitments must stay valid forever, and can be verified without this package."""
    secret, record = rummy()
    assert secret.reveal() == TEXT
    assert secret.digest == DIGEST == hashlib.sha256(TEXT.encode("ascii")).hexdigest()
    message = '["oxideal seed",1,"' + DIGEST + '",["Ada: 8213","Ben: ducks","Cleo: \\u00fc"]]'
    seed = hmac.new(bytes(range(32)), message.encode("ascii"), "sha256").digest()
    assert secret.seed(CONTRIBUTIONS) == seed
    assert (
        record.seed
        == int.from_bytes(seed, "little")
        == 88180411401374806364502442765937952884894461086907503043972295868084253968858
    )


def test_secret_comes_from_system_entropy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without system entropy there is no commitment."""

    def none_left(count: int) -> bytes:
        raise OSError(f"no {count} bytes")

    monkeypatch.setattr(secrets, "token_bytes", none_left)
    refuses(OSError, "no 32 bytes", Commitment.new, "foursquare")


def test_repr_hides_the_secret() -> None:
    secret = Commitment.new("rummy")
    text = json.loads(secret.reveal())["secret"]
    shown = [repr(secret), str(secret), f"{[secret]}", secret.digest, secret.seed().hex()]
    assert not any(text in each for each in shown)
    assert not hasattr(secret, "__dict__")
    refused = "a Commitment cannot be copied or pickled: store the text of reveal() where you store passwords"
    for call in (copy.copy, copy.deepcopy, pickle.dumps):
        refuses(TypeError, refused, call, secret)


def changed(text: str) -> Iterator[str]:
    """Yield the text with each character replaced or removed."""
    chance = random.Random(1)
    for place in range(len(text)):
        for other in ("", "0", '"', "\\", "é", "\ud800", chr(chance.randrange(32, 127))):
            if text[:place] + other + text[place + 1 :] != text:
                yield text[:place] + other + text[place + 1 :]


def test_any_change_to_the_text_is_noticed() -> None:
    """A changed text that is still a commitment is a different one."""
    _, record = rummy()
    refusals, others = 0, 0
    for text in changed(TEXT):
        with pytest.raises(InvalidRecordError, match="does not match the published digest"):
            verify(DIGEST, text, record, CONTRIBUTIONS)
        try:
            other = Commitment.from_text(text)
        except InvalidRecordError:
            refusals += 1
        else:
            others += 1
            assert other.reveal() == text
            assert other.digest != DIGEST
    assert refusals > 1000
    assert others > 100  # other secrets, and other values of the rules, which are checked with the game


OTHER_FORMAT = "unsupported format of a commitment; this version reads format 1"
OTHER_WAY = "the text differs from what reveal() returns for its fields"
TOO_LARGE = "a number in rules must be -(2**53 - 1) to 2**53 - 1, got an integer of more than 64 bits"
DIGITS = "must be 64 hexadecimal digits (0 to 9 and a to f)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" " * 200_000 + "7", 'a commitment must be a JSON object, got "7"'),
        ("7" * 200_000, "a commitment must have at most 100000 characters"),
        ("[]", 'a commitment must be a JSON object, got "[]"'),
        ("{}", says("field_missing", "commitment")),
        (TEXT.replace('"commitment":1', '"commitment":2'), OTHER_FORMAT),
        (TEXT.replace('"commitment":1', '"commitment":"1"'), OTHER_FORMAT),
        (TEXT.replace('"dealer":1,', ""), says("field_missing", "dealer")),
        (
            TEXT.replace('"dealer"', '"deal\\nr":1,"dealer"'),
            'unknown field "deal?r"; expected one of commitment, game, rules, dealer, match, secret',
        ),
        (TEXT.replace('"dealer":1', '"dealer":true'), says("not_an_integer", "dealer", "bool")),
        (TEXT.replace('"dealer":1', '"dealer":-1'), "dealer must be 0 to 2**53 - 1, got -1"),
        (TEXT.replace('"match":false', '"match":0'), says("match_not_boolean", "int")),
        (TEXT.replace('"rummy"', "7"), says("not_a_str", "game", "int")),
        (TEXT.replace('"rummy"', '"../x"'), 'game must be the name of a game, e.g. doudizhu, got "../x"'),
        (TEXT.replace("1000", "1" + "0" * 400), TOO_LARGE),
        (TEXT.replace(":10,", ": 10,"), OTHER_WAY),
        (TEXT.replace('"dealer":1', '"dealer":0,"dealer":1'), OTHER_WAY),
        (TEXT.replace("1f", "1F"), f"secret {DIGITS}"),
        (TEXT.replace("1f", ""), f"secret {DIGITS}"),
    ],
)
def test_invalid_texts_of_commitments(text: str, message: str) -> None:
    refuses(InvalidRecordError, message, Commitment.from_text, text)


@pytest.mark.parametrize("text", ["", "{", "[" * 50_000, "9" * 50_000, TEXT.replace("1000", "NaN")])
def test_text_of_a_commitment_must_be_json(text: str) -> None:
    with pytest.raises(InvalidRecordError, match='a commitment must be JSON, got "'):
        Commitment.from_text(text)


def test_wrong_arguments() -> None:
    secret, record = rummy()
    digits = f"a digest {DIGITS}"
    refuses(InvalidRecordError, digits, verify, DIGEST[1:], TEXT, record, CONTRIBUTIONS)
    refuses(InvalidRecordError, digits, verify, "\u0661" * 64, TEXT, record, CONTRIBUTIONS)
    refuses(TypeError, says("not_a_str", "published", "bytes"), verify, b"", TEXT, record)
    refuses(TypeError, says("not_a_str", "revealed", "NoneType"), verify, DIGEST, None, record)
    refuses(TypeError, says("not_a_str", "text", "Commitment"), Commitment.from_text, secret)
    refuses(TypeError, "state must be a State, not str", verify, DIGEST, TEXT, dumps(record))
    refuses(TypeError, "Commitment has no constructor; use Commitment.new() or Commitment.from_text()", Commitment)
    refuses(TypeError, says("match_not_boolean", "int"), Commitment.new, "rummy", match=1)
    refuses(TypeError, says("not_an_integer", "dealer", "str"), Commitment.new, "rummy", dealer="0")
    refuses(TypeError, "contributions must be a list, not str", secret.seed, "abc")
    refuses(TypeError, says("not_a_str", "a contribution", "int"), secret.seed, [1])
    refuses(InvalidArgumentError, "contributions must have at most 100 items, got 101", secret.seed, ["a"] * 101)
    refuses(InvalidRecordError, 'a contribution must not contain lone surrogates, got "?"', secret.seed, ["\ud800"])
    for text in ("", "a" * 201, "a\nb", "\u202ea"):
        with pytest.raises(InvalidRecordError, match=r"^a contribution must have 1 to 200 characters"):
            secret.seed([text])
    games = says("no_such_game", "chess")
    refuses(InvalidArgumentError, games, Commitment.new, "chess")
    seats = says("seat_out_of_range", 2, 0, 1)
    refuses(InvalidArgumentError, seats, Commitment.new, "rummy", {"players": 2}, dealer=2)
    with pytest.raises(InvalidRulesError):
        Commitment.new("rummy", {"players": 99})
    with pytest.raises(TypeError, match="rules must be"):
        Commitment.new("rummy", module_of("foursquare", "rust").Rules())


# Command line


def test_verify_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret, records = match_of("doudizhu", 2)
    games, revealed = tmp_path / "games.jsonl", tmp_path / "revealed.txt"
    games.write_text("".join(f"{dumps(record)}\n" for record in records), "ascii")
    revealed.write_text(f"{secret.reveal()}\n", "ascii")
    options = ["--commitment", secret.digest, "--revealed", str(revealed)]
    for backend in BACKENDS:
        assert main(["record", "verify", str(games), *options, *CONTRIBUTED, "--backend", backend]) == 0
        assert capsys.readouterr().out == f"{games}: 2 good, 0 bad\n"
    assert main(["record", "verify", str(games), *options]) == 1
    assert capsys.readouterr().out.splitlines()[0] == f"{games}, line 1: {WRONG_SEED}"
    for wrong, said in ((DIGEST, says("not_committed")), ("x", f"a digest {DIGITS}")):
        assert main(["record", "verify", str(games), *options, *CONTRIBUTED, "--commitment", wrong]) == 1
        assert said in capsys.readouterr().err
    revealed.write_text(secret.reveal(), "utf-8-sig")  # as some editors do
    assert main(["record", "verify", str(games), *options, *CONTRIBUTED]) == 0
    revealed.write_bytes(b"\xff\x00")
    assert main(["record", "verify", str(games), *options, *CONTRIBUTED]) == 1
    assert says("not_committed") in capsys.readouterr().err


def test_verify_refuses_a_file_without_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret, record = rummy()
    games, none, revealed = tmp_path / "games.jsonl", tmp_path / "none.jsonl", tmp_path / "revealed.txt"
    games.write_text(dumps(record), "ascii")
    none.touch()
    revealed.write_text(secret.reveal(), "ascii")
    options = ["--commitment", DIGEST, "--revealed", str(revealed), *CONTRIBUTED]
    assert main(["record", "verify", str(none)]) == 0
    assert main(["record", "verify", str(games), *options]) == 0
    assert main(["record", "verify", str(games), str(none), *options]) == 1
    assert capsys.readouterr().out.endswith(f"{none}: 0 good, 0 bad\n")


def test_what_was_revealed_is_in_the_info_of_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret, record = rummy()
    game = tmp_path / "game.jsonl"
    options = ["--commitment", DIGEST, *CONTRIBUTED]
    for info, status, said in (
        ({"revealed": secret.reveal()}, 0, "1 good, 0 bad"),
        ({"revealed": secret.reveal() + "x"}, 1, says("not_committed")),
        ({"revealed": 7}, 1, "give it with --revealed"),
        (None, 1, "give it with --revealed"),
    ):
        game.write_text(dumps(replace(record, info=info)), "ascii")
        assert main(["record", "verify", str(game), *options]) == status
        assert said in capsys.readouterr().out


@pytest.mark.parametrize("options", [["--revealed", "x"], ["--contribution", "x"]])
def test_options_that_require_a_commitment(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["record", "verify", "-", *options])
    assert f"{options[0]} requires --commitment" in capsys.readouterr().err
