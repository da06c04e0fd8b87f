"""Moves and positions in sentences, from the view of one seat: for `oxideal play` and for pages.

Each game has a file with a class `Words`, derived from `base.Base`. A game without one is told by `Base`. The
sentences themselves are data, in `oxideal.words`.
"""
