"""What `oxideal play` shows and reads: tables, lists of moves, typed texts, from the view of one seat.

Each game has a file with a class `Words`, derived from `base.Base`. A game without one is shown by `Base`. What is said
of moves, tables and results is the same on pages and in JavaScript: the engine says it, in
`rust/engine/src/narration.rs`.
"""
