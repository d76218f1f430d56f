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
	// Main is the file to compile. It includes the others.
	Main = "inflight_async.c"
	// Inline has the functions that programs call most often. As LLVM bitcode it can be compiled into a
	// program that is linked with Main.
	Inline = "inline.c"
	// Header declares the functions that programs may call.
	Header = "inflight_async.h"
)

// Flags are the flags of clang or gcc for Main, besides -c or -shared and the output. They fit an object file
// that is linked with a program as well as a shared library.
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

// Write writes the sources into an existing folder and returns the path of Main there.
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
