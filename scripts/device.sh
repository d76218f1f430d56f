#!/usr/bin/env bash
# Makes an archive of everything that Inflight can try and measure on an NVIDIA GPU, for a machine that needs neither Go nor a network.
#
#   scripts/device.sh [ARCHIVE]      writes ARCHIVE, device.tar.gz unless it is named
#   scripts/device.sh --rehearse     tries an archive here, on the driver of the tests, which executes kernels without a GPU
#
# On the machine with the GPU:
#
#   tar xzf device.tar.gz && device/run.sh
#
# It ends within 8 minutes. device/results/gpu.md is the table that bench/gpu.md keeps, gpu.json has the same for programs, and log.txt
# what everything said.
set -euo pipefail
cd "$(dirname "$0")/.."

# limit is what an archive may have, in bytes.
limit=$((45 << 20))

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

archive=${1:-device.tar.gz}
[ "$archive" != --rehearse ] || archive=$work/device.tar.gz

go run ./bench/gpu -bundle "$work/device"
tar cf - -C "$work" device | gzip -9 >"$archive"
size=$(stat -c %s "$archive")
echo "wrote $archive, $((size >> 20)) MiB"
if [ "$size" -gt "$limit" ]; then
	echo "device.sh: the archive has $size bytes, more than $limit" >&2
	exit 1
fi
if [ "${1:-}" = --rehearse ]; then
	mkdir "$work/there"
	tar xzf "$archive" -C "$work/there"
	INFLIGHT_BUNDLE=$work/there/device go test ./bench/gpu -run "^TestSession$" -count=1 -v
fi
