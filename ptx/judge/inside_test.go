package judge_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// neighbours reads the left neighbour of each element, and shares it in some way.
func neighbours(share string) string {
	return kernelOf(".visible .entry k(.param .u64 a, .param .u64 b) .reqntid 64", `
	.reg .b32 %r<6>; .reg .b64 %a<6>; .shared .align 4 .b8 S[256];
	ld.param.u64 %a0, [a]; ld.param.u64 %a1, [b]; mov.u32 %r1, %tid.x;
	mad.wide.u32 %a2, %r1, 4, %a0; ld.global.u32 %r2, [%a2+-4];
	mov.b64 %a3, S; mad.wide.u32 %a4, %r1, 4, %a3; st.shared.u32 [%a4], %r2; `+share+`
	ld.shared.u32 %r3, [S+16]; mad.wide.u32 %a5, %r1, 4, %a1; st.global.u32 [%a5], %r3; ret;`)
}

// What lies in front of a pointer depends on where it points, unless somebody said that.
func TestInFront(t *testing.T) {
	o := judge.Options{DynamicShared: -1}
	s := study(t, neighbours("bar.sync 0;"), o)
	const want = "depends on the launch: wrong for where 'a' points = the beginning of its memory, right " +
		"for " +
		"bytes:256@4; give --arg 0=bytes:256@4"
	if got := verdictOf(t, s); s.Outcome != judge.Depends || got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for at, want := range map[int64]judge.Outcome{0: judge.Wrong, 4: judge.Clean} {
		o.Given = []judge.Given{{Key: "a", At: at, Buffer: &machine.Buffer{Data: make([]byte, 256)}}}
		if s := study(t, neighbours("bar.sync 0;"), o); s.Outcome != want {
			t.Errorf("byte %d: %s", at, verdictOf(t, s))
		}
	}
}

// A hazard behind an access in front of a pointer is found, and the access is told beside it.
func TestHazardBehindAccessInFront(t *testing.T) {
	s := study(t, neighbours(""), judge.Options{DynamicShared: -1})
	text := s.Diagnostics(true).Error()
	if s.Outcome != judge.Wrong || !strings.Contains(text, "[ptx-race]") ||
		!strings.Contains(text, "in front of 'a'") {
		t.Errorf("%v: %s", s.Outcome, text)
	}
}
