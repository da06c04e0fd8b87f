"""The words of Dou Dizhu for `oxideal play`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from .._arguments.checks import counted as count_of
from .._arguments.checks import quoted
from .words import Base, paragraphs

MANY = 6
"""More plays of one main part than this are listed as one item."""


def ranks(cards: str) -> str:
    """Return cards with a space between ranks: "33 10 J"."""
    groups = [" ".join(group) if rank == "T" else "".join(group) for rank, group in groupby(cards)]
    return " ".join(groups).replace("T", "10")


def counted(cards: str) -> str:
    """Return cards with their numbers: "3, 2x 10"."""
    groups = [(card.replace("T", "10"), len([*group])) for card, group in groupby(cards)]
    return ", ".join(card if number == 1 else f"{number}x {card}" for card, number in groups)


def shown_hand(view: Any) -> str:
    """Return the hand that the landlord has shown. The landlord's own view has it as its hand."""
    return str(view.hand if view.seat == view.landlord else view.known[view.landlord])


CARDS = re.compile("[3-9TJQKA2BR ]+")
"""A text of nothing but cards, in upper case."""

TEN = re.compile(r"\b[3-9JQKA2BR]*T[3-9TJQKA2BR]*\b")
"""Cards with a ten."""


ASKED = {
    "doubling": "Double your payments, or pass",
    "showing": "Show your hand, which doubles all payments, or pass",
}
"""What a player may do before the lead, by phase."""


class Words(Base):
    help = "Type cards as they are listed, e.g. 33 or 9 10 J Q K (R and B: jokers), or a kind, e.g. bomb, to see more."
    numbered = False

    def role(self, view: Any, seat: int) -> str:
        if view.landlord is None:
            return ""
        return "landlord" if seat == view.landlord else "peasant"

    def table(self, view: Any) -> list[str]:
        lines = []
        for seat in self.others():
            cards = view.hand_sizes[seat]
            known = "" if view.known[seat] == "-" else f"   known: {ranks(view.known[seat])}"
            size = f"{cards} card{'s' * (cards != 1)}"
            lines.append(f"{self.name(seat)}  {self.role(view, seat):8}  {size:8}{known}".rstrip())
        if view.phase == "auction":
            lines.append(f"The card shown before the deal: {ranks(view.face_up)}.")
        else:
            stake = f"Stake (each peasant's payment): {self.stakes(view)}"
            kitty = [] if view.kitty is None else [f"Kitty (taken by the landlord): {ranks(view.kitty)}"]
            lines += self.screen.items("", [stake, *kitty], 0)
        return [*lines, ""]

    def stakes(self, view: Any) -> str:
        """Return what each peasant would pay or get: one number, or each with a name."""
        amounts = {seat: view.stakes[seat] for seat in range(len(self.names)) if seat != view.landlord}
        if len({*amounts.values()}) == 1:
            return str(min(amounts.values()))
        return ", ".join(f"{self.names[seat]} {amount}" for seat, amount in amounts.items())

    def details(self, view: Any) -> list[str]:
        lines = [
            f"{self.names[seat]} {'have' if seat == self.own else 'has'} played {counted(view.played[seat])}"
            for seat in (*self.others(), self.own)
            if view.played[seat] != "-"
        ]
        return [*lines, f"You have not seen: {counted(view.unseen)}", ""]

    def hand(self, view: Any) -> list[str]:
        role = self.role(view, self.own)
        number = len(view.hand)
        title = f"You{f', {role}' if role else ''}: {number} card{'s' * (number != 1)}"
        cells = [[card.replace("T", "10")] for card in view.hand]
        return [title, *self.screen.boxed(cells)]

    def task(self, view: Any) -> str:
        if view.phase in ASKED:
            return ASKED[view.phase]
        if view.phase == "auction":
            if view.rules.auction == "bid":
                return "Bid to be the landlord, or pass"
            return "Call to be the landlord, or pass" if view.bid is None else "Rob to be the landlord, or pass"
        if view.to_beat is None:
            return "You lead. Play any combination"
        by = view.to_beat_seat
        partner = view.landlord not in (by, self.own)
        owner = f"your partner {self.names[by]}" if partner else self.names[by]
        return f"To beat: {self.label(view, view.to_beat)}, played by {owner}"

    def kind(self, move: Any) -> str:
        return str(move.kind).replace("quadplex_with", "four_with_two").replace("_", " ")

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        if move.kind == "pass":
            found = [self.says(seat, "pass")]
        elif move.kind == "bid":
            found = [self.says(seat, "bid", str(move.bid))]
        elif move.kind == "show":
            shown = "" if seat == self.own else f": {ranks(shown_hand(after))}"
            found = [self.says(seat, "show", f"{self.whose(seat) if seat == self.own else 'the'} hand{shown}")]
        elif move.cards == "-":
            found = [self.says(seat, move.kind)]
        else:
            label = self.label(before, move)
            kind = "" if move.kind in ("single", "pair", "triplet") else f", a {self.kind(move)}"
            found = [self.says(seat, "play", label + kind)]
            if after.hand_sizes[seat] in (1, 2) and seat != self.own:
                number = after.hand_sizes[seat]
                found.append(f"{self.names[seat]} has {number} card{'s' * (number != 1)} left!")
        if before.landlord is None and after.landlord is not None:
            verb = "are" if after.landlord == self.own else "is"
            take = "take" if verb == "are" else "takes"
            kitty = "" if after.kitty is None else f" and {take} the kitty, {ranks(after.kitty)}"
            found.append(f"{self.names[after.landlord]} {verb} the landlord{kitty}.")
        elif before.phase == "auction" and after.phase == "auction" and len(after.bids) < len(before.bids):
            verb = "called" if before.rules.auction == "call" else "bid"
            found.append(f"Nobody has {verb}: new cards are dealt.")
        elif move.kind == "pass" and before.to_beat is not None and after.to_beat is None and not after.is_over:
            found.append(self.says(after.current_player, "win", "the trick"))
        return found

    def label(self, view: Any, move: Any) -> str:
        if move.cards == "-":
            return str(move)
        attached = "" if move.attached == "-" else f" + {ranks(move.attached)}"
        return ranks(move.main) + attached

    def heading(self, view: Any, move: Any) -> str:
        return "" if move.cards == "-" else self.kind(move)

    def texts(self, view: Any, move: Any) -> Sequence[str]:
        return (str(move.bid),) if move.kind == "bid" else ()

    def key(self, text: str) -> tuple[str, ...]:
        main, plus, attached = text.partition("+")
        return (*super().key(main), "+", *super().key(attached)) if plus else super().key(text)

    def fold(self, text: str) -> str:
        main, plus, attached = super().fold(text).partition("+")
        return f"{main.replace(' ', '')} {attached.replace(' ', '')}" if plus else main

    def listed(self, view: Any, moves: Sequence[tuple[int, Any]], numbered: bool) -> dict[str, list[str]]:
        if numbered:
            return super().listed(view, moves, numbered)
        found: dict[str, list[str]] = {}
        several = sorted(moves, key=lambda item: item[1].kind == "pass")  # the pass comes last
        for (heading, main), group in groupby(
            several, key=lambda item: (self.heading(view, item[1]), getattr(item[1], "main", ""))
        ):
            same = [move for _, move in group]
            if main not in ("", "-") and len(same) > MANY and len(moves) > 2 * MANY:
                attached = sorted({card for move in same for card in move.attached}, key="3456789TJQKA2BR".index)
                with_ = ", ".join(ranks(card) for card in attached)
                what = "pairs of" if "pairs" in heading or heading.endswith("a pair") else "any of"
                labels = [f"{ranks(main)} + {what} {with_}"]
            else:
                labels = [self.label(view, move) for move in same]
            found.setdefault(heading, []).extend(labels)
        return found

    def unknown(self, text: str, view: Any, error: Exception) -> str:
        if CARDS.fullmatch(self.fold(text).upper()):
            return str(error)
        if text.isdecimal():
            return super().unknown(text, view, error)
        said = ['"bid 1" to "bid 3"'] if view.phase == "auction" and view.rules.auction == "bid" else []
        said += [f'"{move}"' for move in view.legal_moves() if move.kind in ("call", "rob", "double", "show")]
        bids = "".join(f"{each}, " for each in said)
        cards = 'the cards of a combination, e.g. "33344 5" or "9 10 J Q K"'
        return f'no move is called {quoted(text)}; expected "pass", {bids}or {cards}, of 3 to 10, J, Q, K, A, 2, B, R'

    def readable(self, message: str) -> str:
        return TEN.sub(lambda cards: ranks(cards[0]), message)

    def value(self, view: Any, mean: float) -> str:
        if view.phase != "play":
            return super().value(view, mean)
        return f"{max(-1, min(mean, 1)):+.0%}"  # a doubled payment counts as slightly more than 1

    def unit(self, view: Any) -> str:
        if view.phase != "play":
            return "Points are what you win (+) or lose (-) in the round."
        return "+100% is to win always, -100% to lose always."

    def ending(self, view: Any) -> list[str]:
        out = [seat for seat, number in enumerate(view.hand_sizes) if not number]
        if not out:
            return ["Nobody bid, so the round is void."]
        winners = "the landlord wins" if out[0] == view.landlord else "the peasants win"
        verb = "have" if out[0] == self.own else "has"
        doubled = f", doubled {view.doublings} time{'s' * (view.doublings != 1)}" if view.doublings else ""
        stake = f"The bid was {view.bid}{doubled}."
        if view.rules.auction == "call" or any(view.doubled) or view.shown or view.rules.max_doublings is not None:
            stake = f"The stake was {self.stakes(view)}."
        return [f"{self.names[out[0]]} {verb} no cards left: {winners}. {stake}"]

    def rules(self, rules: Any) -> list[str]:
        four = rules.players == 4
        cards, kitty = (25, 8) if four else (17, 3)
        deck = "two decks with four jokers" if four else "one deck with two jokers"
        if rules.auction:
            nobody = "the cards are dealt again"
            if rules.all_pass == "void":
                nobody = "the round is void"
            elif rules.all_pass == "first":
                nobody = "the first to be asked is the landlord"
            elif rules.max_redeals is not None:
                nobody += f", at most {count_of(rules.max_redeals, 'time')}"
            auction = f"""Auction: pass, or bid 1, 2 or 3, more than the last bid. The highest bidder is the landlord,
            takes the {kitty} cards of the kitty and leads [DD-07, DD-10]. If nobody bids, {nobody} [DD-09]."""
            if rules.auction == "call":
                auction = f"""Auction: in turn, call or pass. After a call the stake is 1, and each later player robs or
                passes; then the caller may rob back. Each robbery doubles the stake. The last to call or rob is the
                landlord, takes the {kitty} cards of the kitty and leads [DD-36, DD-10]. If nobody calls, {nobody}
                [DD-09]."""
        else:
            auction = f"""No auction: the player who drew the card shown before the deal is the landlord at a bid of 1,
            takes the {kitty} cards of the kitty and leads [DD-06, DD-10]."""
        longest = {5: "exactly five", 12: "five or more"}.get(rules.sequence_max, f"five to {rules.sequence_max}")
        more = f"""Sequences of {longest} cards (34567), three or more pairs (334455), two or more triplets, alone or
            each with a {"pair" if four else "card or pair"}; no 2s or jokers in sequences [DD-19 to DD-23]."""
        if not four:
            same = f"{rules.kicker_repeat} of a rank" if rules.kicker_repeat > 1 else "one of a rank"
            jokers = "both jokers" if rules.kicker_both_jokers else "not both jokers"
            more += f" Attach single cards: at most {same}, {jokers} [DD-22]."
            if rules.kicker_repeat > 2:
                may = "may" if rules.kicker_extends_chain else "may not"
                more += f" Three of a rank {may} extend the sequence [DD-34]."
            if rules.quadplex:
                more += " Four of a rank with two cards or two pairs, not a bomb [DD-24 to DD-26]."
        before = []
        if rules.doubling:
            before.append("""each player, the landlord first, may double: a payment is doubled for each of its two sides
            that did [DD-37].""")
        if rules.open_hand:
            before.append("the landlord may show the hand, which doubles all payments [DD-38].")
        answers = f"Before the lead {' Then '.join(before)}\n\n" if before else ""
        limit = ""
        if rules.max_doublings is not None:
            limit = f" A payment is doubled at most {count_of(rules.max_doublings, 'time')} [DD-39]."
        spring = " So does a win where the losers played nothing, or the landlord only once [DD-33]."
        return paragraphs(f"""
            In one minute: {"the highest bidder" if rules.auction == "bid" else "one player"} is the landlord, who takes
            extra cards, the kitty, and plays against the others, the peasants. The leader plays a card or a
            combination; each player in turn passes or plays a higher one of the same kind. When all others pass, the
            last to play leads again. An empty hand wins the round. Each peasant gets or pays the stake: the bid,
            doubled by bombs.

            Goal: {rules.players} players, {deck}. One, the landlord, plays alone against the peasants. The first
            player with no cards left wins for their side [DD-01, DD-02].

            Ranks, low to high: 3 4 5 6 7 8 9 10 J Q K A 2, black joker B, red joker R; no suits [DD-03].

            {auction}

            {answers}Play: each player gets {cards} cards. The leader plays any combination; the others pass or play a
            higher one of the same kind and size. When all others pass, the last to play leads [DD-11, DD-12].

            Combinations: single, pair, triplet; a triplet with a {"pair" if four else "card or a pair"}
            [DD-14 to DD-18]. {more}

            Bombs: {"four to eight of a rank, more cards are higher" if four else "four of a rank"}. A bomb beats all
            but higher bombs; the rocket, {"all four" if four else "both"} jokers, beats everything [DD-28, DD-29].

            Payment: a landlord who wins gets the bid from each peasant, and otherwise pays it to each [DD-30]. Each
            {"bomb of six or more cards" if four else "bomb"} and rocket doubles it [DD-31].
            {spring if rules.spring else ""}{limit}""")
