# RingRift. `make help` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Stamp files: a second `make` installs nothing unless their prerequisites change.
HAVE_GAME := $(VENV)/.game-installed
HAVE_TOOLS := $(VENV)/.tools-installed
HAVE_TORCH := $(VENV)/.torch-installed
HAVE_ZIG := $(VENV)/.zig-installed
HAVE_SHELLS := $(VENV)/.shells-installed
HAVE_NODE_MODULES := web/node_modules/.installed
NATIVE_TESTS := build/tests/.built
NATIVE_PASSED := build/tests/.passed
CONFORMANCE_PASSED := build/.conformance-passed
RULES_PASSED := build/.rules-passed
LIBRARY_PASSED := build/.library-passed
PACKAGE_PASSED := build/.package-passed
UNITS_PASSED := build/.units-passed
PAGE := web/dist/.built
DIST := dist/.built

# Kernel sources; a change recompiles the kernel.
NATIVE := CMakeLists.txt $(shell find native -name wasm -prune -o -type f ! -name README.md -print)
WASM_SOURCES := $(shell find native/wasm -type f -not -name '*.pyc')

# What the proofs of conformance depend on: the vectors, both engines and what generates their tables.
CONFORMANCE := $(NATIVE) $(WASM_SOURCES) $(shell find src/ringrift/rules src/ringrift/kernel \
	src/ringrift/conformance tools tests/conformance tests/data/vectors tests/host/rules_guard tests/rules/playing.py \
	-type f -not -name '*.pyc' -not -name '*.so')

# What the tests of the library depend on: the package below its server, its data and its examples.
LIBRARY_TESTS := tests/arena tests/drawing tests/kernel tests/learning tests/players tests/records tests/starts \
    tests/test_game.py
LIBRARY := $(shell find src/ringrift -path src/ringrift/server -prune -o -type f \
	-not -name '*.pyc' -not -name '*.so' -print) \
	$(shell find tests/data tests/rules $(LIBRARY_TESTS) examples docs/reference \
	-type f -not -name '*.pyc')

# What depends on the whole package and its documents, but not on timing, other processes' speed or a database.
PACKAGE_TESTS := tests/cli tests/host tests/simulation tests/tools tests/test_benchmarks.py tests/test_readme.py
PACKAGE := $(LIBRARY) $(shell find src/ringrift/server tools docs bench web/src README.md $(PACKAGE_TESTS) \
	-type f -not -name '*.pyc')

# The rest: the server's tests and those of the repository.
SERVER_TESTS := $(addprefix --ignore ,tests/package tests/rules tests/conformance $(LIBRARY_TESTS) $(PACKAGE_TESTS))

# Sources of the web client, and the data files that it shares with the package.
WASM := web/build/kernel.wasm
WEB := $(shell find web \( -name node_modules -o -name dist -o -name build \) -prune -o -type f -print)
WEB_DATA := $(wildcard src/ringrift/rules/data/*.json src/ringrift/drawing/*.json \
	src/ringrift/players/*.json src/ringrift/players/networks/*.json \
	src/ringrift/server/page/*.json docs/pictures/board*.svg \
	docs/rules.md docs/faq.md docs/strategy.md docs/reference/rules-exact.md)

# The browser for the web client's tests.
CHROMIUM ?= /usr/bin/chromium
export CHROMIUM
FIREFOX ?= /usr/bin/firefox-esr
export FIREFOX

# The tests start hundreds of Python processes, which load compiled modules faster.
unexport PYTHONDONTWRITEBYTECODE

# Test processes; games, first seed, rounds of faults, simulated seeds and decoded states of a soak; how much longer
# than a test it fuzzes the server.
JOBS ?= 2
GAMES ?= 1000
SEED ?= 1
ROUNDS ?= 1000
SEEDS ?= 10000
STATES ?= 1000000
FUZZ ?= 10

# Tests with real processes, sockets and databases share two cores with other work. One that fails runs
# once more by itself: a fault fails again, a moment without a processor does not.
FAILED_AGAIN := $(BIN)/pytest --last-failed --last-failed-no-failures none

# The rungs of the ladder to play (empty: all), and the journal of their games.
RUNGS ?=
JOURNAL ?= build/ladder.jsonl

# `make soak SECONDS=3600` limits the time instead of the games: half of it for each command.
ifdef SECONDS
GAMES := 1000000000
LIMIT := --seconds $(shell expr $(SECONDS) / 2)
endif

# Generators of committed files: pages, pictures, schemas and tables.
GENERATORS := tools.doc_pictures tools.wire_schema tools.phase_diagram \
	tools.project_scenarios tools.rule_index \
	tools.sandbox_links tools.web_look tools.web_rulebook_pictures tools.web_scenarios tools.live_protocol_schema tools.error_codes \
	tools.native_tables tools.kernel_messages tools.state_fields

.DEFAULT_GOAL := help
.PHONY: FORCE help run play page test test-browser test-files test-learning test-package test-lowest dist lint bench soak ladder acceptance tune load latency docs clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(HAVE_GAME) $(PAGE) ## start a server and open the web client in the browser (games are stored in ringrift.db)
	@$(BIN)/ringrift serve --open --log-level warning --log-format text

play: $(HAVE_GAME) ## play in the terminal against level 3 (SCREEN=1: on the full screen)
	@$(BIN)/ringrift play $(if $(SCREEN),--screen)

page: $(PAGE) ## build the web client into web/dist

# A suite whose result depends only on files runs again when one of them has changed; FORCE=1 runs
# it anyway. These are all but the browser's, the server's and the repository's tests. Browser tests
# wait a third of their time, so they run beside these. What depends on timing, processes or databases
# runs alone and every time; measurements of speed come last.
test: $(HAVE_TOOLS) $(NATIVE_PASSED) $(PAGE) | $(CHROMIUM) $(FIREFOX) ## run every test, with branch coverage of the rules
	@$(MAKE) --no-print-directory --jobs 2 test-browser test-files
	$(BIN)/pytest -n $(JOBS) --dist worksteal $(SERVER_TESTS) || $(FAILED_AGAIN) $(SERVER_TESTS)
	cd web && npm run --silent speed

test-files: $(CONFORMANCE_PASSED) $(RULES_PASSED) $(LIBRARY_PASSED) $(PACKAGE_PASSED) $(UNITS_PASSED)

# The output follows as a whole, because that of pytest is shown meanwhile.
test-browser:
	@cd web && npm run --silent e2e > ../build/e2e.log 2>&1; status=$$?; cat ../build/e2e.log; exit $$status

test-learning: $(HAVE_TORCH) ## train small networks, also on a cluster (installs PyTorch and Ray)
	$(BIN)/pytest tests/learning/test_network_example.py tests/learning/test_learn.py tests/learning/test_ray.py

test-package: $(DIST) | $(CHROMIUM) ## build the sdist and its wheel, install it and the npm packages in empty projects and use them
	$(BIN)/pytest tests/package

test-lowest: $(DIST) | $(CHROMIUM) ## use the installed wheel with the oldest accepted versions of the dependencies
	RINGRIFT_CONSTRAINTS=constraints-lowest.txt $(BIN)/pytest tests/package/test_installed.py

dist: $(DIST) ## build the sdist with the page, from it the wheel, and the npm packages, into dist/

$(NATIVE_PASSED): $(NATIVE_TESTS) $(if $(FORCE),FORCE)
	$(BIN)/ctest --test-dir build/tests --parallel $(JOBS) --output-on-failure --no-tests=error
	@touch $@

$(CONFORMANCE_PASSED): $(CONFORMANCE) $(if $(FORCE),FORCE) | $(HAVE_TOOLS) $(HAVE_ZIG)
	$(BIN)/pytest tests/conformance -n $(JOBS) --dist worksteal
	@mkdir -p build && touch $@

# Only these tests measure coverage, which would slow the others down.
$(RULES_PASSED): $(LIBRARY) pyproject.toml constraints.txt $(if $(FORCE),FORCE) | $(HAVE_TOOLS)
	$(BIN)/pytest tests/rules -n $(JOBS) --dist worksteal --cov
	@mkdir -p build && touch $@

$(LIBRARY_PASSED): $(LIBRARY) $(NATIVE) pyproject.toml constraints.txt $(if $(FORCE),FORCE) | $(HAVE_TOOLS)
	$(BIN)/pytest $(LIBRARY_TESTS) -n $(JOBS) --dist worksteal
	@mkdir -p build && touch $@

$(PACKAGE_PASSED): $(PACKAGE) $(NATIVE) pyproject.toml constraints.txt $(if $(FORCE),FORCE) | $(HAVE_TOOLS) $(HAVE_SHELLS)
	$(BIN)/pytest $(PACKAGE_TESTS) -n $(JOBS) --dist worksteal || $(FAILED_AGAIN) $(PACKAGE_TESTS)
	@mkdir -p build && touch $@

$(UNITS_PASSED): $(WEB) $(WEB_DATA) $(WASM) $(LIBRARY) $(wildcard tools/*.py) $(if $(FORCE),FORCE) | $(HAVE_TOOLS) $(HAVE_NODE_MODULES)
	cd web && npm run --silent test
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
	$(BIN)/python -m bench.environments
	$(BIN)/python -m bench.search
	$(BIN)/python -m bench.levels

soak: $(HAVE_TOOLS) ## check invariants in random games, engine parity, decoded observations, server fuzzing, simulated and real faults (GAMES=1000 or SECONDS=3600; SEED=1; STATES=1000000; FUZZ=10; SEEDS=10000; ROUNDS=1000, as root, or 0)
	$(BIN)/ringrift soak --games $(GAMES) --seed $(SEED) $(LIMIT)
	$(BIN)/ringrift parity --games $(GAMES) --positions $(GAMES) --seed $(SEED) $(LIMIT)
	RINGRIFT_FUZZ=$(FUZZ) RINGRIFT_FUZZ_SEED=$(SEED) $(BIN)/pytest tests/server/test_api_fuzz.py tests/server/test_socket_fuzz.py
	$(BIN)/python -m tests.learning.decode_soak --states $(STATES) --seed $(SEED)
	$(BIN)/python -m tests.simulation --seeds $(SEEDS) --first $(SEED) --jobs $(JOBS)
	$(BIN)/python -m bench.load.faults --rounds $(ROUNDS) --seed $(SEED) --no-write

ladder: $(HAVE_TOOLS) ## play every level against the one below (resumable; hours), or RUNGS='--board hex8', into bench/ladder.md
	@mkdir -p $(dir $(JOURNAL))
	$(BIN)/ringrift arena ladder --seconds 0.5 --jobs $(JOBS) $(RUNGS) --journal $(JOURNAL) --out bench/ladder.md

acceptance: $(HAVE_TOOLS) ## test the strongest level, and 1,000 games without a fault (resumable), into bench/acceptance.md
	@mkdir -p build
	$(BIN)/ringrift arena acceptance --jobs $(JOBS) --journal build/acceptance.jsonl --out bench/acceptance.md

tune: $(HAVE_TOOLS) ## tune the evaluation weights by self-play (resumable)
	$(BIN)/python -m ringrift.arena.tuning --jobs $(JOBS)
	$(BIN)/python -m ringrift.arena.tuning --jobs $(JOBS) --polish

load: $(HAVE_TOOLS) ## measure the server under load, after crashes and with many games (half an hour), into bench/results
	for what in sqlite postgres levels takeover; do $(BIN)/python -m bench.load $$what || failed=1; done; \
	for what in spectators leases crash_recovery evaluate attacks "growth sqlite" "growth postgres"; do $(BIN)/python -m bench.load.$$what || failed=1; done; exit $${failed:-0}

latency: $(HAVE_TOOLS) ## measure the latency of moves under load, under attack and beside spectators (8 minutes), into bench/results
	for what in "load sqlite" "load postgres" load.attacks load.spectators; do $(BIN)/python -m bench.$$what || failed=1; done; exit $${failed:-0}

docs: $(HAVE_TOOLS) ## regenerate the generated files and build the documentation site into site/
	for generator in $(GENERATORS); do $(BIN)/python -m $$generator || exit 1; done
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --jobs $(JOBS) --doctree-dir build/docs docs site

clean: ## remove everything that was built or installed
	rm -rf $(VENV) build dist site htmlcov .coverage .coverage.* .hypothesis
	rm -rf web/node_modules web/dist web/build
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache src/*.egg-info
	find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(HAVE_GAME): pyproject.toml constraints.txt $(NATIVE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "RingRift needs Python 3.11 or newer: make PYTHON=/path/to/python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing RingRift into $(VENV) and compiling its kernel (two to three minutes, once) ..."
	@$(PIP_INSTALL) --editable '.[server,client,screen]'
	@$(BIN)/python -c 'from ringrift.kernel import Position' 2>/dev/null || \
		echo "The kernel was not built: install a C++20 compiler (gcc or clang). Everything else works, but slower."
	@touch $@

# C++ tests with sanitizers. Two boards cover both kinds of bitboards. -Og compiles an engine in
# half the time of -O1, and the tests run as fast.
$(NATIVE_TESTS): $(NATIVE) | $(HAVE_TOOLS)
	@echo "Compiling the kernel's tests with AddressSanitizer and UndefinedBehaviorSanitizer ..."
	@mkdir -p build && $(BIN)/cmake -S . -B build/tests -DRINGRIFT_TESTS=ON "-DRINGRIFT_VECTOR_BOARDS=Square8;Hexagonal" -DRINGRIFT_SANITIZE=address,undefined \
		-DCMAKE_CXX_FLAGS_RELEASE=-Og > build/tests.log 2>&1 || (cat build/tests.log; exit 1)
	@$(BIN)/cmake --build build/tests --parallel $(JOBS) > build/tests.log 2>&1 || (cat build/tests.log; exit 1)
	@touch $@

$(HAVE_TOOLS): $(HAVE_GAME)
	@echo "Installing the development tools into $(VENV) ..."
	@$(PIP_INSTALL) --editable '.[dev]'
	@touch $@

$(HAVE_TORCH): constraints.txt | $(HAVE_TOOLS)
	@echo "Installing PyTorch and Ray into $(VENV) ..."
	@$(PIP_INSTALL) torch==2.13.0
	@$(PIP_INSTALL) ray
	@touch $@

$(HAVE_ZIG): constraints.txt | $(HAVE_GAME)
	@echo "Installing the compiler for WebAssembly into $(VENV) ..."
	@$(PIP_INSTALL) ziglang
	@touch $@

# For the tests of shell completion, which skip a shell that is missing.
$(HAVE_SHELLS): | $(HAVE_GAME)
	@if ! { command -v zsh && command -v fish; } > /dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		echo "Installing zsh and fish for the tests of completion ..."; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends zsh fish > /dev/null; } || \
			echo "zsh and fish were not installed: their tests are skipped."; \
	fi
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

# The wheel is built from the sdist with a compiler for old Linux systems; auditwheel names them in
# its tag.
# The npm packages are built from the web client's sources.
$(DIST): $(PACKAGE) $(NATIVE) $(PAGE) pyproject.toml $(HAVE_TOOLS) $(HAVE_ZIG)
	@echo "Building the sdist and its wheel into dist/ (two to three minutes) ..."
	@rm -rf dist && mkdir dist
	@$(BIN)/python -m tools.pack_page
	@CXX="$(CURDIR)/native/manylinux-c++" $(BIN)/python -m build --outdir dist . > dist/build.log 2>&1 || (cat dist/build.log; exit 1)
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist dist/*-linux_*.whl
	@rm dist/*-linux_*.whl
	@cd web && npm run --silent packages -- --pack ../dist
	@touch $@

$(CHROMIUM):
	@if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		echo "Installing Chromium for the browser tests ..."; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium > /dev/null; \
	else \
		echo "The browser tests need Chromium: install it (Debian: apt-get install chromium), or run make test CHROMIUM=/path/to/chromium"; \
		exit 1; \
	fi

$(FIREFOX):
	@if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		echo "Installing Firefox for the browser tests ..."; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends firefox-esr > /dev/null; \
	else \
		echo "The browser tests need Firefox: install it (Debian: apt-get install firefox-esr), or run make test FIREFOX=/path/to/firefox"; \
		exit 1; \
	fi
