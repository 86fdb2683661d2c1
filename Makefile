# Two commands: `make play` and `make test`. The rest are their parts.
#
# Python and npm packages are installed inside this folder (.venv, node_modules),
# from lock files; the browsers for the tests, where they are missing, by the
# system's package manager or by Playwright. Written for GNU make 3.81, which
# macOS has, and newer.

# The first Python that is new enough, under the names it usually has.
PYTHON := $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then echo $$name; break; fi; done)

BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
NPM_BIN := node_modules/.bin

# Each stamp is written last, so an installation that broke off does not count.
VENV := .venv/.installed
NODE := node_modules/.installed
LIGHTHOUSE := tools/audit/node_modules/.installed
PYODIDE := benchmarks/node_modules/.installed

# So many tests side by side. Browser tests wait more than they compute: twice the
# number of cores that such machines have is a good number for them.
WORKERS ?= 4

# Passed on, as in: make test-browser PYTEST_ARGS="-k scores"
PYTEST_ARGS ?=
PLAY_ARGS ?=

# Beside the tests: where there are examples to be run, as in `>>> game.play(4)`.
EXAMPLES := engine docs README.md

# Some of the tests cannot cover everything: then nothing is measured.
MEASURE = $(if $(strip $(PYTEST_ARGS)),,$(BIN)/python -m pytest tests --ignore=tests/browser \
	-m measured -q -n $(WORKERS) --cov --cov-report=term)

SCREEN_READER_ARGS ?=
BENCH_ARGS ?=
MUTANTS_ARGS ?=
TIMES ?= 20
FUZZ_ROUNDS ?= 200
FUZZ_SEED ?= 1

# Where the page will be, if that is known: SITE_URL=https://example.org/game/
SITE_URL ?=

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test check format test-engine test-browser browsers site pin pictures screenshots clean repeat fuzz \
	prove mutants audit bench budget screen-reader trees contrast need-python need-node

help: ## show this list
	@echo "Tic-tac-toe. To play: make play. To test everything: make test. All commands:"
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' $(firstword $(MAKEFILE_LIST)) \
		| awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

play: site ## build the page, serve it, open it (PLAY_ARGS="--port 9000 --no-open")
	@$(PYTHON) tools/serve.py $(PLAY_ARGS)

# The quick answers come first.
test: check test-engine test-browser ## everything: checks, then all tests

check: $(VENV) $(NODE) ## linters, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(BIN)/python tools/typecheck.py
	$(NPM_BIN)/stylelint "styles/**/*.css"
	$(NPM_BIN)/html-validate index.html 404.html

format: $(VENV) $(NODE) ## put the code into the form that `check` wants
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM_BIN)/stylelint --fix "styles/**/*.css"

test-engine: $(VENV) $(NODE) ## tests that need no browser, in both Pythons, and what they cover
	$(BIN)/python -m pytest tests $(EXAMPLES) --ignore=tests/browser -n $(WORKERS) --dist worksteal \
		$(PYTEST_ARGS)
	$(MEASURE)

test-browser: $(VENV) $(NODE) browsers ## tests in Chromium, Firefox and WebKit
	$(BIN)/python -m pytest tests/browser -n $(WORKERS) --dist loadscope $(PYTEST_ARGS)

repeat: $(VENV) $(NODE) browsers ## the browser tests TIMES times, to find what fails now and then
	@for time in $$(seq 1 $(TIMES)); do echo "Time $$time of $(TIMES)"; \
		$(BIN)/python -m pytest tests/browser -q -n $(WORKERS) --dist loadscope $(PYTEST_ARGS) \
		|| exit 1; done

prove: $(VENV) ## play out all of 4x4, to prove that Unbeatable is perfect there
	PROVE=1 $(BIN)/python -m pytest tests/test_perfect_play.py -n 2 --dist worksteal -v

# Not part of `test`: it may take an hour. mutmut needs fork(), which Windows does not have.
mutants: $(VENV) ## damage the engine in a thousand ways: the tests must notice (MUTANTS_ARGS=--keep)
	@$(BIN)/python tools/mutants.py $(MUTANTS_ARGS)

fuzz: $(VENV) $(NODE) browsers ## FUZZ_ROUNDS rounds of 40 random actions in a second each
	FUZZ_ROUNDS=$(FUZZ_ROUNDS) FUZZ_SEED=$(FUZZ_SEED) $(BIN)/python -m pytest \
		tests/browser/test_fuzz.py -n 2 --dist loadscope -o timeout=3600 $(PYTEST_ARGS)

browsers: $(VENV) ## find the browsers, install those that are missing
	@$(BIN)/python tools/browsers.py install

site: $(NODE) | need-python ## build the page into dist/ (SITE_URL=https://example.org/game/)
	@$(PYTHON) tools/build.py --site-url "$(SITE_URL)"

# Not part of `test`: Lighthouse is large, and its figures depend on what else the machine does.
audit: site $(LIGHTHOUSE) ## Lighthouse on the built page, which must have 100 in everything
	@$(PYTHON) tools/audit.py

# Not part of `test`: it takes half an hour, on a machine that does nothing else.
bench: $(VENV) $(NODE) $(PYODIDE) browsers ## measure against others (BENCH_ARGS="--runs 7 --only 1,2")
	@$(BIN)/python benchmarks/bench.py $(BENCH_ARGS)

budget: $(NODE) | need-python ## what the page costs today, beside what benchmarks/budget.toml allows
	@$(PYTHON) benchmarks/budget.py

# Not part of `test`: it takes Orca, which is to be had on Linux only, and a minute or two.
screen-reader: $(NODE) | need-python ## play by ear with Orca (SCREEN_READER_ARGS="--times 5")
	@$(PYTHON) tools/screen_reader.py $(SCREEN_READER_ARGS)

trees: $(VENV) $(NODE) browsers ## write tests/browser/trees/ anew, after a change of the page
	UPDATE_TREES=1 $(BIN)/python -m pytest tests/browser/test_trees.py -q -n 2 --dist loadscope

contrast: $(VENV) $(NODE) browsers ## write docs/contrast.md anew, after a change of a colour
	UPDATE_CONTRAST=1 $(BIN)/python -m pytest tests/browser/test_low_vision.py -q \
		--browser chromium -k table

pin: | need-python ## write package.json's runtime versions into the page
	@$(PYTHON) tools/runtime.py pin

pictures: $(VENV) ## redraw the PNGs in icons/ from the SVGs there
	@$(BIN)/python tools/pictures.py

screenshots: $(VENV) $(NODE) ## take the README's pictures of the page anew
	@$(BIN)/python tools/screenshots.py

clean: ## remove everything that these commands made
	rm -rf .venv node_modules tools/audit/node_modules benchmarks/node_modules dist audit test-results \
		.pytest_cache .ruff_cache .hypothesis .coverage mutants
	find benchmarks engine ui tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV): requirements-dev.txt | need-python
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python cannot make environments; on Debian or Ubuntu: apt-get install python3-venv"; \
		exit 1; }
	@echo "Installing the test tools into .venv ..."
	@rm -rf .venv
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes -r requirements-dev.txt
	@touch $@

$(NODE): package.json package-lock.json .npmrc | need-node
	@echo "Installing the runtime and the linters into node_modules ..."
	@npm ci --no-update-notifier --loglevel=error
	@touch $@

$(LIGHTHOUSE): tools/audit/package.json tools/audit/package-lock.json tools/audit/.npmrc | need-node
	@echo "Installing Lighthouse into tools/audit ..."
	@cd tools/audit && npm ci --no-update-notifier --loglevel=error
	@touch $@

$(PYODIDE): benchmarks/package.json benchmarks/package-lock.json benchmarks/.npmrc | need-node
	@echo "Installing Pyodide into benchmarks ..."
	@cd benchmarks && npm ci --no-update-notifier --loglevel=error
	@touch $@

need-python:
	@test -n "$(PYTHON)" || { \
		found=$$(python3 --version 2>&1 || python --version 2>&1) || found="none"; \
		echo "Python 3.11 or newer is needed; found $$found. See https://www.python.org/downloads/"; \
		exit 1; }

need-node:
	@found=$$(node --version 2>/dev/null) || found="none"; \
	major=$$(echo "$$found" | sed -n 's/^v\([0-9]*\)\..*/\1/p'); \
	test "$${major:-0}" -ge 20 || { \
		echo "Node.js 20 or newer is needed (for npm); found $$found. See https://nodejs.org/"; \
		exit 1; }; \
	command -v npm >/dev/null || { \
		echo "npm is needed; it comes with Node.js, but on Debian or Ubuntu: apt-get install npm"; \
		exit 1; }
