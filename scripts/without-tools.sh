#!/usr/bin/env bash
# Runs the tests without each of the packages that scripts/install-tools.sh installs, one after the other, and without all
# of them: a test whose tool is missing is skipped, and none fails. The files of a package are hidden from the tests alone,
# by a mount that ends with them; nothing is uninstalled. It needs Linux and root, and takes minutes for each package;
# arguments name the packages to try, INFLIGHT_TESTS the packages of Go.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(mlir-22-tools libmlir-22-dev llvm-22 clang-22 libclang-rt-22-dev gcc libc6-dev valgrind python3 nodejs)

# files lists the files of packages, those of the packages by which Debian's gcc, python3, ... have their content, and links to them.
files() {
	local package
	for package; do
		dpkg --listfiles "$package"
		case $package in
		gcc) compgen -G '/usr/bin/*gcc-[0-9]*' ;;
		python3) compgen -G '/usr/bin/python3*' ;;
		llvm-22) dpkg --listfiles llvm-22-runtime ;;
		libmlir-22-dev) compgen -G '/usr/lib/llvm-22/lib/libmlir_*' ;;
		esac
	done | sort -u | while read -r file; do
		if [ -L "$file" ] || [ -f "$file" ]; then echo "$file"; fi
	done
}

# without runs the tests with the files of packages hidden: what lies over /usr has them deleted.
without() {
	printf '\n==== without %s\n' "$*"
	files "$@" >"$scratch/files"
	unshare --mount bash -c '
		set -euo pipefail
		scratch=$1
		mount -t tmpfs none "$scratch/over"
		mkdir "$scratch/over/upper" "$scratch/over/work"
		mount -t overlay overlay -o "lowerdir=/usr,upperdir=$scratch/over/upper,workdir=$scratch/over/work" /usr
		xargs rm -f <"$scratch/files"
		if ! INFLIGHT_REQUIRE_TOOLS= go test -v -count=1 -vet=off ${INFLIGHT_TESTS:-./...} >"$scratch/log" 2>&1; then
			grep -B40 -E "^ *--- FAIL|^FAIL|^panic:" "$scratch/log"
			exit 1
		fi
		grep -oE "skipped: .*installs it.*" "$scratch/log" | sort | uniq -c || true
	' bash "$scratch"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/over"
if [ $# -gt 0 ]; then
	without "$@"
	exit
fi
for package in "${packages[@]}"; do
	without "$package"
done
without "${packages[@]}"
