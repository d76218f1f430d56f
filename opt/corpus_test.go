package opt_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
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
		words := append(strings.Fields(flags), "--allow-unregistered-dialect", "--split-input-file")
		wanted := onCorpus(t, mlirOpt, files, words)
		for i, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".mlir") + " " + flags
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				compareOnCorpus(t, file, name, words, wanted[i], known)
			})
		}
	}
}

// marker stands between the parts of a file for --split-input-file, and between what is printed of them.
const marker = "// -----"

// onCorpus returns what mlir-opt prints of each file, "" where it reports an error or ends abnormally.
// Starting mlir-opt takes longer than a pass on a file, so that it gets all files at once, as the parts of
// one, and halves of them where it ends before the last.
func onCorpus(t *testing.T, mlirOpt string, files, flags []string) []string {
	t.Helper()
	var all bytes.Buffer
	parts, sum := make([]int, len(files)), 0
	for i, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			all.WriteString("\n" + marker + "\n")
		}
		all.Write(content)
		parts[i] = bytes.Count(content, []byte(marker)) + 1
		sum += parts[i]
	}
	cmd := tools.Command(t, mlirOpt, append(slices.Clone(flags), "-")...)
	cmd.Stdin = &all
	out, _ := cmd.Output() // the exit status says only whether any file is wrong
	printed := strings.Split(string(out), marker+"\n")
	if len(printed) != sum {
		if len(files) == 1 {
			return []string{""}
		}
		half := len(files) / 2
		return append(onCorpus(t, mlirOpt, files[:half], flags), onCorpus(t, mlirOpt, files[half:], flags)...)
	}
	wanted := make([]string, len(files))
	for i, n := range parts {
		if own := printed[:n]; !slices.Contains(own, "") {
			wanted[i] = strings.Join(own, marker+"\n")
		}
		printed = printed[n:]
	}
	return wanted
}

func compareOnCorpus(t *testing.T, file, name string, flags []string, want string, known map[string]string) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, errs, code := runOpt(t, file, string(content), flags...)
	agree := want != "" && code == 0 && got == want || want == "" && code == 1
	program, _, _ := strings.Cut(name, " ")
	switch {
	case agree && known[name] != "":
		t.Errorf("no longer differs, although it was known to: %s", known[name])
	case agree:
	case known[name]+known[program+" "+everyPass] != "":
		t.Skipf("differs on purpose: %s", known[name]+known[program+" "+everyPass])
	case pending[name]+pending[program] != "":
		t.Skipf("still differs: %s", pending[name]+pending[program])
	case !agree && (want != "") != (code == 0):
		t.Errorf("mlir-opt prints %q\ninflight opt: exit code %d\n%s", want, code, errs)
	case !agree:
		t.Errorf("mlir-opt (-) and inflight opt (+) differ:\n%s", cmp.Diff(want, got))
	}
}
