"""Batches, playouts, matches and records, typed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from oxideal import mexican_train as mt
from oxideal import rummy as rm
from oxideal.match import RoundResult
from oxideal.record import Record
from oxideal.schemas import Playouts

batch = rm.Batch(rm.Rules(players=3), 64, seed=7, threads=2)
for number in range(3):
    actions: npt.NDArray[np.int32] = batch.sample_actions(seed=number)
    batch.step(actions)
observations: npt.NDArray[np.uint8] = batch.observations
one: rm.State = batch.state(5)

results: Playouts = mt.playouts(mt.Rules(players=4), 100, seed=1)
payoffs: npt.NDArray[np.int32] = results.payoffs

match = rm.Match(rm.Rules(), seed=7, rounds=2)
while not match.state.is_over:
    match.state.push(match.state.legal_actions()[0])
result: RoundResult[rm.Rules] = match.results[0]
record = Record.of(match.state, names=["ann", "bob"])
for state in record.states():
    seat: int | None = state.current_player
