package judge_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// study judges a text over the launches that nobody excluded.
func study(t testing.TB, text string, o judge.Options) *judge.Study {
	t.Helper()
	p, err := plan(t, text, o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := judge.Sweep(context.Background(), p, judge.SweepOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// verdictOf returns the verdict and the values of the guess that it depends on.
func verdictOf(t testing.TB, s *judge.Study) string {
	t.Helper()
	var text strings.Builder
	if err := s.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	_, verdict, _ := strings.Cut(text.String(), "verdict: ")
	return strings.TrimSpace(verdict)
}

// tile is a product of matrices by tiles of 16 by 16; the two places are for barriers.
const tile = `
	.shared .align 4 .b8 A[1024]; .shared .align 4 .b8 B[1024];
	.reg .b32 %r<20>; .reg .b64 %a<12>; .reg .f32 %f<4>; .reg .pred %p;
	ld.param.u64 %a0, [a]; ld.param.u64 %a1, [b]; ld.param.u64 %a2, [c]; ld.param.u32 %r0, [n];
	mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ctaid.y;
	shl.b32 %r5, %r3, 4; add.u32 %r5, %r5, %r1; mad.lo.u32 %r6, %r4, 16, %r2; mov.f32 %f0, 0f00000000;
	mov.b64 %a3, A; mov.b64 %a4, B; mul.wide.u32 %a5, %r2, 64; mul.wide.u32 %a6, %r1, 4;
	add.u64 %a3, %a3, %a5; add.u64 %a7, %a3, %a6; add.u64 %a8, %a4, %a5; add.u64 %a8, %a8, %a6;
	add.u64 %a4, %a4, %a6; mov.u32 %r7, 0;
L:	mad.lo.u32 %r8, %r6, %r0, %r1; add.u32 %r8, %r8, %r7; mad.wide.u32 %a9, %r8, 4, %a0;
	ld.global.f32 %f1, [%a9]; st.shared.f32 [%a7], %f1;
	add.u32 %r9, %r7, %r2; mad.lo.u32 %r9, %r9, %r0, %r5; mad.wide.u32 %a9, %r9, 4, %a1;
	ld.global.f32 %f1, [%a9]; st.shared.f32 [%a8], %f1;
	BEFORE
	ld.shared.f32 %f1, [%a3+60]; ld.shared.f32 %f2, [%a4+960]; fma.rn.f32 %f0, %f1, %f2, %f0;
	BEHIND
	add.u32 %r7, %r7, 16; setp.lt.u32 %p, %r7, %r0; @%p bra L;
	mad.lo.u32 %r10, %r6, %r0, %r5; mad.wide.u32 %a9, %r10, 4, %a2; st.global.f32 [%a9], %f0; ret;`

func tiles(before, behind string) string {
	return kernelOf(".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)",
		strings.NewReplacer("BEFORE", before, "BEHIND", behind).Replace(tile))
}

// The shape of the blocks follows from the arithmetic, and integers take the values that it admits: a product
// of matrices is right, and wrong without either of its barriers, whatever is not said.
func TestShapeFromArithmetic(t *testing.T) {
	s := study(t, tiles("bar.sync 0;", "bar.sync 0;"), judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Clean || s.Config.Block != (machine.Extents{16, 16, 1}) || s.Launches < 5 {
		t.Errorf("%v of %v: %s", s.Outcome, s.Config.Block, verdictOf(t, s))
	}
	for _, text := range []string{tiles("", "bar.sync 0;"), tiles("bar.sync 0;", "")} {
		if s := study(t, text, judge.Options{DynamicShared: -1}); s.Outcome != judge.Wrong {
			t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
		}
	}
}

// alternating copies n tiles through two slots of shared memory; where the slots are switched by the parity
// of what is left, tiles 2k and 2k+1 of an odd number of them meet.
func alternating(slot string) string {
	return kernelOf(".visible .entry k(.param .u64 a, .param .u64 c, .param .u32 n) .reqntid 64", `
	.shared .align 4 .b8 s[512];
	.reg .b32 %r<12>; .reg .b64 %a<12>; .reg .pred %p<3>;
	ld.param.u64 %a0, [a]; ld.param.u64 %a1, [c]; ld.param.u32 %r0, [n]; mov.u32 %r1, %tid.x;
	mov.b64 %a2, s; mov.u32 %r2, 0; xor.b32 %r3, %r1, 63;
	setp.eq.u32 %p0, %r0, 0; @%p0 ret;
L:	`+slot+`
	mul.wide.u32 %a3, %r4, 256; add.u64 %a3, %a3, %a2;
	mad.wide.u32 %a4, %r1, 4, %a3; mad.wide.u32 %a5, %r3, 4, %a3;
	st.shared.u32 [%a4], %r2; bar.sync 0; ld.shared.u32 %r5, [%a5];
	mad.wide.u32 %a6, %r1, 4, %a1; st.global.u32 [%a6], %r5;
	add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r0; @%p1 bra L; ret;`)
}

// Trip counts are swept by default, and the smallest launch that is wrong is told with those that are right.
func TestTripCounts(t *testing.T) {
	const both = "and.b32 %r4, %r2, 1;"
	if s := study(t, alternating(both), judge.Options{DynamicShared: -1}); s.Outcome != judge.Clean {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
	const wraps = "and.b32 %r4, %r2, 1; and.b32 %r6, %r2, 3; setp.eq.u32 %p2, %r6, 3; @%p2 mov.u32 %r4, 0;"
	s := study(t, alternating(wraps), judge.Options{DynamicShared: -1})
	if want := "WRONG: wrong for n = 4, 5, 6, 7, 8, 9, 10 and 1024, right for 0, 1, 2 and 3"; s.Outcome !=
		judge.Wrong ||
		verdictOf(t, s) != want {
		t.Errorf("got %s, want %s", verdictOf(t, s), want)
	}
	if n := s.Config.Args[2].Bits; n != 4 {
		t.Errorf("the launch that is shown has n = %d", n)
	}
	found := s.Diagnostics(false)
	if !strings.Contains(fmt.Sprint(found[0].Notes), "in a launch with n = 4; wrong for n = 4") {
		t.Errorf("notes %v", found[0].Notes)
	}
}

// scattered stores by an index that is loaded, or counts up what is there.
func scattered(act string) string {
	return kernelOf(".visible .entry k(.param .u64 index, .param .u64 out) .reqntid 64", `
	.reg .b32 %r<4>; .reg .b64 %a<6>;
	ld.param.u64 %a0, [index]; ld.param.u64 %a1, [out]; mov.u32 %r0, %tid.x; mad.wide.u32 %a2, %r0, 4, %a0;
	ld.global.u32 %r1, [%a2]; mad.wide.u32 %a3, %r1, 4, %a1; `+act+" ret;")
}

// What buffers hold is a guess: stores to places that it names depend on it, and a place that is read and
// written back does not.
func TestContents(t *testing.T) {
	s := study(t, scattered("st.global.u32 [%a3], %r0;"), judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Depends || !strings.Contains(verdictOf(t, s), "what the buffers hold = zeros") {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
	for _, d := range s.Diagnostics(false) {
		if d.Severity == diag.Error {
			t.Errorf("an error where the outcome depends: %v", d)
		}
	}
	s = study(t, scattered("ld.global.u32 %r2, [%a3]; add.u32 %r2, %r2, 1; st.global.u32 [%a3], %r2;"),
		judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Wrong {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
}

// A pointer that is loaded from memory of which nothing is known points nowhere: that is no mistake.
func TestPointersInMemory(t *testing.T) {
	s := study(t, kernelOf(".visible .entry k(.param .u64 list)", `
	.reg .b32 %r; .reg .b64 %a<4>; ld.param.u64 %a0, [list]; ld.global.u64 %a1, [%a0]; mov.u32 %r, %tid.x;
	mad.wide.u32 %a2, %r, 4, %a1; st.global.u32 [%a2], %r; ret;`), judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Depends || !strings.Contains(verdictOf(t, s), "what the buffers hold") {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
}

// A kernel that says nothing of its blocks is not wrong because of 128 threads.
func TestUntoldBlock(t *testing.T) {
	const pairs = `.shared .align 4 .b8 s[1024]; .reg .b32 %r<4>; .reg .b64 %a<4>;
	mov.b64 %a0, s; mov.u32 %r0, %tid.x; and.b32 %r1, %r0, 63; mad.wide.u32 %a1, %r1, 4, %a0;
	st.shared.u32 [%a1], %r0; ret;`
	s := study(t, kernelOf(".visible .entry k()", pairs), judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Depends ||
		!strings.Contains(verdictOf(t, s), "right for 32 and 64; give --block 64") {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
	s = study(t, kernelOf(".visible .entry k() .reqntid 128", pairs), judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Wrong {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
}

// bounded adds one to elements below n, as the comparison has it.
func bounded(compare, address string) string {
	return kernelOf(".visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n) .reqntid 64", `
	.reg .b32 %r<6>; .reg .b64 %a<6>; .reg .pred %p;
	ld.param.u64 %a0, [a]; ld.param.u64 %a1, [b]; ld.param.u32 %r0, [n]; mov.u32 %r1, %tid.x;
	mad.wide.u32 %a2, %r1, 4, %a0; mad.wide.u32 %a3, %r1, 4, %a1;
	setp.`+compare+`.u32 %p, %r1, %r0; @%p ret;
	ld.global.u32 %r2, `+address+`; st.global.u32 [%a3], %r2; ret;`)
}

// A buffer is expected to be as large as the bound says: one thread too many depends on it, and so does a
// neighbour that the last thread does not have.
func TestSizes(t *testing.T) {
	o := judge.Options{DynamicShared: -1}
	if s := study(t, bounded("ge", "[%a2]"), o); s.Outcome != judge.Clean {
		t.Error(verdictOf(t, s))
	}
	s := study(t, bounded("ge", "[%a2+8]"), o)
	want := "depends on the launch: wrong for the size of 'a' = bytes:4 with n = 1, right for bytes:12; " +
		"give --arg 0=bytes:12 --arg 2=1"
	if got := verdictOf(t, s); s.Outcome != judge.Depends || got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s = study(t, bounded("gt", "[%a2]"), o)
	want = "depends on the launch: wrong for the size of 'a' = bytes:4 with n = 1, right for bytes:8; " +
		"give --arg 0=bytes:8 --arg 2=1"
	if got := verdictOf(t, s); s.Outcome != judge.Depends || got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	o.Given = []judge.Given{{Key: "a", Buffer: &machine.Buffer{Data: make([]byte, 4)}},
		{Key: "2", Number: "1"}}
	if s := study(t, bounded("gt", "[%a2]"), o); s.Outcome != judge.Wrong {
		t.Errorf("with a size: %s", verdictOf(t, s))
	}
}

// Kernels that are launched as their descriptions say, and right, are never wrong without flags.
func TestExamplesWithoutFlags(t *testing.T) {
	files, err := os.ReadDir("../../examples/ptx")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".ptx") {
			texts[f.Name()] = read(t, f.Name())
		}
	}
	for name, text := range someOf(texts) {
		if s := study(t, text, judge.Options{DynamicShared: -1}); s.Outcome != judge.Clean {
			t.Errorf("%s: %s: %v", name, verdictOf(t, s), s.Diagnostics(false))
		}
	}
}

// Arguments have the names of parameters, or positions, or are fields of structs.
func TestGivenArguments(t *testing.T) {
	text := kernelOf(".visible .entry k(.param .u64 p, .param .align 8 .b8 s[24], .param .f32 x)", `
	.reg .b32 %r<4>; .reg .b64 %a<4>; .reg .f32 %f;
	ld.param.u64 %a0, [p]; ld.param.u32 %r0, [s]; ld.param.u64 %a1, [s+8]; ld.param.u32 %r1, [s+16];
	ld.param.f32 %f, [x]; mov.u32 %r2, %tid.x; mad.wide.u32 %a2, %r2, 4, %a0; mad.wide.u32 %a3, %r2, 4, %a1;
	st.global.u32 [%a2], %r0; st.global.u32 [%a3], %r1; ret;`)
	memory := &machine.Buffer{Data: make([]byte, 512)}
	p, err := plan(t, text, judge.Options{DynamicShared: -1, Given: []judge.Given{{Key: "0", Buffer: memory},
		{Key: "s.8", Buffer: memory}, {Key: "1.16", Number: "-5"}, {Key: "2", Number: "2"}}})
	if err != nil {
		t.Fatal(err)
	}
	args := p.Config.Args
	if args[0].Buffer != memory || args[1].Pointers[8].Buffer != memory ||
		fmt.Sprint(args[1].Bytes[16:20]) != "[251 255 255 255]" || args[2].Bits != 0x40000000 {
		t.Errorf("%+v", args)
	}
	for want, g := range map[string]judge.Given{
		"has no parameter 'q'":            {Key: "q", Number: "1"},
		"has no parameter '7'":            {Key: "7", Number: "1"},
		"reads no field of 's' at byte 4": {Key: "s.4", Number: "1"},
		"is a struct of 24 bytes":         {Key: "1", Number: "1"},
		"'five' is no number for 's.16'":  {Key: "s.16", Number: "five"},
		"has 24 bytes, not 3":             {Key: "s", Bytes: make([]byte, 3)},
	} {
		_, err := plan(t, text, judge.Options{DynamicShared: -1, Given: []judge.Given{g}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got %v, want %s", g, err, want)
		}
	}
}

// A kernel that never asks for the number of a thread may be meant for one: that it is wrong for more depends
// on the launch. One that asks is wrong.
func TestOneThread(t *testing.T) {
	for number, want := range map[string]judge.Outcome{"5": judge.Depends, "%tid.x": judge.Wrong} {
		s := study(t, `.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 .ptr .global to) {
	.shared .b32 cell; .reg .b32 %r<4>; .reg .b64 %a;
	ld.param.u64 %a, [to]; mov.u32 %r1, `+number+`; ld.global.u32 %r0, [%a]; add.u32 %r1, %r1, %r0;
	st.shared.u32 [cell], %r1; atom.shared.add.u32 %r2, [cell], 3; ld.shared.u32 %r3, [cell];
	st.global.u32 [%a], %r3; ret; }`, judge.Options{DynamicShared: -1})
		if got := verdictOf(t, s); s.Outcome != want || want == judge.Depends &&
			!strings.HasSuffix(got, "right for 1; give --block 1") {
			t.Errorf("%s: %s", number, got)
		}
	}
}

// A plan that the kernel ends with a trap says nothing; a launch that it takes is shown instead. Where it
// takes none, and where somebody gave what it refuses, the trap is an error.
func TestRefusedPlan(t *testing.T) {
	refuses := func(compare string) string {
		return kernelOf(".visible .entry k(.param .u32 n) .reqntid 32", `.reg .b32 %r<4>; .reg .pred %p<3>;
		ld.param.u32 %r0, [n]; mov.u32 %r1, %tid.x; `+compare+` @%p0 trap; setp.ge.u32 %p1, %r1, %r0;
		@%p1 ret; bar.warp.sync -1; ret;`)
	}
	const large, all = "setp.gt.u32 %p0, %r0, 100;", "setp.ge.u32 %p0, %r0, 0;"
	one := machine.Extents{1, 1, 1}
	s := study(t, refuses(large), judge.Options{DynamicShared: -1, Grid: one})
	if n := s.Config.Args[0].Bits; s.Outcome != judge.Clean || n > 100 {
		t.Errorf("n = %d: %s", n, verdictOf(t, s))
	}
	for _, o := range []judge.Options{{DynamicShared: -1, Grid: one, Given: []judge.Given{{Key: "n",
		Number: "7"}}}, {DynamicShared: -1, Grid: one}} {
		if s := study(t, refuses(all), o); s.Outcome != judge.Wrong || s.On != nil {
			t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
		}
	}
}

// Of the launches that are wrong the one is shown that reaches the synchronization: without an element no
// thread comes to the barrier that some of them leave out, and all that shows is a race.
func TestShownLaunchReachesSynchronization(t *testing.T) {
	s := study(t, kernelOf(".visible .entry k(.param .u64 a, .param .u32 n) .reqntid 64", `
	.reg .b32 %r<6>; .reg .b64 %a<6>; .reg .pred %p; .shared .align 4 .b8 S[256];
	ld.param.u64 %a0, [a]; ld.param.u32 %r0, [n]; mov.u32 %r1, %tid.x; mov.b64 %a1, S;
	mad.wide.u32 %a2, %r1, 4, %a1; st.shared.u32 [%a2], %r1; setp.ge.u32 %p, %r1, %r0; @%p bra L;
	bar.sync 0;
L:	xor.b32 %r2, %r1, 63; mad.wide.u32 %a3, %r2, 4, %a1; ld.shared.u32 %r3, [%a3];
	mad.wide.u32 %a4, %r1, 4, %a0; st.global.u32 [%a4], %r3; ret;`), judge.Options{DynamicShared: -1})
	if text := s.Diagnostics(true).Error(); s.Outcome != judge.Wrong ||
		!strings.Contains(text, "[ptx-divergent-barrier]") ||
		strings.Contains(text, "[ptx-not-reached]") {
		t.Errorf("%v: %s", s.Outcome, text)
	}
}
