package judge_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
)

// matrices writes matrices of rows of 32 words that lie a distance apart, each thread a column. %r6 is the
// number of the rows.
func matrices(limit string) string {
	return kernelOf(".visible .entry k(.param .u64 out, .param .u32 apart) .reqntid 32", `
	.reg .b32 %r<12>; .reg .b64 %a<4>; .reg .pred %p;
	ld.param.u64 %a0, [out]; ld.param.u32 %r3, [apart];
	mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, 32;
	mov.u32 %r4, 0; mov.u32 %r5, 8192; `+limit+`
L:	setp.ge.u32 %p, %r4, %r6; @%p ret;
	mul.lo.u32 %r7, %r1, %r3; mad.lo.u32 %r7, %r4, %r2, %r7; add.u32 %r7, %r7, %r0;
	mad.wide.u32 %a1, %r7, 4, %a0; st.global.u32 [%a1], %r1; add.u32 %r4, %r4, 1; bra L;`)
}

// A distance is assumed to be as large as what a loop writes that counts to a number. Where the text does not
// tell the number, what is wrong with the distance depends on the launch.
func TestDistanceOfLoop(t *testing.T) {
	s := study(t, matrices("mov.u32 %r6, 64;"), judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Clean {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
	s = study(t, matrices("shr.u32 %r6, %r5, 5;"), judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Depends || s.On == nil || s.On.What != "apart" {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
}
