"""Dou Dizhu in plain Python: a climbing card game of one landlord against the others.

`docs/rules/doudizhu.md` has the rules that comments cite (DD-05) and all formats. To learn the game from the code, read
in this order:

- `cards`, then `combinations`: what can be played and what beats what; `actions` and `rules` number it;
- `auction`, then `layout`: whose turn it is, what that seat may do, and who wins what;
- `position`: a round with all its cards: the deal and the play;
- `knowledge`: what one seat knows of it, also from events.

The other modules are what a game needs around its rules: `notation` and `checks` read positions, `setup` makes them,
`render` prints them, `observe` turns them into arrays, `classes` has the public classes State and View, and `analysis`
the functions that need no round.
"""
