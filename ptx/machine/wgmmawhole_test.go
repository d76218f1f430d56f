package machine_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Products of a warpgroup beside those of wgmma_test.go: all N, elements of 1 bit, two kinds of elements,
// sums that saturate, A in registers, sparse A, and a pattern with a base offset. The layouts are written
// down from the figures of the ISA.

const (
	wholeB      = 8192  // where B begins in shared memory
	wholeShared = 32768 // bytes, and where the words of each thread begin in the input
)

// wholeProduct is a product with the values of A, B and D.
type wholeProduct struct {
	name, types, words string // the types as they stand in the name, and other words in front of them
	n, k               int
	bits               int // of an element
	encodeA, encodeB   func(v float64) uint64
	sum                string
	inRegisters        bool
	sparse             bool
	selector           int
	swizzle            uint64 // of both descriptors
	shift              int    // bytes that A and B begin behind the begin of a pattern
	one                float64
}

// wholeKernel fills shared memory from the input, loads five words of each thread (A and the metadata), and
// stores D + A * B.
func (x *wholeProduct) wholeKernel() string {
	var regs []string
	registers := x.n / 2
	if x.sum == "f16" {
		registers = x.n / 4
	}
	for i := range registers {
		regs = append(regs, fmt.Sprintf("%%r%d", i))
	}
	a := "%da"
	if x.inRegisters {
		a = "{%a0, %a1, %a2, %a3}"
	}
	sparse, meta := "", ""
	if x.sparse {
		sparse, meta = ".sp", fmt.Sprintf(", %%a4, %d", x.selector)
	}
	modes := ", 1, 1"
	switch {
	case x.sum == "s32":
		modes = ""
	case x.bits == 16 && x.inRegisters:
		modes += ", 0"
	case x.bits == 16:
		modes += ", 0, 0"
	}
	base := uint64(x.shift>>7&7) << 49
	row := map[uint64]uint64{0: 16, 1: 128, 2: 64, 3: 32}[x.swizzle]
	lead, stride := uint64(8), 8*row/16 // 128 bytes, eight rows
	if x.swizzle == 0 {
		lead, stride = 8, 8*uint64(x.rowBytes())/16
	}
	desc := base | lead<<16 | stride<<32 | x.swizzle<<62
	var b strings.Builder
	fmt.Fprintf(&b, `.version 8.2
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out, .param .u64 .ptr .global .align 16 in)
{
	.reg .pred %%p<4>; .reg .b32 %%t, %%i, %%s, %%x, %%a<5>, %%r<%d>; .reg .b64 %%out, %%in, %%at, %%da, %%db;
	.shared .align 1024 .b8 mem[%d];
	ld.param.u64 %%out, [out]; ld.param.u64 %%in, [in]; mov.u32 %%t, %%tid.x; shl.b32 %%i, %%t, 2;
	mov.u32 %%s, mem; mad.lo.u32 %%s, %%t, 4, %%s;
L:	cvt.u64.u32 %%at, %%i; add.u64 %%at, %%in, %%at; ld.global.u32 %%x, [%%at]; st.shared.u32 [%%s], %%x;
	add.u32 %%i, %%i, 512; add.u32 %%s, %%s, 512; setp.lt.u32 %%p1, %%i, %d; @%%p1 bra L;
	fence.proxy.async.shared::cta; bar.sync 0;
	mov.u32 %%s, mem; shr.u32 %%s, %%s, 4; cvt.u64.u32 %%at, %%s; add.u64 %%da, %%at, %d; add.u64 %%db, %%at, %d;
	mul.wide.u32 %%at, %%t, 20; add.u64 %%at, %%in, %%at;
`, registers, wholeShared, wholeShared, desc+uint64(x.shift)/16, desc+uint64(wholeB+x.shift)/16)
	for i := range 5 {
		fmt.Fprintf(&b, "\tld.global.u32 %%a%d, [%%at+%d];\n", i, wholeShared+4*i)
	}
	one := uint64(int64(x.one)) & (1<<32 - 1)
	switch x.sum {
	case "f32":
		one = uint64(math.Float32bits(float32(x.one)))
	case "f16":
		one = ir.EncodeFloat(ir.F16, x.one) * 0x10001
	}
	for _, r := range regs {
		fmt.Fprintf(&b, "\tmov.b32 %s, %d;\n", r, one)
	}
	fmt.Fprintf(&b, "\tsetp.eq.u32 %%p0, 0, 0; wgmma.fence.sync.aligned;\n\t"+
		"wgmma.mma_async%s.sync.aligned.m64n%dk%d%s%s {%s}, %s, %%db%s, %%p0%s;\n"+
		"\twgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n"+
		"\tmul.wide.u32 %%at, %%t, %d; add.u64 %%at, %%out, %%at;\n",
		sparse, x.n, x.k, x.words, x.types, strings.Join(regs, ", "), a, meta, modes, 4*registers)
	for i, r := range regs {
		fmt.Fprintf(&b, "\tst.global.u32 [%%at+%d], %s;\n", 4*i, r)
	}
	return b.String() + "\tret;\n}\n"
}

// rowBytes is how long a row of B is.
func (x *wholeProduct) rowBytes() int { return x.k * x.bits / 8 }

// at is the place of byte b of a row, in shared memory.
func (x *wholeProduct) at(row, b int) int {
	width := map[uint64]int{0: 16, 1: 128, 2: 64, 3: 32}[x.swizzle]
	if x.swizzle == 0 {
		return row/8*8*x.rowBytes() + b/16*128 + row%8*16 + b%16
	}
	at := row*width + b
	repeat := map[int]int{32: 4, 64: 2, 128: 1}[width] // rows with the same permutation
	return x.shift + row*width + (b/16^row/repeat%(width/16))*16 + at%16
}

// put stores element k of a row.
func (x *wholeProduct) put(memory []byte, row, k int, bits uint64) {
	if x.bits == 1 {
		memory[x.at(row, k/8)] |= byte(bits << (k % 8))
		return
	}
	for i := range x.bits / 8 {
		memory[x.at(row, k*x.bits/8+i)] = byte(bits >> (8 * i))
	}
}

// wholeValues are the values of A and of B, by row and by column.
func (x *wholeProduct) wholeValues(r *rand.Rand) (a, b [][]float64) {
	draw := func(rows int) [][]float64 {
		m := make([][]float64, rows)
		for row := range m {
			for range x.k {
				v := float64(r.IntN(9) - 4)
				switch {
				case x.bits == 1:
					v = float64(r.IntN(2))
				case x.one > 1<<20:
					v = 127
				}
				m[row] = append(m[row], v)
			}
		}
		return m
	}
	return draw(64), draw(x.n)
}

// input lays A, B and the metadata out; of a sparse A it makes half of the elements zero.
func (x *wholeProduct) input(r *rand.Rand, a, b [][]float64) []byte {
	in := make([]byte, wholeShared+128*20)
	words := make([][5]uint32, 128)
	stored := a
	if x.sparse {
		stored = x.compress(r, a, words)
	}
	for row := range stored {
		for k, v := range stored[row] {
			if !x.inRegisters {
				x.put(in, row, k, x.encodeA(v))
				continue
			}
			// A in registers: the fragment of A of mma.sync with 16 rows, per warp.
			per := 32 / x.bits
			column := k % (8 * per / 2)
			thread := row/16*32 + row%8*4 + column/per
			register := row%16/8 + 2*(k/(4*per))
			words[thread][register] |= uint32(x.encodeA(v)) << (k % per * x.bits)
		}
	}
	for row := range b {
		for k, v := range b[row] {
			x.put(in[wholeB:], row, k, x.encodeB(v))
		}
	}
	for t := range words {
		for i, v := range words[t] {
			binary.LittleEndian.PutUint32(in[wholeShared+20*t+4*i:], v)
		}
	}
	return in
}

// compress keeps half of the elements of each chunk and makes the others zero; it gives the metadata to the
// threads of the figures of the ISA: for 16 bits, and for 32, Tn has columns of the first half in its lower
// 16 bits for row n/4 and in its upper ones for row n/4 + 8, Tn+1 those of the second half; for 8 bits T0 has
// the first 32 columns of row n/4, T1 of row + 8, T2 and T3 the others.
func (x *wholeProduct) compress(r *rand.Rand, a [][]float64, words [][5]uint32) [][]float64 {
	stored := make([][]float64, len(a))
	for row := range a {
		warp, group, low := row/16*32, row%8, row%16 < 8
		for chunk := 0; chunk < x.k; {
			var code uint32
			size := 4
			if x.bits == 32 {
				size = 2
				keep := r.IntN(2)
				code = []uint32{0b0100, 0b1110}[keep]
				stored[row] = append(stored[row], a[row][chunk+keep])
				a[row][chunk+1-keep] = 0
			} else {
				first, second := r.IntN(4), r.IntN(3)
				second = (first + 1 + second) % 4
				code = uint32(first | second<<2)
				stored[row] = append(stored[row], a[row][chunk+first], a[row][chunk+second])
				for e := range 4 {
					if e != first && e != second {
						a[row][chunk+e] = 0
					}
				}
			}
			half, within := chunk/(x.k/2), chunk%(x.k/2)/size
			switch {
			case x.bits == 8 && low:
				words[warp+4*group+2*half][4] |= code << (4 * within)
			case x.bits == 8:
				words[warp+4*group+2*half+1][4] |= code << (4 * within)
			case low:
				words[warp+4*group+2*x.selector+half][4] |= code << (4 * within)
			default:
				words[warp+4*group+2*x.selector+half][4] |= code << (4*within + 16)
			}
			chunk += size
		}
	}
	return stored
}

func integerBits(v float64) uint64 { return uint64(int64(v)) & 0xff }
func halfBits(v float64) uint64    { return ir.EncodeFloat(ir.F16, v) }
func bfloatBits(v float64) uint64  { return ir.EncodeFloat(ir.BF16, v) }
func tf32Bits(v float64) uint64    { return uint64(math.Float32bits(float32(v))) }
func e4m3Bits(v float64) uint64    { return ir.EncodeFloat(ir.F8E4M3FN, v) }
func e5m2Bits(v float64) uint64    { return ir.EncodeFloat(ir.F8E5M2, v) }
func singleBit(v float64) uint64   { return uint64(v) }

var wholeProducts = []wholeProduct{
	{name: "single bits", types: ".s32.b1.b1.and.popc", n: 24, k: 256, bits: 1, encodeA: singleBit,
		encodeB: singleBit, sum: "s32", swizzle: 3},
	{name: "single bits in registers", types: ".s32.b1.b1.and.popc", n: 8, k: 256, bits: 1,
		encodeA: singleBit,
		encodeB: singleBit, sum: "s32", inRegisters: true},
	{name: "two kinds", types: ".f32.e4m3.e5m2", n: 40, k: 32, bits: 8, encodeA: e4m3Bits, encodeB: e5m2Bits,
		sum: "f32", swizzle: 2},
	{name: "other way round, in halves", types: ".f16.e5m2.e4m3", n: 16, k: 32, bits: 8, encodeA: e5m2Bits,
		encodeB: e4m3Bits, sum: "f16", swizzle: 1, inRegisters: true},
	{name: "sums wrap around", types: ".s32.s8.u8", n: 32, k: 32, bits: 8, encodeA: integerBits,
		encodeB: integerBits, sum: "s32", swizzle: 3, one: math.MaxInt32},
	{name: "sums saturate", words: ".satfinite", types: ".s32.s8.s8", n: 32, k: 32, bits: 8,
		encodeA: integerBits, encodeB: integerBits, sum: "s32", swizzle: 3, one: math.MaxInt32},
	{name: "halves in registers", types: ".f32.f16.f16", n: 8, k: 16, bits: 16, encodeA: halfBits,
		encodeB: halfBits, sum: "f32", inRegisters: true, swizzle: 1},
	{name: "tf32 in registers", types: ".f32.tf32.tf32", n: 16, k: 8, bits: 32, encodeA: tf32Bits,
		encodeB: tf32Bits, sum: "f32", inRegisters: true},
	{name: "base offset of 128 bytes", types: ".f32.bf16.bf16", n: 16, k: 16, bits: 16, encodeA: bfloatBits,
		encodeB: bfloatBits, sum: "f32", swizzle: 1, shift: 3 * 128},
	{name: "base offset of 64 bytes", types: ".f32.bf16.bf16", n: 16, k: 16, bits: 16, encodeA: bfloatBits,
		encodeB: bfloatBits, sum: "f32", swizzle: 2, shift: 128},
	{name: "sparse halves", types: ".f32.f16.f16", n: 16, k: 32, bits: 16, encodeA: halfBits,
		encodeB: halfBits,
		sum:     "f32", swizzle: 2, sparse: true, selector: 1},
	{name: "sparse halves in registers", types: ".f16.f16.f16", n: 16, k: 32, bits: 16, encodeA: halfBits,
		encodeB: halfBits, sum: "f16", swizzle: 1, sparse: true, inRegisters: true},
	{name: "sparse bf16", types: ".f32.bf16.bf16", n: 8, k: 32, bits: 16, encodeA: bfloatBits,
		encodeB: bfloatBits, sum: "f32", sparse: true},
	{name: "sparse tf32", types: ".f32.tf32.tf32", n: 8, k: 16, bits: 32, encodeA: tf32Bits,
		encodeB: tf32Bits,
		sum:     "f32", swizzle: 1, sparse: true, selector: 1},
	{name: "sparse tf32 in registers", types: ".f32.tf32.tf32", n: 8, k: 16, bits: 32, encodeA: tf32Bits,
		encodeB: tf32Bits, sum: "f32", swizzle: 2, sparse: true, inRegisters: true},
	{name: "sparse e4m3 by e5m2", types: ".f32.e4m3.e5m2", n: 16, k: 64, bits: 8, encodeA: e4m3Bits,
		encodeB: e5m2Bits, sum: "f32", swizzle: 1, sparse: true},
	{name: "sparse integers in registers", types: ".s32.s8.s8", n: 48, k: 64, bits: 8, encodeA: integerBits,
		encodeB: integerBits, sum: "s32", swizzle: 2, sparse: true, inRegisters: true},
}

// Products of all kinds are what the sums say.
func TestWholeWarpgroupProducts(t *testing.T) {
	all := wholeProducts
	for n := 8; n <= 256; n += 8 {
		all = append(all, wholeProduct{name: fmt.Sprintf("%d columns", n), types: ".f32.f16.f16", n: n, k: 16,
			bits: 16, encodeA: halfBits, encodeB: halfBits, sum: "f32", swizzle: 3})
	}
	for i, x := range all {
		t.Run(x.name, func(t *testing.T) { x.test(t, machine.Mode(i%3)) })
	}
}

func (x *wholeProduct) test(t *testing.T, mode machine.Mode) {
	if x.one == 0 {
		x.one = 1
	}
	r := rand.New(rand.NewPCG(3, 4))
	a, b := x.wholeValues(r)
	in := x.input(r, a, b)
	registers := x.n / 2
	if x.sum == "f16" {
		registers = x.n / 4
	}
	out := make([]byte, 128*4*registers)
	report, err := gputest.Launch(t, compile(t, x.name, x.wholeKernel()), machine.Config{
		Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{128, 1, 1}, Mode: mode,
		Args: []machine.Arg{{Buffer: &machine.Buffer{Name: "out", Data: out}},
			{Buffer: &machine.Buffer{Name: "in", Data: in}}},
	})
	if err != nil || len(report.Findings) > 0 {
		t.Fatal(err, report.Findings)
	}
	for row := range 64 {
		for column := range x.n {
			want := x.one
			for k := range x.k {
				want += a[row][k] * b[column][k]
			}
			switch {
			case x.words != "":
				want = min(want, math.MaxInt32)
			case x.sum == "s32":
				want = float64(int32(uint32(int64(want))))
			}
			if got := x.result(out, row, column); got != want {
				t.Fatalf("row %d, column %d: %g, expected %g", row, column, got, want)
			}
		}
	}
}

// result returns the element of D at a place: PTX ISA, the fragment of D of wgmma.mma_async.
func (x *wholeProduct) result(out []byte, row, column int) float64 {
	thread, register := row/16*32+row%8*4+column%8/2, column/8*2+row%16/8
	if x.sum == "f16" {
		at := thread*x.n + 4*register + column%2*2
		return ir.DecodeFloat(ir.F16, uint64(binary.LittleEndian.Uint16(out[at:])))
	}
	bits := binary.LittleEndian.Uint32(out[4*(thread*x.n/2+2*register+column%2):])
	if x.sum == "s32" {
		return float64(int32(bits))
	}
	return float64(math.Float32frombits(bits))
}

// What is no product of a warpgroup is refused, and metadata that means nothing is an error.
func TestWarpgroupRefusals(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{".sp", "", "there is no product"},
		{"m64n16k32", "m64n16k16", "there is no product"},
		{"%a4, 1", "%a4, 2", "expected the constant 0 or 1, which selects the lanes"},
		{"%a4, 1", "%a4, %a3", "expected the constant 0 or 1"},
		{".f32.f16.f16", ".f32.f16.bf16", "there is no product"},
		{".sync.aligned.m64", ".sync.aligned.satfinite.m64", "there is no product"},
		{"ld.global.u32 %a4, [%at+32784]", "mov.u32 %a4, 0", "says with the bits 0000 which elements"},
	} {
		x := wholeProducts[10]
		_, err := tryCompile("refused", strings.Replace(x.wholeKernel(), c.old, c.new, 1))
		if err == nil {
			k := compile(t, "refused", strings.Replace(x.wholeKernel(), c.old, c.new, 1))
			_, err = machine.Launch(t.Context(), k, machine.Config{
				Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{128, 1, 1},
				Args: []machine.Arg{{Buffer: &machine.Buffer{Name: "out", Data: make([]byte, 8192)}},
					{Buffer: &machine.Buffer{Name: "in", Data: make([]byte, wholeShared+128*20)}}}})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.new, err, c.want)
		}
	}
}
