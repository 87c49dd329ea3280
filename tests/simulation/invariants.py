"""What must hold after every simulation, whatever failed."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from openskill.models import PlackettLuce

from ringrift.host.event_json import load_event
from ringrift.host.game_session import GameSession
from ringrift.host.settings import load_settings
from ringrift.rules.errors import RingRiftError
from ringrift.server.games.seeds import without_seeds

if TYPE_CHECKING:
    from tests.simulation.world import World

_DAY: Final = 86_400.0


def check_invariants(world: World) -> Iterator[str]:
    """Yield a sentence for every violation."""
    journal = _read_journal(world)
    yield from _check_sequences(world, journal)
    yield from _check_acknowledged(world)
    yield from _check_ownership(world)
    yield from _check_replicas(world, journal)
    sessions: dict[str, GameSession] = {}
    yield from _check_replay(world, journal, sessions)
    yield from _check_timeouts(world, journal)
    yield from _check_ratings(world, sessions)
    yield from _check_created(world)
    yield from _check_chat(world)
    for session in sessions.values():
        session.close()


def _read_journal(world: World) -> dict[str, list[Any]]:
    journal: dict[str, list[Any]] = defaultdict(list)
    for row in world.storage.read("SELECT * FROM events ORDER BY game_id, sequence"):
        journal[row["game_id"]].append(row)
    return journal


def _check_sequences(world: World, journal: dict[str, list[Any]]) -> Iterator[str]:
    """The events of each game have no gap, and its row has the last of them."""
    for row in world.storage.read("SELECT id, status, sequence FROM games"):
        found = [event["sequence"] for event in journal.get(row["id"], [])]
        if found != list(range(1, row["sequence"] + 1)):
            yield f"game {row['id'][:6]} has the events {found}, its row says {row['sequence']}"
        kinds = [event["kind"] for event in journal.get(row["id"], [])]
        if (row["status"] == "over") is not ("ended" in kinds) or (
            "aborted" in kinds and row["status"] != "aborted"
        ):
            yield f"game {row['id'][:6]} is {row['status']}, its last event is {kinds[-1:]}"


def _check_acknowledged(world: World) -> Iterator[str]:
    """An accepted command is stored once, where its reply says; a refused one is not stored."""
    stored: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row in world.storage.read("SELECT game_id, client_id, sequence FROM events"):
        if row["client_id"] is not None:
            stored[row["game_id"], row["client_id"]].append(row["sequence"])
    for player in world.players:
        for command in player.commands:
            found = stored[command.game, f"{player.account.id[:8]}.{command.client_id}"]
            about = f"{command.kind} {command.client_id} of {player.name}"
            if command.accepted and set(command.accepted) != set(found):
                yield f"{about} was accepted as {command.accepted} and is stored as {found}"
            if len(found) > 1:
                yield f"{about} is stored {len(found)} times"
            if command.refused_for_good and not command.accepted and found:
                yield f"{about} was refused ({command.refused}) and is stored as {found}"


def _check_ownership(world: World) -> Iterator[str]:
    """Terms never decrease, and each belongs to one life of one worker."""
    last: dict[str, int] = {}
    owners: dict[tuple[str, int], str] = {}
    for append in world.storage.appends:
        if append.term < last.get(append.game, 0):
            yield (
                f"{append.worker} wrote to game {append.game[:6]} in term {append.term} "
                f"after term {last[append.game]}"
            )
        last[append.game] = append.term
        owner = owners.setdefault((append.game, append.term), append.worker)
        if owner != append.worker:
            yield f"{owner} and {append.worker} wrote in term {append.term} of {append.game[:6]}"


def _check_replicas(world: World, journal: dict[str, list[Any]]) -> Iterator[str]:
    """Every client saw exactly the journal, in order."""
    for player in world.players:
        for game, replica in player.games.items():
            yield from (f"{player.name} saw in {game[:6]}: {one}" for one in replica.problems)
            wanted = [
                json.dumps(without_seeds(json.loads(row["body"])), sort_keys=True)
                for row in journal.get(game, [])
            ]
            if replica.events != wanted[: replica.sequence]:
                yield f"{player.name} saw events of {game[:6]} that differ from the journal"


def _check_replay(
    world: World, journal: dict[str, list[Any]], sessions: dict[str, GameSession]
) -> Iterator[str]:
    """Every game can be restored from its events, with the result of its row."""
    for row in world.storage.read("SELECT * FROM games WHERE status IN ('live', 'over')"):
        events = [load_event(json.loads(event["body"])) for event in journal[row["id"]]]
        try:
            session = GameSession.restore(load_settings(json.loads(row["settings"])), events)
        except RingRiftError as error:
            yield f"game {row['id'][:6]} cannot be restored: {error}"
            continue
        sessions[row["id"]] = session
        outcome = session.outcome
        if outcome is not None and (outcome.winner, outcome.reason) != (
            row["winner"],
            row["reason"],
        ):
            yield f"game {row['id'][:6]} has the result {row['winner']} {row['reason']}"
        seats = world.storage.read(
            "SELECT account_id FROM seats WHERE game_id = ? ORDER BY seat", row["id"]
        )
        accounts = [seat["account_id"] or "" for seat in seats]
        occupants = [getattr(occupant, "id", "") for occupant in session.seats]
        if accounts != occupants and "substituted" not in {event.kind for event in events}:
            yield f"the seats of game {row['id'][:6]} are {accounts}, its events say {occupants}"


def _check_timeouts(world: World, journal: dict[str, list[Any]]) -> Iterator[str]:
    """Nobody loses on time who thinks for less than a third of it."""
    punctual = {player.account.id for player in world.players if not player.excused}
    for game, rows in journal.items():
        seats: list[dict[str, Any]] = []
        for row in rows:
            event = json.loads(row["body"])
            if event["kind"] in ("started", "people_swapped"):
                seats = event["seats"]
            elif row["sequence"] > world.quiet_at.get(game, 0):
                break
            elif event["kind"] == "substituted":
                seats[event["seat"] - 1] = event["occupant"]
            elif (
                event["kind"] == "left"
                and event["reason"] == "flag_fell"
                and seats[event["seat"] - 1].get("id") in punctual
            ):
                yield f"seat {event['seat']} of {game[:6]} lost on time (event {row['sequence']})"


def _check_ratings(world: World, sessions: dict[str, GameSession]) -> Iterator[str]:
    """Ratings equal a recomputation from the results, in the order of their changes."""
    current: dict[tuple[str, int], tuple[float, float]] = {}
    played: Counter[tuple[str, int]] = Counter()
    changes: dict[str, dict[str, Any]] = {}
    recent: list[tuple[float, set[str]]] = []
    for row in world.storage.read("SELECT * FROM rating_changes ORDER BY at, rowid"):
        changes.setdefault(row["game_id"], {})[row["account_id"]] = row
    yield from _check_rating_outcomes(world, sessions, set(changes))
    for game, rows in changes.items():
        standings = _standings(sessions[game])
        players, at = len(standings), next(iter(rows.values()))["at"]
        met = Counter(
            pair
            for when, accounts in recent
            if when > at - _DAY and len(accounts) == players
            for pair in combinations(sorted(accounts & standings.keys()), 2)
        )
        weight = 1 / (1 + max(met.values(), default=0))
        recent.append((at, set(standings)))
        for account, rating in _rate(current, standings, weight).items():
            current[account, players] = rating
            played[account, players] += 1
            change = rows.get(account)
            if change is None or (change["mu_after"], change["sigma_after"]) != rating:
                yield f"the rating of {account[:6]} after game {game[:6]} is wrong"
    for row in world.storage.read("SELECT * FROM ratings"):
        key = (row["account_id"], row["players"])
        if current.get(key) != (row["mu"], row["sigma"]) or played[key] != row["games"]:
            yield f"the rating of {key[0][:6]} is {row['mu']:.3f} after {row['games']} games"


def _check_rating_outcomes(
    world: World, sessions: dict[str, GameSession], rated: set[str]
) -> Iterator[str]:
    """A rated game counts unless it ended before each seat completed a turn, or was repeated."""
    over = "SELECT id, rating_outcome FROM games WHERE rated AND status = 'over'"
    for row in world.storage.read(over):
        game, outcome = row["id"], row["rating_outcome"]
        session = sessions[game]
        completed = session.turns_played >= len(session.seats)
        expected = {"counted", "damped", "repeated"} if completed else {"no_turn"}
        counted = outcome in ("counted", "damped")
        if outcome not in expected or counted != (game in rated):
            yield f"game {game[:6]} is over and its rating is {outcome}"


def _standings(session: GameSession) -> dict[str, int]:
    """Return the rank of each account: those who left come last, the first to leave last."""
    outcome = session.outcome
    assert outcome is not None
    ranks = {placing.seat: placing.rank for placing in outcome.ranking}
    stayed = {
        occupant.id: ranks[seat]
        for seat, occupant in enumerate(session.seats, 1)
        if hasattr(occupant, "id")
    }
    left = [one.occupant.id for one in session.departures if hasattr(one.occupant, "id")]
    for account in left:
        stayed.pop(account, None)
    standings = {
        account: 1 + sum(other < rank for other in stayed.values())
        for account, rank in stayed.items()
    }
    people = len(stayed) + len(left)
    return standings | {account: people - place for place, account in enumerate(left)}


def _rate(
    current: dict[tuple[str, int], tuple[float, float]], standings: dict[str, int], weight: float
) -> dict[str, tuple[float, float]]:
    """Return the ratings after a game: the weight is the part of the change that counts."""
    model = PlackettLuce()
    fresh = model.rating()
    accounts = sorted(standings)
    before = [
        current.get((account, len(accounts)), (fresh.mu, fresh.sigma)) for account in accounts
    ]
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = model.rate(teams, ranks=[float(standings[account]) for account in accounts])
    return {
        account: (mu + weight * (new.mu - mu), sigma + weight * (new.sigma - sigma))
        for account, (mu, sigma), [new] in zip(accounts, before, after, strict=True)
    }


def _check_created(world: World) -> Iterator[str]:
    """Each game is created once, however often its request was repeated."""
    created: Counter[str] = Counter()
    rematches: Counter[str] = Counter()
    for row in world.storage.read("SELECT * FROM games WHERE status != 'aborted'"):
        if row["rematch_of"] is None:
            created[row["created_by"]] += 1
        else:
            rematches[row["rematch_of"]] += 1
    yield from (
        f"{game[:6]} has {found} rematches" for game, found in rematches.items() if found > 1
    )
    analyses = Counter(row["account_id"] for row in world.storage.read("SELECT * FROM analyses"))
    for player in world.players:
        if analyses[player.account.id] > player.analyses:
            found = analyses[player.account.id]
            yield f"{player.name} has {found} analyses instead of {player.analyses}"
        if any(plan.meet == "quick match" for plan in player.plans):
            continue
        wanted = sum(plan.players[0] is player for plan in player.plans)
        if created[player.account.id] > wanted:
            yield f"{player.name} created {created[player.account.id]} games instead of {wanted}"


def _check_chat(world: World) -> Iterator[str]:
    """Each acknowledged line of chat is stored once, and heard at most once."""
    stored = Counter(
        (row["game_id"], row["text"]) for row in world.storage.read("SELECT * FROM chat")
    )
    for player in world.players:
        for game, text in player.said:
            if stored[game, text] != 1:
                yield f"{player.name} said {text!r}, it is stored {stored[game, text]} times"
