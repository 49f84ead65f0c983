# make run    builds Backspin and starts it on http://127.0.0.1:8420
# make test   runs every test
# make test-asan, make test-tsan   run the Swift tests under the address and the thread sanitizer, and all that they start
# make fuzz   lets libFuzzer look for input that breaks something: FUZZ_SECONDS=600 for longer, ARGUMENTS="--keep" to keep what it finds
# make torture   kills, cuts the power and fails the disk at every point; takes half an hour
# make mutants   takes one defence out at a time and sees whether a test notices; takes an hour
# make soak   lets people come and go for an hour, and looks whether the server stays as it was (ARGUMENTS="--for 3m")
# make abuse  lets flooders, sleepers and endless messages loose on a server, and looks how others fare; takes a minute
# make simulation   a thousand worlds of cuts, crashes and failing disks, each twice
# make bench  measures it beside the physical limits, and writes BENCHMARKS.md (ten minutes, on a machine that does nothing else)
# Each does its own set-up on Debian 12 with Swift 6.3 and make, and says what it installs.

.PHONY: help run test test-asan test-tsan fuzz torture soak abuse simulation mutants bench build test-swift test-javascript test-browser clean
.DEFAULT_GOAL := help

ARGUMENTS ?=
BUILD := swift build --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors

help:
	@sed -n '1,10s/^# //p' Makefile
	@echo 'make run ARGUMENTS="--listen 127.0.0.1:9000"   passes options on; backspin serve --help lists them'

run: build
	@exec .build/release/backspin serve $(ARGUMENTS)

build:
	@deploy/setup build
	$(BUILD) -c release

test:
	@deploy/setup test
	$(MAKE) test-swift
	$(MAKE) test-javascript
	$(MAKE) test-browser
	$(MAKE) fuzz
	$(MAKE) simulation
	@[ -x .build/autobahn/bin/wstest ] || echo "LEFT OUT: Autobahn's 301 WebSocket cases, for want of Python 2.7"

bench: build
	@deploy/setup bench
	@deploy/bench/bench $(ARGUMENTS)

abuse: build
	@.build/release/trials abuse $(ARGUMENTS)

# Optimised, in a folder of its own, and nothing but its own tests: the other builds are neither.
simulation: OPTIMISED := -c release -Xswiftc -enable-testing --scratch-path .build/optimised
simulation: export BACKSPIN_SIMULATION := 1
simulation:
	@deploy/setup test
	$(BUILD) --build-tests $(OPTIMISED)
	BACKSPIN_WORLDS=1000 swift test --skip-build $(OPTIMISED) --filter ShelfServerTests.Simulation

soak: build
	@.build/release/trials soak $(ARGUMENTS)

test-swift:
	@Tests/Mutations/run.py --check
	$(BUILD) --build-tests
	swift test --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors

test-javascript:
	node --test Tests/JavaScript/

test-browser:
	$(BUILD)
	.build/python/bin/python Tests/Browser/run.py

fuzz:
	@deploy/setup build
	Tests/Fuzz/run $(ARGUMENTS)

test-asan test-tsan:
	@deploy/setup test
	Tests/sanitized $(@:test-%=%)

torture:
	@deploy/setup test
	$(BUILD) --build-tests
	BACKSPIN_TORTURE=long swift test --skip-build --filter 'EndToEndTests.Torture|ShelfJournalTests.DamageTests'

mutants:
	@deploy/setup test
	Tests/Mutations/run.py $(ARGUMENTS)

clean:
	rm -rf .build
