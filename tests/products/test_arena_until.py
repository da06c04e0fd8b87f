"""The arena's questions: stopping as soon as they are answered."""

from __future__ import annotations

import io
import math
import random
from itertools import product
from typing import Any

import pytest

from helpers.dicts import through_json
from helpers.refusal import refuses
from oxideal import doudizhu
from oxideal.arena import Result, arena
from oxideal.arena.until import Hypothesis, Outcome, Until
from oxideal.errors import InvalidArgumentError

DOUZERO = doudizhu.Rules.preset("douzero")

Distribution = dict[float, float]
"""The probability of each gain of a block."""


def add_gain(until: Until, gain: float) -> None:
    """Add a block of two bots with this gain in wins."""
    until.add([Outcome(0.5 + gain, 0.0), Outcome(0.5 - gain, 0.0)])


def answer(until: str, gains: Distribution, most: int, chance: random.Random) -> str:
    """Return the answer for blocks drawn at random."""
    found = Until.parse(until, 2)
    values, shares = [*gains], [*gains.values()]
    while found.count < most and found.answer == "undecided":
        add_gain(found, chance.choices(values, shares)[0])
    return found.answer


def thirds(mean: float, spread: float) -> Distribution:
    """Return a distribution over a loss, a draw and a win, with this mean and a share of draws of 1 - spread."""
    return {-0.5: spread / 2 - mean, 0.0: 1 - spread, 0.5: spread / 2 + mean}


# The promise


@pytest.mark.parametrize("gains", [thirds(0.1, 0.5), {-0.5: 0.4, 0.5: 0.6}, {-0.1: 0.5, 0.3: 0.5}])
@pytest.mark.parametrize("sign", [1, -1])
def test_capital_of_a_true_hypothesis_does_not_grow_on_average(gains: Distribution, sign: int) -> None:
    """Over all sequences of six blocks whose mean gain is the bound, the mean capital is 1: so the error holds."""
    bound = math.fsum(gain * share for gain, share in gains.items())
    capital = 0.0
    for path in product(gains, repeat=6):
        until = Until.parse("better:0.02", 2)
        until.hypotheses = (Hypothesis(bound, sign), *until.hypotheses[1:])
        for gain in path:
            add_gain(until, gain)
        capital += math.prod(gains[gain] for gain in path) * math.exp(until.hypotheses[0].evidence)
    assert capital == pytest.approx(1)


@pytest.mark.full
@pytest.mark.parametrize(
    ("until", "mean", "right"),
    [
        ("better:0.1", 0.0, {"equal"}),
        ("better:0.1", 0.1, {"better"}),
        ("better:0.1", -0.1, {"worse"}),
        ("better:0.1", 0.05, {"better", "equal"}),
        ("equal:0.1", 0.0, {"equal"}),
        ("equal:0.1", 0.1, set()),
        ("equal:0.1", 0.2, {"better"}),
        ("equal:0.1", -0.2, {"worse"}),
    ],
)
def test_answers_are_wrong_in_at_most_a_twentieth_of_runs(until: str, mean: float, right: set[str]) -> None:
    chance = random.Random(1)
    answers = [answer(until, thirds(mean, 0.5), 300, chance) for _ in range(300)]
    wrong = sum(each not in right and each != "undecided" for each in answers)
    assert wrong <= 0.05 * 300
    if right:
        assert sum(each in right for each in answers) > 0.8 * 300


def test_payments_are_cut() -> None:
    until = Until.parse("better:1:payment:20", 2)
    for payment, gain in ((3.0, 3.0), (-500.0, -20.0), (20.5, 20.0)):
        assert until.gain([Outcome(0.0, payment), Outcome(0.0, -payment, 1.0)]) == gain


@pytest.mark.parametrize(
    ("rejected", "expected"),
    [
        ((True, False, False, True), "better"),
        ((True, False, True, True), "better"),
        ((False, True, True, False), "worse"),
        ((False, True, True, True), "worse"),
        ((False, False, True, True), "equal"),
        ((True, False, False, False), "undecided"),
        ((True, False, True, False), "undecided"),
        ((False, True, False, False), "undecided"),
        ((False, True, False, True), "undecided"),
        ((False, False, True, False), "undecided"),
        ((False, False, False, True), "undecided"),
    ],
)
def test_each_answer_needs_two_rejected_hypotheses(rejected: tuple[bool, ...], expected: str) -> None:
    """Otherwise three of them could be true and give a wrong answer: at a gain of delta, in "equal"."""
    until = Until.parse("equal:0.1", 2)
    for hypothesis, is_rejected in zip(until.hypotheses, rejected, strict=True):
        hypothesis.is_rejected = is_rejected
    add_gain(until, 0.0)
    assert until.answer == expected


def test_no_block_takes_the_whole_capital() -> None:
    """After many blocks without variance the stakes are as high as they get; then comes the worst block."""
    for text in ("better:0.4", "equal:0.4"):
        for gain in (0.5, -0.5):
            until = Until.parse(text, 2)
            for each in [*[gain] * 50, -gain]:
                add_gain(until, each)
            assert all(each.evidence >= 51 * math.log(0.25) - 1e-9 for each in until.hypotheses)


# The arena


def figures(result: Result) -> list[tuple[object, ...]]:
    return [(row.name, row.wins, row.payment, row.score, row.decisions) for row in result.rows]


@pytest.mark.full
def test_arena_stops_at_the_same_deal_for_any_number_of_processes() -> None:
    files = [io.StringIO(), io.StringIO(), io.StringIO()]
    one, two = (
        arena("doudizhu", ["net", "rule"], 2000, 7, rules=DOUZERO, jobs=jobs, until="better:0.1", records=files[jobs])
        for jobs in (1, 2)
    )
    assert one.verdict is not None
    assert (one.verdict.answer, one.stopped, one.wanted) == ("better", None, 2000)
    assert 10 < one.deals < 200
    assert (one.deals, one.verdict, figures(one)) == (two.deals, two.verdict, figures(two))
    # It is the same as an arena of this number of deals, and one deal fewer does not answer the question.
    same = arena("doudizhu", ["net", "rule"], one.deals, 7, rules=DOUZERO, records=files[0])
    assert figures(same) == figures(one)
    assert same.verdict is None
    assert len({file.getvalue() for file in files}) == 1
    assert len(files[0].getvalue().splitlines()) == 2 * one.deals
    fewer = arena("doudizhu", ["net", "rule"], one.deals - 1, 7, rules=DOUZERO, until="better:0.1")
    assert fewer.verdict is not None
    assert (fewer.verdict.answer, fewer.deals, fewer.stopped) == ("undecided", fewer.wanted, None)
    assert one.verdict.gain == pytest.approx(one.rows[0].wins.mean - 0.5)


@pytest.mark.parametrize(
    ("bots", "until", "line"),
    [
        (["rule", "random"], "better:0.1", "until better:0.1: rule is better than random; gain +0."),
        (["random", "rule"], "better:0.1:wins", "until better:0.1:wins: random is worse than rule; gain -0."),
        (["rule", "random"], "equal:0.1", "until equal:0.1: rule is better than random by more than 0.1; gain +0."),
        (["rule", "rule"], "equal:0.1", "until equal:0.1: rule 1 and rule 2 are equal within 0.1; gain 0.000; error"),
        (["rule", "rule"], "better:1:payment:40", "until better:1:payment:40: rule 1 and rule 2 are equal within 1;"),
        (["rule", "rule"], "better:0.0001", "until better:0.0001: undecided; gain 0.000; error at most 5%"),
    ],
)
def test_table_has_the_answer(bots: list[str], until: str, line: str) -> None:
    result = arena("rummy", bots, 500, 7, until=until)
    found = next(each for each in str(result).splitlines() if each.startswith("until "))
    assert found.startswith(line)
    assert found.endswith("; error at most 5%")
    assert found in result._repr_html_()


def test_several_bots_are_compared_with_their_average() -> None:
    rules = doudizhu.Rules.preset("douzero")
    result = arena("doudizhu", ["rule", "random", "random"], 500, 7, rules=rules, until="better:0.1")
    assert result.verdict is not None
    assert result.verdict.answer == "better"
    assert result.verdict.gain == pytest.approx(result.rows[0].wins.mean - 1 / 3)
    assert "rule is better than the average of all bots" in str(result)
    alone = arena("foursquare", ["rule", "random"], 500, 7, until="better:0.1")
    assert alone.verdict is not None
    assert alone.verdict.gain == pytest.approx((alone.rows[0].wins.mean - alone.rows[1].wins.mean) / 2)


def test_verdicts_are_read_back() -> None:
    for deals in (1, 500):
        result = arena("rummy", ["rule", "random"], deals, 7, until="better:0.1")
        fields = through_json("result", "rummy", result)
        assert Result.from_dict(fields) == result
        assert fields["verdict"]["answer"] == ("undecided" if deals == 1 else "better")


def test_wrong_questions_are_refused() -> None:
    texts = ("", "better", "better:", "better:x", "better:-1", "faster:0.02", "better:0.02:payment", "better:1e-3",
             "better:0.02:score:1", "better:٣", "better:0.02 ", "better:" + "1" * 13)  # fmt: skip
    for text in texts:
        with pytest.raises(InvalidArgumentError, match=r"^until must be better:DELTA or equal:DELTA, "):
            arena("rummy", ["rule", "random"], until=text)
    for text, largest in (("better:0", "0.5"), ("equal:0.5", "0.5"), ("better:20:payment:20", "20")):
        with pytest.raises(InvalidArgumentError, match=f"DELTA must be above 0 and below {largest}, got"):
            arena("rummy", ["rule", "random"], until=text)
    refuses(InvalidArgumentError, "until requires at least 2 bots, got 1", arena, "rummy", ["rule"], until="equal:0.1")
    wrong: Any = 0.02
    refuses(TypeError, "until must be a str, not float", arena, "rummy", ["rule", "random"], until=wrong)
