"""FourSquare in plain Python: a solitaire on a grid of four by four piles.

`docs/rules/foursquare.md` has the rules that comments cite (FS-05) and all formats. To learn the game from the code,
read in this order:

- `cards` and `cells`, then `moves` and `rules`: what there is to place, and where;
- `layout` and `flips`: where a card may go, what turns over, and what ends the game;
- `position`: a game with all its cards: the deal and the play;
- `knowledge`: what the player knows of it, also from events.

The other modules are what a game needs around its rules: `notation` and `checks` read positions, `setup` makes them,
`render` prints them, `observe` turns them into arrays, `classes` has the public classes State and View, and `analysis`
the functions that need no game.
"""
