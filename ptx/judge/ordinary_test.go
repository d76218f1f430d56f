package judge_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// ordinaryKernels are what compilers old and new write beside the instructions: they are judged.
var ordinaryKernels = map[string]string{
	"parameters in registers": `.version 6.5
.target sm_70
.address_size 64
.func (.reg .b32 rv) add_one(.reg .b32 x) { add.s32 rv, x, 1; ret; }
.visible .entry k(.param .u64 .ptr .global p) { .reg .b32 %r<3>; .reg .b64 %rd<3>; ld.param.u64 %rd1,[p];
	mov.u32 %r1,%tid.x; call (%r2), add_one, (%r1); mul.wide.u32 %rd2,%r1,4; add.u64 %rd1,%rd1,%rd2;
	st.global.u32 [%rd1], %r2; ret; }`,
	"printf": `.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.visible .entry k() { .reg .b64 %rd<3>; mov.u64 %rd1, 0; { .param .b64 p0; st.param.b64 [p0], %rd1; .param .b64 p1;
	st.param.b64 [p1], %rd1; .param .b32 q; call.uni (q), vprintf, (p0, p1); } ret; }`,
	"expressions in addresses": `.version 7.0
.target sm_70
.address_size 64
.visible .entry k() { .reg .b32 %r<4>; .shared .b32 s[256]; mov.u32 %r1, s; mov.u32 %r2, 1; mov.u32 %r3, %tid.x;
	shl.b32 %r3, %r3, 2; add.u32 %r1, %r1, %r3; st.shared.b32 [%r1+4*2+4], %r2; mov.u32 %r2, (128 >> 4) << 1; ret; }`,
	"a prototype without a semicolon": `.version 2.1
.target sm_20
.visible .func (.param .s32 r) f (.param .s32 a)
.visible .entry k() { ret; }`,
}

func TestOrdinaryKernels(t *testing.T) {
	for name, text := range ordinaryKernels {
		r := check(t, text, judge.Options{DynamicShared: -1})
		if list := r.Diagnostics(); len(list) > 0 || !r.OK() || len(r.NotJudged) > 0 {
			t.Errorf("%s: %v", name, list)
		}
	}
}

// An instruction that is known and not executed is named, and what does not depend on it is judged: the race
// before it is found, and no verdict says that nothing is wrong.
func TestNotExecutedIsNamed(t *testing.T) {
	const head = `.version 8.8
.target sm_100a
.address_size 64
.visible .entry k() { .reg .b32 %r<4>; .shared .b32 s[4]; mov.u32 %r1, %tid.x; `
	r := check(t,
		head+"mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r2, %r3}, {%r2, %r3}, {%r2, %r3}, "+
			"{%r2, %r3}, %r1, 0; ret; }", judge.Options{DynamicShared: -1})
	if len(r.NotJudged) != 1 {
		t.Errorf("a product whose result nothing needs is not named: %v", r.NotJudged)
	}
	r = check(t, head+"vadd.u32.u32.u32 %r2, %r1, 1; ret; }", judge.Options{DynamicShared: -1})
	const why = "'vadd.u32.u32.u32' is not executed"
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if !r.OK() || len(r.NotJudged) != 1 || r.NotJudged[0].Why != why ||
		!strings.Contains(text.String(), "not judged: "+why) {
		t.Errorf("%v\n%s", r.NotJudged, &text)
	}
	r = check(t, head+"st.shared.u32 [s], %r1; multimem.st.relaxed.sys.global.u32 [0], %r1; ret; }",
		judge.Options{DynamicShared: -1})
	if r.OK() || len(r.NotJudged) != 1 || !r.NotJudged[0].Ends {
		t.Errorf("%v", r.Diagnostics())
	}
}

// A text without kernels lists its device functions, and each can be chosen.
func TestDeviceFunctionsAreListed(t *testing.T) {
	const text = `.version 7.8
.target sm_80
.address_size 64
.visible .func first(.param .b64 p) { .reg .b64 %rd; ld.param.b64 %rd, [p]; st.global.b32 [%rd], 1; ret; }
.visible .func second(.reg .b32 n) { ret; }
`
	load := func(name string) (*judge.Plan, error) {
		m, err := judge.Load(diag.NewFile("f.ptx", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		return judge.NewPlan(m, judge.Options{Kernel: name, DynamicShared: -1})
	}
	_, err := load("")
	list := diag.FromError(err)
	if len(list) != 1 || list[0].Message != "the text defines no kernel" || len(list[0].Notes) != 1 ||
		list[0].Notes[0].Message != "it defines the device functions first, second" {
		t.Error(err)
	}
	for _, name := range []string{"first", "second"} {
		if p, err := load(name); err != nil || p.Kernel.Name != name {
			t.Error(err)
		}
	}
	if _, err := load("third"); err == nil {
		t.Error("there is no third function")
	}
}
