"""`ringrift admin rules`: the rules mode of a running server."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ringrift.cli.admin_session import AdminSession
    from ringrift.server.administration.rules import RulesControlInfo

AddCommand = Callable[..., argparse.ArgumentParser]


def register(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], add: AddCommand
) -> None:
    parser = subparsers.add_parser(
        "rules",
        help="see and change the rules mode of a running server",
        description="See and change which engine decides the moves, on all workers of a running "
        "server, without a restart. docs/runbooks/rules-modes.md has the procedure.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add(commands, "show", _show, "show what is set")
    change = add(commands, "set", _set, "change the rules mode", reason=True)
    change.add_argument(
        "--mode",
        choices=("python", "shadow", "kernel", "started"),
        help="started: the mode with which the server was started",
    )
    change.add_argument(
        "--share", type=_share, help="of the games that get the mode, such as 10%% or 0.1"
    )
    change.add_argument(
        "--unrated-only",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="rated games get python",
    )
    change.add_argument(
        "--invariant-share", type=_share, help="of the games whose states are checked"
    )
    kernel = add(commands, "kernel", _kernel, "switch the kernel off or on", reason=True)
    kernel.add_argument("switch", choices=("off", "on"))
    add(commands, "reset-breaker", _reset_breaker, "close the circuit breaker", reason=True)


def _share(text: str) -> float:
    """Parse a share between 0 and 1, or a percentage."""
    number = float(text.removesuffix("%"))
    share = number / 100 if text.endswith("%") else number
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError("use a share from 0 to 1, or from 0% to 100%")
    return share


async def _show(session: AdminSession, _args: argparse.Namespace) -> str:
    return _describe(await session.rules.read())


async def _set(session: AdminSession, args: argparse.Namespace) -> str:
    return await _change(
        session,
        args,
        mode=args.mode,
        share=args.share,
        unrated_only=args.unrated_only,
        invariant_share=args.invariant_share,
    )


async def _kernel(session: AdminSession, args: argparse.Namespace) -> str:
    return await _change(session, args, kernel=args.switch == "on")


async def _reset_breaker(session: AdminSession, args: argparse.Namespace) -> str:
    from ringrift.cli.admin import check_body
    from ringrift.server.administration.types import WithReason

    reason = check_body(WithReason, reason=args.reason).reason
    return _describe(await session.rules.reset_breaker(session.actor, reason))


async def _change(session: AdminSession, args: argparse.Namespace, **fields: Any) -> str:
    from ringrift.cli.admin import check_body
    from ringrift.server.administration.rules import RulesChange

    change = check_body(RulesChange, reason=args.reason, **fields)
    return _describe(await session.rules.change(session.actor, change))


def _describe(control: RulesControlInfo) -> str:
    opened = control.breaker_opened_at
    breaker = "closed"
    if opened is not None:
        breaker = f"open since {datetime.fromtimestamp(opened, UTC):%Y-%m-%d %H:%M} UTC"
    return "\n".join(
        (
            f"mode:       {control.mode or 'as the server was started'}",
            f"games:      {control.share:.0%}{', unrated only' if control.unrated_only else ''}",
            f"kernel:     {'on' if control.kernel else 'off'}",
            f"invariants: checked in {control.invariant_share:.0%} of the games",
            f"breaker:    {breaker}",
        )
    )
