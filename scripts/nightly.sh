#!/usr/bin/env bash
# Runs what takes too long for every change: the property tests of the software pipeliner on many random programs, then
# every fuzz target for longer.
#
# INFLIGHT_PROPERTY (default 20000) is the number of programs, FUZZTIME (default 10m) the time for each fuzz target.
set -euo pipefail
cd "$(dirname "$0")/.."

programs=${INFLIGHT_PROPERTY:-20000}
unset INFLIGHT_PROPERTY

export INFLIGHT_RANDOM=1

echo "==== properties with random seeds"
go test ./... -count=1 -timeout 80m

echo "==== properties, $programs programs"
INFLIGHT_PROPERTY=$programs go test ./transform/softpipe -run Property -count=1 -timeout 80m

echo "==== fuzz, ${FUZZTIME:-10m} each"
scripts/fuzz.sh "${FUZZTIME:-10m}"
