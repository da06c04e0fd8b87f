"""Contents of a wheel."""

from __future__ import annotations

import json
import re
import sys
import sysconfig

from given import FILE, LICENSES, SOURCES, VERSION, contents, metadata

from oxideal import _native

FILES = contents()
INFO = f"oxideal-{VERSION}.dist-info"
NAME, PYTHON, ABI, PLATFORM = FILE.stem.replace(f"-{VERSION}-", "-").split("-")
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
BUILT = {name for name in FILES if "/_native." in name and name not in SOURCES}


def test_name() -> None:
    assert NAME == "oxideal"
    without_gil = "cp314-cp314t" if FREE_THREADED else "cp311-abi3"
    assert f"{PYTHON}-{ABI}" == ("cp315-abi3.abi3t" if sys.version_info >= (3, 15) else without_gil)
    assert not PLATFORM.startswith("linux"), "built for this machine alone, as its system's libraries are newer"
    written = metadata(FILES[f"{INFO}/WHEEL"])
    assert written["Root-Is-Purelib"] == "false"
    tags = {f"{PYTHON}-{abi}-{platform}" for abi in ABI.split(".") for platform in PLATFORM.split(".")}
    assert set(written.get_all("Tag", [])) == tags


def test_wheel_holds_only_the_package() -> None:
    # Where the system may lack a compiler's runtime library, oxideal.libs contains a copy.
    others = {name for name in FILES if not name.startswith((f"{INFO}/", "oxideal.libs/"))} - BUILT
    assert others == SOURCES


def test_builds() -> None:
    both = "linux" in PLATFORM and PLATFORM.endswith("x86_64")
    assert {name.split("/")[1] for name in BUILT} == ({"_baseline", "_x86_64_v3"} if both else {"_baseline"})
    assert len(BUILT) == 1 + both
    for name in BUILT:  # from the same sources, or the second one would be ignored
        assert _native.build_sources().encode() in FILES[name], name


def test_wheel_holds_no_folder_of_its_builder() -> None:
    """`build.py` renames them in panic messages: there `/cargo` is the folder of Cargo."""
    folders = re.compile(rb"/(?:home|root|Users)/[\w.-]+/|[A-Za-z]:\\(?:Users|a)\\|\.(?:cargo|rustup)[/\\]")
    written = {name: data for name, data in FILES.items() if name not in SOURCES}
    assert {name: found for name, data in written.items() if (found := set(folders.findall(data)))} == {}
    assert all(b"/cargo" in FILES[name] for name in BUILT)


def test_metadata() -> None:
    written = metadata(FILES[f"{INFO}/METADATA"])
    assert (written["Name"], written["Version"]) == ("oxideal", VERSION)
    assert written["Requires-Python"] == ">=3.11"
    needed = [each for each in written.get_all("Requires-Dist", []) if "extra" not in each]
    assert [each.split(">")[0] for each in needed] == ["numpy"]
    assert written["Description-Content-Type"].startswith("text/markdown")


def test_licenses() -> None:
    written = metadata(FILES[f"{INFO}/METADATA"])
    assert written["License-Expression"] == "MIT OR Apache-2.0"
    assert sorted(written.get_all("License-File", [])) == list(LICENSES)
    for name in LICENSES:
        assert len(FILES[f"{INFO}/licenses/{name}"]) > 1000
    assert b"pyo3 " in FILES[f"{INFO}/licenses/LICENSE-THIRD-PARTY"]


def test_list_of_crates() -> None:
    """A software bill of materials, where PEP 770 has it. It names the crates whose licences are beside it."""
    found = json.loads(FILES[f"{INFO}/sboms/oxideal.cdx.json"])
    assert (found["bomFormat"], found["metadata"]["component"]["version"]) == ("CycloneDX", VERSION)
    assert not {"serialNumber", "timestamp"} & {*found, *found["metadata"]}, "differs from build to build"
    named = {f"{each['name']} {each['version']}" for each in found["components"]}
    third_parties = FILES[f"{INFO}/licenses/LICENSE-THIRD-PARTY"].decode()
    assert named == set(re.findall(r"^([\w-]+ \d+\.\d+\.\d+\S*)$", third_parties, re.MULTILINE))
