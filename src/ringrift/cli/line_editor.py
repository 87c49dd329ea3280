"""Line editing at a terminal with readline: history, completion, and a time limit."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Final

from ringrift.cli.unfinished_games import state_folder

try:
    import readline
except ImportError:  # a Python without readline: lines are read as they are
    _AVAILABLE = False
else:
    _AVAILABLE = True

_MAX_HISTORY: Final = 1000  # lines
_ESCAPE_BEGIN, _ESCAPE_END = "\001", "\002"  # around what takes no room in the prompt


class LineEditor:
    """Reads lines with history and completion of `words`."""

    def __init__(self, history: Path) -> None:
        self.words: tuple[str, ...] = ()
        self._history = history
        self._unfinished = ""  # what was typed when the time was up
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ")
        readline.set_startup_hook(self._restore)
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
        else:
            readline.parse_and_bind("tab: complete")
        readline.clear_history()
        readline.set_history_length(_MAX_HISTORY)
        with suppress(OSError):
            readline.read_history_file(history)

    def read_line(self, prompt: str, seconds: float | None = None) -> str | None:
        """Read a line; None at the end of the input. `TimeoutError` after `seconds` without one.

        What was typed by then appears again in the next line.
        """
        before = signal.getsignal(signal.SIGALRM)  # where readline is, this signal is too
        if seconds is not None:
            signal.signal(signal.SIGALRM, self._time_up)
            signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
        try:
            line = input(_hide_escapes(prompt)).strip()
        except EOFError:
            print()
            return None
        except TimeoutError:
            print()
            raise
        finally:
            if seconds is not None:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        if line:
            with suppress(OSError):
                self._history.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                readline.write_history_file(self._history)
        return line

    def candidates(self, text: str) -> list[str]:
        """Return the words that continue the text; a cell also continues to its placements."""
        text = text.lower()
        found = [word for word in self.words if word.startswith(text)]
        placed = [word for word in self.words if text and word.startswith(f"@{text}")]
        return list(dict.fromkeys((*found, *placed)))

    def _complete(self, text: str, number: int) -> str | None:
        found = self.candidates(text)
        return found[number] if number < len(found) else None

    def _time_up(self, _signal: int, _frame: FrameType | None) -> None:
        self._unfinished = readline.get_line_buffer()
        raise TimeoutError

    def _restore(self) -> None:
        if self._unfinished:
            readline.insert_text(self._unfinished)
            self._unfinished = ""


def open_line_editor() -> LineEditor | None:
    """Return a line editor if both input and output are a terminal and Python has readline."""
    if not (_AVAILABLE and sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    return LineEditor(state_folder() / "history")


def _hide_escapes(prompt: str) -> str:
    """Mark the escape sequences of a prompt, which readline would count as columns."""
    shown: list[str] = []
    escape = False
    for letter in prompt:
        if letter == "\033":
            escape = True
            shown.append(_ESCAPE_BEGIN)
        shown.append(letter)
        if escape and letter == "m":
            escape = False
            shown.append(_ESCAPE_END)
    return "".join(shown)
