"""Basic Rummy in plain Python: a card game of melds and lay-offs.

`docs/rules/rummy.md` has the rules that comments cite (RM-05) and all formats. To learn the game from the code, read in
this order:

- `cards` and `meld`, then `actions` and `rules`: what there is to play with, and how the moves are numbered;
- `layout`: what is legal, what a draw, a meld, a lay-off and a discard do, and who wins;
- `position`: a round with all its cards: the deal and the play;
- `knowledge`: what one seat knows of a round, also from events.

The other modules are what a game needs around its rules: `notation` and `checks` read positions, `setup` makes them,
`render` prints them, `observe` turns them into arrays, `classes` has the public classes State and View, and `analysis`
the functions that need no round.
"""
