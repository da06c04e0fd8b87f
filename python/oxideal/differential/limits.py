"""How much is compared, and how often."""

PART_INTERVAL = 16
"""One part on one step in so many: then the parts cost about a third of what is compared at every step."""

LONG_GAME_FACTOR = 16
"""In a long game one part on one step in a sixteenth of the steps so far, so that a game's cost grows as its length."""

PLAYOUT_INTERVAL = 8
"""One playout and one batch in one game in so many: they are games by themselves, the same whatever is played here."""

BATCH = 3
"""How many games a batch has."""

BATCH_STEPS = 40
"""How many steps of it are compared: in short games enough to deal anew."""

EXTRA_TRIES = 4
"""How many more ids are pushed, legal or not, in the part that compares what is said of them."""

MAX_KEPT_STATES = 8
"""How many earlier states are kept to be compared with later ones: more than are taken back and played again."""

BRANCHES = 64
"""Up to so many legal actions two steps are counted (`perft`), beyond them only one."""

REPLAY_STEPS = 64
"""All parts at each of so many steps when a difference is played again, and after them only at the last."""

MAX_REPLAYS = 400
"""How often a difference is played again to make it short. No time limit, so that the outcome is always the same."""
