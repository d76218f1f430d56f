package exec_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// Programs on which engines disagreed once, or which an engine did not end, compute on each engine the same
// results as on the simulator. The first line of a program may give arguments.
func TestAgree(t *testing.T) {
	files, err := filepath.Glob("testdata/agree/*.mlir")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	for _, engine := range compilers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			for _, file := range files {
				t.Run(strings.TrimSuffix(filepath.Base(file), ".mlir"), func(t *testing.T) {
					agreeOn(t, engine, file)
				})
			}
		})
	}
}

func agreeOn(t *testing.T, engine, file string) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	in := exec.Inputs{Seed: 3, Args: map[string]string{}}
	first, _, _ := strings.Cut(string(content), "\n")
	if args, given := strings.CutPrefix(first, "// with "); given {
		for _, arg := range strings.Fields(args) {
			name, value, _ := strings.Cut(arg, "=")
			in.Args[name] = value
		}
	}
	agree(t, engine, passtest.Parse(t, string(content)), in)
}
