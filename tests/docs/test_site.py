"""The tools that prepare and check the documentation site."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from doctest import DocTestParser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
TOOLS = ROOT / "docs" / "_tools"
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))


@pytest.fixture(autouse=True)
def _tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOOLS)


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_notebooks_have_all_lines_of_their_page(page: Path) -> None:
    from notebooks import REPOSITORY, notebook

    text = page.read_text(encoding="utf-8")
    made = json.loads(notebook(text, "docs/tutorials", "pip install oxideal"))
    first, *cells = made["cells"]
    assert first["source"] == "%pip install oxideal"
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    files = [source for source in code if source.startswith("%%writefile ")]
    assert len(files) == len(re.findall("^```python title=", text, re.MULTILINE))
    lines = "".join(f"{source}\n" for source in code if source not in files)
    assert lines == "".join(example.source for example in DocTestParser().get_examples(text))
    prose = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    links = re.findall(r"\]\(([^)#]+)", prose)
    assert links
    for link in links:
        assert re.match(rf"{REPOSITORY}/(?:blob|raw)/main/", link)
        assert (ROOT / link.split("/main/")[1]).is_file(), link


def test_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the page shows an error. The lines of all tutorials run in test_docs.py."""
    from notebooks import notebook

    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "tutorials" / "first-game.md").read_text(encoding="utf-8")
    text += "\n```python\n>>> state.push('55')\nTraceback (most recent call last):\nValueError: no\n```\n"
    names: dict[str, Any] = {}
    stopped = []
    for cell in json.loads(notebook(text, "docs/tutorials", "pip install oxideal"))["cells"][1:]:
        if cell["cell_type"] != "code":
            continue
        with suppress(*[ValueError] if cell["metadata"] else []):
            exec(compile(cell["source"], "cell", "exec"), names)
            continue
        stopped.append(cell["source"])
    assert names["state"].is_over
    assert stopped == ["state.push('55')"]
    assert (tmp_path / "game.html").is_file()
