package judge_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// tileOf16Rows writes rows of a tile in shared memory, every eighth of 16: the sums look like blocks of 16
// rows.
const tileOf16Rows = `
	.shared .align 4 .b8 s[1024];
	.reg .b32 %r<10>; .reg .b64 %a<4>; .reg .pred %p;
	ld.param.u64 %a0, [out]; mov.u32 %r0, %tid.x; mov.u32 %r1, %tid.y; mov.u32 %r2, %ctaid.x;
	mov.u32 %r3, %ctaid.y; shl.b32 %r4, %r2, 4; add.u32 %r4, %r4, %r0; shl.b32 %r5, %r3, 4;
	add.u32 %r5, %r5, %r1; mov.u32 %r8, 0; mov.b64 %a1, s;
L:	add.u32 %r6, %r1, %r8; and.b32 %r9, %r6, 0x7fffffff; shl.b32 %r7, %r9, 4; add.u32 %r7, %r7, %r0;
	mad.wide.u32 %a2, %r7, 4, %a1; st.shared.u32 [%a2], %r4;
	add.u32 %r9, %r5, %r8; mad.lo.u32 %r7, %r9, 64, %r4; mad.wide.u32 %a3, %r7, 4, %a0;
	st.global.u32 [%a3], %r4; add.u32 %r8, %r8, 8; setp.lt.u32 %p, %r8, 16; @%p bra L; ret;`

// A block of as many rows as a tile may be one whose threads each go through several rows.
func TestRowsOfTiles(t *testing.T) {
	text := kernelOf(".visible .entry k(.param .u64 out)", tileOf16Rows)
	one := machine.Extents{1, 1, 1}
	if s := study(t, text, judge.Options{DynamicShared: -1, Grid: one}); s.Outcome != judge.Depends ||
		!strings.Contains(verdictOf(t, s), "right for 16,8") {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
	given := judge.Options{DynamicShared: -1, Grid: one, Block: machine.Extents{16, 16, 1}}
	if s := study(t, text, given); s.Outcome != judge.Wrong {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
}

// halves writes one place from both halves of 64 threads; act is what those of the second half do first.
func halves(directive, act string) string {
	return kernelOf(".visible .entry k(.param .u64 out) "+directive, `
	.reg .b32 %r<4>; .reg .b64 %a<2>; .reg .pred %p<2>; ld.param.u64 %a0, [out]; mov.u32 %r0, %tid.x;
	and.b32 %r1, %r0, 31; mad.wide.u32 %a1, %r1, 4, %a0; setp.ge.u32 %p0, %r0, 32; @!%p0 bra L;
	`+act+`
L:	st.global.u32 [%a1], %r0; ret;`)
}

// .maxntid is a bound: where a smaller block is right, a hazard depends on the launch, unless that leaves out
// synchronization. .reqntid is the size.
func TestBoundOfThreads(t *testing.T) {
	for _, c := range []struct {
		directive, act string
		want           judge.Outcome
	}{{".maxntid 64", "", judge.Depends}, {".reqntid 64", "", judge.Wrong},
		{".maxntid 64", "bar.warp.sync -1;", judge.Wrong}} {
		s := study(t, halves(c.directive, c.act), judge.Options{DynamicShared: -1})
		if s.Outcome != c.want {
			t.Errorf("%s %s: %v: %s", c.directive, c.act, s.Outcome, verdictOf(t, s))
		}
	}
}
