"""Write what the wheel says of the Rust crates that are compiled into it: their licences, LICENSE-THIRD-PARTY, and
their list in the format CycloneDX, oxideal.cdx.json.

    python tests/wheel/notices.py            writes both
    python tests/wheel/notices.py --check    checks that they are up to date

Nearly all Rust crates are offered under MIT or Apache 2.0, of which we take MIT; crates with a
single licence keep it. A crate with other terms, or whose text cannot be found, is refused and
needs a manual decision.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
STANDARD_LIBRARY = Path(__file__).with_name("rust_standard_library.txt")

TARGETS = (
    *("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl", "x86_64-apple-darwin", "x86_64-pc-windows-msvc"),
    *("aarch64-unknown-linux-gnu", "aarch64-unknown-linux-musl", "aarch64-apple-darwin", "aarch64-pc-windows-msvc"),
)
"""The platforms of the wheels."""

TERMS = {
    "MIT": "Permission is hereby granted",
    "BSD-2-Clause": "Redistribution and use in source and binary forms",
    "Zlib": "Permission is granted to anyone to use this software",
    "Apache-2.0": "Apache License",
}
"""The licences we take if a crate offers one of them, and how to recognise their texts."""

TEXTS = ("LICENSE-MIT", "LICENSE", "LICENSE.txt", "LICENSE.md")
"""The possible places of a crate's licence text, best first."""

LINE = "-" * 100


def main() -> int:
    crates = packages()
    for name, wanted in (("LICENSE-THIRD-PARTY", licences(crates)), ("oxideal.cdx.json", components(crates))):
        file = ROOT / name
        if "--check" not in sys.argv[1:]:
            file.write_text(wanted, encoding="utf-8")
        elif not file.is_file() or file.read_text(encoding="utf-8") != wanted:
            print(f"{name} is not that of Cargo.lock: run python {Path(__file__).relative_to(ROOT)}", file=sys.stderr)
            return 1
    return 0


def licences(packages: list[dict[str, Any]]) -> str:
    """Return each text once, under the names of all crates that use it verbatim."""
    crates: dict[str, list[str]] = {}
    for package in packages:
        crates.setdefault(text_of(package), []).append(f"{package['name']} {package['version']}")
    parts = [STANDARD_LIBRARY.read_text(encoding="utf-8").strip()]
    parts += ["\n".join(names) + "\n\n" + text for text, names in sorted(crates.items(), key=lambda each: each[1])]
    head = "oxideal's compiled modules contain the following works of others, each under the terms below its name."
    return f"\n\n{LINE}\n\n".join([head, *parts]) + "\n"


def components(packages: list[dict[str, Any]]) -> str:
    """Return the crates as a software bill of materials. It has neither a time nor a serial number, so that the
    same crates give the same bytes.
    """
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    known = {(each["name"], each["version"]): each for each in lock}

    def component(registry: str, name: str, version: str, licence: str) -> dict[str, Any]:
        purl = f"pkg:{registry}/{name}@{version}"
        terms = [{"expression": licence.replace("/", " OR ")}]  # older crates have a slash
        return {"type": "library", "bom-ref": purl, "name": name, "version": version, "licenses": terms, "purl": purl}

    crates = []
    for each in packages:
        crate = component("cargo", each["name"], each["version"], each["license"])
        checksum = known[each["name"], each["version"]]["checksum"]
        crates.append({**crate, "hashes": [{"alg": "SHA-256", "content": checksum}]})
    own = next(each for each in lock if each["name"] == "oxideal-python")
    wheel = component("pypi", "oxideal", own["version"], "MIT OR Apache-2.0")
    depends = [{"ref": wheel["bom-ref"], "dependsOn": [each["bom-ref"] for each in crates]}]
    bom = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": wheel}}
    return json.dumps({**bom, "components": crates, "dependencies": depends}, indent=1) + "\n"


def packages() -> list[dict[str, Any]]:
    """Return the crates compiled in on any system: no build dependencies and no procedural macros,
    whose code is not in it.
    """
    tree = ["cargo", "tree", "--locked", "--package=oxideal-python", "--features=extension-module"]
    tree += ["--edges=normal,no-proc-macro", "--prefix=none", "--format={p}", "--no-dedupe"]
    tree += [f"--target={target}" for target in TARGETS]
    lines = said(tree).splitlines()
    found = {tuple(line.split()[:2]) for line in lines if line and "(/" not in line and not line.startswith("oxideal")}
    known = json.loads(said(["cargo", "metadata", "--locked", "--format-version=1"]))["packages"]
    chosen = [each for each in known if (each["name"], f"v{each['version']}") in found]
    assert len(chosen) == len(found), "cargo tree and cargo metadata agree"
    return sorted(chosen, key=lambda each: (each["name"], each["version"]))


def text_of(package: dict[str, Any]) -> str:
    """Return the licence of a crate from its own file."""
    offered = re.split(r" OR |/", package["license"] or "")
    terms = next((each for each in TERMS if each in offered), None)
    if terms is None:
        raise SystemExit(f"{package['name']}: {package['license']} is none of {', '.join(TERMS)}")
    files = [Path(package["manifest_path"]).with_name(name) for name in TEXTS]
    for text in (file.read_text(encoding="utf-8") for file in files if file.is_file()):
        if TERMS[terms] in " ".join(text.split()):
            return "\n".join(line.rstrip() for line in text.strip().splitlines())
    raise SystemExit(f"{package['name']}: the text of {terms} is in none of {', '.join(TEXTS)}")


def said(command: list[str]) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


if __name__ == "__main__":
    sys.exit(main())
