"""Limits of how much is compared, and how often."""

PART_INTERVAL = 16
"""Interval in steps at which one part is compared. Parts then cost about a third of the comparison at every step."""

LONG_GAME_FACTOR = 16
"""In a long game, the interval is the number of steps so far divided by this, to keep the cost linear in its length."""

PLAYOUT_INTERVAL = 8
"""Interval in games at which a playout and a batch are compared: they do not depend on the game being compared."""

BATCH = 3
"""Number of games in a batch."""

BATCH_STEPS = 40
"""Number of steps of a batch: enough for a second deal in short games."""

EXTRA_TRIES = 4
"""Number of ids, legal or not, that the part about errors pushes in addition."""

MAX_KEPT_STATES = 8
"""Number of earlier states to compare with later ones: more than are taken back and played again."""

BRANCHES = 64
"""Maximum number of legal actions for `perft(2)`; with more, `perft(1)` is compared."""

DESCRIBED = 16
"""Maximum number of legal moves, and of events, whose sentences are compared."""

REPLAY_STEPS = 64
"""Number of steps at which a replay compares all parts; after them, only the last step."""

MAX_REPLAYS = 400
"""Maximum number of replays to shrink a difference. There is no time limit, so that the result is always the same."""
