"""The table of Mexican Train in a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .._arguments.checks import counted as count_of
from ..narration import mexican_train as play
from ..svg.cards import list_of
from ..svg.mexican_train import MARKER
from .shapes import HALF, box, group, path, text, tile, tile_back
from .words import Chinese as _Chinese
from .words import Spoken

if TYPE_CHECKING:
    from .picture import Picture

TITLE = "墨西哥火车"
BUTTONS = ("boneyard", "pass")
COMPLETES = True
SINGLE = True

_GAP = 2.0
_MORE = 30.0
"""Width of the number of tiles that are left out."""
_LEAST_HALF = 10.0
"""Half the length of a tile is not made smaller than this for another row."""


def picks(view: Any, move: Any) -> tuple[str, ...]:  # noqa: ARG001
    if move.kind == "draw":
        return ("boneyard",)
    return ("pass",) if move.kind == "pass" else (move.tile, f"@{move.train}")


def meant(view: Any, picked: Sequence[str]) -> list[str]:  # noqa: ARG001
    tiles = [each for each in picked if "-" in each]
    trains = [each for each in picked if each.startswith("@")]
    if tiles:
        return [f"{tiles[0]}{(trains or ['@me'])[0]}"]
    return ["draw"] if "boneyard" in picked else []


class _Train(NamedTuple):
    """A train: its seat (None for the Mexican train), its tiles in the order of play, and its open end."""

    seat: int | None
    tiles: tuple[tuple[str, int, int], ...]
    """The text of each tile, and its numbers, that towards the hub first."""
    end: int


def draw(table: Picture) -> Iterator[str]:
    half = _hand_half(table)
    rows = _hand_rows(table, half)
    hand_top = table.height - rows * (2 * half + 6) - 14
    bottom = hand_top - 10
    yield from (_tall if table.tall else _wide)(table, 8.0, bottom)
    yield from _hand(table, half, rows)


def _trains(table: Picture) -> dict[int | None, _Train]:
    view = table.view
    found = {}
    for seat in (*range(table.players), None):
        end = view.rules.engine
        tiles = []
        for each in list_of(view.mexican if seat is None else view.trains[seat]):
            low, high = map(int, each.split("-"))
            near, far = (low, high) if low == end else (high, low)
            tiles.append((each, near, far))
            end = far
        found[seat] = _Train(seat, tuple(tiles), end)
    return found


def _wide(table: Picture, top: float, bottom: float) -> Iterator[str]:
    """Draw the hub in the middle, with trains to both sides that end at the players."""
    trains = _trains(table)
    clockwise: list[int | None] = [table.seat, *table.others, None]
    left_count = -(-len(clockwise) // 2)
    columns = (clockwise[:left_count][::-1], clockwise[left_count:])
    hub = min((bottom - top) * 0.24, 44.0) if not table.low else 26.0
    yield from _hub(table, table.width / 2, (top + bottom) / 2, hub)
    for side, column in zip((-1, 1), columns, strict=True):
        high = min((bottom - top) / max(left_count, 1), 190.0)
        offset = (bottom - top - len(column) * high) / 2
        for k, seat in enumerate(column):
            y = top + offset + k * high
            inner = table.width / 2 + side * (hub + (14 if table.low else 30))
            outer = 8.0 if side < 0 else table.width - 8
            yield from _line(table, trains[seat], min(inner, outer), max(inner, outer), y + 3, high - 6, side)


def _tall(table: Picture, top: float, bottom: float) -> Iterator[str]:
    """Draw the hub at the top and the trains below each other."""
    trains = _trains(table)
    hub = 25.0
    yield from _hub(table, table.width / 2, top + 26, hub)
    order: list[int | None] = [*table.others, None, table.seat]
    start = top + 58
    high = min((bottom - start) / len(order), 104.0)
    for k, seat in enumerate(order):
        yield from _line(table, trains[seat], 6, table.width - 6, start + k * high + 2, high - 4, 1)


def _hub(table: Picture, x: float, y: float, half: float) -> Iterator[str]:
    """Draw the engine and the boneyard."""
    view = table.view
    scale = half / HALF
    engine = view.rules.engine
    left = view.boneyard_size
    under = "".join(box(HALF, 2 * HALF, "back", x=2.5 * k, y=2.0 * k, radius=5) for k in (2, 1) if left > k * 4)
    plate = box(26, 20, "plate", x=2, y=20, radius=10) + text(15, 34.5, str(left), 14, "count", anchor="middle")
    name = table.tr(f"boneyard, {count_of(left, 'tile')}", f"牌堆，{left} 张")
    face = tile_back(HALF, 2 * HALF) if left else box(HALF, 2 * HALF, "slot", radius=5)
    pile = {"pick": "boneyard", "name": name, "key": "stock", "kind": "target card"}
    if table.tall:
        yield group(
            x - 2 * half, y - half / 2, tile(engine, engine), scale=scale, kind="hub", name=f"{engine}-{engine}"
        )
        yield group(table.width - 16 - half, y - half, under, face, plate, scale=scale, **pile)
        yield text(table.width - 26 - half, y + 4, table.tr("boneyard", "牌堆"), 12, "muted", anchor="end")
        return
    shift = half * 1.15
    yield group(
        x - half / 2,
        y - 2 * half + shift / 2 - 6,
        tile(engine, engine, across=True),
        scale=scale,
        kind="hub",
        name=f"{engine}-{engine}",
    )
    yield group(x - half / 2 * 0.8, y + shift / 2 + 8, under, face, plate, scale=scale * 0.8, **pile)
    if not table.low:
        yield text(x, y + shift / 2 + 30 + 1.6 * half, table.tr("boneyard", "牌堆"), 13, "muted", anchor="middle")


def _line(table: Picture, train: _Train, left: float, right: float, y: float, high: float, side: int) -> Iterator[str]:
    """Draw a train between the hub and its player; `side` is its direction."""
    view, seat = table.view, train.seat
    own = seat == table.seat
    token = "@mexican" if seat is None else "@me" if own else f"@{seat}"
    words = table.words
    name = (
        table.tr("Mexican train", "公共火车")
        if seat is None
        else table.tr(f"{words.whose(seat).capitalize()} train", f"{words.whose(seat)}火车")
    )
    open_ = seat is None or view.marked[seat]
    label = (
        name
        + table.tr(f", ends with {train.end}", f"，末端 {train.end}")
        + (table.tr(", open to all", "，开放") if open_ else "")
    )
    kind = "target line" + (" own" if own else "") + (" open" if open_ else "")
    radius = 12 if high > 40 else 8
    yield group(left, y, box(right - left, high, "lane", radius=radius), pick=token, name=label, kind=kind)
    yield from _owner(table, train, left, right, y, high, side)
    above = table.tall
    plate = 0.0 if above else _plate_width(table)
    start, end = (left + 6, right - plate - 8) if side > 0 else (left + plate + 8, right - 6)
    tiles_y, tiles_high = (y + 19, high - 21) if above else (y, high)
    first, half, laid = _laid(train, end - start, tiles_high, 38.0 if not table.tall else 25.0)
    scale = half / HALF
    high_of_row = 2 * half + 2 * _GAP
    top = tiles_y + (tiles_high - (laid[-1][0] + 1) * high_of_row) / 2

    def place(row: int, at: float, long: float) -> tuple[float, float, int]:
        """Return the left edge, the middle and the direction of a tile: each row runs back below the one before."""
        way = side if row % 2 == 0 else -side
        return (start + at if way > 0 else end - at - long), top + (row + 0.5) * high_of_row, way

    if first:
        x, middle, _ = place(0, 0.0, _MORE)
        yield text(x + _MORE / 2, middle + 5, f"+{first}", 13, "muted", anchor="middle")
    last = table.last
    new = last[1].tile if last is not None and last[1].kind == "play" else None
    for (each, near, far), (row, at) in zip(train.tiles[first:], laid, strict=False):
        across = near == far
        long, tall = (half, 2 * half) if across else (2 * half, half)
        x, middle, way = place(row, at, long)
        number = near if across else None
        state = ""
        if number is not None and number in view.open_doubles:
            state = " unclosed"
        elif number is not None and number in view.dead_doubles:
            state = " dead"
        shape = tile(near, far, across=across) if way > 0 else tile(far, near, across=across)
        origin = f"seat{last[3]}" if each == new and last is not None else ""
        yield group(
            x,
            middle - tall / 2,
            shape,
            scale=scale,
            key=each,
            origin=origin,
            pick=token,
            kind=f"card tile{state}" + (" new" if each == new else ""),
        )
    x, middle, way = place(*laid[-1], 2 * half)
    slot = box(2 * HALF, HALF, "slot", radius=5)
    number_x = HALF / 2 if way > 0 else 1.5 * HALF
    size = min(max(16.0, 14 / scale), 27.0)  # readable beside small tiles, too
    yield group(
        x,
        middle - half / 2,
        slot,
        text(number_x, HALF / 2 + size * 0.36, str(train.end), size, "end", anchor="middle"),
        scale=scale,
        pick=token,
        kind="target end",
    )


def _laid(train: _Train, room: float, high: float, most: float) -> tuple[int, float, list[tuple[int, float]]]:
    """Lay a train out in as few rows as it needs.

    Return how many of its first tiles are left out, half the length of a tile (`most` at most), and for each tile and
    the open end the row and the distance from the row's start.
    """
    rows = 1
    while True:
        half = min(high / rows / 2 - _GAP, most, room / 4)
        lengths = [*(half if near == far else 2 * half for _, near, far in train.tiles), 2 * half]
        laid = _wrapped(lengths, room, 0.0)
        if laid[-1][0] < rows:
            return 0, half, laid
        if high / (rows + 1) / 2 - _GAP < _LEAST_HALF:
            break
        rows += 1
    first = 0
    while laid[-1][0] >= rows:
        first += 1
        laid = _wrapped(lengths[first:], room, _MORE)
    return first, half, laid


def _wrapped(lengths: Sequence[float], room: float, at: float) -> list[tuple[int, float]]:
    row, found = 0, []
    for long in lengths:
        if at + long > room and at:
            row, at = row + 1, 0.0
        found.append((row, at))
        at += long + _GAP
    return found


def _marker(x: float, y: float, scale: float) -> str:
    """Return the locomotive that opens a train to all."""
    return path(MARKER, "marker", x, y, scale)


def _plate_width(table: Picture) -> float:
    return 108.0 if table.low else 132.0


def _owner(table: Picture, train: _Train, left: float, right: float, y: float, high: float, side: int) -> Iterator[str]:
    """Draw whose train it is: at its outer end, or above it in a tall picture."""
    view, seat = table.view, train.seat
    shown = table.tr("Mexican", "公共") if seat is None else table.words.names[seat]
    held = None if seat is None else view.hand_sizes[seat]
    turn = seat is not None and view.current_player == seat
    payoff = None if seat is None or view.payoffs is None else view.scores[seat]
    key = "" if seat is None else f"seat{seat}"
    count = ""
    if held is not None:
        count = table.tr(count_of(held, "tile"), f"{held} 张")
    if payoff is not None:
        count = table.tr(count_of(payoff, "point"), f"{payoff} 分")
    warn = " warn" if held is not None and held <= 2 and payoff is None else ""
    flag = "" if seat is None or not view.marked[seat] else "m"
    if table.tall:
        dot = f'<circle class="face f{seat % 6}" cx="10" cy="9" r="6"/>' if seat is not None else ""
        shapes = [dot, text(20 if seat is not None else 6, 13.5, shown, 13, "name" + (" turn" if turn else ""))]
        shapes.append(text(right - left - 8, 13.5, count, 12.5, "count" + warn, anchor="end"))
        if flag:
            shapes.append(_marker((right - left) * 0.56, 2, 1.2))
        yield group(left, y + 1, *shapes, key=key, kind="label")
        return
    wide = _plate_width(table) - 4
    tall = min(high - 4, 50.0)
    x = right - wide - 4 if side > 0 else left + 4
    shapes = [box(wide, tall, "plate turn" if turn else "plate", radius=tall / 2.6)]
    radius = tall * 0.32
    if seat is not None:
        shapes.append(f'<circle class="face f{seat % 6}" cx="{radius + 6:.1f}" cy="{tall / 2:.1f}" r="{radius:.1f}"/>')
        shapes.append(
            text(radius + 6, tall / 2 + radius * 0.42, shown[:1].upper(), radius * 1.2, "initial", anchor="middle")
        )
    else:
        shapes.append(_marker(7, tall / 2 - 9, 1.6))
    inner = radius * 2 + 12
    size = 14.0 if not table.low else 12.0
    room = wide - inner - (32 if flag else 8)
    shapes.append(text(inner, tall / 2 + (-2 if count else 5), shown, size, "name", room=room))
    shapes.append(text(inner, tall / 2 + size, count, size - 1, "count" + warn))
    if flag:
        shapes.append(_marker(wide - 28, tall / 2 - 17, 1.25))
    yield group(x, y + (high - tall) / 2, *shapes, key=key, kind="label")


def _hand_half(table: Picture) -> float:
    """Return the side of half a tile in the own hand."""
    count = max(int(table.view.hand_sizes[table.seat]), 1)
    most = 25.0 if table.tall else 30.0 if table.low else 42.0
    room = table.width - 24
    one = room / count - 6
    if one >= most * 0.72:
        return min(one, most)
    return min(room / -(-count // 2) - 6, most * 0.94)


def _hand_rows(table: Picture, half: float) -> int:
    count = table.view.hand_sizes[table.seat]
    return -(-count // max(int((table.width - 18) // (half + 6)), 1)) or 1


def _hand(table: Picture, half: float, rows: int) -> Iterator[str]:
    view = table.view
    faces = [] if table.own is None else list_of(view.hand)
    count = view.hand_sizes[table.seat]
    per_row = -(-count // rows) if count else 1
    for k in range(count):
        row, column = divmod(k, per_row)
        here = min(per_row, count - row * per_row)
        x = (table.width - here * (half + 6) + 6) / 2 + column * (half + 6)
        y = table.height - 8 - (rows - row) * (2 * half + 6) + 6
        if not faces:
            yield group(x, y, tile_back(HALF, 2 * HALF), scale=half / HALF)
            continue
        low, high = map(int, faces[k].split("-"))
        yield group(
            x,
            y,
            tile(low, high, across=True),
            scale=half / HALF,
            key=faces[k],
            origin="stock",
            pick=faces[k],
            name=faces[k],
            kind="card mine",
        )


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
