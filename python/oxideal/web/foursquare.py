"""The sentences of FourSquare on a page."""

from __future__ import annotations

from typing import Any

from ..narration import foursquare as play
from ..svg.foursquare import FAR
from .words import Chinese as _Chinese
from .words import Spoken

TITLE = "四方阵"

PUBLIC = ("card", "piles", "grid", "stock_size", "is_won")
"""The fields of a view that spectators know."""


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
