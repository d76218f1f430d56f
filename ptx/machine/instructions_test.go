package machine_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A case is a piece of a kernel for one thread, and the bits of its result. %a, %b and %c are registers of 64
// bits with the operands; registers of 32 bits %r, of 16 bits %h, of floats %f and %d and predicates %p can
// be used. The result is in %x (64 bits).
type instructionCase struct {
	text    string
	a, b, c uint64
	want    uint64
}

const caseHead = `.version 7.8
.target sm_90
.address_size 64
.const .align 4 .b32 table[4] = {10, 20, -30, 0x40};
.global .align 4 .f32 scale[2] = {0f3F800000, 1.5};
.visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b, .param .u64 c)
{
	.reg .pred %p<8>;
	.reg .b16 %h<8>;
	.reg .b32 %r<16>;
	.reg .b64 %x, %a, %b, %c, %y<8>, %out;
	.reg .f32 %f<8>;
	.reg .f64 %d<8>;
	.shared .align 16 .b8 mem[256];
	.local .align 8 .b8 own[64];
	ld.param.u64 %out, [out];
	ld.param.u64 %a, [a];
	ld.param.u64 %b, [b];
	ld.param.u64 %c, [c];
	mov.u64 %x, 0;
	cvt.u32.u64 %r0, %a;
	cvt.u32.u64 %r1, %b;
	cvt.u32.u64 %r2, %c;
	cvt.u16.u64 %h0, %a;
	cvt.u16.u64 %h1, %b;
	cvt.u16.u64 %h2, %c;
	mov.b32 %f0, %r0;
	mov.b32 %f1, %r1;
	mov.b32 %f2, %r2;
	mov.b64 %d0, %a;
	mov.b64 %d1, %b;
	mov.b64 %d2, %c;
`

const caseTail = `
	st.global.u64 [%out], %x;
	ret;
}
`

// execute runs a piece of a kernel and returns its result.
func execute(t testing.TB, c instructionCase) (uint64, error) {
	t.Helper()
	k, err := tryCompile("case.ptx", caseHead+c.text+caseTail)
	if err != nil {
		return 0, err
	}
	out := make([]byte, 8)
	_, err = gputest.LaunchWithin(t, k, machine.Config{
		Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{1, 1, 1},
		Args: []machine.Arg{{Buffer: &machine.Buffer{Data: out}}, {Bits: c.a}, {Bits: c.b}, {Bits: c.c}},
	}, c.same)
	return binary.LittleEndian.Uint64(out), err
}

// same compares what a device leaves with what the machine does. Of approximations, as PTX ISA gives the
// error of tanh.approx, the largest, 11 bits are the same.
func (c *instructionCase) same(device, machine []byte) bool {
	if !strings.Contains(c.text, ".approx") {
		return string(device) == string(machine)
	}
	x, y := float64(float(device, 0)), float64(float(machine, 0))
	return x == y || math.Abs(x-y) <= 0x1p-10*math.Abs(y)
}

func f32(v float64) uint64 { return uint64(math.Float32bits(float32(v))) }
func f64(v float64) uint64 { return math.Float64bits(v) }
func f16(v float64) uint64 { return ir.EncodeFloat(ir.F16, v) }
func b16(v float64) uint64 { return ir.EncodeFloat(ir.BF16, v) }

const (
	to32  = "cvt.u64.u32 %x, %r3;"
	toF32 = "mov.b32 %r3, %f3; cvt.u64.u32 %x, %r3;"
	toF64 = "mov.b64 %x, %d3;"
	to16  = "cvt.u64.u16 %x, %h3;"
	toP   = "selp.u64 %x, 1, 0, %p0;"
	ones  = 0xffffffff
)

var cases = []instructionCase{
	// moves
	{"mov.u32 %r3, 7; " + to32, 0, 0, 0, 7},
	{"mov.b64 %x, {%r0, %r1};", 1, 2, 0, 2<<32 | 1},
	{"mov.b64 {%r3, %r4}, %a; cvt.u64.u32 %x, %r4;", 5<<32 | 1, 0, 0, 5},
	{"mov.b32 {%h3, _}, %r0; " + to16, 0x12345678, 0, 0, 0x5678},
	{"mov.b32 %r3, {%h0, %h1}; " + to32, 0x1111, 0x2222, 0, 0x22221111},
	{"mov.b64 {%h3, %h4, %h5, %h6}, %a; cvt.u64.u16 %x, %h6;", 0x4444333322221111, 0, 0, 0x4444},
	{"mov.pred %p0, 1; " + toP, 0, 0, 0, 1},
	{"mov.u32 %r3, %clock; setp.ne.u32 %p0, %r3, -1; " + toP, 0, 0, 0, 1},
	{"mov.u32 %r3, WARP_SZ; " + to32, 0, 0, 0, 32},
	{"mov.u32 %r3, mem; st.shared.u32 [%r3+4], %r0; ld.shared.u64 %x, [mem];", 9, 0, 0, 9<<32 | ones},
	{"st.local.u8 [own+3], %r0; ld.local.s8 %r3, [own+3]; " + to32, 0x80, 0, 0, 0xffffff80},
	{"ld.const.u32 %r3, [table+8]; " + to32, 0, 0, 0, 0xffffffe2},
	{"mov.u64 %y0, table; cvta.const.u64 %y0, %y0; ld.u32 %r3, [%y0+4]; " + to32, 0, 0, 0, 20},
	{"ld.global.f32 %f3, [scale+4]; " + toF32, 0, 0, 0, 0x3fc00000},
	{
		"mov.u64 %y0, mem; cvta.shared.u64 %y1, %y0; st.u32 [%y1], %r0; cvta.to.shared.u64 %y2, %y1; " +
			"ld.shared.u32 %r3, [%y2]; " + to32, 77, 0, 0, 77},
	{"cvta.to.global.u64 %y0, %out; cvta.global.u64 %x, %y0; sub.u64 %x, %x, %out;", 0, 0, 0, 0},
	{"isspacep.global %p0, %out; " + toP, 0, 0, 0, 1},
	{"mov.u64 %y0, mem; cvta.shared.u64 %y1, %y0; isspacep.shared %p0, %y1; " + toP, 0, 0, 0, 1},
	{"st.shared.v4.u32 [mem], {%r0, %r1, %r2, 5}; ld.shared.v2.u64 {%y0, %x}, [mem];", 1, 2, 3, 5<<32 | 3},
	{"st.shared.v2.u16 [mem], {%h0, %h1}; ld.shared.v2.s16 {%r3, %r4}, [mem]; cvt.u64.u32 %x, %r4;", 1,
		0x8000, 0, 0xffff8000},
	{"st.volatile.shared.u32 [mem], %r0; ld.volatile.shared.u32 %r3, [mem]; " + to32, 6, 0, 0, 6},

	// integers
	{"add.u32 %r3, %r0, %r1; " + to32, ones, 2, 0, 1},
	{"add.s64 %x, %a, %b;", 1 << 63, 1 << 63, 0, 0},
	{"add.u16 %h3, %h0, %h1; " + to16, 0xffff, 3, 0, 2},
	{"add.sat.s32 %r3, %r0, %r1; " + to32, 0x7fffffff, 1, 0, 0x7fffffff},
	{"sub.sat.s32 %r3, %r0, %r1; " + to32, 0x80000000, 1, 0, 0x80000000},
	{"sub.s32 %r3, %r0, %r1; " + to32, 1, 2, 0, ones},
	{"add.cc.u32 %r3, %r0, %r1; addc.u32 %r4, %r2, 0; cvt.u64.u32 %x, %r4;", ones, 1, 5, 6},
	{"sub.cc.u32 %r3, %r0, %r1; subc.u32 %r4, %r2, 0; cvt.u64.u32 %x, %r4;", 0, 1, 5, 4},
	{"add.cc.u64 %y0, %a, %b; addc.u64 %x, %c, 1;", math.MaxUint64, 1, 5, 7},
	{"mul.lo.u32 %r3, %r0, %r1; " + to32, 0x10001, 0x10001, 0, 0x20001},
	{"mul.hi.u32 %r3, %r0, %r1; " + to32, ones, ones, 0, 0xfffffffe},
	{"mul.hi.s32 %r3, %r0, %r1; " + to32, ones, 1, 0, ones},
	{"mul.wide.s32 %x, %r0, %r1;", ones, 3, 0, math.MaxUint64 - 2},
	{"mul.wide.u32 %x, %r0, %r1;", ones, 3, 0, 3 * 0xffffffff},
	{"mul.wide.u16 %r3, %h0, %h1; " + to32, 0xffff, 0xffff, 0, 0xfffe0001},
	{"mul.hi.u64 %x, %a, %b;", math.MaxUint64, math.MaxUint64, 0, math.MaxUint64 - 1},
	{"mul.hi.s64 %x, %a, %b;", math.MaxUint64, 1 << 62, 0, math.MaxUint64},
	{"mul.lo.s64 %x, %a, -3;", 5, 0, 0, math.MaxUint64 - 14},
	{"mad.lo.s32 %r3, %r0, %r1, %r2; " + to32, 3, 4, 5, 17},
	{"mad.wide.u32 %x, %r0, %r1, %c;", ones, 2, 1, 2*0xffffffff + 1},
	{"mad.hi.u32 %r3, %r0, %r1, %r2; " + to32, ones, 2, 7, 8},
	{"div.s32 %r3, %r0, %r1; " + to32, 0xfffffff9, 2, 0, 0xfffffffd},
	{"div.u32 %r3, %r0, %r1; " + to32, 7, 2, 0, 3},
	{"div.s32 %r3, %r0, %r1; " + to32, 0x80000000, ones, 0, 0x80000000},
	{"div.u32 %r3, %r0, %r1; " + to32, 7, 0, 0, ones},
	{"rem.s32 %r3, %r0, %r1; " + to32, 0xfffffff9, 2, 0, ones},
	{"rem.u64 %x, %a, %b;", 17, 5, 0, 2},
	{"rem.s32 %r3, %r0, %r1; " + to32, 0x80000000, ones, 0, 0},
	// 16 bits at their edge: devices extend what neg.s16 and sub.s16 make of -32768 as if it were positive.
	{"mov.b16 %h3, 0; sub.u16 %h3, %h3, %h0; cvt.s64.s16 %x, %h3;", 0x8000, 0, 0, 0xffffffffffff8000},
	{
		"setp.lt.s16 %p0, %h0, 0; not.b16 %h3, %h0; add.s16 %h3, %h3, 1; selp.b16 %h3, %h3, %h0, %p0; " +
			"cvt.s64.s16 %x, %h3;", 0x8000, 0, 0, 0xffffffffffff8000},
	{"not.b16 %h3, %h0; add.s16 %h3, %h3, 1; cvt.s64.s16 %x, %h3;", 0x8000, 0, 0, 0xffffffffffff8000},
	{"mov.b16 %h4, -1; mul.lo.s16 %h3, %h0, %h4; cvt.s64.s16 %x, %h3;", 0x8000, 0, 0, 0xffffffffffff8000},
	{"cvt.s32.s16 %r3, %h0; neg.s32 %r3, %r3; cvt.s64.s32 %x, %r3; cvt.s64.s16 %x, %x;", 0x8000, 0, 0,
		0xffffffffffff8000},
	{"cvt.u32.u16 %r3, %h0; neg.s32 %r3, %r3; cvt.u16.u32 %h3, %r3; cvt.s64.s16 %x, %h3;", 0x8000, 0, 0,
		0xffffffffffff8000},
	{
		"cvt.u32.u16 %r3, %h0; mov.u32 %r4, 0; sub.u32 %r3, %r4, %r3; cvt.s32.s16 %r3, %r3; cvt.s64.s32 " +
			"%x, %r3;", 0x8000, 0, 0, 0xffffffffffff8000},
	{
		"cvt.u32.u16 %r3, %h0; mov.u32 %r4, 0; sub.u32 %r3, %r4, %r3; bfe.s32 %r3, %r3, 0, 16; cvt.s64.s32 " +
			"%x, %r3;", 0x8000, 0, 0, 0xffffffffffff8000},
	{
		"mov.b16 %h3, 0; sub.s16 %h3, %h3, %h0; cvt.u32.u16 %r3, %h3; shl.b32 %r3, %r3, 16; shr.s32 %r3, " +
			"%r3, 16; " + to32, 0x8000, 0, 0, 0xffff8000},
	{"mov.b16 %h3, 0; sub.s16 %h3, %h3, %h0; max.s16 %h3, %h3, %h1; cvt.s64.s16 %x, %h3;", 0x8000, 0, 0, 0},
	{"mov.b16 %h3, 5; sub.s16 %h3, %h3, %h0; cvt.s64.s16 %x, %h3;", 0x8000, 0, 0, 0xffffffffffff8005},
	{"add.s16 %h3, %h0, %h1; cvt.s64.s16 %x, %h3;", 0x7fff, 1, 0, 0xffffffffffff8000},
	{"neg.s32 %r3, %r0; cvt.s64.s32 %x, %r3;", 0x80000000, 0, 0, 0xffffffff80000000},
	{"mov.u32 %r4, 0; sub.s32 %r3, %r4, %r0; cvt.s64.s32 %x, %r3;", 0x80000000, 0, 0, 0xffffffff80000000},
	{"mov.u32 %r4, 0; sub.s32 %r3, %r4, %r0; mul.wide.s32 %x, %r3, %r1;", 0x80000000, 3, 0,
		0xfffffffe80000000},
	{"add.s32 %r3, %r0, 1; cvt.s64.s32 %x, %r3;", 0x7fffffff, 0, 0, 0xffffffff80000000},
	{"add.s32 %r3, %r0, 1; mul.wide.s32 %x, %r3, 4;", 0x7fffffff, 0, 0, 0xfffffffe00000000},
	{"shl.b32 %r3, %r0, 1; cvt.s64.s32 %x, %r3;", 0x40000000, 0, 0, 0xffffffff80000000},
	{"neg.s32 %r3, %r0; " + to32, 5, 0, 0, 0xfffffffb},
	{"abs.s64 %x, %a;", math.MaxUint64, 0, 0, 1},
	{"min.s32 %r3, %r0, %r1; " + to32, ones, 1, 0, ones},
	{"min.u32 %r3, %r0, %r1; " + to32, ones, 1, 0, 1},
	{"max.s64 %x, %a, %b;", math.MaxUint64, 1, 0, 1},
	{"max.u16 %h3, %h0, %h1; " + to16, 0xffff, 1, 0, 0xffff},
	{"and.b32 %r3, %r0, %r1; " + to32, 0xff0, 0x0ff, 0, 0x0f0},
	{"or.b64 %x, %a, %b;", 1, 1 << 40, 0, 1<<40 | 1},
	{"xor.b32 %r3, %r0, -1; " + to32, 0, 0, 0, ones},
	{"not.b16 %h3, %h0; " + to16, 1, 0, 0, 0xfffe},
	{
		"setp.eq.u32 %p1, %r0, 1; setp.eq.u32 %p2, %r0, 2; or.pred %p3, %p1, %p2; not.pred %p4, %p3; " +
			"and.pred %p0, %p1, %p3; xor.pred %p0, %p0, %p4; " + toP, 1, 0, 0, 1},
	{"shl.b32 %r3, %r0, %r1; " + to32, 1, 31, 0, 1 << 31},
	{"shl.b32 %r3, %r0, %r1; " + to32, 1, 32, 0, 0},
	{"shl.b64 %x, %a, 63;", 3, 0, 0, 1 << 63},
	{"shr.u32 %r3, %r0, %r1; " + to32, 0x80000000, 40, 0, 0},
	{"shr.s32 %r3, %r0, %r1; " + to32, 0x80000000, 40, 0, ones},
	{"shr.s64 %x, %a, 4;", 1 << 63, 0, 0, 0xf800000000000000},
	{"shf.l.wrap.b32 %r3, %r0, %r1, %r2; " + to32, 0x80000001, 0x7, 33, 0xf},
	{"shf.l.clamp.b32 %r3, %r0, %r1, %r2; " + to32, 0x80000001, 0x7, 33, 0x80000001},
	{"shf.r.wrap.b32 %r3, %r0, %r1, 4; " + to32, 0x12, 0x3, 0, 0x30000001},
	{"shf.r.clamp.b32 %r3, %r0, %r1, 40; " + to32, 0x12, 0x3, 0, 3},
	{"bfe.u32 %r3, %r0, 4, 8; " + to32, 0xabcd, 0, 0, 0xbc},
	{"bfe.s32 %r3, %r0, 4, 8; " + to32, 0xabcd, 0, 0, 0xffffffbc},
	{"bfe.s32 %r3, %r0, 28, 8; " + to32, 0x80000000, 0, 0, 0xfffffff8},
	{"bfe.u64 %x, %a, 60, 8;", 0xf << 60, 0, 0, 15},
	{"bfe.u32 %r3, %r0, 4, 0; " + to32, ones, 0, 0, 0},
	{"bfi.b32 %r3, %r0, %r1, 8, 4; " + to32, 0xff, 0, 0, 0xf00},
	{"bfi.b64 %x, %a, %b, 60, 8;", 0x5, math.MaxUint64, 0, 0x5fffffffffffffff},
	{"bfind.u32 %r3, %r0; " + to32, 0x800, 0, 0, 11},
	{"bfind.s32 %r3, %r0; " + to32, 0xfffff7ff, 0, 0, 11},
	{"bfind.shiftamt.u32 %r3, %r0; " + to32, 0x800, 0, 0, 20},
	{"bfind.u64 %r3, %a; " + to32, 0, 0, 0, ones},
	{"prmt.b32 %r3, %r0, %r1, 0x5410; " + to32, 0x33221100, 0x77665544, 0, 0x55441100},
	{"prmt.b32 %r3, %r0, %r1, 0x0008; " + to32, 0x00000080, 0, 0, 0x808080ff},
	{"prmt.b32.f4e %r3, %r0, %r1, 1; " + to32, 0x33221100, 0x77665544, 0, 0x44332211},
	{"prmt.b32.b4e %r3, %r0, %r1, 1; " + to32, 0x33221100, 0x77665544, 0, 0x66770011},
	{"prmt.b32.rc8 %r3, %r0, %r1, 2; " + to32, 0x33221100, 0, 0, 0x22222222},
	{"prmt.b32.ecl %r3, %r0, %r1, 2; " + to32, 0x33221100, 0, 0, 0x33222222},
	{"prmt.b32.ecr %r3, %r0, %r1, 2; " + to32, 0x33221100, 0, 0, 0x22221100},
	{"prmt.b32.rc16 %r3, %r0, %r1, 1; " + to32, 0x33221100, 0, 0, 0x33223322},
	{"lop3.b32 %r3, %r0, %r1, %r2, 0x96; " + to32, 0xf0f0, 0xff00, 0xaaaa, 0xf0f0 ^ 0xff00 ^ 0xaaaa},
	{"lop3.b32 %r3, %r0, %r1, %r2, 0xe8; " + to32, 0xf0f0, 0xff00, 0xaaaa,
		0xf0f0&0xff00 | 0xf0f0&0xaaaa | 0xff00&0xaaaa},
	{"popc.b64 %r3, %a; " + to32, 0xff << 40, 0, 0, 8},
	{"clz.b32 %r3, %r0; " + to32, 1, 0, 0, 31},
	{"clz.b64 %r3, %a; " + to32, 0, 0, 0, 64},
	{"brev.b32 %r3, %r0; " + to32, 1, 0, 0, 1 << 31},
	{"brev.b64 %x, %a;", 2, 0, 0, 1 << 62},

	// comparisons and selections
	{"setp.lt.s32 %p0, %r0, %r1; " + toP, ones, 1, 0, 1},
	{"setp.lt.u32 %p0, %r0, %r1; " + toP, ones, 1, 0, 0},
	{"setp.lo.u32 %p0, %r0, %r1; " + toP, 0, 1, 0, 1},
	{"setp.hs.u64 %p0, %a, %b; " + toP, 1, 1, 0, 1},
	{"setp.ge.and.s32 %p0|%p1, %r0, %r1, %p2; selp.u64 %x, 1, 0, %p1;", 1, 1, 0, 0},
	{"setp.eq.u32 %p2, 0, 0; setp.lt.and.s32 %p0|%p1, %r0, %r1, %p2; selp.u64 %x, 1, 0, %p1;", 1, 1, 0, 1},
	{"setp.eq.u32 %p2, 0, 0; setp.ne.xor.s32 %p0, %r0, %r1, !%p2; " + toP, 1, 2, 0, 1},
	{"setp.lt.f32 %p0, %f0, %f1; " + toP, f32(1), f32(2), 0, 1},
	{"setp.lt.f32 %p0, %f0, %f1; " + toP, 0x7fc00000, f32(2), 0, 0},
	{"setp.ltu.f32 %p0, %f0, %f1; " + toP, 0x7fc00000, f32(2), 0, 1},
	{"setp.ne.f32 %p0, %f0, %f1; " + toP, 0x7fc00000, f32(2), 0, 0},
	{"setp.neu.f32 %p0, %f0, %f1; " + toP, 0x7fc00000, f32(2), 0, 1},
	{"setp.num.f64 %p0, %d0, %d1; " + toP, f64(1), f64(2), 0, 1},
	{"setp.nan.f64 %p0, %d0, %d1; " + toP, f64(math.NaN()), f64(2), 0, 1},
	{"setp.gt.f16 %p0, %h0, %h1; " + toP, f16(2), f16(1), 0, 1},
	{"setp.eq.bf16 %p0, %h0, %h1; " + toP, b16(2), b16(2), 0, 1},
	{"setp.eq.ftz.f32 %p0, %f0, 0f00000000; " + toP, 1, 0, 0, 1},
	{"set.lt.u32.s32 %r3, %r0, %r1; " + to32, ones, 0, 0, ones},
	{"set.lt.f32.s32 %f3, %r0, %r1; " + toF32, ones, 0, 0, f32(1)},
	{"setp.eq.u32 %p0, %r0, 1; selp.b32 %r3, %r1, %r2, %p0; " + to32, 0, 5, 6, 6},
	{"slct.u32.s32 %r3, %r0, %r1, %r2; " + to32, 5, 6, ones, 6},
	{"slct.b64.f32 %x, %a, %b, %f2;", 5, 6, 0x80000000, 5},
	{"testp.finite.f32 %p0, %f0; " + toP, f32(math.Inf(1)), 0, 0, 0},
	{"testp.subnormal.f32 %p0, %f0; " + toP, 1, 0, 0, 1},
	{"testp.normal.f64 %p0, %d0; " + toP, f64(1), 0, 0, 1},
	{"testp.notanumber.f32 %p0, %f0; " + toP, 0x7fc00000, 0, 0, 1},

	// floats
	{"add.f32 %f3, %f0, %f1; " + toF32, f32(1.5), f32(2.25), 0, f32(3.75)},
	{"add.rn.f32 %f3, %f0, %f1; " + toF32, f32(1), f32(0x1p-24), 0, f32(1)},
	{"add.rp.f32 %f3, %f0, %f1; " + toF32, f32(1), f32(0x1p-60), 0, f32(1) + 1},
	{"add.rm.f32 %f3, %f0, %f1; " + toF32, f32(1), f32(-0x1p-60), 0, f32(1) - 1},
	{"add.rz.f32 %f3, %f0, %f1; " + toF32, f32(1), f32(0x1.8p-24), 0, f32(1)},
	{"add.rz.f32 %f3, %f0, %f1; " + toF32, f32(-1), f32(-0x1.8p-24), 0, f32(-1)},
	{"add.rz.f32 %f3, %f0, %f1; " + toF32, f32(math.MaxFloat32), f32(math.MaxFloat32), 0,
		f32(math.MaxFloat32)},
	{"add.rp.f32 %f3, %f0, %f1; " + toF32, f32(math.MaxFloat32), f32(math.MaxFloat32), 0, f32(math.Inf(1))},
	{"add.sat.f32 %f3, %f0, %f1; " + toF32, f32(1), f32(1), 0, f32(1)},
	{"add.ftz.f32 %f3, %f0, %f1; " + toF32, 1, 2, 0, 0},
	{"add.f32 %f3, %f0, %f1; " + toF32, f32(math.Inf(1)), f32(math.Inf(-1)), 0, 0x7fffffff},
	{"sub.f64 %d3, %d0, %d1; " + toF64, f64(1), f64(0.25), 0, f64(0.75)},
	{"add.rp.f64 %d3, %d0, %d1; " + toF64, f64(1), f64(0x1p-200), 0, f64(1) + 1},
	{"mul.f32 %f3, %f0, %f1; " + toF32, f32(3), f32(-2), 0, f32(-6)},
	{"mul.rz.f32 %f3, %f0, %f1; " + toF32, f32(1) + 1, f32(1) + 1, 0, f32(1) + 2},
	{"mul.rp.f32 %f3, %f0, %f1; " + toF32, f32(1) + 1, f32(1) + 1, 0, f32(1) + 3},
	{"fma.rn.f32 %f3, %f0, %f1, %f2; " + toF32, f32(1) + 1, f32(1) + 1, f32(-1) | 1<<31,
		f32(0x1p-22 + 0x1p-46)},
	{"fma.rn.f64 %d3, %d0, %d1, %d2; " + toF64, f64(3), f64(4), f64(5), f64(17)},
	{"fma.rm.f32 %f3, %f0, %f1, %f2; " + toF32, f32(1), f32(1), f32(-0x1p-60), f32(1) - 1},
	{"mad.rn.f32 %f3, %f0, %f1, %f2; " + toF32, f32(3), f32(4), f32(5), f32(17)},
	{"div.rn.f32 %f3, %f0, %f1; " + toF32, f32(1), f32(3), 0, f32(1. / 3)},
	{"div.rz.f32 %f3, %f0, %f1; " + toF32, f32(2), f32(3), 0, f32(2./3) - 1},
	{"div.rp.f32 %f3, %f0, %f1; " + toF32, f32(1), f32(-3), 0, f32(-1./3) - 1},
	{"div.full.f32 %f3, %f0, %f1; " + toF32, f32(1), f32(4), 0, f32(0.25)},
	{"div.approx.f32 %f3, %f0, %f1; " + toF32, f32(1), 0, 0, f32(math.Inf(1))},
	{"div.rn.f64 %d3, %d0, %d1; " + toF64, f64(1), f64(3), 0, f64(1. / 3)},
	{"rcp.rn.f32 %f3, %f0; " + toF32, f32(3), 0, 0, f32(1. / 3)},
	{"rcp.approx.ftz.f32 %f3, %f0; " + toF32, f32(4), 0, 0, f32(0.25)},
	{"sqrt.rn.f32 %f3, %f0; " + toF32, f32(2), 0, 0, f32(math.Sqrt2)},
	{"sqrt.rm.f32 %f3, %f0; " + toF32, f32(5), 0, 0, f32(math.Sqrt(5)) - 1},
	{"sqrt.rp.f32 %f3, %f0; " + toF32, f32(2), 0, 0, f32(math.Sqrt2) + 1},
	{"sqrt.approx.f32 %f3, %f0; " + toF32, f32(9), 0, 0, f32(3)},
	{"rsqrt.approx.f32 %f3, %f0; " + toF32, f32(16), 0, 0, f32(0.25)},
	{"ex2.approx.f32 %f3, %f0; " + toF32, f32(3), 0, 0, f32(8)},
	{"ex2.approx.ftz.f32 %f3, %f0; " + toF32, f32(0.5), 0, 0, f32(math.Sqrt2)},
	{"ex2.approx.f16 %h3, %h0; " + to16, f16(3), 0, 0, f16(8)},
	{"lg2.approx.f32 %f3, %f0; " + toF32, f32(8), 0, 0, f32(3)},
	{"sin.approx.f32 %f3, %f0; " + toF32, f32(1), 0, 0, f32(math.Sin(1))},
	{"cos.approx.f32 %f3, %f0; " + toF32, f32(1), 0, 0, f32(math.Cos(1))},
	{"tanh.approx.f32 %f3, %f0; " + toF32, f32(0.5), 0, 0, f32(math.Tanh(0.5))},
	{"neg.f32 %f3, %f0; " + toF32, f32(1), 0, 0, f32(-1)},
	{"abs.f64 %d3, %d0; " + toF64, f64(-1), 0, 0, f64(1)},
	{"neg.f16x2 %r3, %r0; " + to32, f16(1)<<16 | f16(-2), 0, 0, f16(-1)<<16 | f16(2)},
	{"abs.bf16 %h3, %h0; " + to16, b16(-2), 0, 0, b16(2)},
	{"min.f32 %f3, %f0, %f1; " + toF32, f32(1), 0x7fc00000, 0, f32(1)},
	{"max.NaN.f32 %f3, %f0, %f1; " + toF32, f32(1), 0x7fc00000, 0, 0x7fffffff},
	{"max.f32 %f3, %f0, %f1; " + toF32, f32(math.Copysign(0, -1)), 0, 0, 0},
	{"min.f16x2 %r3, %r0, %r1; " + to32, f16(1)<<16 | f16(-2), f16(0.5)<<16 | f16(3), 0,
		f16(0.5)<<16 | f16(-2)},
	{"copysign.f32 %f3, %f0, %f1; " + toF32, f32(-1), f32(3), 0, f32(-3)},
	{"add.f16 %h3, %h0, %h1; " + to16, f16(1.5), f16(2), 0, f16(3.5)},
	{"mul.f16x2 %r3, %r0, %r1; " + to32, f16(1.5)<<16 | f16(2), f16(2)<<16 | f16(3), 0, f16(3)<<16 | f16(6)},
	{"fma.rn.bf16x2 %r3, %r0, %r1, %r2; " + to32, b16(1.5)<<16 | b16(2), b16(2)<<16 | b16(3),
		b16(1)<<16 | b16(1), b16(4)<<16 | b16(7)},
	{"fma.rn.relu.f16 %h3, %h0, %h1, %h2; " + to16, f16(1), f16(-1), f16(0.5), 0},
	{"sub.bf16 %h3, %h0, %h1; " + to16, b16(3), b16(1), 0, b16(2)},
	{"fma.rn.f16 %h3, %h0, %h1, %h2; " + to16, 0x0001, 0x0001, f16(1), f16(1)},

	// conversions
	{"cvt.s64.s32 %x, %r0;", 0x80000000, 0, 0, 0xffffffff80000000},
	{"cvt.s64.u32 %x, %r0;", 0x80000000, 0, 0, 0x80000000},
	{"cvt.s32.s8 %r3, %r0; " + to32, 0x180, 0, 0, 0xffffff80},
	{"cvt.u8.u32 %r3, %r0; " + to32, 0x1ff, 0, 0, 0xff},
	{"cvt.sat.s8.s32 %r3, %r0; " + to32, 1000, 0, 0, 127},
	{"cvt.sat.u16.s32 %h3, %r0; " + to16, ones, 0, 0, 0},
	{"cvt.sat.s32.u32 %r3, %r0; " + to32, ones, 0, 0, 0x7fffffff},
	{"cvt.rn.f32.s32 %f3, %r0; " + toF32, ones, 0, 0, f32(-1)},
	{"cvt.rn.f32.u32 %f3, %r0; " + toF32, 0x1000001, 0, 0, f32(0x1000000)},
	{"cvt.rp.f32.u32 %f3, %r0; " + toF32, 0x1000001, 0, 0, f32(0x1000002)},
	{"cvt.rz.f32.u64 %f3, %a; " + toF32, math.MaxUint64, 0, 0, f32(0x1p64) - 1},
	{"cvt.rn.f64.s64 %d3, %a; " + toF64, math.MaxUint64, 0, 0, f64(-1)},
	{"cvt.rn.f64.u64 %d3, %a; " + toF64, math.MaxUint64, 0, 0, f64(0x1p64)},
	{"cvt.rm.f64.u64 %d3, %a; " + toF64, math.MaxUint64, 0, 0, f64(0x1p64) - 1},
	{"cvt.rn.f16.u32 %h3, %r0; " + to16, 2049, 0, 0, f16(2048)},
	{"cvt.rzi.s32.f32 %r3, %f0; " + to32, f32(-1.75), 0, 0, ones},
	{"cvt.rni.s32.f32 %r3, %f0; " + to32, f32(2.5), 0, 0, 2},
	{"cvt.rmi.s32.f32 %r3, %f0; " + to32, f32(-1.25), 0, 0, 0xfffffffe},
	{"cvt.rpi.s32.f32 %r3, %f0; " + to32, f32(1.25), 0, 0, 2},
	{"cvt.rzi.s32.f32 %r3, %f0; " + to32, f32(1e20), 0, 0, 0x7fffffff},
	{"cvt.rzi.u32.f32 %r3, %f0; " + to32, f32(-5), 0, 0, 0},
	{"cvt.rzi.s32.f32 %r3, %f0; " + to32, 0x7fc00000, 0, 0, 0},
	{"cvt.rzi.u64.f64 %x, %d0;", f64(0x1p63), 0, 0, 1 << 63},
	{"cvt.rzi.s64.f64 %x, %d0;", f64(math.NaN()), 0, 0, 1 << 63},
	{"cvt.rzi.s8.f32 %r3, %f0; " + to32, f32(-200), 0, 0, 0xffffff80},
	{"cvt.f64.f32 %d3, %f0; " + toF64, f32(1.5), 0, 0, f64(1.5)},
	{"cvt.rn.f32.f64 %f3, %d0; " + toF32, f64(1 + 0x1p-30), 0, 0, f32(1)},
	{"cvt.rp.f32.f64 %f3, %d0; " + toF32, f64(1 + 0x1p-30), 0, 0, f32(1) + 1},
	{"cvt.rz.f32.f64 %f3, %d0; " + toF32, f64(1e300), 0, 0, f32(math.MaxFloat32)},
	{"cvt.rn.f16.f32 %h3, %f0; " + to16, f32(1 + 0x1p-11), 0, 0, f16(1)},
	{"cvt.rz.f16.f32 %h3, %f0; " + to16, f32(1 + 0x1.8p-10), 0, 0, f16(1) + 1},
	{"cvt.f32.f16 %f3, %h0; " + toF32, f16(-0.5), 0, 0, f32(-0.5)},
	{"cvt.rn.bf16.f32 %h3, %f0; " + to16, 0x3f808000, 0, 0, 0x3f80},
	{"cvt.rn.relu.f16.f32 %h3, %f0; " + to16, f32(-3), 0, 0, 0},
	{"cvt.sat.f32.f32 %f3, %f0; " + toF32, f32(3), 0, 0, f32(1)},
	{"cvt.rni.f32.f32 %f3, %f0; " + toF32, f32(2.5), 0, 0, f32(2)},
	{"cvt.rmi.f64.f64 %d3, %d0; " + toF64, f64(-2.5), 0, 0, f64(-3)},
	{"cvt.rn.f16x2.f32 %r3, %f0, %f1; " + to32, f32(1), f32(2), 0, f16(1)<<16 | f16(2)},
	{"cvt.rn.bf16x2.f32 %r3, %f0, %f1; " + to32, f32(1), f32(2), 0, b16(1)<<16 | b16(2)},
	{"cvt.rna.tf32.f32 %r3, %f0; " + to32, 0x3f801000, 0, 0, 0x3f802000},
	{"cvt.rna.tf32.f32 %r3, %f0; " + to32, 0x3f800fff, 0, 0, 0x3f800000},

	// control flow and calls
	{"setp.eq.u32 %p0, %r0, 1; @%p0 bra L; mov.u64 %x, 5; bra.uni M; L: mov.u64 %x, 6; M:", 1, 0, 0, 6},
	{"setp.eq.u32 %p0, %r0, 1; @!%p0 bra L; mov.u64 %x, 5; bra.uni M; L: mov.u64 %x, 6; M:", 1, 0, 0, 5},
	{"L: add.u64 %x, %x, %a; add.u64 %b, %b, -1; setp.ne.u64 %p0, %b, 0; @%p0 bra L;", 3, 4, 0, 12},
	{"{ .reg .b64 %x1; { .reg .b32 %x2; mov.u32 %x2, 4; cvt.u64.u32 %x1, %x2; } mov.u64 %x, %x1; }", 0, 0, 0,
		4},

	// atomics
	{
		"st.shared.u32 [mem], %r0; atom.shared.add.u32 %r3, [mem], %r1; ld.shared.u32 %r4, [mem]; mov.b64 " +
			"%x, {%r3, %r4};", 3, 4, 0, 7<<32 | 3},
	{"st.shared.u32 [mem], %r0; red.shared.max.s32 [mem], %r1; ld.shared.u32 %r3, [mem]; " + to32, ones, 4, 0,
		4},
	{"st.shared.u32 [mem], %r0; atom.shared.min.u32 %r3, [mem], %r1; ld.shared.u32 %r3, [mem]; " + to32, 9, 4,
		0, 4},
	{
		"st.shared.u32 [mem], %r0; atom.shared.exch.b32 %r3, [mem], %r1; ld.shared.u32 %r4, [mem]; mov.b64 " +
			"%x, {%r3, %r4};", 9, 4, 0, 4<<32 | 9},
	{
		"st.shared.u32 [mem], %r0; atom.shared.cas.b32 %r3, [mem], %r1, %r2; ld.shared.u32 %r4, [mem]; " +
			"mov.b64 %x, {%r3, %r4};", 9, 9, 5, 5<<32 | 9},
	{"st.shared.u32 [mem], %r0; atom.shared.cas.b32 %r3, [mem], %r1, %r2; ld.shared.u32 %r3, [mem]; " + to32,
		9, 8, 5, 9},
	{"st.shared.u64 [mem], %a; atom.shared.and.b64 %y0, [mem], %b; ld.shared.u64 %x, [mem];", 0xff0, 0x0ff, 0,
		0x0f0},
	{
		"st.shared.u32 [mem], %r0; red.shared.or.b32 [mem], %r1; red.shared.xor.b32 [mem], 1; " +
			"ld.shared.u32 %r3, [mem]; " + to32, 3, 8, 0, 10},
	{"st.shared.u32 [mem], %r0; atom.shared.inc.u32 %r3, [mem], %r1; ld.shared.u32 %r3, [mem]; " + to32, 4, 4,
		0, 0},
	{"st.shared.u32 [mem], %r0; atom.shared.dec.u32 %r3, [mem], %r1; ld.shared.u32 %r3, [mem]; " + to32, 0, 4,
		0, 4},
	{"st.shared.f32 [mem], %f0; atom.shared.add.f32 %f3, [mem], %f1; ld.shared.f32 %f3, [mem]; " + toF32,
		f32(1.5), f32(2), 0, f32(3.5)},
	{"st.global.u32 [%out], %r0; atom.global.add.u32 %r3, [%out], %r1; " + to32, 3, 4, 0, 3},
	{"st.u32 [%out], %r0; red.gpu.relaxed.global.add.u32 [%out], %r1; ld.global.u32 %r3, [%out]; " + to32, 3,
		4, 0, 7},
	{"st.shared.b32 [mem], %r0; red.shared.add.noftz.f16x2 [mem], %r1; ld.shared.u32 %r3, [mem]; " + to32,
		f16(1)<<16 | f16(2), f16(3)<<16 | f16(4), 0, f16(4)<<16 | f16(6)},
}

// Every instruction computes what the ISA says, one by one.
func TestInstructions(t *testing.T) {
	for _, c := range cases {
		got, err := execute(t, c)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if got != c.want {
			t.Errorf("%s of %#x, %#x, %#x: got %#x, want %#x", c.text, c.a, c.b, c.c, got, c.want)
		}
	}
}

// Every opcode of the table can be decoded, and appears in a test or in a kernel.
func TestEveryOpcodeIsTested(t *testing.T) {
	var all strings.Builder
	for _, c := range cases {
		all.WriteString(c.text)
	}
	for _, c := range warpCases {
		all.WriteString(c.text)
	}
	for _, c := range calls {
		all.WriteString(c.body)
	}
	for _, c := range ordinary {
		all.WriteString(c.text)
	}
	for _, c := range notExecuted {
		all.WriteString(c.text)
	}
	for _, c := range fetches {
		all.WriteString(c.body)
	}
	for _, c := range surfaces {
		all.WriteString(c.body)
	}
	for _, name := range []string{"gemm.ptx", "stream.ptx", "copy.ptx"} {
		all.WriteString(read(t, name))
	}
	all.WriteString(otherOpcodes)
	opcodes := ptx.Opcodes()
	slices.Sort(opcodes)
	for _, opcode := range opcodes {
		if !strings.Contains(all.String(), opcode+".") && !strings.Contains(all.String(), opcode+";") {
			t.Errorf("no test of '%s'", opcode)
		}
	}
}

// otherOpcodes are those that tests of their own are about.
const otherOpcodes = "call.uni; tensormap.; trap; exit; mbarrier.; membar.; fence.; stmatrix.; nanosleep.; " +
	"prefetch.; " +
	"barrier.; mapa.; setmaxnreg.; griddepcontrol.; wgmma.; wmma."

// Forms that are no instructions are refused with the place.
func TestUnknownForms(t *testing.T) {
	for _, text := range []string{
		"mul.u32 %r3, %r0, %r1;", "setp.s32 %p0, %r0, %r1;", "cvt.f16.f32 %h3, %f0;", "cvt.s32.f32 %r3, %f0;",
		"add.rz.f16 %h3, %h0, %h1;",
		"ex2.f32 %f3, %f0;", "mov.b32 {%r3}, %r0;", "shf.l.b32 %r3, %r0, %r1, 1;",
		"min.xorsign.f32 %f3, %f0, %f1;",
		"shfl.bfly.b32 %r3, %r0, 1, 31, -1;", "atom.shared.b32 %r3, [mem], %r0;",
		"mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32 {%f0}, {%r0}, {%r0}, {%f0};",
		"bar.cta;", "cp.async.shared.global [mem], [%out], 16;", "mbarrier.b64;", "call.uni foo;",
	} {
		if _, err := tryCompile("case.ptx", caseHead+text+caseTail); err == nil ||
			!strings.Contains(err.Error(), "case.ptx:33:") {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// ---- operations of a warp ----

// A warpCase is executed by 32 lanes; %r0 is the lane, %r1 twice that. The result of each lane is in %r3.
type warpCase struct {
	text string
	want func(lane int) uint32
}

var warpCases = []warpCase{
	{"shfl.sync.bfly.b32 %r3, %r1, 1, 31, -1;", func(l int) uint32 { return uint32(2 * (l ^ 1)) }},
	{"shfl.sync.down.b32 %r3|%p0, %r1, 3, 31, -1;", func(l int) uint32 {
		if l+3 > 31 {
			return uint32(2 * l)
		}
		return uint32(2 * (l + 3))
	}},
	{"shfl.sync.up.b32 %r2|%p0, %r1, 3, 0, -1; selp.u32 %r3, 1, 0, %p0;", func(l int) uint32 {
		if l >= 3 {
			return 1
		}
		return 0
	}},
	{"shfl.sync.idx.b32 %r3, %r1, 5, 0x181f, -1;", func(l int) uint32 { return uint32(2 * (l&^7 | 5)) }},
	{"shfl.sync.up.b32 %r3, %r1, 1, 0x1800, -1;", func(l int) uint32 {
		if l%8 == 0 {
			return uint32(2 * l)
		}
		return uint32(2 * (l - 1))
	}},
	{"setp.lt.u32 %p0, %r0, 3; vote.sync.ballot.b32 %r3, %p0, -1;", func(int) uint32 { return 7 }},
	{"setp.lt.u32 %p0, %r0, 3; vote.sync.any.pred %p1, %p0, -1; selp.u32 %r3, 1, 0, %p1;", func(int) uint32 {
		return 1
	}},
	{"setp.lt.u32 %p0, %r0, 3; vote.sync.all.pred %p1, !%p0, -1; selp.u32 %r3, 1, 0, %p1;", func(int) uint32 {
		return 0
	}},
	{"setp.lt.u32 %p0, %r0, 40; vote.sync.uni.pred %p1, %p0, -1; selp.u32 %r3, 1, 0, %p1;", func(int) uint32 {
		return 1
	}},
	{"activemask.b32 %r3;", func(int) uint32 { return ones }},
	{"setp.lt.u32 %p0, %r0, 4; mov.u32 %r3, 0; @%p0 activemask.b32 %r3;", func(l int) uint32 {
		if l < 4 {
			return 15
		}
		return 0
	}},
	{"redux.sync.add.s32 %r3, %r1, -1;", func(int) uint32 { return 31 * 32 }},
	{"redux.sync.max.u32 %r3, %r1, -1;", func(int) uint32 { return 62 }},
	{"redux.sync.xor.b32 %r3, %r0, -1;", func(int) uint32 { return 0 }},
	{"shr.u32 %r2, %r0, 3; match.sync.any.b32 %r3, %r2, -1;", func(l int) uint32 { return 0xff << (l &^ 7) }},
	{"match.sync.all.b32 %r2|%p0, 7, -1; selp.u32 %r3, %r2, 0, %p0;", func(int) uint32 { return ones }},
	{"elect.sync %r3|%p0, -1; @%p0 add.u32 %r3, %r3, 100;", func(l int) uint32 {
		if l == 0 {
			return 100
		}
		return 0
	}},
	{"mov.u32 %r3, %laneid;", func(l int) uint32 { return uint32(l) }},
	{"mov.u32 %r3, %lanemask_lt;", func(l int) uint32 { return 1<<l - 1 }},
	{"mov.u32 %r3, %lanemask_ge;", func(l int) uint32 { return ones << l }},
	{"bar.red.popc.u32 %r3, 0, %p2;", func(int) uint32 { return 10 }},
	{"bar.red.and.pred %p0, 0, %p2; selp.u32 %r3, 1, 0, %p0;", func(int) uint32 { return 0 }},
	{"bar.red.or.pred %p0, 0, %p2; selp.u32 %r3, 1, 0, %p0;", func(int) uint32 { return 1 }},
	{"barrier.sync.aligned 1, 32; bar.warp.sync -1; mov.u32 %r3, 1;", func(int) uint32 { return 1 }},
	// Divergence: nested conditions, loops with different numbers of rounds, a jump into a common tail.
	{
		"mov.u32 %r3, 0; L: setp.ge.u32 %p0, %r3, %r0; @%p0 bra D; add.u32 %r3, %r3, 1; bra L; D: " +
			"activemask.b32 %r4; setp.ne.u32 %p0, %r4, -1; @%p0 mov.u32 %r3, 99;",
		func(l int) uint32 { return uint32(l) }},
	{
		`and.b32 %r4, %r0, 1; setp.eq.u32 %p0, %r4, 0; @%p0 bra EVEN; setp.lt.u32 %p1, %r0, 16; @%p1 bra LOW; mov.u32 %r3, 3; bra END;
LOW: mov.u32 %r3, 2; bra END; EVEN: mov.u32 %r3, 1; END: vote.sync.ballot.b32 %r5, 1, -1; setp.ne.u32 %p0, %r5, -1; @%p0 mov.u32 %r3, 99;`,
		func(l int) uint32 {
			switch {
			case l%2 == 0:
				return 1
			case l < 16:
				return 2
			}
			return 3
		}},
	{"setp.lt.u32 %p0, %r0, 8; mov.u32 %r3, 5; st.global.u32 [%out], %r3; @%p0 exit; activemask.b32 %r3;",
		func(l int) uint32 {
			if l < 8 {
				return 5
			}
			return 0xffffff00
		}},
	{`setp.lt.u32 %p0, %r0, 8; mov.u32 %r3, 0; @!%p0 bra SKIP;
{ .param .b32 in; .param .b32 res; st.param.b32 [in], %r0; call.uni (res), square, (in); ld.param.b32 %r3, [res]; } SKIP:`,
		func(l int) uint32 {
			if l < 8 {
				return uint32(l * l)
			}
			return 0
		}},
	{`setp.lt.u32 %p0, %r0, 8; { .param .b32 in; .param .b32 res; st.param.b32 [in], %r0;
@%p0 call (res), clipped, (in); ld.param.b32 %r3, [res]; selp.b32 %r3, %r3, 9, %p0; }`,
		func(l int) uint32 {
			switch {
			case l < 4:
				return uint32(l)
			case l < 8:
				return 4
			}
			return 9
		}},
}

const warpText = `.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 r) square(.param .b32 x)
{
	.reg .b32 %%r<2>;
	ld.param.b32 %%r0, [x];
	mul.lo.u32 %%r1, %%r0, %%r0;
	st.param.b32 [r], %%r1;
	ret;
}
.func (.param .b32 r) clipped(.param .b32 x)
{
	.reg .b32 %%r<2>;
	.reg .pred %%p;
	ld.param.b32 %%r0, [x];
	st.param.b32 [r], %%r0;
	setp.lt.u32 %%p, %%r0, 4;
	@%%p ret;
	st.param.b32 [r], 4;
	ret;
}
.visible .entry k(.param .u64 out)
{
	.reg .pred %%p<8>;
	.reg .b32 %%r<16>;
	.reg .b64 %%out, %%y;
	ld.param.u64 %%out, [out];
	mov.u32 %%r0, %%tid.x;
	shl.b32 %%r1, %%r0, 1;
	setp.lt.u32 %%p2, %%r0, 10;
	mul.wide.u32 %%y, %%r0, 4;
	add.u64 %%out, %%out, %%y;
	%s
	st.global.u32 [%%out], %%r3;
}
`

func TestWarpOperations(t *testing.T) {
	for _, c := range warpCases {
		k, err := tryCompile("case.ptx", fmt.Sprintf(warpText, c.text))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		out := make([]byte, 4*32)
		_, err = gputest.Launch(t, k, machine.Config{
			Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{32, 1, 1},
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: out}}},
		})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		for l := range 32 {
			if got := binary.LittleEndian.Uint32(out[4*l:]); got != c.want(l) {
				t.Errorf("%s: lane %d has %#x, want %#x", c.text, l, got, c.want(l))
				break
			}
		}
	}
}
