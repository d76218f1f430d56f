package machine_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A syncCase is a body of a kernel for 64 threads; %t is the thread, %r0 to %r7 and %p0 to %p3 are free, mem
// are 1024 bytes of shared memory, %out and %in global memory of 4096 bytes, with the thread's own word at
// %own. One word of out is 0 before.
type syncCase struct {
	name, body string
	// want are parts of the findings and of the error, in any order; none means that nothing is wrong.
	want []string
}

const syncText = `.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out, .param .u64 .ptr .global .align 16 in)
{
	.reg .pred %%p<4>; .reg .b32 %%t, %%s, %%r<8>; .reg .b64 %%out, %%in, %%own, %%y<4>; .reg .f32 %%f<4>;
	.shared .align 16 .b8 mem[1024];
	ld.param.u64 %%out, [out]; ld.param.u64 %%in, [in];
	mov.u32 %%t, %%tid.x; mov.u32 %%s, mem; mad.lo.u32 %%s, %%t, 4, %%s;
	mul.wide.u32 %%y0, %%t, 4; add.u64 %%own, %%out, %%y0;
	%s
	ret;
}
`

// A bulk copy of the first 256 bytes of in by thread 0, the wait of all threads for it, what they do with it,
// and another copy.
const (
	bulkLoad = `setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 1; fence.mbarrier_init.release.cluster; bar.sync 0;
@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [mem], 256; @%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [mem+16], [%in], 256, [mem]; `
	bulkWait  = `W: mbarrier.try_wait.parity.shared.b64 %p1, [mem], 0; @!%p1 bra W; `
	bulkRead  = `ld.shared.u32 %r2, [%s+16]; add.u32 %r3, %t, 1; setp.ne.u32 %p1, %r2, %r3; @%p1 trap; `
	bulkAgain = `@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [mem], 256; @%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [mem+16], [%in], 256, [mem]; `
	bulkStore = `setp.eq.u32 %p0, %t, 0; st.shared.u32 [%s], %t; fence.proxy.async.shared::cta; bar.sync 0; @%p0 cp.async.bulk.global.shared::cta.bulk_group [%out], [mem], 256;
@%p0 cp.async.bulk.commit_group; `
)

// fenceShared is what makes stores to shared memory known to bulk copies.
const fenceShared = "fence.proxy.async.shared::cta; "

// copyThenStore copies to shared memory by cp.async, and from there in bulk.
func copyThenStore(between string) string {
	return `mul.wide.u32 %y1, %t, 4; add.u64 %y1, %in, %y1; cp.async.ca.shared.global [%s], [%y1], 4; cp.async.commit_group; ` + between +
		`bar.sync 0; setp.eq.u32 %p0, %t, 0; @%p0 cp.async.bulk.global.shared::cta.bulk_group [%out], [mem], 256; @%p0 cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`
}

var syncCases = []syncCase{
	{"exchange", `st.shared.u32 [%s], %t; bar.sync 0; xor.b32 %r0, %s, 128; ld.shared.u32 %r1, [%r0];`, nil},
	{"no barrier", `st.shared.u32 [%s], %t; xor.b32 %r0, %s, 128; ld.shared.u32 %r1, [%r0];`,
		[]string{"[ptx-race]"}},
	{"no barrier before the refill",
		`st.shared.u32 [%s], %t; bar.sync 0; xor.b32 %r0, %s, 128; ld.shared.u32 %r1, [%r0]; st.shared.u32 [%s], %r1;`,
		[]string{"writes byte", "reads, and nothing orders the two [ptx-race]"}},
	{"write after write", `st.shared.u32 [mem], %t;`,
		[]string{"writes byte 0 of shared memory, which thread (0, 0, 0) writes"}},
	{"the same value",
		`st.shared.u32 [mem], 1; bar.sync 0; ld.shared.u32 %r0, [mem]; st.global.u32 [%out], %r0;`,
		[]string{"thread (1, 0, 0) and thread (0, 0, 0) write the same value to byte 0 of shared memory",
			"remark", "[ptx-same-value]"}},
	{"the same value, but for one thread",
		`setp.eq.u32 %p0, %t, 50; selp.u32 %r0, 2, 1, %p0; st.shared.u32 [mem], %r0;`,
		[]string{"error", "thread (50, 0, 0) writes byte 0 of shared memory", "[ptx-race]"}},
	{"the same value, and read without a barrier", `st.shared.u32 [mem], 1; ld.shared.u32 %r0, [mem];`,
		[]string{"reads byte 0 of shared memory", "[ptx-race]"}},
	{"the same value, written twice",
		`st.shared.u32 [mem], 1; st.shared.u32 [mem], 2;`, []string{"[ptx-race]"}},
	{"halves of a word",
		`mov.u32 %r0, mem; mad.lo.u32 %r0, %t, 2, %r0; { .reg .b16 %h; mov.u16 %h, 1; st.shared.b16 [%r0], %h; }`, nil},
	{"within a warp", `xor.b32 %r0, %s, 4; st.shared.u32 [%s], %t; ld.shared.u32 %r1, [%r0];`,
		[]string{"[ptx-race]"}},
	{"warp barrier",
		`xor.b32 %r0, %s, 4; st.shared.u32 [%s], %t; bar.warp.sync -1; ld.shared.u32 %r1, [%r0];`, nil},
	{"warp barrier between warps",
		`xor.b32 %r0, %s, 128; st.shared.u32 [%s], %t; bar.warp.sync -1; ld.shared.u32 %r1, [%r0];`,
		[]string{"[ptx-race]"}},
	{"shuffles order nothing",
		`xor.b32 %r0, %s, 4; st.shared.u32 [%s], %t; shfl.sync.bfly.b32 %r1, %r1, 1, 31, -1; ld.shared.u32 %r1, [%r0];`, []string{"[ptx-race]"}},
	{"atomics",
		`setp.eq.u32 %p0, %t, 0; @%p0 st.shared.u32 [mem], 0; bar.sync 0; atom.shared.add.u32 %r0, [mem], 1; bar.sync 0; ld.shared.u32 %r1, [mem];
setp.ne.u32 %p1, %r1, 64; @%p1 trap;`, nil},
	{"atomics without a barrier",
		`setp.eq.u32 %p0, %t, 0; @%p0 st.shared.u32 [mem], 0; atom.shared.add.u32 %r0, [mem], 1;`,
		[]string{"[ptx-race]"}},
	{"global memory",
		`st.global.u32 [%own], %t; xor.b32 %r0, %t, 32; mul.wide.u32 %y1, %r0, 4; add.u64 %y1, %out, %y1; ld.global.u32 %r1, [%y1];`, []string{"of 'out'", "[ptx-race]"}},
	{"global memory with a barrier",
		`st.global.u32 [%own], %t; bar.sync 0; xor.b32 %r0, %t, 32; mul.wide.u32 %y1, %r0, 4; add.u64 %y1, %out, %y1; ld.global.u32 %r1, [%y1];`, nil},
	{"bulk copy of what was stored", bulkStore + `cp.async.bulk.wait_group 0;`, nil},
	{"without a fence of proxies",
		strings.ReplaceAll(bulkStore, fenceShared, "") + `cp.async.bulk.wait_group 0;`,
		[]string{
			"reads asynchronously byte 0 of shared memory, which thread (0, 0, 0) wrote through the " +
				"generic proxy, and no fence.proxy.async lies between [ptx-proxy-fence]"}},
	{"a fence for other memory",
		strings.ReplaceAll(bulkStore, fenceShared, "fence.proxy.async.global; ") +
			`cp.async.bulk.wait_group 0;`, []string{"[ptx-proxy-fence]"}},
	{"a fence for all memory",
		strings.ReplaceAll(bulkStore, fenceShared, "fence.proxy.async; ") + `cp.async.bulk.wait_group 0;`,
		nil},
	{"a fence of another proxy",
		strings.ReplaceAll(bulkStore, fenceShared, "fence.proxy.alias; ") + `cp.async.bulk.wait_group 0;`,
		[]string{"[ptx-proxy-fence]"}},
	{"a fence that releases to the proxy",
		strings.ReplaceAll(bulkStore, fenceShared,
			"fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster; ") +
			`cp.async.bulk.wait_group 0;`, nil},
	{"a fence that acquires from the proxy",
		strings.ReplaceAll(bulkStore, fenceShared,
			"fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; ") +
			`cp.async.bulk.wait_group 0;`, []string{"[ptx-proxy-fence]"}},
	{"a fence before the store",
		fenceShared + strings.ReplaceAll(bulkStore, fenceShared, "") + `cp.async.bulk.wait_group 0;`,
		[]string{"[ptx-proxy-fence]"}},
	{"a fence of the thread that copies",
		strings.ReplaceAll(bulkStore, fenceShared+"bar.sync 0; ", "bar.sync 0; @%p0 "+fenceShared) +
			`cp.async.bulk.wait_group 0;`, []string{"warning: thread (0, 0, 0) reads asynchronously byte 4",
			"behind the barrier [ptx-proxy-fence-late]"}},
	{"a fence of a third thread",
		strings.ReplaceAll(bulkStore, fenceShared+"bar.sync 0; ",
			"setp.eq.u32 %p1, %t, 33; bar.sync 0; @%p1 "+fenceShared+"bar.sync 0; ") +
			`cp.async.bulk.wait_group 0;`, []string{"[ptx-proxy-fence-late]"}},
	{"a fence of every thread behind the barrier",
		strings.ReplaceAll(bulkStore, fenceShared+"bar.sync 0; ", "bar.sync 0; "+fenceShared) +
			`cp.async.bulk.wait_group 0;`, []string{"[ptx-proxy-fence-late]"}},
	{"a fence on both sides of the barrier",
		strings.ReplaceAll(bulkStore, "bar.sync 0; ", "bar.sync 0; @%p0 "+fenceShared) +
			`cp.async.bulk.wait_group 0;`, nil},
	{"a fence of a third thread, too late",
		strings.ReplaceAll(bulkStore, fenceShared+"bar.sync 0; ",
			"setp.eq.u32 %p1, %t, 33; bar.sync 0; @%p1 "+fenceShared) +
			`cp.async.bulk.wait_group 0;`, []string{"[ptx-proxy-fence]"}},
	{"a fence behind cp.async", copyThenStore("cp.async.wait_all; " + fenceShared), nil},
	{"a fence before the wait for cp.async", copyThenStore(fenceShared + "cp.async.wait_all; "),
		[]string{"[ptx-proxy-fence]"}},
	{"a bulk copy over what was stored", `st.shared.u32 [%s+16], 0; ` + bulkLoad + bulkWait + bulkRead,
		[]string{"writes asynchronously", "[ptx-proxy-fence]"}},
	{"a bulk copy over what was stored, fenced",
		`st.shared.u32 [%s+16], 0; ` + fenceShared + bulkLoad + bulkWait + bulkRead, nil},
	{"unwritten", `ld.shared.u32 %r1, [%s];`,
		[]string{
			"thread (0, 0, 0) reads byte 0 of shared memory, which nothing has written [ptx-uninitialized]"}},

	{"divergent lanes", `setp.lt.u32 %p0, %t, 5; @%p0 bra L; bar.sync 0; L:`,
		[]string{"the barrier needs thread (0, 0, 0), which is elsewhere [ptx-divergent-barrier]"}},
	{"guarded", `setp.lt.u32 %p0, %t, 5; @%p0 bar.sync 0;`, []string{"[ptx-divergent-barrier]"}},
	{"warps at different barriers",
		`setp.lt.u32 %p0, %t, 32; @%p0 bra L; bar.sync 1; bra M; L: bar.sync 2; M:`,
		[]string{
			"thread (0, 0, 0) waits here, and those that it waits for never come [ptx-divergent-barrier]"}},
	{"ended warps", `setp.lt.u32 %p0, %t, 32; @%p0 ret; bar.sync 0;`,
		[]string{"32 threads of the block have ended before they came to this barrier [ptx-ended-thread]"}},
	{"counted barrier without its threads", `setp.lt.u32 %p0, %t, 32; @%p0 ret; bar.sync 0, 64;`,
		[]string{"[ptx-divergent-barrier]"}},
	{"one warp alone",
		`setp.lt.u32 %p0, %t, 32; @!%p0 bra L; st.shared.u32 [%s], %t; bar.sync 3, 32; xor.b32 %r0, %s, 4; ld.shared.u32 %r1, [%r0]; L:`, nil},
	{"producer and consumer",
		`setp.lt.u32 %p0, %t, 32; @!%p0 bra L; st.shared.u32 [%s], %t; bar.arrive 1, 64; bra M;
L: bar.sync 1, 64; sub.u32 %r0, %s, 128; ld.shared.u32 %r1, [%r0]; M:`, nil},
	{"producer writes on",
		`setp.lt.u32 %p0, %t, 32; @!%p0 bra L; st.shared.u32 [%s], %t; bar.arrive 1, 64; st.shared.u32 [%s], 0; bra M;
L: bar.sync 1, 64; sub.u32 %r0, %s, 128; ld.shared.u32 %r1, [%r0]; M:`, []string{"[ptx-race]"}},
	{"bad number", `bar.sync 17;`, []string{"barrier 17 of 0 threads"}},
	{"bad count", `bar.sync 1, 33;`, []string{"multiples of 32 threads"}},
	{"mask without the lanes", `setp.lt.u32 %p0, %t, 5; @%p0 shfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;`,
		[]string{"thread (4, 0, 0) takes a value from lane 5, which does not take part"}},
	{"lane outside of its mask", `shfl.sync.bfly.b32 %r1, %r0, 1, 31, 15;`,
		[]string{"its mask 0xf does not name"}},
	{"value of an absent lane",
		`setp.lt.u32 %p0, %t, 1; @!%p0 bra L; shfl.sync.idx.b32 %r1, %r0, 3, 31, 1; L:`,
		[]string{"takes a value from lane 3"}},
	{"spinning", `L: bra L;`, []string{"goes round here in a loop that reads nothing", "[ptx-deadlock]"}},
	{"counting for ever", `L: add.u32 %r0, %r0, 1; bra L;`,
		[]string{"instructions of warps were executed, and the kernel has not ended; of 1 block 0 have",
			"[ptx-step-limit]"}},
	{"trap", `setp.eq.u32 %p0, %t, 40; @%p0 trap;`, []string{"thread (40, 0, 0) executes a trap [ptx-trap]"}},

	{"out of shared memory", `st.shared.u32 [%s+896], %t;`,
		[]string{"writes bytes 1024 to 1027 of shared memory, which has 1024 [ptx-out-of-bounds]"}},
	{"out of a buffer", `st.global.u32 [%own+4000], %t;`,
		[]string{"bytes 4096 to 4099 of 'out', which has 4096"}},
	{"before a buffer", `ld.global.u32 %r0, [%out+-4];`, []string{"in front of 'out' [ptx-out-of-bounds]"}},
	{"shared address as global", `cvt.u64.u32 %y1, %s; ld.global.u32 %r0, [%y1];`,
		[]string{"where no memory is", "addresses of global memory"}},
	{"misaligned", `ld.global.u32 %r0, [%own+2];`, []string{"which is not a multiple of 4 [ptx-misaligned]"}},
	{"vector misaligned", `ld.global.v2.u32 {%r0, %r1}, [%own];`,
		[]string{"which is not a multiple of 8 [ptx-misaligned]"}},

	// Barrier objects. mem is one, the data begin at 16.
	{"object",
		`setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 64; bar.sync 0; add.u32 %r0, %s, 16; st.shared.u32 [%r0], %t;
mbarrier.arrive.shared.b64 %y1, [mem]; W: mbarrier.test_wait.shared.b64 %p1, [mem], %y1; @!%p1 bra W; xor.b32 %r1, %s, 128; ld.shared.u32 %r2, [%r1+16];
setp.eq.u32 %p2, %r2, %t; @%p2 trap;`, nil},
	{"object by parity",
		`setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 64; bar.sync 0; add.u32 %r0, %s, 16; st.shared.u32 [%r0], %t;
mbarrier.arrive.release.cta.shared::cta.b64 _, [mem]; W: mbarrier.try_wait.parity.shared.b64 %p1, [mem], 0; @!%p1 bra W; xor.b32 %r1, %s, 128; ld.shared.u32 %r2, [%r1+16];`, nil},
	{"object, relaxed",
		`setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 64; bar.sync 0; add.u32 %r0, %s, 16; st.shared.u32 [%r0], %t; fence.acq_rel.cta;
mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [mem]; W: mbarrier.try_wait.parity.relaxed.cta.shared.b64 %p1, [mem], 0; @!%p1 bra W; fence.acq_rel.cta; xor.b32 %r1, %s, 128; ld.shared.u32 %r2, [%r1+16];`, nil},
	{"object, relaxed, without the arrivals' fence",
		`setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 64; bar.sync 0; add.u32 %r0, %s, 16; st.shared.u32 [%r0], %t;
mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [mem]; W: mbarrier.try_wait.parity.shared.b64 %p1, [mem], 0; @!%p1 bra W; xor.b32 %r1, %s, 128; ld.shared.u32 %r2, [%r1+16];`,
		[]string{"[ptx-race]"}},
	{"object, relaxed, without the fence behind the wait",
		`setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 64; bar.sync 0; add.u32 %r0, %s, 16; st.shared.u32 [%r0], %t;
mbarrier.arrive.shared.b64 %y1, [mem]; W: mbarrier.try_wait.parity.relaxed.cta.shared.b64 %p1, [mem], 0; @!%p1 bra W; xor.b32 %r1, %s, 128; ld.shared.u32 %r2, [%r1+16];`,
		[]string{"[ptx-race]"}},
	{"object not waited for",
		`setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 64; bar.sync 0; add.u32 %r0, %s, 16; st.shared.u32 [%r0], %t;
mbarrier.arrive.shared.b64 %y1, [mem]; xor.b32 %r1, %s, 128; ld.shared.u32 %r2, [%r1+16];`,
		[]string{"[ptx-race]"}},
	{"object not initialized", `mbarrier.arrive.shared.b64 %y1, [mem];`,
		[]string{"a barrier object that is not initialized [ptx-mbarrier]"}},
	{"object without a barrier",
		`setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 64; mbarrier.arrive.shared.b64 %y1, [mem];`, []string{"[ptx-race]"}},
	{"too many arrivals",
		`setp.eq.u32 %p0, %t, 0; @!%p0 ret; mbarrier.init.shared.b64 [mem], 2; mbarrier.arrive.shared.b64 %y1, [mem], 3;`, []string{"where 2 more are expected"}},
	{"bytes",
		`setp.eq.u32 %p0, %t, 0; @!%p0 ret; mbarrier.init.shared.b64 [mem], 1; mbarrier.arrive.expect_tx.shared.b64 %y1, [mem], 8;
mbarrier.test_wait.shared.b64 %p1, [mem], %y1; @%p1 trap; mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [mem], 8; mbarrier.test_wait.shared.b64 %p1, [mem], %y1; @!%p1 trap;
mbarrier.inval.shared.b64 [mem];`, nil},
	{"copies arrive",
		`setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 64; bar.sync 0; add.u32 %r0, %s, 16; mul.wide.u32 %y2, %t, 4; add.u64 %y2, %in, %y2;
cp.async.ca.shared.global [%r0], [%y2], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [mem]; W: mbarrier.try_wait.parity.shared.b64 %p1, [mem], 0; @!%p1 bra W;
xor.b32 %r1, %s, 128; ld.shared.u32 %r2, [%r1+16]; st.global.u32 [%own], %r2;`, nil},
	{"copies arrive and are not waited for",
		`setp.eq.u32 %p0, %t, 0; @%p0 mbarrier.init.shared.b64 [mem], 64; bar.sync 0; add.u32 %r0, %s, 16; mul.wide.u32 %y2, %t, 4; add.u64 %y2, %in, %y2;
cp.async.ca.shared.global [%r0], [%y2], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [mem]; ld.shared.u32 %r2, [%r0];`, []string{"[ptx-copy-in-flight]"}},

	// Bulk copies. mem is a barrier object, the data begin at 16.
	{"bulk copy", bulkLoad + bulkWait + bulkRead, nil},
	{"bulk copy not waited for", bulkLoad + "bar.sync 0; ld.shared.u32 %r2, [%s+16];",
		[]string{"while a copy of", "add mbarrier.try_wait", "[ptx-copy-in-flight]"}},
	{"bulk copy of which no bytes are expected",
		strings.Replace(bulkLoad, "arrive.expect_tx.shared.b64 _, [mem], 256", "arrive.shared.b64 _, [mem]",
			1) + bulkWait + bulkRead,
		[]string{"[ptx-"}}, // the phase completes before the copy, or its bytes are too many for it
	{"bulk copy of which too many bytes are expected",
		strings.Replace(bulkLoad, "[mem], 256;", "[mem], 512;", 1) + bulkWait + bulkRead,
		[]string{
			"waits for a phase that never completes: 0 arrivals and 256 bytes are missing [ptx-mbarrier]"}},
	{"bulk copy into what others read", bulkLoad + bulkWait + bulkRead + bulkAgain,
		[]string{"writes asynchronously", "[ptx-race]"}},
	{"bulk copy into what others read, behind a barrier and no fence of proxies",
		bulkLoad + bulkWait + bulkRead + "bar.sync 0;" + bulkAgain +
			"V: mbarrier.try_wait.parity.shared.b64 %p1, [mem], 1; @!%p1 bra V; " + bulkRead,
		[]string{"warning: thread (0, 0, 0) writes asynchronously byte 16", "[ptx-proxy-fence]",
			"wait full; ld.shared; fence.proxy.async.shared::cta; arrive empty"}},
	{"bulk copy behind a barrier",
		bulkLoad + bulkWait + bulkRead + fenceShared + "bar.sync 0;" + bulkAgain +
			"V: mbarrier.try_wait.parity.shared.b64 %p1, [mem], 1; @!%p1 bra V; " + bulkRead, nil},
	{"bulk copy abandoned", bulkLoad,
		[]string{"thread (0, 0, 0) ends without a wait for this copy [ptx-copy-abandoned]"}},
	{"bulk copy of another size", strings.Replace(bulkLoad, "[%in], 256", "[%in], 20", 1),
		[]string{"copies 20 bytes at once, which is not a multiple of 16 [ptx-bulk-copy]"}},
	{"bulk copy misaligned", strings.Replace(bulkLoad, "[mem+16]", "[mem+8]", 1),
		[]string{"at 8 of shared memory, which is not a multiple of 16 [ptx-misaligned]"}},
	{"bulk copy out of a buffer", strings.Replace(bulkLoad, "[%in], 256", "[%in+3856], 256", 1),
		[]string{"copies bytes 3856 to 4111 of 'in', which has 4096"}},
	{"bulk copy with a generic barrier",
		"mov.u64 %y3, mem; cvta.shared.u64 %y3, %y3;" +
			strings.ReplaceAll(strings.Replace(bulkLoad, "arrive.expect_tx.shared.b64 _, [mem]",
				"arrive.expect_tx.b64 _, [%y3]", 1), "init.shared.b64 [mem]", "init.b64 [%y3]") + bulkWait +
			bulkRead, nil},
	{"bulk store", bulkStore +
		"@%p0 cp.async.bulk.wait_group 0; bar.sync 0; ld.global.u32 %r2, [%own]; setp.ne.u32 %p1, %r2, %t; " +
		"@%p1 trap;", nil},
	{"bulk store not waited for", bulkStore + "bar.sync 0; ld.global.u32 %r2, [%own];",
		[]string{"add cp.async.bulk.wait_group"}},
	{"bulk store that was read",
		bulkStore + "@%p0 cp.async.bulk.wait_group.read 0; bar.sync 0; st.shared.u32 [%s], 0;", nil},
	{"bulk store that was read and not written",
		bulkStore + "@%p0 cp.async.bulk.wait_group.read 0; bar.sync 0; ld.global.u32 %r2, [%own];",
		[]string{"[ptx-copy-in-flight]"}},
	{"bulk store with a weak wait",
		bulkStore + "@%p0 cp.async.bulk.wait_group 1; bar.sync 0; st.shared.u32 [%s], 0;",
		[]string{"wait until at most 0 groups are in flight"}},
	{"bulk store not committed",
		strings.Replace(bulkStore, "@%p0 cp.async.bulk.commit_group;", "", 1) +
			"@%p0 cp.async.bulk.wait_group 0; bar.sync 0; st.shared.u32 [%s], 0;",
		[]string{"add cp.async.bulk.commit_group"}},
	{"queues of their own", bulkStore + "cp.async.wait_group 0; bar.sync 0; st.shared.u32 [%s], 0;",
		[]string{"[ptx-copy-in-flight]"}},
	{"cluster of one block",
		`st.shared.u32 [%s], %t; barrier.cluster.arrive; barrier.cluster.wait; xor.b32 %r0, %s, 128; mapa.shared::cluster.u32 %r1, %r0, 0; ld.shared.u32 %r2, [%r1];
mov.u32 %r3, %cluster_nctarank; setp.ne.u32 %p1, %r3, 1; @%p1 trap; griddepcontrol.wait;`, nil},
	{"another block of a cluster", `mapa.shared::cluster.u32 %r1, %s, 1;`,
		[]string{"maps an address to block 1 of a cluster, which has 1"}},

	// Asynchronous copies.
	{"source overwritten",
		`mul.wide.u32 %y2, %t, 4; add.u64 %y2, %in, %y2; cp.async.ca.shared.global [%s], [%y2], 4; cp.async.commit_group; st.global.u32 [%y2], 0;`,
		[]string{"writes byte 0 of 'in' while a copy of its own may still read it",
			"add cp.async.wait_group"}},
	{"destination overwritten",
		`mul.wide.u32 %y2, %t, 4; add.u64 %y2, %in, %y2; cp.async.ca.shared.global [%s], [%y2], 4; cp.async.commit_group; st.shared.u32 [%s], 0;`,
		[]string{"writes byte 0 of shared memory while a copy of its own may still write it"}},
	{"copied twice",
		`mul.wide.u32 %y2, %t, 4; add.u64 %y2, %in, %y2; cp.async.ca.shared.global [%s], [%y2], 4; cp.async.ca.shared.global [%s], [%y2], 4;`,
		[]string{"writes asynchronously", "[ptx-copy-in-flight]"}},
	{"zero filled",
		`mul.wide.u32 %y2, %t, 4; add.u64 %y2, %in, %y2; cp.async.ca.shared.global [%s], [%y2], 4, 0; cp.async.wait_all; ld.shared.u32 %r0, [%s]; setp.ne.u32 %p0, %r0, 0; @%p0 trap;`, nil},
	{"source ignored",
		`mov.u64 %y2, 0; setp.eq.u32 %p1, 0, 0; cp.async.ca.shared.global [%s], [%y2], 4, %p1; cp.async.wait_all; ld.shared.u32 %r0, [%s]; setp.ne.u32 %p0, %r0, 0; @%p0 trap;`, nil},
	{"more than copied", `cp.async.ca.shared.global [%s], [%in], 4, 5;`, []string{"takes more than that"}},
	{"abandoned",
		`mul.wide.u32 %y2, %t, 4; add.u64 %y2, %in, %y2; cp.async.ca.shared.global [%s], [%y2], 4; cp.async.commit_group;`,
		[]string{"thread (0, 0, 0) ends without a wait for this copy [ptx-copy-abandoned]"}},
	{"pending in random",
		`mul.wide.u32 %y2, %t, 4; add.u64 %y2, %in, %y2; cp.async.ca.shared.global [%s], [%y2], 4; cp.async.commit_group; cp.async.wait_group 0; ld.shared.u32 %r0, [%s]; st.global.u32 [%own], %r0;`, nil},
	{"hints", `prefetch.global.L2 [%in]; nanosleep.u32 100; membar.gl; fence.acq_rel.gpu; exit;`, nil},
}

// findings launches a case with 64 threads in a mode and returns what it says.
func findings(t *testing.T, c syncCase, grid machine.Extents, mode machine.Mode) string {
	t.Helper()
	return findingsOf(t, c.name, fmt.Sprintf(syncText, c.body), grid, mode)
}

// findingsOf is findings for the text of a kernel with other functions.
func findingsOf(t *testing.T, name, text string, grid machine.Extents, mode machine.Mode) string {
	t.Helper()
	k := compile(t, name, text)
	out, in := make([]byte, 4096), make([]byte, 4096)
	for i := range 1024 {
		binary.LittleEndian.PutUint32(in[4*i:], uint32(i+1))
	}
	r, err := gputest.Launch(t, k, machine.Config{
		Grid: grid, Block: machine.Extents{64, 1, 1}, Mode: mode, Seed: 3, Steps: 100000,
		Args: []machine.Arg{{Buffer: &machine.Buffer{Name: "out", Data: out}},
			{Buffer: &machine.Buffer{Name: "in", Data: in}}},
	})
	var all strings.Builder
	if err := (diag.Text{W: &all}).Render(append(r.Findings, diag.FromError(err)...)); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// Threads, barriers, copies and barrier objects do what the machine says, and every misuse is found, in every
// mode.
func TestSynchronization(t *testing.T) {
	for _, c := range syncCases {
		for _, mode := range []machine.Mode{machine.Late, machine.Early, machine.Random} {
			got := findings(t, c, machine.Extents{1, 1, 1}, mode)
			if len(c.want) == 0 && got != "" {
				t.Errorf("%s, mode %d: got\n%s", c.name, mode, got)
			}
			for _, want := range c.want {
				// another thread may come first
				if !strings.Contains(got, want) && (mode != machine.Random || got == "") {
					t.Errorf("%s, mode %d: got\n%s, want %s", c.name, mode, got, want)
				}
			}
		}
	}
}

// Blocks are unordered, but for atomics with fences around them.
func TestBlocks(t *testing.T) {
	const last = `st.global.u32 [%own], %t; %FENCE% bar.sync 0; setp.eq.u32 %p0, %t, 0; mov.u32 %r0, 0; @!%p0 bra L;
atom.global.add.u32 %r0, [%out+2048], 1; %FENCE% L: bar.sync 0;`
	for _, c := range []struct {
		name, body string
		want       string
	}{
		{"own words",
			`mov.u32 %r0, %ctaid.x; mul.wide.u32 %y1, %r0, 256; add.u64 %y1, %own, %y1; st.global.u32 [%y1], %t;`, ""},
		{"same values", `st.global.u32 [%own], %t;`, "write the same value to byte 0 of 'out'"},
		{"same words", `mov.u32 %r0, %ctaid.x; st.global.u32 [%own], %r0;`,
			"and a thread of block (0, 0, 0) writes it; nothing orders the two"},
		{"read by all", `ld.global.u32 %r0, [%in]; ld.global.u32 %r1, [%in+4];`, ""},
		{"atomics", `red.global.add.u32 [%out], 1;`, ""},
		{"fenced", strings.ReplaceAll(last, "%FENCE%", "membar.gl;"), ""},
		{"not fenced", strings.ReplaceAll(last, "%FENCE%", ""), "nothing orders the two"},
	} {
		body := c.body
		if strings.Contains(c.name, "fenced") { // the last of three blocks reads what block 0 wrote
			body = strings.Replace(body, "st.global.u32 [%own], %t;",
				"mov.u32 %r2, %ctaid.x; setp.eq.u32 %p2, %r2, 0; @%p2 st.global.u32 [%own], %t;", 1) +
				"setp.eq.u32 %p1, %r0, 2; @%p1 ld.global.u32 %r1, [%out];"
		}
		got := findings(t, syncCase{name: c.name, body: body}, machine.Extents{3, 1, 1}, machine.Late)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got\n%s, want %q", c.name, got, c.want)
		}
	}
}

// Conflicts of banks are counted by instruction.
func TestBanks(t *testing.T) {
	for _, c := range []struct {
		body              string
		wavefronts, ideal int64
	}{
		{"st.shared.u32 [%s], 0;", 2, 2},
		{"mad.lo.u32 %s, %t, 4, %s; st.shared.u32 [%s], 0;", 4, 2},
		{"and.b32 %t, %t, 7; mov.u32 %s, mem; mad.lo.u32 %s, %t, 128, %s; st.shared.u32 [%s], 0;", 16, 2},
		{"ld.shared.u32 %r0, [mem];", 2, 2},
		{"mad.lo.u32 %s, %t, 4, %s; ld.shared.v2.u32 {%r0, %r1}, [%s];", 4, 4},
		{"mad.lo.u32 %s, %t, 12, %s; ld.shared.v4.u32 {%r0, %r1, %r2, %r3}, [%s];", 8, 8},
		{
			"and.b32 %t, %t, 7; mov.u32 %s, mem; mad.lo.u32 %s, %t, 128, %s; ld.shared.v4.u32 {%r0, %r1, " +
				"%r2, %r3}, [%s];", 64, 8},
		{"cp.async.ca.shared.global [%s], [%in], 4;", 2, 2},
	} {
		k := compile(t, c.body, fmt.Sprintf(syncText, c.body))
		r, err := machine.Launch(context.Background(), k, machine.Config{
			Grid: machine.Extents{1, 1, 1}, Block: machine.Extents{64, 1, 1}, NoHazards: true,
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: make([]byte, 4096)}},
				{Buffer: &machine.Buffer{Data: make([]byte, 4096)}}},
		})
		if err != nil || len(r.Banks) != 1 || r.Banks[0].Wavefronts != c.wavefronts ||
			r.Banks[0].Ideal != c.ideal || r.Banks[0].Accesses != 2 {
			t.Errorf("%s: %+v, %v; want %d passes where %d would do", c.body, r.Banks, err, c.wavefronts,
				c.ideal)
		}
	}
}

// Launches that no device has are refused.
func TestBadLaunch(t *testing.T) {
	k := compile(t, "bad launch", fmt.Sprintf(syncText, ""))
	buffer := machine.Arg{Buffer: &machine.Buffer{Data: make([]byte, 4096)}}
	for want, c := range map[string]machine.Config{
		"a grid of (0, 1, 1)": {Block: machine.Extents{32, 1, 1}, Grid: machine.Extents{0, 1, 1}},
		"a block of (1024, 2, 1) threads": {Block: machine.Extents{1024, 2, 1},
			Grid: machine.Extents{1, 1, 1}},
		"'k' has 2 parameters, not 1": {Block: machine.Extents{32, 1, 1}, Grid: machine.Extents{1, 1, 1},
			Args: []machine.Arg{buffer}},
		"parameter 'in' has 8 bytes": {Block: machine.Extents{32, 1, 1}, Grid: machine.Extents{1, 1, 1},
			Args: []machine.Arg{buffer, {Bytes: make([]byte, 4)}}},
		"bytes of shared memory": {Block: machine.Extents{32, 1, 1}, Grid: machine.Extents{1, 1, 1},
			DynamicShared: 1 << 20, Args: []machine.Arg{buffer, buffer}},
	} {
		if _, err := machine.Launch(context.Background(), k, c); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
