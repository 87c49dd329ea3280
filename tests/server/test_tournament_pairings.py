"""Invariants of the pairings: of Swiss rounds, arenas and tables of three and four."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from ringrift.server.tournaments.arena_pairing import pair_arena
from ringrift.server.tournaments.model import Entrant, Match, Tournament, byes, meetings
from ringrift.server.tournaments.standings import rank_entrants
from ringrift.server.tournaments.swiss_pairing import pair_swiss_round, seat_records
from ringrift.server.tournaments.table_pairing import pair_tables_round, table_sizes
from ringrift.server.tournaments.transitions import next_transition

SEEDS = st.integers(0, 2**32)


def entered(format_: str, count: int, random: Random, players: int = 2) -> Tournament:
    entrants = tuple(Entrant(number, random.gauss(1500, 200)) for number in range(1, count + 1))
    return Tournament(format_, "running", players, 0.0, entrants, started_at=0.0)  # type: ignore[arg-type]


def with_results(tournament: Tournament, matches: list[Match], random: Random) -> Tournament:
    """Play the matches: the winners are random."""
    over = [
        match
        if match.is_bye
        else replace(
            match,
            status="over",
            ranks=tuple(random.sample(range(1, len(match.seats) + 1), len(match.seats))),
        )
        for match in matches
    ]
    return replace(tournament, matches=(*tournament.matches, *over), round=tournament.round + 1)


def require_everybody_once(tournament: Tournament, matches: list[Match]) -> None:
    paired = sorted(number for match in matches for number in match.seats)
    assert paired == [one.number for one in tournament.active]


@given(st.integers(2, 24), SEEDS)
@settings(deadline=None, max_examples=40)
def test_swiss_pairs_everybody_and_nobody_meets_twice(count: int, seed: int) -> None:
    random = Random(seed)
    tournament = entered("swiss", count, random)
    for _ in range(max(1, (count + count % 2) // 2)):
        matches = pair_swiss_round(tournament)
        require_everybody_once(tournament, matches)
        tournament = with_results(tournament, matches, random)
    played = [match for match in tournament.matches if not match.is_bye]
    assert max(meetings(played).values(), default=0) <= 1


@given(st.integers(2, 24), SEEDS)
@example(count=5, seed=4)
@settings(deadline=None, max_examples=40)
def test_a_bye_comes_at_most_once_and_only_to_an_odd_number(count: int, seed: int) -> None:
    random = Random(seed)
    tournament = entered("swiss", count, random)
    for _ in range(min(5, count)):
        tournament = with_results(tournament, pair_swiss_round(tournament), random)
    resting = [match.seats[0] for match in tournament.matches if match.is_bye]
    assert len(resting) == (min(5, count) if count % 2 else 0)
    assert len(set(resting)) == len(resting)


@given(st.integers(8, 24), SEEDS)
@settings(deadline=None, max_examples=40)
def test_seats_stay_balanced_and_none_comes_three_times_in_a_row(count: int, seed: int) -> None:
    random = Random(seed)
    tournament = entered("swiss", count, random)
    for _ in range(4):
        tournament = with_results(tournament, pair_swiss_round(tournament), random)
        records = seat_records(tournament.matches, set(range(1, count + 1)))
        assert all(abs(record.balance) <= 2 for record in records.values())
        assert all(record.in_a_row <= 2 for record in records.values())


@given(st.integers(3, 8).map(lambda half: 2 * half), SEEDS)
@settings(deadline=None, max_examples=30)
def test_the_first_rounds_stay_within_neighbouring_score_groups(count: int, seed: int) -> None:
    random = Random(seed)
    tournament = entered("swiss", count, random)
    for _ in range(2):
        matches = pair_swiss_round(tournament)
        points = {one.number: one.points for one in rank_entrants(tournament)}
        assert all(abs(points[a] - points[b]) <= 1 for a, b in (match.seats for match in matches))
        tournament = with_results(tournament, matches, random)


def test_the_first_round_pairs_the_upper_with_the_lower_half() -> None:
    entrants = tuple(Entrant(number, 2000 - number) for number in range(1, 9))
    tournament = Tournament("swiss", "running", 2, 0.0, entrants)
    pairs = {frozenset(match.seats) for match in pair_swiss_round(tournament)}
    assert pairs == {frozenset((one, one + 4)) for one in range(1, 5)}


def test_the_lowest_without_a_bye_gets_it() -> None:
    entrants = tuple(Entrant(number, 2000 - number) for number in range(1, 6))
    tournament = Tournament("swiss", "running", 2, 0.0, entrants)
    [resting] = [match for match in pair_swiss_round(tournament) if match.is_bye]
    assert resting.seats == (5,)


def test_entrants_who_block_each_other_do_not_meet_while_others_are_there() -> None:
    entrants = tuple(Entrant(number, 2000 - number) for number in range(1, 9))
    apart = frozenset({frozenset((1, 5)), frozenset((2, 6))})
    tournament = Tournament("swiss", "running", 2, 0.0, entrants, apart=apart)
    pairs = {frozenset(match.seats) for match in pair_swiss_round(tournament)}
    assert not pairs & apart


@given(st.integers(3, 24), st.sampled_from([3, 4]), SEEDS)
@settings(deadline=None, max_examples=40)
def test_tables_seat_everybody_at_three_or_four(count: int, preferred: int, seed: int) -> None:
    random = Random(seed)
    tournament = entered("tables", count, random, preferred)
    for _ in range(4):
        matches = pair_tables_round(tournament)
        require_everybody_once(tournament, matches)
        assert all(len(match.seats) in (1, 3, 4) for match in matches)
        tournament = with_results(tournament, matches, random)
    resting = [match.seats[0] for match in tournament.matches if match.is_bye]
    if count != 5:
        assert not resting
    assert len(byes(tournament.matches)) == len(resting)


@given(st.integers(3, 6).map(lambda third: 4 * third), SEEDS)
@settings(deadline=None, max_examples=30)
def test_seats_rotate_at_tables_of_four(count: int, seed: int) -> None:
    random = Random(seed)
    tournament = entered("tables", count, random, 4)
    for _ in range(4):
        tournament = with_results(tournament, pair_tables_round(tournament), random)
    for number in range(1, count + 1):
        seats = [match.seats.index(number) for match in tournament.matches if number in match.seats]
        assert len(set(seats)) >= 3


def test_tables_avoid_a_second_meeting() -> None:
    random = Random(5)
    tournament = entered("tables", 16, random, 4)
    for _ in range(3):
        tournament = with_results(tournament, pair_tables_round(tournament), random)
    again = sum(times - 1 for times in meetings(tournament.matches).values())
    assert again <= 6  # of 72 pairs; 18 without any care


def test_ten_entrants_sit_at_one_table_of_four_and_two_of_three() -> None:
    assert table_sizes(10, 4) == ([4, 3, 3], 0)
    assert table_sizes(5, 4) == ([4], 1)
    assert table_sizes(9, 3) == ([3, 3, 3], 0)


@given(st.integers(2, 20), SEEDS)
@settings(deadline=None, max_examples=40)
def test_an_arena_pairs_all_who_wait_but_one_and_never_twice_in_a_row(
    count: int, seed: int
) -> None:
    random = Random(seed)
    tournament = entered("arena", count, random)
    before: set[frozenset[int]] = set()
    for _ in range(4):
        matches = pair_arena(tournament)
        pairs = {frozenset(match.seats) for match in matches}
        if count > 3:
            assert len(matches) == count // 2
        if count > 2:
            assert not pairs & before
        before = pairs
        tournament = with_results(tournament, matches, random)


def test_a_third_win_in_a_row_counts_double_and_a_loss_ends_the_streak() -> None:
    entrants = (Entrant(1, 1500), Entrant(2, 1500))
    wins = [Match(number, (1, 2), (1, 2), "over") for number in range(1, 5)]
    loss = Match(5, (1, 2), (2, 1), "over")
    tournament = Tournament("arena", "running", 2, 0.0, entrants, (*wins, loss, wins[0]))
    best = rank_entrants(tournament)[0]
    assert (best.number, best.scores) == (1, [2.0, 2.0, 4.0, 4.0, 0.0, 2.0])


def test_equal_places_share_the_points_of_a_table() -> None:
    entrants = tuple(Entrant(number, 1500) for number in range(1, 5))
    shared = Match(1, (1, 2, 3, 4), (1, 2, 2, 4), "over")
    tournament = Tournament("tables", "running", 4, 0.0, entrants, (shared,), rounds=1, round=1)
    assert [one.points for one in rank_entrants(tournament)] == [6.0, 3.0, 3.0, 0.0]


def test_stronger_opponents_break_a_tie() -> None:
    entrants = tuple(Entrant(number, 1500) for number in range(1, 5))
    rounds = (
        Match(1, (1, 2), (1, 2), "over"),
        Match(1, (3, 4), (1, 2), "over"),
        Match(2, (1, 3), (1, 2), "over"),
        Match(2, (2, 4), (1, 2), "over"),
    )
    tournament = Tournament("swiss", "running", 2, 0.0, entrants, rounds, rounds=2, round=2)
    ranked = rank_entrants(tournament)
    assert [one.number for one in ranked] == [1, 2, 3, 4]
    assert ranked[1].points == ranked[2].points
    assert ranked[1].buchholz >= ranked[2].buchholz


def test_a_tournament_without_enough_entrants_is_cancelled() -> None:
    tournament = Tournament("swiss", "upcoming", 2, 100.0, (Entrant(1, 1500),), rounds=3)
    assert next_transition(tournament, 50.0).next_at == 100.0
    assert next_transition(tournament, 100.0).status == "cancelled"


def test_a_swiss_tournament_has_no_more_rounds_than_opponents() -> None:
    entrants = tuple(Entrant(number, 1500) for number in range(1, 4))
    started = next_transition(Tournament("swiss", "upcoming", 2, 0.0, entrants, rounds=9), 1.0)
    assert (started.status, started.round, started.rounds) == ("running", 1, 3)
    assert len(started.matches) == 2


def test_the_next_round_waits_for_the_last_game_and_the_break() -> None:
    entrants = tuple(Entrant(number, 1500) for number in range(1, 5))
    games = (Match(1, (1, 2), (1, 2), "over"), Match(1, (3, 4)))
    tournament = Tournament(
        "swiss", "running", 2, 0.0, entrants, games, rounds=2, round=1, break_seconds=20.0
    )
    assert not next_transition(tournament, 10.0).matches
    finished = replace(
        tournament, matches=(games[0], replace(games[1], status="over", ranks=(2, 1)))
    )
    assert next_transition(finished, 10.0).next_at == 30.0
    assert next_transition(replace(finished, next_at=30.0), 29.0).round == 1
    assert next_transition(replace(finished, next_at=30.0), 30.0).round == 2


def test_an_arena_ends_at_its_time_and_games_in_progress_do_not_count() -> None:
    entrants = (Entrant(1, 1500), Entrant(2, 1500))
    tournament = Tournament(
        "arena", "running", 2, 0.0, entrants, (Match(1, (1, 2)),), seconds=60.0, started_at=0.0
    )
    assert next_transition(tournament, 59.0).status == "running"
    ended = next_transition(tournament, 60.0)
    assert (ended.status, ended.void) == ("over", True)
