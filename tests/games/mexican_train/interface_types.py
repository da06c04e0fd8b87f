"""Static check that both engines follow the contract's types: mypy reads this file."""

from __future__ import annotations

from oxideal import interface
from oxideal import mexican_train as engine
from oxideal.reference import mexican_train as reference

MODULES: tuple[interface.MexicanTrain, ...] = (engine, reference)
MOVES: tuple[type[interface.MexicanTrainMove], ...] = (engine.Move, reference.Move)

RULES: type[interface.MexicanTrainRules[engine.Move]] = engine.Rules
STATE: type[interface.MexicanTrainState[engine.Rules, engine.Move, engine.View]] = engine.State
VIEW: type[interface.MexicanTrainView[engine.Rules, engine.Move, engine.State]] = engine.View
BUILDER: type[interface.ViewBuilder[engine.Rules, engine.View]] = engine.ViewBuilder
BATCH: type[interface.Batch[engine.Rules, engine.State, engine.View]] = engine.Batch

REFERENCE_RULES: type[interface.MexicanTrainRules[reference.Move]] = reference.Rules
REFERENCE_STATE: type[interface.MexicanTrainState[reference.Rules, reference.Move, reference.View]] = reference.State
REFERENCE_VIEW: type[interface.MexicanTrainView[reference.Rules, reference.Move, reference.State]] = reference.View
REFERENCE_BUILDER: type[interface.ViewBuilder[reference.Rules, reference.View]] = reference.ViewBuilder
REFERENCE_BATCH: type[interface.Batch[reference.Rules, reference.State, reference.View]] = reference.Batch
