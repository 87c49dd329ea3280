# RingRift. `make help` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Stamp files: a second `make` installs nothing unless their prerequisites change.
HAVE_GAME := $(VENV)/.game-installed
HAVE_TOOLS := $(VENV)/.tools-installed
HAVE_ZIG := $(VENV)/.zig-installed
HAVE_NODE_MODULES := web/node_modules/.installed
NATIVE_TESTS := build/tests/.built
NATIVE_PASSED := build/tests/.passed
CONFORMANCE_PASSED := build/.conformance-passed
PAGE := web/dist/.built

# Kernel sources; a change recompiles the kernel.
NATIVE := CMakeLists.txt $(shell find native -name wasm -prune -o -type f ! -name README.md -print)
WASM_SOURCES := $(shell find native/wasm -type f -not -name '*.pyc')

# What the proofs of conformance depend on: the vectors, both engines and what generates their tables.
CONFORMANCE := $(NATIVE) $(WASM_SOURCES) $(shell find src/ringrift/rules src/ringrift/kernel \
	src/ringrift/conformance tools tests/conformance tests/data/vectors tests/host/rules_guard \
	-type f -not -name '*.pyc' -not -name '*.so')

# Sources of the web client, and the data files that it shares with the package.
WASM := web/build/kernel.wasm
WEB := $(shell find web \( -name node_modules -o -name dist -o -name build \) -prune -o -type f -print)
WEB_DATA := $(wildcard src/ringrift/rules/data/*.json src/ringrift/drawing/*.json \
	src/ringrift/players/*.json src/ringrift/server/page/*.json docs/pictures/board*.svg \
	docs/rules.md docs/reference/rules-exact.md)

# The browser for the web client's tests.
CHROMIUM ?= /usr/bin/chromium
export CHROMIUM

# Test processes; games and first seed of a soak; how much longer than a test it fuzzes the server.
JOBS ?= 2
GAMES ?= 1000
SEED ?= 1
FUZZ ?= 10

# The rungs of the ladder to play (empty: all), and the journal of their games.
RUNGS ?=
JOURNAL ?= build/ladder.jsonl

# `make soak SECONDS=3600` limits the time instead of the games: half of it for each command.
ifdef SECONDS
GAMES := 1000000000
LIMIT := --seconds $(shell expr $(SECONDS) / 2)
endif

# Generators of committed files: pages, pictures, schemas and tables.
GENERATORS := tools.doc_pictures tools.wire_schema tools.phase_diagram tools.rule_index \
	tools.web_rulebook_pictures tools.web_scenarios tools.live_protocol_schema \
	tools.native_tables tools.kernel_messages tools.state_fields

.DEFAULT_GOAL := help
.PHONY: FORCE help run play page test lint bench soak ladder acceptance tune load docs clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(HAVE_GAME) $(PAGE) ## start a server and open the web client in the browser (games are stored in ringrift.db)
	@$(BIN)/ringrift serve --open --log-level warning --log-format text

play: $(HAVE_GAME) ## play in the terminal against level 3
	@$(BIN)/ringrift play

page: $(PAGE) ## build the web client into web/dist

# Only the rules' tests measure coverage, which would slow the others down. The native tests and the
# conformance tests run again only when something that they depend on has changed; FORCE=1 runs them anyway.
test: $(HAVE_TOOLS) $(NATIVE_PASSED) $(CONFORMANCE_PASSED) $(PAGE) | $(CHROMIUM) ## run every test, with branch coverage of the rules
	$(BIN)/pytest tests/rules -n $(JOBS) --dist worksteal --cov
	$(BIN)/pytest -n $(JOBS) --dist worksteal --ignore tests/rules --ignore tests/conformance
	cd web && npm run --silent test
	cd web && npm run --silent e2e

$(NATIVE_PASSED): $(NATIVE_TESTS) $(if $(FORCE),FORCE)
	$(BIN)/ctest --test-dir build/tests --output-on-failure --no-tests=error
	@touch $@

$(CONFORMANCE_PASSED): $(CONFORMANCE) $(if $(FORCE),FORCE) | $(HAVE_TOOLS) $(HAVE_ZIG)
	$(BIN)/pytest tests/conformance -n $(JOBS) --dist worksteal
	@mkdir -p build && touch $@

lint: $(HAVE_TOOLS) $(HAVE_NODE_MODULES) ## check style, types, import layers and generated stubs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run --Werror $(filter %.hpp %.cpp,$(NATIVE) $(WASM_SOURCES))
	$(BIN)/python -m mypy.stubtest ringrift.kernel._native --allowlist native/stubtest-allowlist.txt
	cd web && npm run --silent lint

bench: $(HAVE_TOOLS) ## measure the speed of the reference engine, the kernel, the search and the levels
	$(PIP_INSTALL) --editable '.[dev,bench]'
	$(BIN)/python -m bench
	$(BIN)/python -m bench.kernel
	$(BIN)/python -m bench.search
	$(BIN)/python -m bench.levels

soak: $(HAVE_TOOLS) ## check invariants in random games, engine parity, server fuzzing (GAMES=1000 or SECONDS=3600; SEED=1; FUZZ=10)
	$(BIN)/ringrift soak --games $(GAMES) --seed $(SEED) $(LIMIT)
	$(BIN)/ringrift parity --games $(GAMES) --positions $(GAMES) --seed $(SEED) $(LIMIT)
	RINGRIFT_FUZZ=$(FUZZ) RINGRIFT_FUZZ_SEED=$(SEED) $(BIN)/pytest tests/server/test_api_fuzz.py tests/server/test_socket_fuzz.py

ladder: $(HAVE_TOOLS) ## play every level against the one below (resumable; hours), or RUNGS='--board hex8', into bench/ladder.md
	@mkdir -p $(dir $(JOURNAL))
	$(BIN)/ringrift arena ladder --seconds 0.5 --jobs $(JOBS) $(RUNGS) --journal $(JOURNAL) --out bench/ladder.md

acceptance: $(HAVE_TOOLS) ## test the strongest level, and 1,000 games without a fault (resumable), into bench/acceptance.md
	@mkdir -p build
	$(BIN)/ringrift arena acceptance --jobs $(JOBS) --journal build/acceptance.jsonl --out bench/acceptance.md

tune: $(HAVE_TOOLS) ## tune the evaluation weights by self-play (resumable)
	$(BIN)/python -m ringrift.arena.tuning --jobs $(JOBS)
	$(BIN)/python -m ringrift.arena.tuning --jobs $(JOBS) --polish

load: $(HAVE_TOOLS) ## measure the server under load and after crashes (ten minutes), into bench/results/load.md
	for what in sqlite postgres levels takeover; do $(BIN)/python -m bench.load $$what || failed=1; done; \
	$(BIN)/python -m bench.load.crash_recovery || failed=1; $(BIN)/python -m bench.load.evaluate || failed=1; exit $${failed:-0}

docs: $(HAVE_TOOLS) ## regenerate the generated files and build the documentation site into site/
	for generator in $(GENERATORS); do $(BIN)/python -m $$generator || exit 1; done
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

clean: ## remove everything that was built or installed
	rm -rf $(VENV) build dist site htmlcov .coverage .coverage.* .hypothesis
	rm -rf web/node_modules web/dist web/build
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache src/*.egg-info
	find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(HAVE_GAME): pyproject.toml constraints.txt $(NATIVE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "RingRift needs Python 3.11 or newer: make PYTHON=/path/to/python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing RingRift into $(VENV) and compiling its kernel (two to three minutes, once) ..."
	@$(PIP_INSTALL) --editable '.[server]'
	@$(BIN)/python -c 'from ringrift.kernel import Position' 2>/dev/null || \
		echo "The kernel was not built: install a C++20 compiler (gcc or clang). Everything else works, but slower."
	@touch $@

# C++ tests with sanitizers. Two boards cover both kinds of bitboards.
$(NATIVE_TESTS): $(NATIVE) | $(HAVE_TOOLS)
	@echo "Compiling the kernel's tests with AddressSanitizer and UndefinedBehaviorSanitizer ..."
	@mkdir -p build && $(BIN)/cmake -S . -B build/tests -DRINGRIFT_TESTS=ON "-DRINGRIFT_VECTOR_BOARDS=Square8;Hexagonal" -DRINGRIFT_SANITIZE=address,undefined \
		-DCMAKE_CXX_FLAGS_RELEASE=-O1 > build/tests.log 2>&1 || (cat build/tests.log; exit 1)
	@$(BIN)/cmake --build build/tests --parallel $(JOBS) > build/tests.log 2>&1 || (cat build/tests.log; exit 1)
	@touch $@

$(HAVE_TOOLS): $(HAVE_GAME)
	@echo "Installing the development tools into $(VENV) ..."
	@$(PIP_INSTALL) --editable '.[dev]'
	@touch $@

$(HAVE_ZIG): constraints.txt | $(HAVE_GAME)
	@echo "Installing the compiler for WebAssembly into $(VENV) ..."
	@$(PIP_INSTALL) ziglang
	@touch $@

# Not `npm ci`, which requires the binaries of every platform in the lock file.
$(HAVE_NODE_MODULES): web/package.json web/package-lock.json
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a < 20 || (a == 20 && b < 19) ? 1 : 0)' 2>/dev/null && npm --version > /dev/null 2>&1 || \
		{ echo "The web client needs Node.js 20.19 or newer, with npm: install it first. 'make play' works without it."; exit 1; }
	@echo "Installing the web client's packages into web/node_modules ..."
	@cd web && npm install --no-save --no-audit --no-fund --loglevel error
	@touch $@

$(WASM): $(NATIVE) $(WASM_SOURCES) $(HAVE_ZIG)
	@echo "Compiling the kernel to WebAssembly ..."
	@$(BIN)/python native/wasm/build.py --jobs $(JOBS)
	@touch $@

$(PAGE): $(WEB) $(WEB_DATA) $(WASM) $(HAVE_NODE_MODULES)
	@echo "Building the web client ..."
	@cd web && npm run --silent build
	@touch $@

$(CHROMIUM):
	@if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		echo "Installing Chromium for the browser tests ..."; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium > /dev/null; \
	else \
		echo "The browser tests need Chromium: install it (Debian: apt-get install chromium), or run make test CHROMIUM=/path/to/chromium"; \
		exit 1; \
	fi
