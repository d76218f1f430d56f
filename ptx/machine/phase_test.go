package machine_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Phases of the object at mem, of which all 64 threads or one arrive.
const (
	objectOf64  = `setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 64; bar.sync 0; `
	objectOf1   = `setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 1; bar.sync 0; `
	arriveAll   = `mbarrier.arrive.shared.b64 _, [mem]; `
	copyArrives = `cp.async.ca.shared.global [%s+16], [%own], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [mem]; `
	arriveOne   = `@%p0 mbarrier.arrive.shared.b64 _, [mem]; `
)

// bulkOne is a copy of 256 bytes by one thread that the object counts.
const bulkOne = `@%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [mem+16], [%in], 256, [mem]; `

// await is a wait for a phase of parity 0 or 1, with a label of its own.
func await(label, parity string) string {
	return label + ": mbarrier.try_wait.parity.shared.b64 %p1, [mem], " + parity + "; @!%p1 bra " + label +
		"; "
}

// relaxed makes arrivals and waits relaxed.
func relaxed(body string) string {
	return strings.NewReplacer("arrive.shared.b64", "arrive.relaxed.cta.shared.b64",
		"try_wait.parity.shared.b64", "try_wait.parity.relaxed.cta.shared.b64").Replace(body)
}

// What is said of waits for phases does not depend on the order of execution.
func TestPhases(t *testing.T) {
	const missed, stale = "[ptx-phase-may-be-missed]", "[ptx-wait-stale]"
	for _, c := range []syncCase{
		{"every thread waits and arrives", objectOf64 + arriveAll + await("A", "0") + arriveAll +
			await("B", "1") + arriveAll + await("C", "0"), nil},
		{"one arrives behind the waits of its warp alone", objectOf1 + arriveOne + await("A", "0") +
			"bar.warp.sync -1; " + arriveOne + await("B", "1"),
			[]string{"thread (32, 0, 0)", missed}},
		{"one arrives behind the waits of all", objectOf1 + arriveOne + await("A", "0") + "bar.sync 0; " +
			arriveOne + await("B", "1"), nil},
		{"a vote lets no lane stay behind", `setp.ge.u32 %p2, %t, 32; @%p2 exit; ` +
			strings.ReplaceAll(objectOf1, "bar.sync 0;", "bar.warp.sync -1;") + arriveOne +
			await("A", "0") + "vote.sync.any.pred %p3, %p2, -1; " + arriveOne + await("B", "1"), nil},
		{"nothing keeps lanes together", `setp.ge.u32 %p2, %t, 32; @%p2 exit; ` +
			strings.ReplaceAll(objectOf1, "bar.sync 0;", "bar.warp.sync -1;") + arriveOne +
			await("A", "0") + arriveOne + await("B", "1"), []string{missed}},
		{"a wait for a phase that was seen, at once again", objectOf1 + arriveOne + await("A", "0") +
			await("B", "0") + "bar.sync 0; " + arriveOne + await("C", "1"), nil},
		{"a wait for a phase that was seen, after others were told", objectOf1 + arriveOne +
			await("A", "0") + "bar.sync 0; " + await("B", "0") + "bar.sync 0; " + arriveOne +
			await("C", "1"), nil},
		{"a wait with the parity of a phase that was seen", objectOf1 + arriveOne + await("A", "0") +
			"bar.sync 0; " + arriveOne + await("B", "0"), []string{"waits again for phase 0", stale}},
		{"copies of a phase that nobody sees", objectOf64 + copyArrives + await("A", "0") + "bar.sync 0; " +
			await("B", "0") + "bar.sync 0; " + copyArrives, []string{"nobody waits", stale}},
		{"copies of phases that are seen", objectOf64 + copyArrives + await("A", "0") + "bar.sync 0; " +
			await("B", "0") + "bar.sync 0; " + copyArrives + await("C", "1"), nil},
		{"a wait that may come before the phase before", objectOf1 + "@!%p0 bra W; " + arriveOne + arriveOne +
			// it sees the phase before the first, or waits for phase 1
			"W: " + await("A", "1"), []string{"[ptx-"}},
		{"the threads wait in turn", objectOf1 + arriveOne + "@%p0 bra A; bra M; " + await("A", "0") +
			"M: bar.sync 0; " + arriveOne + "@%p0 bra N; " + await("B", "1") + "N: bar.sync 0;", nil},
		{"a phase that the clocks tell of without a wait",
			objectOf1 + arriveOne + "bar.sync 0; " + arriveOne +
				await("A", "1"), nil},
		{"relaxed arrivals and waits order phases as well", relaxed(objectOf64 + arriveAll + await("A", "0") +
			arriveAll + await("B", "1") + arriveAll + await("C", "0")), nil},
		{"a relaxed arrival behind the waits of its warp alone", relaxed(objectOf1 + arriveOne +
			await("A", "0") + "bar.warp.sync -1; " + arriveOne + await("B", "1")), []string{missed}},
		{"a wait that nothing orders behind the initialization", strings.ReplaceAll(objectOf1, "bar.sync 0;",
			"") + arriveOne + await("A", "0"), []string{"[ptx-"}},
		{"a state names its phase", objectOf64 + `mbarrier.arrive.shared.b64 %y1, [mem];
A: mbarrier.try_wait.shared.b64 %p1, [mem], %y1; @!%p1 bra A; mbarrier.arrive.shared.b64 %y1, [mem];
B: mbarrier.try_wait.shared.b64 %p1, [mem], %y1; @!%p1 bra B;`, nil},
		{"a state of a phase that may have gone by", objectOf1 + `mov.u64 %y1, 0; ` + arriveOne +
			`A: mbarrier.try_wait.shared.b64 %p1, [mem], %y1; @!%p1 bra A; ` + arriveOne,
			[]string{missed}},
		{"a state of a phase that has gone by", objectOf1 + `mov.u64 %y1, 0; ` + arriveOne + await("A", "0") +
			"bar.sync 0; " + arriveOne + await("B", "1") +
			`mbarrier.test_wait.shared.b64 %p1, [mem], %y1; `, []string{missed}},
		{"a copy that comes behind the waits, of which the arrival was before them", objectOf1 + arriveOne +
			await("A", "0") + "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [mem], 256; bar.sync 0; " +
			bulkOne + await("B", "1"), nil},
		{"a copy that may still be under way when the clocks tell of all arrivals", objectOf1 +
			"@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [mem], 256; " + bulkOne + "bar.sync 0; " +
			arriveOne +
			// the arrival comes too early, or the wait may
			"bar.sync 0; " + await("A", "1"), []string{"[ptx-"}},
		{"of two phases the one is named of which something has come",
			`setp.eq.u32 %p0, %t, 0; setp.lt.u32 %p2, %t, 32;
@%p0 mbarrier.init.shared.b64 [mem], 1; @%p0 mbarrier.init.shared.b64 [mem+8], 1;
@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [mem], 256; bar.sync 0; @!%p2 bra A;
B: mbarrier.try_wait.parity.shared.b64 %p1, [mem+8], 0; @!%p1 bra B; ` + await("A", "0"),
			[]string{
				"error: thread (32, 0, 0) waits for a phase that never completes: 0 arrivals and 256 bytes"}},
		{"what a thread stores behind the arrival of its copies", objectOf64 +
			`mul.wide.u32 %y2, %t, 4; add.u64 %y2, %in, %y2; add.u32 %r0, %s, 16; xor.b32 %r1, %t, 32;
cp.async.ca.shared.global [%r0], [%y2], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [mem]; st.shared.u32 [%s+512], %t; ` +
			await("A", "0") + `mov.u32 %r2, mem; mad.lo.u32 %r1, %r1, 4, %r2; ld.shared.u32 %r2, [%r1+512];`,
			[]string{"[ptx-race]"}},
	} {
		for _, mode := range []machine.Mode{machine.Late, machine.Early, machine.Random} {
			got := findings(t, c, machine.Extents{1, 1, 1}, mode)
			if len(c.want) == 0 && got != "" {
				t.Errorf("%s, mode %d: got\n%s", c.name, mode, got)
			}
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%s, mode %d: got\n%s, want %s", c.name, mode, got, want)
				}
			}
		}
	}
}

// A long ring in which every warp ends each of its turns with a wait goes on to its end.
func TestLongRing(t *testing.T) {
	const body = `setp.eq.u32 %p0, %t, 0; setp.lt.u32 %p2, %t, 32; mov.u32 %r0, 0;
@%p0 mbarrier.init.shared.b64 [mem], 1; @%p0 mbarrier.init.shared.b64 [mem+8], 1; bar.sync 0; @!%p2 bra C;
P: mbarrier.arrive.shared.b64 _, [mem]; and.b32 %r1, %r0, 1; add.u32 %r0, %r0, 1;
A: mbarrier.try_wait.parity.shared.b64 %p1, [mem+8], %r1; @!%p1 bra A; setp.lt.u32 %p3, %r0, 3000; @%p3 bra P; ret;
C: and.b32 %r1, %r0, 1; add.u32 %r0, %r0, 1;
B: mbarrier.try_wait.parity.shared.b64 %p1, [mem], %r1; @!%p1 bra B;
mbarrier.arrive.shared.b64 _, [mem+8]; setp.lt.u32 %p3, %r0, 3000; @%p3 bra C;`
	one := strings.NewReplacer("[mem], 1", "[mem], 32", "[mem+8], 1", "[mem+8], 32").Replace(body)
	for _, mode := range []machine.Mode{machine.Late, machine.Random} {
		if got := findings(t, syncCase{name: "ring", body: one}, machine.Extents{1, 1, 1}, mode); got != "" {
			t.Errorf("mode %d: %s", mode, got)
		}
	}
}

// A wait that is repeated at once has nothing to do with a copy that nobody waits for; one that is repeated
// when the data were given back has.
func TestRepeatedWaits(t *testing.T) {
	for between, want := range map[string]string{"": "[ptx-copy-abandoned]",
		"bar.sync 0; ": "[ptx-wait-stale]"} {
		body := objectOf1 + "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [mem], 256; " + bulkOne +
			await("A", "0") +
			between + await("B", "0") + "bar.sync 0; " + bulkAgain
		got := findings(t, syncCase{name: "repeated", body: body}, machine.Extents{1, 1, 1}, machine.Late)
		if strings.Count(got, "[ptx-") != 1 || !strings.Contains(got, want) {
			t.Errorf("got\n%s, want %s", got, want)
		}
	}
}
