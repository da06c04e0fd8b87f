"""Chance ahead in states and their bytes."""

from __future__ import annotations

from typing import Any

from helpers import codec
from helpers.cases import rows
from helpers.doudizhu import PLAIN, dealt, rules_from, rules_of
from helpers.splitmix import samples
from oxideal.random import Stream


def test_chance_ahead_ends_with_the_first_bid(dd: Any, backend: str) -> None:
    """DD-09: a redeal uses the seed given with a text or deal, which stops counting once there is a bid."""
    rules = rules_of(backend, PLAIN)
    deal = rows("doudizhu", "rounds.json")[0]["deal"]
    base = dd.State.from_deal(rules, **deal, seed=0)
    text = base.to_text()
    assert base == dd.State.from_text(text, seed=0) == dd.State.from_text(text, seed=0, stream=0)
    for seed, stream in ((5, 0), (0, 3), (2**255, 2**90)):
        state = dd.State.from_deal(rules, **deal, dealer=2, seed=seed, stream=stream)
        same = dd.State.from_text(state.to_text(), seed=seed, stream=stream)
        assert state == same
        assert hash(state) == hash(same)
        assert state != dd.State.from_text(state.to_text())
        assert state.view(0) == dd.State.from_text(state.to_text()).view(0)
        for each in (state, same):
            for _ in range(3):
                each.push(0)
        assert state == same
        expected = dealt(Stream(seed, stream), 3, 2)
        assert {name: getattr(state, name) for name in expected} == expected
        one, other = base.copy(), dd.State.from_text(text, seed=seed, stream=stream)
        assert one != other
        for each in (one, other):
            each.push(0)
            each.push(each.parse("bid 1"))
        assert one == other  # no redeal is possible
        assert hash(one) == hash(other)
        assert one.to_text() == other.to_text()
    void = rules_from(backend, {"rules": {"all_pass": "void"}})
    text = dd.State.from_deal(void, **deal).to_text()
    assert dd.State.from_text(text, seed=1) == dd.State.from_text(text, seed=2)


def test_redeals_without_a_seed_differ(dd: Any, backend: str) -> None:
    """DD-09: tables restored from one text, or set up with one deal, are redealt differently."""
    deal = rows("doudizhu", "rounds.json")[0]["deal"]
    rules = rules_of(backend, PLAIN)
    text = dd.State.from_deal(rules, **deal).to_text()

    def redealt(state: Any) -> str:
        for _ in range(3):
            state.push(0)
        return str(state.to_text())

    assert len({redealt(dd.State.from_text(text)) for _ in range(9)}) == 9
    assert len({redealt(dd.State.from_deal(rules, **deal)) for _ in range(9)}) == 9
    assert len({redealt(dd.State.from_text(text).view(0).sample()) for _ in range(9)}) == 9
    assert len({redealt(dd.State.from_text(text, seed=5)) for _ in range(9)}) == 1
    assert len({redealt(dd.State.from_deal(rules, **deal, seed=5)) for _ in range(9)}) == 1
    assert len({redealt(dd.State.from_text(text).copy()) for _ in range(9)}) == 9
    kept = dd.State.from_text(text)
    assert len({redealt(dd.State.from_bytes(kept.to_bytes())) for _ in range(9)}) == 1


def test_bytes_hold_the_chance_ahead(dd: Any, backend: str) -> None:
    """Bytes hold the seed, the stream, and the number of words drawn."""
    rules = rules_of(backend, PLAIN)
    deal = rows("doudizhu", "rounds.json")[0]["deal"]
    state = dd.State.from_deal(rules, **deal, seed=258, stream=772)
    content = codec.rules_of(state.to_bytes(), "doudizhu")
    head = codec.header("S", "doudizhu", content)
    chance = (258).to_bytes(32, "little") + (772).to_bytes(12, "little")
    begin, none = head + codec.by_hand(state.to_text(), last=None) + chance, codec.recent(())
    assert state.to_bytes() == begin + bytes(8) + none + codec.history(())
    for _ in range(3):
        state.push(0)
    assert state.to_bytes() == begin + bytes(8) + none + codec.history((0, 0, 0))  # the origin is at the start
    # Some words later.
    for words in (1, 70, 2**33):
        later = dd.State.from_bytes(begin + words.to_bytes(8, "little") + none + codec.history((0, 0, 0)))
        assert later != state
        stream = Stream(258, 772)
        stream.skip(words)
        expected = dealt(stream, 3, 1)
        assert {name: getattr(later, name) for name in expected} == expected
        assert later.to_bytes() == begin + words.to_bytes(8, "little") + none + codec.history((0, 0, 0))
    sample = state.view(1).sample(7, 3)
    at = len(head + codec.by_hand(sample.to_text(), last=None))
    stored = sample.to_bytes()[at : at + 52]
    assert stored[:44] == (7).to_bytes(32, "little") + samples(3, 1).to_bytes(12, "little")
    state.push(state.parse("bid 1"))
    read = dd.State.from_text(state.to_text(), seed=5)
    assert read.to_bytes() == head + codec.by_hand(state.to_text()) + codec.history(())
