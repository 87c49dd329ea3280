"""Engine answers: one dataclass per kind of line, parsed and formatted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ringrift.players.engine_protocol.protocol import WHOLE, Code, ProtocolError, parse_number

OPTION_KINDS: Final = ("button", "check", "combo", "spin", "string")
_ON_OFF: Final = ("true", "false")


@dataclass(frozen=True, slots=True)
class EngineId:
    """Identifies the engine: its `name`, its `author` or the `protocol` it speaks."""

    key: str
    text: str

    def __str__(self) -> str:
        return f"id {self.key} {self.text}"


@dataclass(frozen=True, slots=True)
class Option:
    """An engine option."""

    name: str
    kind: str  # one of KINDS
    default: str = ""
    least: int | None = None  # for a spin
    most: int | None = None
    choices: tuple[str, ...] = ()  # for a combo

    def refusal(self, value: str | None) -> str | None:
        """Return why the value is invalid for this option; None if it is valid."""
        match self.kind, value:
            case ("button", None) | ("string", str()):
                return None
            case "button", _:
                return f"{self.name} is a button and takes no value"
            case _, None:
                return f"{self.name} needs a value; write setoption name {self.name} value VALUE"
            case "check", str():
                return None if value in _ON_OFF else f"{self.name} must be true or false"
            case "combo", str():
                return (
                    None
                    if value in self.choices
                    else f"{self.name} must be one of {', '.join(self.choices)}"
                )
            case _:
                return self._out_of_range(value)

    def _out_of_range(self, value: str) -> str | None:
        digits = value.removeprefix("-")
        inside = (
            digits.isascii()
            and digits.isdigit()
            and len(digits) <= 18
            and (self.least is None or self.least <= int(value))
            and (self.most is None or int(value) <= self.most)
        )
        return None if inside else f"{self.name} must be a number from {self.least} to {self.most}"

    def __str__(self) -> str:
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind != "button":
            words.append(f"default {self.default}".rstrip())
        words += [] if self.least is None else [f"min {self.least}"]
        words += [] if self.most is None else [f"max {self.most}"]
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """`rrpok`, `readyok`, `showok` or `perftok`: the end of an answer."""

    word: str

    def __str__(self) -> str:
        return self.word


RRP_OK: Final = Acknowledgement("rrpok")
READY_OK: Final = Acknowledgement("readyok")
SHOW_OK: Final = Acknowledgement("showok")
PERFT_OK: Final = Acknowledgement("perftok")


@dataclass(frozen=True, slots=True)
class Info:
    """The engine's current search information; every part is optional."""

    depth: int | None = None
    nodes: int | None = None
    time: int | None = None  # milliseconds
    nps: int | None = None
    multipv: int | None = None
    score: tuple[int, ...] = ()  # expected share of the win in permille, one per seat
    pv: tuple[str, ...] = ()
    text: str = ""

    def __str__(self) -> str:
        words = ["info"]
        for name in _NUMBERS:
            if (value := getattr(self, name)) is not None:
                words += [name, str(value)]
        words += ["score", *map(str, self.score)] if self.score else []
        words += ["pv", *self.pv] if self.pv else []
        words += ["string", self.text] if self.text else []
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class BestMove:
    """The engine's chosen move."""

    move: str

    def __str__(self) -> str:
        return f"bestmove {self.move}"


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """An `error` line: a command that the engine rejected."""

    code: str
    text: str

    def __str__(self) -> str:
        return f"error {self.code} {self.text}".rstrip()


Answer = EngineId | Option | Acknowledgement | Info | BestMove | ErrorAnswer


def parse_answer(line: str) -> Answer | None:
    """Return the answer on a line; None for an unknown line, which a controller ignores."""
    words = line.split()
    if not words:
        return None
    if len(words) == 1 and words[0] in _ACKNOWLEDGEMENTS:
        return _ACKNOWLEDGEMENTS[words[0]]
    reader = _READERS.get(words[0])
    return None if reader is None else reader(words[1:])


def _read_id(words: Sequence[str]) -> EngineId:
    if len(words) < 2:
        raise _malformed_answer("id needs a key and a text: id name NAME")
    return EngineId(words[0], " ".join(words[1:]))


def _read_option(words: Sequence[str]) -> Option:
    """Parse an option line. Parts begin with their keyword; a name may have several words."""
    parts: dict[str, list[str]] = {}
    choices: list[str] = []
    for word in words:
        if word == "var" and "type" in parts:
            choices.append("")
            parts[word] = []
        elif word in ("name", "type", "default", "min", "max") and word not in parts:
            parts[word] = []
        elif not parts:
            raise _malformed_answer("an option starts with its name: option name NAME type TYPE …")
        elif next(reversed(parts)) == "var":
            choices[-1] = f"{choices[-1]} {word}".strip()
        else:
            parts[next(reversed(parts))].append(word)
    text = {name: " ".join(words) for name, words in parts.items()}
    name, kind = text.get("name", ""), text.get("type", "")
    if not name or kind not in OPTION_KINDS:
        raise _malformed_answer(
            f"an option needs a name and a type ({', '.join(OPTION_KINDS)}): "
            "option name NAME type TYPE …"
        )
    option = Option(
        name,
        kind,
        text.get("default", ""),
        _read_bound(text, "min"),
        _read_bound(text, "max"),
        tuple(choices),
    )
    if kind not in ("button", "string") and (wrong := option.refusal(option.default)):
        raise _malformed_answer(f"the default of option {name} is not valid: {wrong}")
    return option


def _read_bound(text: dict[str, str], name: str) -> int | None:
    if name not in text:
        return None
    value = text[name]
    return -parse_number(value[1:], name) if value.startswith("-") else parse_number(value, name)


def _read_info(words: Sequence[str]) -> Info:
    """Return the info of a line. Unknown words are ignored; `pv` ends at `string` or the end."""
    numbers: dict[str, int] = {}
    score: list[int] = []
    pv: tuple[str, ...] = ()
    text = ""
    at = 0
    while at < len(words):
        word, at = words[at], at + 1
        if word == "string":
            text, at = " ".join(words[at:]), len(words)
        elif word == "pv":
            end = words.index("string", at) if "string" in words[at:] else len(words)
            pv, at = tuple(words[at:end]), end
        elif word == "score":
            while at < len(words) and words[at].isdigit():
                score.append(parse_number(words[at], word, 0, WHOLE))
                at += 1
        elif word in _NUMBERS:
            if at == len(words):
                raise _malformed_answer(f"{word} needs a number: info {word} N")
            numbers[word] = parse_number(words[at], word)
            at += 1
    depth, nodes, time, nps, multipv = (numbers.get(name) for name in _NUMBERS)
    return Info(depth, nodes, time, nps, multipv, _read_score(score), pv, text)


def _read_score(score: list[int]) -> tuple[int, ...]:
    if score and not 2 <= len(score) <= 4:
        raise _malformed_answer("score needs one number per seat, in seat order")
    return tuple(score)


def _read_best_move(words: Sequence[str]) -> BestMove:
    if not words:
        raise _malformed_answer("bestmove needs a move: bestmove MOVE")
    return BestMove(words[0])


def _read_error(words: Sequence[str]) -> ErrorAnswer:
    if not words:
        raise _malformed_answer("error needs a code and a text: error CODE TEXT")
    return ErrorAnswer(words[0], " ".join(words[1:]))


def _malformed_answer(message: str) -> ProtocolError:
    return ProtocolError(Code.MALFORMED, message)


_NUMBERS: Final = ("depth", "nodes", "time", "nps", "multipv")
_ACKNOWLEDGEMENTS: Final = {done.word: done for done in (RRP_OK, READY_OK, SHOW_OK, PERFT_OK)}
_READERS: Final[dict[str, Callable[[Sequence[str]], Answer]]] = {
    "id": _read_id,
    "option": _read_option,
    "info": _read_info,
    "bestmove": _read_best_move,
    "error": _read_error,
}
