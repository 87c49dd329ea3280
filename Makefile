# RingRift. `make help` lists what can be made.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Stamps: newer than the files that say what to install, so that a second `make` installs nothing.
HAVE_GAME := $(VENV)/.game-installed
HAVE_TOOLS := $(VENV)/.tools-installed
NATIVE_TESTS := build/tests/.built

# The sources of the kernel; a change of theirs compiles it anew.
NATIVE := CMakeLists.txt $(shell find native -type f)

# How many test processes; a soak's games and its first seed.
JOBS ?= 2
GAMES ?= 1000
SEED ?= 1

# `make soak SECONDS=3600` soaks for so long, whatever number of games that is: half of it for each command.
ifdef SECONDS
GAMES := 1000000000
LIMIT := --seconds $(shell expr $(SECONDS) / 2)
endif

# Each module writes what comes from the code: pages and pictures under docs/, and the JSON Schema.
PAGES := ringrift.drawing.pictures ringrift.contract.schema ringrift.contract.phase_diagram ringrift.contract.rule_index \
	ringrift.server.games.schema

.DEFAULT_GOAL := help
.PHONY: help run test lint bench soak ladder strength tune load docs clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(HAVE_GAME) ## play a game in the terminal against level 3 of the computer
	@$(BIN)/ringrift play

# The tests of the rules cover them; what else plays by them is not slowed down by the measuring.
test: $(HAVE_TOOLS) $(NATIVE_TESTS) ## run every test and measure the branch coverage of the rules
	$(BIN)/ctest --test-dir build/tests --output-on-failure --no-tests=error
	$(BIN)/pytest tests/rules -n $(JOBS) --dist worksteal --cov
	$(BIN)/pytest -n $(JOBS) --dist worksteal --ignore tests/rules

lint: $(HAVE_TOOLS) ## check style, types and the layers of the package
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run --Werror $(filter %.hpp %.cpp,$(NATIVE))
	$(BIN)/python -m mypy.stubtest ringrift.kernel._native --allowlist native/stubtest-allowlist.txt

bench: $(HAVE_TOOLS) ## measure the speed of law, kernel, search and levels
	$(PIP_INSTALL) --editable '.[dev,bench]'
	$(BIN)/python -m bench
	$(BIN)/python -m bench.kernel
	$(BIN)/python -m bench.search
	$(BIN)/python -m bench.levels

soak: $(HAVE_GAME) ## random games, every invariant checked, law and kernel in lockstep (GAMES=1000 or SECONDS=3600; SEED=1)
	$(BIN)/ringrift soak --games $(GAMES) --seed $(SEED) $(LIMIT)
	$(BIN)/ringrift parity --games $(GAMES) --positions $(GAMES) --seed $(SEED) $(LIMIT)

ladder: $(HAVE_TOOLS) ## play every level against the one below (resumable; about two hours) and write bench/ladder.md
	$(BIN)/ringrift arena ladder --seconds 0.6 --jobs $(JOBS) --journal build/ladder.jsonl --out bench/ladder.md

strength: $(HAVE_TOOLS) ## measure the strongest setting, and 1,000 games without a fault (resumable), into bench/strength.md
	$(BIN)/ringrift arena bars --jobs $(JOBS) --journal build/strength.jsonl --out bench/strength.md

tune: $(HAVE_TOOLS) ## find the weights of the evaluation by self-play (resumable)
	$(BIN)/python -m ringrift.arena.tuning --jobs $(JOBS)

load: $(HAVE_TOOLS) ## measure the server under load, and kill it a hundred times
	$(BIN)/python -m bench.load
	$(BIN)/python -m bench.load.kills

docs: $(HAVE_TOOLS) ## build the documentation as a site, in site/
	for page in $(PAGES); do $(BIN)/python -m $$page || exit 1; done
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

clean: ## remove all that was made, the virtual environment too
	rm -rf $(VENV) build dist site htmlcov .coverage .coverage.* .hypothesis
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache src/*.egg-info
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

$(HAVE_GAME): pyproject.toml constraints.txt $(NATIVE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "RingRift needs Python 3.11 or newer: make PYTHON=/path/to/python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing RingRift into $(VENV) and compiling its kernel: two or three minutes, once ..."
	@$(PIP_INSTALL) --editable .
	@$(BIN)/python -c 'from ringrift.kernel import Position' 2>/dev/null || \
		echo "The kernel was not built: install a C++20 compiler (gcc or clang) for it. Everything else works, only slower."
	@touch $@

# The kernel's own tests, with the sanitizers on. Vectors hold rows on two boards and words on one: two boards show both.
$(NATIVE_TESTS): $(NATIVE) | $(HAVE_TOOLS)
	@echo "Compiling the kernel's tests with AddressSanitizer and UndefinedBehaviorSanitizer ..."
	@mkdir -p build && $(BIN)/cmake -S . -B build/tests -DRINGRIFT_TESTS=ON "-DRINGRIFT_VECTOR_BOARDS=Square8;Hexagonal" -DRINGRIFT_SANITIZE=address,undefined \
		-DCMAKE_CXX_FLAGS_RELEASE=-O1 > build/tests.log 2>&1 || (cat build/tests.log; exit 1)
	@$(BIN)/cmake --build build/tests --parallel $(JOBS) > build/tests.log 2>&1 || (cat build/tests.log; exit 1)
	@touch $@

$(HAVE_TOOLS): $(HAVE_GAME)
	@echo "Installing its development tools into $(VENV) ..."
	@$(PIP_INSTALL) --editable '.[dev]'
	@touch $@
