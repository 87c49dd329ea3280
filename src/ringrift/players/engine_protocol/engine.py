"""The RingRift engine's side of the engine protocol (docs/reference/engine-protocol.md)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from threading import RLock
from typing import Final

from ringrift import __version__
from ringrift.drawing.diagram import format_diagram
from ringrift.players.engine_protocol.answers import (
    PERFT_OK,
    READY_OK,
    RRP_OK,
    SHOW_OK,
    Answer,
    BestMove,
    EngineId,
    ErrorAnswer,
    Info,
    Option,
)
from ringrift.players.engine_protocol.commands import (
    EVAL,
    HELLO,
    IS_READY,
    LEGAL,
    QUIT,
    SHOW,
    STOP,
    Command,
    Go,
    NewGame,
    Perft,
    SetOption,
    SetPosition,
    SimpleCommand,
    parse_command,
)
from ringrift.players.engine_protocol.protocol import (
    VERSION,
    WHOLE,
    Code,
    MoveSequence,
    ProtocolError,
    format_moves,
)
from ringrift.players.engine_protocol.search_thread import SearchThread
from ringrift.players.level_settings import TIMED_LEVEL, default_method
from ringrift.players.levels import DEFAULT_SECONDS, OVERHEAD_SECONDS, level
from ringrift.players.player import Player
from ringrift.players.pondering import Pondering
from ringrift.players.search import (
    MAX_MEGABYTES,
    MAX_PVS,
    MAX_THREADS,
    Budget,
    Method,
    Report,
    Searcher,
    apply_due_bookkeeping,
)
from ringrift.players.search_plan import PlanKey, SearchPlan, strongest_plan
from ringrift.rules.legal import bookkeeping, legal_moves
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move
from ringrift.rules.play import apply
from ringrift.rules.position_string import dump_position
from ringrift.rules.state import State

_log = logging.getLogger("ringrift.players")

AUTO: Final = "auto"
OPTIONS: Final = (
    Option("Level", "spin", str(TIMED_LEVEL), 1, TIMED_LEVEL),
    Option("Hash", "spin", "64", 1, MAX_MEGABYTES),
    Option("Threads", "spin", "1", 1, MAX_THREADS),
    Option("Method", "combo", AUTO, choices=(AUTO, *Method)),
    Option("Seed", "spin", "0", 0, 2**32 - 1),
    Option("Ponder", "check", "false"),
)
INFINITE_SECONDS: Final = 30 * 24 * 3600.0  # in effect until `stop`
_EVAL_BUDGET: Final = Budget(depth=1)
_PONDER_SECONDS: Final = 600.0
_DECISIONS_PER_CLOCK: Final = 60  # the time left is divided by this number of decisions
_DECISIONS_PER_INCREMENT: Final = 4  # an increment is divided by this number of decisions
_ALLOWED_WHILE_SEARCHING: Final = (HELLO, IS_READY, STOP, QUIT, SHOW, LEGAL)


class ProtocolEngine:
    """One conversation. An invalid line gets an error, and the engine continues."""

    def __init__(self, write: Callable[[str], None]) -> None:
        """Create an engine. `write` is called with one line at a time, from any thread."""
        self._write = write
        # serialises output lines, and keeps them consistent with the search status
        self._output_lock = RLock()
        self._search_thread: SearchThread | None = None
        self._values = {option.name: option.default for option in OPTIONS}
        self._game = NewGame()
        self._moves: MoveSequence | None = MoveSequence(self._game.start())
        self._state: State | None = self._moves.start
        self._searchers: dict[PlanKey, Searcher] = {}
        self._player: Player | None = None
        self._pondering: Pondering | None = None

    def handle_line(self, line: str) -> bool:
        """Execute a command; return False after the last one."""
        try:
            command = parse_command(line)
            return command is None or self._handle_command(command)
        except ProtocolError as error:
            if line.split(maxsplit=1)[0] in ("newgame", "position"):
                self._moves = self._state = None
            self._send(ErrorAnswer(error.code, error.message))
        except Exception as error:  # noqa: BLE001 - reported to the controller; the engine continues
            self._send(_internal_error(error))
        return True

    def close(self) -> None:
        """Stop the search and send nothing more."""
        with self._output_lock:
            self._write = _ignore_line
            thread = self._search_thread
        if thread is not None:
            thread.end()
        self._end_pondering()

    def _handle_command(self, command: Command) -> bool:
        if command not in _ALLOWED_WHILE_SEARCHING and self._search_thread is not None:
            raise ProtocolError(
                Code.BUSY, f"the engine is thinking; send stop before {str(command).split()[0]}"
            )
        if command != IS_READY:
            self._end_pondering()
        match command:
            case SimpleCommand():
                return self._handle_simple_command(command)
            case SetOption():
                self._set_option(command)
            case NewGame():
                self._start_game(command)
            case SetPosition():
                self._set_position(command)
            case Go():
                self._handle_go(command)
            case Perft(depth=depth):
                self._start_search_thread(
                    partial(self._count_perft_and_answer, self._position(), depth)
                )
        return True

    def _handle_simple_command(self, command: SimpleCommand) -> bool:
        if command == HELLO:
            about = (
                EngineId("name", f"RingRift {__version__}"),
                EngineId("author", "RingRift contributors"),
            )
            self._send(*about, EngineId("protocol", str(VERSION)), *OPTIONS, RRP_OK)
        elif command == IS_READY:
            self._send(READY_OK)
        elif command == STOP:
            thread = self._search_thread
            if thread is not None:
                thread.end()
        elif command == SHOW:
            state = self._position()
            self._send(
                *format_diagram(state).splitlines(), "", f"position {dump_position(state)}", SHOW_OK
            )
        elif command == LEGAL:
            state = self._position()
            moves = [format_move(state, move) for move in legal_moves(state)]
            self._send(" ".join(("legal", str(len(moves)), *moves)))
        elif command == EVAL:
            state = self._decision()
            report = self._searcher(self._eval_plan(state)).search(state, _EVAL_BUDGET)
            self._send(" ".join(("eval", *map(str, to_permille(report.shares)))))
        return command != QUIT

    def _set_option(self, command: SetOption) -> None:
        option = next((one for one in OPTIONS if one.name.lower() == command.name.lower()), None)
        if option is None:
            names = ", ".join(one.name for one in OPTIONS)
            raise ProtocolError(
                Code.UNKNOWN_OPTION,
                f"there is no option {command.name[:40]}; the options are {names}",
            )
        if wrong := option.refusal(command.value):
            raise ProtocolError(Code.BAD_VALUE, wrong)
        assert command.value is not None
        self._values[option.name] = command.value
        self._searchers.clear()
        self._player = None

    def _start_game(self, game: NewGame) -> None:
        self._game = game
        self._moves = MoveSequence(game.start())
        self._state = self._moves.start
        for searcher in self._searchers.values():
            searcher.clear()

    def _set_position(self, command: SetPosition) -> None:
        start = self._game.start() if command.start is None else command.state()
        if self._moves is None or self._moves.start != start:
            self._moves = MoveSequence(start)
        self._state = self._moves.after(command.moves)

    def _position(self) -> State:
        if self._state is None:
            raise ProtocolError(Code.NO_POSITION, "the last position was rejected; send another")
        return self._state

    def _decision(self) -> State:
        state = self._position()
        if state.outcome is not None:
            raise ProtocolError(
                Code.GAME_OVER, f"seat {state.outcome.winner} won; send another position"
            )
        return state

    def _method(self) -> Method | None:
        """Return the method that the controller set; None: the engine chooses."""
        asked = self._values["Method"]
        return None if asked == AUTO else Method(asked)

    def _eval_plan(self, state: State) -> SearchPlan:
        return SearchPlan(self._method() or default_method(state))

    def _plan(self, state: State, go: Go) -> SearchPlan:
        """Return how level 10 searches; it ends early if the engine manages its time."""
        timed = go.nodes is None and go.depth is None
        seconds = seconds_for_decision(go, state)
        plan = strongest_plan(state, timed=timed, seconds=seconds, method=self._method())
        manages = timed and go.movetime is None and not go.infinite
        return plan if manages else plan.without_early_stop()

    def _searcher(self, plan: SearchPlan) -> Searcher:
        if plan.key not in self._searchers:
            threads, megabytes = int(self._values["Threads"]), int(self._values["Hash"])
            self._searchers[plan.key] = plan.new_searcher(threads=threads, megabytes=megabytes)
        return self._searchers[plan.key]

    def _handle_go(self, go: Go) -> None:
        state = self._decision()
        if go.clock and len(go.clock) != len(state.seats):
            raise ProtocolError(
                Code.MALFORMED, f"clock needs {len(state.seats)} times here, one per seat"
            )
        number = int(self._values["Level"])
        if number < TIMED_LEVEL and not (go.nodes or go.depth or go.infinite or go.multipv):
            if self._player is None:
                self._player = level(number, seed=int(self._values["Seed"]))
            self._start_search_thread(
                partial(
                    self._search_and_answer, self._player, state, seconds_for_decision(go, state)
                ),
                self._player,
            )
        else:
            searcher = self._searcher(self._plan(state, go))
            self._start_search_thread(partial(self._search, searcher, state, go), searcher)

    def _start_search_thread(
        self,
        work: Callable[[SearchThread], Sequence[Answer | str]],
        thinker: Searcher | Player | None = None,
    ) -> None:
        """Run the work in the search thread; send its answers when it is done."""

        def think(thread: SearchThread) -> None:
            try:
                answers = work(thread)
            except Exception as error:  # noqa: BLE001 - reported to the controller; the engine continues
                answers = [_internal_error(error)]
            with self._output_lock:
                self._search_thread = None
                self._send(*answers)
                # With the lock: the next command ends it.
                if thread.after_answer is not None:
                    thread.after_answer()

        with self._output_lock:
            self._search_thread = SearchThread(think, thinker)
            self._search_thread.begin()

    def _search_and_answer(
        self, player: Player, state: State, seconds: float | None, _: SearchThread
    ) -> Sequence[Answer]:
        return [BestMove(format_move(state, player.choose(state, seconds)))]

    def _search(
        self, searcher: Searcher, state: State, go: Go, thread: SearchThread
    ) -> Sequence[Answer]:
        seconds = seconds_for_decision(go, state)
        if seconds is None and go.nodes is None and go.depth is None:
            seconds = INFINITE_SECONDS if go.infinite else DEFAULT_SECONDS
        spare = None if seconds is None else max(0.001, seconds - OVERHEAD_SECONDS)
        told: list[Report] = []

        def tell(report: Report) -> None:
            if not told or (report.depth, report.nodes) != (told[-1].depth, told[-1].nodes):
                self._send(*report_infos(state, report))
            told.append(report)

        report = searcher.search(
            state,
            Budget(go.nodes, spare, go.depth),
            seed=int(self._values["Seed"]),
            best=min(go.multipv or 1, MAX_PVS),
            on_report=tell,
        )
        tell(report)
        if go.infinite:
            thread.wait()
        elif self._values["Ponder"] == "true":
            thread.after_answer = partial(self._ponder, searcher, state, report.best)
        return [BestMove(format_move(state, report.best))]

    def _ponder(self, searcher: Searcher, state: State, move: Move) -> None:
        """Search the decision after the move until the next command, with the same memory."""
        if self._write is _ignore_line:  # closed
            return
        try:
            state = apply_due_bookkeeping(apply(state, move))
            if state.outcome is None:
                self._pondering = Pondering(searcher, state, _PONDER_SECONDS)
        except Exception:  # noqa: BLE001 - the engine continues
            _log.exception("the engine cannot ponder; it goes on without")

    def _end_pondering(self) -> None:
        with self._output_lock:
            pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.end()

    def _count_perft_and_answer(
        self, state: State, depth: int, thread: SearchThread
    ) -> Sequence[Answer]:
        for plies in range(1, depth + 1):
            count = _count_perft(state, plies, thread)
            if thread.stopped:
                break
            self._send(f"perft {plies} {count}")
        return [PERFT_OK]

    def _send(self, *answers: Answer | str) -> None:
        with self._output_lock:
            for answer in answers:
                self._write(str(answer))


def report_infos(state: State, report: Report) -> list[Info]:
    """Return the info lines of a report, one per best move."""
    told = []
    for place, line in enumerate(report.pvs, 1):
        told.append(
            Info(
                depth=report.depth,
                nodes=report.nodes,
                time=round(report.seconds * 1000),
                nps=round(report.nodes_per_second),
                multipv=place,
                score=to_permille(line.shares),
                pv=format_moves(state, line.pv),
            )
        )
    return told


def to_permille(shares: Sequence[float]) -> tuple[int, ...]:
    """Return shares as whole numbers that add up to 1000, rounded by largest remainder."""
    scaled = [share * WHOLE for share in shares]
    whole = [int(share) for share in scaled]
    by_remainder = sorted(range(len(shares)), key=lambda seat: whole[seat] - scaled[seat])
    for seat in by_remainder[: WHOLE - sum(whole)]:
        whole[seat] += 1
    return tuple(whole)


def seconds_for_decision(go: Go, state: State) -> float | None:
    """Return the time for this decision, at most a quarter of the clock; None without a limit."""
    limits = [] if go.movetime is None else [go.movetime / 1000]
    if go.clock:
        left, more = go.clock[state.player - 1], go.inc[state.player - 1] if go.inc else 0
        limits.append(
            min(left / 4, left / _DECISIONS_PER_CLOCK + more / _DECISIONS_PER_INCREMENT) / 1000
        )
    return min(limits) if limits else None


def _count_perft(state: State, depth: int, thread: SearchThread) -> int:
    """Return the number of move sequences, a partial count if the search is stopped."""
    due = bookkeeping(state)
    moves = legal_moves(state) if due is None else (due,)
    if depth == 1 or thread.stopped:
        return len(moves)
    if depth == 2:
        return _perft_of_depth_two(state)
    return sum(_count_perft(apply(state, move), depth - 1, thread) for move in moves)


def _perft_of_depth_two(state: State) -> int:
    from ringrift.kernel import Position

    return Position.from_state(state).perft(2)


def _internal_error(error: Exception) -> ErrorAnswer:
    return ErrorAnswer(Code.INTERNAL, " ".join(f"{type(error).__name__}: {error}".split()))


def _ignore_line(_: str) -> None:
    pass
