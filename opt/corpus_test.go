package opt_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/internal/tools"
)

// corpusPasses are run on every program of the parser's corpus.
var corpusPasses = []string{
	"--canonicalize",
	"--cse --loop-invariant-code-motion",
	"--lower-affine",
	"--convert-scf-to-cf",
	"--symbol-dce",
}

// pending lists differences that will be removed.
var pending = map[string]string{
	"scf_regions --canonicalize":  "unused results of regions are not dropped yet",
	"scf_parallel --canonicalize": "scf.forall without a use of its body is not folded yet",
}

// The passes make of the programs in the corpus the same programs as mlir-opt's passes.
func TestCorpusAgreesWithMLIROpt(t *testing.T) {
	if testing.Short() {
		t.Skip("runs mlir-opt hundreds of times")
	}
	mlirOpt := tools.Require(t, "mlir-opt")
	files, err := filepath.Glob("../ir/text/testdata/corpus/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	known := readDifferences(t)
	for _, flags := range corpusPasses {
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".mlir") + " " + flags
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				compareOnCorpus(t, mlirOpt, file, name, strings.Fields(flags), known)
			})
		}
	}
}

func compareOnCorpus(t *testing.T, mlirOpt, file, name string, flags []string, known map[string]string) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flags = append(flags, "--allow-unregistered-dialect", "--split-input-file")
	var stderr bytes.Buffer
	cmd := tools.Command(t, mlirOpt, append(flags, file)...)
	cmd.Stderr = &stderr
	want, wantErr := cmd.Output()
	got, errs, code := runOpt(t, file, string(content), flags...)
	agree := wantErr == nil && code == 0 && got == string(want) || wantErr != nil && code == 1
	program, _, _ := strings.Cut(name, " ")
	switch {
	case agree && known[name] != "":
		t.Errorf("no longer differs, although it was known to: %s", known[name])
	case agree:
	case known[name]+known[program+" "+everyPass] != "":
		t.Skipf("differs on purpose: %s", known[name]+known[program+" "+everyPass])
	case pending[name]+pending[program] != "":
		t.Skipf("still differs: %s", pending[name]+pending[program])
	case !agree && (wantErr == nil) != (code == 0):
		t.Errorf("mlir-opt: %v\n%s\ninflight opt: exit code %d\n%s", wantErr, stderr.Bytes(), code, errs)
	case !agree:
		t.Errorf("mlir-opt (-) and inflight opt (+) differ:\n%s", cmp.Diff(string(want), got))
	}
}
