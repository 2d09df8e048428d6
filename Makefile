# Needs nothing but Python 3.11 or newer and make. Everything else is installed into .venv.
PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
READY = $(VENV)/.ready
TITLES = new-york-1901 skyrise skytopia tower-up
PAGE = src/rooftop/web/static/.built
export ROOFTOP_CACHE ?= $(CURDIR)/$(VENV)/cache
unexport PYTHONDONTWRITEBYTECODE  # dozens of servers start in the tests; none should read all sources anew

.PHONY: help setup play test rules check screens soak mutants bench docs pictures fixtures clean

help:
	@echo "make play     set everything up and play"
	@echo "make test     set everything up and prove it"
	@echo "make check    ruff, mypy --strict, import-linter, tsc --strict"
	@echo "make screens  the page in all its states, as pictures in screens/"
	@echo "make soak     the long proofs: 100,000 games per player count, mutation testing"
	@echo "make bench    speed, beside peers"
	@echo "make docs     check that the documentation's examples are true, and draw its pictures"
	@echo "make mutants  break the rules on purpose: does a test notice?"
	@echo "make fixtures record the games that the tests replay anew, after a change of the rules"
	@echo "make clean    remove everything that make has made"

setup: $(READY) $(PAGE)

$(READY): pyproject.toml hatch_build.py
	$(PYTHON) -c "import sys; sys.exit('Rooftop needs Python 3.11 or newer' if sys.version_info < (3, 11) else 0)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	touch $(READY)

# The page is built by the installation; here again when its sources have changed since.
$(PAGE): $(READY) $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
	$(BIN)/python web/build.py

# With a terminal the page opens in a browser; without one, bots play a short demonstration.
play: setup
	@if [ -t 0 ]; then $(BIN)/rooftop serve --open; else $(BIN)/rooftop play; fi

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python web/build.py --tools --check

# The rules are compiled once, before several test processes would all do it; one waits for a server or a browser
# while the others compute.
test: setup
	$(BIN)/python tools/install_browser.py
	$(BIN)/python tools/install_postgres.py
	$(MAKE) --jobs 2 --output-sync check rules
	$(BIN)/python -m pytest --numprocesses 3 --dist worksteal

rules: setup
	printf '%s\n' $(TITLES) | xargs -P 2 -I % $(BIN)/python -c \
	  "from rooftop.server.bots import get_ready; get_ready(['%'])"

screens: setup
	$(BIN)/python tools/install_browser.py
	$(BIN)/python tools/screens.py

soak: setup
	for players in 2 3 4; do \
	  for title in $(TITLES); do \
	    $(BIN)/rooftop simulate $$title --games 100000 --players $$players --check || exit 1; \
	  done; \
	  $(BIN)/rooftop simulate tower-up --games 100000 --players $$players --check --seed 1 -o objectives=random \
	    -o starting_floors=5 -o placement=first-player -o hold=true -o compensation=true || exit 1; \
	  $(BIN)/rooftop simulate skyrise --games 20000 --players $$players --check --seed 1 -o numbers=dealt || exit 1; \
	  $(BIN)/rooftop simulate new-york-1901 --games 20000 --players $$players --check --seed 1 -o expert=true \
	    -o hold=true || exit 1; \
	  $(BIN)/rooftop simulate skytopia --games 20000 --players $$players --check --seed 1 -o abilities=draft \
	    -o sides=choice -o preliminary=true -o hold=true || exit 1; \
	done
	ROOFTOP_EVERY_POINT=1 ROOFTOP_FUZZ_POSITIONS=20000 $(BIN)/python -m pytest --numprocesses 2 tests/titles \
	  -k "every_value_counts or changed_at_random"
	ROOFTOP_EQUAL_GAMES=50 ROOFTOP_GPU_CODE=1 $(BIN)/python -m pytest --numprocesses 2 tests/titles \
	  -k "interpreted_and_compiled or compile_for_a_gpu"
	ROOFTOP_SOAK_GAMES=200 $(BIN)/python -m pytest tests/server/test_durability.py tests/browser/test_titles.py
	$(MAKE) mutants

mutants: setup
	for title in $(TITLES); do $(BIN)/python tools/mutants.py $$title || exit 1; done

bench: setup
	$(BIN)/python -m pip install --quiet --editable ".[dev,bench]"
	$(BIN)/rooftop bench
	$(BIN)/python bench/scene.py
	$(BIN)/python bench/server.py

docs: setup pictures
	$(BIN)/python -m pytest tests/test_docs.py

pictures: setup
	$(BIN)/python tools/pictures.py

fixtures: setup
	for title in $(TITLES); do $(BIN)/python tools/record_fixtures.py $$title || exit 1; done

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis findings screens web/node_modules src/rooftop/web/static
