"""Two engines play the same game side by side and are compared at every step: does another one agree with oxideal?

    python -m oxideal.differential foursquare --games 100000 --jobs 4
    python -m oxideal.differential foursquare --right my_package.foursquare
    python -m oxideal.differential foursquare --replay fuzz-failures/foursquare-7-12.json

Whatever keeps the contract (`oxideal.interface.Game`) can stand on either side. Nothing here knows a game: what is
compared are the contract's methods and whatever else is public on a `State` or a `View`.

After every step, these are compared: the ids and texts of the legal moves, in turn as one side's `legal_actions` and
the other's `legal_moves` have them; current player, end, payoffs and scores; the last actions; the texts of the
position and of every seat's view, and what every seat observes; what is answered when an illegal id of the table is
pushed, and one outside it, and that neither changes the text; and which of the last `KEPT` states this one equals, and
that equal ones have equal hashes, those that were reached again by taking back and playing on among them.

The rest is dearer, and done in seven parts, one of them on one step in `EVERY` and at the end, all chosen at random:
every public attribute; pictures, texts, bytes, copies and counts; every seat's view, with its bytes and a sample;
every seat's events; what is answered to more illegal moves, and to what is no move at all, and to damaged texts and
bytes; and playouts from here, from the state and from a seat's view. From step `EVERY * LONG` on a part comes on fewer
steps, one in a `LONG`-th of the steps so far: what needs the whole history would otherwise make long games take
forever. One playout from a deal and a short batch are compared in one game in `PLAYOUTS`, and how observations are laid
out in each. Over many games each part comes to every kind of position. Now and then up to three actions are taken
back, and perhaps played again.

With `--sparse N` all this is done on one step in N, chosen at random; on the other steps only the legal ids, the
current player and whether the round is over are compared, and at the end what is otherwise compared at every step, with
a part in one game in N. So many more games fit into the same time.

Where a difference shows, the game is played again with all parts at the last step and each of the first `THOROUGH`,
which may show it earlier, and then with fewer and fewer of its actions, at most `REPLAYS` times. Playouts from here
would take too long for that, so they are compared at the last step alone, where it is they that differed.
"""

from __future__ import annotations

from .difference import TAKE_BACK, Difference
from .limits import EVERY, KEPT, LONG, PLAYOUTS, REPLAYS, THOROUGH
from .pair import Pair, backends, random_numbers
from .rules import GAMES
from .run import main
from .values import facts

__all__ = [
    "EVERY",
    "GAMES",
    "KEPT",
    "LONG",
    "PLAYOUTS",
    "REPLAYS",
    "TAKE_BACK",
    "THOROUGH",
    "Difference",
    "Pair",
    "backends",
    "facts",
    "main",
    "random_numbers",
]
