# make run    builds Rushes and opens it; TAKE=walk.bvh opens a file
# make test   every test, the ones in the real window included; last it tells what was skipped
# make doc    the documentation of the library; opens it where there is a display
# make book   the manual as a book for browsers, in target/book
# make lint   clippy, formatting, documentation and the library for WebAssembly, warnings denied
# make soak   the damage tests in full, hostile files against the clock, and half an hour of random work in the window;
#             SECONDS=60 for a shorter one, SEED=7 for one that is done again
# make fuzz   coverage-guided fuzzing of every reader and writer, SECONDS=120 for each; TARGETS="load-bvh uris" for some
# make licences  the list of licences of all libraries, after one has changed
# make dist   the program as it is shipped, in target/dist: smaller, and slower to build
# make bench  the figures of docs/performance.md, as ratios of one run
# make install    puts the shipped program, its manual, types and pages below PREFIX (/usr/local); DESTDIR for packagers
# make uninstall  takes them away again
# make deb        a Debian package in target/debian
# make test-package  makes one of the tests' program, checks it, tries it in an empty Debian (as root)
# make windows       the program for Windows, its installer and an archive, in target/windows (as root)
# make test-windows  builds and tries them under Wine, runs the tests that have no window there, and compiles for macOS
# make web        the program as a page for browsers, in target/web (as root)
# make test-web   drives that page in Chromium and Firefox
# make test-python   the tests of the Python module alone; part of make test
# make wheel         the Python package, module and program in one file, in target/wheels
# make bench-python  that package beside other readers of Python
# make bench-engines one question to many engines about COUNT=1000 takes: all answers must be the same
# make release    all files of a release out of TAG=v0.3.0, in target/release-0.3.0 with their sums (as root); STEPS="linux deb"
#                    makes some of them
# make pages      writes again what follows from the command line and the tables of the code: man pages, the shells'
#                 completions, types of files, tables of the manual
# make pictures   makes the manual's pictures of the window again, after the window changed

CARGO ?= cargo
TAKE ?=
PREFIX ?= /usr/local
DESTDIR ?=
PROGRAM ?= target/dist/rushes
BOOK ?= target/book
# With the Python package, wherever anything is tested: with other packages, libraries have other features, and all of
# them are built again.
TESTS = $(CARGO) test --package rushes --package rushes-python

.PHONY: run test test-python wheel bench-python bench-engines doc book lint soak fuzz licences dist bench install uninstall deb \
	test-package windows test-windows web test-web release pages pictures

run:
	@.ci/packages run
	$(CARGO) build --release
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" != Linux ]; then \
		target/release/rushes $(TAKE); \
	else \
		target/release/rushes render $(or $(TAKE),builtin --frame 238) -o target/rushes.png && \
		echo "There is no display: a picture of the take is in target/rushes.png"; \
	fi

# First the library without the program, as others build it: with all formats, and without those that can be left
# out. Tests that could not be run are told last, where they are seen.
test: export RUSHES_SKIPPED := $(CURDIR)/target/skipped-tests.txt
# Tests of the window wait for most of their time.
test: export RUST_TEST_THREADS ?= $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN))
test:
	@.ci/packages test || [ "$$CI" != true ]
	@mkdir -p target && : > "$$RUSHES_SKIPPED"
	$(CARGO) test --package rushes-from-outside
	$(CARGO) test --package rushes-from-outside --no-default-features
	@echo $(TESTS); $(TESTS); code=$$?; \
	python/tests/run || code=$$?; \
	sort -u "$$RUSHES_SKIPPED" | awk -F '\t' \
		'$$1 != need { print "Skipped for want of " $$1 ":"; need = $$1 } { print "    " $$2 }'; \
	exit $$code

test-python:
	@.ci/packages test
	python/tests/run

# Its tests run with the oldest and the newest Python that there is.
wheel:
	@.ci/packages test
	python/build-wheel

bench-python:
	python/bench/run

bench-engines:
	python/engines/run $(COUNT)

doc:
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" != Linux ]; then open=--open; fi; \
	$(CARGO) doc --no-deps --no-default-features $$open

# Where mdBook fails, nothing is left that looks like a book.
.DELETE_ON_ERROR:
book: target/book/index.html
target/book/index.html: $(wildcard docs/* docs/pictures/* assets/manual/* assets/manual/fonts/*)
	@.ci/packages book
	PATH="$${CARGO_HOME:-$$HOME/.cargo}/bin:$$PATH" mdbook build docs
	@rm -f target/book/.nojekyll target/book/book.toml

lint:
	@.ci/packages lint
	$(CARGO) deny --locked --log-level error --config .ci/deny.toml check bans licenses sources
	assets/licences/list --check
	.ci/native
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy --no-default-features -- -D warnings
	$(CARGO) clippy --no-default-features --features all-formats -- -D warnings
	$(CARGO) fmt --all --check
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --no-default-features
	@if [ -d "$$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ]; then \
		set -x; \
		RUSTFLAGS="-D warnings" \
			$(CARGO) check --lib --target wasm32-unknown-unknown --no-default-features --features gltf && \
		RUSTFLAGS="-D warnings" $(CARGO) check --lib --target wasm32-unknown-unknown; \
	elif [ -z "$$(assets/in-debian --missing)" ]; then \
		assets/in-debian assets/web/check; \
	else \
		echo "The library is not checked for WebAssembly: 'rustup target add wasm32-unknown-unknown' installs that"; \
	fi

soak:
	RUSHES_SOAK=1 $(CARGO) test --release --test memory -- --nocapture damage::
	RUSHES_SOAK=1 $(CARGO) test --release --test memory -- --nocapture hostile::
	$(CARGO) test --release --test window -- --ignored --nocapture --exact soak::long

fuzz:
	tests/fuzz/run $(or $(SECONDS),120) $(TARGETS)

licences:
	assets/licences/list

dist:
	$(CARGO) build --profile dist

bench:
	@.ci/packages test
	$(CARGO) build --release
	$(CARGO) bench

# With PROGRAM and BOOK, what was built already is installed.
ifeq ($(PROGRAM),target/dist/rushes)
install: dist
endif
ifeq ($(BOOK),target/book)
install: book
endif
install:
	assets/linux/install.sh install "$(PROGRAM)" "$(BOOK)" "$(PREFIX)" "$(DESTDIR)"

uninstall:
	assets/linux/install.sh uninstall "$(PROGRAM)" "$(BOOK)" "$(PREFIX)" "$(DESTDIR)"

deb: dist book
	@.ci/packages package
	$(CARGO) deb --no-build --profile dist

# The program as tests build it: its libraries are compiled once for both.
test-package: book
	@.ci/packages package
	$(TESTS) --no-run --test commands
	$(CARGO) deb --no-build --profile dev --output target/debian/tried.deb
	lintian --fail-on error target/debian/tried.deb
	tests/package/clean-root target/debian/tried.deb

# The Debian sees this folder at its own place.
windows: book
	@.ci/packages windows
	assets/in-debian assets/windows/build "$(CURDIR)/target/book" /windows

# The programs of tests that drive the window run on this system.
test-windows: book
	@.ci/packages windows
	$(TESTS) --no-run --test window --test windows
	assets/in-debian tests/wine/in-root "$(CURDIR)/target/book" /windows \
		$$($(TESTS) --no-run --test window --test windows --message-format=json 2>/dev/null \
		| sed -n 's/.*"executable":"\([^"]*\/deps\/[^"]*\)".*/\1/p')

# The Debian sees this folder at its own place.
web:
	@.ci/packages windows
	assets/in-debian assets/web/build "$(CURDIR)/target/web"

# One browser after the other: each has two processes and more.
test-web:
	@.ci/packages web
	$(TESTS) --test web -- --ignored --test-threads=1

release:
	assets/release/make $(or $(TAG),v$(shell sed -n '0,/^version = /s/^version = "\(.*\)"/\1/p' Cargo.toml)) $(STEPS)

pages:
	$(CARGO) run --example make-pages

pictures:
	@.ci/packages test
	$(TESTS) --test window -- --ignored --exact pictures::of_the_manual
