# Everything a person does with the project, from a fresh clone. `make help` lists it.
PORT ?= 8501
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A page multiplies small matrices: threads that wait for their share of one cost more than it.
export OPENBLAS_NUM_THREADS ?= 1

.DEFAULT_GOAL := help
.PHONY: help run dev class test check format bench lock clean

help: ## list these commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

run: $(VENV)/.run ## serve the app on PORT (8501)
	$(BIN)/python -m streamlit run app.py --server.port $(PORT)

dev: $(VENV)/.dev ## serve the app and reload it when a file changes
	$(BIN)/python -m streamlit run app.py --server.port $(PORT) \
		--server.fileWatcherType auto --server.runOnSave true

class: $(VENV)/.run ## serve a class: one process a core (or PROCESSES) behind nginx, on PORT
	@exec $(BIN)/python deploy/classroom.py --port $(PORT) $(if $(PROCESSES),--processes $(PROCESSES))

test: $(VENV)/.dev ## run every test (browser tests where a Chromium is, or can be got)
	@sh tests/debian.sh
	$(BIN)/python -m pytest

check: $(VENV)/.dev ## lint, format, types and import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_layering.py

format: $(VENV)/.dev ## put the code into its standard form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev ## measure speed, size and memory; prints ratios of one run
	$(BIN)/python -m tests.benchmarks

lock: $(VENV)/.dev ## compile the locks again from pyproject.toml
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/python -m uv pip compile --quiet --upgrade --universal --no-header --no-annotate \
		--python-version 3.11 pyproject.toml -o requirements.txt
	$(BIN)/python -m uv pip compile --quiet --upgrade --universal --no-header --no-annotate \
		--python-version 3.11 -c requirements.txt pyproject.toml --group dev -o requirements-dev.txt

clean: ## remove the environment and all caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; try: make PYTHON=python3.12 run"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/.run
