# Two commands are enough: `make play` and `make test`. Both set up what they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd' -o -name '*.md') $(wildcard src/ludoteca/web/*/*) pyproject.toml setup.py
NODE := build/node/node_modules/.bin
JOBS := 2
GAME :=

# Installs what an extra of pyproject.toml names, without installing the package again.
define extra
@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["$(1)"], sep="\n")' > build/$(1).txt
@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r build/$(1).txt
endef

.PHONY: play test check format lint types scripts browser layers hints doctests test-compiled test-interpreted test-deep bench bench-server wheel clean

play: build/.installed build/.server
	@$(BIN)/ludoteca play $(GAME)

test: check doctests test-compiled test-interpreted

check: format lint types scripts layers hints

format: build/.tools
	$(BIN)/ruff format --check

lint: build/.tools
	$(BIN)/ruff check

types: build/.tools
	$(BIN)/mypy

# The pages' scripts run as they stand; their types are checked where there is npm.
scripts:
	@if [ ! -x $(NODE)/tsc ] && ! command -v npm >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -qq -y npm >/dev/null; fi
	@if [ ! -x $(NODE)/tsc ] && command -v npm >/dev/null; then \
		npm install --silent --no-fund --no-audit --no-save --prefix build/node typescript@5; fi
	@if [ -x $(NODE)/tsc ]; then $(NODE)/tsc -p src/ludoteca/web/jsconfig.json && echo "types of the scripts: no fault"; \
	elif [ "$(LUDOTECA_BROWSER)" = required ]; then echo "npm is missing" >&2; exit 1; \
	else echo "npm is missing: the types of the scripts are not checked (on Debian, apt install npm)"; fi

# A real browser for tests/web; without one they are skipped, unless LUDOTECA_BROWSER=required.
browser:
	@if ! command -v chromium >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -qq -y chromium fonts-wqy-microhei >/dev/null || true; fi
	@command -v chromium >/dev/null || echo "Chromium is missing: its tests are skipped (on Debian, apt install chromium)"

layers: build/.tools
	PYTHONPATH=src $(BIN)/lint-imports

# Compiled code that falls back to Python objects is a fault: see CONTRIBUTING.md.
hints: build/.tools
	$(BIN)/python tools/hints.py

doctests: build/.tools build/.installed
	$(BIN)/python -m doctest README.md
	@echo "README doctests passed"

test-compiled: build/.tools build/.installed browser
	LUDOTECA_CORE=compiled $(BIN)/python -m pytest -n $(JOBS)

test-interpreted: build/.tools
	LUDOTECA_CORE=interpreted PYTHONPATH=src $(BIN)/python -m pytest -n $(JOBS)

test-deep: build/.tools build/.installed
	LUDOTECA_CORE=compiled $(BIN)/python -m pytest -n $(JOBS) -m deep

bench: build/.installed
	$(call extra,bench)
	@if [ ! -x /usr/games/fairy-stockfish ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -qq -y fairy-stockfish >/dev/null || true; fi
	$(BIN)/python -m benchmarks

bench-server: build/.installed build/.tools
	$(BIN)/python -m benchmarks.server

wheel:
	$(PYTHON) -m pip wheel --no-deps --wheel-dir dist .

clean:
	rm -rf build dist $(VENV) src/*.egg-info

$(BIN)/python:
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python needs its venv module and headers: on Debian, apt install python3-venv python3-dev" >&2; exit 1; }

build/.installed: $(BIN)/python $(SOURCES)
	@echo "Compiling the core: this takes some minutes the first time."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@mkdir -p build && touch $@

build/.server: $(BIN)/python pyproject.toml
	@mkdir -p build
	$(call extra,server)
	@touch $@

build/.tools: $(BIN)/python build/.server pyproject.toml
	@mkdir -p build
	$(call extra,test)
	@touch $@
