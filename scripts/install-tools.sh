#!/usr/bin/env bash
# Installs, from Debian's packages, what tests compare with, the engine native, and what scripts call. docs/rationale.md
# says what each package is for. LLVM's programs end up in /usr/bin/<tool>-22 and /usr/lib/llvm-22/bin/<tool>. With
# --aarch64 also a cross compiler and qemu (300 MB), which run the runtime's code for that processor.
#
# Safe to run again: it does nothing when every package is present.
set -euo pipefail

packages=(mlir-22-tools libmlir-22-dev llvm-22 clang-22 libclang-rt-22-dev gcc libc6-dev valgrind python3 nodejs zip unzip)
if [ "${1:-}" = --aarch64 ]; then
	packages+=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)
fi

# is_installed reports whether dpkg has the package fully installed.
is_installed() {
	[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
	echo "install-tools: needs a Debian system with apt-get; install by hand: ${packages[*]}" >&2
	exit 1
fi

missing=()
for package in "${packages[@]}"; do
	is_installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
	echo "install-tools: all present: ${packages[*]}"
	exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "install-tools: run as root, or install sudo" >&2
		exit 1
	fi
	as_root=(sudo)
fi

"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
	apt-get install --yes --no-install-recommends "${missing[@]}"

mlir-opt-22 --version
