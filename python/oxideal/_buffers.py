"""The names by which the native module knows `_input.buffers`; goes when it asks there."""

from ._input.buffers import actions, buffers, check_kept, mask

__all__ = ["actions", "buffers", "check_kept", "mask"]
