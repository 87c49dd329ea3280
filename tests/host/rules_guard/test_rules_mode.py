"""The effective rules mode by gate, argument, environment and kill switch."""

from __future__ import annotations

import logging
import sys
from random import Random
from types import ModuleType

import pytest

from ringrift.host.errors import InvalidConfigError
from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.host.rules_guard.circuit_breaker import CircuitBreaker
from ringrift.host.rules_guard.counters import COUNTER_NAMES, KERNEL_MISSING, Counters
from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.host.rules_guard.rules_mode import RulesMode, choose_rules_mode, kernel_disabled
from ringrift.host.rules_guard.sampling import sample_every, sample_fraction
from ringrift.kernel.engines import KernelMissingError, ReferencePosition, installed_kernel
from ringrift.rules import new_game
from tests.rules.playing import play

EMPTY_ENVIRONMENT: dict[str, str] = {}


@pytest.fixture
def without_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a package without the native module: it has no `Position`."""
    monkeypatch.setitem(sys.modules, "ringrift.kernel", ModuleType("ringrift.kernel"))


def environment(mode: str = "", gate: str = "", disabled: str = "") -> dict[str, str]:
    return {
        "RINGRIFT_RULES_MODE": mode,
        "RINGRIFT_RULES_MODE_GATE": gate,
        "RINGRIFT_KERNEL_DISABLED": disabled,
    }


def test_the_default_mode_is_python() -> None:
    assert choose_rules_mode(None, EMPTY_ENVIRONMENT) is RulesMode.PYTHON
    assert choose_rules_mode(None, environment()) is RulesMode.PYTHON


@pytest.mark.parametrize("mode", ["python", "shadow", "kernel"])
def test_the_environment_sets_the_mode_ignoring_case(mode: str) -> None:
    assert choose_rules_mode(None, environment(mode)) == mode
    assert choose_rules_mode(None, environment(f" {mode.upper()} ")) == mode


@pytest.mark.parametrize("mode", ["python", "shadow", "kernel"])
def test_the_argument_overrides_the_environment(mode: str) -> None:
    assert choose_rules_mode(mode, environment("shadow")) == mode


@pytest.mark.parametrize(
    ("requested", "gate", "effective"),
    [
        ("python", "python", "python"),
        ("python", "shadow", "python"),
        ("python", "kernel", "python"),
        ("shadow", "python", "python"),
        ("shadow", "shadow", "shadow"),
        ("shadow", "kernel", "shadow"),
        ("kernel", "python", "python"),
        ("kernel", "shadow", "shadow"),
        ("kernel", "kernel", "kernel"),
    ],
)
def test_the_gate_lowers_the_mode_and_never_raises_it(
    requested: str, gate: str, effective: str
) -> None:
    assert choose_rules_mode(requested, environment(gate=gate)) == effective
    assert choose_rules_mode(None, environment(requested, gate)) == effective


@pytest.mark.parametrize(
    ("argument", "settings", "name"),
    [
        ("fast", environment(), "mode"),
        (None, environment("fast"), "RINGRIFT_RULES_MODE"),
        (None, environment("python", "fast"), "RINGRIFT_RULES_MODE_GATE"),
    ],
)
def test_an_unknown_mode_is_an_error_that_names_the_setting_and_the_choices(
    argument: str | None, settings: dict[str, str], name: str
) -> None:
    with pytest.raises(InvalidConfigError) as refused:
        choose_rules_mode(argument, settings)
    assert (
        str(refused.value)
        == f"{name}: there is no rules mode 'fast'; choose python, shadow or kernel"
    )
    assert refused.value.code == "INVALID_SETTING"


@pytest.mark.parametrize("word", ["1", "true", "yes", "on", "TRUE", "Yes", "oN", " on "])
def test_any_true_word_turns_the_kill_switch_on(word: str) -> None:
    assert kernel_disabled(environment(disabled=word))
    backend = RulesBackend(
        "kernel", kernel=ReferencePosition, environment=environment(disabled=word)
    )
    assert backend.mode == "python"
    assert backend.effective_mode.requested == "kernel"
    assert backend.effective_mode.reason == "RINGRIFT_KERNEL_DISABLED is set"


@pytest.mark.parametrize("word", ["", "0", "false", "no", "off", "OFF"])
def test_any_false_word_leaves_the_kill_switch_off(word: str) -> None:
    assert not kernel_disabled(environment(disabled=word))
    assert (
        RulesBackend(
            "kernel", kernel=ReferencePosition, environment=environment(disabled=word)
        ).mode
        == "kernel"
    )


def test_an_unreadable_kill_switch_is_an_error() -> None:
    with pytest.raises(
        InvalidConfigError, match=r"RINGRIFT_KERNEL_DISABLED: 'ture' is not a switch"
    ):
        RulesBackend("kernel", kernel=ReferencePosition, environment=environment(disabled="ture"))


def test_a_backend_reads_the_process_environment_by_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment("kernel", "shadow").items():
        monkeypatch.setenv(name, value)
    assert RulesBackend(kernel=ReferencePosition).mode == "shadow"


def test_the_kernel_can_be_disabled_while_games_run(caplog: pytest.LogCaptureFixture) -> None:
    rules_guard = RulesGuard()
    backend = RulesBackend(
        "kernel", kernel=ReferencePosition, rules_guard=rules_guard, environment=EMPTY_ENVIRONMENT
    )
    state = new_game("square8", 2)
    with caplog.at_level(logging.WARNING):
        rules_guard.disable_kernel()
        assert backend.mode == "python"
        assert backend.apply(state, backend.legal_moves(state)[0]) == play(state, "@a1")
    assert caplog.messages == ["rules mode: python (the kernel is disabled)"]
    rules_guard.enable_kernel()
    assert backend.mode == "kernel"


def test_a_package_without_position_has_no_kernel() -> None:
    with pytest.raises(KernelMissingError, match="The kernel is not built"):
        installed_kernel("ringrift.rules")
    with pytest.raises(KernelMissingError, match=r"pip install \."):
        installed_kernel("ringrift.no_such_module")


@pytest.mark.parametrize("mode", ["shadow", "kernel"])
@pytest.mark.usefixtures("without_kernel")
def test_a_missing_kernel_is_logged_once_and_counted_each_time(
    mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    rules_guard = RulesGuard()
    backends = [
        RulesBackend(mode, rules_guard=rules_guard, environment=EMPTY_ENVIRONMENT) for _ in range(3)
    ]
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert len(said) == 1
    assert "falls back to python" in said[0]
    assert rules_guard.counters[KERNEL_MISSING] == 3
    assert {backend.mode for backend in backends} == {RulesMode.PYTHON}
    assert backends[0].effective_mode.reason == "the kernel is not built"
    state = new_game("square8", 2)
    assert backends[0].apply(state, backends[0].legal_moves(state)[0]) == play(state, "@a1")


@pytest.mark.usefixtures("without_kernel")
def test_mode_python_does_not_load_the_kernel() -> None:
    backend = RulesBackend("python", environment=EMPTY_ENVIRONMENT)
    assert backend.mode == "python"
    assert backend.effective_mode.reason == ""
    assert backend.counters[KERNEL_MISSING] == 0


def test_counters_are_a_mapping_of_integers() -> None:
    counters = Counters()
    assert counters.increment("rules_parity_s_mismatch_total") == 1
    assert dict(counters) == dict.fromkeys(COUNTER_NAMES, 0) | {"rules_parity_s_mismatch_total": 1}
    assert len(counters) == len(COUNTER_NAMES)
    assert "rules_parity_s_mismatch_total': 1" in repr(counters)


def test_sample_fraction_is_reproducible_from_its_seed() -> None:
    first, second = sample_fraction(0.25, Random(7)), sample_fraction(0.25, Random(7))
    chosen = [first() for _ in range(2000)]
    assert chosen == [second() for _ in range(2000)]
    assert 400 < sum(chosen) < 600


def test_fractions_zero_and_one_are_allowed() -> None:
    everything, nothing = sample_fraction(1, Random(1)), sample_fraction(0, Random(1))
    assert all(everything() for _ in range(100))
    assert not any(nothing() for _ in range(100))


def test_sample_every_starts_with_the_first_result() -> None:
    sampler = sample_every(3)
    assert [sampler() for _ in range(7)] == [True, False, False, True, False, False, True]


@pytest.mark.parametrize("part", [-0.1, 1.1, float("nan")])
def test_a_fraction_outside_zero_to_one_is_refused(part: float) -> None:
    with pytest.raises(InvalidConfigError):
        sample_fraction(part, Random(1))


def test_invalid_guard_settings_are_refused() -> None:
    with pytest.raises(InvalidConfigError):
        sample_every(0)
    with pytest.raises(InvalidConfigError):
        CircuitBreaker(limit=0)
    with pytest.raises(InvalidConfigError):
        CircuitBreaker(seconds=0)
    with pytest.raises(InvalidConfigError):
        RulesGuard(queue_size=0)
