"""The sentences of Mexican Train on a page."""

from __future__ import annotations

from typing import Any

from .._arguments.checks import counted as count_of
from ..narration import mexican_train as play
from .words import Chinese as _Chinese
from .words import Spoken

TITLE = "墨西哥火车"

PUBLIC = (
    "hand_sizes",
    "turn",
    "trains",
    "mexican",
    "ends",
    "mexican_end",
    "marked",
    "open_doubles",
    "dead_doubles",
    "doubled",
    "drew",
    "boneyard_size",
    "idle_passes",
    "went_out",
    "lacks",
)
"""The fields of a view that spectators know."""


class English(Spoken, play.Words):
    def table(self, view: Any) -> list[str]:
        lines = []
        for seat in self.others():
            opened = ", open to all" if view.marked[seat] else ""
            tiles = count_of(view.hand_sizes[seat], "tile")
            lines.append(f"{self.names[seat]}: {tiles}, train ends with {view.ends[seat]}{opened}")
        if self.own is not None:
            lines.append(
                f"Your train ends with {view.ends[self.own]}{', open to all' if view.marked[self.own] else ''}"
            )
        lines.append(f"The Mexican train ends with {view.mexican_end}")
        lines += [f"Open double: {each}-{each}" for each in view.open_doubles]
        return [*lines, f"{count_of(view.boneyard_size, 'tile')} in the boneyard"]

    def task(self, view: Any) -> str:
        if view.open_doubles and not view.doubled:
            double = view.open_doubles[0]
            return f"Play a tile: the double {double}-{double} must be closed"
        return super().task(view)

    def ending(self, view: Any) -> list[str]:
        return super().ending(view)[:1]

    def title(self, view: Any) -> str:
        if self.own is None:
            return super().title(view)
        score = view.scores[self.own]
        points = f"{score} point{'s' * (score != 1)}"
        return f"You win: {points}" if self.own in view.winners else f"You get {points}"


class Chinese(_Chinese, play.Words):
    refusals = {  # noqa: RUF012
        "MT-07": "这张牌与火车的末端不相同",
        "MT-09": "这列火车没有开放",
        "MT-10": "能出牌就必须出牌；只能出手里的牌",
        "MT-12": "先摸一张牌",
        "MT-13": "牌堆空了，只能跳过",
        "MT-18": "双牌之后的牌必须接在双牌上",
        "MT-19": "双牌之后的牌必须接在双牌上",
        "MT-20": "先摸一张牌",
        "MT-22": "必须先接开着的双牌",
        "MT-23": "必须先接开着的双牌",
        "MT-26": "本局已结束",
    }

    def table(self, view: Any) -> list[str]:
        lines = []
        for seat in (*self.others(), self.own):
            if seat is not None:
                opened = "，开放" if view.marked[seat] else ""
                lines.append(f"{self.names[seat]}：{view.hand_sizes[seat]} 张，火车末端 {view.ends[seat]}{opened}")
        lines.append(f"公共火车末端 {view.mexican_end}")
        if view.open_doubles:
            lines.append("要接的双牌：" + "、".join(f"{each}-{each}" for each in view.open_doubles))
        return [*lines, f"牌堆 {view.boneyard_size} 张"]

    def hand(self, view: Any) -> list[str]:
        return [f"你的牌：{view.hand}"]

    def task(self, view: Any) -> str:
        if view.open_doubles and not view.doubled:
            double = view.open_doubles[0]
            return f"出一张牌：必须先接双牌 {double}-{double}"
        return "出一张牌"

    def place(self, move: Any, seat: int) -> str:
        train = self.train(move, seat)
        if train is None:
            return "公共火车"
        return "自己的火车" if train == seat else f"{self.whose(train)}火车"

    def spoken(self, view: Any, move: Any) -> str:  # noqa: ARG002
        if move.kind != "play":
            return "摸牌" if move.kind == "draw" else "跳过"
        return f"{move.tile} 接{self.place(move, self.own)}"

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        if move.kind == "draw":
            drawn = after.hand - before.hand if seat == self.own else ()
            return [self.says(seat, "摸", f"到 {' '.join(drawn)}" if drawn else "一张牌")]
        if move.kind == "pass":
            marked = after.marked[seat] and not before.marked[seat]
            return [self.says(seat, "跳过", "，火车开放" if marked else "")]
        low, high = move.tile.split("-")
        double = "，双牌" if low == high else ""
        found = [self.says(seat, "出", f" {move.tile} 接{self.place(move, seat)}{double}")]
        if after.hand_sizes[seat] == 1:
            found.append(f"{self.names[seat]}只剩一张牌！")
        return found

    def ending(self, view: Any) -> list[str]:
        if view.went_out is None:
            return ["没有人能出牌，牌堆也空了。"]
        return [self.says(view.went_out, "出完了牌")]

    def title(self, view: Any) -> str:
        if self.own is None:
            return super().title(view)
        score = view.scores[self.own]
        return f"你赢了：{score} 分" if self.own in view.winners else f"你得 {score} 分"

    def rules(self, rules: Any) -> list[str]:
        order = "按出牌的顺序" if rules.close_order == "laid" else "按出牌的相反顺序"
        follow = "接在双牌或任何能接的火车上" if rules.follow_up == "available" else "接在双牌上，除非它也是双牌"
        return [
            (
                f"目标：最先出完手里的牌。{rules.players} 人，牌从 0-0 到 {rules.set}-{rules.set}，"
                f"每人 {rules.hand_size} 张；其余是牌堆 [MT-01, MT-04]。"
            ),
            (
                f"火车：车头 {rules.engine}-{rules.engine} 在中间。每人有一列火车，"
                "公共火车大家都能接。第一张与车头同数，以后每张与末端同数 [MT-03,"
                " MT-07, MT-08]。"
            ),
            "回合：在自己的火车、公共火车或开放的别人的火车上接一张牌 [MT-09, MT-11]。能出必须出 [MT-10]。",
            "没有能接的牌：摸一张，能接就接；不能接，你的火车开放，直到你自己再接上 [MT-12至MT-14]。",
            f"双牌：出双牌后再出一张，{follow} [MT-16, MT-18]。不能出就摸牌；还不能，你的火车开放 [MT-20]。",
            f"没有接上的双牌，下一个能接的人必须先接 [MT-22]；有几个时{order} [MT-23]。没有牌能接的双牌不算 [MT-24]。",
            "结束：有人出完牌，或没有人能出而牌堆空了 [MT-26]。每人手里的点数是得分，0-0 算 50 [MT-27]。",
            "一场：车头从最大的双牌到 0-0 各一局，总分最低者胜 [MT-05, MT-28]。",
        ]
