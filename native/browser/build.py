"""Compiles the kernel for browsers: web/build/kernel.wasm, made anew only when its sources have changed.

python native/browser/build.py [--jobs N]; the compiler is the package `ziglang` (pip install '.[page]').
"""

from __future__ import annotations

import argparse
import gzip
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
NATIVE: Final = ROOT / "native"
OBJECTS: Final = ROOT / "build" / "browser"
RESULT: Final = ROOT / "web" / "build" / "kernel.wasm"
BOARDS: Final = ("Square8", "Hex8", "Square19", "Hexagonal")
WITH_TREE: Final = ("Square8", "Hex8")  # where a level searches with it

# Vectors make the big boards twice as fast.
COMPILE: Final = (
    *("c++", "-target", "wasm32-wasi", "-c", "-O3", "-g0", "-std=c++20", "-msimd128"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-psabi"),
    *("-ffp-contract=off", "-fno-exceptions", "-fno-rtti"),
    *("-DRINGRIFT_ISA=page", "-I", str(NATIVE / "include")),
)
LINK: Final = (
    *("build-exe", "-target", "wasm32-freestanding", "-fno-entry", "-rdynamic", "-fcompiler-rt"),
    *("-O", "ReleaseFast", "-fstrip", "--stack", str(1 << 20)),
)


@dataclass(frozen=True, slots=True)
class Part:
    """One compilation."""

    source: Path
    name: str
    flags: tuple[str, ...] = ()

    @property
    def made(self) -> Path:
        return OBJECTS / f"{self.name}.o"


def parts() -> list[Part]:
    """The longest first."""
    of_boards = [
        Part(NATIVE / "src" / f"{what}.cpp", f"{what}_{board}", flags_of(board))
        for what in ("search", "engine")
        for board in reversed(BOARDS)
    ]
    return [*of_boards, Part(NATIVE / "browser" / "face.cpp", "face")]


def flags_of(board: str) -> tuple[str, ...]:
    of_board = f"-DRINGRIFT_BOARD={board}"
    return (of_board,) if board in WITH_TREE else (of_board, "-DRINGRIFT_NO_TREE")


def newest(paths: list[Path]) -> float:
    return max(path.stat().st_mtime for path in paths)


def compile_part(part: Part, headers: float) -> None:
    """Make the object, if it is older than what it is made of."""
    if part.made.exists() and part.made.stat().st_mtime > max(headers, newest([part.source])):
        return
    made = part.made.with_suffix(".new")
    zig(*COMPILE, *part.flags, str(part.source), "-o", str(made))
    made.replace(part.made)


def zig(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "ziglang", *arguments], check=True, cwd=OBJECTS)


def link(objects: list[Path]) -> None:
    made = OBJECTS / "kernel.wasm"
    zig(*LINK, *map(str, objects), f"-femit-bin={made}")
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    RESULT.write_bytes(made.read_bytes())
    size = RESULT.stat().st_size
    packed = len(gzip.compress(RESULT.read_bytes()))
    print(f"{RESULT.relative_to(ROOT)}: {size // 1000} kB, {packed // 1000} kB when sent")


def main() -> None:
    reader = argparse.ArgumentParser(description="Compile the kernel for browsers.")
    reader.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="compilers at work at once"
    )
    jobs = reader.parse_args().jobs
    OBJECTS.mkdir(parents=True, exist_ok=True)
    headers = newest([*(NATIVE / "include").rglob("*.hpp"), Path(__file__)])
    wanted = parts()
    try:
        with ThreadPoolExecutor(jobs) as workers:
            list(workers.map(lambda part: compile_part(part, headers), wanted))
        objects = [part.made for part in wanted]
        if not RESULT.exists() or RESULT.stat().st_mtime < newest(objects):
            link(objects)
    except subprocess.CalledProcessError as failed:
        # The compiler has said what is wrong, if it is there at all.
        sys.exit(f"the kernel was not compiled (status {failed.returncode}); is ziglang installed?")


if __name__ == "__main__":
    main()
