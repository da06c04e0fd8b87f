"""The reference engine: the four games in plain Python, independent of the Rust engine.

It is an executable specification, written to be read rather than to be fast. Each game has a module here with the same
public names as in `oxideal`, and its implementation in `games/`. The comments name the rule that a line implements.
"""
