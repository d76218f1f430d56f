package tfrttoasync_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/tfrt"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// convert runs a pass, and returns nil if the pass refuses the program.
func convert(t *testing.T, m *ir.Op, name string) *ir.Op {
	t.Helper()
	m = m.Clone(nil)
	p, err := pass.Parse("builtin.module(" + name + ")")
	if err != nil {
		t.Fatal(err)
	}
	if diags := (&pass.Manager{Pipeline: p}).Run(context.Background(), m); diags.HasErrors() {
		if !strings.Contains(diags.Error(), "["+name+"]") {
			t.Errorf("%v", diags)
		}
		return nil
	}
	return m
}

// executed returns what TFRT's executor prints for a program, and how many errors of kernels it reports.
func executed(t *testing.T, m *ir.Op) (printed string, errors int) {
	t.Helper()
	f, err := bef.Encode(m, bef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := tfrt.New(f)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	report := func(*diag.Diagnostic) { errors++ }
	if err := p.Run(t.Context(), tfrt.Config{Workers: 1, Output: &out, Report: report}); err != nil {
		t.Fatal(err)
	}
	return out.String(), errors
}

// driver adds a function that calls another one, waits for all its results, and returns those with a payload.
func driver(m, fn *ir.Op) {
	b := ir.AtEnd(m.Context(), m.Body())
	typ := function.Type(fn)
	var payloads []ir.Type
	for _, t := range typ.Results {
		if p := async.Payload(t); p != nil {
			payloads = append(payloads, p)
		}
	}
	d := function.New(b, "driver_of_the_test", b.Ctx.Function(nil, payloads))
	b = ir.AtEnd(m.Context(), d.Body())
	call := b.Create(ir.OpState{Def: function.Call, Results: append([]ir.Type{}, typ.Results...),
		Attrs: []ir.NamedAttr{{Name: "callee", Value: b.Ctx.SymbolRef(fn.SymbolName())}}})
	var out []*ir.Value
	for i, t := range typ.Results {
		results := []ir.Type{}
		if p := async.Payload(t); p != nil {
			results = append(results, p)
		}
		await := b.Create(ir.OpState{Def: async.Await, Operands: call.Results()[i : i+1], Results: results})
		out = append(out, await.Results()...)
	}
	b.Op(function.Return, out)
}

// run returns what a function prints and returns on an engine, in the form of TFRT's driver.
func run(t *testing.T, m, fn *ir.Op, engine string) string {
	t.Helper()
	m = m.Clone(nil)
	fn = ir.NewSymbolTables().Lookup(m, fn.SymbolName())
	driver(m, fn)
	e, err := exec.Lookup(engine)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Compile(t.Context(), m, "driver_of_the_test", exec.Code{})
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	var out, notes bytes.Buffer
	values, err := p.Run(t.Context(), nil, exec.Options{Output: exec.NewOutput(&out, &notes)})
	if err != nil {
		return "error: " + err.Error()
	}
	fmt.Fprintf(&out, "'%s' returned", fn.SymbolName())
	for _, v := range values {
		switch v.Type.String() {
		case "i1":
			fmt.Fprintf(&out, " %d", v.Bits)
		case "i32":
			fmt.Fprintf(&out, " %d", int32(v.Bits))
		default:
			fmt.Fprintf(&out, " %d", int64(v.Bits))
		}
	}
	return out.String()
}

// expected is what TFRT's executor prints for one function, without what is no number.
func expected(out, fn string) string {
	_, rest, _ := strings.Cut(out, "--- Running '"+fn+"':\n")
	rest, _, _ = strings.Cut(rest, "--- ")
	lines, returned, ok := strings.Cut(rest, "'"+fn+"' returned ")
	s := lines + "'" + fn + "' returned"
	if !ok {
		return s
	}
	for _, v := range strings.Split(strings.TrimSpace(returned), ",") {
		if !strings.HasSuffix(v, " value") {
			s += " " + v
		}
	}
	return s
}

// The programs of TFRT's executor that become async print and return on the simulator and on wasm what the
// executor prints; the judge finds nothing; and what becomes TFRT again prints the same.
func TestBothSidesAgree(t *testing.T) {
	files, err := filepath.Glob("../../../exec/tfrt/testdata/programs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	there, back, failing := 0, 0, 0
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range ar.Files {
			if !strings.HasSuffix(part.Name, ".mlir") {
				continue
			}
			m := passtest.Read(t, part.Name, string(part.Data))
			converted := convert(t, m, "tfrt-to-async")
			if converted == nil {
				continue
			}
			there++
			want, errors := executed(t, m)
			compare(t, part.Name, converted, want, errors, &failing)
			if again := convert(t, converted, "async-to-tfrt"); again != nil {
				back++
				if got, _ := executed(t, again); withoutCounts(got) != withoutCounts(want) {
					t.Errorf("%s: printed\n%s\nwant\n%s\n%s", part.Name, got, want, passtest.Print(again))
				}
			}
		}
	}
	if there < 30 || back < 10 || failing < 2 {
		t.Errorf("%d programs become async, %d of them TFRT again, %d fail", there, back, failing)
	}
}

// withoutCounts leaves out of errors of loops the number that an assertion does not print.
func withoutCounts(out string) string {
	lines := slices.DeleteFunc(strings.SplitAfter(out, "\n"), func(l string) bool {
		return strings.HasPrefix(l, "--- Not running ") // such as functions that were regions
	})
	out = strings.Join(lines, "")
	for _, what := range []string{"the count ", "the block size "} {
		if before, after, ok := strings.Cut(out, what); ok {
			if _, rest, ok := strings.Cut(after, "is "); ok {
				out = before + what + "is " + rest
			}
		}
	}
	return out
}

// compare holds that a program of async does on the engines what it did before, and that the judge accepts
// it. An error that nothing needs vanishes in TFRT; in async, an assertion that fails ends the program.
func compare(t *testing.T, name string, converted *ir.Op, want string, errors int, failing *int) {
	t.Helper()
	report, err := check.Module(t.Context(), converted, check.Options{})
	if err != nil {
		t.Errorf("%s: the judge: %v", name, err)
	} else if !report.OK() && !strings.Contains(report.Text(), "no hazard found") {
		t.Errorf("%s: the judge says\n%s", name, report.Text())
	}
	for _, fn := range converted.Find(function.Func) {
		if len(function.Type(fn).Inputs) > 0 || strings.Contains(expected(want, fn.SymbolName()), "e+") {
			continue
		}
		for _, engine := range []string{"sim", "wasm"} {
			got, want := run(t, converted, fn, engine), expected(want, fn.SymbolName())
			switch {
			case strings.Contains(want, "<<error"):
				*failing++
				if !strings.Contains(got, "error: ") {
					t.Errorf("%s on %s: got %s, want an error", name, engine, got)
				}
			case got != want && (errors == 0 || !strings.Contains(got, "error: ")):
				t.Errorf("%s on %s: got\n%s\nwant\n%s", name, engine, got, want)
			}
		}
	}
}

// helpers are functions that random programs call by a condition.
const helpers = `func.func @up(%x: i32, %ch: !tfrt.chain) -> (i32, !tfrt.chain) {
  %one = tfrt.constant.i32 1
  %y = tfrt.add.i32 %x, %one
  %d = tfrt.print.i32 %y, %ch
  tfrt.return %y, %d : i32, !tfrt.chain
}
func.func @twice(%x: i32, %ch: !tfrt.chain) -> (i32, !tfrt.chain) {
  %y = "tfrt_test.async_add.i32"(%x, %x) : (i32, i32) -> i32
  tfrt.return %y, %ch : i32, !tfrt.chain
}
func.func @down(%x: i32, %ch: !tfrt.chain) -> (i32, !tfrt.chain, i1) {
  %one = tfrt.constant.i32 1
  %y = "tfrt.minus.i32"(%x, %one) : (i32, i32) -> i32
  %d = tfrt.print.i32 %y, %ch
  %more = "tfrt.lessequal.i32"(%one, %y) : (i32, i32) -> i1
  tfrt.return %y, %d, %more : i32, !tfrt.chain, i1
}
func.func @block(%from: i32, %to: i32, %x: i32) -> !tfrt.chain {
  %y = tfrt.add.i32 %from, %x
  %ch = tfrt.merge.chains %y, %to : i32, i32
  tfrt.return %ch : !tfrt.chain
}
func.func @third(%x: i32) -> i32 {
  %three = tfrt.constant.i32 3
  %q, %r = tfrt.div.i32 %x, %three
  tfrt.return %q : i32
}
`

// writer writes a random program, whose values and chains have numbers.
type writer struct {
	*rand.Rand
	b              strings.Builder
	values, chains int
	fails          bool // the program may have kernels that fail
}

func (w *writer) value() string { return fmt.Sprintf("%%v%d", w.IntN(w.values)) }

// chain names the last chain, and next the one behind it, so that the order of prints is determined.
func (w *writer) chain() string { return fmt.Sprintf("%%ch%d", w.chains-1) }

func (w *writer) next() string {
	w.chains++
	return w.chain()
}

func (w *writer) define(format string, args ...any) {
	fmt.Fprintf(&w.b, "  %%v%d = "+format+"\n", append([]any{w.values}, args...)...)
	w.values++
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, "  "+format+"\n", args...) }

// both makes a kernel whose results are a value and a chain.
func (w *writer) both(format string, args ...any) {
	n := w.values
	fmt.Fprintf(&w.b, "  %%p%d:2 = "+format+"\n", append([]any{n}, args...)...)
	w.define("tfrt.add.i32 %%p%d#0, %%v0", n)
	w.line("%s = tfrt.merge.chains %%p%d#1 : !tfrt.chain", w.next(), n)
}

// control makes a kernel that calls functions or runs regions.
func (w *writer) control() {
	x, ch, c := w.value(), w.chain(), fmt.Sprintf("%%c%d", w.values)
	w.line("%s = \"tfrt.lessequal.i32\"(%s, %s) : (i32, i32) -> i1", c, w.value(), x)
	types := "(i32, !tfrt.chain) -> (i32, !tfrt.chain)"
	switch w.IntN(8) {
	case 0:
		w.both("tfrt.cond %s @up @twice (%s, %s) : %s", c, x, ch, types)
	case 1:
		w.both("tfrt.case %s [@up, @twice, @up] (%s, %s) : %s", w.value(), x, ch, types)
	case 2:
		n := w.values
		w.define("tfrt.constant.i32 %d", w.IntN(5))
		w.both("tfrt.while %s @down(%%v%d, %s) parallel_iterations(%d) : %s", c, n, ch, 1+w.IntN(3), types)
	case 3:
		w.line("%%s%d = tfrt.constant.i32 %d", w.values, w.IntN(3)-1)
		w.line("%%e%d = tfrt.constant.i32 %d", w.values, w.IntN(9))
		w.line("%%b%d = tfrt.constant.i32 %d", w.values, 1+w.IntN(4))
		n, next := w.values, w.next()
		if w.IntN(2) == 0 {
			w.line("%%d%d = tfrt.parallel_call.i32 %%s%d to %%e%d fixed %%b%d @block(%s) : i32", n, n, n, n,
				x)
		} else {
			w.line("%%d%d = tfrt.parallel_for.i32 %%s%d to %%e%d fixed %%b%d, %s : i32 {", n, n, n, n, x)
			w.line("  %%w = tfrt.add.i32 %%s%d, %s", n, x)
			w.line("  %%f = tfrt.merge.chains %%w : i32\n    tfrt.return %%f : !tfrt.chain\n  }")
		}
		w.line("%s = tfrt.merge.chains %%d%d, %s : !tfrt.chain, !tfrt.chain", next, n, ch)
		w.define("tfrt.constant.i32 3")
	case 4:
		w.define(
			"tfrt.jit_execute %s, %s : (i32, !tfrt.chain) -> (i32) {\n    %%k = arith.constant 5 : i32\n    "+
				"%%l = arith.xori %s, %%k : i32\n    tfrt.return %%l : i32\n  }", x, ch, x)
	case 5:
		w.define(
			"tfrt_test.do.async %s : (i32) -> (i32) {\n    %%w = tfrt.add.i32 %s, %s\n    tfrt.return %%w : "+
				"i32\n  }", x, x, x)
	case 6:
		w.line("%%n%d = tfrt.constant.i32 %d", w.values, w.IntN(4))
		w.both(
			"tfrt.repeat.i32 %%n%d, %s, %s : i32, !tfrt.chain {\n    %%w = tfrt.add.i32 %s, %s\n    %%f = "+
				"tfrt.print.i32 %%w, %s\n    tfrt.return %%w, %%f : i32, !tfrt.chain\n  }", w.values, x, ch,
			x, x,
			ch)
	default:
		w.define(
			"tfrt.if %s, %s : (i32) -> (i32) {\n    %%w = tfrt.add.i32 %s, %s\n    tfrt.return %%w : i32\n "+
				" } "+
				"else {\n    tfrt.return %s : i32\n  }", c, x, x, x, x)
	}
}

// failing makes a kernel that may fail, or one that gets a value that may be an error.
func (w *writer) failing() {
	c := fmt.Sprintf("%%c%d", w.values)
	x, y := w.value(), w.value()
	switch w.IntN(5) {
	case 0:
		w.line("%%q%d, %%r%d = tfrt.div.i32 %s, %s", w.values, w.values, x, y)
		w.define("tfrt.add.i32 %%q%d, %%r%d", w.values, w.values)
	case 1:
		w.define("tfrt.call @third(%s) : (i32) -> i32", x)
	case 2:
		if x != y {
			w.line("%s = \"tfrt.lessequal.i32\"(%%v0, %s) : (i32, i32) -> i1", c, w.value())
			w.define("tfrt.if %s, %s, %s : (i32, i32) -> (i32) {\n    %%q, %%r = tfrt.div.i32 %s, %s\n    "+
				"tfrt.return %%q : i32\n  } else {\n    tfrt.return %s : i32\n  }", c, x, y, x, y, x)
		}
	case 3:
		w.define("tfrt.repeat.i32 %s, %s : i32 {\n    tfrt.return %s : i32\n  }", x, y, y)
	default:
		w.define(
			"tfrt.repeat.i32 %s, %s : i32 {\n    %%q, %%r = tfrt.div.i32 %s, %s\n    tfrt.return %%r : "+
				"i32\n  }",
			"%two", x, x, x)
	}
}

// random makes a program of kernels in any order that their operands allow, with one chain through what
// prints.
func random(r *rand.Rand) string {
	w := &writer{Rand: r, chains: 1, fails: r.IntN(3) == 0}
	w.line("%%ch0 = tfrt.new.chain")
	w.line("%%two = tfrt.constant.i32 2")
	w.define("tfrt.constant.i32 %d", r.IntN(7)-3)
	for range 3 + r.IntN(16) {
		switch r.IntN(8) {
		case 0:
			w.define("tfrt.constant.i32 %d", r.IntN(100)-50)
		case 1:
			w.define("tfrt.add.i32 %s, %s", w.value(), w.value())
		case 2:
			w.define("tfrt.mul.i32 %s, %s", w.value(), w.value())
		case 3:
			w.define("\"tfrt.minus.i32\"(%s, %s) : (i32, i32) -> i32", w.value(), w.value())
		case 4, 5:
			if w.fails {
				w.failing()
			} else {
				w.control()
			}
		case 6:
			before := w.chain()
			w.line("%%t%d = tfrt_test.get_string {value = \"a\\22b\"}", w.chains)
			w.line("%s = \"tfrt_test.print_string\"(%%t%d, %s) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain",
				w.next(), w.chains-1, before)
		default:
			before := w.chain()
			w.line("%s = tfrt.print.i32 %s, %s", w.next(), w.value(), before)
		}
	}
	w.line("%%once = tfrt.once @once(%s) : (i32) -> (i32)", "%v0")
	w.line("tfrt.return %s, %s, %%once, %s : i32, i32, i32, !tfrt.chain\n}", w.value(), w.value(), w.chain())
	return helpers +
		"func.func @once(%x: i32) -> i32 {\n  %y = tfrt.add.i32 %x, %x\n  tfrt.return %y : i32\n}\n" +
		"func.func @main() -> (i32, i32, i32, !tfrt.chain) {\n" + w.b.String()
}

// Random programs print and return the same on both sides, and again when they come back.
func TestRandomProgramsAgree(t *testing.T) {
	back, errs := 0, 0
	n := passtest.Programs(60)
	for seed := range uint64(n) {
		src := random(rand.New(rand.NewPCG(1, seed)))
		m := passtest.Read(t, fmt.Sprintf("seed%d.mlir", seed), src)
		converted := convert(t, m, "tfrt-to-async")
		if converted == nil {
			t.Fatalf("seed %d is not converted:\n%s", seed, src)
		}
		failing := 0
		want, errors := executed(t, m)
		if errors > 0 {
			errs++
		}
		compare(t, fmt.Sprint("seed ", seed), converted, want, errors, &failing)
		if again := convert(t, converted, "async-to-tfrt"); again != nil {
			back++
			if got, _ := executed(t, again); withoutCounts(got) != withoutCounts(want) {
				t.Errorf("seed %d: printed\n%s\nwant\n%s\n%s", seed, got, want, passtest.Print(again))
			}
		}
	}
	if back < n/20 || errs < n/20 {
		t.Errorf("of %d programs, %d come back and %d have errors", n, back, errs)
	}
}
