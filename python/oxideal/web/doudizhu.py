"""The table of Dou Dizhu in a browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from .._arguments.checks import counted as count_of
from ..narration import doudizhu as play
from ..svg.doudizhu import trick_of, tricks_of
from .picture import Picture, Place
from .shapes import CARD, back, card, group, row, text
from .words import Chinese as _Chinese
from .words import Spoken

TITLE = "斗地主"
BUTTONS = ("pass", "bid 1", "bid 2", "bid 3")
COMPLETES = False
SINGLE = False

_JOKERS = {"R": "大王", "B": "小王"}


def picks(view: Any, move: Any) -> tuple[str, ...]:  # noqa: ARG001
    return (f"bid {move.bid}",) if move.kind == "bid" else ("pass",) if move.kind == "pass" else tuple(move.cards)


def meant(view: Any, picked: Sequence[str]) -> list[str]:  # noqa: ARG001
    return ["".join(sorted(picked, key="3456789TJQKA2BR".find))]


def draw(table: Picture) -> Iterator[str]:
    view = table.view
    places = table.around(first_right=True)
    trick = trick_of(view)
    old = not trick and view.landlord is not None
    if old:
        trick, _ = tricks_of(view)
    yield from _middle(table)
    for place in places:
        seat = place.seat
        badge = "landlord" if view.landlord == seat else ""
        known = str(view.known[seat])
        note = table.tr("holds ", "有 ") + play.ranks(known) if known != "-" else ""
        if note and view.is_over:
            note = ""
        yield table.player(place, view.hand_sizes[seat], badge=badge, note=note)
        yield from _done(table, place, trick, old)
    own = Place(table.seat, 0, 0, "bottom")
    yield from _done(table, own, trick, old)
    hand = "" if table.own is None or view.hand == "-" else str(view.hand)
    held = view.hand_sizes[table.seat]
    badge = table.tr("landlord", "地主") if view.landlord == table.seat else ""
    yield table.own_line(
        table.height - table.hand_height(held) - 2, table.tr(count_of(held, "card"), f"{held} 张"), badge=badge
    )
    places_of: Counter[str] = Counter()
    keys = []
    for face in hand:
        keys.append(f"{table.seat}:{face}{places_of[face]}")
        places_of[face] += 1
    names = [_name(table, face) for face in hand]
    yield table.hand(hand, keys, names, hidden=held if table.own is None else 0)


def _name(table: Picture, face: str) -> str:
    shown = face.replace("T", "10")
    if face in _JOKERS:
        return table.tr("red joker" if face == "R" else "black joker", _JOKERS[face])
    return shown


def _middle(table: Picture) -> Iterator[str]:
    """Draw the kitty, or the card shown before the deal, and the stake."""
    view = table.view
    number = 8 if table.players == 4 else 3
    wide = 28.0 if table.tall else 34.0 if table.low else 46.0
    scale = wide / CARD[0]
    rows = -(-(table.players - 1) // 4)
    y = 8 + rows * (table.plate[1] + 8) + 4 if table.tall else 10 + (table.plate[1] + 8 if table.players == 4 else 0)
    if table.tall:
        y = table.height * 0.36
    faces = list(view.kitty) if view.kitty is not None else [""] * number
    gap = wide * (1.08 if number == 3 else 0.62)
    middle = table.width / 2
    for k, (x, top, face) in enumerate(row(faces, middle, y, table.width * 0.4, wide, anchor="middle", gap=gap)):
        shape = card(face, table.tr("JOKER", _JOKERS.get(face, ""))) if face else back()
        yield group(x, top, shape, scale=scale, key=f"kitty{k}", name=_name(table, face) if face else "")
    size = 12.0 if table.tall or table.low else 14.0
    below = y + CARD[1] * scale + size + 6
    words = table.words
    if view.bid is not None:
        stake = view.bid * 2**view.doublings
        line = table.tr(f"stake {stake}", _stake(view))
        if view.doublings:
            line += table.tr(f" · doubled {count_of(view.doublings, 'time')}", "")
    elif view.face_up is not None:
        face = _name(table, view.face_up)
        by = view.face_up_seat
        line = table.tr(f"face up: {face}", f"明牌 {face}")
        if by is not None:
            line += table.tr(f", drawn by {words.names[by].replace('You', 'you')}", f"，{words.names[by]}摸到")
    else:
        line = table.tr("kitty", "底牌")
    yield text(middle, below, line, size, "muted", anchor="middle")


def _done(table: Picture, place: Place, trick: dict[int, Any], old: bool) -> Iterator[str]:
    """Draw what a seat has bid, or done in this trick, or faintly in the last one."""
    view, seat = table.view, place.seat
    own = place.side == "bottom"
    held = view.hand_sizes[table.seat]
    top_of_hand = table.height - table.hand_height(held) - 22
    if view.landlord is None:
        bids = [bid for k, bid in enumerate(view.bids) if (view.first_bidder + k) % table.players == seat]
        if bids:
            said = table.tr(f"bid {bids[-1]}", f"{bids[-1]} 分") if bids[-1] else table.tr("pass", "不叫")
            yield _bubble(table, place, said, top_of_hand, "loud" if bids[-1] else "")
        return
    if seat not in trick or (seat == view.current_player and not old):
        return
    move = trick[seat]
    if move is None or move.kind == "pass":
        if old:
            return
        yield _bubble(table, place, table.tr("pass", "不出"), top_of_hand)
        return
    wide = table.card * (0.78 if table.tall else 0.8 if table.low else 0.95)
    scale = wide / CARD[0]
    high = CARD[1] * scale
    faces = [*move.main, *("" if move.attached == "-" else move.attached)]
    plate = table.plate
    room = table.width * (0.3 if not table.tall else 1 / max(min(len(table.others), 4), 1)) - 12
    gap = wide * 0.46
    if own:
        room, anchor, x = table.width * (0.46 if not table.tall else 0.9), "middle", table.width / 2
        y = top_of_hand - high - (6 if table.low else 14)
    elif place.side == "top":
        anchor, x, y = "middle", place.x + plate[0] / 2, place.y + plate[1] + 10
    elif place.side == "left":
        anchor, x, y = "start", max(table.width * 0.19, place.x + 8), place.y + plate[1] + 14
    else:
        anchor, x, y = "end", min(table.width * 0.81, place.x + plate[0] - 8), place.y + plate[1] + 14
    left = _hand_counts(table, seat)
    used: Counter[str] = Counter()
    last = table.last is not None and table.last[3] == seat
    best = view.to_beat_seat == seat
    kind = "card old" if old else "card best" if best else "card played"
    for k, (at, top, face) in enumerate(row(faces, x, y, room, wide, anchor=anchor, gap=gap)):
        attached = k >= len(move.main)
        key = f"{seat}:{face}{left[face] + used[face]}"
        used[face] += 1
        yield group(
            at,
            top + (wide * 0.16 if attached else 0),
            card(face, table.tr("JOKER", _JOKERS.get(face, ""))),
            scale=scale,
            key=key,
            origin=f"seat{seat}",
            kind=kind + (" new" if last and not old else ""),
            name=_name(table, face),
        )
    label = table.words.kind_of(move)
    if label:
        size = 12.0 if table.tall or table.low else 13.5
        if own:
            yield text(x, y - 6, label, size, "muted", anchor="middle")
        else:
            below = y + high + size + 4 + (wide * 0.16 if move.attached != "-" else 0)
            yield text(x, below, label, size, "muted", anchor=anchor, room=max(room, 110))


def _hand_counts(table: Picture, seat: int) -> Counter[str]:
    """Return how many cards of each rank the reader still holds, so that cards keep their keys when played."""
    if seat != table.own or table.view.hand == "-":
        return Counter()
    return Counter(table.view.hand)


def _bubble(table: Picture, place: Place, words: str, above_hand: float, kind: str = "") -> str:
    if place.side != "bottom":
        return table.said(place, words, kind)
    middle = Place(place.seat, table.width / 2 - table.plate[0] / 2, above_hand - table.plate[1] - 42, "top")
    return table.said(middle, words, kind)


class English(Spoken, play.Words):
    def kind_of(self, move: Any) -> str:
        """Return the kind of a combination where its cards do not tell."""
        return "" if move.kind in ("single", "pair", "triplet") else self.kind(move)

    def spoken(self, view: Any, move: Any) -> str:
        if move.kind in ("pass", "bid"):
            return str(move)
        if move.kind == "rocket":
            return "the rocket"
        rank = play.ranks(move.rank)
        plural = {"6": "6es"}.get(rank, f"{rank}s")
        if move.kind == "single":
            return {"B": "the black joker", "R": "the red joker"}.get(rank, f"a single {rank}")
        if move.kind in ("pair", "triplet", "bomb"):
            return f"a {move.kind} of {plural}"
        return f"a {self.kind(move)}: {self.label(view, move)}"


def _stake(view: Any) -> str:
    """Return the bid and how many times it counts, in Chinese."""
    return f"底分 {view.bid}" + (f" · {2**view.doublings} 倍" if view.doublings else "")


KINDS = {
    "single": "单张",
    "pair": "对子",
    "triplet": "三张",
    "triplet_with_card": "三带一",
    "triplet_with_pair": "三带二",
    "sequence": "顺子",
    "sequence_of_pairs": "连对",
    "sequence_of_triplets": "飞机",
    "sequence_of_triplets_with_cards": "飞机带翅膀",
    "sequence_of_triplets_with_pairs": "飞机带翅膀",
    "quadplex_with_cards": "四带二",
    "quadplex_with_pairs": "四带两对",
    "bomb": "炸弹",
    "rocket": "王炸",
}


class Chinese(_Chinese, play.Words):
    refusals = {  # noqa: RUF012
        "": "这些牌不成牌型",
        "DD-07": "叫分必须比前一家高",
        "DD-11": "要出同牌型、同张数、更大的牌",
        "DD-08": "叫分已经结束",
        "DD-09": "本局已结束：没有人叫分",
        "DD-12": "你先出牌，不能不出",
        "DD-13": "本局已结束",
        "DD-28": "只有更大的炸弹或王炸才能压炸弹",
        "DD-29": "王炸最大，没有牌能压",
    }

    def role(self, view: Any, seat: int) -> str:
        return "" if view.landlord is None else "地主" if seat == view.landlord else "农民"

    def kind(self, move: Any) -> str:
        name = str(move.kind).replace(" ", "_")
        return KINDS.get(name, name)

    def kind_of(self, move: Any) -> str:
        return "" if move.kind in ("single", "pair", "triplet") else self.kind(move)

    def table(self, view: Any) -> list[str]:
        lines = [f"{self.names[seat]}{self.role(view, seat)}：{view.hand_sizes[seat]} 张" for seat in self.others()]
        if view.phase == "auction":
            return [*lines, f"明牌：{play.ranks(view.face_up)}"]
        return [*lines, _stake(view)]

    def hand(self, view: Any) -> list[str]:
        return [f"你的牌：{play.ranks(view.hand)}"]

    def task(self, view: Any) -> str:
        if view.phase == "auction":
            return "叫分，或不叫"
        if view.to_beat is None:
            return "轮到你出牌，牌型不限"
        by = view.to_beat_seat
        partner = "队友" if view.landlord not in (by, self.own) else ""
        return f"压过{partner}{self.names[by]}的{self.spoken(view, view.to_beat)}，或不出"

    def label(self, view: Any, move: Any) -> str:
        if move.kind in ("pass", "bid"):
            return self.spoken(view, move)
        return super().label(view, move)

    def spoken(self, view: Any, move: Any) -> str:
        if move.kind == "pass":
            return "不叫" if view.phase == "auction" else "不出"
        if move.kind == "bid":
            return f"叫 {move.bid} 分"
        if move.kind == "rocket":
            return "王炸"
        if move.kind == "single":
            return {"B": "小王", "R": "大王"}.get(move.rank, f"单张 {play.ranks(move.rank)}")
        return f"{self.kind(move)} {super().label(view, move)}"

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        if move.kind in ("pass", "bid"):
            forced = move.kind == "pass" and seat == self.own and len(before.legal_moves()) == 1
            found = [self.says(seat, "要不起" if forced else self.spoken(before, move))]
        else:
            found = [self.says(seat, "出", self.spoken(before, move))]
            if after.hand_sizes[seat] in (1, 2) and seat != self.own:
                found.append(f"{self.names[seat]}只剩 {after.hand_sizes[seat]} 张牌！")
        if before.landlord is None and after.landlord is not None:
            kitty = "" if after.kitty is None else f"，底牌 {play.ranks(after.kitty)}"
            found.append(f"{self.names[after.landlord]}是地主{kitty}。")
        elif before.phase == "auction" and after.phase == "auction" and len(after.bids) < len(before.bids):
            found.append("没人叫分，重新发牌。")
        elif move.kind == "pass" and before.to_beat is not None and after.to_beat is None and not after.is_over:
            found.append(f"没人要，{self.names[after.current_player]}接着出牌。")
        return found

    def ending(self, view: Any) -> list[str]:
        out = [seat for seat, number in enumerate(view.hand_sizes) if not number]
        if not out:
            return ["没人叫分，流局。"]
        winners = "地主获胜" if out[0] == view.landlord else "农民获胜"
        return [f"{self.names[out[0]]}出完了牌：{winners}。{_stake(view)}。"]

    def rules(self, rules: Any) -> list[str]:
        four = rules.players == 4
        cards, kitty = (25, 8) if four else (17, 3)
        auction = (
            "叫分：不叫，或叫 1、2、3 分，必须比前一家高。"
            f"叫分最高的人是地主，拿 {kitty} 张底牌，先出牌 [DD-07, DD-10]。"
            if rules.auction
            else f"不叫分：摸到明牌的人是地主，拿 {kitty} 张底牌，先出牌 [DD-06, DD-10]。"
        )
        longest = {5: "五张", 12: "五张以上"}.get(rules.sequence_max, f"五到 {rules.sequence_max} 张")
        return [
            (
                f"目标：{rules.players} 人，{'两副牌' if four else '一副牌'}。"
                f"一个地主对{'三' if four else '两'}个农民；有人出完牌，他那一方就赢 [DD-01, DD-02]。"
            ),
            "从小到大：3 4 5 6 7 8 9 10 J Q K A 2 小王 大王，不分花色 [DD-03]。",
            auction,
            (
                f"出牌：每人 {cards} 张。先出的人可出任意牌型；下家不出，或出同牌型、同张数、更大的牌。"
                "没人要，最后出牌的人接着出 [DD-11, DD-12]。"
            ),
            f"牌型：单张、对子、三张、{'三带二' if four else '三带一、三带二'}；"
            f"顺子（{longest}），连对（三对以上），飞机（可带翅膀）。顺子里没有 2 和王 [DD-14至DD-23]"
            "。" + ("" if four or not rules.quadplex else "四带二或两对，不是炸弹 [DD-24至DD-26]。"),
            "炸弹：四张（四人局四到八张）同点，压过其他牌型；王炸最大 [DD-28, DD-29]。",
            f"计分：地主赢，每个农民付底分；地主输，付给每个农民底分 [DD-30]。"
            f"每个{'六张以上的' if four else ''}炸弹和王炸翻倍 [DD-31]。"
            + ("春天也翻倍 [DD-33]。" if rules.spring else ""),
        ]
