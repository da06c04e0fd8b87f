"""Records: rounds as lines of JSON, verified by playing them again.

`docs/records.md` describes the format.

>>> from oxideal import foursquare
>>> from oxideal.record import Record, dumps, loads, replay
>>> state = foursquare.State(seed=7)
>>> while not state.is_over:
...     state.push(state.legal_actions()[0])
>>> line = dumps(Record.of(state, names=["first of all"]))
>>> record = loads(line)
>>> record.names, record.payoffs, record.actions[:3]
(('first of all',), (0,), ('0,0', '-1,0', '-2,0'))
>>> replay(record) == state
True
"""

# `record` is the class and `fields` its checks, `origin` the start of a round, `rounds` plays it again, `lines` turns
# records into texts, `reader` and `writer` are for files.

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import import_on_first_use

if TYPE_CHECKING:
    from .fields import FORMAT, MOST_ACTIONS, schema
    from .lines import MOST_CHARACTERS, dumps, loads
    from .reader import Reader, read
    from .record import Record
    from .rounds import replay
    from .writer import Writer

__all__ = [
    "FORMAT",
    "MOST_ACTIONS",
    "MOST_CHARACTERS",
    "Reader",
    "Record",
    "Writer",
    "dumps",
    "loads",
    "read",
    "replay",
    "schema",
]

import_on_first_use(
    __name__,
    {
        "fields": "FORMAT MOST_ACTIONS schema",
        "lines": "MOST_CHARACTERS dumps loads",
        "reader": "Reader read",
        "record": "Record",
        "rounds": "replay",
        "writer": "Writer",
    },
)
