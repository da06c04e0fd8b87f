"""The page of a review: the record's page with a curve, marks at mistakes and a table of the seats."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from .._arguments.checks import counted
from .._internal.html import escaped, json_in_html, signed
from ..svg.page import Additions, Html, page_with
from ..svg.scene import move_text
from .cells import SIZES, cost

if TYPE_CHECKING:
    from .result import Decision, Review, SeatReview

_LIGHT = (
    *("#0b5fd0", "#c2410c", "#15803d", "#a21caf", "#0e7490", "#a16207"),
    *("#be123c", "#4338ca", "#4d7c0f", "#9d174d", "#475569", "#7c2d12"),
)
_DARK = (
    *("#6cb1ff", "#fb923c", "#4ade80", "#e879f9", "#22d3ee", "#facc15"),
    *("#fb7185", "#a5b4fc", "#a3e635", "#f9a8d4", "#cbd5e1", "#d6a583"),
)
"""A colour for each of up to twelve seats."""

_BAD = ("#b3261e", "#ff8a80")
_GOOD = ("#15803d", "#4ade80")


def page(review: Review, *, title: str | None = None, theme: Any = None, progress: bool | None = None) -> Html:
    """Return the page of a review."""
    return page_with(_Page(review).additions(), review.record, title=title, theme=theme, progress=progress)


class _Page:
    def __init__(self, review: Review) -> None:
        self.review = review
        self.players = len(review.seats)
        self.start = next(iter(review.record.states()))

    def additions(self) -> Additions:
        return Additions(
            own_file("page.css"),
            own_file("page.js"),
            COLOURS,
            self._top(),
            "",
            self._bottom(),
            {each.number + 1: self._mark(each) for each in self.review.mistakes},
        )

    # Parts

    def _top(self) -> str:
        details = "\n".join(self._detail(decision) for decision in self.review.decisions)
        number = len(self.review.mistakes)
        return f"""<section id="review">
<div id="chart-head">
<h2>Expected result</h2>
<select id="measure" aria-label="What the curve shows"><option value="payment">payment</option>
<option value="wins">share of wins</option></select>
<div id="jumps">
<button id="mistake-before" class="jump" title="Previous mistake (p)" aria-label="Previous mistake">&lsaquo;</button>
<output id="mistake-count">{counted(number, "mistake")}</output>
<button id="mistake-after" class="jump" title="Next mistake (n)" aria-label="Next mistake">&rsaquo;</button>
</div>
</div>
<div id="chart"></div>
<div id="legend"{" hidden" if self.players == 1 else ""}>{"".join(map(self._legend, self.review.seats))}</div>
<div id="details">
<p class="detail" id="no-detail">{self._hint()}</p>
{details}
</div>
<script id="review-data" type="application/json">{self._data()}</script>
</section>
"""

    def _hint(self) -> str:
        if not self.review.mistakes:
            return "No mistakes were found. Step through the game to see each decision."
        return "Step through the game to see each decision, or jump from mistake to mistake."

    def _legend(self, seat: SeatReview) -> str:
        name = f"<bdi>{escaped(seat.name)}</bdi>"
        return (
            f'<button data-seat="{seat.seat}" aria-pressed="false" title="Show only this seat">'
            f'<svg viewBox="0 0 20 8" aria-hidden="true"><path d="M0 4H20" {_stroke(seat.seat)}/></svg>{name}</button>'
        )

    def _mark(self, decision: Decision) -> str:
        assert decision.cost is not None
        return f'<span class="mark {self.review.size_of(decision)}">{signed(-decision.cost.payment, 1)}</span>'

    def _detail(self, decision: Decision) -> str:
        name = f"<b><bdi>{escaped(self.review.name(decision.seat))}</bdi></b>" if self.players > 1 else "<b>Played</b>"
        lines = [f"{name}: {self._said(decision.move)}."]
        kind = "fine"
        if decision.cost is not None:
            kind = f"mistake {self.review.size_of(decision)}" if decision.mistake else "close"
            verdict = "Mistake" if decision.mistake else "Perhaps better, but not beyond doubt"
            lost = decision.cost
            better = f'<span class="better">Better: <b>{self._said(decision.better)}</b>.</span>'
            paid = f"It cost {_figure(lost.payment, lost.payment_error)} in payment"
            won = f"{_percent(lost.wins, lost.wins_error)} of the wins ({counted(lost.deals, 'deal')})"
            lines = [f'<strong class="verdict">{verdict}.</strong> {lines[0]} {better}', f"{paid} and {won}."]
        lines += [self._named(reason, decision) for reason in decision.reasons]
        if decision.cost is None and decision.deals:
            lines.append("No other move looked better from what could be known.")
        if not decision.deals:
            lines.append("Not reviewed: the limit was reached before.")
        lines += self._open(decision)
        return f'<div class="detail {kind}" data-number="{decision.number}" hidden>{_paragraphs(lines)}</div>'

    def _open(self, decision: Decision) -> list[str]:
        known = decision.open
        if known is None:
            return []
        if known.better is None or known.payment <= 0:
            proved = ", which a solver has proved" if known.exact else ""
            return [f'<span class="open">With all cards open: nothing better was found{proved}.</span>']
        figure = f"{known.payment:.2f}, proved" if known.exact else _figure(known.payment, known.payment_error)
        return [f'<span class="open">With all cards open: {self._said(known.better)} was better by {figure}.</span>']

    def _bottom(self) -> str:
        return f"""<section id="seats">
<h2>Seats</h2>
<div class="scroll"><table>
<thead><tr><th>seat</th><th>decisions</th>{"".join(f"<th>{size}</th>" for size in SIZES)}
<th>cost</th><th>result</th><th>luck of the deal</th></tr></thead>
<tbody>
{chr(10).join(map(self._row, self.review.seats))}
</tbody>
</table></div>
{_paragraphs(self._notes())}
</section>
"""

    def _row(self, seat: SeatReview) -> str:
        own = [self.review.size_of(each) for each in self.review.mistakes if each.seat == seat.seat]
        numbers = "".join(f'<td class="{size if size in own else "none"}">{own.count(size)}</td>' for size in SIZES)
        result = "" if seat.result is None else signed(seat.result, 2)
        luck = "" if seat.luck is None else f"{signed(seat.luck.payment, 2)} ± {seat.luck.error:.2f}"
        dot = f'<i class="dot" style="background: var(--seat{seat.seat})"></i>'
        cells = f"<td>{seat.decisions}</td>{numbers}<td>{cost(seat.payment)}</td><td>{result}</td><td>{luck}</td>"
        return f"<tr><th>{dot}<bdi>{escaped(seat.name)}</bdi></th>{cells}</tr>"

    def _notes(self) -> list[str]:
        review = self.review
        sizes = [f"{times * review.threshold:.2f}" for times in (1, 2, 4)]
        notes = [
            f"Small mistakes cost {sizes[0]} to {sizes[1]} in payment, medium ones up to {sizes[2]}, large ones more.",
            *NOTES,
            f"{counted(review.playouts, 'playout')}, {review.seconds:.1f} s.",
        ]
        return notes if review.finished else [*notes, "The review was interrupted: some decisions are missing."]

    # Texts

    def _named(self, text: str, decision: Decision) -> str:
        """Return a reason as a sentence, with names instead of seats, and moves as they are said."""
        text = re.sub(r"\bseat (\d+)", lambda found: self.review.name(int(found[1])), text)
        for move in (decision.move, decision.better):
            said = move_text(self.start, move, self.review.name).replace("\\", r"\\")
            text = re.sub(rf"(?<!\S){re.escape(str(move))}(?![^\s,])", said, text)
        return escaped(text[:1].upper() + text[1:]) + "."

    def _said(self, move: Any) -> str:
        return escaped(move_text(self.start, move, self.review.name))

    def _data(self) -> str:
        """Return the data of the curve, in a form that HTML can contain."""
        review = self.review
        found = {
            "length": len(review.record.actions),
            "seats": [
                {
                    "points": [
                        [each.number, each.payment, each.wins]
                        for each in review.decisions
                        if each.seat == seat.seat and each.payment is not None
                    ],
                    "result": None if seat.result is None else [seat.result, float(self._won(seat.seat))],
                }
                for seat in review.seats
            ],
            "mistakes": [
                [each.number, each.seat, self.review.size_of(each)]
                for each in sorted(review.mistakes, key=lambda each: each.number)
            ],
        }
        return json_in_html(found)

    def _won(self, seat: int) -> bool:
        payoffs = self.review.record.payoffs or ()
        return any(payoffs) and payoffs[seat] == max(payoffs)


NOTES = (
    "The curve is what each seat could expect from what it knew.",
    "A cost compares two moves when networks play on in all seats. It is not the loss against perfect play.",
    "The luck of the deal is what good play by all seats makes of it, compared with random deals.",
)


def _colours(theme: int) -> dict[str, str]:
    seats = {f"seat{number}": colour for number, colour in enumerate((_LIGHT, _DARK)[theme])}
    return {**seats, "bad": _BAD[theme], "good": _GOOD[theme]}


COLOURS = (_colours(0), _colours(1))
"""The further colours of the light and the dark theme."""


def _stroke(seat: int) -> str:
    """Return the line of a seat: the second six are dashed, so that colours are not all that tells seats apart."""
    dashes = ' stroke-dasharray="6 3"' if seat >= 6 else ""
    return f'stroke="var(--seat{seat})" stroke-width="3" fill="none"{dashes}'


def _figure(value: float, error: float) -> str:
    return f"{value:.2f} ± {error:.2f}"


def _percent(value: float, error: float) -> str:
    return f"{100 * value:.1f} ± {100 * error:.1f} %"


def _paragraphs(lines: list[str]) -> str:
    return "".join(f"<p>{line}</p>" for line in lines)


def own_file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
