"""The ladders of ten levels, a file for each game."""
