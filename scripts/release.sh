#!/usr/bin/env bash
# Makes the archives of a release: for Linux, macOS and Windows, on amd64 and arm64, the command as one static file, with the documents,
# the examples and the licenses of what is in it. They are built from the last commit, on any of these systems, and are the same bytes each time.
#
#   scripts/release.sh VERSION [FOLDER]   makes the archives of VERSION, such as v0.2.0, in FOLDER (default: dist)
#   scripts/release.sh --check            makes the one for this machine, tries it, and installs the module's files by version
#   scripts/release.sh --check --all      makes and tries all of them, and installs the command by version
#
# A program for another processor or system is started where there is something to start it: qemu-user, or wine.
set -euo pipefail
cd "$(dirname "$0")/.."

module=$(go list -m)
platforms=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64)
check= all=
case ${1:-} in
--check)
	check=yes version=v0.0.1-check
	[ "${2:-}" != --all ] || all=yes
	;;
v[0-9]*.*.*) version=$1 all=yes ;;
*)
	sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
	exit 2
	;;
esac
here=$(go env GOHOSTOS)/$(go env GOHOSTARCH)
[ -n "$all" ] || platforms=("$here")

work=$(mktemp -d)
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT
folder=$work/dist
[ -n "$check" ] || folder=${2:-dist}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# The version and the commit in a program are those that Go finds in the repository that it is built in.
git clone --quiet --no-local "$PWD" "$work/source"
source=$work/source
git -C "$source" -c user.name=release -c user.email=release@localhost tag --force --annotate --message "$version" "$version" >/dev/null
date=$(git -C "$source" log -1 --format=%cI)

export CGO_ENABLED=0 GOFLAGS= GOWORK=off

# licenses copies the licenses of all that a program for a platform contains into a folder.
licenses() {
	local path dir license
	go -C "$source" list -deps -f '{{with .Module}}{{.Path}} {{.Dir}}{{end}}' ./cmd/inflight | sort -u | while read -r path dir; do
		for license in "$dir"/LICENSE* "$dir"/NOTICE*; do
			[ -f "$license" ] || continue
			mkdir -p "$1/$path"
			cp "$license" "$1/$path/"
			chmod u+w "$1/$path/$(basename "$license")"
		done
	done
	mkdir -p "$1/go"
	cp "$(go env GOROOT)/LICENSE" "$1/go/"
}

# pack makes the archive for a platform and prints its name.
pack() {
	local os=${1%/*} arch=${1#*/} suffix=
	[ "$os" != windows ] || suffix=.exe
	local name=inflight-$version-$os-$arch
	mkdir "$work/$name"
	GOOS=$os GOARCH=$arch go -C "$source" build -trimpath -buildvcs=true -ldflags='-s -w' -o "$work/$name/inflight$suffix" ./cmd/inflight
	cp -r "$source"/{README.md,CHANGELOG.md,LICENSE,docs,examples} "$work/$name/"
	find "$work/$name"/{docs,examples} -name '*.go' -delete
	GOOS=$os GOARCH=$arch licenses "$work/$name/licenses"
	if [ "$os" = windows ]; then
		find "$work/$name" -exec touch --date="$date" {} +
		(cd "$work" && find "$name" | LC_ALL=C sort | zip --quiet -X -@ "$folder/$name.zip")
		echo "$name.zip"
		return
	fi
	tar -C "$work" --sort=name --mtime="$date" --owner=0 --group=0 --numeric-owner -c "$name" | gzip -n9 >"$folder/$name.tar.gz"
	echo "$name.tar.gz"
}

# runner prints what starts programs for a platform here, nothing if they start by themselves; it fails if there is nothing.
runner() {
	case $1 in
	"$here") ;;
	linux/arm64) command -v qemu-aarch64-static || command -v qemu-aarch64 ;;
	linux/amd64) command -v qemu-x86_64-static || command -v qemu-x86_64 ;;
	windows/amd64) command -v wine ;;
	*) return 1 ;;
	esac
}

# try unpacks an archive and starts its program as a user would.
try() {
	local start name=inflight-$version-${1/\//-}
	start=$(runner "$1") || {
		echo "$2: nothing here starts programs for $1"
		return
	}
	mkdir -p "$work/there"
	case $2 in
	*.zip) unzip -q "$folder/$2" -d "$work/there" ;;
	*) tar -C "$work/there" -xzf "$folder/$2" ;;
	esac
	if [[ $1 = linux/* ]] && command -v readelf >/dev/null && readelf -dl "$work/there/$name/inflight" | grep -E 'NEEDED|INTERP' >&2; then
		echo "release.sh: $2: the program is not static" >&2
		return 1
	fi
	(
		cd "$work/there/$name"
		$start ./inflight* --version | tee "$work/said"
		grep -q "$version, commit $(git -C "$source" rev-parse HEAD | cut -c1-12) of ${date%T*}" "$work/said"
		$start ./inflight* run examples/gemm/small.mlir >"$work/said"
		grep 'equal to the program as written' "$work/said"
	)
}

# by_version makes a proxy of the module in a folder, with one version of it, and gets that as go install does: all of it with --all, the
# files of it without. The modules that it needs come from Go's cache, where they were held against go.sum; nothing asks the network,
# and so not the database of checksums either.
by_version() {
	local at=$work/proxy/$module/@v
	mkdir -p "$at"
	printf '{"Version":"%s","Time":"%s"}\n' "$version" "$(TZ=UTC git -C "$source" log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd)" >"$at/$version.info"
	echo "$version" >"$at/list"
	cp "$source/go.mod" "$at/$version.mod"
	git -C "$source" archive --format=zip --prefix="$module@$version/" --output="$at/$version.zip" HEAD
	local known
	known=$(go env GOMODCACHE)/cache/download
	(
		cd "$work"
		export GOPROXY="file://$work/proxy,file://$known" GOSUMDB=off GOFLAGS=-modcacherw GOBIN=$work/bin
		export GOMODCACHE=$work/modules
		if [ -z "$all" ]; then
			go mod download -json "$module@$version" | grep '"Version"'
			return
		fi
		go install "$module/cmd/inflight@$version"
		"$GOBIN/inflight" --version | tee said
		grep -q "inflight version $version," said
	)
}

for platform in "${platforms[@]}"; do
	archive=$(pack "$platform")
	echo "$archive: $(du -m "$folder/$archive" | cut -f1) MiB"
	try "$platform" "$archive"
done
(cd "$folder" && sha256sum inflight-"$version"-* >SHA256SUMS)
[ -z "$check" ] || by_version
