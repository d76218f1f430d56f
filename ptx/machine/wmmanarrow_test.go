package machine_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// narrowText multiplies matrices of elements of 4 bits or of one, whose rows and columns are SPAN elements
// apart.
const narrowText = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d)
{
	.reg .b32 %%a, %%b, %%c<2>; .reg .b64 %%p<4>; .reg .b32 %%s;
	ld.param.u64 %%p0, [a]; ld.param.u64 %%p1, [b]; ld.param.u64 %%p2, [c]; ld.param.u64 %%p3, [d];
	mov.u32 %%s, %[1]d;
	wmma.load.a.sync.aligned.row.%[2]s.global.%[3]s {%%a}, [%%p0], %%s;
	wmma.load.b.sync.aligned.col.%[2]s.global.%[3]s {%%b}, [%%p1], %%s;
	wmma.load.c.sync.aligned.row.%[2]s.global.s32 {%%c0, %%c1}, [%%p2];
	wmma.mma%[4]s.sync.aligned.row.col.%[2]s.s32.%[3]s.%[3]s.s32%[5]s {%%c0, %%c1}, {%%a}, {%%b}, {%%c0, %%c1};
	wmma.store.d.sync.aligned.row.%[2]s.global.s32 [%%p3], {%%c0, %%c1};
	ret;
}`

// Products of opaque fragments with elements of 4 bits and of one are those of the matrices, element by
// element.
func TestNarrowOpaqueProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, c := range []struct {
		shape, element, how, saturates string
		k, bits                        int
		first                          int32 // of C
	}{
		{"m8n8k32", "s4", "", "", 32, 4, 5}, {"m8n8k32", "u4", "", "", 32, 4, -7},
		{"m8n8k32", "u4", "", "", 32, 4, math.MaxInt32 - 3},
		{"m8n8k32", "u4", "", ".satfinite", 32, 4, math.MaxInt32 - 3},
		{"m8n8k128", "b1", ".xor.popc", "", 128, 1, 1}, {"m8n8k128", "b1", ".and.popc", "", 128, 1, 1},
	} {
		span := 2 * c.k
		a, b := make([]byte, 8*span*c.bits/8), make([]byte, 8*span*c.bits/8)
		for i := range a {
			a[i], b[i] = byte(r.Uint32()), byte(r.Uint32())
		}
		element := func(data []byte, row, k int) int64 {
			at := (row*span + k) * c.bits
			v := int64(data[at/8] >> (at % 8) & (1<<c.bits - 1))
			if c.element == "s4" && v > 7 {
				v -= 16
			}
			return v
		}
		sums, d := make([]byte, 256), make([]byte, 256)
		for i := range 64 {
			binary.LittleEndian.PutUint32(sums[4*i:], uint32(c.first+int32(i%3)))
		}
		launch(t, compile(t, c.shape, fmt.Sprintf(narrowText, span, c.shape, c.element, c.how, c.saturates)),
			machine.Config{Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{32, 1, 1},
				Args: []machine.Arg{
					{Buffer: &machine.Buffer{Data: a}}, {Buffer: &machine.Buffer{Data: b}},
					{Buffer: &machine.Buffer{Data: sums}}, {Buffer: &machine.Buffer{Data: d}}}})
		for i := range 8 {
			for j := range 8 {
				want := int64(c.first + int32((8*i+j)%3))
				for k := range c.k {
					x, y := element(a, i, k), element(b, j, k)
					switch c.how {
					case ".xor.popc":
						want += x ^ y
					default:
						want += x * y
					}
				}
				if c.saturates != "" {
					want = min(want, math.MaxInt32)
				}
				if got := int32(binary.LittleEndian.Uint32(d[4*(8*i+j):])); got != int32(want) {
					t.Errorf("%+v: element %d, %d is %d, want %d", c, i, j, got, int32(want))
				}
			}
		}
	}
}

// finiteText adds a product of ones to C, which it is given, and stores it.
const finiteText = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 c, .param .u64 d)
{
	.reg .b32 %%c<8>; .reg .b64 %%p<2>; .reg .b32 %%h;
	ld.param.u64 %%p0, [c]; ld.param.u64 %%p1, [d]; mov.b32 %%h, 0x3c003c00;
	wmma.load.c.sync.aligned.row.m16n16k16.global.f16 {%%c0, %%c1, %%c2, %%c3}, [%%p0];
	wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16%s {%%c0, %%c1, %%c2, %%c3},
		{%%h, %%h, %%h, %%h, %%h, %%h, %%h, %%h}, {%%h, %%h, %%h, %%h, %%h, %%h, %%h, %%h}, {%%c0, %%c1, %%c2, %%c3};
	wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%%p1], {%%c0, %%c1, %%c2, %%c3};
	ret;
}`

// A product that saturates gives the largest number in the place of an infinite one, and zero for NaN.
func TestSaturatingOpaqueProducts(t *testing.T) {
	for saturates, want := range map[string][]uint16{"": {0x7c00, 0xfc00, 0x7fff, 0x4c40},
		".satfinite": {0x7bff, 0xfbff, 0, 0x4c40}} {
		c, d := make([]byte, 512), make([]byte, 512)
		for i, v := range []uint16{0x7c00, 0xfc00, 0x7e00, uint16(ir.EncodeFloat(ir.F16, 1))} {
			binary.LittleEndian.PutUint16(c[2*i:], v)
		}
		launch(t, compile(t, "finite", fmt.Sprintf(finiteText, saturates)), machine.Config{
			Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{32, 1, 1},
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: c}}, {Buffer: &machine.Buffer{Data: d}}}})
		for i, v := range want {
			if got := binary.LittleEndian.Uint16(d[2*i:]); got != v {
				t.Errorf("'%s': element %d is %#x, want %#x", saturates, i, got, v)
			}
		}
	}
}

// roundedText multiplies rows of one number by columns of another in f64.
const roundedText = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 d)
{
	.reg .f64 %%a, %%b, %%c<2>; .reg .b64 %%p;
	ld.param.u64 %%p, [d]; mov.f64 %%a, 0d3FF0000000000001; mov.f64 %%b, 0d3FB999999999999A;
	mov.f64 %%c0, 0d0000000000000000; mov.f64 %%c1, 0d0000000000000000;
	wmma.mma.sync.aligned.row.col.m8n8k4%s.f64.f64.f64.f64 {%%c0, %%c1}, {%%a}, {%%b}, {%%c0, %%c1};
	wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%%p], {%%c0, %%c1};
	ret;
}`

// Products of f64 round each sum as they say: 4 * (1 + 2^-52) * 0.1 from below, from above, and towards zero.
func TestRoundedOpaqueProducts(t *testing.T) {
	of := func(direction string) float64 {
		d := make([]byte, 512)
		launch(t, compile(t, "rounded", fmt.Sprintf(roundedText, direction)), machine.Config{
			Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{32, 1, 1},
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: d}}}})
		return math.Float64frombits(binary.LittleEndian.Uint64(d))
	}
	if down, up, zero := of(".rm"), of(".rp"), of(".rz"); down != zero || up <= down ||
		math.Abs(up-0.4) > 1e-15 {
		t.Errorf("rounded down %v, up %v, to zero %v", down, up, zero)
	}
}
