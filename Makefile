# Everything this repository does. `make` alone prints the list.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$python; break; }; done)

BIN := .venv/bin
INSTALLED := .venv/.installed
WARM := .venv/.warm
COMPILED_SOURCES = $(shell find src/inkrail/kernel src/inkrail/rules/expansions src/inkrail/study/known_dice.py src/inkrail/core/cells.py src/inkrail/core/sides.py src/inkrail/envs/stepping.py -name '*.py')
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 8
LOCK_OPTIONS := --universal --python-version 3.11 --all-extras --generate-hashes

NODE_MODULES := web/node_modules/.installed
PAGE := src/inkrail/server/static/index.html
GENERATED := web/src/generated/keys.ts
VIEWS := web/src/generated/views.json
ENGINE := web/src/generated/engine.zip
STATIC := dist/static/index.html
PAGE_SOURCES = $(shell find web/src web/public web/licences -type f -not -path '*/generated/*') web/index.html web/vite.config.ts
ENGINE_SOURCES = tools/page.py $(shell find src/inkrail -type f -name '*.py' -o -name '*.toml')

.DEFAULT_GOAL := help
.PHONY: help setup play dist static docs test lint types imports unit web vitest browser screenshots pictures chromium postgres torch test-slow soak mutation bench format lock audit clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(INSTALLED) $(WARM) ## create .venv with everything in it, compiled, so that .venv/bin/inkrail exists

play: $(INSTALLED) web ## build the page and play in the browser, at http://localhost:8000 or another PORT=9000
	@$(BIN)/inkrail play $(if $(PORT),--port $(PORT))

dist: $(INSTALLED) web ## build the wheel and the source package, with the page inside, into dist; REPOSITORY=https://… adds its links
	@rm -f dist/inkrail-*
	@INKRAIL_REPOSITORY=$(REPOSITORY) $(BIN)/python -m hatchling build --directory dist

static: $(STATIC) ## build the page that plays without a server into dist/static, for any static web host

docs: $(INSTALLED) ## build the manuals, with the reference and the notebooks, into site/html; REPOSITORY=https://… adds links to the sources
	@INKRAIL_REPOSITORY=$(REPOSITORY) $(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --doctree-dir site/trees docs site/html
	@echo 'The manuals are in site/html/index.html.'

# What keeps one core busy runs side by side; the tests use all cores themselves.
test: chromium postgres ## all checks and tests that a change must pass
	@$(MAKE) --no-print-directory -j 2 setup web lint types imports vitest
	@$(MAKE) --no-print-directory unit browser

lint: $(INSTALLED) ## style and formatting of the code
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(INSTALLED) ## strict types, including the tests
	$(BIN)/mypy

imports: $(INSTALLED) ## the layers of the architecture
	$(BIN)/lint-imports --no-logo

unit: setup web postgres ## the tests without a browser, with few random examples
	$(PYTEST) --ignore tests/browser

web: $(PAGE) ## build the page into the server

vitest: $(VIEWS) $(PAGE) ## types and tests of the page
	npm --prefix web run --silent check
	npm --prefix web run --silent test

screenshots: web chromium ## screenshots of every page, desktop and phone, light and dark
	PYTHONPATH=. $(BIN)/python tools/screenshots.py screenshots

pictures: web chromium ## the screenshots that the manuals show, into docs/pictures
	PYTHONPATH=. $(BIN)/python tools/screenshots.py --manuals

# In a separate run: Playwright keeps an event loop running, so that asynchronous tests cannot start one.
browser: web static chromium ## the tests that play in a real browser
	$(PYTEST) tests/browser

# The browser tests need Chromium; Debian has one.
chromium:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y chromium >/dev/null; } || \
		{ echo 'the browser tests need Chromium (on Debian the package chromium)' >&2; exit 1; }

# The server tests start their own PostgreSQL.
postgres:
	@ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v initdb >/dev/null || \
		{ test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install -y postgresql >/dev/null; } || \
		{ echo 'the tests of the server need PostgreSQL 15 or newer (on Debian the package postgresql)' >&2; exit 1; }

# Of all that is here only training needs it, and a build for GPUs has gigabytes.
torch: setup ## torch, which training needs
	@$(BIN)/python -c 'import torch' 2>/dev/null || $(PIP) install torch==2.13.0

test-slow: setup web static chromium postgres torch ## random and kill tests at full length, the soak, the load test, then the mutation run
	INKRAIL_HYPOTHESIS=slow $(PYTEST) -m "not soak" --ignore tests/browser
	$(PYTEST) -m "" tests/browser
	$(MAKE) soak
	$(BIN)/python -m benchmarks.server_load
	$(MAKE) mutation

# Alone, because its players, servers and hostile clients need all cores.
soak: setup postgres ## 100 tables, reconnects, kills and hostile clients for half an hour, or INKRAIL_SOAK_SECONDS
	$(BIN)/python -m pytest -m soak tests/server/test_soak.py

mutation: setup ## mutate core, rules, game and rooms and list the mutants that no test kills
	$(BIN)/python -m tools.mutation

bench: setup web static chromium ## measure the engine, the kernel, the page, and the server under load and under attack
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.start
	$(BIN)/python -m benchmarks.kernel
	$(BIN)/python -m benchmarks.first_move
	$(BIN)/python -m benchmarks.page
	$(BIN)/python -m benchmarks.static_page
	$(BIN)/python -m benchmarks.server_load
	$(BIN)/python -m benchmarks.hostile

format: $(INSTALLED) ## fix formatting and what the linter can fix
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

lock: setup ## update the pinned versions and hashes in requirements.lock
	$(BIN)/uv pip compile --quiet --upgrade $(LOCK_OPTIONS) --custom-compile-command 'make lock' pyproject.toml --output-file requirements.lock

audit: setup ## list known vulnerabilities of all pinned packages; exits with 2 if no database can be reached
	@$(BIN)/python tools/audit.py

clean: ## remove everything that was generated
	rm -rf .venv dist site mutants web/node_modules web/src/generated src/inkrail/server/static .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests tools -name __pycache__ -prune -exec rm -rf {} +

# Only wheels with a known hash are installed: nothing that a package index serves runs before it was checked.
$(INSTALLED): pyproject.toml requirements.lock
	@test -n "$(PYTHON)" && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo 'inkrail needs Python 3.11 or newer; name one: make setup PYTHON=/path/to/python3' >&2; exit 1; }
	@echo 'Installing into .venv; the first time takes about a minute.'
	@"$(PYTHON)" -m venv .venv || \
		{ echo 'inkrail needs the venv module of Python (on Debian the package python3-venv)' >&2; exit 1; }
	@$(PIP) install --require-hashes --only-binary :all: -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# What bots, reviews and environments need for every ruleset, so that neither a first game nor the tests have to compile it.
$(WARM): $(INSTALLED) $(COMPILED_SOURCES)
	@echo 'Compiling the search of bots and reviews, and the environments; the first time takes about two minutes.'
	@$(BIN)/inkrail warm
	@$(BIN)/python -m inkrail.envs.warming
	@touch $@

$(NODE_MODULES): web/package.json web/package-lock.json
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null || \
		{ echo 'inkrail needs Node 20 or newer to build its page' >&2; exit 1; }
	@echo 'Installing the packages of the page into web/node_modules; the first time takes a moment.'
	@npm --prefix web ci --loglevel error --no-fund --no-audit --no-update-notifier || \
		{ echo 'npm could not get the packages of the page; it says above why' >&2; exit 1; }
	@touch $@

$(GENERATED): $(INSTALLED) $(NODE_MODULES) $(ENGINE_SOURCES)
	@$(BIN)/python tools/page.py
	@touch $@

$(VIEWS): $(GENERATED) tools/page_views.py
	@$(BIN)/python -W ignore tools/page_views.py

# The engine that a page without a server runs.
$(ENGINE): $(GENERATED) tools/engine_archive.py $(ENGINE_SOURCES)
	@$(BIN)/python tools/engine_archive.py $@

$(STATIC): $(ENGINE) $(PAGE_SOURCES)
	@npm --prefix web run --silent build -- --mode static --logLevel warn
	@touch $@

$(PAGE): $(ENGINE) $(PAGE_SOURCES)
	@npm --prefix web run --silent build -- --logLevel warn
	@touch $@
