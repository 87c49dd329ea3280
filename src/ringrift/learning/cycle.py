"""Self-play, training, match and promotion, generation by generation, in a run folder.

A folder holds everything to reproduce a run: `settings.json` (settings, seeds, commit, machine) and
for each generation its samples, network, training curve and match journal. A run that was
interrupted continues where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from ringrift.arena.intervals import elo_difference, estimate_score
from ringrift.arena.plots import standalone_plot
from ringrift.arena.provenance import provenance
from ringrift.arena.ratings import Rating
from ringrift.arena.sprt import Sprt
from ringrift.kernel.engines import installed_kernel
from ringrift.learning.game_tasks import (
    METHODS,
    GameTask,
    GameWorkers,
    PlayedGames,
    ThreadWorkers,
    pack,
    split_task,
    unpack,
)
from ringrift.learning.train_network import (
    TrainingError,
    TrainingSettings,
    import_torch,
    train_value,
)
from ringrift.learning.train_policy import train_policy
from ringrift.players.level_settings import TIMED_SETTINGS
from ringrift.players.network import Network, dump_network, read_network, shipped_network
from ringrift.players.search import settings_list
from ringrift.players.weights import weights_for
from ringrift.rules.errors import Refusal
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import Setup

GAMES_PER_CHUNK: Final = 48  # a multiple of the cycles of two, three and four players
GAMES_PER_MATCH_TASK: Final = 24
# Cost of a network's node, in nodes of the linear evaluation (bench/results/learning.md).
NODE_COST: Final = {"alpha-beta": 1.33, "tree": 1.14}
BIG_BOARD_NODE_COST: Final = 1.6  # of alpha-beta
Progress = Callable[[str, float, float], None]  # the step, done, total


@dataclass(frozen=True, slots=True)
class LearnSettings:
    """What a run does; the same settings give the same networks on the same machine."""

    board: str
    players: int
    edition: str
    generations: int = 3
    games: int = 2000
    nodes: int = 200
    random_turns: int = 12  # at most, at the start of a self-play game
    random_permille: int = 40  # random decisions after that: positions away from the best line
    detour_permille: int = 250  # sampled positions that are followed by one off the game
    policy_permille: int = 300  # decisions that the policy learns from, of a tree search
    max_imbalance: int = 150  # of a seat's share after the opening, permille; 0: any
    epochs: int = 12
    outcome: float = 0.5
    correction: float = 1.0  # how much of what it learned the network adds to the linear evaluation
    match_nodes: int = 1000
    match_games: int = 600  # at most; the SPRT decides earlier
    elo0: float = 0.0
    elo1: float = 30.0
    seed: int = 1
    start: str = "linear"  # what plays the first generation: linear, or the shipped network
    method: str = "tree"  # the search that plays: tree or alpha-beta

    @property
    def setup(self) -> tuple[str, int, str]:
        return self.board, self.players, self.edition


@dataclass(frozen=True, slots=True)
class Generation:
    """One generation of a run after its match."""

    number: int
    loss: float
    linear_loss: float
    games: int
    share: float
    low: float
    high: float
    verdict: str
    promoted: bool


def learn(
    folder: Path,
    settings: LearnSettings,
    progress: Progress,
    workers: GameWorkers | None = None,
) -> list[Generation]:
    """Run or continue the generations of a folder; return them all."""
    import_torch()
    installed_kernel()  # raises an error that says how to build it
    workers = ThreadWorkers(1) if workers is None else workers
    _open_folder(folder, settings)
    done: list[Generation] = []
    best = shipped_network(*settings.setup) if settings.start == "shipped" else None
    for number in range(1, settings.generations + 1):
        home = folder / f"generation-{number:02}"
        home.mkdir(exist_ok=True)
        summary = home / "summary.json"
        if summary.exists():
            generation = Generation(**json.loads(summary.read_text("utf-8")))
        else:
            _play_samples(home, settings, number, best, progress, workers)
            curve = _train(home, settings, number, progress)
            generation = _play_match(home, settings, number, best, curve, progress, workers)
            _write(summary, json.dumps(asdict(generation), indent=1) + "\n")
        done.append(generation)
        if generation.promoted:
            best = read_network(home / "network.json")
            _write(folder / "best.json", dump_network(best))
        _write(folder / "strength.svg", _plot(settings, done))
    return done


def _open_folder(folder: Path, settings: LearnSettings) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "settings.json"
    if path.exists():
        kept = json.loads(path.read_text("utf-8"))["settings"]
        changed = [
            name
            for name, value in asdict(settings).items()
            if name != "generations" and kept.get(name) != value
        ]
        if changed:
            message = (
                f"{folder} holds a run with other settings ({', '.join(changed)});"
                " choose a new folder, or the settings of its settings.json"
            )
            raise TrainingError(Refusal("OTHER_SETTINGS", None, message, changed[0]))
        return
    body = {"settings": asdict(settings), "provenance": provenance()}
    _write(path, json.dumps(body, indent=1) + "\n")


def _play_samples(
    home: Path,
    settings: LearnSettings,
    number: int,
    best: Network | None,
    progress: Progress,
    workers: GameWorkers,
) -> None:
    """Play the games of a generation in chunks, so that an interrupted run loses few."""
    task = _task(
        settings,
        [best],
        [settings.nodes],
        _seed(settings, number, 0),
        settings.games,
        random_permille=settings.random_permille,
        policy_permille=_policy_permille(settings),
        detour_permille=settings.detour_permille,
    )
    chunks = [
        (_chunk_path(home, at), one) for at, one in enumerate(split_task(task, GAMES_PER_CHUNK))
    ]
    missing = [(path, one) for path, one in chunks if not path.exists()]
    done = len(chunks) - len(missing)
    step = f"generation {number}: self-play"
    progress(step, done * GAMES_PER_CHUNK, settings.games)
    for at, played in workers.play_all([one for _, one in missing]):
        _write(missing[at][0], pack(played))
        done += 1
        progress(step, min(done * GAMES_PER_CHUNK, settings.games), settings.games)


def _chunk_path(home: Path, at: int) -> Path:
    return home / f"games-{at:05}.bin"


def _train(home: Path, settings: LearnSettings, number: int, progress: Progress) -> dict[str, Any]:
    curve, network = home / "training.json", home / "network.json"
    if curve.exists() and network.exists():
        found: dict[str, Any] = json.loads(curve.read_text("utf-8"))
        return found
    # Samples of the last two generations: more data, and still close to the current play.
    homes = [home] if number == 1 else [home.with_name(f"generation-{number - 1:02}"), home]
    generations = [_read_chunks(one) for one in homes]
    losses: dict[str, list[float]] = {"value": [], "policy": []}

    def on_epoch(of: str) -> Callable[[int, float], None]:
        def show(epoch: int, loss: float) -> None:
            losses[of].append(loss)
            progress(f"generation {number}: training the {of}", epoch, settings.epochs)

        return show

    plan = TrainingSettings(
        epochs=settings.epochs,
        outcome=settings.outcome,
        correction=settings.correction,
        seed=_seed(settings, number, 1),
    )
    value = train_value(settings.setup, _linear(settings), generations, plan, on_epoch("value"))
    numbers = value.numbers
    found = {
        "samples": value.samples,
        "loss": value.loss,
        "linear_loss": value.linear_loss,
        "epochs": losses["value"],
    }
    if _policy_permille(settings) > 0:
        policy = train_policy(generations, plan, on_epoch("policy"))
        numbers += policy.numbers
        found |= {
            "policy_samples": policy.samples,
            "policy_loss": policy.loss,
            "uniform_policy_loss": policy.uniform_loss,
            "policy_epochs": losses["policy"],
        }
    _write(network, dump_network(Network(*settings.setup, numbers)))
    _write(curve, json.dumps(found, indent=1) + "\n")
    return found


def _read_chunks(home: Path) -> list[PlayedGames]:
    return [unpack(path.read_bytes()) for path in sorted(home.glob("games-*.bin"))]


def _play_match(
    home: Path,
    settings: LearnSettings,
    number: int,
    best: Network | None,
    curve: dict[str, Any],
    progress: Progress,
    workers: GameWorkers,
) -> Generation:
    """Play the new network against the best so far until the SPRT decides."""
    journal = home / "match.jsonl"
    network = read_network(home / "network.json")
    shares = list(_read_journal(journal))
    seats = settings.players
    test = Sprt(settings.elo0, settings.elo1, players=seats)
    status = test.evaluate(shares)
    nodes = settings.match_nodes
    own_nodes = nodes if best is not None else max(1, round(nodes / _node_cost(settings)))
    while status.verdict == "open" and len(shares) * seats < settings.match_games:
        first = len(shares) * seats
        progress(f"generation {number}: match", first, settings.match_games)
        task = _task(
            settings,
            [network, *[best] * (seats - 1)],
            [own_nodes, *[nodes] * (seats - 1)],
            _seed(settings, number, 2),
            GAMES_PER_MATCH_TASK * workers.count,
            first=first,
        )
        rounds = dict(workers.play_all(split_task(task, GAMES_PER_MATCH_TASK)))
        winners = [winner for at in sorted(rounds) for winner in rounds[at].winners()]
        with journal.open("a", encoding="utf-8") as file:
            for at in range(0, len(winners), seats):
                # The first side plays seat -g of game g, modulo the seats.
                won = [winners[at + one] == -(first + at + one) % seats for one in range(seats)]
                file.write(json.dumps({"game": first + at, "won": won}) + "\n")
                shares.append(sum(won) / seats)
        status = test.evaluate(shares)
    score = estimate_score(shares, 1 / seats)
    return Generation(
        number,
        curve["loss"],
        curve["linear_loss"],
        len(shares) * seats,
        score.mean,
        score.low,
        score.high,
        status.verdict,
        status.verdict == "accepted",
    )


def _read_journal(path: Path) -> Iterator[float]:
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        won = json.loads(line)["won"]
        yield sum(won) / len(won)


def _task(
    settings: LearnSettings,
    networks: list[Network | None],
    nodes: list[int],
    seed: int,
    games: int,
    *,
    first: int = 0,
    random_permille: int = 0,
    policy_permille: int = 0,
    detour_permille: int = 0,
) -> GameTask:
    return GameTask(
        settings.setup,
        [_linear(settings)] * len(networks),
        [() if network is None else network.numbers for network in networks],
        nodes,
        seed,
        first,
        games,
        settings.random_turns,
        random_permille,
        policy_permille,
        settings=[_search_settings(settings)] * len(networks),
        methods=[METHODS.index(settings.method)] * len(networks),
        detour_permille=detour_permille,
        max_imbalance=settings.max_imbalance,
    )


def _search_settings(settings: LearnSettings) -> list[int]:
    """Return how level 10 evaluates; what it does to save time or to prove wins is left out."""
    timed = TIMED_SETTINGS[settings.board, settings.players]
    return settings_list({"evaluate_children": timed.get("evaluate_children", 0)})


def _node_cost(settings: LearnSettings) -> float:
    if settings.method == "alpha-beta" and settings.board in BOARD_NAMES[2:]:
        return BIG_BOARD_NODE_COST
    return NODE_COST[settings.method]


def _policy_permille(settings: LearnSettings) -> int:
    """Return how many decisions the policy learns from: only a tree counts visits."""
    return settings.policy_permille if settings.method == "tree" else 0


def _linear(settings: LearnSettings) -> list[int]:
    setup = Setup(settings.board, settings.players, settings.edition)
    return weights_for(setup.board, setup.players, setup.edition)


def _seed(settings: LearnSettings, number: int, purpose: int) -> int:
    """Return the seed of a step: matches never start from positions of the training."""
    return settings.seed * 1_000_003 + number * 10 + purpose


def _plot(settings: LearnSettings, generations: list[Generation]) -> str:
    """Draw the strength of each generation above the linear evaluation, in Elo."""
    level = 0.0
    rows = [Rating("linear", 0.0, 0.0, 0, None)]
    for one in generations:
        low, middle, high = (
            _elo(share, settings.players) for share in (one.low, one.share, one.high)
        )
        rows.append(
            Rating(
                f"generation {one.number}", level + middle, (high - low) / 2, one.games, one.share
            )
        )
        if one.promoted:
            level += middle
    return standalone_plot("strength by generation", rows)


def _elo(share: float, players: int) -> float:
    """Return the rating difference to each opponent that gives this share of the wins."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    odds = share * (players - 1) / (1 - share)
    return elo_difference(odds / (1 + odds))


def _write(path: Path, content: str | bytes) -> None:
    """Write a file as a whole: an interruption leaves the old one or none."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content if isinstance(content, bytes) else content.encode())
    part.replace(path)
