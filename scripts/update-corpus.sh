#!/usr/bin/env bash
# Writes what the real mlir-opt 22 makes of every file of ir/text/testdata/corpus:
#
#   NAME.mlir.pretty    mlir-opt NAME.mlir
#   NAME.mlir.generic   mlir-opt --mlir-print-op-generic NAME.mlir
#
# Files named unregistered_* also get --allow-unregistered-dialect, files named
# loc_* also get --mlir-print-debuginfo. The tool runs inside the directory, so
# the locations it invents carry the bare file name.
#
#   scripts/update-corpus.sh            rewrite the outputs, drop stale ones
#   scripts/update-corpus.sh --check    write nothing; fail where something differs
#
# It also checks the inputs: the tool accepts every one, the first line of each
# is a comment that says what it covers, and the malformed inputs of
# ir/text/testdata/invalid give exactly the diagnostics they announce.
#
# MLIR_OPT names another binary than mlir-opt-22.
set -euo pipefail

cd "$(dirname "$0")/.."
mlir_opt=${MLIR_OPT:-mlir-opt-22}
check=false
case "${1:-}" in
"") ;;
--check) check=true ;;
*)
	echo "usage: $0 [--check]" >&2
	exit 2
	;;
esac

if ! command -v "$mlir_opt" >/dev/null; then
	echo "update-corpus: no $mlir_opt; run scripts/install-tools.sh" >&2
	exit 1
fi
if ! "$mlir_opt" --version | grep -q 'LLVM version 22\.'; then
	echo "update-corpus: $mlir_opt is not version 22" >&2
	exit 1
fi

failures=0
fail() {
	echo "update-corpus: $*" >&2
	failures=$((failures + 1))
}

# flags_for prints the flags that a corpus file needs, by its name.
flags_for() {
	case "$1" in
	unregistered_*) echo --allow-unregistered-dialect ;;
	loc_*) echo --mlir-print-debuginfo ;;
	esac
}

# update FILE OUTPUT FLAG... runs the tool and compares or replaces the output.
update() {
	local file=$1 output=$2
	shift 2
	if ! "$mlir_opt" "$@" "$file" >"$scratch/out"; then
		fail "$file: rejected with $*"
		return
	fi
	if cmp -s "$scratch/out" "$output"; then
		return
	fi
	if $check; then
		fail "$output is out of date"
	else
		cp "$scratch/out" "$output"
		echo "wrote $output"
	fi
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cd ir/text/testdata/corpus
for file in *.mlir; do
	if ! head -n 1 "$file" | grep -q '^// Covers '; then
		fail "$file: the first line must be a comment: // Covers ..."
	fi
	read -r -a flags <<<"$(flags_for "$file")"
	update "$file" "$file.pretty" "${flags[@]}"
	update "$file" "$file.generic" "${flags[@]}" --mlir-print-op-generic
done
for output in *.mlir.pretty *.mlir.generic; do
	if [ -e "${output%.*}" ]; then
		continue
	fi
	if $check; then
		fail "$output belongs to no input"
	else
		rm -- "$output"
		echo "removed $output"
	fi
done

cd ../invalid
for file in *.mlir; do
	if ! "$mlir_opt" --split-input-file --verify-diagnostics "$file" >/dev/null; then
		fail "$file: the diagnostics are not the expected ones"
	fi
done

[ "$failures" -eq 0 ]
