"""`ringrift admin`: administration by the operator, directly on the server's database.

A running server applies each action within two seconds, on all its workers.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ringrift.cli import admin_rules
from ringrift.extras import missing_extra

if TYPE_CHECKING:
    from ringrift.cli.admin_session import AdminSession
    from ringrift.server.accounts.types import RequestBody
    from ringrift.server.administration.types import QueuedReport, SanctionInfo

Action = Callable[["AdminSession", argparse.Namespace], Awaitable[str]]
_ACCOUNT: Final = "the account, by name or id"


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "admin",
        help="administer a server: accounts, reports, games and the rules mode",
        description="Administer a server on its own machine, directly on its database. Every "
        "action is stored in the audit log. A running server applies it within two seconds.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _register_accounts(commands)
    _register_moderation(commands)
    admin_rules.register(commands, _add)


def _register_accounts(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
) -> None:
    find = _add(commands, "find", _find, "find accounts by the beginning of their name")
    find.add_argument("name", metavar="NAME", help="the beginning of a name, or an id")
    show = _add(commands, "show", _show, "show an account: role, sanctions, games, reports")
    show.add_argument("account", metavar="ACCOUNT", help=_ACCOUNT)
    grant = _add(commands, "grant", _grant, "give an account a role", reason=True)
    grant.add_argument("account", metavar="ACCOUNT", help=_ACCOUNT)
    grant.add_argument("role", choices=("admin", "moderator"))
    revoke = _add(commands, "revoke", _revoke, "take an account's role away", reason=True)
    revoke.add_argument("account", metavar="ACCOUNT", help=_ACCOUNT)
    reset = _add(
        commands,
        "reset-password",
        _reset,
        "print a link that sets a password once",
        reason=True,
    )
    reset.add_argument("account", metavar="ACCOUNT", help=_ACCOUNT)
    factors = _add(
        commands,
        "remove-second-factors",
        _remove_factors,
        "remove an account's authenticator app and passkeys",
        reason=True,
    )
    factors.add_argument("account", metavar="ACCOUNT", help=_ACCOUNT)
    suspend = _add(commands, "suspend", _suspend, "keep an account out for some days", reason=True)
    suspend.add_argument("account", metavar="ACCOUNT", help=_ACCOUNT)
    suspend.add_argument("--days", type=float, required=True, help="from now, at most 30")
    ban = _add(commands, "ban", _ban, "keep an account out, and resign its games", reason=True)
    ban.add_argument("account", metavar="ACCOUNT", help=_ACCOUNT)
    ban.add_argument("--days", type=float, help="from now (default: until it is lifted)")
    lift = _add(commands, "lift", _lift, "end suspensions and bans of an account", reason=True)
    lift.add_argument("account", metavar="ACCOUNT", help=_ACCOUNT)
    rename = _add(commands, "rename", _rename, "give an account another name", reason=True)
    rename.add_argument("account", metavar="ACCOUNT", help=_ACCOUNT)
    rename.add_argument("name", metavar="NAME", help="the new name")


def _register_moderation(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
) -> None:
    remove = _add(commands, "remove-chat", _remove_chat, "hide a line of chat", reason=True)
    remove.add_argument("line", metavar="LINE", help="the id of the line")
    text = _add(
        commands,
        "remove-text",
        _remove_text,
        "remove a message, or the texts of a study, club or tournament",
        reason=True,
    )
    text.add_argument("kind", choices=("message", "study", "club", "tournament"))
    text.add_argument("text", metavar="ID", help="as the report names it")
    close = _add(commands, "close-game", _close_game, "end a game without a result", reason=True)
    close.add_argument("game", metavar="GAME", help="the id of the game, as in its address")
    listed = _add(commands, "reports", _reports, "list the reports of users, the oldest first")
    listed.add_argument(
        "--status", choices=("open", "upheld", "dismissed"), default="open", help="default: open"
    )
    decide = _add(commands, "decide", _decide, "decide a report")
    decide.add_argument("report", metavar="REPORT", help="the id of the report")
    decide.add_argument("outcome", choices=("upheld", "dismissed"))
    decide.add_argument("--note", default="", help="what the reporter reads")
    log = _add(commands, "log", _log, "show the audit log, the latest entry first")
    log.add_argument("--target", metavar="ID", help="only of this account, game, text or report")
    log.add_argument("--limit", type=int, default=50, help="entries (default: 50)")


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    action: Action,
    text: str,
    *,
    reason: bool = False,
) -> argparse.ArgumentParser:
    """Add a command. All need a database; some a reason."""
    parser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    if reason:
        parser.add_argument("--reason", required=True, help="stored in the audit log")
    parser.add_argument("--database", help="database URL (default: from the settings)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings")
    parser.set_defaults(run=lambda args: _run(action, args))
    return parser


def _run(action: Action, args: argparse.Namespace) -> int:
    try:
        from ringrift.cli.admin_session import open_session
        from ringrift.server.errors import ApiError, StorageError
        from ringrift.server.settings import Settings
    except ImportError as error:
        message = missing_extra("administration", "server", error)
        print(f"ringrift: {message}", file=sys.stderr)
        return 1
    settings = Settings.read({"database": args.database}, os.environ, args.config)

    async def act() -> str:
        async with open_session(settings) as session:
            return await action(session, args)

    try:
        print(asyncio.run(act()))
    except ApiError as error:
        print(f"ringrift: {error.refusal.message}", file=sys.stderr)
        return 2
    except StorageError as error:
        print(f"ringrift: {error}", file=sys.stderr)
        return 1
    return 0


Body = TypeVar("Body", bound="RequestBody")


def check_body(kind: type[Body], **fields: Any) -> Body:
    """Return the body of a request as the endpoints would accept it, or refuse it as they would."""
    from pydantic import ValidationError

    from ringrift.server.validation import malformed

    try:
        return kind(**fields)
    except ValidationError as error:
        refused = malformed(error.errors(), skip=0)
        refused.refusal = replace(
            refused.refusal, message=f"{refused.refusal.path}: {refused.refusal.message}"
        )
        raise refused from error


def _reason(args: argparse.Namespace) -> str:
    from ringrift.server.administration.types import WithReason

    return check_body(WithReason, reason=args.reason).reason


async def _find(session: AdminSession, args: argparse.Namespace) -> str:
    found = await session.accounts.find(args.name, session.clock.now())
    if not found:
        return f"no name begins with {args.name}"
    return "\n".join(
        f"{one.account.id}  {one.account.name}  {one.account.kind}"
        f"{f', {one.role}' if one.role else ''}"
        f"{f', {_sanction(one.sanction)}' if one.sanction else ''}"
        f"{f', {one.open_reports} open reports' if one.open_reports else ''}"
        for one in found
    )


async def _show(session: AdminSession, args: argparse.Namespace) -> str:
    details = await session.accounts.details(
        await session.account_id(args.account), session.clock.now()
    )
    lines = [
        f"{details.account.name} ({details.account.kind}), id {details.account.id}",
        f"created {_time(details.created_at)}, last seen {_time(details.seen_at)}",
        f"role: {details.role or 'none'}",
    ]
    if details.owner is not None:
        lines.append(f"bot of {details.owner.name}")
    if details.bots:
        lines.append(f"bots: {', '.join(bot.name for bot in details.bots)}")
    lines += [_sanction(one) for one in details.sanctions]
    lines += [f"plays in {game}" for game in details.active_games]
    lines.append(f"reports: {details.open_reports} open, {details.upheld_reports} upheld")
    return "\n".join(lines)


async def _grant(session: AdminSession, args: argparse.Namespace) -> str:
    account = await session.administration.set_role(
        session.actor, args.account, args.role, _reason(args)
    )
    return f"{account.name} is {'an admin' if args.role == 'admin' else 'a moderator'} now"


async def _revoke(session: AdminSession, args: argparse.Namespace) -> str:
    account = await session.administration.set_role(
        session.actor, args.account, None, _reason(args)
    )
    return f"{account.name} has no role now"


async def _reset(session: AdminSession, args: argparse.Namespace) -> str:
    link = await session.administration.reset_password(session.actor, args.account, _reason(args))
    return (
        f"{link.link}\nThis link sets a new password once, until {_time(link.expires_at)}. "
        "Give it only to the owner of the account."
    )


async def _remove_factors(session: AdminSession, args: argparse.Namespace) -> str:
    account = await session.administration.remove_second_factors(
        session.actor, args.account, _reason(args)
    )
    return f"{account.name} logs in with the password alone now"


async def _suspend(session: AdminSession, args: argparse.Namespace) -> str:
    from ringrift.server.administration.types import NewSuspension

    body = check_body(NewSuspension, reason=args.reason, days=args.days)
    account = await session.administration.suspend(
        session.actor, args.account, body.reason, body.days
    )
    return f"{account.name} is suspended for {args.days:g} days"


async def _ban(session: AdminSession, args: argparse.Namespace) -> str:
    from ringrift.server.administration.types import NewBan

    body = check_body(NewBan, reason=args.reason, days=args.days)
    account = await session.administration.ban(session.actor, args.account, body.reason, body.days)
    until = "until the ban is lifted" if args.days is None else f"for {args.days:g} days"
    return f"{account.name} is banned {until}; a running server resigns their games"


async def _lift(session: AdminSession, args: argparse.Namespace) -> str:
    account = await session.administration.lift(session.actor, args.account, _reason(args))
    return f"{account.name} can log in again"


async def _rename(session: AdminSession, args: argparse.Namespace) -> str:
    from ringrift.server.administration.types import NewName

    body = check_body(NewName, name=args.name, reason=args.reason)
    account = await session.administration.rename(
        session.actor, args.account, body.name, body.reason
    )
    return f"the account is called {account.name} now, and logs in with this name"


async def _remove_chat(session: AdminSession, args: argparse.Namespace) -> str:
    await session.administration.remove_chat(session.actor, args.line, _reason(args))
    return "the line is hidden"


async def _remove_text(session: AdminSession, args: argparse.Namespace) -> str:
    await session.administration.remove_text(session.actor, args.kind, args.text, _reason(args))
    return {
        "message": "the message is deleted",
        "study": "the study is private now, and stays so",
        "club": "the club has a neutral name and no description now",
        "tournament": "the tournament has a neutral name and no description now",
    }[args.kind]


async def _close_game(session: AdminSession, args: argparse.Namespace) -> str:
    await session.administration.close_game(session.actor, args.game, _reason(args))
    return "the game is closed, a live one as soon as a server runs"


async def _reports(session: AdminSession, args: argparse.Namespace) -> str:
    found = await session.report_queue.find(session.actor, status=args.status)
    return "\n\n".join(_report(one) for one in found) or f"no report is {args.status}"


async def _decide(session: AdminSession, args: argparse.Namespace) -> str:
    from ringrift.server.administration.types import Decision

    decision = check_body(Decision, outcome=args.outcome, note=args.note)
    report = await session.report_queue.decide(session.actor, args.report, decision)
    return f"the report about {report.account.name} is {report.status}"


async def _log(session: AdminSession, args: argparse.Namespace) -> str:
    entries = await session.audit_log.entries(target=args.target, limit=args.limit)
    return (
        "\n".join(
            f"{_time(entry.at)}  {entry.actor_name or entry.actor or 'operator'}  {entry.action}  "
            f"{entry.target or '-'}  {entry.reason}"
            for entry in entries
        )
        or "the log is empty"
    )


def _report(report: QueuedReport) -> str:
    lines = [
        f"{report.id}  {_time(report.created_at)}  {report.kind}: {report.reason}",
        f"  about {report.account.name}, by "
        f"{report.reporter.name if report.reporter else 'a deleted account'}",
    ]
    if report.game:
        lines.append(f"  game {report.game}")
    if report.line:
        lines.append(f"  line {report.line}: {report.quote}")
    if report.subject:
        lines.append(f"  {report.kind} {report.subject}: {report.quote}")
    if report.text:
        lines.append(f"  {report.text}")
    return "\n".join(lines)


def _sanction(sanction: SanctionInfo) -> str:
    done = {"suspension": "suspended", "ban": "banned"}[sanction.kind]
    until = f"until {_time(sanction.ends_at)}" if sanction.ends_at else "until it is lifted"
    state = "" if sanction.active else " (over)"
    return f"{done} {until}{state}: {sanction.reason}"


def _time(at: float | None) -> str:
    return "never" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
