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
MATRIX = (("linux", "platform"), ("linux", "target"), ("others", "runner"))


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


def test_each_platform_has_each_wheel() -> None:
    """The tested wheels are those of the containers and of the other systems, and the pages say how many there are."""
    pythons = re.findall(r"^for python in (.*); do$", CONTAINER, re.MULTILINE)[0].split()
    assert len(pythons) == 1 + len(re.findall(r"build\.py --out dist --python", JOBS["others"]))
    for python in pythons:
        assert python in re.findall(r" python: \[(.*)\]", JOBS["test-linux"])[0].split(", ")
    platforms = [re.findall(rf" {name}: \[(.*)\]", JOBS[job])[0].split(", ") for job, name in MATRIX]
    count = len(platforms[0]) * len(platforms[1]) + len(platforms[2])
    counts = [int(number) for number in re.findall(r"\.whl' \| wc -l\)\" -eq (\d+)", JOBS["hashes"])]
    assert counts == [count] * len(pythons)
    said = re.findall(
        r"\ball (\d+) files", RELEASE + (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8"), re.I
    )
    assert {int(number) for number in said} == {sum(counts) + 1}


def test_only_the_publishing_job_has_rights() -> None:
    """It runs no code from this repository."""
    assert re.search(r"^permissions:\n  contents: read\n\n", RELEASE, re.MULTILINE)
    assert {job for job, text in JOBS.items() if re.search(r": write\b", text)} == {"publish"}
    assert "actions/checkout@" not in JOBS["publish"]
    assert re.search(r"^ *run: .*(python|pip|cargo)", JOBS["publish"], re.MULTILINE) is None
