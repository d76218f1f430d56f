#!/usr/bin/env bash
# Runs every fuzz target of the repository, one after the other: scripts/fuzz.sh [TIME]
#
# TIME (default 10s) is how long each target runs. Interesting inputs are not minimized, which would take most of it. An
# input that fails is kept by go test under testdata/fuzz of its package; commit it together with the fix.
set -euo pipefail
cd "$(dirname "$0")/.."

time=${1:-10s}
count=0
while IFS=: read -r file target; do
	echo "-- $target in $(dirname "$file")"
	go test "./$(dirname "$file")" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 1x </dev/null
	count=$((count + 1))
done < <(git ls-files --cached --others --exclude-standard '*_test.go' | sort |
	xargs -r grep -HoE '^func Fuzz[A-Za-z0-9_]+' | sed 's/:func /:/')

if [ "$count" -eq 0 ]; then
	echo "fuzz: no fuzz target found" >&2
	exit 1
fi
echo "fuzz: $count targets"
