package examples_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/opt"
)

// What Inflight prints of every example and golden, mlir-opt reads, and what
// mlir-opt prints, in either form, Inflight reads as the same program.
func TestRoundTrip(t *testing.T) {
	mlirOpt := tools.Require(t, "mlir-opt")
	for _, file := range allFiles(t) {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			custom := optimizeText(t, opt.Config{}, file, content)
			generic := optimizeText(t, opt.Config{Generic: true}, file, content)
			for _, flags := range [][]string{nil, {"--mlir-print-op-generic"}} {
				theirs := upstream(t, mlirOpt, generic, flags...)
				equal(t, "custom form", custom, optimizeText(t, opt.Config{}, "theirs.mlir", theirs))
				equal(t, "generic form", generic, optimizeText(t, opt.Config{Generic: true}, "theirs.mlir", theirs))
			}
			equal(t, "own custom form", custom, optimizeText(t, opt.Config{}, "ours.mlir", custom))
			equal(t, "own generic form", generic, optimizeText(t, opt.Config{Generic: true}, "ours.mlir", generic))
		})
	}
}

// allFiles returns every .mlir file of the examples and of the transform that
// they are about.
func allFiles(t testing.TB) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"examples/*/*.mlir", "examples/*/*/*.mlir", "transform/softpipe/testdata/*.mlir"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// upstream returns what mlir-opt prints of a program.
func upstream(t *testing.T, mlirOpt string, program []byte, flags ...string) []byte {
	t.Helper()
	c := exec.Command(mlirOpt, append([]string{"--allow-unregistered-dialect"}, flags...)...)
	c.Stdin = bytes.NewReader(program)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		t.Fatalf("mlir-opt %v: %v\n%s", flags, err, errs.String())
	}
	return out.Bytes()
}

func equal(t *testing.T, what string, want, got []byte) {
	t.Helper()
	if !bytes.Equal(want, got) {
		t.Errorf("%s (-want +got):\n%s", what, cmp.Diff(string(want), string(got)))
	}
}
