package machine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A sum of the first warp's words by volatile accesses, one step of it: %BETWEEN% is between the store and
// the load that meet.
const warpSum = `st.shared.u32 [%s], %t; bar.sync 0; setp.ge.u32 %p0, %t, 32; @%p0 bra E;
ld.volatile.shared.u32 %r0, [%s+64]; ld.volatile.shared.u32 %r1, [%s]; add.u32 %r1, %r1, %r0; BEFORE# st.volatile.shared.u32 [%s], %r1; BETWEEN#
ld.volatile.shared.u32 %r0, [%s+32]; ld.volatile.shared.u32 %r1, [%s]; add.u32 %r1, %r1, %r0; setp.lt.u32 %p1, %t, 8; @%p1 st.global.u32 [%own], %r1; E:`

// What a load may return more than one value of is found where the value matters: as what it is, in memory
// or in other registers, and not where it decides what is executed, or is looked at until it is another one.
func TestStaleReads(t *testing.T) {
	// Thread 32 stores to a place that thread 0 loads from, twice, and does something with it.
	load := func(what string) string {
		return `setp.eq.u32 %p0, %t, 32; @%p0 st.volatile.shared.u32 [mem], 1; setp.ne.u32 %p0, %t, 0; @%p0 bra E;
mov.u32 %r1, 4; mov.u32 %r3, mem; L: ld.volatile.shared.u32 %r0, [%r3]; ` + what + ` E:`
	}
	lastBlock :=
		`mov.u32 %r4, %ctaid.x; setp.ne.u32 %p0, %t, 0; @%p0 bra E; mul.wide.u32 %y1, %r4, 4; add.u64 %y1, %out, %y1;
st.volatile.global.u32 [%y1], %r4; TELL# atom.global.add.u32 %r0, [%out+2048], 1; setp.ne.u32 %p1, %r0, 2; @%p1 bra E;
ASK# ld.volatile.global.u32 %r1, [%out]; st.global.u32 [%out+1024], %r1; E:`
	for _, c := range []struct {
		name, body, want string
		grid             int
	}{
		{"a warp goes in step", strings.NewReplacer("BEFORE#", "", "BETWEEN#", "").Replace(warpSum),
			"put bar.warp.sync between", 1},
		{"a warp that meets", strings.NewReplacer("BEFORE#", "bar.warp.sync -1;", "BETWEEN#",
			"bar.warp.sync -1;").Replace(warpSum), "", 1},
		{"a warp that meets behind the store alone", strings.NewReplacer("BEFORE#", "", "BETWEEN#",
			"bar.warp.sync -1;").Replace(warpSum), "[ptx-stale-read]", 1},
		{"a result", load(`add.u32 %r2, %r0, 1; st.global.u32 [%own], %r2;`), "the value reaches a result",
			1},
		{"a result by shared memory",
			load(`st.shared.u32 [mem+64], %r0; ld.shared.u32 %r2, [mem+64]; st.global.u32 [%own], %r2;`),
			"the value reaches a result", 1},
		{"a result by a shuffle", load(`shfl.sync.idx.b32 %r2, %r0, 0, 31, 1; st.global.u32 [%own], %r2;`),
			"the value reaches a result", 1},
		{"a choice of a result",
			load(`setp.eq.u32 %p1, %r0, 0; selp.b32 %r2, 1, 2, %p1; st.global.u32 [%own], %r2;`),
			"the value reaches a result", 1},
		{"an address", load(`and.b32 %r0, %r0, 4; add.u32 %r0, %r0, %s; st.shared.u32 [%r0+64], 0;`),
			"the value is part of an address", 1},
		{"overwritten", load(`mov.u32 %r0, 5; st.global.u32 [%own], %r0;`), "", 1},
		{"only in some lanes overwritten", load(`@%p0 mov.u32 %r0, 5; st.global.u32 [%own], %r0;`),
			"[ptx-stale-read]", 1},
		{"a condition", load(`setp.eq.u32 %p1, %r0, 0; @%p1 st.global.u32 [%own], 1;`), "", 1},
		{"awaited", load(`setp.eq.u32 %p1, %r0, 0; @%p1 bra L; st.global.u32 [%own], 1;`), "", 1},
		{"awaited, and used", load(`setp.eq.u32 %p1, %r0, 0; @%p1 bra L; st.global.u32 [%own], %r0;`), "", 1},
		{"in a loop that goes on",
			load(
				`add.u32 %r3, %r3, 4; sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L; st.global.u32 [%own], %r0;`),
			"[ptx-stale-read]", 1},
		{"in a loop that it ends early",
			load(`st.global.u32 [%own], %r0; sub.u32 %r1, %r1, 1; setp.eq.u32 %p1, %r0, %r1; @%p1 bra L;`),
			"[ptx-stale-read]", 1},
		{"acquired", strings.Replace(load(`st.global.u32 [%own], %r0;`), "volatile.shared.u32 %r0",
			"acquire.cta.shared.u32 %r0", 1), "", 1},
		{"compared", load(`atom.shared.cas.b32 %r2, [mem], %r0, 7;`), "", 1},
		{"the last block, in no order",
			strings.NewReplacer("TELL#", "", "ASK#", "membar.gl;").Replace(lastBlock),
			"let the writer set a flag behind a release", 3},
		{"the last block, fenced", strings.NewReplacer("TELL#", "membar.gl;", "ASK#", "membar.gl;").
			Replace(lastBlock), "", 3},
		{"the last block, not fenced by itself", strings.NewReplacer("TELL#", "membar.gl;", "ASK#", "").
			Replace(lastBlock), "[ptx-stale-read]", 3},
	} {
		body := c.body
		if c.grid == 1 && !strings.Contains(body, "bar.sync") {
			body = "setp.eq.u32 %p0, %t, 0; @%p0 st.shared.u32 [mem], 0; @%p0 st.shared.u32 [mem+4], 0; " +
				"@%p0 st.shared.u32 [mem+8], 0; @%p0 st.shared.u32 [mem+12], 0; bar.sync 0;" + body
		}
		for _, mode := range []machine.Mode{machine.Late, machine.Random} {
			got := findings(t, syncCase{name: c.name, body: body}, machine.Extents{c.grid, 1, 1}, mode)
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("%s, mode %d: got\n%s, want %q", c.name, mode, got, c.want)
			}
			if c.want != "" && strings.Contains(fmt.Sprint(got), "[ptx-race]") {
				t.Errorf("%s, mode %d: got a race\n%s", c.name, mode, got)
			}
		}
	}
}
