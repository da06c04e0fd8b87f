"""The names by which the native module knows `_input.doudizhu`; goes when it asks there."""

from ._input.doudizhu import normalize_cards as sorted_out

__all__ = ["sorted_out"]
