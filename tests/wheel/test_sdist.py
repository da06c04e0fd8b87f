"""Contents of an sdist: what it takes to build the package, and no build output."""

from __future__ import annotations

from given import LICENSES, SOURCES, VERSION, contents, metadata

FILES = contents()


def test_contents() -> None:
    python = {name for name in FILES if name.startswith("python/")}
    rust = {name for name in FILES if name.startswith("rust/")}
    assert python == {f"python/{name}" for name in SOURCES}
    assert {name.split("/")[1] for name in rust} == {"bots", "engine", "python"}
    pages = ("/Cargo.toml", "/README.md", "/LICENSE-APACHE", "/LICENSE-MIT")
    assert {name for name in rust if not name.endswith((".rs", *pages))} == set()
    others = {"Cargo.lock", "Cargo.toml", "PKG-INFO", "README.md", "oxideal.cdx.json", "pyproject.toml", *LICENSES}
    assert set(FILES) - python - rust == others


def test_metadata() -> None:
    written = metadata(FILES["PKG-INFO"])
    assert (written["Name"], written["Version"]) == ("oxideal", VERSION)
    assert sorted(written.get_all("License-File", [])) == list(LICENSES)
