package dialecttest

import (
	"bytes"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Parse reads a program that must be valid.
func Parse(t testing.TB, c *ir.Context, src string) *ir.Op {
	t.Helper()
	m, errs := text.Parse(c, diag.NewFile("test.mlir", []byte(src)), text.Options{})
	if len(errs) == 0 {
		errs = ir.Verify(m)
	}
	for _, e := range errs {
		t.Error(e)
	}
	if t.Failed() {
		t.FailNow()
	}
	return m
}

// FirstOf returns the first operation of def in a function with the given arguments and body.
func FirstOf(t testing.TB, c *ir.Context, def *ir.OpDef, args, body string) *ir.Op {
	t.Helper()
	m := Parse(t, c, "func.func @f("+args+") {\n"+body+"\nreturn\n}")
	found := m.Find(def)
	if len(found) == 0 {
		t.Fatalf("no %s in %s", def.Name, body)
	}
	return found[0]
}

// Effects writes the effects of an operation as "read %a[%i]; write all of %b". access writes the subscripts
// of an effect that has subscripts.
func Effects(op *ir.Op, access func(ir.Effect) string) string {
	var all []string
	op.Def().Effects(op, func(e ir.Effect) {
		line := e.Kind.String()
		switch {
		case e.Value == nil:
			line += " something else"
		case e.Whole:
			line += " all of %" + e.Value.Name()
		case e.Indices == nil:
			line += " any of %" + e.Value.Name()
		default:
			line += " %" + e.Value.Name() + access(e)
		}
		all = append(all, line)
	})
	return strings.Join(all, "; ")
}

// Canonical canonicalizes the program in a file, x.mlir, and compares the result with x.golden.mlir and with
// the result of mlir-opt.
func Canonical(t *testing.T, c *ir.Context, file string) {
	src := read(t, file)
	m := Parse(t, c, src)
	ir.ApplyPatternsGreedily(m, ir.GreedyConfig{})
	for _, e := range ir.Verify(m) {
		t.Errorf("after canonicalization: %v", e)
	}
	got := text.String(m, text.PrintOptions{}) + "\n"
	golden.Compare(t, strings.TrimSuffix(file, ".mlir")+".golden.mlir", []byte(got))
	t.Run("mlir-opt", func(t *testing.T) {
		out, stderr := mlirOpt(t, src, "--canonicalize")
		if stderr != "" {
			t.Error(stderr)
		}
		if diff := cmp.Diff(strings.TrimSpace(out), strings.TrimSpace(got)); diff != "" {
			t.Errorf("mlir-opt does otherwise (-mlir-opt +ours):\n%s", diff)
		}
	})
}

// errorLine is the first line of a case: the expected message. The word "stricter" stands in front of it if
// mlir-opt accepts the program or reports another message.
var errorLine = regexp.MustCompile(`^// error( stricter)?: (.*)\n`)

// separator is the line between the cases of a file.
const separator = "// -----\n"

// Invalid checks the cases of a file, separated by lines "// -----". Each begins with "// error: MESSAGE",
// the first error, which mlir-opt must report in the same words and on the same line. A case in which this
// package and mlir-opt differ begins with "// error stricter: MESSAGE".
func Invalid(t *testing.T, newContext func() *ir.Context, file string) {
	content := read(t, file)
	cases := strings.Split(content, separator)
	reports := make([]report, len(cases))
	for i, src := range cases {
		m := errorLine.FindStringSubmatch(src)
		if m == nil {
			t.Fatalf("the case has no line // error: %s", src)
		}
		reports[i] = firstError(newContext(), src)
		if reports[i].message != m[2] {
			t.Errorf("got error  %q\nwant error %q\nfor %s", reports[i].message, m[2], src)
		}
	}
	t.Run("mlir-opt", func(t *testing.T) {
		_, stderr := mlirOpt(t, content, "--split-input-file")
		for i, want := range mlirErrors(stderr, cases) {
			stricter := errorLine.FindStringSubmatch(cases[i])[1] != ""
			if (reports[i] == want) == stricter {
				t.Errorf("mlir-opt reports %+v, we report %+v for\n%s", want, reports[i], cases[i])
			}
		}
	})
}

// report is the first error in a case and its line there.
type report struct {
	message string
	line    int
}

func firstError(c *ir.Context, src string) report {
	m, errs := text.Parse(c, diag.NewFile("test.mlir", []byte(src)), text.Options{})
	if len(errs) == 0 {
		errs = ir.Verify(m)
	}
	if len(errs) == 0 {
		return report{}
	}
	return report{customOp.ReplaceAllString(errs[0].Message, ""), errs[0].Span.Place().Line}
}

var (
	// customOp matches the beginning of parsers' messages about custom syntax.
	customOp = regexp.MustCompile(`^custom op '[^']*' `)
	mlirLine = regexp.MustCompile(`(?m)^<stdin>:(\d+):\d+: error: (.*)$`)
)

// mlirErrors returns the first error that mlir-opt reported for each case.
func mlirErrors(stderr string, cases []string) []report {
	reports := make([]report, len(cases))
	for _, m := range mlirLine.FindAllStringSubmatch(stderr, -1) {
		line, _ := strconv.Atoi(m[1])
		i := 0
		for ; i < len(cases)-1 && line > strings.Count(cases[i], "\n"); i++ {
			line -= strings.Count(cases[i], "\n") + strings.Count(separator, "\n")
		}
		if reports[i].message == "" {
			reports[i] = report{customOp.ReplaceAllString(m[2], ""), line}
		}
	}
	return reports
}

func mlirOpt(t *testing.T, src string, flags ...string) (stdout, stderr string) {
	t.Helper()
	cmd := tools.Command(t, tools.Require(t, "mlir-opt"), append(flags, "--allow-unregistered-dialect")...)
	cmd.Stdin = strings.NewReader(src)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the caller reads the output, which has the errors
	return out.String(), errs.String()
}

func read(t *testing.T, file string) string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}
