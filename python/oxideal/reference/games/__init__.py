"""The implementation of each game: one folder per game, with the same file names as in the Rust engine."""
