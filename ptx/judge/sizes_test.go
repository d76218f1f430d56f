package judge_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
)

// indexed are kernels with two buffers and two numbers, whose bounds tell how large the buffers should be.
// %r0 and %r1 are the places of the thread and of the block, %r2 and %r3 the numbers.
var indexed = map[string]struct {
	body string
	want judge.Outcome
}{
	"rows below their number": {`mad.lo.u32 %r4, %r1, %r3, %r0; mad.wide.u32 %a2, %r4, 4, %a0;
	setp.ge.u32 %p, %r1, %r2; @%p ret; setp.ge.u32 %p, %r0, %r3; @%p ret;
	ld.global.u32 %r5, [%a2]; ret;`, judge.Clean},
	"a row too many": {`mad.lo.u32 %r4, %r1, %r3, %r0; mad.wide.u32 %a2, %r4, 4, %a0;
	setp.gt.u32 %p, %r1, %r2; @%p ret; setp.ge.u32 %p, %r0, %r3; @%p ret;
	ld.global.u32 %r5, [%a2]; ret;`, judge.Depends},
	"a neighbour below the bound of its own": {`add.u32 %r4, %r0, 1; setp.ge.u32 %p, %r4, %r2; @%p ret;
	mad.wide.u32 %a2, %r0, 4, %a0; ld.global.u32 %r5, [%a2+4]; ret;`, judge.Clean},
	"a neighbour below one less": {`sub.u32 %r4, %r2, 1; setp.ge.s32 %p, %r0, %r4; @%p ret;
	mad.wide.u32 %a2, %r0, 4, %a0; ld.global.u32 %r5, [%a2+4]; ret;`, judge.Clean},
	"a pair of words": {`setp.ge.u32 %p, %r0, %r2; @%p ret;
	mad.wide.u32 %a2, %r0, 8, %a0; ld.global.u32 %r5, [%a2]; ld.global.u32 %r5, [%a2+4]; ret;`, judge.Clean},
	"the word behind a pair": {`setp.ge.u32 %p, %r0, %r2; @%p ret;
	mad.wide.u32 %a2, %r0, 8, %a0; ld.global.u32 %r5, [%a2]; ld.global.u32 %r5, [%a2+8]; ret;`,
		judge.Depends},
	"as many elements as threads, without a bound": {`mad.wide.u32 %a2, %r0, 4, %a0;
	ld.global.u32 %r5, [%a2]; setp.ge.u32 %p, %r0, %r2; @%p ret;
	mad.wide.u32 %a3, %r0, 4, %a1; ld.global.u32 %r5, [%a3]; ret;`, judge.Clean},
	"a loop over places up to the bound": {`mov.u32 %r4, %r0;
L:	setp.ge.u32 %p, %r4, %r2; @%p ret; mad.wide.u32 %a2, %r4, 4, %a0; ld.global.u32 %r5, [%a2];
	add.u32 %r4, %r4, 64; bra L;`, judge.Clean},
	"a loop over one place too many": {`mov.u32 %r4, %r0;
L:	setp.gt.u32 %p, %r4, %r2; @%p ret; mad.wide.u32 %a2, %r4, 4, %a0; ld.global.u32 %r5, [%a2];
	add.u32 %r4, %r4, 64; bra L;`, judge.Depends},
	"a loop over one place too many, by the size of the grid": {`mov.u32 %r4, %r0; mov.u32 %r6, %nctaid.x;
	mov.u32 %r7, %ntid.x; mul.lo.u32 %r6, %r6, %r7;
L:	setp.gt.u32 %p, %r4, %r2; @%p ret; mad.wide.u32 %a2, %r4, 4, %a0; ld.global.u32 %r5, [%a2];
	add.u32 %r4, %r4, %r6; bra L;`, judge.Depends},
	"a loop by the size of the grid": {`mov.u32 %r4, %r0; mov.u32 %r6, %nctaid.x;
	mov.u32 %r7, %ntid.x; mul.lo.u32 %r6, %r6, %r7;
L:	setp.ge.u32 %p, %r4, %r2; @%p ret; mad.wide.u32 %a2, %r4, 4, %a0; ld.global.u32 %r5, [%a2];
	add.u32 %r4, %r4, %r6; bra L;`, judge.Clean},
	"an address that the loop counts along": {`mov.u32 %r4, %r0; mad.wide.u32 %a2, %r0, 4, %a0;
L:	setp.gt.u32 %p, %r4, %r2; @%p ret; ld.global.u32 %r5, [%a2];
	add.u32 %r4, %r4, 64; add.u64 %a2, %a2, 256; bra L;`, judge.Depends},
	"a table of starts": {`setp.ge.u32 %p, %r0, %r2; @%p ret; mad.wide.u32 %a2, %r0, 4, %a0;
	ld.global.u32 %r4, [%a2]; ld.global.u32 %r5, [%a2+4];
L:	setp.ge.u32 %p, %r4, %r5; @%p ret; mad.wide.u32 %a3, %r4, 4, %a1; ld.global.u32 %r6, [%a3];
	add.u32 %r4, %r4, 1; bra L;`, judge.Clean},
	"a row below": {`setp.ge.u32 %p, %r1, %r2; @%p ret; setp.ge.u32 %p, %r0, %r3; @%p ret;
	add.u32 %r4, %r1, 1; mad.lo.u32 %r4, %r4, %r3, %r0; mad.wide.u32 %a2, %r4, 4, %a0;
	ld.global.u32 %r5, [%a2]; ret;`, judge.Depends},
	"the same place with a bound and without": {`mad.wide.u32 %a2, %r0, 4, %a0;
	setp.ge.u32 %p, %r0, %r2; @!%p ld.global.u32 %r5, [%a2]; ld.global.u32 %r6, [%a2]; ret;`, judge.Depends},
	"along a dimension of which only another access has the bound": {`
	mad.lo.u32 %r4, %r1, %r3, %r0; mad.wide.u32 %a2, %r4, 4, %a0;
	setp.ge.u32 %p, %r0, %r3; @%p ret;
	setp.ge.u32 %q, %r1, %r2; @!%q ld.global.u32 %r5, [%a2];
	add.u32 %r6, %r1, 3; mad.lo.u32 %r6, %r6, %r3, %r0; mad.wide.u32 %a3, %r6, 4, %a0;
	ld.global.u32 %r7, [%a3]; ret;`, judge.Depends},
}

// What a buffer holds is told by the bounds of the places that index it, in any number of dimensions; an
// access behind that depends on the size, and one that the bounds explain does not.
func TestBounds(t *testing.T) {
	for name, c := range indexed {
		t.Run(name, func(t *testing.T) {
			s := study(t, kernelOf(
				".visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n, .param .u32 m) .reqntid 64", `
	.reg .b32 %r<8>; .reg .b64 %a<6>; .reg .pred %p; .reg .pred %q;
	ld.param.u64 %a0, [a]; ld.param.u64 %a1, [b]; mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x;
	ld.param.u32 %r2, [n]; ld.param.u32 %r3, [m];
`+c.body), judge.Options{DynamicShared: -1})
			if s.Outcome != c.want {
				t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
			}
		})
	}
}
