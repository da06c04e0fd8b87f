"""The sentences of Dou Dizhu on a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..narration import doudizhu as play
from .words import Chinese as _Chinese
from .words import Spoken

TITLE = "斗地主"

PUBLIC = (
    "hand_sizes",
    "phase",
    "dealer",
    "first_bidder",
    "face_up",
    "face_up_seat",
    "bids",
    "redeals",
    "landlord",
    "bid",
    "kitty",
    "played",
    "plays",
    "doublings",
    "doubled",
    "shown",
    "stakes",
    "to_beat",
    "to_beat_seat",
    "passes",
)
"""The fields of a view that spectators know."""


class English(Spoken, play.Words):
    def short(self, view: Any, move: Any) -> str:  # noqa: ARG002
        if move.cards == "-":
            return str(move)
        return "" if move.kind in ("single", "pair", "triplet") else self.kind(move)

    def spoken(self, view: Any, move: Any) -> str:
        if move.cards == "-":
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


def _stake(view: Any, names: Sequence[str]) -> str:
    """Return the bid and how many times it counts, in Chinese."""
    times = {seat: stake // view.bid for seat, stake in enumerate(view.stakes or ()) if seat != view.landlord}
    if len({*times.values()}) > 1:
        counted = "，".join(f"{names[seat]} {number} 倍" for seat, number in times.items())
    else:
        counted = f"{max(times.values(), default=1)} 倍"
    return f"底分 {view.bid}" + ("" if counted == "1 倍" else f" · {counted}")


SAID = {"call": "叫地主", "rob": "抢地主", "double": "加倍", "show": "明牌"}


def _declined(view: Any) -> str:
    """Return what a pass is called in this position."""
    if view.phase == "auction":
        return "不抢" if view.rules.auction == "call" and view.bid is not None else "不叫"
    return {"doubling": "不加倍", "showing": "不明牌"}.get(view.phase, "不出")


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
        "DD-36": "现在不能这样叫地主",
        "DD-37": "出牌前每人只选一次加倍或不加倍",
        "DD-38": "地主只能在第一手牌之前明牌",
    }

    def role(self, view: Any, seat: int) -> str:
        return "" if view.landlord is None else "地主" if seat == view.landlord else "农民"

    def kind(self, move: Any) -> str:
        name = str(move.kind).replace(" ", "_")
        return KINDS.get(name, name)

    def short(self, view: Any, move: Any) -> str:
        if move.kind == "bid":
            return f"{move.bid} 分"
        if move.cards == "-":
            return self.spoken(view, move)
        return "" if move.kind in ("single", "pair", "triplet") else self.kind(move)

    def table(self, view: Any) -> list[str]:
        lines = [f"{self.names[seat]}{self.role(view, seat)}：{view.hand_sizes[seat]} 张" for seat in self.others()]
        if view.phase == "auction":
            return [*lines, f"明牌：{play.ranks(view.face_up)}"]
        return [*lines, _stake(view, self.names)]

    def hand(self, view: Any) -> list[str]:
        return [f"你的牌：{play.ranks(view.hand)}"]

    def task(self, view: Any) -> str:
        if view.phase != "play":
            asked = [SAID[move.kind] for move in view.legal_moves() if move.kind in SAID]
            return f"{asked[0] if asked else '叫分'}，或{_declined(view)}"
        if view.to_beat is None:
            return "轮到你出牌，牌型不限"
        by = view.to_beat_seat
        partner = "队友" if view.landlord not in (by, self.own) else ""
        return f"压过{partner}{self.names[by]}的{self.spoken(view, view.to_beat)}，或不出"

    def label(self, view: Any, move: Any) -> str:
        if move.cards == "-":
            return self.spoken(view, move)
        return super().label(view, move)

    def spoken(self, view: Any, move: Any) -> str:
        if move.kind == "pass":
            return _declined(view)
        if move.kind in SAID:
            return SAID[move.kind]
        if move.kind == "bid":
            return f"叫 {move.bid} 分"
        if move.kind == "rocket":
            return "王炸"
        if move.kind == "single":
            return {"B": "小王", "R": "大王"}.get(move.rank, f"单张 {play.ranks(move.rank)}")
        return f"{self.kind(move)} {super().label(view, move)}"

    def tell(self, before: Any, move: Any, after: Any, seat: int) -> list[str]:
        if move.kind == "show" and seat != self.own:
            found = [self.says(seat, "明牌", f"：{play.ranks(play.shown_hand(after))}")]
        elif move.cards == "-":
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
            found.append(f"没人{self._wanted(before.rules)}，重新发牌。")
        elif move.kind == "pass" and before.to_beat is not None and after.to_beat is None and not after.is_over:
            found.append(f"没人要，{self.names[after.current_player]}接着出牌。")
        return found

    def _wanted(self, rules: Any) -> str:
        return "叫地主" if rules.auction == "call" else "叫分"

    def ending(self, view: Any) -> list[str]:
        out = [seat for seat, number in enumerate(view.hand_sizes) if not number]
        if not out:
            return [f"没人{self._wanted(view.rules)}，流局。"]
        winners = "地主获胜" if out[0] == view.landlord else "农民获胜"
        return [f"{self.names[out[0]]}出完了牌：{winners}。{_stake(view, self.names)}。"]

    def rules(self, rules: Any) -> list[str]:
        four = rules.players == 4
        cards, kitty = (25, 8) if four else (17, 3)
        auction = (
            "叫分：不叫，或叫 1、2、3 分，必须比前一家高。"
            f"叫分最高的人是地主，拿 {kitty} 张底牌，先出牌 [DD-07, DD-10]。"
            if rules.auction
            else f"不叫分：摸到明牌的人是地主，拿 {kitty} 张底牌，先出牌 [DD-06, DD-10]。"
        )
        if rules.auction == "call":
            auction = (
                "叫地主：依次叫或不叫。有人叫了以后，后面的人各可以抢一次，最后叫的人可以再抢；每抢一次翻倍。"
                f"最后叫或抢的人是地主，拿 {kitty} 张底牌，先出牌 [DD-36, DD-10]。"
            )
        answers = []
        if rules.doubling:
            answers.append(
                "加倍：出牌前从地主起每人选加倍或不加倍；农民和地主之间的输赢，两人中每有一人加倍就翻倍 [DD-37]。"
            )
        if rules.open_hand:
            answers.append("明牌：出牌前地主可以亮出手牌，所有输赢翻倍 [DD-38]。")
        longest = {5: "五张", 12: "五张以上"}.get(rules.sequence_max, f"五到 {rules.sequence_max} 张")
        return [
            (
                f"目标：{rules.players} 人，{'两副牌' if four else '一副牌'}。"
                f"一个地主对{'三' if four else '两'}个农民；有人出完牌，他那一方就赢 [DD-01, DD-02]。"
            ),
            "从小到大：3 4 5 6 7 8 9 10 J Q K A 2 小王 大王，不分花色 [DD-03]。",
            auction,
            *answers,
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
            + ("春天也翻倍 [DD-33]。" if rules.spring else "")
            + ("" if rules.max_doublings is None else f"封顶：每份输赢最多翻倍 {rules.max_doublings} 次 [DD-39]。"),
        ]
