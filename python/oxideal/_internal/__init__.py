"""Helpers of the package: nothing in here is public, and nothing knows a game."""
