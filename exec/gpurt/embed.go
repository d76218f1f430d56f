package gpurt

import (
	"embed"
	"io/fs"
)

//go:embed src
var sources embed.FS

// Main is the file to compile. It includes the others.
const Main = "inflight_gpu.c"

// Sources returns the C sources, all in the root folder.
func Sources() fs.FS {
	root, err := fs.Sub(sources, "src")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return root
}

// Flags are the flags of clang or gcc for Main, besides -c and the output.
func Flags() []string {
	return []string{"-std=gnu11", "-O2", "-fPIC", "-fvisibility=hidden", "-pthread"}
}
