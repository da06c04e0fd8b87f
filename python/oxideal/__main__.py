"""Run the command line: `python -m oxideal` is the program `oxideal`."""

from __future__ import annotations

import sys

from .cli import program

if __name__ == "__main__":
    sys.exit(program())
