"""The table in a real Chromium, with positions made in Python and a host that only notes what is asked of it."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from helpers.table_page import OVERLAPS
from helpers.tables import started
from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal._registry import game_of
from oxideal.bots import RuleBot
from oxideal.web import Seat, static

if TYPE_CHECKING:
    from helpers.chrome import Page

pytestmark = pytest.mark.full

NAMES = ("Ada", "Ben", "Cleopatra", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jack", "Kim", "Lea")
SIZES = {
    "phone": (390, 844),
    "across": (844, 390),
    "tablet": (1024, 768),
    "desktop": (1440, 900),
    "large": (2560, 1440),
}

HOST = """(() => {
    for (const each of ["start", "join", "notice"]) document.getElementById(each).hidden = true;
    document.getElementById("game").hidden = false;
    window.board = document.querySelector("oxideal-table");
    window.played = [];
    window.asked = [];
    const host = new EventTarget();
    host.play = (question, move) => { window.played.push([question, move]); };
    host.explain = async (texts) => { window.asked.push(texts); return { text: "", why: `no: ${texts[0]}` }; };
    host.hint = () => { window.asked.push("hint"); };
    host.past = async (moves) => window.earlier?.[moves] ?? null;
    window.tell = (kind, detail) => host.dispatchEvent(new CustomEvent(kind, { detail }));
    board.host = host;
    board.pace = 0;
    board.offers = { hint: true, undo: null };
    window.idle = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve, 0)); });
    return true;
})()"""

PICKED = "[...document.querySelectorAll('.mine.picked')].map(each => each.dataset.pick).join('')"
NAMING = "document.querySelector('.naming').textContent"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    process, url = started(1, 0, "--database", str(tmp_path_factory.mktemp("server") / "tables.db"))
    yield url
    process.kill()
    process.communicate()


class Board:
    """A table that is shown positions of a round."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.question = 0

    def start(self, state: Any, seat: int | None = 0, round_: str = "1", names: tuple[str, ...] = NAMES) -> None:
        players = state.rules.players
        self.state, self.seat, self.round = state, seat, round_
        self.known = Seat(state.rules, seat or 0, names[:players], hidden=seat is None)
        self.told = 0
        info = game_of(state)
        assert info is not None
        self.tell("round", {"game": info.name, "seat": seat, "names": names[:players], "id": round_})
        self.show()

    def show(self) -> None:
        """Show what is new, and ask the seat if it is to move."""
        events = self.state.events(self.seat or 0)
        position = self.known.see(events[self.told :])
        self.told = len(events)
        self.tell("question", None)
        self.tell("position", position)
        if legal := self.known.legal():
            self.question += 1
            self.tell("question", {"id": self.question, "legal": legal})
        self.page.js("idle()")

    def tell(self, kind: str, detail: Any) -> None:
        self.page.js(f"tell({json.dumps(kind)}, {json.dumps(detail)})")

    def push(self, move: Any) -> None:
        self.state.push(move)
        self.show()

    @property
    def played(self) -> list[int]:
        """The moves that were chosen."""
        moves = self.page.js("played")
        assert [question for question, _ in moves] == sorted({question for question, _ in moves})
        return [move for _, move in moves]


@pytest.fixture
def board(page: Page, url: str) -> Board:
    page.go(url)
    page.wait("document.querySelector('#games input')")
    page.js(HOST)
    return Board(page)


def lead(seed: int = 5, players: int = 3) -> Any:
    """Return a state of Dou Dizhu in which seat 0 leads."""
    for number in range(seed, seed + 100):
        state: Any = doudizhu.State(doudizhu.Rules(players=players, auction=False), seed=number)
        if state.landlord == 0:
            return state
    raise AssertionError


def usual(state: Any) -> Any:
    """Return the move of a bot."""
    return RuleBot().choose(state.view(state.current_player))


def pair_of(state: Any) -> Any:
    return next(move for move in state.legal_moves() if move.kind == "pair")


def select(board: Board, cards: str) -> None:
    for key in cards:
        board.page.key(key.lower())


def test_cards_are_selected_by_their_ranks_and_played_with_enter(board: Board) -> None:
    state = lead()
    board.start(state)
    pair = pair_of(state)
    rank = str(pair.rank)
    key = rank.replace("T", "0")
    select(board, key * 2)
    board.page.wait(f"{NAMING} === {board.known.explain([str(pair)])['text']!r}")
    assert board.page.js(PICKED) == rank * 2
    count = [*state.view(0).hand].count(rank)
    select(board, key * (count - 2))
    assert board.page.js(PICKED) == rank * count
    select(board, key)
    assert board.page.js(PICKED) == ""  # one more than there are: none
    select(board, key * 2)
    assert board.played == []
    board.page.key("Enter")
    assert board.played == [int(pair)]
    assert board.page.js(PICKED) == ""


BEFORE_THE_LEAD = {
    "": ["Pass", "Call"],
    "call": ["Pass", "Rob"],
    "call pass pass": ["Pass", "Double"],
    "call pass pass pass double pass": ["Pass", "Show"],
}


@pytest.mark.parametrize("said", BEFORE_THE_LEAD)
def test_calls_and_answers_have_buttons(board: Board, said: str) -> None:
    state: Any = doudizhu.State(doudizhu.Rules.preset("huanle"), seed=11, dealer=0)
    for move in said.split():
        state.push(move)
    board.start(state, state.current_player)
    buttons = "[...document.querySelectorAll('.choices button')].map(each => each.textContent)"
    assert board.page.js(buttons) == BEFORE_THE_LEAD[said]
    board.page.click(".choices button:nth-child(2)")
    assert board.played == [state.legal_actions()[1]]


def test_shown_hand_lies_open(board: Board) -> None:
    state: Any = doudizhu.State(doudizhu.Rules.preset("huanle"), seed=11, dealer=0)
    for move in ["call", "pass", "pass", "pass", "double", "pass", "show"]:
        state.push(move)
    board.start(state, (state.landlord + 1) % 3)
    cards = "document.querySelectorAll('.fan.open .lay > *').length"
    assert board.page.js(cards) == 20
    board.push("44")
    assert board.page.js(cards) == 18


def test_who_doubled_and_whose_hand_is_shown_is_marked(board: Board) -> None:
    state: Any = doudizhu.State(doudizhu.Rules.preset("huanle"), seed=11, dealer=0)
    for move in ["call", "pass", "pass", "pass", "double", "pass", "show"]:
        state.push(move)
    own, notes = (
        "document.querySelector('.own-line').textContent",
        "[...document.querySelectorAll('.note')].map(each => each.textContent)",
    )
    for seat, line, others in (
        (0, "You · landlord · hand shown · 20 cards", ["\u00d72"]),
        (1, "You · doubled · 17 cards", []),
    ):
        board.start(state, seat, round_=line)
        assert board.page.js(own) == line
        assert board.page.js(notes) == others


def test_stakes_that_differ_have_names(board: Board) -> None:
    state: Any = doudizhu.State(doudizhu.Rules.preset("huanle"), seed=11, dealer=0)
    for move in ["call", "pass", "pass", "pass", "double", "pass"]:
        state.push(move)
    assert state.landlord == 0
    stake = "document.querySelector('.kitty p').textContent"
    for seat, said in ((0, "stake Ben 2 / Cleopatra 1"), (1, "stake You 2 / Cleopatra 1")):
        board.start(state, seat, round_=said)
        assert board.page.js(stake) == said


def test_nothing_is_played_that_is_not_selected(board: Board) -> None:
    """A double click plays a card that is selected, and nothing anywhere else."""
    state = lead()
    board.start(state)
    board.page.click(".mine")
    board.page.click(".mine")
    for _ in range(2):
        board.page.double_click(".trick")
        board.page.double_click(".own-line")
    board.page.key("Enter")
    assert board.played == []
    board.page.double_click(".mine:nth-child(3)")
    first = str(state.view(0).hand)[2]
    assert [str(state.rules.move(move)) for move in board.played] == [first]


def test_double_click_on_a_selected_card_plays_the_selection(board: Board) -> None:
    state = lead()
    board.start(state)
    pair = pair_of(state)
    select(board, str(pair.rank).replace("T", "0") * 2)
    board.page.double_click(".mine.picked")
    assert board.played == [int(pair)]


def test_selection_that_is_illegal_says_why_and_is_not_played(board: Board) -> None:
    state = lead()
    board.start(state)
    hand = str(state.view(0).hand)
    select(board, (hand[0] + hand[-1]).replace("T", "0"))
    board.page.wait(f"{NAMING} === 'no: {hand[0] + hand[-1]}'")
    assert board.page.js("document.querySelector('.naming').classList.contains('no')")
    assert not board.page.js("document.querySelector('.choices .primary')")
    board.page.key("Enter")
    board.page.double_click(".mine.picked")
    x, y = board.page.place(".mine.picked")
    board.page.mouse("Pressed", x, y)
    board.page.mouse("Moved", x, y - 200)
    board.page.mouse("Released", x, y - 200)
    assert board.played == []
    board.page.click(".choices .clear")
    assert board.page.js(PICKED) == ""


def test_cards_are_dragged_up_to_play_them(board: Board) -> None:
    state = lead()
    board.start(state)
    pair = pair_of(state)
    select(board, str(pair.rank).replace("T", "0") * 2)
    x, y = board.page.place(".mine.picked")
    board.page.mouse("Pressed", x, y)
    for step in (20, 80, 200):
        board.page.mouse("Moved", x, y - step)
    board.page.mouse("Released", x, y - 200)
    assert board.played == [int(pair)]


def test_cards_are_dragged_along_the_hand_to_sort_it(board: Board) -> None:
    """The order stays in the round, also for a page that is opened anew, and new cards come last."""
    hand = "[...document.querySelectorAll('.mine')].map(each => each.dataset.pick).join(' ')"
    state = rummy.State(rummy.Rules(players=2), seed=1)
    seat = state.current_player
    assert seat is not None
    board.start(state, seat)
    for _ in range(2):
        board.page.click(".sort")
    assert board.page.js("document.querySelector('.sort').textContent") == "By hand"
    assert board.page.js(NAMING).startswith("Drag cards")
    before = board.page.js(hand).split()
    (x, y), (to, _) = (board.page.place(f".mine[data-pick='{before[k]}']") for k in (1, 5))
    board.page.mouse("Pressed", x, y)
    for k in range(1, 11):
        board.page.mouse("Moved", x + (to - x) * k / 10, y)
    board.page.mouse("Released", to, y)
    sorted_ = [before[0], *before[2:6], before[1], *before[6:]]
    assert (board.page.js(hand).split(), board.page.js(PICKED), board.page.js(NAMING)) == (sorted_, "", "")
    board.page.js(f"document.querySelector('.mine[data-pick=\"{before[1]}\"]').focus()")
    for key, order in ((">", [*before[:1], *before[2:7], before[1], *before[7:]]), ("<", sorted_)):
        board.page.key(key)
        assert board.page.js(hand).split() == order
        assert board.page.js("document.activeElement.dataset.pick") == before[1]
    drawn = state.copy()
    drawn.push("draw")
    board.start(drawn, seat)
    (new,) = {*str(drawn.view(seat).hand).split()} - {*before}
    assert board.page.js(hand).split() == [*sorted_, new]
    board.start(state, seat, round_="2")
    assert board.page.js(hand).split() == str(state.view(seat).hand).split()
    board.page.click(".sort")
    assert board.page.js("document.querySelector('.sort').textContent") == "By suit"


def test_passing_over_cards_selects_them(board: Board) -> None:
    state = lead()
    board.start(state)
    hand = str(state.view(0).hand)
    places = board.page.js(
        "[...document.querySelectorAll('.mine')].slice(2, 7).map(each => each.getBoundingClientRect())"
        ".map(({left, top}) => [left + 12, top + 60])"
    )
    for _ in range(2):
        board.page.mouse("Pressed", *places[0])
        for x, y in places[1:]:
            board.page.mouse("Moved", x, y)
        board.page.mouse("Released", *places[-1])
        chosen = board.page.js(PICKED)
        assert chosen in (hand[2:7], "")
    assert chosen == ""  # the second time they are no longer selected
    assert board.played == []


def test_selection_is_kept_while_others_move(board: Board) -> None:
    state: Any = doudizhu.State(doudizhu.Rules(auction=False), seed=1)
    while state.current_player == 0 or state.view(0).to_beat is not None:
        state.push(usual(state))
    board.start(state)
    hand = str(state.view(0).hand)
    select(board, hand[-1].replace("T", "0"))
    assert board.page.js(PICKED) == hand[-1]
    assert board.page.js(NAMING) == "1 selected"
    assert board.played == []
    while state.current_player != 0:
        board.push(state.legal_moves()[1 if state.view(state.current_player).to_beat is None else 0])
        assert board.page.js(PICKED) == hand[-1]
    board.tell("question", None)  # the connection is lost, and the client comes back
    board.start(state, round_=board.round)
    assert board.page.js(PICKED) == hand[-1]
    assert "a single" in board.page.js(NAMING) or board.page.js(NAMING).startswith("the ")
    board.page.click(".choices .primary")
    assert [str(state.rules.move(move)) for move in board.played] == [hand[-1]]
    board.start(state, round_="another")
    assert board.page.js(PICKED) == ""


@pytest.mark.parametrize("legal", [True, False])
def test_move_can_be_chosen_before_the_turn(board: Board, legal: bool) -> None:
    state: Any = doudizhu.State(doudizhu.Rules(auction=False), seed=1)
    while state.current_player == 0 or state.view(0).to_beat is not None:
        state.push(usual(state))
    board.start(state)
    hand = str(state.view(0).hand)
    select(board, hand[-1 if legal else 0].replace("T", "0"))
    board.page.click(".choices .later")
    board.page.wait("document.querySelector('.later').getAttribute('aria-pressed') === 'true'")
    while state.current_player != 0:
        singles = [move for move in state.legal_moves() if move.kind == "single"]
        leads = state.to_beat is None
        board.push(singles[0 if legal else -1] if leads else "pass")
    assert [str(state.rules.move(move)) for move in board.played] == ([hand[-1]] if legal else [])


def test_rest_of_a_trick_is_passed_on_request(board: Board) -> None:
    """Until the trick is over, a card is selected, or the round begins anew, as after a reconnect."""

    def others_move(*, end: bool) -> None:
        """Let the others play low cards, or pass until the trick is over."""
        while board.state.current_player != 0:
            low = next((move for move in board.state.legal_moves() if move.kind == "single"), "pass")
            board.push("pass" if end and board.state.to_beat is not None else low)

    states = (doudizhu.State(doudizhu.Rules(auction=False), seed=seed) for seed in range(100))
    state: Any = next(each for each in states if each.current_player == 1)
    board.start(state)
    pressed = "document.querySelector('.passing')?.getAttribute('aria-pressed')"
    assert board.page.js(pressed) is None  # nobody has led
    lead = next(move for move in state.legal_moves() if move.kind == "single")
    for undo in ("select", "begin", "none"):
        board.start(state.copy(), round_=undo)
        board.push(lead)
        assert board.page.js(pressed) == "false"
        board.page.click(".passing")
        assert board.page.js(pressed) == "true"
        if undo == "select":
            select(board, str(state.view(0).hand)[-1].replace("T", "0"))
            assert board.page.js(pressed) is None
            board.page.click(".clear")
        elif undo == "begin":
            board.start(board.state, round_=undo)
        others_move(end=False)
        assert [str(state.rules.move(move)) for move in board.played] == (["pass"] if undo == "none" else [])
    assert board.page.js(pressed) == "true"
    board.push("pass")
    others_move(end=True)
    assert len(board.played) == 1


def test_selected_cards_are_those_that_move(board: Board) -> None:
    """Of several equal cards, the selected ones keep their keys on the table, and the others in the hand."""
    state = next(
        state for state in map(lead, range(5, 400, 7)) if any(str(state.view(0).hand).count(r) > 2 for r in "3456789")
    )
    board.start(state)
    rank = next(r for r in "3456789" if str(state.view(0).hand).count(r) > 2)
    keys = f"[...document.querySelectorAll('.mine[data-pick=\"{rank}\"]')].map(each => each.dataset.key)"
    before = board.page.js(keys)
    board.page.js(f"document.querySelector('.mine[data-key=\\'{before[1]}\\']').click()")
    chosen = before[1]
    board.page.key("Enter")
    assert [str(state.rules.move(move)) for move in board.played] == [rank]
    board.push(rank)
    assert board.page.js(keys) == [key for key in before if key != chosen]
    assert board.page.js("[...document.querySelectorAll('.trick .card')].map(each => each.dataset.key)") == [chosen]


def test_repeated_hints_go_through_the_suggestions(board: Board) -> None:
    state = lead()
    board.start(state)
    moves = [pair_of(state), *state.legal_moves()[:2]]
    board.page.key("h")
    assert board.page.js("asked.at(-1)") == "hint"
    board.tell("hints", [{"text": str(move), "label": f"move {move}", "value": 2 - k} for k, move in enumerate(moves)])
    for move in [*moves, moves[0]]:
        assert sorted(board.page.js(PICKED)) == sorted(str(move))
        assert board.page.js("document.querySelector('.hints .now').textContent").startswith(f"move {move}")
        board.page.key("h")
    assert board.played == []
    board.page.click(".hints li:nth-child(3) button")
    assert board.played == [int(moves[2])]
    assert board.page.js("document.querySelector('.hints').hidden")


def test_order_of_the_hand_is_remembered(board: Board) -> None:
    state = lead()
    hand = "[...document.querySelectorAll('.mine')].map(each => each.dataset.pick).join('')"
    board.start(state)
    low = board.page.js(hand)
    assert low == str(state.view(0).hand)
    board.page.click(".sort")
    assert board.page.js(hand) == low[::-1]
    assert board.page.js("document.querySelector('.sort').textContent") == "High first"
    board.page.call("Page.reload")
    board.page.wait("document.querySelector('#games input')")
    board.page.js(HOST)
    board.start(state)
    assert board.page.js(hand) == low[::-1]


def test_every_earlier_position_can_be_looked_at(board: Board) -> None:
    state: Any = rummy.State(rummy.Rules(players=2), seed=3)
    for _ in range(30):
        state.push(usual(state))
    while state.current_player == 0:
        state.push(RuleBot().choose(state.view(0)))
    board.start(state)
    moves = len(state.history)
    board.page.js(
        f"(() => {{ window.earlier = {json.dumps([board.known.past(k) for k in range(moves)])}; return true; }})()"
    )
    discards = "document.querySelector('.discards').parentNode.textContent"
    now = board.page.js(discards)
    for k in range(moves - 1, moves - 6, -1):
        board.page.key("ArrowLeft")
        board.page.wait(f"board.past === {k}")
        assert board.page.js(discards) == f"discards · {len(board.known.past(k)['view']['discards'])}"
    board.page.key("Home")
    board.page.wait("board.past === 0")
    assert board.page.js("document.querySelector('.task').textContent") == "The deal"
    assert not board.page.js("document.querySelector('.turn-on')")
    assert board.page.js("document.querySelector('.steps .first').disabled")
    board.page.key("ArrowRight")
    board.page.wait("board.past === 1")
    board.page.click(".steps .last")
    board.page.wait("board.past === null")
    assert board.page.js(discards) == now
    board.page.click(".steps .back")
    board.page.wait(f"board.past === {moves - 1}")
    while state.current_player != 0:
        board.push(usual(state))
    board.page.wait("board.past === null && document.querySelector('.turn-on')")  # by itself: it is the player's turn


# All games


def states(state: Any, plies: int) -> Any:
    """Play, and return the state in which seat 0 is to move after a number of plies, or the end."""
    chance = random.Random(3)
    while not state.is_over and (len(state.history) < plies or state.current_player != 0):
        legal = state.legal_moves()
        state.push(chance.choice(legal) if chance.random() < 0.2 else usual(state))
    return state


def of_four(seed: int) -> Any:
    """Return a state of Dou Dizhu with four players in which seat 0 has 33 cards."""
    return lead(seed, 4)


def answered(seed: int) -> Any:
    """Return a state of Dou Dizhu with four players and a long combination on the table."""
    state = of_four(seed)
    moves = [move for move in state.legal_moves() if move.kind.startswith("sequence")]
    state.push(max(moves, key=lambda move: len(move.cards)))
    return state


def adding() -> Any:
    """Return a state of Rummy in which seat 0 can add cards to both ends of a run."""
    for seed in range(1000):
        state: Any = rummy.State(rummy.Rules(players=2), seed=seed)
        while not state.is_over:
            places = {str(move).partition("@")[2] for move in state.legal_moves()}
            if state.current_player == 0 and {"low", "high"} <= places:
                return state
            state.push(usual(state))
    raise AssertionError


HEAVY: dict[str, Callable[[], Any]] = {
    "three": lambda: states(doudizhu.State(seed=4), 12),
    "four": lambda: of_four(5),
    "answered": lambda: answered(5),
    "solitaire": lambda: states(foursquare.State(seed=7), 6),
    "twelve trains": lambda: states(mexican_train.State(mexican_train.Rules(players=12, hand_size=6), seed=2), 40),
    "two trains": lambda: states(mexican_train.State(mexican_train.Rules(players=2), seed=2), 40),
    "six": lambda: states(rummy.State(rummy.Rules(players=6), seed=3), 90),
    "adding": adding,
    "two": lambda: states(rummy.State(rummy.Rules(players=2), seed=1), 40),
}

INSIDE = "button, .task, .mine, .plate, .lane, .cell, .pile, .kitty .card, .trick .card, .meld"

OUTSIDE = f"""[...document.querySelectorAll('{INSIDE}')].filter(each => {{
    const {{left, top, right, bottom, width}} = each.getBoundingClientRect();
    return width && (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5);
}}).map(each => each.className || each.textContent)"""


@pytest.mark.parametrize("name", [*HEAVY])
@pytest.mark.parametrize("size", [*SIZES])
def test_everything_fits_and_nothing_overlaps(board: Board, name: str, size: str) -> None:
    page = board.page
    page.resize(*SIZES[size], touch=size in ("phone", "across"))
    board.start(HEAVY[name]())
    page.wait("document.querySelector('.felt').clientWidth && document.querySelector('.felt').children.length > 1")
    page.js("idle()")
    assert page.js("document.documentElement.scrollWidth <= innerWidth")
    assert (
        page.js("[...document.querySelector('.choices').childNodes].filter(each => !each.matches?.('button')).length")
        == 0
    )
    assert page.js(OUTSIDE) == []
    assert page.js(OVERLAPS) == []
    small = """[...document.querySelectorAll('button:not(.more)')].filter(each => {
        const box = each.getBoundingClientRect();
        return box.width && (box.height < 43.5 || box.width < 43.5);
    }).map(each => each.className || each.id)"""
    assert page.js(small) == []


@pytest.mark.parametrize("name", [*HEAVY])
def test_everything_that_can_be_selected_is_there_and_has_a_name(board: Board, name: str) -> None:
    """What each legal move needs is on the table, or a button."""
    state = HEAVY[name]()
    if state.is_over or state.current_player != 0:
        state = states(HEAVY[name]().copy(), 0)
    board.start(state)
    game = (
        "./games/"
        + board.page.js("document.querySelector('.felt > div').className.split(' ')[0]").replace("-", "_")
        + ".js"
    )
    missing = board.page.js(
        f"import({game!r}).then(game => {{"
        " const shown = new Set([...document.querySelectorAll('[data-pick]')].map(each => each.dataset.pick));"
        " const view = board.position.view;"
        f" return {json.dumps(board.known.legal())}.flatMap(move => game.picks(move, view))"
        "  .filter(token => !shown.has(token) && !game.buttons.includes(token)); })"
    )
    assert missing == []
    unnamed = "[...document.querySelectorAll('[role=button]')].filter(each => !each.getAttribute('aria-label')).length"
    assert board.page.js(unnamed) == 0
    assert board.page.js("document.querySelectorAll('.felt [tabindex=\"0\"]').length") == 1
    keys = "[...document.querySelectorAll('[data-key]')].map(each => each.dataset.key)"
    found = board.page.js(keys)
    assert len(found) == len({*found})


def test_doubles_lie_flat_where_tiles_are_then_larger(board: Board) -> None:
    board.page.resize(*SIZES["phone"], touch=True)
    board.start(states(mexican_train.State(mexican_train.Rules(players=3), seed=2), 36))
    board.page.wait("document.querySelector('.train .domino')")
    assert (
        board.page.js("Math.max(...[...document.querySelectorAll('.lane .domino')].map(each => each.offsetWidth))")
        >= 52
    )
    board.page.wait(f"{OVERLAPS}.length === 0")


def test_folded_train_is_shown_whole_on_request(board: Board) -> None:
    board.page.resize(*SIZES["phone"], touch=True)
    state = HEAVY["twelve trains"]()
    board.start(state)
    board.page.wait("document.querySelector('.lane .more')")
    lane = "document.querySelector('.lane:has(.more)')"
    hidden = int(board.page.js(f"{lane}.querySelector('.more').textContent"))
    shown = board.page.js(f"{lane}.querySelectorAll('.domino').length")
    assert shown >= 3
    board.page.click(".lane .more")
    board.page.wait("document.querySelector('.zoom').open")
    assert board.page.js("document.querySelectorAll('.zoom .domino').length") == hidden + shown
    board.page.click(".zoom button")
    board.page.wait("!document.querySelector('.zoom').open")
    assert board.played == []


@pytest.mark.parametrize("name", [*HEAVY])
def test_spectator_can_select_nothing(board: Board, name: str) -> None:
    board.start(HEAVY[name](), None)
    assert board.page.js("document.querySelectorAll('.mine').length") == 0
    board.page.js(
        "(() => { for (const each of document.querySelectorAll('[data-pick]')) each.click(); return true; })()"
    )
    assert board.page.js("document.querySelectorAll('.picked').length") == 0
    assert board.played == []


def test_size_of_the_page() -> None:
    """The page without pictures and networks stays small; the limit leaves room for other hosts."""
    assert sum(len(gzip.compress(data)) for data, _ in static().values()) < 100_000
