"""Millions of plies of Dou Dizhu: does the engine agree with the reference at each of them?

    python tests/long/plies.py                           # 100 million plies, the legal ids of 10 million and more
    python tests/long/plies.py --plies 1000000 --sparse 1 --seed 7 --out plies.json

Rounds are played in batches of the engine, with all rules of `oxideal.differential` in turn: a
quarter each at random, never passing if anything can be played, preferring large combinations, and
by the rule bot. Independent bookkeeping tracks hands, the play to beat and its seat; it takes only
the deals from the engine. At every ply these are compared:

- the seat to move, whether the round is over, and all rewards, with the reference's payoffs for
  this end of a round;
- with the reference: `classify_many` of the cards that are played, and `beats_many` of the play,
  and of another game's play, against the play to beat;
- the legal ids with what the reference can play from this hand on that combination
  (`legal_plays_many`), or bid after these bids. That is slow, so with `--sparse N` the reference is
  asked at one ply in N, chosen at random; cached answers are compared at all plies;
- at some plies of each step, `is_legal` of the view, for a legal id and for one of another game.

Each question is put to the reference once, and its answer cached: whether one combination beats
another; a hand of at most 10 cards (larger ones hardly recur) with the play to beat and the rules;
an end of a round: landlord, winner, bid, doublings, and whether each side has played never, once or
more often. The summary gives the number of such questions and of comparisons with their answers.

A difference ends the run with status 1 and is written as a file that
`python -m oxideal.differential doudizhu --replay` takes. Ctrl-C and SIGTERM end it with the figures
so far. `--out` always has the figures up to the last block.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import oxideal
from oxideal import differential, doudizhu
from oxideal._internal.progress import progress_bar
from oxideal.bots import RuleBot
from oxideal.differential import Difference
from oxideal.reference import doudizhu as reference
from oxideal.reference.games.doudizhu.combinations import doubles

RULES = differential.GAMES["doudizhu"]
RANKS = "3456789TJQKA2BR"
PASS = 0

GAMES = 2048
"""Games per batch."""

BLOCK = 200
"""Steps of a batch before the next rules."""

LARGEST = 10
"""Answers for hands of up to this many cards are cached."""

REMEMBERED = 1_000_000
"""Cached answers of each kind for each of the rules; then the cache is cleared."""

CHECKED_VIEWS = 16
"""Views per step that are asked whether an id is legal."""

Ints = npt.NDArray[np.integer[Any]]


class Differs(Exception):  # noqa: N818 (it is a result)
    """The two sides disagree about a game of the batch."""

    def __init__(self, game: int, what: str, left: object, right: object) -> None:
        super().__init__(what)
        self.game, self.what, self.left, self.right = game, what, str(left), str(right)


def counts_of(cards: str) -> list[int]:
    """Return the number of cards of each rank."""
    return [cards.count(rank) for rank in RANKS]


@dataclass
class Asked:
    """The number of comparisons."""

    plies: int = 0
    rounds: int = 0
    differences: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    """The number of different questions to the reference, while they are cached."""
    compared: Counter[str] = field(default_factory=Counter)
    """The number of comparisons with an answer."""
    sizes: Counter[int] = field(default_factory=Counter)
    """The number of plies by hand size."""


class Auctions:
    """The reference's answers about bids; the first bidder is seat 0."""

    def __init__(self, rules: Any, asked: Asked) -> None:
        self.rules, self.asked = rules, asked
        self.known: dict[tuple[int, ...], Any] = {}

    def after(self, bids: tuple[int, ...]) -> tuple[list[int], int | None, int | None, int | None, Any]:
        """Return the legal bids, the seat to move, the landlord and the bid, and the payoffs if the
        round is over.
        """
        if bids not in self.known:
            self.asked.questions["auctions"] += 1
            state = reference.State(self.rules, seed=1)
            first = state.first_bidder
            for bid in bids:
                state.push(bid)
            seat = None if state.current_player is None else (state.current_player - first) % self.rules.players
            landlord = None if state.landlord is None else (state.landlord - first) % self.rules.players
            self.known[bids] = state.legal_actions(), seat, landlord, state.bid, state.payoffs
        found: tuple[list[int], int | None, int | None, int | None, Any] = self.known[bids]
        return found


class Oracle:
    """The reference's answers for some rules, cached."""

    def __init__(self, fields: dict[str, Any], asked: Asked) -> None:
        self.asked = asked
        self.rules = reference.Rules.from_dict(fields)
        self.auctions = Auctions(self.rules, asked)
        self.features = self.rules.action_features().astype(np.int8)
        self.first = 4 if self.rules.auction else 1
        self.classified = reference.classify_many(self.features[self.first :].astype(np.uint8), self.rules)
        moves = [self.rules._actions.combination(action) for action in range(self.rules.num_actions)]
        self.doubling = np.array([move is not None and doubles(move, self.rules.players) for move in moves])
        self.plays: dict[bytes, bytes] = {}
        self.beats: dict[int, bool] = {}
        self.payoffs: dict[tuple[Any, ...], tuple[int, ...]] = {}

    def playable(self, hands: npt.NDArray[np.uint8], to_beat: Ints) -> list[bytes]:
        """Return the legal plays of these hands, as the bytes of the ids."""
        self.asked.questions["legal ids"] += len(hands)
        found = reference.legal_plays_many(hands, to_beat, self.rules)
        passing = np.int32(PASS).tobytes()  # DD-12: the leader cannot pass
        return [
            (passing if beaten else b"") + found.actions[start:stop].tobytes()
            for start, stop, beaten in zip(found.offsets, found.offsets[1:], to_beat, strict=False)
        ]

    def remember(self, keys: list[bytes], answers: list[bytes]) -> None:
        if len(self.plays) + len(keys) > REMEMBERED:
            self.plays.clear()
        self.plays.update((key, answer) for key, answer in zip(keys, answers, strict=True) if sum(key[:15]) <= LARGEST)

    def beaten(self, ones: Ints, others: Ints) -> npt.NDArray[np.bool_]:
        """Return whether each play beats the other."""
        pairs = (ones.astype(np.int64) * self.rules.num_actions + others).tolist()
        new = list({pair for pair in pairs if pair not in self.beats})
        if new:
            if len(self.beats) + len(new) > REMEMBERED:
                self.beats.clear()
                new = list(set(pairs))
            self.asked.questions["beats"] += len(new)
            both = np.divmod(np.array(new, dtype=np.int64), self.rules.num_actions)
            self.beats.update(zip(new, reference.beats_many(*both, self.rules).tolist(), strict=True))
        return np.array([self.beats[pair] for pair in pairs], dtype=np.bool_)

    def paid(self, key: tuple[Any, ...], position: dict[str, Any], to_beat: int, last: int) -> tuple[int, ...]:
        """Return the payoffs after this last action, computed for the first round that ends like this."""
        if key not in self.payoffs:
            self.asked.questions["rewards"] += 1
            beaten = self.rules.move(to_beat) if to_beat else None
            state = reference.State.from_position(self.rules, to_beat=beaten, **position)
            state.push(last)
            assert state.payoffs is not None
            self.payoffs[key] = state.payoffs
        return self.payoffs[key]


class Rounds:
    """A batch of the engine and independent bookkeeping: arrays with a row for each game."""

    def __init__(self, fields: dict[str, Any], oracle: Oracle, seed: int, sparse: int, asked: Asked) -> None:
        self.fields, self.oracle, self.seed, self.sparse, self.asked = fields, oracle, seed, sparse, asked
        self.rules = doudizhu.Rules.from_dict(fields)
        self.players = self.rules.players
        self.batch = doudizhu.Batch(self.rules, GAMES, seed=seed)
        self.chance = np.random.default_rng(seed)
        self.all = np.arange(GAMES)
        if not np.array_equal(self.rules.action_features(), oracle.rules.action_features()):
            raise Differs(0, "action_features()", "the engine's", "the reference's")
        self.history: list[list[int]] = [[] for _ in self.all]
        self.bids: list[tuple[int, ...]] = [() for _ in self.all]
        shape = (GAMES, self.players)
        self.hands = np.zeros((*shape, 15), dtype=np.int8)
        self.dealt = np.zeros((*shape, 15), dtype=np.int8)
        self.first_bidder = np.zeros(GAMES, dtype=np.int64)
        self.redeals = np.zeros(GAMES, dtype=np.int64)
        self.in_auction = np.zeros(GAMES, dtype=np.bool_)
        self.landlord = np.zeros(GAMES, dtype=np.int64)
        self.bid = np.zeros(GAMES, dtype=np.int64)
        self.seat = np.zeros(GAMES, dtype=np.int64)
        self.to_beat = np.zeros(GAMES, dtype=np.int64)
        self.owner = np.zeros(GAMES, dtype=np.int64)
        self.passes = np.zeros(GAMES, dtype=np.int64)
        self.plays = np.zeros(shape, dtype=np.int64)
        self.doublings = np.zeros(GAMES, dtype=np.int64)
        for k in range(GAMES):
            self.begin(k)

    def begin(self, k: int) -> None:
        """Start a new round, or a deal after everybody has passed."""
        state = self.batch.state(k)
        self.bids[k] = ()
        self.first_bidder[k] = state.first_bidder
        self.in_auction[k] = self.rules.auction
        self.hands[k] = [counts_of(hand) for hand in state.hands]
        self.seat[k] = state.first_bidder
        if not self.rules.auction:
            self.lead(k, int(self.first_bidder[k]), 1)

    def lead(self, k: int, landlord: int, bid: int) -> None:
        """Give the kitty to the landlord."""
        self.in_auction[k] = False
        self.landlord[k] = self.seat[k] = self.owner[k] = landlord
        self.bid[k] = bid
        self.dealt[k] = self.hands[k]
        self.to_beat[k] = self.passes[k] = self.doublings[k] = 0
        self.plays[k] = 0

    # A step

    def step(self) -> None:
        """Compare everything at one ply of every game."""
        self.compare_seats()
        answers = self.compare_legal()
        actions = self.chosen()
        self.compare_views(actions, answers)
        self.compare_combinations(actions)
        before = self.hands.copy()
        self.batch.step(actions)
        self.asked.plies += GAMES
        for k, action in enumerate(actions.tolist()):
            self.history[k].append(action)
        bidding = self.in_auction.copy()
        over = self.play(actions, ~bidding)
        rewards = np.zeros((GAMES, self.players), dtype=np.int64)
        for k in np.flatnonzero(over).tolist():
            rewards[k] = self.paid(k, before[k], int(actions[k]))
        for k in np.flatnonzero(bidding).tolist():
            payoffs = self.bid_on(k, int(actions[k]))
            if payoffs is not None:
                over[k] = True
                rewards[k] = payoffs
        self.compare_arrays("terminated", self.batch.terminated, over)
        self.compare_arrays("rewards", self.batch.rewards, rewards)
        for k in np.flatnonzero(over).tolist():
            self.history[k] = []
            self.redeals[k] = 0
            self.begin(k)
        self.move_on(actions, ~bidding & ~over)
        self.asked.rounds += int(over.sum())

    def compare_seats(self) -> None:
        self.compare_arrays("current_player", self.batch.current_player, self.seat)

    def compare_arrays(self, what: str, left: npt.NDArray[Any], right: npt.NDArray[Any]) -> None:
        self.asked.compared[what] += len(left)
        if not np.array_equal(left, right):
            k = int(np.flatnonzero(np.any(np.reshape(left != right, (len(left), -1)), axis=1))[0])
            raise Differs(k, what, left[k], right[k])

    def compare_legal(self) -> list[bytes | None]:
        """Compare the legal ids with the reference's; return them as bytes where known."""
        held = self.hands[self.all, self.seat].astype(np.uint8)
        questions = np.zeros((GAMES, 17), dtype=np.uint8)
        questions[:, :15] = held
        questions[:, 15] = self.to_beat & 255
        questions[:, 16] = self.to_beat >> 8
        raw = questions.tobytes()
        keys = [raw[at : at + 17] for at in range(0, len(raw), 17)]
        answers = [self.oracle.plays.get(key) for key in keys]
        for k in np.flatnonzero(self.in_auction).tolist():
            answers[k] = np.array(self.oracle.auctions.after(self.bids[k])[0], dtype=np.int32).tobytes()
        wanted = np.flatnonzero(~self.in_auction & (self.chance.random(GAMES) * self.sparse < 1)).tolist()
        asked = [k for k in wanted if answers[k] is None]
        if asked:
            found = self.oracle.playable(held[asked], self.to_beat[asked])
            self.oracle.remember([keys[k] for k in asked], found)
            for k, answer in zip(asked, found, strict=True):
                answers[k] = answer
        said, places = self.batch.legal_ids.tobytes(), self.batch.legal_offsets.tolist()
        for k, known in enumerate(answers):
            if known is not None:
                self.asked.compared["legal ids"] += 1
                if said[4 * places[k] : 4 * places[k + 1]] != known:
                    left = self.batch.legal_ids[places[k] : places[k + 1]].tolist()
                    raise Differs(k, "legal ids", left, np.frombuffer(known, np.int32).tolist())
        self.asked.sizes.update(held.sum(axis=1)[~self.in_auction].tolist())
        return answers

    def chosen(self) -> npt.NDArray[np.int64]:
        """Choose an action for each game. Four kinds of players take turns."""
        ids, offsets = self.batch.legal_ids, self.batch.legal_offsets
        numbers = np.diff(offsets)
        drawn = self.chance.random(GAMES)
        drawn[2::4] **= 0.2  # large combinations have large ids
        places = np.minimum((drawn * numbers).astype(np.int64), numbers - 1)
        eager = (self.all % 4 == 1) & (places == 0) & (numbers > 1) & ~self.in_auction & (self.to_beat > 0)
        places[eager] = 1 + (self.chance.random(GAMES) * (numbers - 1)).astype(np.int64)[eager]
        actions: npt.NDArray[np.int64] = ids[offsets[:-1] + places].astype(np.int64)
        for k in range(3, GAMES, 4):
            if numbers[k] > 1:
                actions[k] = int(RuleBot().choose(self.batch.view(k)))
        return actions

    def compare_views(self, actions: npt.NDArray[np.int64], answers: list[bytes | None]) -> None:
        """Compare `is_legal` for the action played and for one that another game plays."""
        for k in self.chance.integers(GAMES, size=CHECKED_VIEWS).tolist():
            answer = answers[k]
            if answer is None:
                continue
            view = self.batch.view(k)
            legal = set(np.frombuffer(answer, np.int32).tolist())
            for action in (int(actions[k]), int(actions[k - 1])):
                self.asked.compared["is_legal"] += 1
                if view.is_legal(action) is not (action in legal):
                    raise Differs(k, f"is_legal({action})", view.is_legal(action), action in legal)

    def compare_combinations(self, actions: npt.NDArray[np.int64]) -> None:
        """Compare `classify` for the cards played, and whether they, or those of another game, beat
        the play to beat.
        """
        first = self.oracle.first
        rows = np.flatnonzero(actions >= first)
        found = doudizhu.classify_many(self.oracle.features[actions[rows]].astype(np.uint8), self.rules)
        for name, values in found._asdict().items():
            right = getattr(self.oracle.classified, name)[actions[rows] - first]
            if not np.array_equal(values, right):
                at = int(np.flatnonzero(values != right)[0])
                raise Differs(int(rows[at]), f"{name} of classify_many", values[at], right[at])
        self.asked.compared["classify"] += len(rows)
        rows = np.flatnonzero((self.to_beat > 0) & ~self.in_auction)
        for ones in (actions[rows], np.roll(actions, 1)[rows]):
            said = doudizhu.beats_many(ones, self.to_beat[rows], self.rules)
            right = self.oracle.beaten(ones, self.to_beat[rows])
            if not np.array_equal(said, right):
                at = int(np.flatnonzero(said != right)[0])
                what = f"beats_many of {ones[at]} and {self.to_beat[rows][at]}"
                raise Differs(int(rows[at]), what, said[at], right[at])
            self.asked.compared["beats"] += len(rows)

    # Bookkeeping

    def play(self, actions: npt.NDArray[np.int64], playing: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Take the cards out of the hands; return True where a hand is empty."""
        rows = np.flatnonzero(playing & (actions != PASS))
        seats = self.seat[rows]
        self.hands[rows, seats] -= self.oracle.features[actions[rows]]
        over = np.zeros(GAMES, dtype=np.bool_)
        over[rows] = self.hands[rows, seats].sum(axis=1) == 0
        return over

    def move_on(self, actions: npt.NDArray[np.int64], playing: npt.NDArray[np.bool_]) -> None:
        """Set the next seat and the play to beat in games that continue."""
        rows = np.flatnonzero(playing & (actions != PASS))
        seats = self.seat[rows]
        self.plays[rows, seats] += 1
        self.doublings[rows] += self.oracle.doubling[actions[rows]]
        self.to_beat[rows], self.owner[rows], self.passes[rows] = actions[rows], seats, 0
        self.seat[rows] = (seats + 1) % self.players
        rows = np.flatnonzero(playing & (actions == PASS))
        self.passes[rows] += 1
        self.seat[rows] = (self.seat[rows] + 1) % self.players
        free = rows[self.passes[rows] == self.players - 1]  # DD-12: all others have passed
        self.to_beat[free] = self.passes[free] = 0
        self.seat[free] = self.owner[free]

    def paid(self, k: int, before: npt.NDArray[np.int8], last: int) -> tuple[int, ...]:
        """Return the reference's payoffs at the end of this round."""
        winner, landlord = int(self.seat[k]), int(self.landlord[k])
        to_beat, doublings = int(self.to_beat[k]), int(self.doublings[k])
        plays = tuple(self.plays[k].tolist())
        bid = int(self.bid[k])
        position = {
            "hands": before.tolist(),
            "landlord": landlord,
            "bid": bid,
            "played": (self.dealt[k] - before).tolist(),
            "plays": list(plays),
            "doublings": doublings,
            **({"by": int(self.owner[k]), "passes": int(self.passes[k])} if to_beat else {"lead": winner}),
        }
        sides = plays[landlord], sum(plays) - plays[landlord]
        key = (landlord, winner, bid, doublings, bool(self.oracle.doubling[last]), *(min(side, 2) for side in sides))
        return self.oracle.paid(key, position, to_beat, last)

    def bid_on(self, k: int, bid: int) -> tuple[int, ...] | None:
        """Play a bid; return the payoffs if it ends the round."""
        first = int(self.first_bidder[k])
        self.bids[k] = (*self.bids[k], bid)
        if self.all_passed(k) and self.redeals[k] == self.rules.max_redeals:
            return (0,) * self.players  # DD-09
        _, seat, landlord, highest, payoffs = self.oracle.auctions.after(self.bids[k])
        if payoffs is not None:
            return tuple(payoffs)
        if landlord is not None:
            assert highest is not None
            state = self.batch.state(k)
            found = (first + landlord) % self.players
            kitty = counts_of(state.kitty)
            self.hands[k, found] += np.array(kitty, dtype=np.int8)
            hands = [counts_of(hand) for hand in state.hands]
            if hands != self.hands[k].tolist() or (state.landlord, state.bid) != (found, highest):
                raise Differs(k, "hands, landlord and bid", state, (self.hands[k].tolist(), found, highest))
            self.lead(k, found, highest)
        elif self.all_passed(k):
            self.redeals[k] += 1
            self.begin(k)
        else:
            assert seat is not None
            self.seat[k] = (first + seat) % self.players
        return None

    def all_passed(self, k: int) -> bool:
        return len(self.bids[k]) == self.players and not any(self.bids[k])  # DD-09

    def difference(self, found: Differs) -> Difference:
        """Return the difference in a form that can be replayed."""
        k = found.game
        stream = k + int(self.batch.episode[k]) * GAMES
        what = f"{found.what}: {self.batch.state(k).to_text()}"
        actions = tuple(self.history[k])
        return Difference("doudizhu", dict(self.fields), self.seed, stream, actions, what, found.left, found.right)


def summary(asked: Asked, seed: int, wanted: int, seconds: float, finished: bool, file: str | None) -> dict[str, Any]:
    """Return all figures as JSON values."""
    return {
        "version": oxideal.__version__,
        "build": oxideal.build_info(),
        "seed": seed,
        "wanted": wanted,
        "finished": finished,
        "plies": asked.plies,
        "rounds": asked.rounds,
        "differences": asked.differences,
        "difference": file,
        "questions": dict(asked.questions),
        "compared": dict(asked.compared),
        "hand_sizes": {str(size): asked.sizes[size] for size in sorted(asked.sizes)},
        "rules": len(RULES),
        "seconds": round(seconds, 1),
    }


def said_of(asked: Asked, seed: int, seconds: float) -> str:
    """Return the figures as text."""
    lines = [f"{asked.plies:,} plies of {asked.rounds:,} rounds, seed {seed}, {seconds:,.0f} s"]
    for name, number in asked.compared.items():
        questions = asked.questions[name]
        lines.append(f"  {name:15} {number:14,} compared" + (f", {questions:,} questions" if questions else ""))
    lines.append(f"{asked.differences} differences")
    return "\n".join(lines)


def run(
    plies: int, seed: int, sparse: int, told: Callable[[int, Asked], object], is_ended: Callable[[], bool]
) -> tuple[Asked, Difference | None]:
    """Run blocks of steps, each with the next rules and a new seed, until there are enough plies or
    a difference.
    """
    asked = Asked()
    oracles: dict[int, Oracle] = {}
    block = 0
    while asked.plies < plies and not is_ended():
        which = block % len(RULES)
        if which not in oracles:
            oracles[which] = Oracle(dict(RULES[which]), asked)
        rounds = Rounds(dict(RULES[which]), oracles[which], seed + block, sparse, asked)
        try:
            for _ in range(BLOCK):
                if asked.plies >= plies or is_ended():
                    break
                rounds.step()
                told(GAMES, asked)
        except Differs as found:
            asked.differences += 1
            return asked, rounds.difference(found)
        block += 1
    return asked, None


def main() -> int:
    """Return 0 if the engines agree at all plies."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, default=100_000_000, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first block (default: %(default)s)")
    parser.add_argument("--sparse", type=int, default=10, metavar="N", help="see above (default: %(default)s)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the figures there as JSON, also on the way")
    parser.add_argument("--failures", type=Path, default=Path("fuzz-failures"), metavar="DIR", help="for a difference")
    options = parser.parse_args()
    if options.plies < 1 or options.sparse < 1 or options.seed < 0:
        parser.error("--plies and --sparse are at least 1, --seed at least 0")
    ended, since, written = False, time.monotonic(), 0.0

    def end(*_: object) -> None:
        nonlocal ended
        ended = True

    def write(asked: Asked, file: str | None = None) -> None:
        nonlocal written
        written = time.monotonic()
        if options.out is not None:
            finished = asked.plies >= options.plies and not asked.differences
            fields = summary(asked, options.seed, options.plies, written - since, finished, file)
            new = options.out.with_suffix(".new")
            new.write_text(json.dumps(fields, indent=1) + "\n")
            new.replace(options.out)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    with progress_bar(options.plies, None, "ply") as bar:

        def told(more: int, asked: Asked) -> None:
            bar(more)
            if time.monotonic() - written > 10:
                write(asked)

        asked, found = run(options.plies, options.seed, options.sparse, told, lambda: ended)
    file = None
    if found is not None:
        options.failures.mkdir(parents=True, exist_ok=True)
        file = str(options.failures / f"plies-{found.seed}-{found.stream}.json")
        Path(file).write_text(found.to_json())
        print(f"{found}\nwritten to {file}")
    write(asked, file)
    print(said_of(asked, options.seed, time.monotonic() - since))
    return 0 if found is None and asked.plies >= options.plies else 1


if __name__ == "__main__":
    sys.exit(main())
