"""The rows of a file, and its Parquet schema."""

from __future__ import annotations

import json
from array import array
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from .task import DataSetTask


def schema_of(task: DataSetTask) -> pa.Schema:
    """Return the columns, with the metadata of the task as JSON under the key `oxideal`."""

    def items(kind: pa.DataType) -> pa.Field:
        return pa.field("element", kind, nullable=False)

    size = task.rules.observation_spec().size
    columns: list[tuple[str, pa.DataType]] = [
        ("game", pa.int64()),
        ("decision", pa.int32()),
        ("seat", pa.int8()),
        ("observation", pa.list_(items(pa.uint8()), size)),
        ("legal", pa.list_(items(pa.int32()))),
        ("action", pa.int32()),
        ("payoff", pa.int32()),
        ("won", pa.bool_()),
        ("value", pa.float64()),
    ]
    return pa.schema(
        [pa.field(name, kind, nullable=name == "value") for name, kind in columns],
        metadata={"oxideal": json.dumps(task.to_dict())},
    )


class Rows:
    """The decisions of some games. Numbers are kept in arrays: a Python object each would need ten times the memory."""

    def __init__(self) -> None:
        self.games = array("q")
        self.decisions = array("i")
        self.seats = array("b")
        self.observations = bytearray()
        self.legal = array("i")
        self.ends = array("i", [0])
        """Where the legal ids of each row end; one more number at the beginning."""
        self.actions = array("i")
        self.payoffs = array("i")
        self.won = array("b")
        self.values = array("d")
        """NaN where there is none."""

    def __len__(self) -> int:
        return len(self.games)

    def add(
        self,
        game: int,
        decision: int,
        seat: int,
        observation: npt.NDArray[np.uint8],
        legal: Sequence[int],
        action: int,
        value: float | None,
    ) -> None:
        """Add a decision of a game that is not over yet."""
        self.games.append(game)
        self.decisions.append(decision)
        self.seats.append(seat)
        self.observations += observation.data
        self.legal.extend(legal)
        self.ends.append(len(self.legal))
        self.actions.append(action)
        self.values.append(np.nan if value is None else value)

    def end_game(self, payoffs: Sequence[int], winners: Sequence[int]) -> None:
        """Add the result to the decisions of the last game."""
        for seat in self.seats[len(self.payoffs) :]:
            self.payoffs.append(payoffs[seat])
            self.won.append(seat in winners)

    def table(self, schema: pa.Schema) -> pa.Table:
        """Return the rows as columns of this schema."""
        values = np.frombuffer(self.values, np.float64)
        columns: dict[str, Any] = {
            "game": np.frombuffer(self.games, np.int64),
            "decision": np.frombuffer(self.decisions, np.int32),
            "seat": np.frombuffer(self.seats, np.int8),
            "observation": pa.FixedSizeListArray.from_arrays(
                pa.array(np.frombuffer(self.observations, np.uint8)), type=schema.field("observation").type
            ),
            "legal": pa.ListArray.from_arrays(
                pa.array(np.frombuffer(self.ends, np.int32)),
                pa.array(np.frombuffer(self.legal, np.int32)),
                type=schema.field("legal").type,
            ),
            "action": np.frombuffer(self.actions, np.int32),
            "payoff": np.frombuffer(self.payoffs, np.int32),
            "won": np.frombuffer(self.won, np.bool_),
            "value": pa.array(values, mask=np.isnan(values)),
        }
        arrays = [pa.array(column) if isinstance(column, np.ndarray) else column for column in columns.values()]
        return pa.Table.from_arrays(arrays, schema=schema)
