"""The workflow that publishes, and the packages that it installs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RELEASE = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
CONTAINER = (ROOT / ".ci" / "container-wheel").read_text(encoding="utf-8")
JOBS = dict(re.findall(r"^  ([\w-]+):\n((?:    .*\n|\n)+)", RELEASE.partition("\njobs:\n")[2], re.MULTILINE))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    used = re.findall(r"\buses: *(.*)", path.read_text(encoding="utf-8"))
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", each)] == []


def test_packages_are_installed_with_hashes() -> None:
    installed = re.findall(r"pip install .*", RELEASE + CONTAINER)
    assert len(installed) == 3
    assert [each for each in installed if "--require-hashes" not in each] == []
    for name in ("demo", "wheel"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", "")
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        assert lines
        assert [line for line in lines if not re.match(r"\S+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)] == []


def test_only_the_publishing_job_has_rights() -> None:
    """It runs no code from this repository."""
    assert re.search(r"^permissions:\n  contents: read\n\n", RELEASE, re.MULTILINE)
    assert {job for job, text in JOBS.items() if re.search(r": write\b", text)} == {"publish"}
    assert "actions/checkout@" not in JOBS["publish"]
    assert re.search(r"^ *run: .*(python|pip|cargo)", JOBS["publish"], re.MULTILINE) is None
