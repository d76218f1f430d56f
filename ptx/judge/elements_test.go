package judge_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/npy"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// What a kernel loads and stores by way of a parameter tells the type of its elements, through the arithmetic
// on addresses; pointers that are chosen at run time, and accesses of several sizes, tell nothing.
func TestElementTypes(t *testing.T) {
	const source = `.version 7.1
.target sm_80
.address_size 64
.visible .entry k(.param .u64 f, .param .u64 bits, .param .u64 mixed, .param .u64 one, .param .u64 other, .param .u64 unused, .param .u32 n)
.maxntid 32, 1, 1
{
	.reg .pred %p;
	.reg .b32 %r<5>;
	.reg .f32 %f<3>;
	.reg .b64 %rd<14>;
	ld.param.u64 %rd1, [f];
	cvta.to.global.u64 %rd2, %rd1;
	add.s64 %rd3, %rd2, 8;
	ld.global.b32 %r1, [%rd3];
	st.global.f32 [%rd3+4], 0f3F800000;
	ld.param.u64 %rd4, [bits];
	st.global.s32 [%rd4], %r1;
	st.global.b32 [%rd4], %r1;
	ld.param.u64 %rd5, [mixed];
	st.global.u32 [%rd5], %r1;
	st.global.u64 [%rd5+8], %rd5;
	ld.param.u64 %rd6, [one];
	ld.param.u64 %rd7, [other];
	setp.eq.u32 %p, %r1, 0;
	selp.b64 %rd8, %rd6, %rd7, %p;
	st.global.u32 [%rd8], %r1;
	ret;
}
`
	m, err := judge.Load(diag.NewFile("k.ptx", []byte(source)))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := judge.NewPlan(m, judge.Options{DynamicShared: -1})
	if err != nil {
		t.Fatal(err)
	}
	want := []npy.DType{npy.Float32, npy.Int32, npy.Uint8, npy.Uint8, npy.Uint8, npy.Uint8, npy.Uint8}
	for i, got := range judge.ElementTypes(plan.Kernel) {
		if got != want[i] {
			t.Errorf("parameter %s: %v, want %v", plan.Kernel.Params[i].Name, got, want[i])
		}
	}
}
