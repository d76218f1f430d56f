package machine_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// The fragments of mma.sync, after the ISA's formulas for the row and the column of element i of a lane's
// fragment: groupID is lane/4, threadID_in_group is lane%4. They are written out for each shape, and not
// derived from each other.

// half16A is A of m16n8k16 with halves: a0 to a7.
func half16A(lane, i int) (row, column int) {
	group, thread := lane>>2, lane%4
	row = group + 8
	if 0 <= i && i < 2 || 4 <= i && i < 6 {
		row = group
	}
	column = thread*2 + i&1
	if i >= 4 {
		column += 8
	}
	return row, column
}

// half16B is B of m16n8k16 with halves: b0 to b3.
func half16B(lane, i int) (row, column int) {
	row = lane%4*2 + i&1
	if i >= 2 {
		row += 8
	}
	return row, lane >> 2
}

// half8A is A of m16n8k8 with halves: a0 to a3.
func half8A(lane, i int) (row, column int) {
	row = lane >> 2
	if i >= 2 {
		row += 8
	}
	return row, lane%4*2 + i&1
}

// half8B is B of m16n8k8 with halves: b0 and b1.
func half8B(lane, i int) (row, column int) { return lane%4*2 + i, lane >> 2 }

// tf32A is A of m16n8k8 with tf32: a0 to a3.
func tf32A(lane, i int) (row, column int) {
	row, column = lane>>2, lane%4
	if i == 1 || i == 3 {
		row += 8
	}
	if i >= 2 {
		column += 4
	}
	return row, column
}

// tf32B is B of m16n8k8 with tf32: b0 and b1.
func tf32B(lane, i int) (row, column int) { return lane%4 + 4*i, lane >> 2 }

// tf32A4 and tf32B4 are those of m16n8k4.
func tf32A4(lane, i int) (row, column int) { return lane>>2 + 8*i, lane % 4 }
func tf32B4(lane, _ int) (row, column int) { return lane % 4, lane >> 2 }

// byte16A is A of m16n8k16 with bytes: a0 to a7.
func byte16A(lane, i int) (row, column int) {
	row = lane >> 2
	if i >= 4 {
		row += 8
	}
	return row, lane%4*4 + i&3
}

// byte16B is B of m16n8k16 with bytes: b0 to b3.
func byte16B(lane, i int) (row, column int) { return lane%4*4 + i, lane >> 2 }

// byte32A is A of m16n8k32 with bytes: a0 to a15.
func byte32A(lane, i int) (row, column int) {
	row = lane >> 2
	if 4 <= i && i < 8 || i >= 12 {
		row += 8
	}
	column = lane%4*4 + i&3
	if i >= 8 {
		column += 16
	}
	return row, column
}

// byte32B is B of m16n8k32 with bytes: b0 to b7.
func byte32B(lane, i int) (row, column int) {
	row = lane%4*4 + i&3
	if i >= 4 {
		row += 16
	}
	return row, lane >> 2
}

// sum is C and D of all shapes: c0 to c3.
func sum(lane, i int) (row, column int) {
	row = lane >> 2
	if i >= 2 {
		row += 8
	}
	return row, lane%4*2 + i&1
}

// shape is one form of mma.sync.
type shape struct {
	name             string
	k, bits, sumBits int
	a, b             func(lane, i int) (row, column int)
	one              uint64 // bits of 1
	sumOne           uint64
}

var shapes = []shape{
	{"m16n8k16.row.col.f32.f16.f16.f32", 16, 16, 32, half16A, half16B, f16(1), f32(1)},
	{"m16n8k16.row.col.f16.f16.f16.f16", 16, 16, 16, half16A, half16B, f16(1), f16(1)},
	{"m16n8k16.row.col.f32.bf16.bf16.f32", 16, 16, 32, half16A, half16B, b16(1), f32(1)},
	{"m16n8k8.row.col.f32.f16.f16.f32", 8, 16, 32, half8A, half8B, f16(1), f32(1)},
	{"m16n8k8.row.col.f32.bf16.bf16.f32", 8, 16, 32, half8A, half8B, b16(1), f32(1)},
	{"m16n8k8.row.col.f32.tf32.tf32.f32", 8, 32, 32, tf32A, tf32B, f32(1), f32(1)},
	{"m16n8k4.row.col.f32.tf32.tf32.f32", 4, 32, 32, tf32A4, tf32B4, f32(1), f32(1)},
	{"m16n8k16.row.col.s32.s8.s8.s32", 16, 8, 32, byte16A, byte16B, 1, 1},
	{"m16n8k32.row.col.s32.u8.u8.s32", 32, 8, 32, byte32A, byte32B, 1, 1},
}

// words returns registers of all lanes in which one element of a matrix is set.
func words(n, bits int, at func(lane, i int) (int, int), row, column int, value uint64) []byte {
	data := make([]byte, 32*n*4)
	perWord := 32 / bits
	for lane := range 32 {
		for i := range n * perWord {
			if r, c := at(lane, i); r == row && c == column {
				word := data[4*(lane*n+i/perWord):]
				binary.LittleEndian.PutUint32(word,
					binary.LittleEndian.Uint32(word)|uint32(value)<<(bits*(i%perWord)))
			}
		}
	}
	return data
}

// names returns registers with numbers from 0 as a vector.
func names(prefix string, n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("%%%s%d", prefix, i))
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// productText is a kernel whose blocks of one warp load fragments, multiply and store the result: block n has
// the n-th of the matrices that each buffer holds.
func productText(s shape) string {
	var b strings.Builder
	nA, nB, nD := s.words()
	fmt.Fprintf(&b,
		".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 b, "+
			".param .u64 c, .param .u64 d)\n{\n")
	fmt.Fprintf(&b, ".reg .b32 %%t, %%n, %%a<%d>, %%b<%d>, %%c<%d>; .reg .b64 %%p, %%o;\n", nA, nB, nD)
	b.WriteString("mov.u32 %t, %tid.x; mov.u32 %n, %ctaid.x; mad.lo.u32 %t, %n, 32, %t;\n")
	address := func(buffer string, n int) {
		fmt.Fprintf(&b, "ld.param.u64 %%p, [%s]; mul.wide.u32 %%o, %%t, %d; add.u64 %%p, %%p, %%o;\n", buffer,
			4*n)
	}
	for _, x := range []struct {
		name string
		n    int
	}{{"a", nA}, {"b", nB}, {"c", nD}} {
		address(x.name, x.n)
		for i := range x.n {
			fmt.Fprintf(&b, "ld.global.b32 %%%s%d, [%%p+%d];\n", x.name, i, 4*i)
		}
	}
	fmt.Fprintf(&b, "mma.sync.aligned.%s %s, %s, %s, %s;\n", s.name, names("c", nD), names("a", nA),
		names("b", nB), names("c", nD))
	address("d", nD)
	for i := range nD {
		fmt.Fprintf(&b, "st.global.b32 [%%p+%d], %%c%d;\n", 4*i, i)
	}
	b.WriteString("ret;\n}\n")
	return b.String()
}

// words returns how many registers a thread has of A, of B, and of C and D.
func (s shape) words() (nA, nB, nD int) {
	return 16 * s.k * s.bits / 1024, 8 * s.k * s.bits / 1024, 4 * s.sumBits / 32
}

// products are matrices to multiply, and what D must be.
type products struct {
	what          []string
	a, b, c, want []byte
}

func (p *products) add(what string, a, b, c, want []byte) {
	p.what = append(p.what, what)
	p.a, p.b, p.c, p.want = append(p.a, a...), append(p.b, b...), append(p.c, c...), append(p.want, want...)
}

// productsOf are products in which A, B and C have one element, or none.
func productsOf(s shape) *products {
	p := &products{}
	nA, nB, nD := s.words()
	zero := make([]byte, 32*4*nD)
	for i := range 16 {
		for l := range s.k {
			j := (3*i + l) % 8
			a := words(nA, s.bits, s.a, i, l, s.one)
			p.add(fmt.Sprintf("A(%d, %d) * B(%d, %d) is not in D(%d, %d) alone", i, l, l, j, i, j), a,
				words(nB, s.bits, s.b, l, j, s.one), zero, words(nD, s.sumBits, sum, i, j, s.sumOne))
			p.add(fmt.Sprintf("A(%d, %d) * B(%d, %d) is not zero", i, l, (l+1)%s.k, j), a,
				words(nB, s.bits, s.b, (l+1)%s.k, j, s.one), zero, zero)
		}
		for j := range 8 {
			c := words(nD, s.sumBits, sum, i, j, s.sumOne)
			p.add(fmt.Sprintf("C(%d, %d) is not in D", i, j), make([]byte, 32*4*nA), make([]byte, 32*4*nB), c,
				c)
		}
	}
	return p
}

// Every element of A, B and C lies where the ISA says: with ones at (i, k) of A and (k, j) of B, only (i, j)
// of D is one, and one more than the element of C. One launch has all products of a shape: a launch on a
// device takes longer than a product.
func TestFragments(t *testing.T) {
	for _, s := range shapes {
		p := productsOf(s)
		d := make([]byte, len(p.want))
		launch(t, compile(t, s.name, productText(s)), machine.Config{
			Grid: machine.Extents{len(p.what), 1, 1}, Block: machine.Extents{32, 1, 1}, NoHazards: true,
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: p.a}}, {Buffer: &machine.Buffer{Data: p.b}},
				{Buffer: &machine.Buffer{Data: p.c}}, {Buffer: &machine.Buffer{Data: d}}},
		})
		size := len(d) / len(p.what)
		for n, what := range p.what {
			if at := n * size; !bytes.Equal(d[at:at+size], p.want[at:at+size]) {
				t.Fatalf("%s: %s", s.name, what)
			}
		}
	}
}

// ldmatrix gives lane l row l/4, halves 2(l%4) and the next, of each tile; transposed, column l/4. stmatrix
// puts them back.
func TestLoadMatrix(t *testing.T) {
	for n, form := range map[int]string{1: "x1", 2: "x2", 4: "x4"} {
		for _, transpose := range []bool{false, true} {
			trans := map[bool]string{true: ".trans"}[transpose]
			text := fmt.Sprintf(`.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
{
	.reg .b32 %%t, %%a, %%v, %%tiles, %%back, %%r<4>; .reg .b64 %%p, %%o; .reg .b16 %%h; .reg .pred %%q;
	.shared .align 16 .b8 tiles[512]; .shared .align 16 .b8 back[512];
	mov.u32 %%t, %%tid.x; // lane t writes row t: halves 8t to 8t + 7
	mov.u32 %%v, 0; mov.u32 %%tiles, tiles; mov.u32 %%back, back;
L:	mad.lo.u32 %%a, %%t, 8, %%v; cvt.u16.u32 %%h, %%a; shl.b32 %%a, %%a, 1; add.u32 %%a, %%a, %%tiles;
	st.shared.b16 [%%a], %%h;
	add.u32 %%v, %%v, 1; setp.lt.u32 %%q, %%v, 8; @%%q bra L;
	bar.sync 0;
	shl.b32 %%a, %%t, 4; add.u32 %%a, %%a, %%tiles;
	ldmatrix.sync.aligned.m8n8.%[1]s%[2]s.shared.b16 %[3]s, [%%a];
	ld.param.u64 %%p, [out]; mul.wide.u32 %%o, %%t, %[4]d; add.u64 %%p, %%p, %%o;
	%[5]s
	shl.b32 %%a, %%t, 4; add.u32 %%a, %%a, %%back;
	stmatrix.sync.aligned.m8n8.%[1]s%[2]s.shared.b16 [%%a], %[3]s;
	bar.sync 0;
	setp.lt.u32 %%q, %%t, %[6]d; @!%%q ret;
	shl.b32 %%a, %%t, 4; add.u32 %%a, %%a, %%back; ld.shared.b16 %%h, [%%a+14]; cvt.u32.u16 %%v, %%h;
	mad.lo.u32 %%a, %%t, 8, 7;
	setp.ne.u32 %%q, %%a, %%v; @%%q trap;
	ret;
}
`, form, trans, names("r", n), 4*n, func() string {
				var b strings.Builder
				for i := range n {
					fmt.Fprintf(&b, "st.global.b32 [%%p+%d], %%r%d; ", 4*i, i)
				}
				return b.String()
			}(), 8*n)
			k := compile(t, form, text)
			out := make([]byte, 32*4*n)
			launch(t, k, machine.Config{Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{32, 1, 1},
				Args: []machine.Arg{{Buffer: &machine.Buffer{Data: out}}}})
			for lane := range 32 {
				for tile := range n {
					for e := range 2 {
						row, column := lane/4, lane%4*2+e
						if transpose {
							row, column = column, row
						}
						want := uint16(64*tile + 8*row + column)
						if got := binary.LittleEndian.Uint16(out[4*(lane*n+tile)+2*e:]); got != want {
							t.Fatalf("%s%s: lane %d, register %d, half %d is %d, want %d", form, trans, lane,
								tile, e, got, want)
						}
					}
				}
			}
		}
	}
}

// Sums are rounded once: products and sums that cancel leave what is exact.
func TestProductRounding(t *testing.T) {
	s := shapes[0]
	k := compile(t, s.name, productText(s))
	a := make([]byte, 32*16)
	b := make([]byte, 32*8)
	for lane := range 32 {
		for i := range 8 {
			if row, column := half16A(lane, i); row == 0 && column < 3 {
				v := []float64{1024, 0x1p-14, -1024}[column]
				binary.LittleEndian.PutUint16(a[16*lane+2*i:], uint16(ir.EncodeFloat(ir.F16, v)))
			}
		}
		for i := range 4 {
			binary.LittleEndian.PutUint16(b[8*lane+2*i:], uint16(f16(1024)))
		}
	}
	d := make([]byte, 32*16)
	launch(t, k, machine.Config{
		Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{32, 1, 1},
		Args: []machine.Arg{{Buffer: &machine.Buffer{Data: a}}, {Buffer: &machine.Buffer{Data: b}},
			{Buffer: &machine.Buffer{Data: make([]byte, 512)}}, {Buffer: &machine.Buffer{Data: d}}},
	})
	if got := math.Float32frombits(binary.LittleEndian.Uint32(d)); got != 0x1p-4 {
		t.Errorf("got %v, want 2^-4", got)
	}
}
