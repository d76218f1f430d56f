package passtest

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/language"
	"github.com/inflight-compiler/inflight/pass"
)

// Parse reads and verifies a program.
func Parse(t testing.TB, source string) *ir.Op {
	t.Helper()
	module, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(module)
	}
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, source)
	}
	return module
}

// Read reads and verifies a program in the language of its file's name.
func Read(t testing.TB, file, source string) *ir.Op {
	t.Helper()
	f := diag.NewFile(file, []byte(source))
	module, diags := language.Of(f).Parse(all.NewContext(), f)
	if !diags.HasErrors() {
		diags = ir.Verify(module)
	}
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, source)
	}
	return module
}

// Any reads and verifies a program in MLIR's syntax, whose operations and dialects may be unknown.
func Any(t testing.TB, file, source string) *ir.Op {
	t.Helper()
	c := all.NewContext()
	c.AllowUnregistered = true
	module, diags := text.Parse(c, diag.NewFile(file, []byte(source)), text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(module)
	}
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, source)
	}
	return module
}

// Transform runs a textual pipeline of passes on a copy of a program, with verification after each.
func Transform(t testing.TB, module *ir.Op, pipeline string) *ir.Op {
	t.Helper()
	p, err := pass.Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	module = module.Clone(nil)
	m := pass.Manager{Pipeline: p}
	if diags := m.Run(context.Background(), module); diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, Print(module))
	}
	CheckBranches(t, module)
	return module
}

// Run runs a textual pipeline on a program, and returns the program and what the passes say.
func Run(t testing.TB, pipeline, source string) (*ir.Op, diag.List) {
	t.Helper()
	p, err := pass.Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	module := Parse(t, source)
	return module, (&pass.Manager{Pipeline: p}).Run(t.Context(), module)
}

// Said returns diagnostics as text: places, messages and notes.
func Said(list diag.List) string {
	var b strings.Builder
	at := func(s diag.Span) string {
		if s == (diag.Span{}) {
			return ""
		}
		return s.String() + ": "
	}
	for _, d := range list {
		b.WriteString(at(d.Span) + d.Message + " [" + string(d.Code) + "]\n")
		for _, n := range d.Notes {
			b.WriteString("  " + at(n.Span) + n.Message + "\n")
		}
	}
	return b.String()
}

// Print returns the text of a program.
func Print(op *ir.Op) string { return string(text.Append(nil, op, text.PrintOptions{})) }

// Programs returns how many random programs to try: n, or what the environment's INFLIGHT_PROPERTY says, but
// never more than its INFLIGHT_PROPERTY_LIMIT. It panics if one of them is no number.
func Programs(n int) int {
	if asked, ok := number("INFLIGHT_PROPERTY"); ok {
		n = asked
	}
	if limit, ok := number("INFLIGHT_PROPERTY_LIMIT"); ok {
		n = min(n, limit)
	}
	return n
}

// number returns the number of programs that a variable of the environment holds, if it is set.
func number(variable string) (n int, ok bool) {
	s := os.Getenv(variable)
	if s == "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		panic(variable + " must be a number of programs, not " + s)
	}
	return n, true
}
