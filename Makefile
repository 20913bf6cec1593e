# Two commands are enough: `make play` and `make test`. Both set up what they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd' -o -name '*.pyx' -o -name '*.bin' -o -name '*.md') $(wildcard src/ludoteca/web/*/* src/ludoteca/languages/*/*) pyproject.toml setup.py
NODE := build/node/node_modules/.bin
JOBS := 2
# A worker takes over what the other has not come to: tests that wait share the time with tests that compute.
PYTEST = LUDOTECA_EXAMPLES=installed $(BIN)/python -m pytest -n $(JOBS) --dist worksteal
GAME :=

# What a command of the system is needed for, and the Debian packages that have it. As root on Debian they are
# installed, after saying so; elsewhere it is said what to install.
define system_packages
@if ! PATH="$$PATH:/usr/games" command -v $(1) >/dev/null; then \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "$(1) is missing: $(3). Installing it now: apt-get install $(2)"; \
		apt-get update -qq && apt-get install -qq -y $(2) >/dev/null || echo "apt-get could not install $(2)"; \
	else echo "$(1) is missing: $(3). On Debian: apt install $(2)"; fi; fi
endef

# Installs what an extra of pyproject.toml names, without installing the package again.
define extra
@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["$(1)"], sep="\n")' > build/$(1).txt
@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r build/$(1).txt
endef

.PHONY: play test check format lint types scripts words browser layers hints docs doctests test-compiled test-interpreted test-deep bench bench-lab learn signature bench-server sanitize wheel test-wheel clean

play: build/.installed build/.server
	@$(BIN)/ludoteca play $(GAME)

test: build/.tools
	@$(MAKE) --no-print-directory --jobs=$(JOBS) check
	@$(MAKE) --no-print-directory doctests test-compiled test-interpreted

check: format lint types scripts layers hints docs

format: build/.tools
	$(BIN)/ruff format --check

lint: build/.tools
	$(BIN)/ruff check

types: build/.tools
	$(BIN)/mypy

# The pages' scripts run as they stand; only the check of their types needs npm.
scripts:
	$(call system_packages,npm,npm,the types of the scripts are checked with TypeScript from npm)
	@if [ ! -x $(NODE)/tsc ] && command -v npm >/dev/null; then \
		npm install --silent --no-fund --no-audit --no-save --prefix build/node typescript@5; fi
	@if [ -x $(NODE)/tsc ]; then $(NODE)/tsc -p src/ludoteca/web/jsconfig.json && echo "types of the scripts: no fault"; \
	else echo "the types of the scripts are not checked"; [ "$(LUDOTECA_BROWSER)" != required ]; fi

# A real browser for tests/web; without one they are skipped, unless LUDOTECA_BROWSER=required.
browser:
	$(call system_packages,chromium-headless-shell,chromium-headless-shell fonts-wqy-microhei,the pages are tested in a real browser)

# Updates and compiles the translations: see docs/translating.md.
words: build/.tools
	PYTHONPATH=src $(BIN)/python tools/words.py

layers: build/.tools
	PYTHONPATH=src $(BIN)/lint-imports

# Compiled code that falls back to Python objects is a fault: see CONTRIBUTING.md.
hints: build/.tools
	$(BIN)/python tools/hints.py

# One site of all documentation; a page, link or anchor that is missing fails it. `mkdocs serve` shows it while you write.
docs: build/.docs
	$(BIN)/mkdocs build
	@echo "the documentation is in build/site/index.html"

doctests: build/.tools build/.installed
	$(BIN)/python -m doctest README.md
	@echo "README doctests passed"

test-compiled: build/.tools build/.installed browser
	LUDOTECA_CORE=compiled $(PYTEST)

test-interpreted: build/.tools
	LUDOTECA_CORE=interpreted PYTHONPATH=src $(PYTEST)

# Ray, which some of them need, takes 240 MB.
test-deep: build/.tools build/.installed browser
	$(call extra,cluster)
	LUDOTECA_CORE=compiled $(PYTEST) -m deep

bench: build/.installed
	$(call extra,bench)
	$(call system_packages,fairy-stockfish,fairy-stockfish,the rules and the search are measured beside it)
	$(BIN)/python -m benchmarks

# Environments of others take some 1.5 GB; one that cannot be installed here is left out of the table. It fails at the end
# if a figure has missed its limit.
bench-lab: build/.installed
	$(call extra,lab)
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["bench-lab"], sep="\n")' > build/bench-lab.txt
	@while read -r peer; do $(BIN)/python -m pip install --quiet --disable-pip-version-check "$$peer" \
		|| echo "$$peer cannot be installed here"; done < build/bench-lab.txt
	@missed=0; for each in lab lab_selfplay lab_peers; do \
		echo "$(BIN)/python -m benchmarks.$$each"; $(BIN)/python -m benchmarks.$$each || missed=1; done; exit $$missed

# A network that learns by self-play, on two cores: docs/learning.md.
MINUTES := 5
learn: build/.installed
	$(call extra,lab)
	$(BIN)/python examples/lab/learn_by_self_play.py --minutes $(MINUTES)

signature: build/.installed
	@$(BIN)/python -m benchmarks.signature

bench-server: build/.installed build/.tools
	$(BIN)/python -m benchmarks.$(if $(filter-out 1,$(SERVERS)),servers,server)

# Compiled with AddressSanitizer and UndefinedBehaviorSanitizer of gcc: all that Python can call, with any integers,
# and rules. Python itself is not compiled so: it has the libraries preloaded, and leaks are not looked for.
SECONDS := 120
SANITIZED = LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONPATH=build/sanitize/lib LUDOTECA_CORE=compiled

sanitize: build/.tools
	LUDOTECA_SANITIZE=1 $(BIN)/python setup.py -q build --build-base build/sanitize --build-lib build/sanitize/lib
	$(SANITIZED) $(BIN)/python -m tests.integer_fuzz --seconds $(SECONDS) --log build/sanitize/last_call
	$(SANITIZED) $(PYTEST) tests/xiangqi tests/chinese_checkers tests/exile tests/tomb_chess tests/test_incomplete_game.py

soak: build/.installed build/.tools
	$(BIN)/python -m benchmarks.soak

wheel:
	rm -rf dist
	$(PYTHON) -m pip wheel --no-deps --wheel-dir dist .

test-wheel: build/.tools wheel
	$(BIN)/python tools/check_wheel.py dist/*.whl

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

build/.tools: $(BIN)/python build/.server pyproject.toml examples/pyproject.toml
	@mkdir -p build
	$(call extra,test)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e examples
	@touch $@

build/.docs: build/.tools
	$(call extra,docs)
	@touch $@
