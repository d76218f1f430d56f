package machine_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A plain load that a loop of cas begins with is a remark where the cas confirms every use of its value, and
// a race where the value is used in another way.
func TestGuessesBeforeCAS(t *testing.T) {
	const remark, race = "[ptx-guess-before-cas]", "[ptx-race]"
	const ownWord = `mov.u32 %r7, %ctaid.x; mul.wide.u32 %y1, %r7, 256; add.u64 %own, %own, %y1; `
	// The loop of atomicAdd for types that have none; all threads add to one word.
	loop := func(replacements ...string) string {
		return strings.NewReplacer(replacements...).Replace(
			`ld.global.u32 %r0, [%out]; L: add.u32 %r1, %r0, 3; atom.global.cas.b32 %r2, [%out], %r0, %r1; ` +
				`setp.ne.u32 %p0, %r0, %r2; mov.u32 %r0, %r2; @%p0 bra L; E:`)
	}
	for _, c := range []struct{ name, body, want string }{
		{"as CUDA's guide has it", loop(), remark},
		{"in shared memory",
			`setp.eq.u32 %p0, %t, 0; @%p0 st.shared.u32 [mem], 0; bar.sync 0;` +
				loop("ld.global.u32 %r0, [%out]", "ld.shared.u32 %r0, [mem]",
					"atom.global.cas.b32 %r2, [%out]",
					"atom.shared.cas.b32 %r2, [mem]"), remark},
		{"with a copy of the guess",
			loop("L:", "L: mov.u32 %r3, %r0;", "[%out], %r0, %r1", "[%out], %r3, %r1"), remark},
		{"relaxed", loop("ld.global", "ld.relaxed.gpu.global"), ""},
		{"what the cas found is a result", loop("E:", "st.global.u32 [%own+2048], %r2; E:"), remark},
		{"the guess is a result where the cas found it",
			loop("mov.u32 %r0, %r2; @%p0 bra L; E:",
				"@%p0 bra M; st.global.u32 [%own+2048], %r0; bra E; M: mov.u32 %r0, %r2; bra L; E:"), remark},
		{"the loop is in another one, with another place each",
			`mov.u32 %r4, 0; mov.u64 %y2, %out; N: ` + loop("%out", "%y2", "E:",
				"add.u64 %y2, %y2, 8; add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 3; @%p1 bra N; E:"), remark},
		{"the guess is a result", loop("L:", "st.global.u32 [%own+2048], %r0; L:"), race},
		{"the guess is a result behind the loop",
			loop("L:", "mov.u32 %r3, %r0; L:", "E:", "st.global.u32 [%own+2048], %r3; E:"), race},
		{"the guess is an address",
			loop("L:",
				"and.b32 %r3, %r0, 4; cvt.u64.u32 %y1, %r3; add.u64 %y1, %y1, %in; ld.global.u32 %r3, "+
					"[%y1]; L:"),
			race},
		{"the guess decides a branch", loop("L:", "setp.gt.u32 %p1, %r0, 500; @%p1 bra E; L:"), race},
		{"the sum is not computed again", loop("L: add.u32 %r1, %r0, 3;", "add.u32 %r1, %r0, 3; L:"), race},
		{"the cas compares with something else", loop("[%out], %r0, %r1", "[%out], 0, %r1"), race},
		{"the cas compares with a part of the guess",
			loop("[%out], %r0, %r1", "[%out], %r3, %r1", "L:", "L: and.b32 %r3, %r0, 255;"), race},
		{"the cas is for another place", loop("cas.b32 %r2, [%out]", "cas.b32 %r2, [%out+4]",
			"E:", "red.global.add.u32 [%out], 1; E:"), race},
		{"the cas is for the next place", loop("L:", "mov.u64 %y3, %out; add.u64 %out, %out, 4; L:",
			"E:", "red.global.add.u32 [%y3], 1; E:"), race},
		{"no cas", `ld.global.u32 %r0, [%out]; add.u32 %r0, %r0, 3; atom.global.exch.b32 %r1, [%out], %r0;`,
			race},
		{"the other access is no atomic operation",
			`setp.eq.u32 %p1, %t, 40; @%p1 st.global.u32 [%out], 7; ` + loop(), race},
		{"the cas is for its block alone", loop("atom.global", "atom.cta.global"), race},
	} {
		for _, mode := range []machine.Mode{machine.Late, machine.Early, machine.Random} {
			got := findings(t, syncCase{name: c.name, body: ownWord + c.body}, machine.Extents{2, 1, 1}, mode)
			if c.want == "" && got != "" || !strings.Contains(got, c.want) ||
				c.want != race && strings.Contains(got, "error") {
				t.Errorf("%s, mode %d: got\n%s, want %q", c.name, mode, got, c.want)
			}
		}
	}
}
