package exec_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// randomComplex returns a function that loads numbers from two arguments, computes other numbers from them
// (in a loop that carries one of them, under conditions and through their bits), and stores all. Its formulas
// are exact: they have only sums, products, quotients and square roots of real numbers, so that all engines
// compute the same bits.
func randomComplex(r *rand.Rand, t string, steps int) string {
	var b strings.Builder
	fmt.Fprintf(&b,
		`func.func @f(%%xs: memref<8xcomplex<%[1]s>>, %%ys: memref<8xcomplex<%[1]s>>, %%out: memref<8x%[2]dxcomplex<%[1]s>>) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c8 = arith.constant 8 : index
  %%one = complex.constant [1.0 : %[1]s, -0.5 : %[1]s] : complex<%[1]s>
  %%last = scf.for %%i = %%c0 to %%c8 step %%c1 iter_args(%%carried = %%one) -> (complex<%[1]s>) {
    %%v0 = memref.load %%xs[%%i] : memref<8xcomplex<%[1]s>>
    %%v1 = memref.load %%ys[%%i] : memref<8xcomplex<%[1]s>>
`, t, steps)
	values := []string{"%v0", "%v1", "%carried", "%one"}
	pick := func() string { return values[r.IntN(len(values))] }
	for i := range steps {
		v := fmt.Sprintf("%%v%d", i+2)
		b.WriteString(complexStep(r, t, v, pick(), pick(), pick()))
		fmt.Fprintf(&b, "    %%at%[1]d = arith.constant %[1]d : index\n", i)
		fmt.Fprintf(&b, "    memref.store %s, %%out[%%i, %%at%d] : memref<8x%dxcomplex<%s>>\n", v, i, steps,
			t)
		values = append(values, v)
	}
	fmt.Fprintf(&b, "    scf.yield %s : complex<%s>\n  }\n  return\n}\n", pick(), t)
	return b.String()
}

// complexStep returns the code that computes v from x, y and z.
func complexStep(r *rand.Rand, t, v, x, y, z string) string {
	number := "complex<" + t + ">"
	p := "%p" + v[2:]
	switch kind := r.IntN(12); kind {
	case 0, 1, 2, 3, 4, 5:
		op := []string{"add", "sub", "mul", "mul", "div", "add"}[kind]
		return fmt.Sprintf("    %s = complex.%s %s, %s : %s\n", v, op, x, y, number)
	case 6, 7, 8:
		op := []string{"neg", "conj", "sign"}[kind-6]
		return fmt.Sprintf("    %s = complex.%s %s : %s\n", v, op, x, number)
	case 9:
		return fmt.Sprintf("    %[1]sa = complex.abs %[2]s : %[5]s\n    %[1]sb = complex.im %[3]s : %[5]s\n"+
			"    %[4]s = complex.create %[1]sa, %[1]sb : %[5]s\n", p, x, y, v, number)
	case 10:
		op := []string{"eq", "neq"}[r.IntN(2)]
		return fmt.Sprintf(
			"    %[1]s = complex.%[2]s %[3]s, %[4]s : %[7]s\n    %[6]s = scf.if %[1]s -> (%[7]s) {\n"+
				"      scf.yield %[5]s : %[7]s\n    } else {\n      %[1]sn = complex.mul %[3]s, %[5]s : "+
				"%[7]s\n"+
				"      scf.yield %[1]sn : %[7]s\n    }\n", p, op, x, y, z, v, number)
	}
	if t == "f64" { // an f64 complex number has more bits than any integer of the engines
		return fmt.Sprintf(
			"    %[1]s = complex.re %[2]s : %[4]s\n    %[3]s = complex.create %[1]s, %[1]s : %[4]s\n",
			p, x, v, number)
	}
	// the signs of both parts change
	return fmt.Sprintf("    %[1]sa = complex.bitcast %[2]s : %[4]s to i64\n"+
		"    %[1]sb = arith.constant -9223372034707292160 : i64\n    %[1]sc = arith.xori %[1]sa, %[1]sb : "+
		"i64\n"+
		"    %[3]s = complex.bitcast %[1]sc : i64 to %[4]s\n", p, x, v, number)
}

// Random programs of complex numbers compute the same bits on every engine.
func TestPropertyComplexPrograms(t *testing.T) {
	for _, engine := range compilers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			e, err := exec.Lookup(engine)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range passtest.Programs(map[string]int{"wasm": 40, "native": 8}[engine]) {
				r := rand.New(rand.NewPCG(uint64(seed), 23))
				format, size := "f32", 4
				if seed%2 == 1 {
					format, size = "f64", 8
				}
				source := randomComplex(r, format, 4+r.IntN(12))
				module := passtest.Transform(t, passtest.Parse(t, source),
					"builtin.module(expand-complex-bitcast)")
				oracle, err := sim.Compile(module, "f")
				if err != nil {
					t.Fatalf("%v\n%s", err, source)
				}
				special := seed%4 > 1
				args := complexArguments(t, oracle, complexInputs(r, 8, special),
					complexInputs(r, 8, special), size)
				want, got := cloned(args), cloned(args)
				if _, err := oracle.Run(t.Context(), sim.Config{}, want); err != nil {
					t.Fatalf("%v\n%s", err, source)
				}
				program, err := e.Compile(t.Context(), module, "f", exec.Code{})
				if err != nil {
					t.Fatalf("%v\n%s", err, source)
				}
				if _, err := program.Run(t.Context(), got, exec.Options{}); err != nil {
					t.Fatalf("%v\n%s", err, source)
				}
				sameParts(t, source, want[2], got[2], size)
			}
		})
	}
}

// sameParts compares the parts of numbers in memory: equal bits, but for those of NaN.
func sameParts(t *testing.T, source string, want, got value.Value, size int) {
	t.Helper()
	w, g := partsIn(want.Buffer.Data, size), partsIn(got.Buffer.Data, size)
	if !slices.EqualFunc(w, g, func(x, y float64) bool { return isSameFloat(x, y, 0) }) {
		i := slices.IndexFunc(w, func(x float64) bool { return !math.IsNaN(x) })
		for i < len(w) && isSameFloat(w[i], g[i], 0) {
			i++
		}
		t.Fatalf("part %d is %v, and %v in the simulator\n%s", i, g[i], w[i], source)
	}
}

// The bits of a complex number are its bytes in memory.
func TestComplexBitsAreThoseInMemory(t *testing.T) {
	const source = `func.func @f(%from: memref<1xcomplex<f32>>, %to: memref<1xi64>, %back: memref<1xcomplex<f32>>, %halves: memref<1xcomplex<f16>>, %word: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %from[%c0] : memref<1xcomplex<f32>>
  %1 = complex.bitcast %0 : complex<f32> to i64
  memref.store %1, %to[%c0] : memref<1xi64>
  %2 = complex.bitcast %1 : i64 to complex<f32>
  memref.store %2, %back[%c0] : memref<1xcomplex<f32>>
  %3 = memref.load %halves[%c0] : memref<1xcomplex<f16>>
  %4 = complex.bitcast %3 : complex<f16> to f32
  memref.store %4, %word[%c0] : memref<1xf32>
  return
}
`
	module := passtest.Transform(t, passtest.Parse(t, source), "builtin.module(expand-complex-bitcast)")
	program, err := sim.Compile(module, "f")
	if err != nil {
		t.Fatal(err)
	}
	args := complexArguments(t, program, []float64{1, -2}, nil, 4)
	copy(args[3].Buffer.Data, []byte{1, 2, 3, 4})
	if _, err := program.Run(t.Context(), sim.Config{}, args); err != nil {
		t.Fatal(err)
	}
	for _, same := range [][2]int{{0, 1}, {0, 2}, {3, 4}} {
		if want, got := args[same[0]].Buffer.Data, args[same[1]].Buffer.Data; !slices.Equal(want, got) {
			t.Errorf("argument %d is %x instead of %x", same[1], got, want)
		}
	}
}

// A function that returns a complex number cannot be an entry. The message says where, and how to return the
// number instead.
func TestComplexScalarsOfEntriesAreRefused(t *testing.T) {
	const source = `func.func @f() -> complex<f32> {
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  return %0 : complex<f32>
}
`
	for _, engine := range append([]string{"sim"}, compilers...) {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			e, err := exec.Lookup(engine)
			if err != nil {
				t.Fatal(err)
			}
			program, err := e.Compile(t.Context(), passtest.Parse(t, source), "f", exec.Code{})
			if err == nil { // the simulator compiles it, since other functions may call it
				_, err = program.Run(t.Context(), nil, exec.Options{})
			}
			d, ok := errors.AsType[*diag.Diagnostic](err)
			if !ok || !d.Span.IsKnown() || !strings.Contains(d.Suggestion, "memref") {
				t.Errorf("%v", err)
			}
		})
	}
}
