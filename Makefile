# make example   set up and run the main job on a fixture
# make test      set up and pass the tests
# The environments are made anew when pyproject.toml or the requirements in tests/ change.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV ?= .venv
LEGACY_VENV ?= .venv-legacy
PYTHON2_VENV ?= .venv-python2
KERAS3_VENV ?= .venv-keras3
PYTHON ?= $(shell .ci/find-python 3.11 3.12 3.10 3.13)
PYTHON37 ?= $(shell .ci/find-python 3.7 2>/dev/null)
PYTHON27 ?= $(shell .ci/find-python 2.7 2>/dev/null)
# An interpreter with TensorFlow 1.15.5; made here if there is a Python 3.7 and none is given.
HOIST_LEGACY_PYTHON ?= $(if $(PYTHON37),$(abspath $(LEGACY_VENV))/bin/python)
export HOIST_LEGACY_PYTHON
# The same with TensorFlow 1.15.0 on Python 2.7.
HOIST_PYTHON2 ?= $(if $(PYTHON27),$(abspath $(PYTHON2_VENV))/bin/python)
export HOIST_PYTHON2
# The first TensorFlow with Keras 3, which changes of training are tested on as well.
HOIST_FIRST_KERAS_3 ?= $(abspath $(KERAS3_VENV))/bin/python
export HOIST_FIRST_KERAS_3
WORKERS ?= 2

BIN := $(abspath $(VENV))/bin
LEGACY_READY := $(if $(filter $(abspath $(LEGACY_VENV))/bin/python,$(HOIST_LEGACY_PYTHON)),$(LEGACY_VENV)/.ready)
LEGACY_READY += $(if $(filter $(abspath $(PYTHON2_VENV))/bin/python,$(HOIST_PYTHON2)),$(PYTHON2_VENV)/.ready)
LEGACY_READY += $(if $(filter $(abspath $(KERAS3_VENV))/bin/python,$(HOIST_FIRST_KERAS_3)),$(KERAS3_VENV)/.ready)

.PHONY: help example test lint types format nightly mutation gpu clean

help:
	@sed -n 's/^# make/make/p' Makefile
	@echo "make lint, types, format, nightly, mutation, gpu, clean"

# The copy stays, so that what was written can be looked at.
example: $(VENV)/.verify
	@copy=$$(mktemp -d); cp fixtures/plate_recognition/*.py "$$copy"; \
	"$(BIN)/hoist" fix "$$copy/train.py"; \
	echo "The rewritten copy is in $$copy"

test: lint types $(LEGACY_READY)
	"$(BIN)/pytest" -n $(WORKERS) --dist worksteal

lint: $(VENV)/.dev
	"$(BIN)/ruff" format --check
	"$(BIN)/ruff" check

types: $(VENV)/.dev
	"$(BIN)/mypy"

format: $(VENV)/.dev
	"$(BIN)/ruff" check --fix
	"$(BIN)/ruff" format

nightly: $(VENV)/.dev $(LEGACY_READY)
	"$(BIN)/pytest" -n $(WORKERS) -m nightly

mutation: $(VENV)/.dev
	"$(BIN)/python" -m pip install -q -e '.[mutation]'
	for config in comparison times; do "$(BIN)/python" -m tests.mutation tests/mutation/$$config.toml; done
	"$(BIN)/python" -m tests.mutation tests/mutation/fingerprints.toml --every 10

gpu: $(VENV)/.dev
	"$(BIN)/pytest" -m gpu

clean:
	rm -rf "$(VENV)" "$(LEGACY_VENV)" "$(PYTHON2_VENV)" "$(KERAS3_VENV)" build dist .pytest_cache .ruff_cache .mypy_cache .hypothesis

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "hoist needs Python 3.10 to 3.13: make PYTHON=/path/to/python" >&2; exit 1; }
	"$(PYTHON)" -m venv "$(VENV)"

$(VENV)/.verify: pyproject.toml | $(VENV)/bin/python
	"$(BIN)/python" -m pip install -q -e '.[verify]'
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	"$(BIN)/python" -m pip install -q -e '.[verify,dev]'
	touch $@ "$(VENV)/.verify"

$(LEGACY_VENV)/.ready: tests/legacy-requirements.txt
	"$(PYTHON37)" -m venv --clear "$(LEGACY_VENV)"
	"$(LEGACY_VENV)/bin/python" -m pip install -q -r tests/legacy-requirements.txt
	touch $@

$(PYTHON2_VENV)/.ready: tests/python2-requirements.txt | $(VENV)/.dev
	"$(BIN)/virtualenv" -q --clear -p "$(PYTHON27)" "$(PYTHON2_VENV)"
	"$(PYTHON2_VENV)/bin/python" -m pip install -q -r tests/python2-requirements.txt
	touch $@

$(KERAS3_VENV)/.ready: tests/keras3-requirements.txt
	"$(PYTHON)" -m venv --clear "$(KERAS3_VENV)"
	"$(KERAS3_VENV)/bin/python" -m pip install -q -r tests/keras3-requirements.txt
	touch $@
