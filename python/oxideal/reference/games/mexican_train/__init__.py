"""Mexican Train, the domino game with a train for each player and one for all, in plain Python.

The rules that are cited (MT-05) and every format stand in `docs/rules/mexican_train.md`. To learn the game from the
code, read

- `tiles`, then `actions` and `rules`: what there is to play with, and how the moves are numbered;
- `layout`: where a tile may go, whose turn it is, what a play, a draw and a pass lead to, and who wins;
- `position`: a round with all its tiles: the deal and the play;
- `evidence`, `deals` and `knowledge`: what passes and draws prove, and what one seat knows of it, also from events.

Then come what is needed around a game: `notation` and `checks` read positions, `setup` makes them, `render` prints
them, `classes` has the classes that users hold, and `analysis` the functions that need no round.
"""
