package ptx_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/ptx"
	"github.com/inflight-compiler/inflight/value"
)

// The numbers that operations are tried on, at which they go wrong.
var (
	integers = []int64{0, 1, 2, 3, 5, 7, 15, 31, 32, 63, 100, 127, 128, 255, 32767, 32768, 1<<31 - 1, 1 << 31,
		1 << 32, math.MaxInt64, math.MinInt64,
		-1, -2, -7, -128, -129, -32768, 0x123456789abcdef}
	floats = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 3, 100, 127.5, -128.5,
		1e4, 65504, 65520, 1e-5, 6e-8, 2.9e-8,
		1e-40, 1e30, 3.4e38, 1e40, 1e300, 1e-310, math.Inf(1), math.Inf(-1), math.NaN(), 0.49999999999999994,
		1.0009765625, 1.00048828125}
)

// operation is code that makes %r of %a and %b, for each of some types: T stands for the type, W for its
// width less one, and TR for that of the result, which is T if result is "".
type operation struct {
	code   string
	types  []string
	result string
}

var (
	integerTypes = []string{"i8", "i16", "i32", "i64"}
	floatTypes   = []string{"f16", "bf16", "f32", "f64"}
)

// complexOperations are those of complex numbers whose formulas every engine computes to the same bits, and
// accesses to memory of them.
func complexOperations() []operation {
	const numbers = "%x = complex.create %a, %b : complex<T>\n%y = complex.create %b, %a : complex<T>\n"
	types := floatTypes[2:]
	var list []operation
	for _, part := range []string{"re", "im"} {
		last := "%r = complex." + part + " %z : complex<T>"
		for _, name := range strings.Fields("add sub mul div") {
			list = append(list, operation{numbers + "%z = complex." + name + " %x, %y : complex<T>\n" + last,
				types, ""})
		}
		for _, name := range strings.Fields("neg conj sign") {
			list = append(list, operation{numbers + "%z = complex." + name + " %x : complex<T>\n" + last,
				types, ""})
		}
		list = append(list, operation{numbers + "%c = complex.eq %x, %y : complex<T>\n" +
			"%z = arith.select %c, %x, %y : complex<T>\n" + last, types, ""},
			operation{
				numbers + "%m = memref.alloca() : memref<2xcomplex<T>>\n%zero = arith.constant 0 : index\n" +
					"%one = arith.constant 1 : index\nmemref.store %x, %m[%zero] : memref<2xcomplex<T>>\n" +
					"memref.store %y, %m[%one] : memref<2xcomplex<T>>\n" +
					"%z = memref.load %m[%zero] : memref<2xcomplex<T>>\n" + last, types, ""})
	}
	return append(list, operation{numbers + "%r = complex.abs %x : complex<T>", types, ""})
}

// operations are those of arith and math on numbers that kernels have.
func operations() []operation {
	var list []operation
	for _, name := range strings.Fields("addi subi muli andi ori xori maxsi minsi maxui minui") {
		list = append(list, operation{"%r = arith." + name + " %a, %b : T", integerTypes, ""})
	}
	positive := "%one = arith.constant 1 : T\n%top = arith.shrui %m1, %one : T\n%odd = arith.ori %b, %one " +
		": T\n%d = arith.andi %odd, %top : T\n"
	for _, name := range strings.Fields("divsi divui remsi remui ceildivsi ceildivui floordivsi") {
		list = append(list, operation{positive + "%r = arith." + name + " %a, %d : T", integerTypes, ""})
	}
	for _, name := range strings.Fields("shli shrsi shrui") {
		list = append(list,
			operation{"%w = arith.constant W : T\n%s = arith.andi %b, %w : T\n%r = arith." + name +
				" %a, %s : T", integerTypes, ""})
	}
	for _, name := range strings.Fields("absi ctlz cttz ctpop") {
		list = append(list, operation{"%r = math." + name + " %a : T", integerTypes, ""})
	}
	for _, p := range strings.Fields("eq ne slt sle sgt sge ult ule ugt uge") {
		list = append(list,
			operation{"%c = arith.cmpi " + p + ", %a, %b : T\n%r = arith.select %c, %a, %b : T", integerTypes,
				""},
			operation{"%c = arith.cmpi " + p + ", %a, %b : T\n%r = arith.extui %c : i1 to i8", integerTypes,
				"i8"})
	}
	// Widths that registers do not have, and one bit.
	for _, n := range []string{"i1", "i5", "i24", "i48"} {
		var wider []string
		for _, t := range integerTypes {
			if len(t) > len(n) || t > n && len(t) == len(n) {
				wider = append(wider, t)
			}
		}
		for _, name := range strings.Fields("addi subi muli xori maxsi minui") {
			for _, back := range []string{"extsi", "extui"} {
				list = append(list,
					operation{fmt.Sprintf(
						"%%x = arith.trunci %%a : T to %[1]s\n%%y = arith.trunci %%b : T to %[1]s\n"+
							"%%z = arith.%[2]s %%x, %%y : %[1]s\n%%r = arith.%[3]s %%z : %[1]s to T", n, name,
						back),
						wider, ""})
			}
		}
		for _, p := range strings.Fields("slt uge") {
			list = append(list,
				operation{fmt.Sprintf(
					"%%x = arith.trunci %%a : T to %[1]s\n%%y = arith.trunci %%b : T to %[1]s\n"+
						"%%c = arith.cmpi %[2]s, %%x, %%y : %[1]s\n%%r = arith.extui %%c : i1 to i8", n, p),
					wider,
					"i8"})
		}
	}
	for _, name := range strings.Fields("addf subf mulf divf remf maximumf minimumf maxnumf minnumf") {
		list = append(list, operation{"%r = arith." + name + " %a, %b : T", floatTypes, ""})
	}
	for _, name := range strings.Fields("absf ceil floor trunc round roundeven sqrt") {
		list = append(list, operation{"%r = math." + name + " %a : T", floatTypes, ""})
	}
	list = append(list, operation{"%r = arith.negf %a : T", floatTypes, ""},
		operation{"%r = math.copysign %a, %b : T", floatTypes, ""},
		operation{"%r = math.fma %a, %b, %a : T", floatTypes, ""})
	for _, p := range strings.Fields("oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true false") {
		list = append(list, operation{"%c = arith.cmpf " + p + ", %a, %b : T\n%r = arith.extui %c : i1 to i8",
			floatTypes, "i8"})
	}
	for _, to := range floatTypes {
		list = append(list, operation{"%r = arith.sitofp %a : T to " + to, integerTypes, to},
			operation{"%r = arith.uitofp %a : T to " + to, integerTypes, to})
	}
	list = append(list, operation{"%r = arith.extf %a : T to f32", floatTypes[:2], "f32"},
		operation{"%r = arith.extf %a : T to f64", floatTypes[:3], "f64"},
		operation{"%r = arith.truncf %a : T to f16", floatTypes[2:], "f16"},
		operation{"%r = arith.truncf %a : T to bf16", floatTypes[2:], "bf16"},
		operation{"%r = arith.truncf %a : T to f32", floatTypes[3:], "f32"})
	small := "%lo = arith.constant -100.0 : T\n%hi = arith.constant 100.0 : T\n%x = arith.maxnumf %a, %lo " +
		": T\n%y = arith.minnumf %x, %hi : T\n"
	for _, to := range integerTypes {
		list = append(list, operation{small + "%r = arith.fptosi %y : T to " + to, floatTypes, to})
	}
	for i, t := range []string{"i16", "i32", "i64"} {
		f := []string{"f16", "f32", "f64"}[i]
		list = append(list, operation{"%r = arith.bitcast %a : T to " + f, []string{t}, f})
	}
	list = append(list, complexOperations()...)
	return append(list,
		operation{"%lo, %r = arith.mulsi_extended %a, %b : T", integerTypes[:3], ""},
		operation{"%lo, %r = arith.mului_extended %a, %b : T", integerTypes[:3], ""},
		operation{"%s, %c = arith.addui_extended %a, %b : T, i1\n%r = arith.extui %c : i1 to i8",
			integerTypes, "i8"},
		operation{
			"%v = vector.from_elements %a, %b, %a, %b : vector<4xT>\n%w = vector.shuffle %v, %v [3, 2, 1, " +
				"0] : vector<4xT>, vector<4xT>\n" +
				"%z = arith.maxsi %v, %w : vector<4xT>\n%r = vector.extract %z[2] : T from vector<4xT>",
			integerTypes, ""},
		operation{
			"%v = vector.from_elements %a, %b : vector<2xT>\n%w = arith.mulf %v, %v : vector<2xT>\n%r = " +
				"vector.reduction <add>, %w : vector<2xT> into T",
			floatTypes, ""})
}

// width returns the width of a type by its name.
func width(t string) int {
	var n int
	_, _ = fmt.Sscanf(strings.TrimLeft(t, "bfi"), "%d", &n)
	return n
}

// body returns the code of an operation on elements %i of %A and %B, with the result in %R.
func (o operation) body(typ string, n int) string {
	result := o.result
	if result == "" {
		result = typ
	}
	constant := ""
	if strings.HasPrefix(typ, "i") {
		constant = "%m1 = arith.constant -1 : T\n"
	}
	code := fmt.Sprintf(
		"%%a = memref.load %%A[%%i] : memref<%[1]dxT>\n%%b = memref.load %%B[%%i] : "+
			"memref<%[1]dxT>\n%[2]s%[3]s\nmemref.store %%r, %%R[%%i] : memref<%[1]dxTR>\n",
		n, constant, o.code)
	code = strings.ReplaceAll(code, "TR>", result+">")
	return strings.NewReplacer("xT>", "x"+typ+">", "<T>", "<"+typ+">", ": T", ": "+typ, "to T", "to "+typ,
		"constant W",
		fmt.Sprint("constant ", width(typ)-1), "-1 : T", "-1 : "+typ,
		"T, i1", typ+", i1", "T from", typ+" from").Replace(code)
}

// Operations do in a kernel what they do in the simulator, bit by bit but for the bits of NaNs.
func TestOperations(t *testing.T) {
	for i, o := range operations() {
		if race.Enabled && i%8 != 0 {
			continue // nothing here runs at the same time
		}
		for _, typ := range o.types {
			compareOperation(t, o, typ)
		}
	}
}

func compareOperation(t *testing.T, o operation, typ string) {
	t.Helper()
	result := o.result
	if result == "" {
		result = typ
	}
	a, b := pairs(typ)
	n := len(a) * 8 / width(typ)
	args := fmt.Sprintf("%%A: memref<%[1]dx%[2]s>, %%B: memref<%[1]dx%[2]s>, %%R: memref<%[1]dx%[3]s>", n,
		typ, result)
	loop := fmt.Sprintf(
		"func.func @main(%s) {\n%%c0 = arith.constant 0 : index\n%%c1 = arith.constant 1 : index\n%%n = "+
			"arith.constant %d : index\n"+
			"scf.for %%i = %%c0 to %%n step %%c1 {\n%s}\nreturn\n}", args, n, o.body(typ, n))
	kernelText := fmt.Sprintf(
		"gpu.module @m {\ngpu.func @k(%s) kernel {\n%%i = gpu.block_id x\n%s\ngpu.return\n}\n}", args,
		o.body(typ, n))
	size := n * width(result) / 8
	want := simulated(t, loop, size, a, b)
	got := make([]byte, size)
	compiled, err := ptx.Compile(t.Context(), passtest.Parse(t, kernelText), ptx.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, kernelText)
	}
	k := kernel(t, compiled.Text)
	var launched []machine.Arg
	for _, x := range []*buffer{{data: a}, {data: b}, {data: got}} {
		launched = append(launched, arrayOf(x, "m", n)...)
	}
	config := machine.Config{Grid: machine.Extents{n, 1, 1}, Block: machine.Extents{1, 1, 1}, Args: launched}
	report, err := gputest.LaunchWithin(t, k, config, func(x, y []byte) bool {
		return different(result, x, y) < 0
	})
	if err != nil || len(report.Findings) > 0 {
		t.Fatalf("%v %v\n%s", err, report.Findings, compiled.Text)
	}
	if i := different(result, got, want); i >= 0 {
		at, step := i*width(typ)/8, width(result)/8
		t.Errorf("%s of %s on %x and %x: %x, want %x", o.code, typ, a[at:at+width(typ)/8],
			b[at:at+width(typ)/8], got[i*step:(i+1)*step], want[i*step:(i+1)*step])
	}
}

// different returns the first number of a type that differs, -1 for none. NaNs may have any bits.
func different(typ string, x, y []byte) int {
	step := width(typ) / 8
	for i := 0; i+step <= len(x); i += step {
		if x, y := x[i:i+step], y[i:i+step]; string(x) != string(y) && !(isNaN(typ, x) && isNaN(typ, y)) {
			return i / step
		}
	}
	return -1
}

// pairs returns all pairs of numbers of a type, as two buffers.
func pairs(typ string) (a, b []byte) {
	var all [][]byte
	w := width(typ)
	if strings.HasPrefix(typ, "i") {
		for _, n := range integers {
			all = append(all, littleEndian(uint64(n), w))
		}
	} else {
		for _, x := range floats {
			all = append(all, littleEndian(ir.EncodeFloat(kinds[typ], x), w))
		}
	}
	for _, x := range all {
		for _, y := range all {
			a, b = append(a, x...), append(b, y...)
		}
	}
	return a, b
}

var kinds = map[string]ir.FloatKind{"f16": ir.F16, "bf16": ir.BF16, "f32": ir.F32, "f64": ir.F64}

func littleEndian(n uint64, width int) []byte {
	out := make([]byte, width/8)
	for i := range out {
		out[i] = byte(n >> (8 * i))
	}
	return out
}

func isNaN(typ string, data []byte) bool {
	kind, ok := kinds[typ]
	n := uint64(0)
	for i, x := range data {
		n |= uint64(x) << (8 * i)
	}
	return ok && math.IsNaN(ir.DecodeFloat(kind, n))
}

// simulated returns what a program leaves in its last argument, of so many bytes; given is what is in the
// first ones.
func simulated(t *testing.T, source string, size int, given ...[]byte) []byte {
	t.Helper()
	m := passtest.Parse(t, source)
	program, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	var args []value.Value
	var out *value.Buffer
	for i, typ := range program.Inputs() {
		mt := typ.(*ir.MemRefType)
		if out, err = value.NewBuffer(mt, mt.Shape); err != nil {
			t.Fatal(err)
		}
		if i < len(given) {
			copy(out.Data, given[i])
		}
		args = append(args, value.Memory(out))
	}
	if _, err := program.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return out.Data[:size]
}
