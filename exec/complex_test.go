package exec_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// complexFunction is a function of one or two complex numbers. exact is set if its formula has only sums,
// products, quotients and square roots of real numbers, so that all engines compute the same bits.
type complexFunction struct {
	name  string
	exact bool
	write func(t string) string // of %x and %y, as %r
}

// oneNumber and twoNumbers write a function whose result is a complex number.
func oneNumber(name string) func(string) string {
	return func(t string) string { return fmt.Sprintf("%%r = complex.%s %%x : complex<%s>", name, t) }
}

func twoNumbers(name string) func(string) string {
	return func(t string) string { return fmt.Sprintf("%%r = complex.%s %%x, %%y : complex<%s>", name, t) }
}

// realNumber writes a function whose result is a float, as the real part.
func realNumber(name string) func(string) string {
	return func(t string) string {
		return fmt.Sprintf(
			"%%v = complex.%[1]s %%x : complex<%[2]s>\n      %%r = complex.create %%v, %%v : complex<%[2]s>",
			name, t)
	}
}

// chosen writes a comparison that chooses one of the numbers.
func chosen(name string) func(string) string {
	return func(t string) string {
		return fmt.Sprintf(
			"%%c = complex.%[1]s %%x, %%y : complex<%[2]s>\n      %%r = arith.select %%c, %%x, %%y : "+
				"complex<%[2]s>", name, t)
	}
}

func complexFunctions() []complexFunction {
	list := []complexFunction{
		{"eq", true, chosen("eq")}, {"neq", true, chosen("neq")}, {"abs", true, realNumber("abs")},
		{"angle", false, realNumber("angle")},
		{"re", true, realNumber("re")}, {"im", true, realNumber("im")},
		{"powi", false, func(t string) string {
			return fmt.Sprintf(
				"%%k = arith.constant -3 : i32\n      %%r = complex.powi %%x, %%k : complex<%s>, i32", t)
		}},
	}
	for _, name := range strings.Fields("add sub mul div") {
		list = append(list, complexFunction{name, true, twoNumbers(name)})
	}
	for _, name := range strings.Fields("neg conj sign") {
		list = append(list, complexFunction{name, true, oneNumber(name)})
	}
	for _, name := range strings.Fields("exp expm1 log log1p sqrt rsqrt sin cos tan tanh") {
		list = append(list, complexFunction{name, false, oneNumber(name)})
	}
	return append(list, complexFunction{"pow", false, twoNumbers("pow")},
		complexFunction{"atan2", false, twoNumbers("atan2")})
}

// complexProgram returns a function @apply that applies every function to n pairs of numbers: row f of the
// result has function f.
func complexProgram(t string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b,
		"func.func @apply(%%xs: memref<%[1]dxcomplex<%[2]s>>, %%ys: memref<%[1]dxcomplex<%[2]s>>, %%out: "+
			"memref<%[3]dx%[1]dxcomplex<%[2]s>>) {\n",
		n, t, len(complexFunctions()))
	fmt.Fprintf(&b,
		"  %%c0 = arith.constant 0 : index\n  %%c1 = arith.constant 1 : index\n  %%n = arith.constant %d : "+
			"index\n", n)
	for row, f := range complexFunctions() {
		fmt.Fprintf(&b, `    scf.for %%i = %%c0 to %%n step %%c1 {
      %%row = arith.constant %[1]d : index
      %%x = memref.load %%xs[%%i] : memref<%[2]dxcomplex<%[3]s>>
      %%y = memref.load %%ys[%%i] : memref<%[2]dxcomplex<%[3]s>>
      %[4]s
      memref.store %%r, %%out[%%row, %%i] : memref<%[5]dx%[2]dxcomplex<%[3]s>>
    }
`, row, n, t, f.write(t), len(complexFunctions()))
	}
	b.WriteString("  return\n}\n")
	return b.String()
}

// specialParts are numbers for which formulas have special cases.
var specialParts = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 0.5}

// complexInputs returns the parts of n numbers: special ones, or random ones of moderate size.
func complexInputs(r *rand.Rand, n int, special bool) []float64 {
	parts := make([]float64, 0, 2*n)
	for range n {
		for range 2 {
			if special {
				parts = append(parts, specialParts[r.IntN(len(specialParts))])
			} else {
				parts = append(parts, float64(float32(r.Float64()*6-3)))
			}
		}
	}
	return parts
}

// complexArguments returns the arguments of @apply.
func complexArguments(t *testing.T, p *sim.Program, xs, ys []float64, size int) []value.Value {
	t.Helper()
	var args []value.Value
	for i, typ := range p.Inputs() {
		m := typ.(*ir.MemRefType)
		b, err := value.NewBuffer(m, m.Shape)
		if err != nil {
			t.Fatal(err)
		}
		if i < 2 {
			copy(b.Data, bytesOf([][]float64{xs, ys}[i], size))
		}
		args = append(args, value.Memory(b))
	}
	return args
}

// bytesOf returns floats as bytes in memory.
func bytesOf(parts []float64, size int) []byte {
	var data []byte
	for _, v := range parts {
		if size == 4 {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
		} else {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
		}
	}
	return data
}

// partsIn returns the floats in memory.
func partsIn(data []byte, size int) []float64 {
	out := make([]float64, len(data)/size)
	for i := range out {
		bits := uint64(0)
		for j := range size {
			bits |= uint64(data[i*size+j]) << (8 * j)
		}
		if out[i] = math.Float64frombits(bits); size == 4 {
			out[i] = float64(math.Float32frombits(uint32(bits)))
		}
	}
	return out
}

// checkComplex compares the results of @apply with those of the simulator. Exact functions have the same
// bits. Other results may differ by accumulated rounding errors: the limit is relative to the larger part of
// the complex number, because the smaller part may be a difference of larger numbers.
func checkComplex(t *testing.T, who, elem string, n int, xs, ys, want, got []float64) {
	t.Helper()
	within := map[string]float64{"f32": 0x1p-16, "f64": 0x1p-42}[elem]
	for row, f := range complexFunctions() {
		for i := range n {
			if f.name == "atan2" && (isSpecial(xs[2*i:2*i+2]) || isSpecial(ys[2*i:2*i+2])) {
				// its logarithm may be taken at a jump, where rounding decides the side
				continue
			}
			for at := 2 * (row*n + i); at < 2*(row*n+i)+2; at++ {
				limit := within * (1 + max(math.Abs(want[at&^1]), math.Abs(want[at|1])))
				if f.exact || math.IsInf(limit, 0) || math.IsNaN(limit) {
					limit = 0
				}
				if !isSameFloat(want[at], got[at], limit) {
					t.Fatalf(
						"%s of (%v, %v) and (%v, %v) in %s: part %d is %v on %s, and %v in the simulator",
						f.name, xs[2*i], xs[2*i+1],
						ys[2*i], ys[2*i+1], elem, at&1, got[at], who, want[at])
				}
			}
		}
	}
}

func isSpecial(parts []float64) bool {
	return slices.ContainsFunc(parts, func(v float64) bool {
		return math.IsNaN(v) || slices.Contains(specialParts, v)
	})
}

// isSameFloat reports whether two numbers are equal, with the same sign, or both NaN, or differ by at most a
// limit that is not 0.
func isSameFloat(x, y, limit float64) bool {
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.IsNaN(x) && math.IsNaN(y)
	}
	return x == y && math.Signbit(x) == math.Signbit(y) || limit > 0 && math.Abs(x-y) <= limit
}

// complexCase has the numbers for one run of @apply.
type complexCase struct {
	elem   string
	size   int
	xs, ys []float64
}

// complexCases calls visit with cases of both formats: special numbers and random ones.
func complexCases(n, cases int, visit func(c complexCase)) {
	for _, c := range []complexCase{{elem: "f32", size: 4}, {elem: "f64", size: 8}} {
		for seed := range cases {
			r := rand.New(rand.NewPCG(uint64(seed), 17))
			c.xs, c.ys = complexInputs(r, n, seed%2 == 0), complexInputs(r, n, seed%4 == 0)
			visit(c)
		}
	}
}

// simulated returns the simulator's results for a case.
func (c complexCase) simulated(t *testing.T, n int) []float64 {
	t.Helper()
	p, err := sim.Compile(passtest.Parse(t, complexProgram(c.elem, n)), "apply")
	if err != nil {
		t.Fatal(err)
	}
	args := complexArguments(t, p, c.xs, c.ys, c.size)
	if _, err := p.Run(t.Context(), sim.Config{}, args); err != nil {
		t.Fatal(err)
	}
	return partsIn(args[2].Buffer.Data, c.size)
}

// Compiled programs compute the functions of complex numbers as the simulator does.
func TestPropertyComplexFunctionsAgree(t *testing.T) {
	const n = 64
	for _, engine := range compilers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			e, err := exec.Lookup(engine)
			if err != nil {
				t.Fatal(err)
			}
			programs := map[string]exec.Program{}
			complexCases(n, passtest.Programs(12), func(c complexCase) {
				if programs[c.elem] == nil {
					if programs[c.elem], err = e.Compile(t.Context(),
						passtest.Parse(t, complexProgram(c.elem, n)), "apply", exec.Code{}); err != nil {
						t.Fatal(err)
					}
				}
				p, err := sim.Compile(passtest.Parse(t, complexProgram(c.elem, n)), "apply")
				if err != nil {
					t.Fatal(err)
				}
				args := complexArguments(t, p, c.xs, c.ys, c.size)
				if _, err := programs[c.elem].Run(t.Context(), args, exec.Options{}); err != nil {
					t.Fatal(err)
				}
				checkComplex(t, engine, c.elem, n, c.xs, c.ys, c.simulated(t, n),
					partsIn(args[2].Buffer.Data, c.size))
			})
		})
	}
}

// The simulator computes the same as upstream's runner with upstream's conversions.
func TestPropertyComplexFunctionsUpstream(t *testing.T) {
	opt, runner := tools.Require(t, "mlir-opt"), tools.Require(t, "mlir-runner")
	const n = 64
	complexCases(n, passtest.Programs(2), func(c complexCase) {
		text := upstreamComplex(t, opt, runner, complexProgram(c.elem, n)+c.main(n))
		var got []float64
		for _, line := range strings.Fields(text) {
			bits, err := strconv.ParseInt(line, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			v := math.Float64frombits(uint64(bits))
			if c.size == 4 {
				v = float64(math.Float32frombits(uint32(bits)))
			}
			got = append(got, v)
		}
		checkComplex(t, "mlir-runner", c.elem, n, c.xs, c.ys, c.simulated(t, n), got)
	})
}

// main returns a function that runs @apply on a case, and prints the bits of the parts of its results.
func (c complexCase) main(n int) string {
	dense := func(parts []float64) string {
		var list []string
		for i := 0; i < len(parts); i += 2 {
			re, im := bytesOf(parts[i:i+1], c.size), bytesOf(parts[i+1:i+2], c.size)
			slices.Reverse(re)
			slices.Reverse(im)
			list = append(list, fmt.Sprintf("(0x%X, 0x%X)", re, im))
		}
		return "dense<[" + strings.Join(list, ", ") + "]>"
	}
	rows := len(complexFunctions())
	return fmt.Sprintf(`memref.global constant @xs : memref<%[1]dxcomplex<%[2]s>> = %[4]s
memref.global constant @ys : memref<%[1]dxcomplex<%[2]s>> = %[5]s
func.func @main() {
  %%xs = memref.get_global @xs : memref<%[1]dxcomplex<%[2]s>>
  %%ys = memref.get_global @ys : memref<%[1]dxcomplex<%[2]s>>
  %%out = memref.alloc() : memref<%[3]dx%[1]dxcomplex<%[2]s>>
  call @apply(%%xs, %%ys, %%out) : (memref<%[1]dxcomplex<%[2]s>>, memref<%[1]dxcomplex<%[2]s>>, memref<%[3]dx%[1]dxcomplex<%[2]s>>) -> ()
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%n = arith.constant %[1]d : index
  %%rows = arith.constant %[3]d : index
  scf.for %%i = %%c0 to %%rows step %%c1 {
    scf.for %%j = %%c0 to %%n step %%c1 {
      %%z = memref.load %%out[%%i, %%j] : memref<%[3]dx%[1]dxcomplex<%[2]s>>
      %%re = complex.re %%z : complex<%[2]s>
      %%im = complex.im %%z : complex<%[2]s>
      %%a = arith.bitcast %%re : %[2]s to i%[6]d
      %%b = arith.bitcast %%im : %[2]s to i%[6]d
      vector.print %%a : i%[6]d
      vector.print %%b : i%[6]d
    }
  }
  return
}
`, n, c.elem, rows, dense(c.xs), dense(c.ys), 8*c.size)
}

// upstreamComplex returns the text that upstream's runner prints for a program with complex numbers.
func upstreamComplex(t *testing.T, opt, runner, source string) string {
	t.Helper()
	lower := tools.Command(t, opt,
		strings.Fields(
			"--convert-complex-to-standard --convert-scf-to-cf --arith-expand --convert-math-to-llvm "+
				"--convert-math-to-libm --convert-complex-to-llvm --convert-vector-to-llvm "+
				"--convert-arith-to-llvm "+
				"--finalize-memref-to-llvm "+
				"--convert-func-to-llvm --convert-cf-to-llvm --reconcile-unrealized-casts")...)
	lower.Stdin = strings.NewReader(source)
	lowered, err := lower.Output()
	if err != nil {
		t.Fatalf("mlir-opt: %v", err)
	}
	run := tools.Command(t, runner, "-e", "main", "--entry-point-result=void",
		"-shared-libs="+tools.Require(t, "libmlir_c_runner_utils"))
	run.Stdin = bytes.NewReader(lowered)
	out, err := run.Output()
	if err != nil {
		t.Fatalf("mlir-runner: %v", err)
	}
	return string(out)
}
