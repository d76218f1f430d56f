package wasm

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// edges are numbers at which operations have special cases: integers at the limits of widths, and floats as
// bits of f64.
var (
	integerEdges = []int64{0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 32767,
		32768, 65535, 1<<31 - 1,
		1 << 31, 1<<32 - 1, 1 << 32, math.MaxInt64, math.MinInt64, -1, -2, -3, -7, -100, -128, -129, -32768,
		0x123456789abcdef}
	floatEdges = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 3, 100, 127.5, 128,
		255.5, -128.5, 1e4, 65504,
		65519, 65520, 1e5, 1e-5, 6e-8, 2.9e-8, 1e-40, 1e-45, 1e30, -1e30, 3.4e38, 1e40, 1e300, 1e-310,
		2147483647.5, 2147483648, 4294967296,
		9.3e18, 1.9e19, -9.3e18, math.Inf(1), math.Inf(-1), math.NaN(), 0x1.fffffep0, 0.49999999999999994,
		1.0009765625, 1.00048828125}
)

// valuesOf returns edge values of a scalar type.
func valuesOf(t ir.Type) []value.Value {
	var vs []value.Value
	ft, ok := t.(*ir.FloatType)
	if !ok {
		seen := map[uint64]bool{}
		for _, n := range integerEdges {
			if v := value.Int(t, n); !seen[v.Bits] {
				seen[v.Bits] = true
				vs = append(vs, v)
			}
		}
		return vs
	}
	for _, x := range floatEdges {
		vs = append(vs, value.Float(ft, x))
	}
	return vs
}

// same reports whether two scalars are equal. All NaNs are equal.
func same(a, b value.Value) bool {
	if ft, ok := a.Type.(*ir.FloatType); ok && math.IsNaN(ir.DecodeFloat(ft.Kind, a.Bits)) {
		return math.IsNaN(ir.DecodeFloat(ft.Kind, b.Bits))
	}
	return a.Bits == b.Bits
}

// operation is the body of a function on arguments %a, %b, %c with results %r, %s. TYPE in it stands for its
// type.
type operation struct {
	body    string
	types   []string
	args    int
	results []string // their types; nil means one of TYPE
}

var (
	integerTypes = []string{"i1", "i5", "i8", "i16", "i24", "i32", "i48", "i64", "index"}
	floatTypes   = []string{"f16", "bf16", "f32", "f64"}
)

// operationsOf returns operations with two operands of a type and a result of it.
func operationsOf(types []string, args int, names ...string) map[string]operation {
	ops := map[string]operation{}
	operands := strings.Join([]string{"%a", "%b", "%c"}[:args], ", ")
	for _, name := range names {
		ops[name] = operation{body: "%r = " + name + " " + operands + " : TYPE", types: types, args: args}
	}
	return ops
}

// allOperations returns the operations of arith and math on scalars that both engines support, with their
// text.
func allOperations() map[string]operation {
	all := map[string]operation{}
	for _, part := range []map[string]operation{
		operationsOf(integerTypes, 2, "arith.addi", "arith.subi", "arith.muli", "arith.andi", "arith.ori",
			"arith.xori", "arith.maxsi",
			"arith.minsi", "arith.maxui", "arith.minui", "arith.divsi", "arith.divui", "arith.remsi",
			"arith.remui", "arith.ceildivsi",
			"arith.ceildivui", "arith.floordivsi", "arith.shli", "arith.shrsi", "arith.shrui", "math.ipowi"),
		operationsOf(integerTypes, 1, "math.absi", "math.ctlz", "math.cttz", "math.ctpop"),
		operationsOf(floatTypes, 2, "arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.remf",
			"arith.maximumf",
			"arith.minimumf", "arith.maxnumf", "arith.minnumf", "math.atan2", "math.powf", "math.copysign"),
		operationsOf(floatTypes, 3, "math.fma"),
		operationsOf(floatTypes, 1, "arith.negf", "math.absf", "math.ceil", "math.floor", "math.trunc",
			"math.round", "math.roundeven",
			"math.sqrt", "math.rsqrt", "math.exp", "math.log", "math.sin", "math.tanh", "math.erf",
			"math.exp2", "math.log1p"),
	} {
		for name, op := range part {
			all[name] = op
		}
	}
	for i, p := range []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"} {
		all[fmt.Sprint("arith.cmpi ", i)] = operation{"%r = arith.cmpi " + p + ", %a, %b : TYPE",
			integerTypes, 2, []string{"i1"}}
	}
	for _, p := range strings.Fields("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true") {
		all["arith.cmpf "+p] = operation{"%r = arith.cmpf " + p + ", %a, %b : TYPE", floatTypes, 2,
			[]string{"i1"}}
	}
	for _, name := range []string{"isnan", "isinf", "isfinite", "isnormal"} {
		all["math."+name] = operation{"%r = math." + name + " %a : TYPE", floatTypes, 1, []string{"i1"}}
	}
	all["arith.addui_extended"] = operation{"%r, %s = arith.addui_extended %a, %b : TYPE, i1", integerTypes,
		2, []string{"TYPE", "i1"}}
	for _, name := range []string{"arith.mulsi_extended", "arith.mului_extended"} {
		all[name] = operation{"%r, %s = " + name + " %a, %b : TYPE", integerTypes, 2,
			[]string{"TYPE", "TYPE"}}
	}
	all["arith.select"] = operation{"%k = arith.cmpi slt, %a, %b : TYPE\n  %r = arith.select %k, %b, %a : " +
		"TYPE", integerTypes, 2, nil}
	all["math.sincos"] = operation{"%r, %s = math.sincos %a : TYPE", floatTypes, 1, []string{"TYPE", "TYPE"}}
	conversions(all)
	return all
}

// conversions adds the casts between all types.
func conversions(all map[string]operation) {
	width := map[string]int{"i1": 1, "i5": 5, "i8": 8, "i16": 16, "i24": 24, "i32": 32, "i48": 48, "i64": 64,
		"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
	cast := func(name, from, to string) {
		all[name+" "+from+" "+to] = operation{"%r = " + name + " %a : TYPE to " + to, []string{from}, 1,
			[]string{to}}
	}
	for _, from := range integerTypes {
		for _, to := range integerTypes {
			switch {
			case from == "index" && to != "index" || to == "index" && from != "index":
				cast("arith.index_cast", from, to)
				cast("arith.index_castui", from, to)
			case width[from] < width[to]:
				cast("arith.extsi", from, to)
				cast("arith.extui", from, to)
			case width[from] > width[to]:
				cast("arith.trunci", from, to)
			}
		}
		for _, to := range floatTypes {
			if from == "index" {
				continue
			}
			cast("arith.sitofp", from, to)
			cast("arith.uitofp", from, to)
			cast("arith.fptosi", to, from)
			cast("arith.fptoui", to, from)
			if width[from] == width[to] {
				cast("arith.bitcast", from, to)
				cast("arith.bitcast", to, from)
			}
		}
	}
	for _, from := range floatTypes {
		for _, to := range floatTypes {
			if width[from] < width[to] {
				cast("arith.extf", from, to)
			} else if width[from] > width[to] {
				cast("arith.truncf", from, to)
			}
		}
	}
}

// function returns the program of an operation on a type.
func (o operation) function(typ string) string {
	results := o.results
	if results == nil {
		results = []string{"TYPE"}
	}
	var args []string
	for _, name := range []string{"%a", "%b", "%c"}[:o.args] {
		args = append(args, name+": TYPE")
	}
	types := strings.Join(results, ", ")
	values := strings.Join([]string{"%r", "%s"}[:len(results)], ", ")
	source := "func.func @f(" + strings.Join(args, ", ") + ") -> (" + types + ") {\n  " + o.body +
		"\n  return " + values + " : " + types + "\n}"
	return strings.ReplaceAll(source, "TYPE", typ)
}

// Every operation on scalars has the same results as on the simulator, also at the edges of the types, and
// stops where the simulator stops.
func TestOperations(t *testing.T) {
	for name, op := range allOperations() {
		for _, typ := range op.types {
			t.Run(name+" "+typ, func(t *testing.T) { agreeOnEdges(t, op.function(typ), op.args) })
		}
	}
}

// session is a program that is run many times.
type session struct {
	*run
	oracle *sim.Program
}

func open(t *testing.T, source string) session {
	t.Helper()
	m := parse(t, source)
	p, err := Compile(t.Context(), m, "f", config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	oracle, err := sim.Compile(m, "f")
	if err != nil {
		t.Fatal(err)
	}
	s := session{&run{Program: p, caller: t.Context(), limited: t.Context()}, oracle}
	if err := s.instantiate(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// agree compares the results for some arguments.
func (s session) agree(t *testing.T, values []value.Value) {
	t.Helper()
	s.site = -1
	result, wantErr := s.oracle.Run(t.Context(), sim.Config{}, values)
	got, err := s.call(values)
	if (wantErr != nil) != (err != nil) {
		t.Fatalf("%#x: got error %v, want %v", bitsOf(values), err, wantErr)
	}
	if err != nil {
		return
	}
	for i, want := range result.Returns {
		if !same(want, got[i]) {
			t.Fatalf("result %d of %#x is %#x, want %#x", i, bitsOf(values), got[i].Bits, want.Bits)
		}
	}
}

// agreeOnEdges runs a function on combinations of edge values.
func agreeOnEdges(t *testing.T, source string, args int) {
	s := open(t, source)
	list := combinations(valuesOf(s.entry.Inputs[0]), args)
	step := max(1, len(list)/passtest.Programs(30))
	for i := 0; i < len(list); i += step {
		s.agree(t, list[i])
	}
}

func parse(t testing.TB, source string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(m)
	}
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m
}

func bitsOf(vs []value.Value) []uint64 {
	bits := make([]uint64, len(vs))
	for i, v := range vs {
		bits[i] = v.Bits
	}
	return bits
}

// combinations returns argument lists: all pairs, and triples of neighbours.
func combinations(vs []value.Value, n int) [][]value.Value {
	var all [][]value.Value
	for i, v := range vs {
		switch n {
		case 1:
			all = append(all, []value.Value{v})
		case 2:
			for _, w := range vs {
				all = append(all, []value.Value{v, w})
			}
		default:
			for j, w := range vs {
				all = append(all, []value.Value{v, w, vs[(3*i+5*j)%len(vs)]})
			}
		}
	}
	return all
}
