package examples_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/opt"
)

// What Inflight prints of every example and golden, mlir-opt reads, and what
// mlir-opt prints, in either form, Inflight reads as the same program.
func TestRoundTrip(t *testing.T) {
	mlirOpt := tools.Require(t, "mlir-opt")
	for name, content := range allTexts(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			custom := optimizeText(t, opt.Config{}, name, content)
			generic := optimizeText(t, opt.Config{Generic: true}, name, content)
			for _, flags := range [][]string{nil, {"--mlir-print-op-generic"}} {
				theirs := upstream(t, mlirOpt, generic, flags...)
				equal(t, "custom form", custom, optimizeText(t, opt.Config{}, "theirs.mlir", theirs))
				equal(t, "generic form", generic,
					optimizeText(t, opt.Config{Generic: true}, "theirs.mlir", theirs))
			}
			equal(t, "own custom form", custom, optimizeText(t, opt.Config{}, "ours.mlir", custom))
			equal(t, "own generic form", generic,
				optimizeText(t, opt.Config{Generic: true}, "ours.mlir", generic))
		})
	}
}

// allTexts returns the programs of the examples, their goldens, and those of
// the transform that they are about, by name.
func allTexts(t testing.TB) map[string][]byte {
	t.Helper()
	texts := map[string][]byte{}
	for _, file := range matches(t, "examples/*/*.mlir", "examples/*/*/*.mlir") {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = content
	}
	for _, file := range matches(t, "transform/pipeline/injectsoftwarepipeline/testdata/golden/*.txtar") {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range archive.Files {
			// mlir-opt finds no function through an operation that it does not know, such as those of the
			// pipeline dialect: programs with calls in them cannot make the trip.
			if strings.HasSuffix(section.Name, ".mlir") && !bytes.Contains(section.Data, []byte("call @")) {
				texts[file+"/"+section.Name] = section.Data
			}
		}
	}
	return texts
}

func matches(t testing.TB, patterns ...string) []string {
	t.Helper()
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s matches %d files, %v", pattern, len(found), err)
		}
		files = append(files, found...)
	}
	return files
}

// upstream returns what mlir-opt prints of a program.
func upstream(t *testing.T, mlirOpt string, program []byte, flags ...string) []byte {
	t.Helper()
	c := tools.Command(t, mlirOpt, append([]string{"--allow-unregistered-dialect"}, flags...)...)
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
