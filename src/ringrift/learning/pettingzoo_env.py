"""One game as a PettingZoo environment, in which the agents act in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ringrift.drawing.diagram import format_diagram
from ringrift.kernel import Batch, choice_count, observation_shape
from ringrift.learning.rewards import rewards_of
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.setup import DEFAULT_PLAYERS, new_game
from ringrift.rules.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

Agent = str


def env(
    *,
    board: str,
    players: int = DEFAULT_PLAYERS,
    edition: str = DEFAULT_EDITION,
    swap: bool = True,
    render_mode: str | None = None,
) -> RingRiftEnv:
    """Return a PettingZoo environment of one game.

    >>> game = env(board="square8", players=3)
    >>> game.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = game.last()
    >>> game.step(game.action_space(game.agent_selection).sample(observation["action_mask"]))
    """
    return RingRiftEnv(
        board=board, players=players, edition=edition, swap=swap, render_mode=render_mode
    )


class RingRiftEnv(AECEnv):  # type: ignore[misc]
    """Seats are the agents `player_1` to `player_4`. Bookkeeping moves are played for them.

    An observation has three arrays: `observation` (planes) and `scalars` from the view of the
    agent, and `action_mask`, which is empty for agents that are not to move. Rewards are those of
    `VectorEnv`.
    """

    def __init__(
        self, *, board: str, players: int, edition: str, swap: bool, render_mode: str | None
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.metadata = {
            "name": "ringrift_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.agent_selection: Agent = ""
        self._start = new_game(board, players, edition, swap)
        self._game = Batch([self._start])
        self.possible_agents = [f"player_{seat}" for seat in range(1, players + 1)]
        name = self._start.board.grid.name
        shape, actions = observation_shape(name), choice_count(name)
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape.planes, np.float32),
                    "scalars": spaces.Box(0, np.inf, shape.scalars, np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """Return the space of an agent's observations, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """Return the space of an agent's actions, always the same object."""
        return self._action_spaces[agent]

    @property
    def state_of_game(self) -> State:
        """The game's state."""
        return self._game.state(0)

    def reset(
        self,
        seed: int | None = None,  # noqa: ARG002 - the game has no chance
        options: dict[str, Any] | None = None,  # noqa: ARG002 - nor options
    ) -> None:
        """Start a new game; the seed changes nothing."""
        self._game.replace(0, self._start)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select_next()

    def observe(self, agent: Agent) -> dict[str, NDArray[Any]]:
        """Return what an agent sees. Only the agent to move has actions."""
        planes, scalars = self._game.observations(self._seat_of(agent))
        space = self.action_space(agent)
        to_move = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._game.masks()[0].astype(np.int8) if to_move else np.zeros(space.n, np.int8)
        return {
            "observation": planes[0].copy(),
            "scalars": scalars[0].copy(),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """Take the action of the agent to move; None if the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._game.step(np.array([action]))
        self._game.apply_bookkeeping()
        outcome = self._game.state(0).outcome
        if outcome is None:
            self._select_next()
        else:
            for one, reward in zip(self.agents, rewards_of(outcome), strict=True):
                self.rewards[one] = reward
                self.terminations[one] = True
            self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position as a text diagram if the render mode is `ansi`."""
        return format_diagram(self.state_of_game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: an environment holds nothing that must be released."""

    def _select_next(self) -> None:
        self._game.apply_bookkeeping()
        self.agent_selection = self.agents[int(self._game.status()[0, 0]) - 1]

    def _seat_of(self, agent: Agent) -> int:
        return self.possible_agents.index(agent) + 1

    def __str__(self) -> str:
        return "ringrift_v0"
