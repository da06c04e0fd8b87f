"""The table of FourSquare in a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .._arguments.checks import counted as count_of
from ..narration import foursquare as play
from ..svg.cards import SUITS
from ..svg.foursquare import FAR, within_reach
from .picture import card_name
from .shapes import CARD, back, box, card, group, path, text
from .words import Chinese as _Chinese
from .words import Spoken

if TYPE_CHECKING:
    from .picture import Picture

TITLE = "四方阵"
BUTTONS = ()
COMPLETES = False
SINGLE = True


def picks(view: Any, move: Any) -> tuple[str, ...]:  # noqa: ARG001
    return (str(move),)


def meant(view: Any, picked: Sequence[str]) -> list[str]:  # noqa: ARG001
    return list(picked[-1:])


def draw(table: Picture) -> Iterator[str]:
    view = table.view
    rows = within_reach([row for row, _ in view.piles])
    columns = within_reach([column for _, column in view.piles])
    side = 0.0 if table.tall else min(table.width * 0.24, 260)
    below = (124.0 if table.height > 520 else 96.0) if table.tall else 8.0
    wide, high = table.width - 2 * side - 20, table.height - below - 14
    scale = min(wide / len(columns) / (CARD[0] + 8), high / len(rows) / (CARD[1] + 13))
    across, down = (CARD[0] + 8) * scale, (CARD[1] + 13) * scale
    left, top = (table.width - across * len(columns)) / 2, 10 + (high - down * len(rows)) / 2
    legal = {(move.row, move.column) for move in view.legal_moves()}
    last = None if table.last is None else (table.last[1].row, table.last[1].column)
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            cell = (row, column)
            yield _cell(
                table,
                left + j * across + 4 * scale,
                top + i * down + 4 * scale,
                scale,
                cell,
                cell in legal,
                cell == last,
            )
    yield from _to_place(table, side, below)


def _cell(table: Picture, x: float, y: float, scale: float, cell: tuple[int, int], legal: bool, last: bool) -> str:
    """Draw a pile, or an empty cell, which is dashed if the card may go there."""
    view, token = table.view, f"{cell[0]},{cell[1]}"
    pile = view.piles.get(cell)
    where = table.tr(f"at {token}", f"位置 {token}")
    if pile is None:
        name = table.tr("empty cell ", "空位 ") + where
        kind = "target cell" + (" open" if legal else "")
        return group(x, y, box(*CARD, "slot", radius=6), scale=scale, pick=token, name=name, kind=kind)
    face = pile[-1]
    up = bool(view.grid[cell[0] + FAR, cell[1] + FAR] > 0)
    under = "".join(box(*CARD, "paper", y=2.6 * k, radius=6) for k in range(len(pile) - 1, 0, -1))
    dots = "".join(
        f'<circle class="{"dot on" if k < len(pile) else "dot"}" cx="{21 + 6 * k}" cy="{CARD[1] - 5}" r="1.9"/>'
        for k in range(4)
    )
    shape = card(face) if up else _turned(face)
    number = count_of(len(pile), "card")
    name = f"{card_name(table, face)} {where}, {table.tr(number, f'{len(pile)} 张')}" + (
        "" if up else table.tr(", face down", "，背面")
    )
    return group(
        x,
        y,
        under,
        shape,
        dots,
        scale=scale,
        key=face,
        origin="hand",
        pick=token,
        name=name,
        kind="target card pile" + (" open" if legal else "") + (" new" if last else "") + ("" if up else " down"),
    )


def _turned(face: str) -> str:
    """Return a card face down that everybody has seen."""
    suit, shape = SUITS[face[1]]
    ink = "red" if face[1] in "DH" else "black"
    rank = face[0].replace("T", "10")
    plate = box(36, 24, "paper", x=12, y=30, radius=5)
    return (
        back()
        + plate
        + text(22, 48.5, rank, 17, f"rank {ink}", anchor="middle")
        + path(shape, f"{ink} {suit}", 31, 35.5, 1.3)
    )


def _to_place(table: Picture, side: float, below: float) -> Iterator[str]:
    """Draw the card to be placed and the stock: on the right, or below in a tall picture."""
    view = table.view
    wide = min(below * 0.56, 70) if table.tall else min(side * 0.42, 100, table.height * 0.28)
    scale = wide / CARD[0]
    high = CARD[1] * scale
    down = int((view.grid < 0).sum())
    piles = len(view.piles)
    facts = [
        table.tr(f"piles {piles} of 16", f"牌堆 {piles} / 16"),
        table.tr(f"face down {down}, at most 4", f"背面 {down}，最多 4"),
    ]
    size = 13.0 if table.tall or table.low else 15.0
    if table.tall:
        y = table.height - below + 8
        hand_x, stock_x, text_x = 18.0, table.width - 18 - wide, 18 + wide + 14
        text_y, anchor = y + high * 0.45, "start"
    else:
        y = (table.height - high) / 2 - 20
        hand_x = table.width - side / 2 - wide / 2
        stock_x = side / 2 - wide / 2
        text_x, text_y, anchor = table.width - side / 2, y + high + 46, "middle"
    stock = view.stock_size
    plate = box(34, 22, "plate", x=13, y=31, radius=11) + text(30, 47, str(stock), 15, "count", anchor="middle")
    yield group(
        stock_x,
        y,
        back() if stock else box(*CARD, "slot", radius=6),
        plate,
        scale=scale,
        key="stock",
        name=table.tr(f"stock, {count_of(stock, 'card')}", f"牌堆，{stock} 张"),
    )
    if not table.tall:
        yield text(stock_x + wide / 2, y + high + 22, table.tr("stock", "牌堆"), size, "muted", anchor="middle")
    if view.card is not None:
        yield group(
            hand_x,
            y,
            card(view.card),
            scale=scale,
            key=view.card,
            origin="stock",
            kind="card hand",
            name=card_name(table, view.card),
        )
        words = table.tr("to be placed", "要放的牌")
        if table.tall:
            yield text(text_x, text_y - size - 4, words, size, "name")
        else:
            yield text(hand_x + wide / 2, y + high + 22, words, size, "name", anchor="middle")
    else:
        yield group(hand_x, y, box(*CARD, "slot", radius=6), scale=scale)
    yield group(hand_x, y, key="hand")
    for k, fact in enumerate(facts):
        kind = "muted warn" if k == 1 and down > 3 else "muted"
        yield text(text_x, text_y + k * (size + 5) + 4, fact, size, kind, anchor=anchor)


class English(Spoken, play.Words):
    def hand_words(self, view: Any) -> list[str]:
        piles = [f"{cell[0]},{cell[1]}: {self.pile(view, cell)}" for cell in view.piles]
        return [*piles, *([] if view.card is None else [f"To place: {self.screen.card(view.card)}"])]

    def spoken(self, view: Any, move: Any) -> str:
        pile = view.piles.get((move.row, move.column))
        where = f"on {self.screen.card(pile[-1])}" if pile else f"at {move}"
        return f"place {self.screen.card(view.card)} {where}"

    def task(self, view: Any) -> str:
        return f"Place {self.screen.card(view.card)}"

    def title(self, view: Any) -> str:
        return f"You win {view.scores[0]}" if view.is_won else "You lose"


class Chinese(_Chinese, play.Words):
    refusals = {  # noqa: RUF012
        "FS-03": "要放在与牌堆相邻的位置",
        "FS-04": "每堆最多四张，最多四行四列；第一张放在 0,0",
        "FS-08": "本局已结束：背面的牌超过四张",
        "FS-09": "本局已结束：你赢了",
        "FS-10": "本局已结束：牌堆空了",
    }

    def hand_words(self, view: Any) -> list[str]:
        piles = [f"{row},{column}:{self.pile(view, (row, column))}" for row, column in view.piles]
        return [*piles, *([] if view.card is None else [f"要放的牌：{self.screen.card(view.card)}"])]

    def task(self, view: Any) -> str:
        return f"放下 {self.screen.card(view.card)}"

    def spoken(self, view: Any, move: Any) -> str:
        pile = view.piles.get((move.row, move.column))
        where = f"{self.screen.card(pile[-1])} 上" if pile else f"{move}"
        return f"把 {self.screen.card(view.card)} 放在 {where}"

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        cell = (move.row, move.column)
        turned = [
            self.screen.card(pile[-1])
            for other, pile in before.piles.items()
            if other != cell
            and (before.grid[other[0] + FAR, other[1] + FAR] < 0) != (after.grid[other[0] + FAR, other[1] + FAR] < 0)
        ]
        return [self.says(seat, self.spoken(before, move)), *([f"{'、'.join(turned)} 翻面。"] if turned else [])]

    def ending(self, view: Any) -> list[str]:
        if view.is_won:
            return ["16 堆牌都是正面。"]
        down = int((view.grid < 0).sum())
        return [f"{down} 张牌是背面。" if down > 4 else "牌堆空了。"]

    def title(self, view: Any) -> str:
        return f"你赢了 {view.scores[0]} 分" if view.is_won else "你输了"

    def rules(self, rules: Any) -> list[str]:
        touch = "边或角" if rules.diagonal else "边"
        return [
            "目标：四行四列的牌堆，最上面的牌全是正面。40 张牌，A（最小）到 10 [FS-01]。",
            (
                f"回合：你看到一张牌，把它正面放在一堆上，或放在与牌堆共{touch}的空位 [FS-02,"
                " FS-03]。每堆最多四张，最多四行四列 [FS-04]。"
            ),
            (
                "翻牌：如果这张牌比同一行所有正面的牌都大（或都小），同行其他牌全部翻面；"
                "没有正面的牌时也翻。有同点的牌则不翻 [FS-05]。列也一样 [FS-06]"
                "。"
            ),
            "放牌后有超过四张背面，你就输了 [FS-08]；牌堆空了也输 [FS-10]。",
            "16 堆全是正面就赢了，得分是牌堆剩下的张数 [FS-09]。",
        ]
