"""The npm packages in an empty project (`make test-package`)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
TOOLS = WEB / "node_modules" / ".bin"
PACKAGES = sorted((ROOT / "dist").glob("ringrift-*.tgz"))
TIMEOUT = 300  # seconds; ends a command that hangs
NODE_SCRIPT = """
import { readFile } from "node:fs/promises";
import { startEngine } from "@ringrift/rules";
const kernel = await readFile(new URL(import.meta.resolve("@ringrift/rules/kernel.wasm")));
const engine = await startEngine({ kernel, worker: false });
const setup = { board: "square8", players: 2, edition: "standard", swap: false };
const start = await engine.newGame(setup);
const move = await engine.parseMove(start.state, "@d4");
const steps = await engine.playAndSettle(start.state, move);
const view = steps.at(-1).view;
const illegal = await engine.whyIllegal(view.state, move);
const text = await engine.toPositionString(view.state);
const chosen = await engine.chooseMove(view.state, 3, 1);
console.log(JSON.stringify({
  moves: start.decision.notation.length,
  rule: illegal.rule,
  same: (await engine.fromPositionString(text)).hash === view.hash,
  legal: (await engine.whyIllegal(view.state, chosen)) === null,
}));
"""

pytestmark = pytest.mark.skipif(
    not PACKAGES, reason="run `make test-package`, which packs the packages"
)


def run(folder: Path, *command: str | Path, **variables: str) -> str:
    """Run a command in a folder; return what it prints."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example in a folder of its own, with the packages installed from their files."""
    folder = tmp_path_factory.mktemp("project") / "board-game"
    shutil.copytree(ROOT / "examples" / "board-game", folder)
    run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", *PACKAGES)
    return folder


def test_the_packages_contain_only_what_is_used(project: Path) -> None:
    installed = project / "node_modules" / "@ringrift"
    for name, files in (("board", set()), ("rules", {"kernel.wasm", "worker.js"})):
        folder = installed / name
        found = {path.name for path in folder.iterdir()}
        assert found == {"LICENSE", "README.md", "index.js", "package.json", "types"} | files
        manifest = json.loads((folder / "package.json").read_text("utf-8"))
        assert "dependencies" not in manifest
        assert manifest["version"] == json.loads((WEB / "package.json").read_text())["version"]


@pytest.mark.parametrize("resolution", ["bundler", "nodenext"])
def test_the_types_are_complete(project: Path, resolution: str) -> None:
    options = ["--moduleResolution", resolution, "--skipLibCheck", "false"]
    if resolution == "nodenext":
        options += ["--module", "nodenext"]
    run(project, TOOLS / "tsc", "--project", ".", *options)


def test_a_wrong_use_fails_type_checking(project: Path) -> None:
    wrong = project / "wrong.ts"
    wrong.write_text(
        'import { startEngine } from "@ringrift/rules";\n'
        'const board: "squar8" = "squar8";\n'
        "const engine = await startEngine();\n"
        'await engine.newGame({ board, players: 2, edition: "standard", swap: true });\n'
    )
    flags = [
        "--ignoreConfig",
        "--noEmit",
        "--strict",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
    ]
    done = subprocess.run(
        [TOOLS / "tsc", *flags, "--target", "es2022", wrong.name],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    wrong.unlink()
    assert "wrong.ts(4," in done.stdout
    assert '"squar8"' in done.stdout


def test_the_rules_work_in_node(project: Path) -> None:
    (project / "rules.mjs").write_text(NODE_SCRIPT)
    answer = json.loads(run(project, "node", "rules.mjs"))
    assert answer == {"moves": 192, "rule": "R070", "same": True, "legal": True}


def test_the_browser_plays_a_game_against_a_level_without_a_server(project: Path) -> None:
    run(project, TOOLS / "vite", "build", "--logLevel", "error")
    vitest = ["npx", "vitest", "run", "--project", "package"]
    printed = run(WEB, *vitest, RINGRIFT_EXAMPLE=str(project))
    assert "2 passed" in printed
