package judge_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
)

// larger stores where a number that is loaded is larger than zero: to one place, or to the thread's own.
func larger(load, compare, place string) string {
	return kernelOf(".visible .entry k(.param .u64 in, .param .u64 out) .reqntid 64", `
	.reg .b32 %r<8>; .reg .b64 %a<8>; .reg .pred %p;
	ld.param.u64 %a0, [in]; ld.param.u64 %a1, [out]; mov.u32 %r1, %tid.x; mov.b32 %r3, 0;
	mul.wide.u32 %a2, %r1, 4; add.u64 %a3, %a0, %a2; add.u64 %a4, %a1, %a2;
	`+load+` %r2, [%a3]; `+compare+` %p, %r2, %r3; @%p st.global.b32 [`+place+`], %r1; ret;`)
}

// Numbers that differ show what a kernel does where the numbers that it loads do, whether they are floats or
// integers. What it writes itself begins with zeros: there may be counters and flags in it.
func TestNumbersInBuffers(t *testing.T) {
	for _, compare := range []string{"setp.gt.f32", "setp.gt.s32"} {
		s := study(t, larger("ld.global.b32", compare, "%a1"), judge.Options{DynamicShared: -1})
		if s.Outcome != judge.Depends || !strings.Contains(verdictOf(t, s),
			"the buffers hold = the numbers 0, 1, 2, ... where it writes nothing") {
			t.Errorf("%s: %v: %s", compare, s.Outcome, verdictOf(t, s))
		}
		s = study(t, larger("ld.global.b32", compare, "%a4"), judge.Options{DynamicShared: -1})
		if s.Outcome != judge.Clean {
			t.Errorf("%s: %v: %s", compare, s.Outcome, verdictOf(t, s))
		}
	}
	flags := strings.ReplaceAll(larger("ld.global.b32", "setp.gt.s32", "%a0"), "[%a3];",
		"[%a3]; st.global.b32 [%a3], %r3;")
	if s := study(t, flags, judge.Options{DynamicShared: -1}); s.Outcome != judge.Clean {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
}

// counting sets a table to zero and counts loaded numbers in it.
func counting(between string) string {
	return kernelOf(".visible .entry k(.param .u64 in) .reqntid 64", `
	.shared .align 4 .b8 s[256];
	.reg .b32 %r<8>; .reg .b64 %a<8>;
	ld.param.u64 %a0, [in]; mov.u32 %r1, %tid.x; mov.b32 %r3, 0; mul.wide.u32 %a2, %r1, 4;
	add.u64 %a3, %a0, %a2; mov.b64 %a4, s; add.u64 %a5, %a4, %a2; st.shared.b32 [%a5], %r3;
	`+between+` ld.global.u32 %r2, [%a3]; and.b32 %r2, %r2, 63;
	mad.wide.u32 %a6, %r2, 4, %a4; atom.shared.add.u32 %r4, [%a6], 1; ret;`)
}

// That each thread may find its own place excuses no race with the thread that has it.
func TestOwnPlaceIsNoExcuse(t *testing.T) {
	if s := study(t, counting(""), judge.Options{DynamicShared: -1}); s.Outcome != judge.Wrong {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
	if s := study(t, counting("bar.sync 0;"), judge.Options{DynamicShared: -1}); s.Outcome != judge.Clean {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
}

// rows writes rows of as many elements as there are threads; pitch computes how far rows are apart.
func rows(pitch string) string {
	return kernelOf(".visible .entry k(.param .u64 out, .param .u32 cols, .param .u32 n) .reqntid 32, 4", `
	.reg .b32 %r<8>; .reg .b64 %a<4>; .reg .pred %p;
	ld.param.u64 %a0, [out]; ld.param.u32 %r0, [cols]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;
	mov.u32 %r3, %tid.y; setp.ge.u32 %p, %r2, %r1; @%p ret;
	`+pitch+` mad.lo.u32 %r5, %r3, %r4, %r2; mad.wide.u32 %a1, %r5, 4, %a0; st.global.u32 [%a1], %r3; ret;`)
}

// Integers are small together: rows that are half as far apart as there are columns meet.
func TestSmallIntegersTogether(t *testing.T) {
	s := study(t, rows("shr.u32 %r4, %r0, 1;"), judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Depends || !strings.Contains(verdictOf(t, s), "all integers = about 32") {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
	s = study(t, rows("mov.b32 %r4, %r0;"), judge.Options{DynamicShared: -1})
	if s.Outcome != judge.Clean {
		t.Errorf("%v: %s", s.Outcome, verdictOf(t, s))
	}
}
