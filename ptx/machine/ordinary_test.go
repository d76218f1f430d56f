package machine_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// ordinaryHead is caseHead for the newest target, with registers of 8 and of 128 bits.
var ordinaryHead = strings.NewReplacer("7.8", "8.8", "sm_90", "sm_100a", ".reg .b16 %h<8>;",
	".reg .b16 %h<8>; .reg .b8 %q; .reg .b128 %w<4>;").Replace(caseHead)

// ordinary are instructions that real kernels have beside those of cases. What they give was computed by hand
// after the ISA.
var ordinary = []instructionCase{
	// integers
	{"mul24.lo.u32 %r3, %r0, %r1; " + to32, 0xff000003, 0x01000005, 0, 15},
	{"mul24.lo.s32 %r3, %r0, %r1; " + to32, 0x00ffffff, 7, 0, 0xfffffff9},
	{"mul24.hi.u32 %r3, %r0, %r1; " + to32, 0xffffff, 0xffffff, 0, 0xfffffe00},
	{"mul24.hi.s32 %r3, %r0, %r1; " + to32, 0x800000, 0x400000, 0, 0xe0000000},
	{"mad24.lo.u32 %r3, %r0, %r1, %r2; " + to32, 1000, 1000, 24, 1000024},
	{"mad24.hi.sat.s32 %r3, %r0, %r1, %r2; " + to32, 0x7fffff, 0x7fffff, 0x7fffffff, 0x7fffffff},
	{"mad.lo.cc.u32 %r3, %r0, %r1, %r2; addc.u32 %r3, 0, 0; " + to32, 2, 3, ones - 5, 1},
	{"mad.lo.cc.u32 %r3, %r0, %r1, %r2; addc.u32 %r3, 0, 0; " + to32, 2, 3, ones - 6, 0},
	{"add.cc.u32 %r3, %r0, %r0; madc.hi.u32 %r3, %r0, %r1, %r2; " + to32, 0x80000000, 6, 10, 14},
	{
		"add.cc.u32 %r3, %r0, %r0; madc.lo.cc.u32 %r3, %r1, %r1, %r2; addc.u32 %r4, 0, 0; mov.b64 %x, " +
			"{%r3, %r4};",
		0x80000000, 3, ones - 9, 1 << 32},
	{"mad.hi.cc.u64 %y0, %a, %b, %c; addc.u64 %x, 0, 0;", math.MaxUint64, 2, math.MaxUint64, 1},
	{"sad.u32 %r3, %r0, %r1, %r2; " + to32, 3, 10, 100, 107},
	{"sad.s32 %r3, %r0, %r1, %r2; " + to32, ones, 1, 100, 102},
	{"sad.u32 %r3, %r0, %r1, %r2; " + to32, ones, 1, 100, 98},
	{"sad.u16 %h3, %h0, %h1, %h2; " + to16, 1, 0xffff, 2, 0},
	{"cnot.b32 %r3, %r0; " + to32, 0, 0, 0, 1},
	{"cnot.b32 %r3, %r0; " + to32, 8, 0, 0, 0},
	{"bmsk.clamp.b32 %r3, %r0, %r1; " + to32, 4, 8, 0, 0xff0},
	{"bmsk.clamp.b32 %r3, %r0, %r1; " + to32, 28, 8, 0, 0xf0000000},
	{"bmsk.clamp.b32 %r3, %r0, %r1; " + to32, 4, 40, 0, 0xfffffff0},
	{"bmsk.clamp.b32 %r3, %r0, %r1; " + to32, 32, 8, 0, 0},
	{"bmsk.wrap.b32 %r3, %r0, %r1; " + to32, 36, 40, 0, 0xff0},
	{"bmsk.wrap.b32 %r3, %r0, %r1; " + to32, 4, 32, 0, 0},
	{"szext.wrap.s32 %r3, %r0, %r1; " + to32, 0x1f8, 8, 0, 0xfffffff8},
	{"szext.wrap.u32 %r3, %r0, %r1; " + to32, 0x1f8, 8, 0, 0xf8},
	{"szext.wrap.s32 %r3, %r0, %r1; " + to32, 0x1f8, 40, 0, 0xfffffff8},
	{"szext.clamp.s32 %r3, %r0, %r1; " + to32, 0x800001f8, 40, 0, 0x800001f8},
	{"szext.wrap.s32 %r3, %r0, %r1; " + to32, 0x1f8, 32, 0, 0},
	{"fns.b32 %r3, %r0, %r1, %r2; " + to32, 0b1011010, 2, 2, 4},
	{"fns.b32 %r3, %r0, %r1, %r2; " + to32, 0b1011010, 4, 0xfffffffe, 3},
	{"fns.b32 %r3, %r0, %r1, %r2; " + to32, 0b1011010, 3, 0, 3},
	{"fns.b32 %r3, %r0, %r1, %r2; " + to32, 0b1011010, 2, 0, ones},
	{"fns.b32 %r3, %r0, %r1, %r2; " + to32, 0b1011010, 5, 3, ones},
	{"dp4a.s32.s32 %r3, %r0, %r1, %r2; " + to32, 0xff020304, 0x01020304, 100, 100 - 1 + 4 + 9 + 16},
	{"dp4a.u32.u32 %r3, %r0, %r1, %r2; " + to32, 0xff000000, 0xff000000, 1, 65026},
	{"dp4a.u32.s32 %r3, %r0, %r1, %r2; " + to32, 0xff000000, 0xff000000, 0, 0xffffff01},
	{"dp2a.lo.u32.u32 %r3, %r0, %r1, %r2; " + to32, 0x00020003, 0x04050607, 1, 2*6 + 3*7 + 1},
	{"dp2a.hi.s32.u32 %r3, %r0, %r1, %r2; " + to32, 0xffff0003, 0x04050607, 0, 15 - 4},
	{"add.u16x2 %r3, %r0, %r1; " + to32, 0x0001ffff, 0x00020001, 0, 0x00030000},
	{"min.s16x2 %r3, %r0, %r1; " + to32, 0xffff0005, 0x00010004, 0, 0xffff0004},
	{"max.u16x2 %r3, %r0, %r1; " + to32, 0xffff0005, 0x00010004, 0, 0xffff0005},
	{"min.relu.s16x2 %r3, %r0, %r1; " + to32, 0xffff0005, 0x00010004, 0, 4},
	{"max.relu.s32 %r3, %r0, %r1; " + to32, 0xffffffff, 0xfffffffe, 0, 0},
	{"cvt.pack.sat.u8.s32.b32 %r3, %r0, %r1, %r2; " + to32, 300, 0xfffffffb, 0xabcd1234, 0x1234ff00},
	{"cvt.pack.sat.s16.s32 %r3, %r0, %r1; " + to32, 40000, 0xffff0000, 0, 0x7fff8000},
	{"cvt.pack.sat.s4.s32.b32 %r3, %r0, %r1, %r2; " + to32, 9, 0xffffffff, 0x123, 0x1237f},

	// registers of 8, 16 and 128 bits, cache policies, wide vectors
	{"mov.u16 %h3, %ntid.x; " + to16, 0, 0, 0, 1},
	{"cvt.u32.u16 %r3, %ntid.x; " + to32, 0, 0, 0, 1},
	{"mov.b128 %w0, {%a, %b}; mov.b128 %w1, %w0; mov.b128 {%y0, %x}, %w1;", 5, 6, 0, 6},
	{"mov.b128 %w0, {%a, %b}; st.shared.b128 [mem+16], %w0; ld.shared.u64 %x, [mem+24];", 5, 6, 0, 6},
	{"st.shared.v2.u64 [mem], {%a, %b}; ld.shared.b128 %w2, [mem]; mov.b128 {%x, _}, %w2;", 5, 6, 0, 5},
	{"createpolicy.fractional.L2::evict_first.b64 %y0, 1.0; st.global.L2::cache_hint.u64 [%out], %a, %y0; " +
		"ld.global.nc.L1::no_allocate.L2::cache_hint.u64 %x, [%out], %y0;", 9, 0, 0, 9},
	{"st.global.u32 [%out], %r0; atom.global.add.L2::cache_hint.u32 %r3, [%out], %r1, %b; " + to32, 7, 1, 0,
		7},
	{"st.shared.v8.b32 [mem], {1, 2, 3, 4, 5, 6, 7, %r0}; ld.shared.v4.b64 {%y0, %y1, %y2, %x}, [mem];", 8, 0,
		0,
		8<<32 | 7},
	{"isspacep.shared::cluster %p0, %a; " + toP, 0, 0, 0, 0},
	{
		"prefetchu.L1 [%out]; applypriority.global.L2::evict_normal [%out], 128; pmevent.mask 8; brkpt; " +
			"mov.u64 %x, 4;", 0, 0,
		0, 4},
	{"ldu.global.u32 %r3, [scale]; " + to32, 0, 0, 0, 0x3f800000},

	// floats
	{"add.rn.f32x2 %x, %a, %b;", f32(1)<<32 | f32(2), f32(3)<<32 | f32(4), 0, f32(4)<<32 | f32(6)},
	{"fma.rn.f32x2 %x, %a, %b, %c;", f32(1)<<32 | f32(2), f32(3)<<32 | f32(4), f32(5)<<32 | f32(0.5),
		f32(8)<<32 | f32(8.5)},
	{"mul.rz.f32x2 %x, %a, %b;", 0x3f800001<<32 | f32(2), 0x3f800001<<32 | f32(4), 0,
		0x3f800002<<32 | f32(8)},
	{"min.xorsign.abs.f32 %f3, %f0, %f1; " + toF32, f32(-3), f32(2), 0, f32(-2)},
	{"max.xorsign.abs.f32 %f3, %f0, %f1; " + toF32, f32(-3), f32(-2), 0, f32(3)},
	{"max.f32 %f3, %f0, %f1, %f2; " + toF32, f32(-3), f32(2), f32(7), f32(7)},

	// conversions
	{"cvt.rn.satfinite.e4m3x2.f32 %h3, %f0, %f1; " + to16, f32(1), f32(-2), 0, 0x38c0},
	{"cvt.rn.satfinite.e4m3x2.f32 %h3, %f0, %f1; " + to16, f32(1e9), f32(math.NaN()), 0, 0x7e7f},
	{"cvt.rn.satfinite.relu.e4m3x2.f32 %h3, %f0, %f1; " + to16, f32(-1e9), f32(0.5), 0, 0x0030},
	{"cvt.rn.satfinite.e4m3x2.f32 %h3, %f0, %f1; " + to16, f32(17), f32(19), 0, 0x585a}, // ties to even
	{"cvt.rn.satfinite.e5m2x2.f32 %h3, %f0, %f1; " + to16, f32(1), f32(-1e9), 0, 0x3cfb},
	{"cvt.rn.satfinite.e5m2x2.f16x2 %h3, %r0; " + to16, f16(2)<<16 | f16(0.25), 0, 0, 0x4034},
	{"cvt.rn.f16x2.e4m3x2 %r3, %h0; " + to32, 0x38c0, 0, 0, f16(1)<<16 | f16(-2)},
	{"cvt.rn.relu.f16x2.e5m2x2 %r3, %h0; " + to32, 0x3cfb, 0, 0, f16(1) << 16},
	{"cvt.rn.satfinite.e2m1x2.f32 %q, %f0, %f1; cvt.u64.u8 %x, %q;", f32(3), f32(-100), 0, 0x5f},
	{"st.shared.u32 [mem+12], %r0; st.shared.u32 [mem+16], %r0; st.bulk.weak.shared::cta [mem], 16, 0; " +
		"ld.shared.u64 %x, [mem+8]; ld.shared.u32 %r3, [mem+16]; cvt.u64.u32 %y0, %r3; add.u64 %x, %x, %y0;",
		7, 0, 0, 7},
	{"mov.u32 %r3, mem; getctarank.shared::cluster.u32 %r3, %r3; " + to32, 0, 0, 0, 0},
	{
		"mbarrier.init.shared.b64 [mem], 5; mbarrier.arrive.shared.b64 %a, [mem], 2; " +
			"mbarrier.arrive.shared.b64 %b, " +
			"[mem]; mbarrier.pending_count.b64 %r3, %a; mbarrier.pending_count.b64 %r4, %b; mov.b64 %x, " +
			"{%r3, " +
			"%r4};", 0, 0,
		0, 3<<32 | 5},
	{"cvt.rs.f16x2.f32 %r3, %f0, %f1, %r2; " + to32, f32(1 + 0x1p-11), f32(-1 - 0x1p-11), 0x10000fff,
		0x3c01bc00},
	{"cvt.rs.relu.bf16x2.f32 %r3, %f0, %f1, %r2; " + to32, f32(-3), f32(1 + 0x1p-8), 0x8000, 0x3f81},
	{"cvt.rs.satfinite.f16x2.f32 %r3, %f0, %f1, %r2; " + to32, f32(-1e30), f32(2), ones, 0xfbff4000},
	{"cvt.rs.satfinite.e4m3x4.f32 %r3, {%f0, %f1, %f0, %f1}, %r2; " + to32, f32(1.0625), f32(-1000), 0x8000,
		0x38fe39fe},
	{"cvt.rs.relu.satfinite.e2m1x4.f32 %h3, {%f0, %f1, %f0, %f1}, %r2; " + to16, f32(2.5), f32(-1),
		0x80007f00, 0x5040},
	{"cvt.rp.ue8m0x2.f32 %h3, %f0, %f1; " + to16, f32(-1.5), f32(0.25), 0, 0x807d},
	{"cvt.rz.satfinite.ue8m0x2.bf16x2 %h3, %r0; " + to16, 0x7f803fff, 0, 0, 0xfe7f},
	{"cvt.rn.bf16x2.ue8m0x2 %r3, %h0; " + to32, 0xff80, 0, 0, 0x7fff4000},
	{"cvt.rn.satfinite.e3m2x2.f32 %h3, %f0, %f1; " + to16, f32(28), f32(1), 0, 0x1f0c},
	{"cvt.rn.satfinite.e2m3x2.f32 %h3, %f0, %f1; " + to16, f32(7.5), f32(1), 0, 0x1f08},
	{"cvt.rn.satfinite.f16.f32 %h3, %f0; " + to16, f32(1e9), 0, 0, 0x7bff},
	{"cvt.rn.satfinite.bf16x2.f32 %r3, %f0, %f1; " + to32, f32(-3.4e38), f32(1), 0, 0xff7f3f80},
	{"cvt.rn.tf32.f32 %r3, %f0; " + to32, 0x3f801000, 0, 0, 0x3f800000},
	{"cvt.rn.tf32.f32 %r3, %f0; " + to32, 0x3f803000, 0, 0, 0x3f804000},
	{"cvt.rna.tf32.f32 %r3, %f0; " + to32, 0x3f801000, 0, 0, 0x3f802000},
	{"cvt.rz.tf32.f32 %r3, %f0; " + to32, 0x3f803fff, 0, 0, 0x3f802000},
	{"cvt.rn.relu.tf32.f32 %r3, %f0; " + to32, f32(-1), 0, 0, 0},
}

func TestOrdinaryInstructions(t *testing.T) {
	for _, c := range ordinary {
		k, err := tryCompile("case.ptx", ordinaryHead+c.text+caseTail)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		out := make([]byte, 8)
		r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
			Block: machine.Extents{1, 1, 1},
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: out}}, {Bits: c.a}, {Bits: c.b},
				{Bits: c.c}}})
		if got := binary.LittleEndian.Uint64(out); err != nil || got != c.want || len(r.NotJudged) > 0 {
			t.Errorf("%s of %#x, %#x, %#x: got %#x, want %#x; %v %v", c.text, c.a, c.b, c.c, got, c.want, err,
				r.NotJudged)
		}
	}
}

// Operations of a warp without .sync are of the lanes that come to them; reductions are of floats, too.
func TestOrdinaryWarpOperations(t *testing.T) {
	old := strings.NewReplacer("8.0", "6.0", "sm_90", "sm_60").Replace(warpText)
	for _, c := range []struct {
		head, text string
		want       uint32
	}{
		{old, "setp.lt.u32 %p0, %r0, 3; vote.ballot.b32 %r3, %p0;", 7},
		{old, "setp.lt.u32 %p0, %r0, 3; vote.any.pred %p1, %p0; selp.u32 %r3, 1, 0, %p1;", 1},
		{old, "setp.ge.u32 %p0, %r0, 0; vote.all.pred %p1, %p0; selp.u32 %r3, 1, 0, %p1;", 1},
		{old, "setp.lt.u32 %p0, %r0, 3; mov.u32 %r3, 5; @%p0 vote.ballot.b32 %r3, %p0; and.b32 %r3, %r3, 5;",
			5},
		{old, "shfl.idx.b32 %r3, %r1, 5, 31;", 10},
		{old, "shfl.up.b32 %r3|%p1, %r1, 1, 0; mov.u32 %r3, 1;", 1},
		{warpText, "cvt.rn.f32.s32 %r4, %r1; redux.sync.max.f32 %r3, %r4, -1;", 0x42780000},
		{warpText, "cvt.rn.f32.s32 %r4, %r1; neg.f32 %r4, %r4; redux.sync.min.abs.NaN.f32 %r3, %r4, -1;", 0},
	} {
		text := strings.ReplaceAll(strings.Replace(c.head, "%s", c.text, 1), "%%", "%")
		k, err := tryCompile("case.ptx", strings.Replace(text, "sm_90", "sm_100a", 1))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		out := make([]byte, 4*32)
		r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
			Block: machine.Extents{32, 1, 1}, Args: []machine.Arg{{Buffer: &machine.Buffer{Data: out}}}})
		for l := range 32 {
			got := binary.LittleEndian.Uint32(out[4*l:])
			if err != nil || len(r.Findings)+len(r.NotJudged) > 0 || got != c.want {
				t.Errorf("%s: lane %d has %#x, want %#x; %v", c.text, l, got, c.want, err)
				break
			}
		}
	}
}
