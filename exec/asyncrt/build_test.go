package asyncrt

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/internal/tools"
)

const patience = 3 * time.Minute

// compilers returns the installed C compilers. The test is skipped if there is none, and under Go's race
// detector.
func compilers(t *testing.T) []string {
	t.Helper()
	race.Skip(t, "the runtime is C")
	return tools.RequireAny(t, "clang", "gcc")
}

// output runs a command and returns what it prints to stdout and stderr.
func output(t *testing.T, environment []string, name string, arguments ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, name, arguments...)
	command.Env = append(os.Environ(), environment...)
	text, err := command.CombinedOutput()
	if ctx.Err() != nil {
		t.Fatalf("%s %s did not end in %v:\n%s", name, strings.Join(arguments, " "), patience, text)
	}
	return string(text), err
}

// source returns the path of the runtime's sources, which the package writes into a new folder.
func source(t *testing.T) string {
	t.Helper()
	path, err := Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// library compiles the runtime to a shared library and returns its path.
func library(t *testing.T, compiler string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "libinflight_async.so")
	arguments := append(Flags(), "-Wall", "-Wextra", "-Werror", "-shared", "-o", path, source(t))
	if text, err := output(t, nil, compiler, arguments...); err != nil {
		t.Fatalf("%s: %v\n%s", compiler, err, text)
	}
	return path
}

// program compiles C files together with the runtime and returns the path of the program.
func program(t *testing.T, compiler string, flags []string, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no files (%v)", pattern, err)
	}
	main := source(t)
	path := filepath.Join(t.TempDir(), "program")
	arguments := append(
		[]string{"-std=c11", "-D_GNU_SOURCE", "-gdwarf-4", "-Wall", "-Wextra", "-Werror", "-pthread", "-I",
			filepath.Dir(main), "-o", path}, flags...)
	arguments = append(append(arguments, files...), main)
	if text, err := output(t, nil, compiler, arguments...); err != nil {
		t.Fatalf("%s: %v\n%s", compiler, err, text)
	}
	return path
}
