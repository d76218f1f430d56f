package judge_test

import (
	"context"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// sameValues is a kernel in which all warps write what value makes of the thread and of a loaded word.
const sameValues = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 .ptr .global in, .param .u64 .ptr .global out)
{
	.reg .b32 %r<8>; .reg .b64 %rd<8>; .shared .align 4 .b8 s[128];
	ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r0, %tid.x; and.b32 %r1, %r0, 31;
	VALUE
	mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; ld.global.u32 %r3, [%rd4];
	mov.u32 %r4, s; mad.lo.u32 %r4, %r1, 4, %r4; st.shared.u32 [%r4], %r3; bar.sync 0; ld.shared.u32 %r5, [%r4];
	mul.wide.u32 %rd5, %r0, 4; add.s64 %rd6, %rd2, %rd5; st.global.u32 [%rd6], %r5;
	ret;
}
`

// Values that are the same for any contents of the buffers are a remark, and those that are so for zeros an
// error.
func TestSameValues(t *testing.T) {
	inStruct := strings.NewReplacer(".param .u64 .ptr .global in, .param .u64 .ptr .global out",
		".param .align 8 .b8 p[16]", "[in]", "[p]", "[out]", "[p+8]").Replace(sameValues)
	for _, text := range []string{sameValues, inStruct} {
		checkSameValues(t, text, "mov.u32 %r2, %r1;", "remark") // each warp loads the same words
		checkSameValues(t, text, "mov.u32 %r2, %r0;", "error")
	}
}

func checkSameValues(t *testing.T, text, value, want string) {
	t.Helper()
	m, err := judge.Load(diag.NewFile("k.ptx", []byte(strings.Replace(text, "VALUE", value, 1))))
	if err != nil {
		t.Fatal(err)
	}
	p, err := judge.NewPlan(m, judge.Options{DynamicShared: -1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := judge.Check(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Diagnostics(); len(got) != 1 || got[0].Severity.String() != want ||
		r.OK() != (want == "remark") {
		t.Errorf("%s: got %v, want one %s", value, got, want)
	}
}
