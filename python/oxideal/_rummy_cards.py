"""The names by which the native module knows `_input.rummy`; goes when it asks there."""

from ._input.rummy import normalize_cards as sorted_out
from ._input.rummy import normalize_table as sorted_out_table

__all__ = ["sorted_out", "sorted_out_table"]
