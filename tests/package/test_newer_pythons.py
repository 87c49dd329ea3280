"""One wheel for Python 3.12 and newer, built from the sdist for old Linux systems."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.package.installation import BUILT, DIST, ROOT, create_environment, play_short_game, run

SDIST = next(DIST.glob("ringrift-*.tar.gz"), None)
BUILD_TIMEOUT = 1800  # seconds; the kernel takes two to four minutes

pytestmark = pytest.mark.skipif(not BUILT.exists(), reason="run `make test-package`")


def python(version: str) -> Path:
    """Return an interpreter of this version, from the path or from pyenv."""
    name = f"python{version}"
    known = Path.home().glob(f".pyenv/versions/{version}.*/bin/{name}")
    for candidate in (shutil.which(name), *sorted(known)):
        if candidate is None:
            continue
        done = subprocess.run([candidate, "--version"], capture_output=True, check=False)
        if done.returncode == 0:  # a pyenv shim exists also for versions that are not selected
            return Path(candidate)
    pytest.skip(f"there is no {name}")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for Python 3.12, built as docs/how-to/install.md says."""
    folder = tmp_path_factory.mktemp("wheel")
    assert SDIST is not None, f"there is no sdist in {DIST}"
    build = ("-m", "pip", "wheel", "--quiet", "--no-cache-dir", "--no-deps", "--wheel-dir", folder)
    subprocess.run(
        [python("3.12"), *build, SDIST],
        env={**os.environ, "CXX": str(ROOT / "native" / "manylinux-c++")},
        check=True,
        timeout=BUILD_TIMEOUT,
    )
    [built] = folder.glob("*.whl")
    tools = Path(sys.executable).parent
    subprocess.run(
        [tools / "auditwheel", "repair", "--wheel-dir", folder / "repaired", built],
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        check=True,
    )
    [repaired] = (folder / "repaired").glob("*.whl")
    return repaired


def test_the_wheel_uses_the_stable_abi_and_an_old_glibc(wheel: Path) -> None:
    assert "-cp312-abi3-" in wheel.name
    assert "manylinux_2_17_" in wheel.name


@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_the_wheel_works_with_newer_versions(version: str, wheel: Path, tmp_path: Path) -> None:
    environment = create_environment(tmp_path / "environment", python(version), wheel)
    assert "all passed" in run(environment, tmp_path, "ringrift", "verify").stdout
    play_short_game(environment, tmp_path)
    run(environment, tmp_path, "python", "-c", "from ringrift.kernel import Position")
