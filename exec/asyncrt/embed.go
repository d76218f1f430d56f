package asyncrt

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed src
var sources embed.FS

const (
	// Main is the file that is compiled; it includes the others.
	Main = "inflight_async.c"
	// Inline has the functions that programs call most. As LLVM bitcode it can be made a part of a program
	// that is linked with Main.
	Inline = "inline.c"
	// Header declares what programs may call.
	Header = "inflight_async.h"
)

// Flags are the arguments for clang or gcc with which Main compiles, besides -c or -shared and the output.
// They suit both an object that is linked with a program and a shared library.
func Flags() []string {
	return []string{"-std=c11", "-O2", "-fPIC", "-fvisibility=hidden", "-ftls-model=initial-exec", "-pthread"}
}

// Sources returns the C sources, all in the root folder.
func Sources() fs.FS {
	root, err := fs.Sub(sources, "src")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return root
}

// Write copies the sources into a folder that exists and returns the path of Main there.
func Write(folder string) (string, error) {
	files, err := fs.Glob(Sources(), "*")
	if err != nil {
		return "", err
	}
	for _, name := range files {
		text, err := fs.ReadFile(Sources(), name)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return "", err
		}
	}
	return filepath.Join(folder, Main), nil
}
