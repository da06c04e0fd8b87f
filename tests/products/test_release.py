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


def needs(job: str) -> set[str]:
    """Return the jobs that this one waits for, and those that they wait for."""
    found = re.search(r"^    needs: (.*)$", JOBS[job], re.MULTILINE)
    direct = set(re.findall(r"[\w-]+", found[1])) if found else set()
    return direct.union(*(needs(each) for each in direct))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    used = re.findall(r"\buses: *(.*)", path.read_text(encoding="utf-8"))
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", each)] == []


def test_containers_are_pinned_by_digest() -> None:
    images = re.findall(r"(?:quay\.io|ghcr\.io|docker\.io)/\S+", RELEASE)
    assert len(images) == 4
    assert [each for each in images if not re.fullmatch(r"[\w./]+@sha256:[0-9a-f]{64}", each)] == []
    started = re.findall(r"docker run (?:.*\n *)+?\"\$(\w+)\" ", RELEASE)
    assert set(started) == {"IMAGE", "manylinux_2_28_x86_64"}
    chosen = set(re.findall(r"^ +IMAGE: (.*)$", RELEASE, re.MULTILINE))
    assert chosen == {"${{ env[format('{0}_{1}', matrix.platform, matrix.target)] }}"}


def test_packages_are_installed_with_hashes() -> None:
    installed = re.findall(r"pip install .*", RELEASE + CONTAINER)
    assert len(installed) == 3
    assert [each for each in installed if "--require-hashes" not in each] == []
    for name in ("demo", "wheel"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", "")
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        assert lines
        assert [line for line in lines if not re.match(r"\S+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)] == []


def test_files_are_tested_after_upload_and_published_after_tests() -> None:
    tests = {job for job, text in JOBS.items() if "tests/wheel/run.py" in text}
    uploads = {job for job, text in JOBS.items() if "actions/upload-artifact@" in text}
    assert tests == {"test-linux", "test-others"}
    assert uploads == {"linux", "others", "sdist"}
    for job in tests:
        assert needs(job) == uploads | {"hashes"}
        assert "sha256sum --check" in JOBS[job] or "shasum --algorithm 256 --check" in JOBS[job]
        assert ":/io:ro" in JOBS[job] or "chmod a-w" in JOBS[job]
    assert needs("publish") == JOBS.keys() - {"publish"}
    assert "sha256sum --check --strict\n" in JOBS["publish"]


def test_only_the_publishing_job_has_rights() -> None:
    """It runs no code from this repository."""
    assert re.search(r"^permissions:\n  contents: read\n\n", RELEASE, re.MULTILINE)
    assert {job for job, text in JOBS.items() if re.search(r": write\b", text)} == {"publish"}
    assert "actions/checkout@" not in JOBS["publish"]
    assert re.search(r"^ *run: .*(python|pip|cargo)", JOBS["publish"], re.MULTILINE) is None
