# `make` lists the targets. PYTHON=... is the Python that .venv is made from.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
DOCTOR := $(PYTHON) flowdesk/doctor.py --venv $(VENV)
# The pip of Debian 12 warns at length if it is to build pycosat in the old way.
export PIP_USE_PEP517 := 1
# Bytecode is kept, whatever the environment says: the tests start hundreds of programs.
export PYTHONDONTWRITEBYTECODE :=
# Whether the doctor can run.
IS_PYTHON := [ "`$(PYTHON) -c 'import sys; print(sys.version_info >= (3, 6))' 2>/dev/null`" = True ]

# The level that `make run` opens: FILE=..., or the first 7x7 that is shipped.
LEVELS := $(sort $(wildcard puzzles/*.txt puzzles/*/*.txt))
FILE ?= $(firstword $(sort $(wildcard puzzles/07x07*.txt puzzles/*/07x07*.txt)) $(LEVELS))

.PHONY: help run test test-all test-pycosat test-pythons fuzz lint bench difficulty engines files screenshot screenshots lecture \
    dist package install-desktop uninstall-desktop clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' Makefile

run: DOCTOR += --display
run: $(VENV)/ready ## open the window with a shipped level or FILE=...
	$(BIN)/python -m flowdesk $(if $(FILE),"$(FILE)")

# Tests run in parallel, with a screen for each worker. They often wait for programs and windows: one
# worker more than there are cores.
WORKERS = $(shell $(BIN)/python -c 'import os; print(min(4, 1 + (os.cpu_count() or 1)))')
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test: $(VENV)/ready-dev ## run the quick tests; ARGS=... is passed to pytest
	$(PYTEST) $(ARGS)

test-all: $(VENV)/ready-dev ## run all tests, which takes minutes
	$(PYTEST) -m "" $(ARGS)

test-pycosat: export FLOWDESK_SAT := pycosat
test-pycosat: $(VENV)/ready-dev ## run the tests that solve most with the other solver
	$(PYTEST) tests/sat/test_sat.py tests/kinds/flow/test_solve.py tests/kinds/flow/test_counting.py \
	    tests/kinds/slitherlink/test_solve.py tests/cli/test_solve.py

test-pythons: ## run the tests of the model on every installed Python from 3.10 on
	$(PYTHON) -m tests.house.pythons $(ARGS)

fuzz: MINUTES ?= 10
fuzz: $(VENV)/ready-dev ## read files with random mistakes for MINUTES=10
	$(BIN)/python -m tests.formats.fuzz --minutes $(MINUTES)

lint: $(VENV)/ready-dev ## check style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/ready-dev ## measure how fast everything is, and write it to docs/performance.md
	$(BIN)/python -m tests.bench

difficulty: $(VENV)/ready-dev ## rate all puzzles and write docs/difficulty.md and docs/slitherlink_difficulty.md
	$(BIN)/python -m tests.kinds.flow.difficulty_table
	$(BIN)/python -m tests.kinds.slitherlink.difficulty_table

engines: $(VENV)/ready-dev ## race the engines and write docs/engines.md
	$(BIN)/python -m tests.lab.engine_race

files: ## list the files of the package in docs/files.md
	$(PYTHON) -m tests.file_list

lecture: $(VENV)/ready-dev ## take the pictures in docs/lecture.md
	$(BIN)/python -m tests.app.lecture_pictures

screenshot: $(VENV)/ready-dev ## take the moving picture in README, and those of the guide
	$(BIN)/python -m tests.app.screenshots --guide
	$(BIN)/python -m tests.app.readme_movie

screenshots: $(VENV)/ready-dev ## take pictures of all windows in build/screenshots; ARGS=... chooses some by name
	$(BIN)/python -m tests.app.screenshots $(ARGS)

dist: $(VENV)/ready-dev ## build and test dist/flowdesk, a program that needs no Python
	$(BIN)/pyinstaller --noconfirm --log-level WARN flowdesk.spec
	$(BIN)/python -m tests.house.smoke_dist program

package: $(VENV)/ready-dev ## build sdist and wheel in dist, and test them in a clean environment
	$(BIN)/python -m build --outdir dist
	$(BIN)/python -m tests.house.smoke_dist wheel

install-desktop: $(VENV)/ready ## add FlowDesk to the menu of a Linux desktop; PROGRAM=dist/flowdesk/flowdesk
	$(BIN)/python assets/install_desktop.py $(if $(PROGRAM),--program "$(PROGRAM)")

uninstall-desktop: ## remove it from there
	$(PYTHON) assets/install_desktop.py --remove

clean: ## remove everything that make has built
	rm -rf $(VENV) .venv-pythons build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# The virtual environment. The empty files "ready" and "ready-dev" mark it as up to date. An
# environment that does not work, as after an update of Python, is made again.
ifneq ($(shell $(BIN)/python -c 'print("works")' 2>/dev/null),works)
.PHONY: $(VENV)/ready
endif
$(VENV)/ready: requirements.txt
	@$(IS_PYTHON) || { \
	    echo "FlowDesk needs Python 3.10 or newer, and none is called $(PYTHON)."; \
	    echo "\`./start\` finds or installs one. If you have one: make $(MAKECMDGOALS) PYTHON=/its/path"; \
	    exit 1; } >&2
	@$(DOCTOR)
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@$(DOCTOR) --requirements requirements.txt >$(VENV)/requirements.txt
	$(PIP) -r $(VENV)/requirements.txt
	@touch $@

$(VENV)/ready-dev: DOCTOR += --tests
$(VENV)/ready-dev: requirements-dev.txt $(VENV)/ready
	@$(DOCTOR)
	$(PIP) --no-compile -r requirements-dev.txt # what is imported is compiled then
	@touch $@
