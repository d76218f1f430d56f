package machine_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// An operation of the lanes that a mask names waits for those that have not ended, wherever they are before
// they come to it. It is wrong only if they never come.
func TestLanesThatComeLater(t *testing.T) {
	const elsewhere = ", which is elsewhere [ptx-divergent-barrier]"
	// Lane 0 of each warp has %p0.
	const lane0 = `and.b32 %r7, %t, 31; setp.eq.u32 %p0, %r7, 0; `
	const vote = `vote.sync.all.pred %p1, %p2, 0xFFFFFFFF; `
	const wrongSum = `setp.ne.u32 %p2, %r1, 31; @%p2 trap; `
	for _, c := range []struct{ name, body, want string }{
		{"one ends on another path", `setp.ge.u32 %p2, %t, 0; ` + lane0 + `@%p0 bra E; ` + vote +
			`@!%p1 trap; E: ret;`, ""},
		{"one does something else and ends", lane0 + `@%p0 bra L; ` + vote +
			`bra E; L: st.global.u32 [%own], %t; E: ret;`, ""},
		{"one is guarded, and ends", lane0 + `@!%p0 ` + vote, ""},
		{"lanes that are left count",
			lane0 + `mov.u32 %r1, 1; @%p0 bra E; redux.sync.add.u32 %r1, %r1, -1; ` +
				wrongSum + `E: ret;`, ""},
		{"all lanes come, one in a later round", lane0 + `selp.u32 %r0, 2, 1, %p0; mov.u32 %r1, 0; ` +
			`L: setp.eq.u32 %p1, %r0, 2; @%p1 bra M; redux.sync.add.u32 %r1, 1, -1; setp.ne.u32 %p2, %r1, 32; ` +
			`@%p2 trap; M: sub.u32 %r0, %r0, 1; setp.ne.u32 %p1, %r0, 0; @%p1 bra L;`, ""},
		{"some skip a round, and meet there at another operation", lane0 + `@%p0 bra L; ` + vote + `L: ` +
			`redux.sync.add.u32 %r1, %r1, -1;`, "'vote.sync.all.pred' needs thread (0, 0, 0)" + elsewhere},
		{"some wait at a barrier of the block", lane0 + `@%p0 bra L; ` + vote + `L: bar.sync 0;`,
			"'vote.sync.all.pred' needs thread (0, 0, 0)" + elsewhere},
		{"guarded, and all meet at a barrier of the block", lane0 + `@!%p0 ` + vote + `bar.sync 0;`,
			"'vote.sync.all.pred' needs thread (0, 0, 0)" + elsewhere},
		{"a barrier of the block is executed in step", lane0 + `@%p0 bra E; bar.sync 0; E: ret;`,
			"the barrier needs thread (0, 0, 0)" + elsewhere},
		{"a value of one that has ended", lane0 +
			`@%p0 bra E; shfl.sync.idx.b32 %r0, %r1, 0, 31, -1; E: ret;`, "takes a value from lane 0"},

		{"two barriers of the warp are one",
			lane0 + `@%p0 bra L; st.shared.u32 [%s], %t; bar.warp.sync -1; ` +
				`bra E; L: bar.warp.sync -1; ld.shared.u32 %r0, [%s+4]; E:`, ""},
		{"and order both ways", lane0 + `@%p0 bra L; bar.warp.sync -1; ` +
			`st.shared.u32 [%s], %t; bra E; L: st.shared.u32 [%s+4], 0; bar.warp.sync -1; E:`, ""},
		{"the load is before the barrier", lane0 + `@%p0 bra L; st.shared.u32 [%s], %t; bar.warp.sync -1; ` +
			`bra E; L: ld.shared.u32 %r0, [%s+4]; bar.warp.sync -1; E:`, "[ptx-race]"},
		{"two barriers, of other lanes", lane0 + `@%p0 bra L; bar.warp.sync -1; ` +
			`bra E; L: bar.warp.sync 1; bar.sync 0; E:`,
			"the barrier of the warp needs thread (0, 0, 0)" + elsewhere},
		{"one barrier more on one side", lane0 + `@%p0 bra L; bar.warp.sync -1; bar.warp.sync -1; ` +
			`bra E; L: bar.warp.sync -1; E: bar.sync 0;`,
			"the barrier of the warp needs thread (0, 0, 0)" + elsewhere},
		{"one barrier more on one side, and the others end",
			lane0 + `@%p0 bra L; bar.warp.sync -1; bar.warp.sync -1; bra E; L: bar.warp.sync -1; E:`, ""},

		// instructions of one kind are one operation, wherever lanes come to them
		{"a vote at two places", lane0 + `setp.lt.u32 %p2, %r7, 4; @%p0 bra L; ` +
			`vote.sync.ballot.b32 %r1, %p2, -1; bra E; L: setp.eq.u32 %p3, %r7, 9; ` +
			`vote.sync.ballot.b32 %r1, %p3, -1; E: setp.ne.u32 %p1, %r1, 14; @%p1 trap;`, ""},
		{"a shuffle at two places, of other registers", lane0 + `mov.u32 %r3, 50; @%p0 bra L; ` +
			`shfl.sync.idx.b32 %r1, %r7, 0, 31, -1; setp.ne.u32 %p1, %r1, 50; @%p1 trap; bra E; L: ` +
			`shfl.sync.idx.b32 %r1, %r3, 5, 31, -1; setp.ne.u32 %p1, %r1, 5; @%p1 trap; E:`, ""},
		{"a sum at two places", lane0 + `mov.u32 %r3, 7; @%p0 bra L; redux.sync.add.u32 %r1, 1, -1; bra E; ` +
			`L: redux.sync.add.u32 %r1, %r3, -1; E: setp.ne.u32 %p1, %r1, 38; @%p1 trap;`, ""},
		{"votes with other qualifiers", lane0 + `@%p0 bra L; vote.sync.any.pred %p1, %p2, -1; ` +
			`bra E; L: vote.sync.all.pred %p1, %p2, -1; E:`, elsewhere},
		{"votes of other lanes", lane0 + `@%p0 bra L; vote.sync.any.pred %p1, %p2, -1; ` +
			`bra E; L: vote.sync.any.pred %p1, %p2, 1; bar.sync 0; E:`, elsewhere},

		// to a barrier that is not aligned lanes may come from different places
		{"a barrier at two places", lane0 + `@%p0 bra L; st.shared.u32 [%s], %t; barrier.sync 0; bra E; ` +
			`L: barrier.sync 0; ld.shared.u32 %r0, [%s+4]; E:`, ""},
		{"an aligned one at two places", lane0 + `@%p0 bra L; barrier.sync.aligned 0; bra E; ` +
			`L: barrier.sync.aligned 0; E:`, "the barrier needs thread (0, 0, 0)" + elsewhere},
		{"the load is before it", lane0 + `@%p0 bra L; st.shared.u32 [%s], %t; barrier.sync 0; bra E; ` +
			`L: ld.shared.u32 %r0, [%s+4]; barrier.sync 0; E:`, "[ptx-race]"},
		{"a guarded one, and the other lanes end", lane0 + `@!%p0 barrier.sync 0;`, "have ended"},
		{"a guarded one, and one behind it", lane0 + `@!%p0 barrier.sync 0; @%p0 barrier.sync 0;`, ""},
		{"other barriers", lane0 + `selp.u32 %r0, 1, 2, %p0; barrier.sync %r0;`, "are at different barriers"},
		{"other barriers in step", lane0 + `selp.u32 %r0, 1, 2, %p0; bar.sync %r0;`,
			"are at different barriers"},
		{"other barriers at two places", lane0 + `@%p0 bra L; barrier.sync 1; bra E; L: barrier.sync 2; E:`,
			"are at different barriers"},
		{"one waits and others arrive", lane0 + `@%p0 bra L; barrier.arrive 1, 64; bra E; ` +
			`L: barrier.sync 1, 64; E:`, elsewhere},
		{"a vote of the block at two places",
			lane0 + `@%p0 bra L; barrier.red.popc.u32 %r0, 0, %p0; bra E; ` +
				`L: setp.eq.u32 %p1, %r7, 0; barrier.red.popc.u32 %r0, 0, %p1; E: setp.ne.u32 %p2, %r0, 2; ` +
				`@%p2 trap;`, ""},
		{"arrivals at two places", lane0 + `setp.ge.u32 %p2, %t, 32; @%p2 bra W; st.shared.u32 [%s], %t; ` +
			`@%p0 bra L; barrier.arrive 1, 64; bra E; L: barrier.arrive 1, 64; bra E; ` +
			`W: barrier.sync 1, 64; ld.shared.u32 %r0, [%s+-128]; E:`, ""},

		{"halves that name themselves", `and.b32 %r0, %t, 16; shl.b32 %r0, 0xffff, %r0; mov.u32 %r1, 1; ` +
			`redux.sync.add.u32 %r1, %r1, %r0; setp.ne.u32 %p1, %r1, 16; @%p1 trap;`, ""},
		{"barriers of halves", `and.b32 %r0, %t, 16; shl.b32 %r0, 0xffff, %r0; xor.b32 %r1, %s, 4; ` +
			`st.shared.u32 [%s], %t; bar.warp.sync %r0; ld.shared.u32 %r2, [%r1];`, ""},
		{"barriers of halves do not order the halves",
			`and.b32 %r0, %t, 16; shl.b32 %r0, 0xffff, %r0; xor.b32 %r1, %s, 64; ` +
				`st.shared.u32 [%s], %t; bar.warp.sync %r0; ld.shared.u32 %r2, [%r1];`, "[ptx-race]"},
		{"one half comes later", `and.b32 %r0, %t, 16; setp.ne.u32 %p0, %r0, 0; shl.b32 %r0, 0xffff, %r0; ` +
			`and.b32 %r1, %t, 1; setp.ne.u32 %p1, %r1, 0; and.pred %p0, %p0, %p1; @%p0 bra L; ` +
			`M: bar.warp.sync %r0; bra E; L: mov.u32 %r2, 0; bra M; E: bar.sync 0;`, ""},
	} {
		for _, mode := range []machine.Mode{machine.Late, machine.Early, machine.Random} {
			got := findings(t, syncCase{name: c.name, body: c.body}, machine.Extents{1, 1, 1}, mode)
			want := c.want
			if mode == machine.Random && strings.Contains(want, "thread") {
				want = "[ptx-divergent-barrier]" // another warp may come first
			}
			if want == "" && got != "" || !strings.Contains(got, want) {
				t.Errorf("%s, mode %d: got\n%s, want %q", c.name, mode, got, want)
			}
		}
	}
}
