package judge_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A small shared array that only the first threads of the block fill, as a comparison of their number says,
// does not bound the block.
func TestGuardedArray(t *testing.T) {
	s := study(t, kernelOf(".visible .entry k(.param .u64 filter, .param .u64 out, .param .u32 n)", `
	.shared .align 4 .b8 weights[100];
	.reg .b32 %r<12>; .reg .b64 %a<8>; .reg .pred %p;
	ld.param.u64 %a0, [filter]; ld.param.u64 %a1, [out]; ld.param.u32 %r0, [n];
	mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ctaid.y;
	mad.lo.u32 %r5, %r2, 16, %r1; mov.b64 %a2, weights; mul.wide.u32 %a3, %r5, 4;
	setp.gt.u32 %p, %r5, 24; @%p bra L;
	add.u64 %a4, %a0, %a3; ld.global.u32 %r6, [%a4]; add.u64 %a5, %a2, %a3; st.shared.u32 [%a5], %r6;
L:	bar.sync 0; ld.shared.u32 %r7, [%a2+96];
	mad.lo.u32 %r8, %r3, 16, %r1; mad.lo.u32 %r9, %r4, 16, %r2; mad.lo.u32 %r10, %r9, %r0, %r8;
	setp.ge.u32 %p, %r8, %r0; @%p ret; setp.ge.u32 %p, %r9, %r0; @%p ret;
	mad.wide.u32 %a6, %r10, 4, %a1; st.global.u32 [%a6], %r7; ret;`), judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Clean || s.Config.Block != (machine.Extents{16, 16, 1}) {
		t.Errorf("%v of %v: %s", s.Outcome, s.Config.Block, verdictOf(t, s))
	}
}

// The addresses of ldmatrix.x1 are those of eight lanes, and do not bound the block by the room for them.
func TestAddressesOfSomeLanes(t *testing.T) {
	s := study(t, kernelOf(".visible .entry k(.param .u64 out)", `
	.shared .align 16 .b8 tile[128];
	.reg .b32 %r<6>; .reg .b64 %a<3>; .reg .pred %p;
	ld.param.u64 %a0, [out]; mov.u32 %r0, %tid.x; mov.u32 %r1, tile;
	setp.ge.u32 %p, %r0, 32; @%p bra L; shl.b32 %r3, %r0, 2; add.u32 %r3, %r3, %r1; st.shared.u32 [%r3], %r0;
L:	bar.sync 0; mad.lo.u32 %r2, %r0, 16, %r1; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r2];
	mad.wide.u32 %a1, %r0, 4, %a0; st.global.u32 [%a1], %r4; ret;`), judge.Options{DynamicShared: -1})
	if s.Config.Block[0] < 32 {
		t.Errorf("blocks of %v", s.Config.Block)
	}
}

// tileRows is a kernel with a tile of 32 x 32 of which each thread fills one in so many rows. %r6 is how many
// rows a trip goes on, which the arithmetic tells if it is a number, and not if it is a quotient.
func tileRows(directives, step string) string {
	return kernelOf(".visible .entry k(.param .u64 out) "+directives, `
	.shared .align 4 .b8 tile[4096];
	.reg .b32 %r<12>; .reg .b64 %a<4>; .reg .pred %p;
	ld.param.u64 %a0, [out]; mov.u32 %r0, %tid.x; mov.u32 %r1, %tid.y; mov.u32 %r2, tile;
	mov.u32 %r3, 0; mov.u32 %r5, 128; `+step+`
L:	setp.gt.u32 %p, %r3, 31; @%p bra M;
	add.u32 %r4, %r1, %r3; mad.lo.u32 %r7, %r4, 32, %r0; mad.lo.u32 %r8, %r7, 4, %r2;
	st.shared.u32 [%r8], %r7; add.u32 %r3, %r3, %r6; bra L;
M:	bar.sync 0; mov.u32 %r3, 0;
N:	setp.gt.u32 %p, %r3, 31; @%p ret;
	add.u32 %r4, %r1, %r3; mad.lo.u32 %r7, %r0, 32, %r4; mad.lo.u32 %r8, %r7, 4, %r2;
	ld.shared.u32 %r9, [%r8]; mad.lo.u32 %r7, %r4, 32, %r0; mad.wide.u32 %a1, %r7, 4, %a0;
	st.global.u32 [%a1], %r9; add.u32 %r3, %r3, %r6; bra N;`)
}

// The step of a loop over the rows of a shared array tells how many rows a block has.
func TestRowsOfLoop(t *testing.T) {
	for _, directives := range []string{"", ".maxntid 256", ".maxntid 512"} {
		s := study(t, tileRows(directives, "mov.u32 %r6, 8;"), judge.Options{DynamicShared: -1})
		if s.Outcome != judge.Clean || s.Config.Block != (machine.Extents{32, 8, 1}) {
			t.Errorf("%q: %v of %v: %s", directives, s.Outcome, s.Config.Block, verdictOf(t, s))
		}
	}
}

// Where the arithmetic tells of more threads than a block may have, the shape is a guess: what is wrong with
// it depends on the launch.
func TestShapeBeyondLimitIsGuess(t *testing.T) {
	text := strings.NewReplacer("tile[4096]", "tile[8192]", "[%r8], %r7", "[%r8], %r1").Replace(
		tileRows(".maxntid 512", "shr.u32 %r6, %r5, 4;")) // with room for more rows, a race
	s := study(t, text, judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Depends || s.On == nil || s.On.What != "the block" {
		t.Errorf("%v of %v: %s", s.Outcome, s.Config.Block, verdictOf(t, s))
	}
}

// What is assumed without a reason gives way to the largest block that .maxntid admits, however many roles of
// threads the kernel tells apart.
func TestRolesUpToLimit(t *testing.T) {
	s := study(t, kernelOf(".visible .entry k(.param .u64 out) .maxntid 96", `
	.reg .b32 %r<4>; .reg .b64 %a<3>; .reg .pred %p;
	ld.param.u64 %a0, [out]; mov.u32 %r0, %tid.x; setp.lt.u32 %p, %r0, 128; @!%p ret;
	bar.sync 1, 96; mul.wide.u32 %a1, %r0, 4; add.u64 %a1, %a1, %a0; st.global.u32 [%a1], %r0; ret;`),
		judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Clean || s.Config.Block != (machine.Extents{96, 1, 1}) {
		t.Errorf("%v of %v: %s", s.Outcome, s.Config.Block, verdictOf(t, s))
	}
}
