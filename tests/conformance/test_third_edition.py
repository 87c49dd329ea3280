"""An edition is one entry of editions.json: no code knows how many there are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from native.wasm.build import COMPILE, LINK
from ringrift.kernel import state_fields
from tools import native_tables

ROOT: Final = Path(__file__).parents[2]
CACHE: Final = ROOT / "build" / "third-edition"
GAMES: Final = 200
BOARDS: Final = ("Square8", "Hex8")
EDITIONS: Final = Path("src/ringrift/rules/data/editions.json")
THIRD: Final[dict[str, Any]] = {
    "name": "third",
    "published": "2026-01-01",
    "ringsPerPlayer": {"square8": 12, "hex8": 13, "square19": 40, "hexagonal": 50},
    "ringThreshold": {"seatFactor": 2, "seatOffset": 1, "divisor": 5, "extra": 2},
    "territoryDivisor": 4,
    "territoryMajority": True,
    "lineCost": "cap",
    "recovery": True,
    "emptySeatsPlay": True,
}
NATIVE_COMPILE: Final = (
    *("c++", "-std=c++20", "-O1", "-fPIC", "-fvisibility=hidden", "-fno-exceptions", "-fno-rtti"),
    "-Wno-psabi",
    "-DRINGRIFT_ISA=wasm",
)


def copy_with_third_edition(root: Path) -> None:
    """Copy the rules and the kernel, add one entry to editions.json, and generate the tables."""
    for part in ("native", "src/ringrift/rules", "src/ringrift/kernel"):
        shutil.copytree(
            ROOT / part, root / part, ignore=shutil.ignore_patterns("*.so", "__pycache__")
        )
    shutil.copy(ROOT / "src/ringrift/__init__.py", root / "src/ringrift")
    file = root / EDITIONS
    data = json.loads(file.read_text())
    data["editions"].append(THIRD)
    file.write_text(json.dumps(data))
    assert native_tables.main(["--root", str(root)]) == 0


def compile_kernels(root: Path) -> tuple[Path, Path]:
    """Compile the engines of two boards to a shared library and to WebAssembly."""
    sources = sorted(path for path in (root / "native").rglob("*") if path.is_file())
    digest = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    folder = CACHE / digest
    library, wasm = folder / "kernel.so", folder / "kernel.wasm"
    if library.exists() and wasm.exists():
        return library, wasm
    folder.mkdir(parents=True, exist_ok=True)
    zig = (sys.executable, "-m", "ziglang")
    native = root / "native"
    units = [(native / "src/engine.cpp", (f"-DRINGRIFT_BOARD={board}",), board) for board in BOARDS]
    units.append((native / "wasm/wasm_api.cpp", ("-DRINGRIFT_SOME_BOARDS",), "wasm_api"))

    def run(*command: str) -> None:
        subprocess.run(command, check=True, cwd=folder)

    def compile_unit(compiler: tuple[str, ...], suffix: str) -> list[Path]:
        objects = []
        for source, flags, name in units:
            made = folder / f"{name}.{suffix}"
            arguments = ("-O1", "-c", "-I", str(native / "include"), *flags, str(source))
            run(*compiler, *arguments, "-o", str(made))
            objects.append(made)
        return objects

    with ThreadPoolExecutor(2) as pool:
        native_objects = pool.submit(compile_unit, NATIVE_COMPILE, "o")
        wasm_objects = pool.submit(compile_unit, (*zig, *COMPILE), "wasm.o")
        run("c++", "-shared", *map(str, native_objects.result()), "-o", str(library))
        run(*zig, *LINK, *map(str, wasm_objects.result()), f"-femit-bin={wasm}")
    return library, wasm


@pytest.mark.skipif(shutil.which("node") is None, reason="WebAssembly runs in Node.js")
def test_a_third_edition_is_one_entry_of_data(tmp_path: Path) -> None:
    pytest.importorskip("ziglang", reason="it compiles to WebAssembly")
    copy_with_third_edition(tmp_path)
    library, wasm = compile_kernels(tmp_path)
    games = tmp_path / "games.json"
    scripts = Path(__file__).parent
    subprocess.run(
        [
            # -S: an editable installation would import the package from the repository.
            *(sys.executable, "-S", str(scripts / "third_edition_games.py")),
            *(str(library), str(THIRD["name"]), str(GAMES), str(games)),
        ],
        check=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
    )
    replay = subprocess.run(
        [
            *("node", str(scripts / "third_edition_games.mjs")),
            *(str(wasm), str(games), str(state_fields.CELLS)),
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    log = json.loads(games.read_text())
    assert len(log) == GAMES
    assert {game["edition"] for game in log} == {2}
    assert int(replay.stdout) == sum(len(game["digests"]) for game in log)
