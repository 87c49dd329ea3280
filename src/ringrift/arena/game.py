"""Play one game between players, from its opening to its end, whatever the players do."""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Timer
from typing import Final

from ringrift.arena.watchdog import DecisionTimeoutError, interrupt_after
from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Remote
from ringrift.host.settings import GameSettings
from ringrift.players.external.errors import EngineIllegalMoveError, EngineTimeoutError
from ringrift.players.player import Player
from ringrift.records.chain import (
    canonical_move,
    compute_heading_link,
    compute_link,
    compute_outcome_link,
)
from ringrift.records.record import START_TAG, Entry, Heading, Record, normalise_comment
from ringrift.rules import state_hash
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

GRACE: Final = 0.05  # seconds over the limit that do not count as an overrun
PATIENCE: Final = 5.0  # seconds over the limit until `stop`, and as many more until the forfeit
_MAX_FAULT_LENGTH: Final = 200


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player with the time limit of its decisions; None for no limit."""

    name: str
    player: Player
    seconds: float | None = None


@dataclass(slots=True)
class DecisionTimes:
    """How long the decisions of a player took, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    overruns: int = 0
    worst_overrun: float = 0.0
    busy_overruns: int = 0  # overruns by processor time, which other processes cannot cause

    def record(self, taken: float, busy: float, limit: float | None) -> None:
        """Add one decision: its wall time, its processor time and its limit."""
        self.decisions += 1
        self.seconds += taken
        self.slowest = max(self.slowest, taken)
        if limit is not None and taken > limit + GRACE:
            self.overruns += 1
            self.worst_overrun = max(self.worst_overrun, taken - limit)
            self.busy_overruns += busy > limit + GRACE


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Why a player lost without being beaten."""

    player: int  # from 0, by first seat
    fault: str  # "illegal: ...", "failed: ...", "late: ..."


class ArenaGame:
    """A game session, with the times and the forfeit that the arena records."""

    def __init__(self, setup: Setup, names: Sequence[str], start_seed: int | None = None) -> None:
        settings = GameSettings(setup.board, setup.players, setup.edition)
        if start_seed is not None:
            settings = replace(settings, start="balanced", start_seed=start_seed)
        self.session = GameSession(settings, [Remote(name) for name in names], hashes=False)
        self.times = [DecisionTimes() for _ in names]
        self.milliseconds: dict[int, int] = {}  # by move index
        self.forfeit: Forfeit | None = None

    @property
    def player_to_move(self) -> int:
        """The player to move, from 0, by first seat: a swap exchanges seats, not players."""
        return self.session.first_seats[self.session.state.player - 1] - 1

    def play(self, move: Move, milliseconds: int | None = None) -> None:
        """Play a decision and the bookkeeping after it; an illegal move raises."""
        number = len(self.session.moves)
        self.session.play(self.session.state.player, move)
        if milliseconds is not None:
            self.milliseconds[number] = milliseconds

    def lose_by_forfeit(self, fault: str) -> None:
        """The player to move loses; the best placed of the others wins."""
        self.forfeit = Forfeit(self.player_to_move, fault)
        self.session.forfeit(self.session.state.player)

    def entries(self) -> list[Entry]:
        """Return the moves as record entries."""
        return [
            Entry(played.move, think_time_ms=self.milliseconds.get(number))
            for number, played in enumerate(self.session.moves)
        ]


def play_game(
    setup: Setup,
    players: Sequence[SeatedPlayer],
    opening: Sequence[Move] = (),
    tags: Mapping[str, str] | None = None,
    patience: float = PATIENCE,
    start_seed: int | None = None,
) -> Record:
    """Play a game between the players, listed by seat, and return its record.

    `start_seed` selects a balanced start, before the opening; None: the board is empty.
    A player that fails, chooses an illegal move or overruns its limit by `patience` forfeits. Tags
    of the record say who and why, and how long every player thought.
    """
    names = tuple(seated.name for seated in players)
    game = ArenaGame(setup, names, start_seed)
    session = game.session
    for move in opening:
        if not move.bookkeeping:  # the session plays those itself
            game.play(move)
    try:
        while not session.over:
            gc.freeze()  # no collection of the session's objects on a player's time
            _decide(game, players[game.player_to_move], patience)
    finally:
        gc.unfreeze()
    heading = Heading.of(
        session.settings.first_state, names, {**(tags or {}), **_result_tags(game)}
    )
    return build_record(heading, game.entries(), session.state)


def build_record(heading: Heading, entries: Sequence[Entry], last: State) -> Record:
    """Build the record of moves that were validated already, without replaying them."""
    links = [compute_heading_link(heading)]
    for entry in entries:
        links.append(compute_link(links[-1], canonical_move(entry.move)))
    if last.outcome is not None:
        links.append(compute_outcome_link(links[-1], last.outcome))
    return Record(heading, tuple(entries), last.outcome, state_hash(last), tuple(links))


def _decide(game: ArenaGame, seated: SeatedPlayer, patience: float) -> None:
    """Ask one player for one decision and play it."""
    limit, times = seated.seconds, game.times[game.player_to_move]
    started, busy = time.perf_counter(), time.process_time()
    fault, move = _ask_player(game.session.state, seated, patience)
    taken, busy = time.perf_counter() - started, time.process_time() - busy
    times.record(taken, busy, limit)
    if move is None:
        game.lose_by_forfeit(fault)
    elif limit is not None and taken > limit + patience:
        game.lose_by_forfeit(f"late: {taken:.1f} s for a decision of {limit:g} s")
    else:
        try:
            game.play(move, round(taken * 1000))
        except RingRiftError as refusal:
            game.lose_by_forfeit(f"illegal: {refusal}")


def _ask_player(state: State, seated: SeatedPlayer, patience: float) -> tuple[str, Move | None]:
    """Return the fault or the move of a player.

    A player that is far too late gets a `stop`, and is interrupted if it does not react.
    """
    limit, timer = seated.seconds, None
    if limit is not None:
        timer = Timer(limit + patience, seated.player.stop)
        timer.daemon = True
        timer.start()
    try:
        if limit is None:
            return _check_type(seated.player.choose(state, limit))
        with interrupt_after(limit + 2 * patience + GRACE):
            return _check_type(seated.player.choose(state, limit))
    except DecisionTimeoutError:
        return f"late: a decision of {limit:g} s did not end, and `stop` had no effect", None
    except Exception as error:  # noqa: BLE001 - the tournament survives any error of a player
        return f"{_fault_kind(error)}: {type(error).__name__}: {error}", None
    finally:
        if timer is not None:
            timer.cancel()


def _check_type(chosen: object) -> tuple[str, Move | None]:
    """Check that a third-party player returned a move."""
    if isinstance(chosen, Move):
        return "", chosen
    return f"illegal: {type(chosen).__name__} is not a move; return one of legal_moves(state)", None


def _fault_kind(error: Exception) -> str:
    """Classify an error of a player."""
    match error:
        case EngineTimeoutError():
            return "late"
        case EngineIllegalMoveError():
            return "illegal"
        case _:
            return "failed"


def _result_tags(game: ArenaGame) -> dict[str, str]:
    """Return the tags with turns, decision times and forfeit."""
    times = game.times
    tags = {
        "Turns": str(game.session.state.turn_number),
        "Decisions": " ".join(str(one.decisions) for one in times),
        "Seconds": " ".join(f"{one.seconds:.6f}" for one in times),
        "Slowest": " ".join(f"{one.slowest:.6f}" for one in times),
        "Overruns": " ".join(str(one.overruns) for one in times),
        "WorstOverrun": f"{max(one.worst_overrun for one in times):.6f}",
        "BusyOverruns": str(sum(one.busy_overruns for one in times)),
    }
    if game.session.start_moves:
        tags[START_TAG] = str(game.session.start_moves)
    if game.forfeit is not None:
        tags["Forfeit"] = str(game.forfeit.player + 1)
        tags["Fault"] = to_single_line(game.forfeit.fault)
    return tags


def to_single_line(text: str) -> str:
    """Return the text as one printable line that fits into a tag."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    return normalise_comment(printable)[:_MAX_FAULT_LENGTH]
