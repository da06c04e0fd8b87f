"""The programs that read data sets, in a page of the documentation, run: `make learners`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from oxideal.dataset import dataset

PAGE = Path(__file__).parent.parent.parent / "docs" / "how-to" / "dataset.md"

PROGRAMS = {
    match[1]: match[2]
    for match in re.finditer(
        r"^## How do I read a data set with (.*)\?\n(?:(?!^## ).*\n)*?```python\n(?!>>>)((?s:.*?))```",
        PAGE.read_text("utf-8"),
        re.MULTILINE,
    )
}


def test_programs_are_found() -> None:
    assert list(PROGRAMS) == ["Hugging Face datasets", "PyTorch", "Ray"]


@pytest.mark.filterwarnings("default")  # the libraries warn about their own settings
@pytest.mark.parametrize("name", PROGRAMS)
def test_data_set_is_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("RAY_ADDRESS", "local")  # not a cluster that happens to run here
    written = dataset("doudizhu", "data", games=40, seed=7, games_per_file=20)
    assert written.rows > 512
    names: dict[str, Any] = {"__name__": "program"}
    exec(PROGRAMS[name], names)
    observations = names["observations"]
    assert tuple(observations.shape) == (256, 491)
    assert str(observations.dtype).removeprefix("torch.") == "uint8"
