#!/usr/bin/env bash
# Runs what takes too long for every change: the property tests of the software pipeliner on many random programs, then
# every fuzz target for longer.
#
# INFLIGHT_PROPERTY (default 20000) is the number of programs, INFLIGHT_MUTANTS (default 200000) the number of mutated
# TVMScript texts that Python's own parser must agree about, FUZZTIME (default 10m) the time for each fuzz target.
set -euo pipefail
cd "$(dirname "$0")/.."

programs=${INFLIGHT_PROPERTY:-20000}
unset INFLIGHT_PROPERTY

export INFLIGHT_RANDOM=1

echo "==== properties with random seeds"
go test ./... -count=1 -timeout 80m

echo "==== the judge against the machine: random programs that are right, and right but for one fault"
INFLIGHT_NIGHTLY=1 go test ./check -run 'Executions|Verdicts' -v -count=1 -timeout 80m

echo "==== properties, $programs programs"
INFLIGHT_PROPERTY=$programs go test ./transform/pipeline/injectsoftwarepipeline -run Property -count=1 -timeout 80m

echo "==== counts and tokens: exact on all paths, and back again, $programs programs"
INFLIGHT_PROPERTY=$programs go test ./analysis/inflight ./transform/sync/tokenstocounts ./transform/sync/countstotokens \
	./transform/sync/elideredundantwaits ./transform/sync/asyncregions ./transform/import/airtoasync -run Property -count=1 -timeout 80m

echo "==== IREE's work on devices, scheduled: $programs graphs, $((programs / 20)) programs in the simulator"
INFLIGHT_PROPERTY=$programs go test ./transform/sync/schedulestream -run NeverSlower -count=1 -timeout 80m
INFLIGHT_PROPERTY=$((programs / 20)) go test ./transform/sync/schedulestream -run 'Meaning|Missing|RoundTrip' -count=1 -timeout 80m
INFLIGHT_PROPERTY=$((programs / 10)) go test ./transform/import/streamtoasync -run Mutations -count=1 -timeout 80m

echo "==== tasks and coroutines: in the simulator, and as machine code, $((programs / 2)) and $((programs / 20)) programs"
INFLIGHT_PROPERTY=$((programs / 2)) go test ./transform/task/asynctoasyncruntime -run TasksRun -count=1 -timeout 80m
INFLIGHT_PROPERTY=$((programs / 20)) go test ./transform/task/asynctoasyncruntime ./transform/task/asynccolorfunctions ./transform/task/asynccorosplit \
	-run 'Property|CoroutinesRun|ColorsRun' -count=1 -timeout 80m
INFLIGHT_PROPERTY=$((programs / 4)) go test . -run "PropertyThreads|PropertyCompile" -count=1 -timeout 80m
INFLIGHT_PROPERTY=$((programs / 20)) go test ./exec -run NativeRandomTasks -count=1 -timeout 80m

echo "==== lazy tasks: against Python's asyncio on all engines, the judge against the simulator, chains of 10 million"
INFLIGHT_PROPERTY=2000 go test ./exec -run LazyTasksLikeAsyncio -count=1 -timeout 80m
INFLIGHT_PROPERTY=$programs go test ./check -run LazyTasksAsSimulated -count=1 -timeout 80m
INFLIGHT_PROPERTY=$((programs / 10)) go test ./transform/task/lazytoeager ./transform/task/asynctoasyncruntime -run 'SameEffects|LazyCoroutines' \
	-count=1 -timeout 80m
INFLIGHT_NIGHTLY=1 go test ./exec/native ./exec/wasm -run 'LazyChains|LazyTasksAreFreed' -count=1 -timeout 80m

echo "==== the judge of PTX: $programs random kernels that are right, and each of their faults"
INFLIGHT_PROPERTY=$programs go test ./ptx/judge -run PropertyRandomKernels -v -count=1 -timeout 80m

echo "==== faults of random kernels in PTX, repaired: clean again, with the results of the right kernel"
INFLIGHT_PROPERTY=$((programs / 10)) go test ./ptx/repair -run FaultsOfRandomKernels -v -count=1 -timeout 80m

echo "==== what the judge of PTX says for all n: $((programs / 100)) random rings of each family, and two faults of each"
INFLIGHT_PROPERTY=$((programs / 100)) go test ./ptx/judge -run 'PropertyForAll|PropertySkip' -v -count=1 -timeout 80m

echo "==== check without a flag on CUDA kernels, right and wrong"
INFLIGHT_NIGHTLY=1 go test ./bench/corpus -v -count=1 -timeout 80m

echo "==== pipeline schedules with a send and a receive exchanged: each order that blocks is repaired"
INFLIGHT_NIGHTLY=1 go test ./internal/pipelines -run ExchangedPairs -count=1 -timeout 80m

echo "==== growth of steps and allocations on the largest programs"
INFLIGHT_NIGHTLY=1 go test . -run GrowthIsLinear -count=1 -timeout 80m

echo "==== exact integers, dtypes and subscripts as machine code, at all widths"
INFLIGHT_PROPERTY=2 go test ./exec -run 'Exact|SubscriptsWrap' -count=1 -timeout 80m

echo "==== verifiers: changed programs are valid for mlir-opt too, or invalid"
INFLIGHT_PROPERTY=$programs go test ./dialect/all -run Mutants -count=1 -timeout 80m

echo "==== Ctrl-C at random moments of 200 commands on examples"
INFLIGHT_PROPERTY=200 go test ./cmd/inflight -run SignalAtRandom -v -count=1 -timeout 80m

echo "==== calls that become bodies, and constants"
INFLIGHT_PROPERTY=$((programs / 10)) go test ./transform/simplify/inline ./transform/simplify/sccp -run Property -count=1 -timeout 80m

echo "==== the async runtime: eight threads for ten minutes"
INFLIGHT_STRESS_SECONDS=600 go test ./exec/asyncrt -run Stress -v -count=1 -timeout 30m

echo "==== kernels in PTX whose threads wait for each other"
INFLIGHT_PROPERTY=$programs go test ./ptx/machine -run WaitGraphs -count=1 -timeout 80m

echo "==== fences in PTX that are said to be needless or too wide, against the memory model, and in random kernels"
INFLIGHT_PROPERTY=$((programs / 4)) go test ./ptx/machine -run FencesAgainst -count=1 -timeout 80m
INFLIGHT_PROPERTY=$((programs / 4)) go test ./ptx/judge -run NeedlessFences -count=1 -timeout 80m

echo "==== small programs in PTX against the memory model"
INFLIGHT_PROPERTY=$((programs / 2)) go test ./ptx/machine -run Litmus -count=1 -timeout 80m

echo "==== verdicts on kernels in PTX with all values, and with those that a verdict needs"
INFLIGHT_PROPERTY=$((programs / 20)) go test ./ptx/machine -run SliceKeepsRandom -count=1 -timeout 80m

echo "==== archives of a release for all systems, and the module by version"
scripts/release.sh --check --all

echo "==== tests skip what is not installed, and pass"
scripts/without-tools.sh

echo "==== TVMScript: jumps as CPython takes them, round trips of random programs, and Python's parser on mutated texts"
INFLIGHT_PROPERTY=$((programs / 10)) go test ./tvmscript/importer ./tvmscript/exporter -run 'Wild|Random' -count=1 -timeout 80m
INFLIGHT_MUTANTS=${INFLIGHT_MUTANTS:-200000} go test ./tvmscript/syntax -run Mutant -count=1 -timeout 80m

echo "==== fuzz, ${FUZZTIME:-10m} each"
scripts/fuzz.sh "${FUZZTIME:-10m}"
