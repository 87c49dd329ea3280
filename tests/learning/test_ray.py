"""Self-play and matches run on a Ray cluster, and survive the loss of a worker."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest

from ringrift.arena.ray_cluster import ClusterError, connect, run_tasks
from ringrift.cli.main import main
from ringrift.learning.cycle import LearnSettings, learn
from ringrift.learning.ray_workers import RayWorkers

pytest.importorskip("ray", reason="`make test-learning` installs Ray")
pytest.importorskip("torch", reason="`make test-learning` installs PyTorch")
pytestmark = pytest.mark.filterwarnings("ignore")

TINY: Final = LearnSettings(
    "square8", 2, "standard", 1, games=192, nodes=16, epochs=2, match_nodes=16, match_games=48
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A local cluster of a head without processors and two workers with one each."""
    nodes = pytest.importorskip("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 0}
    )
    for _ in range(2):
        nodes.add_node(num_cpus=1)
    yield nodes
    connect(nodes.address).shutdown()
    nodes.shutdown()


def silent(_step: str, _done: float, _total: float) -> None:
    pass


def report_process(path: str) -> int:
    """Report the worker's process, and wait the first time."""
    marks = Path(path)
    first = not marks.exists()
    with marks.open("a") as file:
        file.write(f"{os.getpid()}\n")
    if first:
        time.sleep(60)
    return os.getpid()


def kill_first_process(path: Path) -> None:
    while not (path.exists() and path.read_text().strip()):
        time.sleep(0.05)
    os.kill(int(path.read_text().split()[0]), signal.SIGKILL)


def test_an_address_without_a_cluster_is_refused() -> None:
    with pytest.raises(ClusterError, match="no Ray cluster answers"):
        connect("auto")


def test_a_task_whose_worker_is_killed_runs_again(cluster: Any, tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    killer = Thread(target=kill_first_process, args=(marks,))
    killer.start()
    results: list[tuple[int, Any]] = list(
        run_tasks(connect(cluster.address), report_process, [str(marks)])
    )
    killer.join()
    processes = [int(line) for line in marks.read_text().split()]
    assert len(processes) == 2
    assert results == [(0, processes[1])]


def test_a_run_that_loses_a_node_gives_the_network_of_one_machine(
    cluster: Any, tmp_path: Path
) -> None:
    alone = learn(tmp_path / "alone", TINY, silent)
    lost: list[Any] = []

    def lose_a_node(_step: str, done: float, _total: float) -> None:
        if done > 0 and not lost:
            lost.append(cluster.list_all_nodes()[-1])
            cluster.remove_node(lost[0], allow_graceful=False)

    assert learn(tmp_path / "cluster", TINY, lose_a_node, RayWorkers(cluster.address)) == alone
    assert lost
    networks = [tmp_path / name / "generation-01" / "network.json" for name in ("alone", "cluster")]
    assert networks[0].read_text() == networks[1].read_text()


def test_a_match_of_the_arena_runs_on_a_cluster(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "games.jsonl"
    options = ["--cycles", "2", "--ray", cluster.address, "--journal", str(journal)]
    assert main(["arena", "match", "level:1", "random", *options]) == 0
    assert "level:1" in capsys.readouterr().out
    assert len(journal.read_text().splitlines()) >= 4
