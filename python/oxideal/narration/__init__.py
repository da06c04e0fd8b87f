"""Moves and positions in English sentences, from the view of one seat: for `oxideal play` and for pages.

Each game has a file with a class `Words`, derived from `words.Base`. A game without one is told by `Base`.
"""
