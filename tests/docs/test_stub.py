"""The stub of the Rust module and the module's docstrings say the same."""

from __future__ import annotations

import ast
import inspect

import pytest

from helpers.stub import STUB, Member, members, with_docstrings
from oxideal import doudizhu

SOURCE = STUB.read_text("utf-8")
MEMBERS = {member.name: member for member in members(ast.parse(SOURCE))}


@pytest.mark.parametrize("member", MEMBERS.values(), ids=MEMBERS)
def test_docstrings_hold_the_declaration_of_the_stub(member: Member) -> None:
    summary, *paragraphs = member.documentation.split("\n\n")
    assert summary.endswith("."), f"{member.name} has no summary"
    if member.declaration is not None:
        assert paragraphs, f"the second paragraph must be: {member.declaration}"
        assert " ".join(paragraphs[0].split()) == member.declaration


@pytest.mark.parametrize("member", MEMBERS.values(), ids=MEMBERS)
def test_the_stub_repeats_the_docstrings(member: Member) -> None:
    found = ast.get_docstring(member.node)
    assert found == member.without_declaration, "run: python tests/helpers/stub.py"


def test_classes_have_an_example() -> None:
    without = [name for name, member in MEMBERS.items() if "." not in name and ">>>" not in member.documentation]
    assert without == ["Stop", "Networks", "Outcomes", "Training"]  # which users do not see


def test_help_shows_types() -> None:
    assert "\npush(move: Move | int | str, /) -> None\n" in (inspect.getdoc(doudizhu.State.push) or "")
    assert MEMBERS["DouDizhuView.hand"].declaration == "hand: Cards"
    assert MEMBERS["FourSquareMove"].declaration == "Move(row: int, column: int)"
    assert MEMBERS["DouDizhuView"].declaration is None


def test_copying_docstrings_changes_nothing_else() -> None:
    before, after = ast.parse(SOURCE), ast.parse(with_docstrings(SOURCE))
    assert ast.dump(before) == ast.dump(after)
