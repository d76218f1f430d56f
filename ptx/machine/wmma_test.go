package machine_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// opaqueProduct is a product of matrices with opaque fragments. The numbers of registers are those of the
// tables of the ISA ("wmma", "Matrix Fragments for WMMA").
type opaqueProduct struct {
	shape         string
	m, n, k       int
	factor, sum   string
	nA, nB, nC    int
	types         string // of the product
	layoutA, path string // how A and B lie in memory
}

var opaqueProducts = []opaqueProduct{
	{"m16n16k16", 16, 16, 16, "f16", "f32", 8, 8, 8, "f32.f32", "row", "col"},
	{"m16n16k16", 16, 16, 16, "f16", "f32", 8, 8, 8, "f32.f32", "col", "row"},
	{"m16n16k16", 16, 16, 16, "f16", "f16", 8, 8, 4, "f16.f16", "row", "row"},
	{"m32n8k16", 32, 8, 16, "f16", "f32", 8, 8, 8, "f32.f32", "col", "col"},
	{"m8n32k16", 8, 32, 16, "f16", "f16", 8, 8, 4, "f16.f16", "row", "row"},
	{"m16n16k16", 16, 16, 16, "bf16", "f32", 4, 4, 8, "f32.bf16.bf16.f32", "row", "col"},
	{"m32n8k16", 32, 8, 16, "bf16", "f32", 8, 2, 8, "f32.bf16.bf16.f32", "row", "col"},
	{"m16n16k16", 16, 16, 16, "s8", "s32", 2, 2, 8, "s32.s8.s8.s32", "row", "col"},
	{"m8n32k16", 8, 32, 16, "s8", "s32", 1, 4, 8, "s32.s8.s8.s32", "col", "row"},
	{"m32n8k16", 32, 8, 16, "u8", "s32", 4, 1, 8, "s32.u8.u8.s32", "row", "row"},
	{"m16n16k8", 16, 16, 8, "tf32", "f32", 4, 4, 8, "f32.tf32.tf32.f32", "row", "col"},
	{"m8n8k4", 8, 8, 4, "f64", "f64", 1, 1, 2, "f64.f64.f64.f64", "row", "row"},
}

// elementBytes are the sizes of elements in memory.
var elementBytes = map[string]int{"f16": 2, "bf16": 2, "s8": 1, "u8": 1, "s32": 4, "tf32": 4, "f32": 4,
	"f64": 8}

// put writes a number as an element of a type.
func put(data []byte, t string, v float64) {
	switch t {
	case "s8", "u8":
		data[0] = byte(int(v))
	case "s32":
		binary.LittleEndian.PutUint32(data, uint32(int32(v)))
	case "f64":
		binary.LittleEndian.PutUint64(data, math.Float64bits(v))
	case "f16":
		binary.LittleEndian.PutUint16(data, uint16(ir.EncodeFloat(ir.F16, v)))
	case "bf16":
		binary.LittleEndian.PutUint16(data, uint16(ir.EncodeFloat(ir.BF16, v)))
	default:
		binary.LittleEndian.PutUint32(data, math.Float32bits(float32(v)))
	}
}

// pitch is how many elements lie between rows, or columns: more than a matrix has.
const pitch = 48

// matrixInMemory writes a matrix by rows or by columns.
func matrixInMemory(t, layout string, rows, columns int, value func(i, j int) float64) []byte {
	data := make([]byte, pitch*max(rows, columns)*elementBytes[t])
	for i := range rows {
		for j := range columns {
			at := i*pitch + j
			if layout == "col" {
				at = j*pitch + i
			}
			put(data[at*elementBytes[t]:], t, value(i, j))
		}
	}
	return data
}

// text is a kernel that loads, multiplies and stores; its D has the layout of C in memory.
func (p opaqueProduct) text(loadA, storeD string) string {
	word := func(t string) string { return map[string]string{"f32": "f32", "s32": "s32", "f64": "f64"}[t] }
	class := func(t string) string {
		if w := word(t); w != "" {
			return w
		}
		return "b32"
	}
	var b strings.Builder
	fmt.Fprintf(&b,
		".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 b, "+
			".param .u64 c, .param .u64 d)\n{\n"+
			".reg .%s %%a<%d>, %%b<%d>; .reg .%s %%c<%d>; .reg .b64 %%p<4>; .reg .u32 %%s;\nmov.u32 %%s, "+
			"%d;\n",
		class(p.factor), p.nA, p.nB, class(p.sum), p.nC, pitch)
	for i, name := range []string{"a", "b", "c", "d"} {
		fmt.Fprintf(&b, "ld.param.u64 %%p%d, [%s];\n", i, name)
	}
	fmt.Fprintf(&b, "wmma.load.a.sync.aligned.%s.%s.global.%s %s, [%%p0], %%s;\n", loadA, p.shape, p.factor,
		names("a", p.nA))
	fmt.Fprintf(&b, "wmma.load.b.sync.aligned.%s.%s.%s %s, [%%p1], %%s;\n", p.path, p.shape, p.factor,
		names("b", p.nB))
	fmt.Fprintf(&b, "wmma.load.c.sync.aligned.row.%s.global.%s %s, [%%p2], %%s;\n", p.shape, p.sum,
		names("c", p.nC))
	fmt.Fprintf(&b, "wmma.mma.sync.aligned.%s.%s.%s.%s %s, %s, %s, %s;\n", p.layoutA, p.path, p.shape,
		p.types,
		names("c", p.nC), names("a", p.nA), names("b", p.nB), names("c", p.nC))
	fmt.Fprintf(&b, "wmma.store.d.sync.aligned.%s.%s.global.%s [%%p3], %s, %%s;\nret;\n}\n", storeD, p.shape,
		p.sum, names("c", p.nC))
	return b.String()
}

func (p opaqueProduct) a(i, k int) float64   { return float64((i*7+k*3)%5) - 1 }
func (p opaqueProduct) b(k, j int) float64   { return float64((k*5+j*2)%4) + 1 }
func (p opaqueProduct) sumOf(i, j int) int64 { return int64((i + 3*j) % 7) }

// run executes the kernel on numbers that are exact in every type.
func (p opaqueProduct) run(t *testing.T, loadA, storeD string) []byte {
	t.Helper()
	a := func(i, k int) float64 {
		if p.factor == "u8" {
			return p.a(i, k) + 1
		}
		return p.a(i, k)
	}
	d := make([]byte, pitch*32*elementBytes[p.sum])
	launch(t, compile(t, p.shape, p.text(loadA, storeD)), machine.Config{
		Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{32, 1, 1},
		Args: []machine.Arg{
			{Buffer: &machine.Buffer{Data: matrixInMemory(p.factor, loadA, p.m, p.k, a)}},
			{Buffer: &machine.Buffer{Data: matrixInMemory(p.factor, p.path, p.k, p.n, p.b)}},
			{Buffer: &machine.Buffer{
				Data: matrixInMemory(p.sum, "row", p.m, p.n, func(i, j int) float64 {
					return float64(p.sumOf(i, j))
				})}},
			{Buffer: &machine.Buffer{Data: d}},
		},
	})
	return d
}

// want is A * B + C, computed element by element.
func (p opaqueProduct) want(storeD string) []byte {
	data := matrixInMemory(p.sum, storeD, p.m, p.n, func(i, j int) float64 {
		v := float64(p.sumOf(i, j))
		for k := range p.k {
			a := p.a(i, k)
			if p.factor == "u8" {
				a++
			}
			v += a * p.b(k, j)
		}
		return v
	})
	return append(data, make([]byte, pitch*32*elementBytes[p.sum]-len(data))...)
}

// A product of opaque fragments is the product of the matrices, whatever their layouts in memory, shapes and
// types are.
func TestOpaqueProducts(t *testing.T) {
	for _, p := range opaqueProducts {
		for _, storeD := range []string{"row", "col"} {
			if string(p.run(t, p.layoutA, storeD)) != string(p.want(storeD)) {
				t.Errorf("%s %s, stored by %s: another product", p.shape, p.types, storeD)
			}
		}
	}
}

// A fragment that is multiplied with another layout than it was loaded with is undefined: here it is another
// matrix.
func TestOpaqueFragmentWithAnotherLayout(t *testing.T) {
	p := opaqueProducts[0]
	if string(p.run(t, "col", "row")) == string(p.want("row")) {
		t.Error("the product does not depend on the layout that the fragment was loaded with")
	}
}

// What breaks the rules of wmma stops the launch.
func TestOpaqueFaults(t *testing.T) {
	for _, c := range []struct{ replace, by, want string }{
		{"mov.u32 %s, 48;", "mov.u32 %s, 44;", "has rows that are 88 bytes apart"},
		{"[%p0], %s;", "[%p0+16], %s;", "its address has to be a multiple of 32"},
		{"mov.u32 %s, 48;", "mov.u32 %s, %laneid;", "at different places"},
		{"mov.u32 %s, 48;", "mov.u32 %s, 4800;", "of 'a', which has"},
	} {
		p := opaqueProducts[0]
		text := strings.Replace(p.text("row", "row"), c.replace, c.by, 1)
		buffer := func() machine.Arg {
			return machine.Arg{Buffer: &machine.Buffer{Data: make([]byte, 4*pitch*16)}}
		}
		_, err := gputest.Launch(t, compile(t, p.shape, text),
			machine.Config{Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{32, 1, 1},
				Args: []machine.Arg{buffer(), buffer(), buffer(), buffer()}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.by, err, c.want)
		}
	}
}
