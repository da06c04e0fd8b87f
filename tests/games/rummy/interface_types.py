"""Static check that both engines follow the contract's types: mypy reads this file."""

from __future__ import annotations

from oxideal import interface
from oxideal import rummy as engine
from oxideal.reference import rummy as reference

MODULES: tuple[interface.Rummy, ...] = (engine, reference)
MOVES: tuple[type[interface.RummyMove], ...] = (engine.Move, reference.Move)

RULES: type[interface.RummyRules[engine.Move]] = engine.Rules
STATE: type[interface.RummyState[engine.Rules, engine.Move, engine.View]] = engine.State
VIEW: type[interface.RummyView[engine.Rules, engine.Move, engine.State]] = engine.View
BUILDER: type[interface.ViewBuilder[engine.Rules, engine.View]] = engine.ViewBuilder
BATCH: type[interface.Batch[engine.Rules, engine.State, engine.View]] = engine.Batch

REFERENCE_RULES: type[interface.RummyRules[reference.Move]] = reference.Rules
REFERENCE_STATE: type[interface.RummyState[reference.Rules, reference.Move, reference.View]] = reference.State
REFERENCE_VIEW: type[interface.RummyView[reference.Rules, reference.Move, reference.State]] = reference.View
REFERENCE_BUILDER: type[interface.ViewBuilder[reference.Rules, reference.View]] = reference.ViewBuilder
REFERENCE_BATCH: type[interface.Batch[reference.Rules, reference.State, reference.View]] = reference.Batch
