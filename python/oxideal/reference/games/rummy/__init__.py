"""Basic Rummy, the card game of melds and lay-offs, in plain Python.

The rules that are cited (RM-05) and every format stand in `docs/rules/rummy.md`. To learn the game from the code, read

- `cards` and `meld`, then `actions` and `rules`: what there is to play with, and how the moves are numbered;
- `layout`: what may be played, what a draw, a meld, a lay-off and a discard lead to, and who wins;
- `position`: a hand with all its cards: the deal and the play;
- `knowledge`: what one seat knows of a hand, also from events.

Then come what is needed around a game: `notation` and `checks` read positions, `setup` makes them, `render` prints
them, `classes` has the classes that users hold, and `analysis` the functions that need no round.
"""
