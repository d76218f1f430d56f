package importer_test

import (
	"context"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// widths are kernels whose last parameter, of integers, depends on how many bits TVM's integers have there. A
// loop over T.int64(4) has a variable of dtype int64, and so has what is computed from it.
var widths = []struct {
	name, source string
	want         []int64
}{
	{"leading zeros of an int64 variable", `
def f(B: T.Buffer((4,), "int32")):
    for i in T.serial(T.int64(4)):
        B[i] = T.clz(i)
`, []int64{64, 63, 62, 62}},
	{"leading zeros of an int32 variable", `
def f(B: T.Buffer((4,), "int32")):
    for i in T.serial(4):
        B[i] = T.clz(i)
`, []int64{32, 31, 30, 30}},
	{"bits of negative int64", `
def f(C: T.Buffer((4,), "int32")):
    for i in T.serial(T.int64(4)):
        C[i] = T.popcount(T.int64(-1) - i)
`, []int64{64, 63, 63, 62}},
	{"a shift beyond 32 bits", `
def f(B: T.Buffer((4,), "int64")):
    for i in T.serial(T.int64(4)):
        B[i] = T.shift_left(i + T.int64(1), T.int64(40)) + ~i
`, []int64{1<<40 - 1, 2<<40 - 2, 3<<40 - 3, 4<<40 - 4}},
	{"a shift that leaves int32", `
def f(B: T.Buffer((4,), "int64")):
    for i in range(4):
        B[i] = T.Cast("int64", (i << 30) >> 30)
`, []int64{0, 1, -2, -1}},
	{"the wider of two indices decides", `
def f(B: T.Buffer((4,), "int32")):
    for i in range(4):
        for j in T.serial(T.int64(1)):
            B[i] = T.popcount(~(i + j)) + T.popcount(~i)
`, []int64{96, 94, 94, 92}},
	{"axes have the width of their domain", `
def f(B: T.Buffer((4,), "int32")):
    for i in T.serial(T.int64(4)):
        with T.sblock("b"):
            vi = T.axis.remap("S", [i])
            vj = T.axis.spatial(T.int64(4), i)
            vk = T.axis.spatial(4, T.Cast("int32", i))
            vl = T.axis.spatial(4, T.Cast("int32", i), dtype="int64")
            B[vi] = T.clz(vi) + T.clz(vj) + T.clz(vk) + T.clz(vl)
`, []int64{224, 220, 216, 216}},
	{"grids have the width of each extent", `
def f(B: T.Buffer((4,), "int32")):
    for i, j in T.grid(4, T.int64(1)):
        B[i] = T.clz(i) + T.clz(j + 1)
`, []int64{95, 94, 93, 93}},
	{"threads have the width of their extent", `
def f(B: T.Buffer((4,), "int32")):
    for i in T.thread_binding(T.int64(4), thread="threadIdx.x"):
        B[i] = T.clz(i)
`, []int64{64, 63, 62, 62}},
	{"parameters and extents have theirs", `
def f(n: T.int64, a: T.handle, B: T.Buffer((4,), "int32")):
    m = T.int64()
    A = T.match_buffer(a, (m,), "float32")
    for i in range(m):
        B[i] = T.clz(n + 1) + T.clz(m) + T.clz(i)
`, []int64{63 + 61 + 64, 63 + 61 + 63, 63 + 61 + 62, 63 + 61 + 62}},
	{"ramps have that of their base", `
def f(B: T.Buffer((4,), "int32")):
    for i in T.serial(T.int64(1)):
        B[0:4] = T.popcount(~T.Ramp(i, 1, 4))
`, []int64{64, 63, 63, 62}},
	{"constants beyond 32 bits", `
def f(B: T.Buffer((4,), "int32")):
    for i in range(4):
        B[i] = T.popcount(-1099511627776)
`, []int64{24, 24, 24, 24}},
	{"the complement of a constant", `
def f(B: T.Buffer((4,), "int64")):
    for i in range(4):
        B[i] = ~T.uint8(3)
`, []int64{252, 252, 252, 252}},
	{"stores cast", `
def f(A: T.Buffer((4,), "int8"), B: T.Buffer((4,), "int64")):
    for i in range(4):
        A[i] = 100 * i
        B[i] = A[i]
`, []int64{0, 100, -56, 44}},
}

// Every integer has as many bits as TVM gives it.
func TestWidths(t *testing.T) {
	for _, w := range widths {
		t.Run(w.name, func(t *testing.T) {
			got := lastBuffer(t,
				mustLoad(t, "width.py", []byte("from tvm.script import tirx as T\n\n@T.prim_func"+w.source)))
			if !slices.Equal(got, w.want) {
				t.Errorf("it is %d, want %d", got, w.want)
			}
		})
	}
}

// lastBuffer runs the function of a module and returns the integers in its last buffer. Symbolic extents are
// 4, scalars 0.
func lastBuffer(t *testing.T, module *ir.Op) []int64 {
	t.Helper()
	program, err := sim.Compile(module, "f")
	if err != nil {
		t.Fatal(err)
	}
	var args []value.Value
	var last *value.Buffer
	for _, typ := range function.Type(module.Body().First()).Inputs {
		m, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, 0))
			continue
		}
		if last, err = value.NewBuffer(m, []int64{4}); err != nil {
			t.Fatal(err)
		}
		args = append(args, value.Memory(last))
	}
	if _, err := program.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatal(err)
	}
	out := make([]int64, last.Len())
	for i := range out {
		if len(last.Data) == 8*len(out) {
			out[i] = int64(binary.LittleEndian.Uint64(last.Data[8*i:]))
		} else {
			out[i] = int64(int32(binary.LittleEndian.Uint32(last.Data[4*i:])))
		}
	}
	return out
}
