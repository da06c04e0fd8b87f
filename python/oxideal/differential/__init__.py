"""Test your own engine: play it side by side with another and compare both at every step.

    python -m oxideal.differential foursquare --games 100000 --jobs 4
    python -m oxideal.differential foursquare --right my_package.foursquare
    python -m oxideal.differential foursquare --right my_adapter
    python -m oxideal.differential foursquare --right "exec:./my_engine"
    python -m oxideal.differential foursquare --replay fuzz-failures/foursquare-7-12.json

Any module with the interface of a game (`oxideal.interface.Game`) can be on either side. The harness knows nothing
about the games: it compares the methods of that interface, and all other public attributes of `State` and `View`.
An adapter of four functions or a program is enough on the right side; then less is compared (`AdaptedPair`).

Compared at every step:

- ids and texts of the legal moves, the player to move, the end, payoffs, scores and the last actions;
- the text of the position, and the text and the observation of each seat's view;
- the refusals of an illegal id and of one outside the table, and that they change nothing;
- which of the last `MAX_KEPT_STATES` states this one equals, and the hashes of equal ones.

The other parts cost more. One of seven, chosen at random, is compared at one step in `PART_INTERVAL`, and at the end:

- every public attribute; pictures, texts, bytes, copies and counts; each view with its bytes and a sample;
- each seat's events; moves, events and options in words; refusals of more illegal moves, of values that are not moves,
  of damaged texts and bytes;
- playouts from the state and from a view.

After `PART_INTERVAL * LONG_GAME_FACTOR` steps, parts come less often, so that the cost is linear in the length of a
game. One game in `PLAYOUT_INTERVAL` also compares a playout from its deal and a short batch. Sometimes up to three
actions are taken back, and perhaps played again.

With `--sparse N`, a step in N is compared as above. The others compare only the legal ids, the player to move and the
end, so that more games fit into the same time.

A difference is played again with all parts at the first `REPLAY_STEPS` steps and the last one, which may show it
earlier, and then with fewer and fewer actions, at most `MAX_REPLAYS` times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import import_on_first_use

if TYPE_CHECKING:
    from .adapter import AdaptedPair
    from .compare import random_numbers
    from .difference import TAKE_BACK, Difference
    from .limits import LONG_GAME_FACTOR, MAX_KEPT_STATES, MAX_REPLAYS, PART_INTERVAL, PLAYOUT_INTERVAL, REPLAY_STEPS
    from .pair import Pair, backends
    from .rules import GAMES
    from .run import main
    from .values import facts

__all__ = [
    "GAMES",
    "LONG_GAME_FACTOR",
    "MAX_KEPT_STATES",
    "MAX_REPLAYS",
    "PART_INTERVAL",
    "PLAYOUT_INTERVAL",
    "REPLAY_STEPS",
    "TAKE_BACK",
    "AdaptedPair",
    "Difference",
    "Pair",
    "backends",
    "facts",
    "main",
    "random_numbers",
]

import_on_first_use(
    __name__,
    {
        "adapter": "AdaptedPair",
        "compare": "random_numbers",
        "difference": "TAKE_BACK Difference",
        "limits": "LONG_GAME_FACTOR MAX_KEPT_STATES MAX_REPLAYS PART_INTERVAL PLAYOUT_INTERVAL REPLAY_STEPS",
        "pair": "Pair backends",
        "rules": "GAMES",
        "run": "main",
        "values": "facts",
    },
)
