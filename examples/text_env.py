"""Rounds as text for training loops of language models, and the same player as a bot.

    pip install oxideal openenv
    uvicorn --app-dir examples --factory text_env:app

This serves the environment to OpenEnv's clients, e.g. TRL and verifiers. A model behind an OpenAI-compatible
server is rated like any bot:

    oxideal benchmark rummy 'examples/text_env.py:Model("http://localhost:8001/v1", "mine")'

`docs/how-to/language-models.md` explains both.
"""

from __future__ import annotations

import json
import os
import random
import re
import urllib.request
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Any

from oxideal import doudizhu, foursquare, mexican_train, rummy
from oxideal.bots import bot
from oxideal.errors import OxidealError

GAMES: dict[str, Any] = {
    "doudizhu": doudizhu,
    "foursquare": foursquare,
    "mexican_train": mexican_train,
    "rummy": rummy,
}

MAX_MOVES = 200
"""The maximum number of legal moves in a prompt; Dou Dizhu can have thousands."""

TRIES = 3
"""The number of replies in a row without a legal move that end a round."""


def prompt(view: Any) -> str:
    """Return what the model is told in its turn: what its seat knows, and the legal moves in random order.

    Models prefer what is listed first, so the order must say nothing about the moves. It depends on the view alone.
    """
    moves = sorted(map(str, view.legal_moves()))
    random.Random(view.to_text()).shuffle(moves)
    listed = "\n".join(moves[:MAX_MOVES])
    first = f"You are seat {view.seat}. Legal moves, {len(moves)} in all:"
    return f"{view}\n\n{first}\n{listed}\n\nThink, then end with a line such as\nmove: {moves[0]}"


def move_in(reply: str, view: Any) -> Any:
    """Return the move in a reply: what follows the last `move:`, or all of it. Raises `OxidealError`, saying why."""
    move = view.parse(re.split(r"(?i)move:", reply)[-1].strip(" \n*`"))
    view.sample(seed=0).push(move)  # says why a move is illegal, and knows no more than the view
    return move


class Round:
    """A round in which a model has one seat, and bots of one level have the others.

    Episode *n* has deal *n // players* and seat *n % players*, so the model plays each deal from every seat, as in an
    arena, and much of the luck of the deal cancels out.
    """

    def reset(self, game: str = "rummy", level: int = 3, seed: int = 0, episode: int = 0, **rules: Any) -> str:
        """Deal, let the bots play until the seat's turn and return the prompt. The round can end before that turn."""
        made = GAMES[game].Rules.from_dict(rules)
        deal, self.seat = divmod(episode, made.players)
        self.state = GAMES[game].State(made, seed=seed, stream=deal)
        self.bots = [bot(f"level:{level}", seed=seed + place) for place in range(made.players)]
        self.failures = 0
        return self._told()

    def step(self, reply: str) -> str:
        """Play the move in a reply, then the other seats, and return the next prompt, or why it is not legal."""
        view = self.state.view(self.seat)
        try:
            self.state.push(move_in(reply, view))
        except OxidealError as error:
            self.failures += 1
            if self.failures < TRIES:
                return f"{error}\n\n{prompt(view)}"
            self.state.forfeit(self.seat, "rules")
        self.failures = 0
        return self._told()

    def _told(self) -> str:
        """Play on until the seat has a choice, as bots in an arena are asked."""
        state = self.state
        while (player := state.current_player) is not None:
            moves = state.legal_moves()
            if player == self.seat and len(moves) > 1:
                return prompt(state.view(player))
            state.push(moves[0] if len(moves) == 1 else self.bots[player].choose(state.view(player)))
        return f"{state.view(self.seat)}\n\nThe round is over. Payoffs by seat: {state.payoffs}"

    @property
    def reward(self) -> float:
        """At the end, the payment of the arena: the payoff minus the average of all seats; 0 before."""
        payoffs = self.state.payoffs
        if payoffs is None:
            return 0.0
        return float(payoffs[self.seat] - (fmean(payoffs) if len(payoffs) > 1 else 0))


def score(rewards: Sequence[float], players: int) -> tuple[float, float]:
    """Return the mean and half the 95% interval of the rewards of episodes 0, 1, …; the unit is the deal."""
    deals = [fmean(rewards[start : start + players]) for start in range(0, len(rewards), players)]
    return fmean(deals), 1.96 * stdev(deals) / len(deals) ** 0.5


class Model:
    """A bot that asks a model behind an OpenAI-compatible server, with the prompts of the environment."""

    def __init__(self, url: str = "http://localhost:8000/v1", model: str = "default") -> None:
        self.url, self.model = url, model

    def choose(self, view: Any, limit: object = None) -> Any:  # noqa: ARG002
        messages = [{"role": "user", "content": prompt(view)}]
        for _ in range(TRIES - 1):
            reply = self.complete(messages)
            try:
                return move_in(reply, view)
            except OxidealError as error:
                refusal = {"role": "user", "content": f"{error}\n\n{prompt(view)}"}
                messages += [{"role": "assistant", "content": reply}, refusal]
        return move_in(self.complete(messages), view)

    def complete(self, messages: list[dict[str, str]]) -> str:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY')}"}
        body = json.dumps({"model": self.model, "messages": messages}).encode()
        request = urllib.request.Request(f"{self.url}/chat/completions", body, headers)
        with urllib.request.urlopen(request) as answer:
            reply: str = json.load(answer)["choices"][0]["message"]["content"]
            return reply


def app() -> Any:
    """Return the server for OpenEnv's clients. The arguments of its `reset` are those of `Round.reset`."""
    from openenv.core.env_server import Action, Environment, Observation, State, create_app

    class Reply(Action):  # type: ignore[misc]  # OpenEnv is not installed
        reply: str

    class Prompt(Observation):  # type: ignore[misc]
        prompt: str

    class TextEnvironment(Environment):  # type: ignore[misc]
        SUPPORTS_CONCURRENT_SESSIONS = True

        def __init__(self) -> None:
            super().__init__()
            self.round = Round()
            self.id: str | None = None
            self.steps = 0

        def reset(self, seed: int | None = None, episode_id: str | None = None, **settings: Any) -> Prompt:
            self.id, self.steps = episode_id, 0
            return self.observation(self.round.reset(seed=seed or 0, **settings))

        def step(self, action: Reply, **_: Any) -> Prompt:
            self.steps += 1
            return self.observation(self.round.step(action.reply))

        def observation(self, text: str) -> Prompt:
            return Prompt(prompt=text, done=self.round.state.is_over, reward=self.round.reward)

        @property
        def state(self) -> State:
            return State(episode_id=self.id, step_count=self.steps)

    return create_app(TextEnvironment, Reply, Prompt, env_name="oxideal", max_concurrent_envs=64)
