"""Rules are values that can be compared."""

from __future__ import annotations

import pickle
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from helpers.cases import Case, module_of
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.differential import GAMES
from oxideal.errors import InvalidRulesError

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.all_rules
def test_rules_are_values(case: Case) -> None:
    rules = case.rules
    assert rules.to_dict() == case.fields
    assert case.module.Rules(**case.fields) == rules
    assert case.module.Rules.from_dict(rules.to_dict()) == rules
    assert hash(case.module.Rules.from_dict(case.fields)) == hash(rules)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(rules, protocol)) == rules
    assert {name: getattr(rules, name) for name in case.fields} == case.fields
    assert repr(rules) == f"Rules({', '.join(f'{name}={value!r}' for name, value in case.fields.items())})"
    assert rules != case.fields
    assert case.state().rules == rules == case.state().view(0).rules


@pytest.mark.parametrize("game", GAMES)
def test_different_rules_are_not_equal(game: str, backend: str) -> None:
    module = module_of(game, backend)
    for one in GAMES[game]:
        for two in GAMES[game]:
            assert (module.Rules.from_dict(one) == module.Rules.from_dict(two)) is (one == two)
            states = [module.State(module.Rules.from_dict(each), seed=7) for each in (one, two)]
            assert (states[0] == states[1]) is (one == two)
            assert (states[0].view(0) == states[1].view(0)) is (one == two)


def test_fields_may_be_missing_but_not_unknown(case: Case) -> None:
    plain = case.module.Rules()
    assert case.module.Rules.from_dict({}) == plain

    def outcome(make: Callable[[], Any]) -> Any:
        """Return the rules or the error: not all fields fit together."""
        try:
            return make()
        except InvalidRulesError as error:
            return str(error)

    makes = 0
    for name, value in case.fields.items():
        without = {other: each for other, each in case.fields.items() if other != name}
        for given in ({name: value}, without):
            rules = outcome(partial(case.module.Rules.from_dict, given))
            assert rules == outcome(partial(case.module.Rules, **given))
            makes += not isinstance(rules, str)
    assert makes > len(case.fields) or not case.fields
    known = f"expected one of {', '.join(case.fields)}"
    for name in ("nonsense", "", "x" * 41, "caf\u00e9"):
        shown = ("x" * 40 + "...") if len(name) > 40 else name.replace("\u00e9", "?")
        message = f'unknown field "{shown}"; {known}'
        refuses(InvalidRulesError, message, case.module.Rules.from_dict, {name: 1})


def test_constructor_says_which_options_there_are(case: Case) -> None:
    make, names = case.module.Rules, ", ".join(case.fields)
    first = next(iter(case.fields))
    for values in ((1,), tuple(case.fields.values())):
        refuses(TypeError, says("keyword_arguments_only", "Rules", "Rules", first), make, *values)
    for call in (make, case.rules.replace):
        refuses(TypeError, says("unknown_option", "nonsense", "", names), call, nonsense=1)
        misspelt = says("unknown_option", first[1:], f" (did you mean {first}?)", names)
        refuses(TypeError, misspelt, call, **{first[1:]: 1})
    hint = f'unknown field "{first[1:]}" (did you mean {first}?); expected one of {names}'
    refuses(InvalidRulesError, hint, make.from_dict, {first[1:]: 1})


def test_replace_changes_only_the_given_options(case: Case) -> None:
    rules = case.rules
    assert rules.replace() == rules
    changed = 0
    for fields in GAMES[case.game]:
        others = case.module.Rules.from_dict(fields).to_dict()
        for name, value in others.items():
            try:
                wanted: Any = case.module.Rules(**{**case.fields, name: value})
            except InvalidRulesError as error:
                refuses(InvalidRulesError, str(error), rules.replace, **{name: value})
                continue
            assert rules.replace(**{name: value}) == rules.__replace__(**{name: value}) == wanted
            changed += wanted != rules
    assert changed
    assert rules.to_dict() == case.fields
