"""`ringrift bot`: connect an engine to a server."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ringrift.cli.arguments import non_negative_seconds, positive_int
from ringrift.extras import missing_extra
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.grid import BOARD_NAMES

if TYPE_CHECKING:
    from ringrift.client.engine_bot import BotSettings

TOKEN_VARIABLE: Final = "RINGRIFT_BOT_TOKEN"
_SPEEDS: Final = ("bullet", "blitz", "rapid", "classical", "correspondence", "untimed")
_CHOICES: Final = {
    "boards": BOARD_NAMES,
    "players": (2, 3, 4),
    "speeds": _SPEEDS,
    "rated": ("any", "rated", "unrated"),
    "accepts": ("everyone", "registered", "nobody"),
}
_LISTS: Final = ("boards", "players", "speeds")
_TYPES: Final[dict[str, type | tuple[type, ...]]] = {
    **dict.fromkeys(("engine", "server", "token"), str),
    "games": int,
    "seconds": (int, float),
    "nodes": int,
    "options": dict,
    "rematches": bool,
}


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "bot",
        help="connect an engine to a server",
        description="Play on a server with any engine that speaks the engine protocol. The bot "
        "accepts challenges by its rules, plays several games at once and reconnects. SIGTERM or "
        "Ctrl-C lets it finish its games; a second one ends it at once. Flags override the file.",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings")
    parser.add_argument("--engine", metavar="COMMAND", help="the command line of the engine")
    parser.add_argument("--server", metavar="URL", help="the address of the server")
    parser.add_argument(
        "--token",
        help=f"the bot's token; better in {TOKEN_VARIABLE}, because other users see arguments",
    )
    repeat = "may be repeated (default: all)"
    parser.add_argument("--board", dest="boards", action="append", choices=BOARD_NAMES, help=repeat)
    parser.add_argument(
        "--players", type=int, action="append", choices=_CHOICES["players"], help=repeat
    )
    parser.add_argument("--speed", dest="speeds", action="append", choices=_SPEEDS, help=repeat)
    parser.add_argument("--rated", choices=_CHOICES["rated"], help="(default: any)")
    parser.add_argument(
        "--accepts", choices=_CHOICES["accepts"], help="whose challenges (default: everyone)"
    )
    parser.add_argument("--games", type=positive_int, help="games at once (default: 1)")
    parser.add_argument(
        "--seconds",
        type=non_negative_seconds,
        help="the longest time for one choice; a clock may shorten it (default: 5)",
    )
    parser.add_argument("--nodes", type=positive_int, help="limit of nodes for one choice")
    parser.add_argument(
        "--option", dest="options", action="append", metavar="NAME=VALUE", help="of the engine"
    )
    parser.add_argument(
        "--no-rematches", dest="rematches", action="store_false", default=None, help="accept none"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the bot is stopped and its games are over."""
    try:
        import ringrift.client  # noqa: F401
    except ImportError as error:
        print(f"ringrift: {missing_extra('a bot', 'client', error)}", file=sys.stderr)
        return 1
    given = _read_file(args.config) | _flags(args)
    token = given.pop("token", None) or os.environ.get(TOKEN_VARIABLE)
    server = given.pop("server", None)
    for name, value in (("engine", given.get("engine")), ("server", server), ("token", token)):
        if not value:
            raise _invalid(name, "this setting is required: give it as a flag or in the file")
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s"
    )
    for name in ("ringrift.bot", "ringrift.client"):
        logging.getLogger(name).setLevel(logging.INFO)
    asyncio.run(_play(server, token or "", _settings(given)))
    return 0


async def _play(server: str, token: str, settings: BotSettings) -> None:
    from ringrift.client import AsyncClient
    from ringrift.client.engine_bot import EngineBot

    loop = asyncio.get_running_loop()
    async with AsyncClient(server, token, patience=float("inf")) as client:
        bot = EngineBot(client, settings)
        end_process: dict[signal.Signals, Any] = {
            signal.SIGTERM: signal.SIG_DFL,
            signal.SIGINT: signal.default_int_handler,
        }

        def stop(number: int, _frame: object) -> None:
            signal.signal(number, end_process[signal.Signals(number)])  # at the second one
            loop.call_soon_threadsafe(bot.drain)

        for number in end_process:
            signal.signal(number, stop)  # not add_signal_handler, which Windows lacks
        await bot.run()


def _flags(args: argparse.Namespace) -> dict[str, Any]:
    given = {
        name: value for name in (*_CHOICES, *_TYPES) if (value := getattr(args, name)) is not None
    }
    if "options" in given:
        texts = given["options"]
        if wrong := [text for text in texts if "=" not in text]:
            raise _invalid("option", f"write {wrong[0]!r} as NAME=VALUE")
        given["options"] = dict(text.split("=", 1) for text in texts)
    return given


def _read_file(file: Path | None) -> dict[str, Any]:
    """Return the settings of a file, each checked."""
    if file is None:
        return {}
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _invalid("config", f"{file} cannot be read as TOML: {error}") from error
    for name, value in read.items():
        _check(name, value)
    return read


def _check(name: str, value: Any) -> None:
    known = sorted((*_CHOICES, *_TYPES))
    if name not in known:
        raise _invalid(name, f"there is no such setting: use {', '.join(known)}")
    if name in _TYPES:
        wrong = not isinstance(value, _TYPES[name]) or (
            isinstance(value, bool) and _TYPES[name] is not bool
        )
        if wrong or (name in ("games", "nodes") and value < 1):
            raise _invalid(name, f"{value!r} is not valid")
        return
    values = value if name in _LISTS and isinstance(value, list) else [value]
    if not values or any(one not in _CHOICES[name] for one in values):
        allowed = ", ".join(map(str, _CHOICES[name]))
        form = "a list of " if name in _LISTS else ""
        raise _invalid(name, f"{value!r} is not valid: use {form}{allowed}")


def _settings(given: dict[str, Any]) -> BotSettings:
    from ringrift.client.engine_bot import BotSettings
    from ringrift.client.types import ChallengeRules

    rules = {name: given.pop(name) for name in (*_CHOICES, "games") if name in given}
    for name in _LISTS:
        if name in rules and not isinstance(rules[name], list):
            rules[name] = [rules[name]]
    return BotSettings(rules=ChallengeRules(**rules), **given)


def _invalid(name: str, message: str) -> InvalidSetupError:
    return InvalidSetupError(Refusal("INVALID_CONFIG", None, message, name))
