# What plays is in .venv, some 300 MB; what tests and checks is in an environment of its own, .venv-dev. Needs Python 3.11+ and
# make, nothing else.
PYTHON ?= python3
PLAY := .venv/bin
BIN := .venv-dev/bin

# Bytecode is written whatever the environment says: hundreds of short processes need not compile the same modules each.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test quick check format fast pure screenshots pictures doors evening torture fuzz soak bench load pins audit release bare clean
.PHONY: soak-torture soak-places soak-venues soak-evening soak-doors soak-forging soak-fuzz soak-reasons soak-laws

play: .venv/ready
	$(PLAY)/tableside sandbox

# Every core takes tests as it is free.
test: .venv-dev/ready
	$(BIN)/python -m pytest --numprocesses logical --dist worksteal

# What a small change can break, in a few minutes: check, the rules with a tenth of the laws' examples, and what people see.
quick: check
	$(BIN)/python -m pytest tests/engine tests/ui --ignore tests/ui/test_replay_page.py --hypothesis-profile quick \
		--numprocesses logical --dist worksteal

check: .venv-dev/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv-dev/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The engine compiled in place, in some two minutes; needs a C compiler. Python then ignores changes of the compiled files.
fast: .venv-dev/ready
	HATCH_BUILD_HOOKS_ENABLE=true $(BIN)/python -m hatchling build --target wheel --hooks-only

# The engine as it is written.
pure:
	find engine -name '*.so' -delete
	rm -f *__mypyc*.so

# Everything that people see, on a phone (390 x 844) and at a desk (1280 x 900), light and dark, into var/screenshots, and what
# the docs show into docs/pictures; panels are measured. Needs Chromium and about ten minutes. Look at them afterwards.
screenshots: .venv-dev/ready
	$(BIN)/python -m tests.e2e.screenshots
	$(BIN)/python -m tests.ui.page_picture

# The boards, hands and cards of docs/pictures, which the bot draws itself. Look at them afterwards.
pictures: .venv-dev/ready
	$(BIN)/python -m tests.ui.doc_pictures

# All end-to-end tests by Discord's HTTP door.
doors: .venv-dev/ready
	$(BIN)/python -m pytest tests/e2e tests/interactions --door http --numprocesses logical --dist worksteal

# Matches under everything that goes wrong; `make torture TORTURE="--matches 2000 --kills 200"`, and --help says what else.
TORTURE ?= --matches 48 --kills 24
torture: .venv-dev/ready
	$(BIN)/python -m tests.e2e.torture $(TORTURE)

# A tournament of 32 players, whose bot is killed three times.
evening: .venv-dev/ready
	$(BIN)/python -m tests.e2e.tournament_evening

# Hostile set files, guided by coverage, for five minutes if nothing else is said; needs a Python that atheris is built for.
FUZZ ?= -max_total_time=300
fuzz: .venv-dev/ready-fuzz
	$(BIN)/python -m tests.fuzz.sets var/fuzz -artifact_prefix=var/ $(FUZZ) -max_len=8000 -timeout=60

# All that takes long, part by part, with the time of each; `make soak-torture` and so on for one.
soak: .venv-dev/ready
	$(BIN)/python -m tests.soak

soak-torture soak-places soak-venues soak-evening soak-doors soak-forging soak-fuzz soak-reasons soak-laws: soak-%: .venv-dev/ready
	$(BIN)/python -m tests.soak $*

.PHONY: soak-forecasts soak-pages soak-forks soak-panels soak-passes soak-tournaments soak-solved soak-year soak-busy soak-crowns soak-puzzles soak-quarter
soak-forecasts soak-pages soak-forks soak-panels soak-passes soak-tournaments soak-solved soak-year soak-busy soak-crowns soak-puzzles soak-quarter: soak-%: .venv-dev/ready
	$(BIN)/python -m tests.soak $*

bench: .venv-dev/ready
	$(BIN)/python -m benchmarks

# A storm of clicks on one process, and a hundred thousand open matches; wants a machine that does nothing else.
load: .venv-dev/ready
	$(BIN)/python -m benchmarks.load

define environment
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tableside needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@
endef

.venv/ready: deploy/play-requirements.txt pyproject.toml
	$(environment)

.venv-dev/ready: constraints.txt pyproject.toml
	$(environment)

.venv-dev/ready-fuzz: .venv-dev/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check atheris
	touch $@

# Renew constraints.txt after a change of dependencies in pyproject.toml, and what of it plays, or is in the container.
pins:
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --upgrade --extra dev pyproject.toml -o constraints.txt
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --constraint constraints.txt --extra play pyproject.toml -o deploy/play-requirements.txt
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --constraint constraints.txt --extra container pyproject.toml -o deploy/requirements.txt
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --constraint constraints.txt --extra build pyproject.toml -o deploy/build-requirements.txt

# Whether a known fault is in what we depend on. Asks an advisory database over the network, so it is no part of the tests.
audit: .venv-dev/ready
	$(PYTHON) -m venv .venv-audit
	.venv-audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	.venv-audit/bin/pip-audit --strict --disable-pip --require-hashes -r constraints.txt

# Checks, packages, notes and the bill of materials, into dist; publishes nothing. docs/developers/releasing.md says what comes next.
release: .venv-dev/ready
	BASE="$(BASE)" $(BIN)/python -m release

# From a bare Debian to played matches: by the README, with a wheel, and by the container file. Needs root, debootstrap and the
# network.
bare: .venv-dev/ready
	$(BIN)/python -m tests.bare

clean: pure
	rm -rf .venv .venv-dev .venv-audit var
