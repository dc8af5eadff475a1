# make run    builds Rushes and opens it; TAKE=walk.bvh opens a file
# make test   every test, the ones in the real window included
# make lint   clippy, formatting and documentation, warnings denied
# make soak   the damage tests in full: a minute
# make dist   the program as it is shipped, in target/dist: smaller, and slower to build
# make bench  the figures of README, as ratios of one run

CARGO ?= cargo
TAKE ?=

.PHONY: run test lint soak dist bench

run:
	@.ci/packages run
	$(CARGO) build --release
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" != Linux ]; then \
		target/release/rushes $(TAKE); \
	else \
		target/release/rushes render $(or $(TAKE),builtin --frame 238) -o target/rushes.png && \
		echo "There is no display: a picture of the take is in target/rushes.png"; \
	fi

test:
	@.ci/packages test
	$(CARGO) test

lint:
	$(CARGO) clippy --all-targets -- -D warnings
	$(CARGO) fmt --check
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps

soak:
	RUSHES_SOAK=1 $(CARGO) test --release --test damage -- --nocapture

dist:
	$(CARGO) build --profile dist

bench:
	@.ci/packages test
	$(CARGO) build --release
	$(CARGO) bench
