"""Compile the kernel to WebAssembly: web/build/kernel.wasm. Recompile only what has changed.

python native/wasm/build.py [--jobs N]; `ziglang` is the compiler (pip install '.[page]').
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
NATIVE: Final = ROOT / "native"
OBJECTS: Final = ROOT / "build" / "wasm"
OUTPUT: Final = ROOT / "web" / "build" / "kernel.wasm"
BOARDS_FILE: Final = ROOT / "src" / "ringrift" / "rules" / "data" / "boards.json"
BOARDS: Final = tuple(
    board["name"].capitalize() for board in json.loads(BOARDS_FILE.read_text())["boards"]
)
MCTS_BOARDS: Final = ("Square8", "Hex8")  # the boards on which a level uses tree search

# SIMD makes the big boards twice as fast.
COMPILE: Final = (
    *("c++", "-target", "wasm32-wasi", "-c", "-O3", "-g0", "-std=c++20", "-msimd128"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-psabi"),
    *("-ffp-contract=off", "-fno-exceptions", "-fno-rtti"),
    "-DRINGRIFT_ISA=wasm",
)
LINK: Final = (
    *("build-exe", "-target", "wasm32-freestanding", "-fno-entry", "-rdynamic", "-fcompiler-rt"),
    *("-O", "ReleaseFast", "-fstrip", "--stack", str(1 << 20)),
)


@dataclass(frozen=True, slots=True)
class Unit:
    """One translation unit and the flags that it is compiled with."""

    source: Path
    name: str
    flags: tuple[str, ...] = ()

    @property
    def object(self) -> Path:
        return OBJECTS / f"{self.name}.o"


def units() -> list[Unit]:
    """Return all translation units, those that compile longest first."""
    per_board = [
        Unit(NATIVE / "src" / f"{source}.cpp", f"{source}_{board}", board_flags(board))
        for source in ("search", "engine")
        for board in reversed(BOARDS)
    ]
    return [
        *per_board,
        *(Unit(NATIVE / "wasm" / f"{name}.cpp", name) for name in ("wasm_api", "wasm_search")),
    ]


def board_flags(board: str) -> tuple[str, ...]:
    define = f"-DRINGRIFT_BOARD={board}"
    return (define,) if board in MCTS_BOARDS else (define, "-DRINGRIFT_NO_TREE")


def newest(paths: list[Path]) -> float:
    return max(path.stat().st_mtime for path in paths)


def compile_unit(unit: Unit, headers: float) -> None:
    """Compile the object unless it is newer than its sources."""
    if unit.object.exists() and unit.object.stat().st_mtime > max(headers, newest([unit.source])):
        return
    fresh = unit.object.with_suffix(".new")
    zig(*COMPILE, "-I", str(NATIVE / "include"), *unit.flags, str(unit.source), "-o", str(fresh))
    fresh.replace(unit.object)


def zig(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "ziglang", *arguments], check=True, cwd=OBJECTS)


def link(objects: list[Path]) -> None:
    linked = OBJECTS / "kernel.wasm"
    zig(*LINK, *map(str, objects), f"-femit-bin={linked}")
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_bytes(linked.read_bytes())
    size = OUTPUT.stat().st_size
    compressed = len(gzip.compress(OUTPUT.read_bytes()))
    print(f"{OUTPUT.relative_to(ROOT)}: {size // 1000} kB, {compressed // 1000} kB compressed")


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile the kernel to WebAssembly.")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="number of parallel compilers"
    )
    jobs = parser.parse_args().jobs
    OBJECTS.mkdir(parents=True, exist_ok=True)
    headers = newest([*NATIVE.rglob("*.hpp"), BOARDS_FILE, Path(__file__)])
    wanted = units()
    try:
        with ThreadPoolExecutor(jobs) as workers:
            list(workers.map(lambda unit: compile_unit(unit, headers), wanted))
        objects = [unit.object for unit in wanted]
        if not OUTPUT.exists() or OUTPUT.stat().st_mtime < newest(objects):
            link(objects)
    except subprocess.CalledProcessError as failure:
        # The compiler has printed the reason, if it is installed at all.
        sys.exit(
            f"The kernel was not compiled (status {failure.returncode}). Is ziglang installed?"
        )


if __name__ == "__main__":
    main()
