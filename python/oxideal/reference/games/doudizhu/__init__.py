"""Dou Dizhu, the climbing game of one landlord against the others, in plain Python.

The rules that are cited (DD-05) and every format stand in `docs/rules/doudizhu.md`. To learn the game from the code,
read

- `cards`, then `combinations`: what can be played, and what beats what; `actions` and `rules` number it;
- `auction`, then `layout`: whose turn it is, what they may do, and who wins what in the end;
- `position`: a round with all its cards: the deal and the play;
- `knowledge`: what one seat knows of it, also from events.

Then come what is needed around a game: `notation` and `checks` read positions, `setup` makes them, `render` prints
them, `classes` has the classes that users hold, and `analysis` the functions that need no round.
"""
