package machine_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Products of tensor memory. The layouts of descriptors, matrices, scale factors and sums are written down
// from the tables and figures of the ISA.

const (
	tensorB      = 8192  // where B begins in shared memory
	tensorScales = 16384 // where the scale factors of A begin, and 512 bytes behind them those of B
	tensorShared = 24576
)

// tensorCase is a product D = 1 + A * B, or A * B.
type tensorCase struct {
	name, kind, words string
	m, n, k           int
	bits              int // of an element, and with its empty bits
	container         int // bits of 16 elements divided by 16, where these lie apart from others
	descriptor        uint32
	encodeA, encodeB  func(v float64) uint64
	sum               string
	transposed        bool // A and B lie along M and N
	scales            int  // of a row, 0 for none
	encodeScale       func(v float64) uint64
	adds              bool
	shift             int // of D
	inTensor          bool
	negates           bool
}

func (x *tensorCase) idesc() uint32 {
	return x.descriptor | uint32(x.n/8)<<17 | uint32(x.m/16)<<24
}

// text is the kernel: all threads bring shared memory, warp 0 allocates, thread 0 copies the scale factors
// and issues, and thread t stores the columns of lane t.
func (x *tensorCase) text() string {
	var fill, read strings.Builder
	for c := range x.n {
		one := uint64(math.Float32bits(1))
		if x.sum == "s32" {
			one = 1
		}
		if x.sum == "f16" {
			one = ir.EncodeFloat(ir.F16, 1)
		}
		fmt.Fprintf(&fill, "add.u32 %%a, %%tm, %d; mov.u32 %%x, %d; "+
			"tcgen05.st.sync.aligned.32x32b.x1.b32 [%%a], {%%x};\n", c, one)
		fmt.Fprintf(&read, "add.u32 %%a, %%tm, %d; tcgen05.ld.sync.aligned.32x32b.x1.b32 {%%x}, [%%a]; "+
			"tcgen05.wait::ld.sync.aligned; st.global.u32 [%%out+%d], %%x;\n", c, 4*c)
	}
	a, scales, prepare, more := "%da", "", "", ""
	if x.inTensor {
		a = "[%ta+480]"
		prepare = "tcgen05.cp.cta_group::1.128x256b [%ta+480], %da;"
	}
	if x.scales > 0 {
		scales = ", [%ta+300], [%ta+304]"
		prepare = "tcgen05.cp.cta_group::1.32x128b.warpx4 [%ta+300], %dsa;\n" +
			"tcgen05.cp.cta_group::1.32x128b.warpx4 [%ta+304], %dsb;"
	}
	if x.shift > 0 {
		more = fmt.Sprintf(", %d", x.shift)
	}
	lead, stride := uint64(128/16), uint64(8*x.rowBytes()/16)
	if x.transposed { // rows of k of 16 bytes: eight of them are 128 bytes
		lead, stride = uint64(2048/16), uint64(128/16)
	}
	desc := lead<<16 | stride<<32 | 1<<46
	flat := uint64(8)<<32 | 8<<16 | 1<<46
	adds := 0
	if x.adds {
		adds = 1
	}
	return fmt.Sprintf(`.version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out, .param .u64 .ptr .global .align 16 in)
{
	.reg .pred %%p<4>; .reg .b32 %%t, %%i, %%s, %%x, %%a, %%tm, %%ta, %%w; .reg .b64 %%out, %%in, %%at, %%da, %%db, %%dsa, %%dsb;
	.shared .align 1024 .b8 mem[%d]; .shared .align 8 .b64 bar; .shared .align 4 .b32 place;
	ld.param.u64 %%out, [out]; ld.param.u64 %%in, [in]; mov.u32 %%t, %%tid.x; shl.b32 %%i, %%t, 2; mov.u32 %%s, mem; mad.lo.u32 %%s, %%t, 4, %%s;
L:	cvt.u64.u32 %%at, %%i; add.u64 %%at, %%in, %%at; ld.global.u32 %%x, [%%at]; st.shared.u32 [%%s], %%x; add.u32 %%i, %%i, 512; add.u32 %%s, %%s, 512;
	setp.lt.u32 %%p1, %%i, %d; @%%p1 bra L;
	fence.proxy.async.shared::cta;
	setp.ne.u32 %%p2, %%t, 0; @!%%p2 mbarrier.init.shared.b64 [bar], 1;
	shr.u32 %%w, %%t, 5; setp.ne.u32 %%p1, %%w, 0; @%%p1 bra A;
	tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 512;
	tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
A:	bar.sync 0;
	ld.shared.u32 %%ta, [place]; shl.b32 %%tm, %%w, 21; add.u32 %%tm, %%ta, %%tm;
	%s
	tcgen05.wait::st.sync.aligned; tcgen05.fence::before_thread_sync; bar.sync 0;
	mov.u32 %%s, mem; shr.u32 %%s, %%s, 4; cvt.u64.u32 %%at, %%s; add.u64 %%da, %%at, %d; add.u64 %%db, %%at, %d;
	add.u64 %%dsa, %%at, %d; add.u64 %%dsb, %%at, %d;
	@%%p2 bra W; tcgen05.fence::after_thread_sync;
	%s
	setp.eq.u32 %%p3, 1, %d;
	tcgen05.mma%s.cta_group::1.kind::%s [%%ta], %s, %%db, %d%s, %%p3%s;
	tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];
W:	mbarrier.try_wait.parity.shared::cta.b64 %%p3, [bar], 0; @!%%p3 bra W;
	tcgen05.fence::after_thread_sync;
	mul.wide.u32 %%at, %%t, %d; add.u64 %%out, %%out, %%at;
	%s
	bar.sync 0;
	@%%p1 bra E;
	tcgen05.dealloc.cta_group::1.sync.aligned.b32 %%ta, 512;
E:	ret;
}
`, tensorShared, tensorShared, &fill, desc, desc+tensorB/16, flat+tensorScales/16, flat+(tensorScales+512)/16,
		prepare,
		adds, x.words, x.kind, a, x.idesc(), scales, more, 4*x.n, &read)
}

func (x *tensorCase) rowBytes() int { return 32 }

// put stores element k of a row of A, or of a column of B.
func (x *tensorCase) put(memory []byte, row, k int, bits uint64) {
	if x.transposed { // 8 rows of M or N beside each other, in 16 bytes; then the next of k
		at := row/8*128 + k/8*2048 + k%8*16 + row%8*2
		binary.LittleEndian.PutUint16(memory[at:], uint16(bits))
		return
	}
	bit := k * x.bits
	if x.container > 0 {
		bit = k/16*128 + k%16*x.bits
	}
	for i := range x.bits {
		at := bit + i
		b := at / 8
		place := row/8*8*32 + b/16*128 + row%8*16 + b%16
		memory[place] |= byte(bits>>i&1) << (at % 8)
	}
}

// lane is where an element of D lies.
func (x *tensorCase) lane(row, column int) (lane, at int) {
	switch {
	case x.words == ".ws" && x.m == 64:
		return row + column/(x.n/2)*64, column % (x.n / 2)
	case x.words == ".ws" && x.m == 32:
		return row + column/(x.n/4)*32, column % (x.n / 4)
	case x.m == 64:
		return row%16 + row/16*32, column
	}
	return row, column
}

func e2m3(v float64) uint64  { return ir.EncodeFloat(ir.F6E2M3FN, v) }
func e3m2(v float64) uint64  { return ir.EncodeFloat(ir.F6E3M2FN, v) }
func e2m1(v float64) uint64  { return ir.EncodeFloat(ir.F4E2M1FN, v) }
func ue8m0(v float64) uint64 { return uint64(127 + math.Log2(v)) }
func ue4m3(v float64) uint64 { return ir.EncodeFloat(ir.F8E4M3FN, v) }

const (
	sumF32 = 1 << 4
	sumS32 = 2 << 4
)

var tensorCases = []tensorCase{
	{name: "f16", kind: "f16", m: 128, n: 32, k: 16, bits: 16, descriptor: sumF32, encodeA: halfBits,
		encodeB: halfBits,
		sum:     "f32", adds: true},
	{name: "f16 without D", kind: "f16", m: 128, n: 48, k: 16, bits: 16, descriptor: sumF32,
		encodeA: halfBits,
		encodeB: halfBits, sum: "f32"},
	{name: "f16 by bf16 to f16", kind: "f16", m: 128, n: 16, k: 16, bits: 16, descriptor: 1 << 10,
		encodeA: halfBits,
		encodeB: bfloatBits, sum: "f16", adds: true, shift: 3},
	{name: "64 rows", kind: "f16", m: 64, n: 24, k: 16, bits: 16, descriptor: sumF32 | 1<<7 | 1<<13,
		encodeA: bfloatBits,
		encodeB: halfBits, sum: "f32", adds: true, negates: true},
	{name: "along M and N", kind: "f16", m: 128, n: 32, k: 16, bits: 16, descriptor: sumF32 | 1<<15 | 1<<16,
		encodeA: halfBits, encodeB: halfBits, sum: "f32", transposed: true},
	{name: "A in tensor memory", kind: "f16", m: 128, n: 32, k: 16, bits: 16, descriptor: sumF32,
		encodeA: halfBits,
		encodeB: halfBits, sum: "f32", inTensor: true},
	{name: "tf32", kind: "tf32", m: 128, n: 32, k: 8, bits: 32, descriptor: sumF32 | 2<<7 | 2<<10,
		encodeA: tf32Bits,
		encodeB: tf32Bits, sum: "f32", adds: true, shift: 2},
	{name: "integers", kind: "i8", m: 128, n: 32, k: 32, bits: 8, descriptor: sumS32 | 1<<7 | 1<<10,
		encodeA: integerBits, encodeB: integerBits, sum: "s32", adds: true},
	{name: "e4m3 by e5m2", kind: "f8f6f4", m: 128, n: 32, k: 32, bits: 8, descriptor: sumF32 | 1<<10,
		encodeA: e4m3Bits,
		encodeB: e5m2Bits, sum: "f32", adds: true},
	{name: "e2m3 by e3m2", kind: "f8f6f4", m: 64, n: 16, k: 32, bits: 6, container: 8,
		descriptor: sumF32 | 3<<7 | 4<<10,
		encodeA:    e2m3, encodeB: e3m2, sum: "f32"},
	{name: "e2m1", kind: "f8f6f4", m: 128, n: 16, k: 32, bits: 4, container: 8,
		descriptor: sumF32 | 5<<7 | 5<<10,
		encodeA:    e2m1, encodeB: e2m1, sum: "f32"},
	{name: "64 rows that stay", kind: "f16", words: ".ws", m: 64, n: 64, k: 16, bits: 16, descriptor: sumF32,
		encodeA: halfBits, encodeB: halfBits, sum: "f32", adds: true},
	{name: "32 rows that stay", kind: "f16", words: ".ws", m: 32, n: 64, k: 16, bits: 16, descriptor: sumF32,
		encodeA: halfBits, encodeB: halfBits, sum: "f32"},
	{name: "scaled bytes", kind: "mxf8f6f4.block_scale.scale_vec::1X", m: 128, n: 64, k: 32, bits: 8,
		descriptor: 1<<23 | 2<<29 | 3<<4, encodeA: e4m3Bits, encodeB: e4m3Bits, sum: "f32", scales: 1,
		encodeScale: ue8m0},
	{name: "scaled halves of bytes", kind: "mxf4.block_scale.scale_vec::2X", m: 128, n: 40, k: 64, bits: 4,
		descriptor: 1<<23 | 1<<7 | 1<<10 | 2<<4, encodeA: e2m1, encodeB: e2m1, sum: "f32", scales: 2,
		adds:        true,
		encodeScale: ue8m0},
	{name: "four scales", kind: "mxf4nvf4.block_scale.scale_vec::4X", m: 128, n: 32, k: 64, bits: 4,
		descriptor: 1<<7 | 1<<10, encodeA: e2m1, encodeB: e2m1, sum: "f32", scales: 4, encodeScale: ue4m3},
}

func TestTensorProducts(t *testing.T) {
	for i, x := range tensorCases {
		t.Run(x.name, func(t *testing.T) { x.test(t, machine.Mode(i%3)) })
	}
}

func (x *tensorCase) values(r *rand.Rand, rows int) [][]float64 {
	m := make([][]float64, rows)
	for row := range m {
		for range x.k {
			m[row] = append(m[row], float64(r.IntN(5)-2))
		}
	}
	return m
}

// scaleFactors draws the scale factors of rows, and lays them out: those of row i are neighboring bytes from
// byte first on of word i/32 of the 16 bytes of row i%32.
func (x *tensorCase) scaleFactors(r *rand.Rand, memory []byte, rows, first int) [][]float64 {
	all := make([][]float64, rows)
	for row := range all {
		for i := range x.scales {
			v := math.Exp2(float64(r.IntN(5) - 2))
			all[row] = append(all[row], v)
			memory[row%32*16+row/32*4+first+i] = byte(x.encodeScale(v))
		}
	}
	return all
}

func (x *tensorCase) test(t *testing.T, mode machine.Mode) {
	r := rand.New(rand.NewPCG(7, 8))
	in, out := make([]byte, tensorShared), make([]byte, 128*4*x.n)
	a, b := x.values(r, x.m), x.values(r, x.n)
	for row := range a {
		for k, v := range a[row] {
			x.put(in, row, k, x.encodeA(v))
		}
	}
	for row := range b {
		for k, v := range b[row] {
			x.put(in[tensorB:], row, k, x.encodeB(v))
		}
	}
	sa := x.scaleFactors(r, in[tensorScales:], x.m, int(x.descriptor>>29&3))
	sb := x.scaleFactors(r, in[tensorScales+512:], x.n, int(x.descriptor>>4&3))
	if text := x.launch(t, x.text(), in, out, mode); text != "" {
		t.Fatal(text)
	}
	for row := range x.m {
		for column := range x.n {
			want := 0.0
			for k := range x.k {
				v := a[row][k] * b[column][k]
				if x.scales > 0 {
					v *= sa[row][k/(x.k/x.scales)] * sb[column][k/(x.k/x.scales)]
				}
				want += v
			}
			if x.negates {
				want = -want
			}
			if x.adds {
				want += 1 / math.Exp2(float64(x.shift))
			}
			lane, at := x.lane(row, column)
			bits := binary.LittleEndian.Uint32(out[4*(lane*x.n+at):])
			got := float64(math.Float32frombits(bits))
			switch x.sum {
			case "f16":
				got, want = ir.DecodeFloat(ir.F16, uint64(bits)),
					ir.DecodeFloat(ir.F16, ir.EncodeFloat(ir.F16, want))
			case "s32":
				got = float64(int32(bits))
			}
			if got != want {
				t.Fatalf("row %d, column %d: %g, expected %g", row, column, got, want)
			}
		}
	}
}

// launch runs a kernel with 128 threads, and returns what is said.
func (x *tensorCase) launch(t *testing.T, text string, in, out []byte, mode machine.Mode) string {
	t.Helper()
	return x.launchWith(t, text, in, out, mode)
}

// launchRing is launch for a kernel with a number of tiles.
func (x *tensorCase) launchRing(t *testing.T, text string, in, out []byte, n int, mode machine.Mode) string {
	t.Helper()
	return x.launchWith(t, text, in, out, mode, machine.Arg{Bits: uint64(n)})
}

func (x *tensorCase) launchWith(t *testing.T, text string, in, out []byte, mode machine.Mode,
	more ...machine.Arg) string {
	t.Helper()
	k, err := tryCompile("tensor", text)
	var r *machine.Report
	if err == nil {
		r, err = gputest.Launch(t, k,
			machine.Config{Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{128, 1, 1},
				Mode: mode, Seed: 3, Args: append([]machine.Arg{
					{Buffer: &machine.Buffer{Name: "out", Data: out}},
					{Buffer: &machine.Buffer{Name: "in", Data: in}}}, more...)})
	}
	var all strings.Builder
	var found diag.List
	if r != nil {
		found = r.Findings
		hazards, _ := k.RegisterHazards()
		found = append(found, hazards...)
		for i := range r.NotJudged {
			found = append(found, r.NotJudged[i].Diagnostic())
		}
	}
	if err := (diag.Text{W: &all}).Render(append(found, diag.FromError(err)...)); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// Each instruction that orders, taken out of a right kernel, is missed, or was said to be needless before;
// and what is no descriptor, place or allocation is an error where it stands.
func TestTensorFindings(t *testing.T) {
	x := tensorCases[0]
	for _, c := range []struct{ old, new, want string }{
		{"tcgen05.wait::st.sync.aligned;", "", "put tcgen05.wait::st.sync.aligned behind it"},
		{"tcgen05.fence::before_thread_sync; bar.sync 0;\n\tmov", "bar.sync 0;\n\tmov",
			"no tcgen05.fence::before_thread_sync lies in front of the synchronization"},
		{"bra W; tcgen05.fence::after_thread_sync;", "bra W;",
			"no tcgen05.fence::after_thread_sync lies behind the synchronization"},
		{"bra W;\n\ttcgen05.fence::after_thread_sync;", "bra W;",
			"no tcgen05.fence::after_thread_sync lies behind the synchronization"},
		{"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];", "",
			"waits for a phase"},
		{"@!%p3 bra W;", "", "wait for the phase of the barrier object at which its tcgen05.commit arrives"},
		{"bar.sync 0;\n\t@%p1 bra E;", "@%p1 bra E;", "nothing orders the two"},
		{"bar.sync 0;\n\t@%p1 bra E;", "tcgen05.fence::before_thread_sync; bar.sync 0;\n\t@%p1 bra E;",
			"nothing in this launch needs 'tcgen05.fence::before_thread_sync'"},
		{"tcgen05.dealloc.cta_group::1.sync.aligned.b32 %ta, 512;", "",
			"are not freed before the block ends"},
		{"dealloc.cta_group::1.sync.aligned.b32 %ta, 512", "dealloc.cta_group::1.sync.aligned.b32 %ta, 256",
			"which no tcgen05.alloc gave"},
		{"[place], 512", "[place], 48", "it is a power of two from 32 to 512"},
		{"\ttcgen05.relinquish",
			"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 32;\n\ttcgen05.relinquish",
			"waits for columns of tensor memory that are never free"},
		{"shl.b32 %tm, %w, 21;", "shl.b32 %tm, %w, 22;", "of tensor memory; its warp reaches lanes"},
		{"1, 1;\n\ttcgen05.mma.cta_group::1.kind::f16 [%ta]",
			"1, 1;\n\ttcgen05.mma.cta_group::1.kind::f16 [%ta+496]",
			"columns 496 to 527 of tensor memory, which are not all allocated"},
		{"kind::f16", "kind::tf32", "the types of A and B in bits 7 to 12 are none of this kind"},
		{"tcgen05.wait::ld.sync.aligned; st.global.u32 [%out+4]", "st.global.u32 [%out+4]",
			"accesses a register that a load of tensor memory may still write"},
		{"tcgen05.fence::after_thread_sync;\n\tmul",
			"tcgen05.fence::after_thread_sync; tcgen05.wait::st.sync.aligned;\n\tmul",
			"nothing in this launch needs 'tcgen05.wait::st.sync.aligned'"},
		{"tcgen05.fence::after_thread_sync;\n\tmul",
			"tcgen05.fence::after_thread_sync; st.shared.u32 [mem], %t; bar.sync 0;\n\tmul", "[ptx-race]"},
		{"\n\ttcgen05.commit", " st.shared.u32 [mem], %t;\n\ttcgen05.commit",
			"while a product of its own may still read it"},
		{"cta_group::1.kind", "cta_group::2.kind", "is not executed"},
	} {
		text := strings.Replace(x.text(), c.old, c.new, 1)
		if c.old != c.new && text == x.text() {
			t.Errorf("%q does not stand in the kernel", c.old)
			continue
		}
		got := x.launch(t, text, make([]byte, tensorShared), make([]byte, 128*4*x.n), machine.Late)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s -> %s\n%s\nexpected %q", c.old, c.new, got, c.want)
		}
	}
}
