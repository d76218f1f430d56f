package all_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// batch is how many programs mlir-opt gets at a time.
const batch = 100

// Programs of the parser's corpus with one change (another type of a value, an operand or an attribute less,
// another attribute) are valid for Inflight if and only if they are for mlir-opt, but for the differences in
// testdata/verifier_differences.txt.
func TestMutantsVerifyLikeMLIR(t *testing.T) {
	tool := tools.Require(t, "mlir-opt")
	programs := corpusPrograms(t, tool)
	known := readVerifierDifferences(t)
	r := rand.New(rand.NewPCG(11, 17))
	rejected, differ := 0, map[string]int{}
	for left := passtest.Programs(400); left > 0; left -= batch {
		var mutants []mutant
		for range min(left, batch) {
			if m, ok := mutantOf(r, programs[r.IntN(len(programs))]); ok {
				mutants = append(mutants, m)
			}
		}
		theirs := verdicts(t, tool, mutants)
		for i, m := range mutants {
			ours := messages(m.text)
			if ours != "" {
				rejected++
			}
			if theirs[i] == crashed || (ours == "") == (theirs[i] == "") {
				continue
			}
			if ours != "" && !accepts(t, tool, m) {
				continue
			}
			what := "accepted: "
			if ours != "" {
				what = "rejected: "
			}
			first, _, _ := strings.Cut(ours+theirs[i], "\n")
			if line := what + m.op + ": " + first; !isKnown(known, line) {
				if differ[m.op]++; differ[m.op] <= 2 {
					t.Errorf("%s\nthe change is %s:\n%s", line, m.change, m.text)
				}
			}
		}
	}
	if rejected == 0 {
		t.Error("no mutant is invalid")
	}
}

// mutant is a program with a change at an operation.
type mutant struct{ text, op, change string }

// corpusPrograms returns the programs of the parser's corpus that are valid for mlir-opt in generic form.
func corpusPrograms(t *testing.T, tool string) []string {
	t.Helper()
	files, err := filepath.Glob("../../ir/text/testdata/corpus/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var all []mutant
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, src := range strings.Split(string(content), separator) {
			if m := parsed(src); m != nil && !hasOwn(m) {
				all = append(all, mutant{text: text.String(m, text.PrintOptions{Generic: true})})
			}
		}
	}
	var valid []string
	for len(all) > 0 {
		n := min(batch, len(all))
		for i, v := range verdicts(t, tool, all[:n]) {
			if v == "" && messages(all[i].text) == "" {
				valid = append(valid, all[i].text)
			}
		}
		all = all[n:]
	}
	if len(valid) < 50 {
		t.Fatalf("only %d programs", len(valid))
	}
	return valid
}

func parsed(src string) *ir.Op {
	m, diags := text.Parse(all.NewContext(), diag.NewFile("input.mlir", []byte(src)), text.Options{})
	if diags.HasErrors() || ir.Verify(m).HasErrors() {
		return nil
	}
	return m
}

// hasOwn reports whether a program has operations that mlir-opt does not know.
func hasOwn(m *ir.Op) bool {
	for op := range m.Walk() {
		switch op.Def().DialectName() {
		case "pipeline", "task", "coro":
			return true
		}
	}
	return false
}

// mutantOf returns a program with a change.
func mutantOf(r *rand.Rand, src string) (mutant, bool) {
	m := parsed(src)
	if m == nil {
		return mutant{}, false
	}
	var ops []*ir.Op
	types := []ir.Type{}
	for op := range m.Walk() {
		if op == m {
			continue
		}
		ops = append(ops, op)
		for _, v := range op.Results() {
			types = append(types, v.Type())
		}
	}
	if len(ops) == 0 {
		return mutant{}, false
	}
	c := m.Context()
	types = append(types, c.I1, c.I32, c.I64, c.F32, c.F64, c.Index, c.Vector([]int64{4}, nil, c.F32),
		c.Vector([]int64{4}, []bool{true}, c.F32),
		c.Vector([]int64{2, 4}, nil, c.I32), c.MemRef([]int64{4}, c.F32, nil, nil))
	op := ops[r.IntN(len(ops))]
	change := changeOp(r, op, types)
	if change == "" {
		return mutant{}, false
	}
	return mutant{text.String(m, text.PrintOptions{Generic: true}), op.Name(), change}, true
}

// changeOp changes an operation, and says how; "" if it could not.
func changeOp(r *rand.Rand, op *ir.Op, types []ir.Type) string {
	switch r.IntN(4) {
	case 0:
		if op.NumResults() == 0 {
			return ""
		}
		v := op.Result(r.IntN(op.NumResults()))
		old := v.Type()
		v.SetType(types[r.IntN(len(types))])
		return fmt.Sprintf("the type of a result, %v", old)
	case 1:
		if op.NumOperands() == 0 {
			return ""
		}
		op.EraseOperand(r.IntN(op.NumOperands()))
		return "an operand less"
	case 2:
		props := op.Properties()
		if len(props) == 0 {
			return ""
		}
		a := props[r.IntN(len(props))]
		op.RemoveAttr(a.Name)
		return "the attribute " + a.Name + " less"
	}
	props := op.Properties()
	if len(props) == 0 {
		return ""
	}
	a := props[r.IntN(len(props))]
	to := changedAttr(r, op.Context(), a.Value)
	if to == nil {
		return ""
	}
	op.SetAttr(a.Name, to)
	return fmt.Sprintf("the attribute %s, which was %v", a.Name, a.Value)
}

// changedAttr returns an attribute in place of another.
func changedAttr(r *rand.Rand, c *ir.Context, a ir.Attr) ir.Attr {
	if n, ok := a.(*ir.IntegerAttr); ok && r.IntN(2) == 0 {
		return c.Int(n.Type, []int64{-1, 0, 1, 7, n.Value + 1}[r.IntN(5)])
	}
	if d, ok := a.(*ir.DenseArrayAttr); ok && d.Elem == ir.Type(c.I64) && r.IntN(2) == 0 {
		return c.I64Array([]int64{0, 3, -1, 1}[:r.IntN(5)]...)
	}
	return []ir.Attr{c.Unit, c.Int(c.I64, 3), c.Int(c.I32, 1), c.String("x"), c.TypeAttr(c.F32),
		c.I64Array(1), c.I32Array(1)}[r.IntN(7)]
}

// unlocated is a message that does not tell which program it is about: that of a property that cannot be
// stored.
var unlocated = regexp.MustCompile(`(?m)^<unknown>:0: error: (.*)$`)

// crashed is the verdict on a program that ends mlir-opt.
const crashed = "mlir-opt crashed"

// verdicts returns mlir-opt's messages for each program, "" for those that are valid. Where one ends
// mlir-opt, or is not told apart, halves of them are tried.
func verdicts(t *testing.T, tool string, mutants []mutant) []string {
	t.Helper()
	texts := make([]string, len(mutants))
	for i, m := range mutants {
		texts[i] = m.text
	}
	cmd := tools.Command(t, tool, "--split-input-file", "-o", os.DevNull, "-")
	cmd.Stdin = strings.NewReader(strings.Join(texts, separator))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	_ = cmd.Run()
	code, nowhere := cmd.ProcessState.ExitCode(), unlocated.FindStringSubmatch(stderr.String())
	switch {
	case (code == 0 || code == 1) && nowhere == nil:
		return messagesByProgram(texts, stderr.String())
	case len(mutants) == 1 && nowhere != nil:
		return []string{nowhere[1]}
	case len(mutants) == 1:
		return []string{crashed}
	}
	half := len(mutants) / 2
	return append(verdicts(t, tool, mutants[:half]), verdicts(t, tool, mutants[half:])...)
}

// accepts reports whether mlir-opt accepts a program. It rejects some without a message.
func accepts(t *testing.T, tool string, m mutant) bool {
	t.Helper()
	cmd := tools.Command(t, tool, "-o", os.DevNull, "-")
	cmd.Stdin = strings.NewReader(m.text)
	return cmd.Run() == nil
}

// readVerifierDifferences reads the regular expressions of testdata/verifier_differences.txt; lines that
// begin with # say why.
func readVerifierDifferences(t *testing.T) (known []*regexp.Regexp) {
	t.Helper()
	content, err := os.ReadFile("testdata/verifier_differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			known = append(known, regexp.MustCompile("^("+line+")"))
		}
	}
	return known
}

func isKnown(known []*regexp.Regexp, line string) bool {
	for _, k := range known {
		if k.MatchString(line) {
			return true
		}
	}
	return false
}
