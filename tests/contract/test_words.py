"""Moves, events and refusals in words, in every language."""

from __future__ import annotations

import pickle
import random
from typing import TYPE_CHECKING, Any

import pytest

from helpers.cases import module_of
from oxideal._registry import GAMES
from oxideal.errors import IllegalMoveError, InvalidArgumentError, InvalidMoveError, InvalidRecordError
from oxideal.words import LANGUAGES

if TYPE_CHECKING:
    from helpers.cases import Case

ENDS = {"en": (".", "!"), "zh": ("\u3002", "\uff01")}
"""How sentences end."""


def test_moves_have_names(case: Case) -> None:
    rules = case.rules
    chance = random.Random(1)
    for action in chance.sample(range(rules.num_actions), min(rules.num_actions, 100)):
        move = rules.move(action)
        names = [rules.describe(move, language=language) for language in LANGUAGES]
        assert all(names)
        assert len({*names}) == len(LANGUAGES)
        assert rules.describe(action) == rules.describe(str(move)) == names[LANGUAGES.index("en")]


def test_options_are_told_if_they_are_not_the_default(case: Case) -> None:
    options, plain = case.rules.to_dict(), type(case.rules)().to_dict()
    changed = [name for name in options if options[name] != plain[name]]
    for language in LANGUAGES:
        told = case.rules.describe_options(language=language)
        assert len({*told}) == len(told) == len(changed)
        assert all(told)
    assert type(case.rules)().describe_options() == []


@pytest.mark.parametrize("game", GAMES)
def test_class_that_extends_rules_has_the_same_words(game: str) -> None:
    module: Any = module_of(game, "reference")
    extended: Any = type("Extended", (module.Rules,), {"__init__": lambda rules, _: module.Rules.__init__(rules)})
    plain, own = module.Rules(), extended("Ada")
    event = module.State(plain, seed=1).events(0)[0]
    for language in LANGUAGES:
        assert own.describe(0, language=language) == plain.describe(0, language=language)
        assert own.describe_event(event, language=language) == plain.describe_event(event, language=language)
        assert own.describe_options(language=language) == []


def test_events_are_sentences(case: Case) -> None:
    for state in case.states[-3:]:
        for event in state.events(0):
            for language in LANGUAGES:
                text = case.rules.describe_event(event, language=language)
                assert text.endswith(ENDS[language]), text
                assert not {*text} & {*"{}"}, text


def test_refusals_are_sentences_in_every_language(case: Case) -> None:
    chance = random.Random(3)
    seen = 0
    for state in case.states:
        action = chance.randrange(case.rules.num_actions)
        if action in state.legal_actions():
            continue
        with pytest.raises(IllegalMoveError) as refused:
            state.push(action)
        error = refused.value
        texts = [error.message(language) for language in LANGUAGES]
        assert texts[LANGUAGES.index("en")] == str(error) == f"{error.reason} [{error.rule}]"
        assert all(text.endswith(f" [{error.rule}]") for text in texts)
        assert len({*texts}) == len(LANGUAGES)
        again = pickle.loads(pickle.dumps(error))
        assert (again.key, again.values, again.message("zh")) == (error.key, error.values, error.message("zh"))
        seen += 1
    assert seen > len(case.states) / 2


def test_what_is_no_move_is_said_in_every_language(case: Case) -> None:
    action = case.rules.num_actions
    batch = case.module.Batch(case.rules, 1, seed=1)
    tried = [(case.rules.action, given) for given in (action, -1, "no move", "", "x" * 1001)]
    for call, given in [*tried, (batch.step, [action])]:
        with pytest.raises(InvalidMoveError) as refused:
            call(given)
        error = refused.value
        texts = [error.message(language) for language in LANGUAGES]
        assert texts[LANGUAGES.index("en")] == str(error)
        assert len({*texts}) == len(LANGUAGES)
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.key, again.message("zh")) == (str(error), error.key, error.message("zh"))
    assert error.message("zh").startswith("第 0 局")


def test_wrong_arguments_are_refused(case: Case) -> None:
    rules: Any = case.rules
    event = case.states[0].events(0)[0]
    for describe, given in ((rules.describe, 0), (rules.describe_event, event)):
        with pytest.raises(InvalidArgumentError, match='unknown language "fr"; expected one of en, zh'):
            describe(given, language="fr")
        with pytest.raises(TypeError, match="language must be a str, not int"):
            describe(given, language=1)
    with pytest.raises(InvalidMoveError):
        rules.describe(rules.num_actions)
    with pytest.raises(InvalidRecordError):
        rules.describe_event("nothing")
