# RingRift. `make help` lists what can be made.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Stamps: newer than the files that say what to install, so that a second `make` installs nothing.
HAVE_GAME := $(VENV)/.game-installed
HAVE_TOOLS := $(VENV)/.tools-installed

# How many test processes; a soak's games and its first seed.
JOBS ?= 2
GAMES ?= 1000
SEED ?= 1

# Each module writes the pages and pictures under docs/ that come from the code.
PAGES := ringrift.drawing.pictures ringrift.contract.phase_diagram ringrift.contract.rule_index

.DEFAULT_GOAL := help
.PHONY: help run test lint bench soak docs clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(HAVE_GAME) ## play a game in the terminal against a random opponent
	@$(BIN)/ringrift play

test: $(HAVE_TOOLS) ## run every test and measure the branch coverage of the rules
	$(BIN)/pytest -n $(JOBS) --dist worksteal --cov

lint: $(HAVE_TOOLS) ## check style, types and the layers of the package
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(HAVE_GAME) ## measure the speed of the rules
	$(BIN)/python -m bench

soak: $(HAVE_GAME) ## play random games with every invariant checked (GAMES=1000 SEED=1)
	$(BIN)/ringrift soak --games $(GAMES) --seed $(SEED)

docs: $(HAVE_TOOLS) ## build the documentation as a site, in site/
	for page in $(PAGES); do $(BIN)/python -m $$page || exit 1; done
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

clean: ## remove all that was made, the virtual environment too
	rm -rf $(VENV) build dist site htmlcov .coverage .coverage.* .hypothesis
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache src/*.egg-info
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

$(HAVE_GAME): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "RingRift needs Python 3.11 or newer: make PYTHON=/path/to/python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing RingRift into $(VENV) ..."
	@$(PIP_INSTALL) --editable .
	@touch $@

$(HAVE_TOOLS): $(HAVE_GAME)
	@echo "Installing its development tools into $(VENV) ..."
	@$(PIP_INSTALL) --editable '.[dev]'
	@touch $@
