"""Static check that both engines follow the contract's types: mypy reads this file."""

from __future__ import annotations

from oxideal import doudizhu as engine
from oxideal import interface
from oxideal.reference import doudizhu as reference

MODULES: tuple[interface.DouDizhu, ...] = (engine, reference)
MOVES: tuple[type[interface.DouDizhuMove], ...] = (engine.Move, reference.Move)

RULES: type[interface.DouDizhuRules[engine.Move]] = engine.Rules
STATE: type[interface.DouDizhuState[engine.Rules, engine.Move, engine.View]] = engine.State
VIEW: type[interface.DouDizhuView[engine.Rules, engine.Move, engine.State]] = engine.View
BUILDER: type[interface.ViewBuilder[engine.Rules, engine.View]] = engine.ViewBuilder
BATCH: type[interface.Batch[engine.Rules, engine.State, engine.View]] = engine.Batch

REFERENCE_RULES: type[interface.DouDizhuRules[reference.Move]] = reference.Rules
REFERENCE_STATE: type[interface.DouDizhuState[reference.Rules, reference.Move, reference.View]] = reference.State
REFERENCE_VIEW: type[interface.DouDizhuView[reference.Rules, reference.Move, reference.State]] = reference.View
REFERENCE_BUILDER: type[interface.ViewBuilder[reference.Rules, reference.View]] = reference.ViewBuilder
REFERENCE_BATCH: type[interface.Batch[reference.Rules, reference.State, reference.View]] = reference.Batch
