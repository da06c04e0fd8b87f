"""Make a notebook of a tutorial: its Python lines are the cells, without what they print."""

from __future__ import annotations

import json
import re
from doctest import DocTestParser
from typing import Any

REPOSITORY = "https://github.com/oxideal/oxideal"
BLOCK = re.compile(r'^```python(?: title="([^"]+)")?\n(.*?)^```\n', re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!https?:)([^)#]*)(#[^)]*)?\)")


def notebook(text: str, folder: str, install: str) -> str:
    """Return the notebook of a page in this folder of the repository, as JSON.

    `install` is the command of its first cell. A block with a title is a file, which its cell writes. A cell whose
    error the page shows does not stop the others.
    """
    cells = [_cell(f"%{install}")]
    end = 0
    for block in BLOCK.finditer(text):
        cells += _prose(text[end : block.start()], folder)
        end = block.end()
        if block[1]:
            cells.append(_cell(f"%%writefile {block[1]}\n{block[2]}"))
            continue
        examples = DocTestParser().get_examples(block[2])
        raises = any(example.exc_msg for example in examples)
        cells.append(_cell("".join(example.source for example in examples), raises=raises))
    cells += _prose(text[end:], folder)
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = {"nbformat": 4, "nbformat_minor": 4, "metadata": {"kernelspec": kernel}, "cells": cells}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _cell(source: str, *, raises: bool = False) -> dict[str, Any]:
    metadata = {"tags": ["raises-exception"]} if raises else {}
    made = {"cell_type": "code", "metadata": metadata, "source": source.rstrip("\n")}
    return {**made, "execution_count": None, "outputs": []}


def _prose(text: str, folder: str) -> list[dict[str, Any]]:
    """Return a cell with the text between two blocks. Its links lead to the repository."""

    def absolute(link: re.Match[str]) -> str:
        path = re.sub(r"[^/]+/\.\./", "", f"{folder}/{link[3]}") if link[3] else folder
        return f"{link[1]}{link[2]}({REPOSITORY}/{'raw' if link[1] else 'blob'}/main/{path}{link[4] or ''})"

    text = LINK.sub(absolute, text).strip("\n")
    return [{"cell_type": "markdown", "metadata": {}, "source": text}] if text else []
