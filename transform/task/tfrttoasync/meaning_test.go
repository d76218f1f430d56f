package tfrttoasync_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/tfrt"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
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

func parse(t *testing.T, name, src string) *ir.Op {
	t.Helper()
	m, errs := text.Parse(all.NewContext(), diag.NewFile(name, []byte(src)), text.Options{})
	if m == nil {
		t.Fatal(errs)
	}
	return m
}

// executed returns what TFRT's executor prints for a program.
func executed(t *testing.T, m *ir.Op) string {
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
	if err := p.Run(t.Context(), tfrt.Config{Workers: 1, Output: &out}); err != nil {
		t.Fatal(err)
	}
	return out.String()
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
			m := parse(t, part.Name, string(part.Data))
			converted := convert(t, m, "tfrt-to-async")
			if converted == nil {
				continue
			}
			there++
			want := executed(t, m)
			compare(t, part.Name, converted, want, &failing)
			if again := convert(t, converted, "async-to-tfrt"); again != nil {
				back++
				if got := executed(t, again); got != want {
					t.Errorf("%s: printed\n%s\nwant\n%s\n%s", part.Name, got, want, passtest.Print(again))
				}
			}
		}
	}
	if there < 30 || back < 10 || failing < 2 {
		t.Errorf("%d programs become async, %d of them TFRT again, %d fail", there, back, failing)
	}
}

func compare(t *testing.T, name string, converted *ir.Op, want string, failing *int) {
	t.Helper()
	report, err := check.Module(t.Context(), converted, check.Options{})
	if err != nil {
		t.Errorf("%s: the judge: %v", name, err)
	} else if !report.OK() {
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
			case got != want:
				t.Errorf("%s on %s: got\n%s\nwant\n%s", name, engine, got, want)
			}
		}
	}
}

// random makes a program of kernels in any order that their operands allow, with chains between some prints.
func random(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("func.func @main() -> (i32, i32, !tfrt.chain) {\n  %ch0 = tfrt.new.chain\n")
	values, chains := 0, 1
	value := func() string { return fmt.Sprintf("%%v%d", r.IntN(values)) }
	define := func(format string, args ...any) {
		fmt.Fprintf(&b, "  %%v%d = "+format+"\n", append([]any{values}, args...)...)
		values++
	}
	define("tfrt.constant.i32 %d", r.IntN(7)-3)
	for range 3 + r.IntN(20) {
		switch r.IntN(7) {
		case 0:
			define("tfrt.constant.i32 %d", r.IntN(100)-50)
		case 1:
			define("tfrt.add.i32 %s, %s", value(), value())
		case 2:
			define("tfrt.mul.i32 %s, %s", value(), value())
		case 3:
			define("\"tfrt.minus.i32\"(%s, %s) : (i32, i32) -> i32", value(), value())
		case 4:
			a, c := value(), fmt.Sprintf("%%c%d", values)
			fmt.Fprintf(&b, "  %s = \"tfrt.lessequal.i32\"(%s, %s) : (i32, i32) -> i1\n", c, value(), a)
			define(
				"tfrt.if %s, %s : (i32) -> (i32) {\n    %%w = tfrt.add.i32 %s, %s\n    tfrt.return %%w : "+
					"i32\n  } "+
					"else {\n    tfrt.return %s : i32\n  }", c, a, a, a, a)
		default: // a print behind the last one, so that the order is determined
			fmt.Fprintf(&b, "  %%ch%d = tfrt.print.i32 %s, %%ch%d\n", chains, value(), chains-1)
			chains++
		}
	}
	fmt.Fprintf(&b, "  tfrt.return %s, %s, %%ch%d : i32, i32, !tfrt.chain\n}\n", value(), value(), chains-1)
	return b.String()
}

// Random programs print and return the same on both sides, and again when they come back.
func TestRandomProgramsAgree(t *testing.T) {
	back := 0
	n := passtest.Programs(60)
	for seed := range uint64(n) {
		src := random(rand.New(rand.NewPCG(1, seed)))
		m := parse(t, fmt.Sprintf("seed%d.mlir", seed), src)
		converted := convert(t, m, "tfrt-to-async")
		if converted == nil {
			t.Fatalf("seed %d is not converted:\n%s", seed, src)
		}
		failing, want := 0, executed(t, m)
		compare(t, fmt.Sprint("seed ", seed), converted, want, &failing)
		if again := convert(t, converted, "async-to-tfrt"); again != nil {
			back++
			if got := executed(t, again); got != want {
				t.Errorf("seed %d: printed\n%s\nwant\n%s\n%s", seed, got, want, passtest.Print(again))
			}
		}
	}
	if back < n/20 {
		t.Errorf("only %d of %d programs come back", back, n)
	}
}
