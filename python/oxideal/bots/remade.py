"""Bots that are made again when they are copied."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from .._arguments.checks import type_name


class Remade:
    """The base of a bot that has networks, threads or processes: each copy makes its own from the same arguments."""

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(_bot_of(self)) if field.init}

    def __setstate__(self, state: dict[str, Any]) -> None:
        if type(state) is not dict:  # iterating over a subclass may never end
            raise TypeError(f"fields must be a dict, not {type_name(state)}")
        self.__dict__.update(vars(_bot_of(self)(**state)))


def _bot_of(bot: Remade) -> Any:
    """Return our class of the bot: a user's subclass may have another constructor."""
    return next(each for each in type(bot).__mro__ if Remade in each.__bases__)
