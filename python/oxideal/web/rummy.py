"""The table of Rummy in a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .._arguments.checks import counted as count_of
from ..narration import rummy as play
from ..svg.cards import list_of
from .picture import ROW_GAP, card_name
from .shapes import CARD, back, box, card, group, row, text
from .words import Chinese as _Chinese
from .words import Spoken

if TYPE_CHECKING:
    from .picture import Picture

TITLE = "拉米"
BUTTONS = ("stock", "discards")
COMPLETES = True
SINGLE = False


def picks(view: Any, move: Any) -> tuple[str, ...]:
    if move.kind in ("draw", "take"):
        return ("stock" if move.kind == "draw" else "discards",)
    if move.kind == "discard":
        return (move.cards, "discards")
    if move.kind == "meld":
        return tuple(move.cards.split())
    return (move.cards, f"meld {play.target_of(view, move)}")


def meant(view: Any, picked: Sequence[str]) -> list[str]:  # noqa: ARG001
    cards = [each for each in picked if len(each) == 2]
    melds = [each for each in picked if each.startswith("meld")]
    if len(cards) == 1 and melds:
        return [f"lay off {cards[0]} {place}" for place in ("group", "low", "high")]
    if len(cards) == 1:
        return [f"discard {cards[0]}"]
    if cards:
        return [f"meld {' '.join(cards)}"]
    return ["draw" if "stock" in picked else "take"]


def draw(table: Picture) -> Iterator[str]:
    view = table.view
    places = table.around()
    bottom = table.height - table.hand_height(view.hand_sizes[table.seat])
    yield from _middle(table, bottom - 24)
    for place in places:
        yield table.player(place, view.hand_sizes[place.seat])
        yield from _shown(table, place)
    hand = [] if table.own is None else list_of(view.hand)
    held = view.hand_sizes[table.seat]
    names = [card_name(table, each) for each in hand]
    yield table.own_line(bottom - 2, table.tr(count_of(held, "card"), f"{held} 张"))
    yield table.hand(hand, hand, names, hidden=held if table.own is None else 0)


def _shown(table: Picture, place: Any) -> Iterator[str]:
    """Draw the cards that a player is known to hold, or the hand at the end."""
    view = table.view
    hand = view.hands[place.seat]
    known = view.taken if table.own is None else view.known
    faces = list_of(hand if hand is not None else known[place.seat])
    if not faces:
        return
    wide = 24.0 if table.tall or table.low else 32.0
    plate = table.plate
    room = plate[0] - 8
    inset, y = 6.0, place.y + plate[1] + 5
    if table.low and place.side != "top":  # beside the plate: the cards of the table are below it
        inset, y, room = plate[0] + 6, place.y + 4, 84
    anchor, x = {"left": ("start", place.x + inset), "top": ("middle", place.x + plate[0] / 2)}.get(
        place.side, ("end", place.x + plate[0] - inset)
    )
    for at, top, face in row(faces, x, y, room, wide, anchor=anchor, gap=wide * 0.62):
        yield group(
            at, top, card(face), scale=wide / CARD[0], key=face, origin=f"seat{place.seat}", name=card_name(table, face)
        )


def _middle(table: Picture, bottom: float) -> Iterator[str]:
    """Draw the stock, the discard pile and the melds between the players and the own hand."""
    view = table.view
    margin = 16.0 if table.tall else 30.0
    plate = table.plate
    beside = 1 < len(table.others) < 3 and not table.low and not table.tall  # two players at the sides
    sides = plate[0] + 14 if beside or (len(table.others) > 2 and not table.tall) else 0.0
    if table.low:
        sides = 0.0  # below the players
    left = margin + sides
    right = table.width - margin - sides
    rows = -(-len(table.others) // 4) if table.tall else 0 if beside else 1
    top = 20 + rows * (plate[1] + ROW_GAP)
    if table.low:
        top = max((place.y for place in table.around()), default=0.0) + plate[1] + 8
    wide = table.card * (0.95 if not table.low else 0.9)
    high = wide / CARD[0] * CARD[1]
    size = 12.0 if table.tall or table.low else 14.0
    discards = list_of(view.discards)
    fan = min((right - left) * (0.34 if not table.tall else 0.5), wide * 3.2)
    shown = discards[-9:] if not table.tall and not table.low else discards[-5:]
    piles = 2 * wide + fan + 20
    zone = bottom - top
    if table.tall:
        x, y = left + (right - left - piles + wide) / 2, top + size + 4
        meld_left, meld_right, meld_top = left, right, y + high + 26
    else:
        x, y = left + 4, top + max((zone - high) / 2, size + 4)
        meld_left, meld_right, meld_top = x + piles + 24, right, top + size + 6
    yield from _stock(table, x, y, wide)
    last = table.last
    pile_x = x + wide + 22
    places = row(shown, pile_x, y, fan, wide, anchor="start", gap=wide * 0.4)
    used = places[-1][0] - pile_x + wide if places else wide
    yield group(
        pile_x - 5,
        y - 5,
        box(used + 10, high + 10, "slot", radius=9),
        pick="discards",
        name=_pile_name(table, discards),
        kind="target",
        key="discards",
    )
    taken_from = f"seat{last[3]}" if last is not None and last[1].kind == "discard" else ""
    for k, (at, down, face) in enumerate(places):
        is_top = k == len(shown) - 1
        new = is_top and last is not None and last[1].kind == "discard"
        yield group(
            at,
            down,
            card(face),
            scale=wide / CARD[0],
            key=face,
            origin=taken_from if new else "discards",
            pick="discards" if is_top else "",
            name=_pile_name(table, discards) if is_top else card_name(table, face),
            kind="card top" + (" new" if new else "") if is_top else "card under",
        )
    count = len(discards)
    yield text(pile_x, y - 10, table.tr(f"discards · {count}", f"弃牌 · {count}"), size, "muted")
    yield from _melds(table, meld_left, meld_right, meld_top, bottom)


def _pile_name(table: Picture, discards: Sequence[str]) -> str:
    if not discards:
        return table.tr("discard pile, empty", "弃牌堆，空")
    top = card_name(table, discards[-1])
    return table.tr(f"discard pile, {top} on top", f"弃牌堆，最上面是{top}")


def _stock(table: Picture, x: float, y: float, wide: float) -> Iterator[str]:
    size = table.view.stock_size
    under = "".join(box(*CARD, "back", x=-3.0 * k, y=-2.0 * k, radius=6) for k in (2, 1) if size > k * 4)
    face = back() if size else box(*CARD, "slot", radius=6)
    plate = box(34, 22, "plate", x=13, y=31, radius=11) + text(30, 47, str(size), 15, "count", anchor="middle")
    name = table.tr(f"stock, {count_of(size, 'card')}", f"牌堆，{size} 张")
    yield group(
        x, y, under, face, plate, scale=wide / CARD[0], pick="stock", name=name, key="stock", kind="target card"
    )
    words = table.tr("stock", "牌堆")
    yield text(x, y - 10, words, 12.0 if table.tall or table.low else 14.0, "muted")


def _melds(table: Picture, left: float, right: float, top: float, bottom: float) -> Iterator[str]:
    view = table.view
    if not view.table:
        y = top + (bottom - top) * (0.4 if table.tall else 0.5)
        yield text((left + right) / 2, y, table.tr("no melds yet", "还没有牌组"), 13, "muted", anchor="middle")
        return
    melds = [list_of(each) for each in view.table]
    wide = table.card * 0.86
    while True:  # smaller until all melds fit
        places, used = _flow(melds, left, right, wide)
        if used <= bottom - top or wide < 22:
            break
        wide *= 0.92
    last = table.last
    new = list_of(last[1].cards) if last is not None and last[1].kind in ("meld", "lay_off") else []
    for number, (meld, (x, y)) in enumerate(zip(melds, places, strict=True)):
        step = wide * 0.42
        high = wide / CARD[0] * CARD[1]
        name = table.tr("meld ", "牌组 ") + " ".join(card_name(table, each) for each in meld)
        token = f"meld {number}"
        yield group(
            x - 4,
            top + y - 4,
            box((len(meld) - 1) * step + wide + 8, high + 8, "slot meld", radius=8),
            pick=token,
            name=name,
            kind="target",
            key=f"of {meld[0]}",
        )
        for k, face in enumerate(meld):
            yield group(
                x + k * step,
                top + y,
                card(face),
                scale=wide / CARD[0],
                key=face,
                origin=f"seat{last[3]}" if face in new and last is not None else "",
                pick=token,
                kind="card laid" + (" new" if face in new else ""),
            )


def _flow(
    melds: Sequence[Sequence[str]], left: float, right: float, wide: float
) -> tuple[list[tuple[float, float]], float]:
    """Return the place of each meld, side by side in as many rows as needed, and the height."""
    places = []
    x, y, step = left, 0.0, wide * 0.42
    high = wide / CARD[0] * CARD[1]
    for meld in melds:
        long = (len(meld) - 1) * step + wide
        if x > left and x + long > right:
            x, y = left, y + high + 16
        places.append((x, y))
        x += long + 18
    return places, y + high


class English(Spoken, play.Words):
    def table(self, view: Any) -> list[str]:
        lines = [f"{self.names[seat]}: {count_of(view.hand_sizes[seat], 'card')}" for seat in self.others()]
        melds = "; ".join(self.screen.cards(meld) for meld in view.table) or "none"
        top = self.top(view) if view.discards != "-" else "empty"
        return [*lines, f"Melds: {melds}", f"Discard pile: {top}, stock: {count_of(view.stock_size, 'card')}"]

    def selected(self, picked: Sequence[str]) -> str:
        cards = " ".join(each for each in picked if len(each) == 2)
        return self.screen.cards(cards) if cards else "meld" if picked[0].startswith("meld") else "discard pile"

    def ending(self, view: Any) -> list[str]:
        return super().ending(view)[:1]


class Chinese(_Chinese, play.Words):
    refusals = {  # noqa: RUF012
        "": "这不是一个组合",
        "RM-03": "每个回合摸一次牌：先摸牌，然后出牌",
        "RM-04": "手里没有这些牌",
        "RM-05": "手里没有这张牌",
        "RM-06": "刚从弃牌堆拿的牌，这一回合不能弃掉",
        "RM-07": "牌堆空了，弃牌只有一张：请拿它",
        "RM-08": "这不是一组同点的牌",
        "RM-09": "这不是同花的顺子",
        "RM-10": "桌上没有能接这张牌的牌组",
        "RM-11": "本局已结束",
        "RM-12": "最后一张牌必须弃掉",
        "RM-17": "本局已结束：回合数已满",
    }

    def selected(self, picked: Sequence[str]) -> str:
        cards = " ".join(each for each in picked if len(each) == 2)
        return self.screen.cards(cards) if cards else "牌组" if picked[0].startswith("meld") else "弃牌堆"

    def table(self, view: Any) -> list[str]:
        lines = [f"{self.names[seat]}：{view.hand_sizes[seat]} 张" for seat in self.others()]
        melds = ";".join(self.screen.cards(meld) for meld in view.table) or "无"
        top = self.top(view) if view.discards != "-" else "空"
        return [*lines, f"牌组：{melds}", f"弃牌堆：{top}；牌堆：{view.stock_size} 张"]

    def hand(self, view: Any) -> list[str]:
        return [f"你的牌：{self.screen.cards(view.hand)}"]

    def task(self, view: Any) -> str:
        if not view.drew:
            return "摸一张牌，或拿弃牌"
        took = "" if view.took is None else f"（不能弃刚拿的 {self.screen.card(view.took)})"
        return f"出牌组、接牌，或弃一张牌{took}"

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        if move.kind == "draw":
            drawn = after.hand - before.hand if seat == self.own else ()
            shuffled = ["弃牌洗成新的牌堆。"] if before.stock_size == 0 else []
            return [*shuffled, self.says(seat, "摸", f"到 {self.screen.card(drawn[0])}" if drawn else "一张牌")]
        if move.kind == "take":
            return [self.says(seat, "拿", f"弃牌 {self.top(before)}")]
        return [self.says(seat, self.spoken(before, move))]

    def spoken(self, view: Any, move: Any) -> str:
        if move.kind == "draw":
            return "摸牌"
        if move.kind == "take":
            return f"拿 {self.top(view)}"
        if move.kind == "lay_off":
            place = play.target_of(view, move)
            on = "" if place is None else f"到 {self.screen.cards(view.table[place])}"
            return f"把 {self.screen.card(move.cards)} 接{on}"
        verb = "出牌组" if move.kind == "meld" else "弃"
        return f"{verb} {self.screen.cards(move.cards)}"

    def ending(self, view: Any) -> list[str]:
        if view.went_out is None:
            return [f"{view.turns} 个回合已满，流局。"]
        return [self.says(view.went_out, "出完了牌", "，一次出完，分数加倍" if view.went_rummy else "")]

    def rules(self, rules: Any) -> list[str]:
        high = rules.ace == "both"
        ace = "A 可大可小：A 2 3 和 Q K A 是顺子，K A 2 不是 [RM-15]" if high else "A 最小：A 2 3 是顺子 [RM-09]"
        last = "最后一张必须弃掉 [RM-12]" if rules.must_discard_out else "最后一张可以出、接或弃 [RM-11]"
        return [
            (
                f"目标：最先出完手里的牌。{rules.players} 人，一副牌，每人 {rules.hand_size} 张；"
                "翻开一张作弃牌，其余是牌堆 [RM-01, RM-02]。"
            ),
            (
                "回合：从牌堆摸一张，或拿弃牌堆最上面的一张 [RM-03]；然后可以出牌组、接牌 [RM-04]"
                "；最后弃一张牌 [RM-05]，但不能弃刚拿的弃牌 [RM-06]。"
            ),
            f"牌组：三四张同点的牌，或同花的三张以上的顺子 [RM-08, RM-09]。{ace}。",
            "接牌：把一张牌接到桌上任何人的牌组 [RM-10]。",
            "牌堆空了，弃牌除最上面一张外成为新的牌堆 [RM-07]。",
            f"结束：有人出完牌。{last}。{rules.turn_limit} 个回合后流局 [RM-17]。",
            (
                f"计分：赢家得到其他人手里牌的点数：J Q K 10 点，A {15 if high else 1} 点，"
                "其他按数字 [RM-13]。一次出完加倍 [RM-14]。"
            ),
            "一场：先到 150 分者胜 [RM-16]。",
        ]
