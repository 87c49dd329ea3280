"""The figures that Prometheus collects at /metrics. Each app has a registry of its own."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_QUICK: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """Everything that is counted and timed in one worker."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.games_live = Gauge("ringrift_games_live", "Games that this worker plays", registry=registry)
        self.games_started = Counter("ringrift_games_started_total", "Games started", registry=registry)
        self.games_ended = Counter("ringrift_games_ended_total", "Games ended", ["reason"], registry=registry)
        self.taken_over = Counter(
            "ringrift_games_taken_over_total", "Live games restored from the journal", registry=registry
        )
        self.moves = Counter("ringrift_moves_total", "Moves applied and durable", ["by"], registry=registry)
        self.refusals = Counter("ringrift_refusals_total", "Requests refused", ["code"], registry=registry)
        self.move_seconds = Histogram(
            "ringrift_move_seconds",
            "From a move's arrival to its acknowledgement",
            buckets=_QUICK,
            registry=registry,
        )
        self.commit_seconds = Histogram(
            "ringrift_commit_seconds", "A commit of the journal", buckets=_QUICK, registry=registry
        )
        self.commit_appends = Histogram(
            "ringrift_commit_appends",
            "Games served by one commit",
            buckets=(1, 2, 5, 10, 25, 50, 100, 250, 500),
            registry=registry,
        )
        self.request_seconds = Histogram(
            "ringrift_request_seconds",
            "HTTP requests",
            ["route", "method", "status"],
            buckets=_QUICK,
            registry=registry,
        )
        self.evaluate_seconds = Histogram(
            "ringrift_evaluate_move_seconds",
            "POST /rules/evaluate_move",
            ["board"],
            buckets=_QUICK,
            registry=registry,
        )
        self.sockets = Gauge("ringrift_sockets", "Open sockets", registry=registry)
        self.messages = Counter("ringrift_messages_total", "Messages on sockets", ["way"], registry=registry)
        self.dropped_sockets = Counter(
            "ringrift_sockets_dropped_total", "Sockets closed by the server", ["why"], registry=registry
        )
        self.thinking = Gauge("ringrift_computers_thinking", "Computer seats at work", registry=registry)
        self.think_seconds = Histogram(
            "ringrift_think_seconds", "A computer's decision", ["level"], buckets=_QUICK, registry=registry
        )
        self.computer_trouble = Counter(
            "ringrift_computer_trouble_total", "Computer seats that failed", ["what"], registry=registry
        )
        self.analyses_queued = Gauge("ringrift_analyses_queued", "Analyses that wait", registry=registry)
        self.analyses = Counter("ringrift_analyses_total", "Analyses finished", ["status"], registry=registry)

    def exposition(self) -> bytes:
        """As Prometheus reads it."""
        return generate_latest(self.registry)
