package importer_test

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// compute runs the only function of a program on buffers of elements of bytes, and returns the bytes of its
// last argument.
func compute(t *testing.T, src string, inputs ...[]byte) []byte {
	t.Helper()
	module := mustLoad(t, "exact.py", []byte(src))
	fn := module.Find(function.Func)[0]
	var args []value.Value
	for k, typ := range function.Type(fn).Inputs {
		m := typ.(*ir.MemRefType)
		b, err := value.NewBuffer(m, m.Shape)
		if err != nil {
			t.Fatal(err)
		}
		if k < len(inputs) {
			copy(b.Data, inputs[k])
		}
		args = append(args, value.Memory(b))
	}
	program, err := sim.Compile(module, fn.SymbolName())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := program.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatal(err)
	}
	return args[len(args)-1].Buffer.Data
}

func packed[T int32 | float32 | float64 | uint64](values []T) []byte {
	out, err := binary.Append(nil, binary.LittleEndian, values)
	if err != nil {
		panic(err)
	}
	return out
}

func unpacked[T int32 | float32 | float64 | uint64](data []byte, n int) []T {
	out := make([]T, n)
	if _, err := binary.Decode(data, binary.LittleEndian, out); err != nil {
		panic(err)
	}
	return out
}

// multiplyShift is x·y·2^(s-q) rounded half up, computed in the int64 that TVM computes in, and cut to 32
// bits.
func multiplyShift(x, y int32, q, s int64) int32 {
	wide, right := int64(x), q
	if s > 0 {
		wide <<= s
	} else {
		right -= s
	}
	return int32((wide*int64(y) + 1<<(right-1)) >> right)
}

func TestQMultiplyShift(t *testing.T) {
	const n = 64
	r := rand.New(rand.NewSource(1))
	x, y, s := make([]int32, n), make([]int32, n), make([]int32, n)
	for i := range n {
		x[i], y[i], s[i] = int32(r.Uint32())>>(i%9), int32(r.Uint32()), int32(i%20-15)
	}
	x[0], x[1], y[2] = math.MinInt32, math.MaxInt32, 1<<30
	got := unpacked[int32](compute(t, `
@T.prim_func
def f(X: T.Buffer((64,), "int32"), Y: T.Buffer((64,), "int32"), S: T.Buffer((64,), "int32"), R: T.Buffer((6, 64), "int32")):
    for i in range(64):
        R[0, i] = T.q_multiply_shift(X[i], Y[i], 31, S[i])
        R[1, i] = T.q_multiply_shift(X[i], Y[i], T.int32(31), T.int32(-3))
        R[2, i] = T.q_multiply_shift(X[i], 1 << 30, 31, -4)
        R[3, i] = T.q_multiply_shift(X[i], T.int32(1073741824), 31, 3)
        R[4, i] = T.q_multiply_shift_per_axis(X[i], Y[i], 2, 5, 31, T.bool(True), T.bool(False))
    for i in range(16):
        R[5, i * 4 : i * 4 + 4] = T.q_multiply_shift(X[i * 4 : i * 4 + 4], Y[i * 4 : i * 4 + 4], 31, 1)
`, packed(x), packed(y), packed(s)), 6*n)
	for i := range n {
		want := [6]int32{
			multiplyShift(x[i], y[i], 31, int64(s[i])), multiplyShift(x[i], y[i], 31, -3),
			(x[i] + 1<<4) >> 5, // TVM's special case wraps in int32
			x[i] << 2, multiplyShift(x[i], y[i], 31, 2), multiplyShift(x[i], y[i], 31, 1),
		}
		for k := range want {
			if g := got[k*n+i]; g != want[k] {
				t.Errorf("line %d of %d, %d, shift %d: %d, want %d", k, x[i], y[i], s[i], g, want[k])
			}
		}
	}
}

func TestHypot(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	x := []float64{3, -5, 0, math.Copysign(0, -1), 1e30, 1e-40, -inf, nan, nan, 2, math.MaxFloat32, 1e300,
		1e-300, 7}
	y := []float64{4, 12, 0, 0, 1e30, 1e-40, nan, inf, 1, nan, 1, 1e300, 1e-300, 0}
	narrowX, narrowY := make([]float32, len(x)), make([]float32, len(x))
	for i := range x {
		narrowX[i], narrowY[i] = float32(x[i]), float32(y[i])
	}
	narrow := unpacked[float32](compute(t, `
@T.prim_func
def f(X: T.Buffer((14,), "float32"), Y: T.Buffer((14,), "float32"), R: T.Buffer((14,), "float32")):
    for i in range(14):
        R[i] = T.hypot(X[i], Y[i])
`, packed(narrowX), packed(narrowY)), len(x))
	wide := unpacked[float64](compute(t, `
@T.prim_func
def f(X: T.Buffer((14,), "float64"), Y: T.Buffer((14,), "float64"), R: T.Buffer((14,), "float64")):
    for i in range(14):
        R[i] = T.hypot(X[i], Y[i])
`, packed(x), packed(y)), len(x))
	for i := range x {
		if want := float32(math.Hypot(float64(narrowX[i]), float64(narrowY[i]))); math.Float32bits(
			narrow[i]) != math.Float32bits(want) && want == want {
			t.Errorf("hypot(%v, %v) is %v, want %v", narrowX[i], narrowY[i], narrow[i], want)
		}
		if want := math.Hypot(x[i], y[i]); (want != want) != (wide[i] != wide[i]) ||
			math.Abs(wide[i]-want) > 4e-16*want && !math.IsInf(want, 0) {
			t.Errorf("hypot(%v, %v) is %v, want %v", x[i], y[i], wide[i], want)
		}
	}
}

// Constants of 2**63 and more are those of uint64.
func TestHugeConstants(t *testing.T) {
	got := unpacked[uint64](compute(t, `
MASK = 0xFFFFFFFFFFFFFFFF

@T.prim_func
def f(X: T.Buffer((1,), "uint64"), R: T.Buffer((8,), "uint64")):
    R[0] = T.uint64(18446744073709551615)
    R[1] = X[0] & 0x8000000000000001
    R[2] = X[0] ^ MASK
    R[3] = T.max_value("uint64")
    R[4] = T.Cast("uint64", X[0] > 9223372036854775808)
    R[5] = T.uint64(9223372036854775808) + T.uint64(2)
    R[6] = ~T.uint64(0xFFFFFFFFFFFFFFFE)
    R[7] = T.reinterpret("uint64", T.int64(-9223372036854775808))
`, packed([]uint64{1<<63 + 7})), 8)
	want := []uint64{math.MaxUint64, 1<<63 + 1, math.MaxUint64 - 1<<63 - 7, math.MaxUint64, 1, 1<<63 + 2, 1,
		1 << 63}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("number %d is %x, want %x", i, got[i], want[i])
		}
	}
}
