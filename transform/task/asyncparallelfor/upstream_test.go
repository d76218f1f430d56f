package asyncparallelfor_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/simplify/canonicalize"
	_ "github.com/inflight-compiler/inflight/transform/simplify/cse"
	_ "github.com/inflight-compiler/inflight/transform/simplify/symboldce"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "async-parallel-for") }

// What the pass makes differs from what mlir-opt makes, both canonicalized, by the differences in
// testdata/upstream and no others. The comment of each case has the reasons. The verdict says what @main
// leaves in memory, compared with the program as written, run in order.
func TestDifferencesFromMLIROpt(t *testing.T) {
	mlirOpt := tools.Require(t, "mlir-opt")
	golden.Txtar(t, "testdata/upstream/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		source := string(golden.Get(t, ar, "in.mlir"))
		pass := "async-parallel-for{" + strings.TrimSpace(string(golden.Get(t, ar, "options"))) + "}"
		module := passtest.Parse(t, source)
		clean := ",canonicalize,cse,canonicalize,symbol-dce)"
		ours := passtest.Print(passtest.Transform(t, module, "builtin.module("+pass+clean))
		theirs, failure := pipe(t, mlirOpt, source, "--pass-pipeline=builtin.module("+pass+clean)
		verdict := "inflight: " +
			judge(t, module, passtest.Transform(t, module, "builtin.module("+pass+")")) + "\n"
		if failure != "" {
			golden.Set(ar, "verdict", []byte(verdict+"mlir-opt: "+failure+"\n"))
			return
		}
		raw, _ := pipe(t, mlirOpt, source, "--pass-pipeline=builtin.module("+pass+")")
		golden.Set(ar, "verdict", []byte(verdict+"mlir-opt: "+judge(t, module, passtest.Parse(t, raw))+"\n"))
		golden.Set(ar, "differences", diff.Diff("mlir-opt", structure(theirs), "inflight", structure(ours)))
		if len(bytes.TrimSpace(ar.Comment)) == 0 {
			t.Error("the comment does not give a reason")
		}
	})
}

var (
	numbered  = regexp.MustCompile(`%\d+`)
	constants = regexp.MustCompile(`(?m)^ *%\S+ = arith.constant .*\n`)
)

// structure returns the text of a program without constants, whose names tell what they are, without the
// numbers of values, and without empty lines.
func structure(text string) []byte {
	text = constants.ReplaceAllString(numbered.ReplaceAllString(text, "%"), "")
	return []byte(strings.TrimSpace(text) + "\n")
}

// judge compares what a program leaves in memory, in all modes, with the program as written.
func judge(t *testing.T, written, made *ir.Op) string {
	t.Helper()
	want, _, err := simulate(written, sim.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, cfg := range passtest.Modes {
		switch out, hazards, err := simulate(made, cfg, nil); {
		case err != nil:
			return fmt.Sprintf("stops: %v", err)
		case !out.equal(want):
			return "wrong"
		case len(hazards) > 0:
			return "racy"
		}
	}
	return "right"
}

// pipe runs a command on an input, and returns its output, or the first line of its complaint.
func pipe(t *testing.T, command, input string, args ...string) (output, failure string) {
	cmd := tools.Command(t, command, args...)
	cmd.Stdin = strings.NewReader(input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		first, _, _ := strings.Cut(errs.String(), "\n")
		return "", first
	}
	return out.String(), ""
}
