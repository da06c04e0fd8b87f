"""The sentences of Rummy on a page."""

from __future__ import annotations

from typing import Any

from .._arguments.checks import counted as count_of
from ..narration import rummy as play
from .words import Chinese as _Chinese
from .words import Spoken

TITLE = "拉米"

PUBLIC = (
    "hand_sizes",
    "dealer",
    "turn",
    "drew",
    "took",
    "laid",
    "turns",
    "table",
    "discards",
    "stock_size",
    "opened",
    "went_out",
    "went_rummy",
    "taken",
    "earlier",
)
"""The fields of a view that spectators know."""


class English(Spoken, play.Words):
    def table(self, view: Any) -> list[str]:
        lines = [f"{self.names[seat]}: {count_of(view.hand_sizes[seat], 'card')}" for seat in self.others()]
        melds = "; ".join(self.screen.cards(meld) for meld in view.table) or "none"
        top = self.top(view) if view.discards != "-" else "empty"
        return [*lines, f"Melds: {melds}", f"Discard pile: {top}, stock: {count_of(view.stock_size, 'card')}"]

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
