"""FourSquare, a solitaire, in plain Python.

The rules that are cited (FS-05) and every format stand in `docs/rules/foursquare.md`. To learn the game from the code,
read

- `cards` and `cells`, then `moves` and `rules`: what there is to place, and where;
- `layout`: what lies open, what may be placed where, what turns over, and who wins;
- `position`: a game with all its cards: the deal and the play;
- `knowledge`: what the player knows of it, also from events.

Then come what is needed around a game: `notation` and `checks` read positions, `setup` makes them, `render` prints
them, `classes` has the classes that users hold, and `analysis` the functions that need no game.
"""
