package pass_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

var testCode = diag.Register("pass-test", "for tests", "")

// runs counts the executions of test-count.
var runs atomic.Int64

func init() {
	pass.Register(&pass.Pass{Name: "test-nothing", Title: "Nothing", Run: func(*pass.Run) error {
		return nil
	}})
	pass.Register(&pass.Pass{Name: "test-count", Anchor: "t.func", Run: func(r *pass.Run) error {
		runs.Add(1)
		r.Count("functions", 1)
		return nil
	}})
	pass.Register(&pass.Pass{Name: "test-panic", Run: func(*pass.Run) error { panic("on purpose") }})
	pass.Register(&pass.Pass{Name: "test-fail", Anchor: "t.func", Run: func(r *pass.Run) error {
		if r.Op.SymbolName() == "bad" {
			return r.Op.Errorf(testCode, "bad function")
		}
		r.Report(diag.Warningf(testCode, r.Op.Span(), "function %s", r.Op.SymbolName()))
		return nil
	}})
	pass.Register(&pass.Pass{Name: "test-break", Run: func(r *pass.Run) error {
		r.Op.Body().First().RemoveAttr("sym_name")
		return nil
	}})
	pass.Register(&pass.Pass{Name: "test-mend", Run: func(r *pass.Run) error {
		r.Op.Body().First().SetAttr("sym_name", r.Context().String("mended"))
		return nil
	}})
	pass.Register(&pass.Pass{Name: "test-break-in-secret", Run: func(r *pass.Run) error {
		r.Op.Body().First().RemoveAttr("sym_name")
		r.Unchanged()
		return nil
	}})
	pass.Register(&pass.Pass{
		Name: "test-options",
		Options: []pass.Option{
			{Name: "flag", Type: pass.Bool}, {Name: "num", Type: pass.Int, Default: "7"},
			{Name: "text", Type: pass.String}, {Name: "list", Type: pass.Strings},
			{Name: "kind", Type: pass.Enum, Default: "a", Cases: []string{"a", "b"}},
		},
		Run: func(r *pass.Run) error {
			r.Report(diag.Remarkf(testCode, diag.Span{}, "%v %v %q %q %s",
				r.Bool("flag"), r.Int("num"), r.String("text"), r.Strings("list"), r.String("kind")))
			return nil
		},
	})
}

var (
	module = &ir.OpDef{Name: "t.module", Regions: []ir.RegionDef{{Sized: true}},
		Traits: ir.IsSymbolTable | ir.NoTerminator | ir.IsolatedFromAbove | ir.SingleBlock}
	function = &ir.OpDef{Name: "t.func", Regions: []ir.RegionDef{{Any: true}},
		Attrs:  []ir.AttrDef{{Name: "sym_name"}},
		Traits: ir.IsSymbol | ir.IsolatedFromAbove}
)

// newModule makes a module with functions of the given names.
func newModule(names ...string) *ir.Op {
	c := ir.NewContext(&ir.Dialect{Name: "t", Ops: []*ir.OpDef{module, function}})
	body := ir.NewBlock()
	for _, n := range names {
		body.Append(c.NewOp(ir.OpState{
			Def: function, Regions: []*ir.Region{ir.NewRegion()},
			Attrs: []ir.NamedAttr{{Name: "sym_name", Value: c.String(n)}},
		}))
	}
	return c.NewOp(ir.OpState{Def: module, Regions: []*ir.Region{ir.NewRegion(body)}})
}

func parse(t testing.TB, text string) *pass.Pipeline {
	t.Helper()
	p, err := pass.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParsePrint(t *testing.T) {
	for _, text := range []string{
		"builtin.module()",
		"builtin.module(test-nothing)",
		"builtin.module(t.func(test-count,test-nothing),test-nothing)",
		"any(test-count)",
		"m(test-options{flag=true num=-3 text='a b' list=x,y kind=b})",
		`m(test-options{text="it's"})`,
		"m(test-options{text={a{b} 'c' \"d\"}})",
		"m(n(o(test-nothing)))",
	} {
		if got := parse(t, text).String(); got != text {
			t.Errorf("%s prints as %s", text, got)
		}
	}
	if got := parse(t, " m ( test-options { flag   num=3 } , n ( ) ) ").
		String(); got != "m(test-options{flag=true num=3},n())" {
		t.Error(got)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "pass-pipeline:1:1: error: expected pass pipeline to be wrapped",
		"m":                "expected pass pipeline to be wrapped",
		"m(":               "1:3: error: expected the name of a pass",
		"m(test-nothing":   "1:15: error: expected ',' or ')'",
		"m(test-nothing))": "1:16: error: expected the end",
		"m(test-nothin)":   "'test-nothin' does not refer to a registered pass",
		"m(test-count)": "can't add pass 'test-count' restricted to 't.func' on a pipeline " +
			"intended to run on 'm'",
		"m(test-options{num=x})":        "1:15: error: 'test-options': option num: 'x' is not a number",
		"m(test-options{kind=c})":       "'c' is not one of a, b",
		"m(test-options{flag=perhaps})": "neither true nor false",
		"m(test-options{none=1})":       "no such option none",
		"m(test-options{num=1)":         "missing closing '}'",
		"m(test-options{text='a})":      "missing closing",
	} {
		_, err := pass.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	deep := strings.Repeat("m(", 100000)
	if _, err := pass.Parse(deep); err == nil || !strings.Contains(err.Error(), "nested more than") {
		t.Errorf("deep nesting: %v", err)
	}
}

// Any pipeline prints as text from which Parse makes a pipeline with the same text.
func TestPipelinesRoundTrip(t *testing.T) {
	var gen func(t *rapid.T, depth int) *pass.Pipeline
	gen = func(t *rapid.T, depth int) *pass.Pipeline {
		p := &pass.Pipeline{
			Anchor: rapid.SampledFrom([]string{"builtin.module", "func.func", "any"}).Draw(t, "anchor")}
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			if depth > 0 && rapid.Bool().Draw(t, "nest") {
				p.Items = append(p.Items, pass.Item{Nested: gen(t, depth-1)})
				continue
			}
			text := rapid.StringMatching(`[a-z ={}]{0,3}`).Draw(t, "text")
			if strings.Count(text, "{") != strings.Count(text, "}") || strings.Contains(text, "}") {
				text = "x"
			}
			p.Items = append(p.Items,
				pass.Item{Pass: pass.Lookup("test-options"), Values: pass.Values{{Name: "text", Text: text}}})
		}
		return p
	}
	rapid.Check(t, func(t *rapid.T) {
		want := gen(t, 3).String()
		p, err := pass.Parse(want)
		if err != nil {
			t.Fatalf("%s: %v", want, err)
		}
		if got := p.String(); got != want {
			t.Fatalf("%s came back as %s", want, got)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("builtin.module(t.func(test-count),test-options{text='a b' list=x,y})")
	f.Add("m(test-options{text={a{b}}}")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := pass.Parse(text)
		if err != nil {
			return
		}
		printed := p.String()
		again, err := pass.Parse(printed)
		if err != nil {
			t.Fatalf("%q prints as %q: %v", text, printed, err)
		}
		if again.String() != printed {
			t.Fatalf("%q prints as %q and then as %q", text, printed, again)
		}
	})
}

func TestOptions(t *testing.T) {
	m := pass.Manager{Pipeline: parse(t,
		"t.module(test-options,test-options{flag num=0x10 text='a b' list=x,y<1,2>,z kind=b})")}
	diags := m.Run(t.Context(), newModule())
	want := []string{`false 7 "" [] a`, `true 16 "a b" ["x" "y<1,2>" "z"] b`}
	for i, d := range diags {
		if d.Message != want[i] {
			t.Errorf("got %s, want %s", d.Message, want[i])
		}
	}
}

func TestNestedPassesRunOnEveryFunction(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e"}
	stats := pass.NewStats()
	for _, sequential := range []bool{true, false} {
		runs.Store(0)
		m := pass.Manager{Pipeline: parse(t, "t.module(t.func(test-count))"), Sequential: sequential,
			Observers: []pass.Observer{stats}}
		if diags := m.Run(t.Context(), newModule(names...)); diags != nil || runs.Load() != 5 {
			t.Errorf("%d runs, %v", runs.Load(), diags)
		}
	}
	if n := stats.Count("test-count", "functions"); n != 10 {
		t.Errorf("counted %d functions", n)
	}
}

// Diagnostics of functions transformed in parallel are in the order of the functions.
func TestDiagnosticsAreInOrder(t *testing.T) {
	for range 20 {
		m := pass.Manager{Pipeline: parse(t, "t.module(t.func(test-fail),test-panic)")}
		diags := m.Run(t.Context(), newModule("a", "b", "bad", "c"))
		var got []string
		for _, d := range diags {
			got = append(got, d.Message)
		}
		if s := strings.Join(got, ", "); s != "function a, function b, bad function, function c" {
			t.Fatal(s)
		}
	}
}

func TestPanicBecomesDiagnosticWithReproducer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "reproducer.mlir")
	m := pass.Manager{
		Pipeline: parse(t, "t.module(test-nothing,test-panic)"), Reproducer: file,
		Print: func(*ir.Op) []byte { return []byte("the program\n") },
	}
	diags := m.Run(t.Context(), newModule())
	if !diags.HasErrors() || diags[0].Code != "internal-error" ||
		!strings.Contains(diags[0].Message, "'test-panic': on purpose") {
		t.Fatalf("got %v", diags)
	}
	if len(diags[0].Notes) == 0 || !strings.Contains(diags[0].Notes[0].Message, "pass_test") {
		t.Errorf("the notes do not show where: %v", diags[0].Notes)
	}
	content, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(content), "the program\n") ||
		!strings.Contains(string(content), `pipeline: "t.module(test-nothing,test-panic)"`) {
		t.Errorf("%v: %s", err, content)
	}
}

// A reproducer replaces an older file as a whole: a reader that has opened the older file sees no part of the
// new one.
func TestReproducerReplacesAsAWhole(t *testing.T) {
	folder := t.TempDir()
	file, old := filepath.Join(folder, "reproducer.mlir"), filepath.Join(folder, "old.mlir")
	if err := errors.Join(os.WriteFile(file, []byte("old"), 0o600), os.Link(file, old)); err != nil {
		t.Fatal(err)
	}
	m := pass.Manager{
		Pipeline: parse(t, "t.module(test-panic)"), Reproducer: file,
		Print: func(*ir.Op) []byte { return []byte("the program\n") },
	}
	m.Run(t.Context(), newModule())
	content, err := os.ReadFile(file)
	if before, _ := os.ReadFile(old); err != nil || !strings.HasPrefix(string(content), "the program\n") ||
		string(before) != "old" {
		t.Errorf("%v: %q, and the older one: %q", err, content, before)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 2 {
		t.Errorf("in the folder: %v, %v", left, err)
	}
	m.Reproducer = filepath.Join(folder, "nowhere", "reproducer.mlir")
	if diags := m.Run(t.Context(), newModule()); len(diags) != 2 ||
		!strings.Contains(diags[1].Message, "nowhere") {
		t.Errorf("a file that cannot be written: %v", diags)
	}
}

func TestResultOfPassIsVerified(t *testing.T) {
	m := pass.Manager{Pipeline: parse(t, "t.module(test-break)")}
	err := m.Run(t.Context(), newModule("a")).Err()
	if err == nil || !strings.Contains(err.Error(), "sym_name") {
		t.Errorf("got %v", err)
	}
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Notes[len(d.Notes)-1].Message != "after pass 'test-break'" {
		t.Errorf("the error does not name the pass: %v", d)
	}
	m.Verify = pass.VerifyNever
	if err := m.Run(t.Context(), newModule("a")).Err(); err != nil {
		t.Errorf("verified although told not to: %v", err)
	}
	// A pass that says that it changed nothing is not verified. The next pass is.
	m = pass.Manager{Pipeline: parse(t, "t.module(test-break-in-secret)")}
	if err := m.Run(t.Context(), newModule("a")).Err(); err != nil {
		t.Errorf("verified although nothing changed: %v", err)
	}
	m = pass.Manager{Pipeline: parse(t, "t.module(test-break-in-secret,test-nothing)")}
	if err := m.Run(t.Context(), newModule("a")).Err(); err == nil {
		t.Error("not verified after the next pass")
	}
}

// In a test, a program is verified after each pass; in other programs, behind the last one, if any pass has
// changed it.
func TestUsualVerification(t *testing.T) {
	// noteOf returns the last note of the error that passes end with, "" if they end well.
	noteOf := func(t *testing.T, passes string) string {
		m := pass.Manager{Pipeline: parse(t, "t.module("+passes+")")}
		d, failed := errors.AsType[*diag.Diagnostic](m.Run(t.Context(), newModule("a")).Err())
		if !failed {
			return ""
		}
		return d.Notes[len(d.Notes)-1].Message
	}
	const mended, broken, secret = "test-break,test-mend", "test-nothing,test-break", "test-break-in-secret"
	for _, c := range []struct{ passes, inTest, elsewhere string }{
		{mended, "after pass 'test-break'", ""},
		{broken, "after pass 'test-break'", "after one of the passes t.module(test-nothing,test-break)"},
		{secret, "", ""},
	} {
		if got := noteOf(t, c.passes); got != c.inTest {
			t.Errorf("%s in a test: %q", c.passes, got)
		}
		measuring(t, func() {
			if got := noteOf(t, c.passes); got != c.elsewhere {
				t.Errorf("%s elsewhere: %q", c.passes, got)
			}
		})
	}
}

// measuring calls a function as a benchmark would, which is no test.
func measuring(t *testing.T, f func()) {
	before := flag.Lookup("test.bench").Value.String()
	if err := flag.Set("test.bench", "."); err != nil {
		t.Fatal(err)
	}
	defer flag.Set("test.bench", before) //nolint:errcheck // it was that before
	f()
}

func TestPrintingAndTiming(t *testing.T) {
	var out bytes.Buffer
	timing := pass.NewTiming()
	m := pass.Manager{
		Pipeline:   parse(t, "t.module(t.func(test-count),test-nothing)"),
		Sequential: true,
		Observers: []pass.Observer{timing, &pass.Printing{
			W: &out, AfterAll: true, Before: []string{"test-count"}, Print: func(op *ir.Op) []byte {
				return []byte(op.Name() + "\n")
			},
		}},
	}
	if diags := m.Run(t.Context(), newModule("a")); diags != nil {
		t.Fatal(diags)
	}
	want := `// -----// IR Dump Before test-count (test-count) //----- //
t.func


// -----// IR Dump After test-count (test-count) //----- //
t.func


// -----// IR Dump After Nothing (test-nothing) //----- //
t.module


`
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
	var report bytes.Buffer
	if err := timing.Report(&report); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  't.func' Pipeline\n", "    test-count\n", "  Nothing\n", "  Rest\n",
		"(100.0%)  Total\n"} {
		if !strings.Contains(report.String(), want) {
			t.Errorf("no %q in\n%s", want, report.String())
		}
	}
}
