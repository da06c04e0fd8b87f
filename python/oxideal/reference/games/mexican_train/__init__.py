"""Mexican Train in plain Python: a domino game with one train for each player and one for everybody.

`docs/rules/mexican_train.md` has the rules that comments cite (MT-05) and all formats. To learn the game from the code,
read in this order:

- `tiles`, then `actions` and `rules`: what there is to play with, and how the moves are numbered;
- `layout`: where a tile may go, whose turn it is, what a play, a draw and a pass do, and who wins;
- `position`: a round with all its tiles: the deal and the play;
- `evidence`, `deals` and `knowledge`: what passes and draws prove, and what one seat knows, also from events.

The other modules are what a game needs around its rules: `notation` and `checks` read positions, `setup` makes them,
`render` prints them, `observe` turns them into arrays, `classes` has the public classes State and View, and `analysis`
the functions that need no round.
"""
