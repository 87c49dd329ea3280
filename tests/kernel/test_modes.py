"""Which mode is in force, by gate, argument, environment and kill switch."""

from __future__ import annotations

import logging
import sys
from random import Random
from types import ModuleType

import pytest

from ringrift.kernel.backend import RulesBackend
from ringrift.kernel.breaker import Breaker
from ringrift.kernel.counters import MISSING, NAMES, Counters
from ringrift.kernel.engines import KernelMissingError, LawPosition, installed_kernel
from ringrift.kernel.modes import InvalidSettingError, RulesMode, kernel_disabled, rules_mode
from ringrift.kernel.oversight import Oversight
from ringrift.kernel.sampling import every, share
from ringrift.rules import new_game
from tests.rules.playing import play

NOWHERE: dict[str, str] = {}


@pytest.fixture
def without_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the native module was not built: the package has no `Position`."""
    monkeypatch.setitem(sys.modules, "ringrift.kernel", ModuleType("ringrift.kernel"))


def environment(mode: str = "", gate: str = "", disabled: str = "") -> dict[str, str]:
    return {
        "RINGRIFT_RULES_MODE": mode,
        "RINGRIFT_RULES_MODE_GATE": gate,
        "RINGRIFT_KERNEL_DISABLED": disabled,
    }


def test_the_law_decides_unless_something_else_is_asked_for() -> None:
    assert rules_mode(None, NOWHERE) is RulesMode.LAW
    assert rules_mode(None, environment()) is RulesMode.LAW


@pytest.mark.parametrize("mode", ["law", "shadow", "kernel"])
def test_the_environment_chooses_a_mode_in_any_case(mode: str) -> None:
    assert rules_mode(None, environment(mode)) == mode
    assert rules_mode(None, environment(f" {mode.upper()} ")) == mode


@pytest.mark.parametrize("mode", ["law", "shadow", "kernel"])
def test_the_argument_goes_before_the_environment(mode: str) -> None:
    assert rules_mode(mode, environment("shadow")) == mode


@pytest.mark.parametrize(
    ("asked", "gate", "in_force"),
    [
        ("law", "law", "law"),
        ("law", "shadow", "law"),
        ("law", "kernel", "law"),
        ("shadow", "law", "law"),
        ("shadow", "shadow", "shadow"),
        ("shadow", "kernel", "shadow"),
        ("kernel", "law", "law"),
        ("kernel", "shadow", "shadow"),
        ("kernel", "kernel", "kernel"),
    ],
)
def test_the_gate_restricts_and_never_widens(asked: str, gate: str, in_force: str) -> None:
    assert rules_mode(asked, environment(gate=gate)) == in_force
    assert rules_mode(None, environment(asked, gate)) == in_force


@pytest.mark.parametrize(
    ("argument", "settings", "name"),
    [
        ("fast", environment(), "mode"),
        (None, environment("fast"), "RINGRIFT_RULES_MODE"),
        (None, environment("law", "fast"), "RINGRIFT_RULES_MODE_GATE"),
    ],
)
def test_an_unknown_mode_is_an_error_that_names_the_setting_and_the_choices(
    argument: str | None, settings: dict[str, str], name: str
) -> None:
    with pytest.raises(InvalidSettingError) as refused:
        rules_mode(argument, settings)
    assert (
        str(refused.value) == f"{name}: there is no rules mode 'fast'; choose law, shadow or kernel"
    )
    assert refused.value.code == "INVALID_SETTING"


@pytest.mark.parametrize("word", ["1", "true", "yes", "on", "TRUE", "Yes", "oN", " on "])
def test_the_kill_switch_is_pulled_by_any_word_for_yes(word: str) -> None:
    assert kernel_disabled(environment(disabled=word))
    backend = RulesBackend("kernel", kernel=LawPosition, environment=environment(disabled=word))
    assert backend.mode == "law"
    assert backend.standing.chosen == "kernel"
    assert backend.standing.why == "RINGRIFT_KERNEL_DISABLED is set"


@pytest.mark.parametrize("word", ["", "0", "false", "no", "off", "OFF"])
def test_the_kill_switch_rests_with_any_word_for_no(word: str) -> None:
    assert not kernel_disabled(environment(disabled=word))
    assert (
        RulesBackend("kernel", kernel=LawPosition, environment=environment(disabled=word)).mode
        == "kernel"
    )


def test_a_kill_switch_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(
        InvalidSettingError, match=r"RINGRIFT_KERNEL_DISABLED: 'ture' is neither 1/true/yes/on"
    ):
        RulesBackend("kernel", kernel=LawPosition, environment=environment(disabled="ture"))


def test_a_backend_looks_into_the_environment_of_its_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment("kernel", "shadow").items():
        monkeypatch.setenv(name, value)
    assert RulesBackend(kernel=LawPosition).mode == "shadow"


def test_games_can_be_taken_off_the_kernel_while_they_run(caplog: pytest.LogCaptureFixture) -> None:
    oversight = Oversight()
    backend = RulesBackend("kernel", kernel=LawPosition, oversight=oversight, environment=NOWHERE)
    state = new_game("square8", 2)
    with caplog.at_level(logging.WARNING):
        oversight.switch_off()
        assert backend.mode == "law"
        assert backend.apply(state, backend.legal_moves(state)[0]) == play(state, "@a1")
    assert caplog.messages == ["rules mode: law (the kernel was switched off)"]
    oversight.switch_on()
    assert backend.mode == "kernel"


def test_a_package_without_position_has_no_kernel() -> None:
    with pytest.raises(KernelMissingError, match="The kernel is not built"):
        installed_kernel("ringrift.rules")
    with pytest.raises(KernelMissingError, match=r"pip install \."):
        installed_kernel("ringrift.no_such_module")


@pytest.mark.parametrize("mode", ["shadow", "kernel"])
@pytest.mark.usefixtures("without_kernel")
def test_a_missing_kernel_is_said_once_and_counted_each_time(
    mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    oversight = Oversight()
    backends = [RulesBackend(mode, oversight=oversight, environment=NOWHERE) for _ in range(3)]
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert len(said) == 1
    assert "falls back to law" in said[0]
    assert oversight.counters[MISSING] == 3
    assert {backend.mode for backend in backends} == {RulesMode.LAW}
    assert backends[0].standing.why == "the kernel is not built"
    state = new_game("square8", 2)
    assert backends[0].apply(state, backends[0].legal_moves(state)[0]) == play(state, "@a1")


@pytest.mark.usefixtures("without_kernel")
def test_the_law_alone_asks_for_no_kernel() -> None:
    backend = RulesBackend("law", environment=NOWHERE)
    assert backend.mode == "law"
    assert backend.standing.why == ""
    assert backend.counters[MISSING] == 0


def test_counters_are_a_mapping_of_plain_numbers() -> None:
    counters = Counters()
    assert counters.add("rules_parity_s_mismatch_total") == 1
    assert dict(counters) == dict.fromkeys(NAMES, 0) | {"rules_parity_s_mismatch_total": 1}
    assert len(counters) == len(NAMES)
    assert "rules_parity_s_mismatch_total': 1" in repr(counters)


def test_a_share_follows_the_seed_that_is_given() -> None:
    first, second = share(0.25, Random(7)), share(0.25, Random(7))
    chosen = [first() for _ in range(2000)]
    assert chosen == [second() for _ in range(2000)]
    assert 400 < sum(chosen) < 600


def test_all_or_nothing_are_shares_too() -> None:
    everything, nothing = share(1, Random(1)), share(0, Random(1))
    assert all(everything() for _ in range(100))
    assert not any(nothing() for _ in range(100))


def test_every_third_begins_with_the_first() -> None:
    sampler = every(3)
    assert [sampler() for _ in range(7)] == [True, False, False, True, False, False, True]


@pytest.mark.parametrize("part", [-0.1, 1.1, float("nan")])
def test_a_share_lies_between_nothing_and_all(part: float) -> None:
    with pytest.raises(InvalidSettingError):
        share(part, Random(1))


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InvalidSettingError):
        every(0)
    with pytest.raises(InvalidSettingError):
        Breaker(limit=0)
    with pytest.raises(InvalidSettingError):
        Breaker(seconds=0)
    with pytest.raises(InvalidSettingError):
        Oversight(queue_size=0)
