package sim_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/sim"
)

// lowering are the passes of mlir-opt from the dialects of these tests to the LLVM dialect.
var lowering = []string{
	"--expand-strided-metadata", "--lower-affine", "--convert-scf-to-cf", "--convert-math-to-llvm",
	"--convert-math-to-libm", "--arith-expand",
	"--convert-arith-to-llvm", "--convert-index-to-llvm", "--finalize-memref-to-llvm",
	"--convert-func-to-llvm", "--convert-cf-to-llvm", "--reconcile-unrealized-casts",
}

// native compiles and runs a program whose @main returns an i64, with mlir-opt and mlir-runner.
func native(t *testing.T, source string) int64 {
	t.Helper()
	opt, runner := tools.Require(t, "mlir-opt"), tools.Require(t, "mlir-runner")
	lowered := pipe(t, source, opt, lowering...)
	out := pipe(t, lowered, runner, "-e", "main", "--entry-point-result=i64",
		"--shared-libs="+tools.Require(t, "libmlir_c_runner_utils"))
	v, err := strconv.ParseInt(strings.TrimSpace(out), 10, 64)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return v
}

// pipe runs a command on an input and returns its output.
func pipe(t *testing.T, input, command string, args ...string) string {
	t.Helper()
	cmd := tools.Command(t, command, args...)
	cmd.Stdin = strings.NewReader(input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s\n%s", command, err, errs.String(), input)
	}
	return out.String()
}

// simulated runs the same program on the abstract machine.
func simulated(t *testing.T, source string) int64 {
	t.Helper()
	res, err := compile(t, source, "main").Run(context.Background(), sim.Config{Hazards: true}, nil)
	if err != nil || len(res.Hazards) > 0 {
		t.Fatalf("%v %v\n%s", err, res.Diagnostics(), source)
	}
	return int64(res.Returns[0].Bits)
}

// scalarProgram makes a random program over integers of several widths and floats. Its result depends on
// every computed value.
type scalarProgram struct {
	rng    *rand.Rand
	b      strings.Builder
	values map[string][]string
	n      int
}

func (p *scalarProgram) emit(typ, format string, args ...any) string {
	p.n++
	name := fmt.Sprintf("%%v%d", p.n)
	fmt.Fprintf(&p.b, "  %s = %s\n", name, fmt.Sprintf(format, args...))
	p.values[typ] = append(p.values[typ], name)
	return name
}

func (p *scalarProgram) pick(typ string) string {
	return p.values[typ][p.rng.IntN(len(p.values[typ]))]
}

func one[T any](rng *rand.Rand, from ...T) T { return from[rng.IntN(len(from))] }

// text returns the program.
func (p *scalarProgram) text(ops int) string {
	p.values = map[string][]string{}
	ints, floats := []string{"i8", "i16", "i32", "i64", "index"}, []string{"f32", "f64"}
	for _, t := range ints {
		p.emit(t, "arith.constant %d : %s", p.rng.Int64N(200)-100, t)
		p.emit(t, "arith.constant %d : %s", one(p.rng, 1, 3, 7, 100, -128), t)
	}
	for _, t := range floats {
		p.emit(t, "arith.constant %v : %s",
			strconv.FormatFloat(float64(p.rng.Int64N(2000)-1000)/16, 'f', 6, 64), t)
		p.emit(t, "arith.constant %v : %s", strconv.FormatFloat(1/float64(1+p.rng.IntN(100)), 'e', 17, 64), t)
	}
	p.emit("i1", "arith.constant true")
	for range ops {
		p.op(one(p.rng, ints...), one(p.rng, floats...))
	}
	p.digest(append(ints, floats...))
	return "func.func @main() -> i64 {\n" + p.b.String() + "}\n"
}

// op emits a random operation whose result is defined in LLVM.
func (p *scalarProgram) op(i, f string) {
	wide := map[string]string{"i8": "i16", "i16": "i32", "i32": "i64", "i64": "i64", "index": "i64"}[i]
	switch p.rng.IntN(15) {
	case 0, 1, 2:
		p.emit(i, "arith.%s %s, %s : %s",
			one(p.rng, "addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui"),
			p.pick(i), p.pick(i), i)
	case 3: // a divisor other than 0 and -1
		c := p.emit(i, "arith.constant %d : %s", one(p.rng, 2, 3, -3, 7, 100), i)
		p.emit(i, "arith.%s %s, %s : %s",
			one(p.rng, "divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui"), p.pick(i),
			c, i)
	case 4:
		c := p.emit(i, "arith.constant %d : %s", p.rng.IntN(8), i)
		p.emit(i, "arith.%s %s, %s : %s", one(p.rng, "shli", "shrsi", "shrui"), p.pick(i), c, i)
	case 5:
		p.emit("i1", "arith.cmpi %s, %s, %s : %s",
			one(p.rng, "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"), p.pick(i),
			p.pick(i), i)
	case 6:
		p.emit("i1", "arith.cmpf %s, %s, %s : %s",
			one(p.rng, "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
				"une", "uno"), p.pick(f), p.pick(f), f)
	case 7:
		p.emit(i, "arith.select %s, %s, %s : %s", p.pick("i1"), p.pick(i), p.pick(i), i)
	case 8:
		if i != "index" && i != "i64" {
			p.emit(wide, "arith.%s %s : %s to %s", one(p.rng, "extsi", "extui"), p.pick(i), i, wide)
			p.emit(i, "arith.trunci %s : %s to %s", p.pick(wide), wide, i)
		} else {
			p.emit("i32", "arith.%s %s : index to i32", one(p.rng, "index_cast", "index_castui"),
				p.pick("index"))
			p.emit("index", "arith.%s %s : i8 to index", one(p.rng, "index_cast", "index_castui"),
				p.pick("i8"))
		}
	case 9, 10:
		p.emit(f, "arith.%s %s, %s : %s",
			one(p.rng, "addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf"),
			p.pick(f), p.pick(f), f)
	case 11:
		p.emit("f32", "arith.truncf %s : f64 to f32", p.pick("f64"))
		p.emit("f64", "arith.extf %s : f32 to f64", p.pick("f32"))
	case 12:
		if i != "index" {
			p.emit(f, "arith.%s %s : %s to %s", one(p.rng, "sitofp", "uitofp"), p.pick(i), i, f)
		}
	case 14:
		if i != "index" {
			p.extended(one(p.rng, "mulsi_extended", "mului_extended"), i, i)
			p.extended("addui_extended", i, "i1")
		}
	case 13:
		if i != "index" {
			p.emit(i, "math.%s %s : %s", one(p.rng, "ctlz", "cttz", "ctpop"), p.pick(i), i)
		}
		p.emit(f, "math.%s %s : %s", one(p.rng, "absf", "floor", "ceil", "trunc", "sqrt"), p.pick(f), f)
		p.emit(f, "math.fma %s, %s, %s : %s", p.pick(f), p.pick(f), p.pick(f), f)
	}
}

// extended emits an operation with two results.
func (p *scalarProgram) extended(op, typ, second string) {
	types := typ
	if second != typ {
		types += ", " + second
	}
	p.n += 2
	fmt.Fprintf(&p.b, "  %%v%d, %%v%d = arith.%s %s, %s : %s\n", p.n-1, p.n, op, p.pick(typ), p.pick(typ),
		types)
	p.values[typ] = append(p.values[typ], fmt.Sprintf("%%v%d", p.n-1))
	p.values[second] = append(p.values[second], fmt.Sprintf("%%v%d", p.n))
}

// digest combines all values into one. All NaNs count as the same value, because their bits may differ.
func (p *scalarProgram) digest(types []string) {
	sum := p.emit("sum", "arith.constant 0 : i64")
	k := p.emit("sum", "arith.constant 31 : i64")
	for _, t := range append(types, "i1") {
		for _, v := range p.values[t] {
			switch t {
			case "i64":
			case "index":
				v = p.emit("sum", "arith.index_cast %s : index to i64", v)
			case "f32", "f64":
				v = p.floatBits(v, t)
			default:
				v = p.emit("sum", "arith.extui %s : %s to i64", v, t)
			}
			m := p.emit("sum", "arith.muli %s, %s : i64", sum, k)
			sum = p.emit("sum", "arith.addi %s, %s : i64", m, v)
		}
	}
	fmt.Fprintf(&p.b, "  return %s : i64\n", sum)
}

func (p *scalarProgram) floatBits(v, t string) string {
	nan := p.emit("sum", "arith.cmpf uno, %s, %s : %s", v, v, t)
	zero := p.emit("sum", "arith.constant 0.0 : %s", t)
	v = p.emit("sum", "arith.select %s, %s, %s : %s", nan, zero, v, t)
	if t == "f64" {
		return p.emit("sum", "arith.bitcast %s : f64 to i64", v)
	}
	bits := p.emit("sum", "arith.bitcast %s : f32 to i32", v)
	return p.emit("sum", "arith.extui %s : i32 to i64", bits)
}

// Random scalar programs have the same results as their code by mlir-opt and LLVM.
func TestScalarsAgreeWithLLVM(t *testing.T) {
	tools.Require(t, "mlir-runner")
	for seed := range uint64(12) {
		p := &scalarProgram{rng: rand.New(rand.NewPCG(seed, 4))}
		source := p.text(150)
		if got, want := simulated(t, source), native(t, source); got != want {
			t.Errorf("seed %d: got %d, LLVM computes %d\n%s", seed, got, want, source)
		}
	}
}

// Programs with loops and memory have the same results as their code by mlir-opt and LLVM.
func TestMemoryAgreesWithLLVM(t *testing.T) {
	for name, source := range map[string]string{"sieve": sieve, "tiles": tiles} {
		t.Run(name, func(t *testing.T) {
			if got, want := simulated(t, source), native(t, source); got != want {
				t.Errorf("got %d, LLVM computes %d", got, want)
			}
		})
	}
}

// sieve counts the primes below 1000.
const sieve = `
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 1000 : index
  %yes = arith.constant 1 : i8
  %no = arith.constant 0 : i8
  %zero = arith.constant 0 : i64
  %prime = memref.alloc(%n) : memref<?xi8>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %yes, %prime[%i] : memref<?xi8>
  }
  %count = scf.for %i = %c2 to %n step %c1 iter_args(%sum = %zero) -> (i64) {
    %p = memref.load %prime[%i] : memref<?xi8>
    %is = arith.cmpi ne, %p, %no : i8
    scf.if %is {
      %square = arith.muli %i, %i : index
      %last = scf.while (%k = %square) : (index) -> index {
        %more = arith.cmpi ult, %k, %n : index
        scf.condition(%more) %k : index
      } do {
      ^bb0(%k: index):
        memref.store %no, %prime[%k] : memref<?xi8>
        %next = arith.addi %k, %i : index
        scf.yield %next : index
      }
    }
    %one = arith.extui %p : i8 to i64
    %s = arith.addi %sum, %one : i64
    scf.yield %s : i64
  }
  memref.dealloc %prime : memref<?xi8>
  return %count : i64
}
`

// tiles reverses the tiles of a matrix through subviews and sums it up with weights.
const tiles = `
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i64
  %A = memref.alloc() : memref<6x8xi64>
  %B = memref.alloc() : memref<6x8xi64>
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = arith.muli %i, %c8 : index
      %y = arith.addi %x, %j : index
      %v = arith.index_cast %y : index to i64
      memref.store %v, %A[%i, %j] : memref<6x8xi64>
    }
  }
  scf.for %i = %c0 to %c6 step %c2 {
    scf.for %j = %c0 to %c8 step %c2 {
      %ri0 = arith.subi %c6, %i : index
      %ri = arith.subi %ri0, %c2 : index
      %rj0 = arith.subi %c8, %j : index
      %rj = arith.subi %rj0, %c2 : index
      %from = memref.subview %A[%i, %j] [2, 2] [1, 1] : memref<6x8xi64> to memref<2x2xi64, strided<[8, 1], offset: ?>>
      %to = memref.subview %B[%ri, %rj] [2, 2] [1, 1] : memref<6x8xi64> to memref<2x2xi64, strided<[8, 1], offset: ?>>
      memref.copy %from, %to : memref<2x2xi64, strided<[8, 1], offset: ?>> to memref<2x2xi64, strided<[8, 1], offset: ?>>
    }
  }
  %sum = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %zero) -> (i64) {
    %t = scf.for %j = %c0 to %c8 step %c1 iter_args(%u = %s) -> (i64) {
      %v = memref.load %B[%i, %j] : memref<6x8xi64>
      %k = arith.constant 31 : i64
      %m = arith.muli %u, %k : i64
      %w = arith.addi %m, %v : i64
      scf.yield %w : i64
    }
    scf.yield %t : i64
  }
  memref.dealloc %A : memref<6x8xi64>
  memref.dealloc %B : memref<6x8xi64>
  return %sum : i64
}
`
