package machine_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// clusterText is a kernel for clusters whose body gets %t, the thread, %k, the rank, %q, that of the next
// block, %s, the address of the thread's word in mem, %o, that word in the next block, and %out and %in, 4096
// bytes of global memory. 2048 bytes of shared memory, mem, and two barrier objects, full and empty, are
// free.
const clusterText = `.version 8.3
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out, .param .u64 .ptr .global .align 16 in)
{
	.reg .pred %%p<6>; .reg .b16 %%h<4>; .reg .b32 %%t, %%k, %%q, %%n, %%s, %%o, %%r<12>; .reg .b64 %%out, %%in, %%y<6>;
	.shared .align 16 .b8 mem[2048]; .shared .align 8 .b64 full; .shared .align 8 .b64 empty;
	ld.param.u64 %%out, [out]; ld.param.u64 %%in, [in];
	mov.u32 %%t, %%tid.x; mov.u32 %%k, %%cluster_ctarank; mov.u32 %%n, %%cluster_nctarank;
	add.u32 %%q, %%k, 1; rem.u32 %%q, %%q, %%n;
	mov.u32 %%s, mem; shl.b32 %%r0, %%t, 2; add.u32 %%s, %%s, %%r0;
	mapa.shared::cluster.u32 %%o, %%s, %%q;
	setp.eq.u32 %%p0, %%t, 0; setp.eq.u32 %%p1, %%k, 0;
	%s
	ret;
}
`

// The parts of the bodies.
const (
	meetAll = "barrier.cluster.arrive; barrier.cluster.wait; "
	// result writes %r9 to the thread's own word of out.
	result    = `mov.u32 %r8, %ctaid.x; mov.u32 %r7, %ntid.x; mad.lo.u32 %r8, %r8, %r7, %t; mul.wide.u32 %y0, %r8, 4; add.u64 %y0, %out, %y0; st.global.u32 [%y0], %r9; `
	initOne   = `@%p0 mbarrier.init.shared.b64 [full], 1; `
	publish   = `fence.mbarrier_init.release.cluster; barrier.cluster.arrive.relaxed; barrier.cluster.wait; `
	awaitFull = `W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0; @!%p2 bra W; `
	peerFull  = `mov.u32 %r1, full; mapa.shared::cluster.u32 %r1, %r1, %q; `
	expect    = `@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [full], 128; `
)

type clusterCase struct {
	name, body string
	cluster    machine.Extents
	grid       machine.Extents
	// words are words of out that it must leave.
	words map[int]uint32
	want  string // part of what is found, "" if nothing is
}

var (
	pair = machine.Extents{2, 1, 1}
	four = machine.Extents{4, 1, 1}
)

// handOver lets thread 0 of each block write to the next one and arrive there, with words in front of the
// arrival's scope and the wait's.
func handOver(arrive, wait string) string {
	return initOne + publish + peerFull + `@%p0 st.shared::cluster.u32 [%o], 7; @%p0 mbarrier.arrive` +
		arrive +
		`.shared::cluster.b64 _, [%r1]; W: mbarrier.try_wait.parity` + wait +
		`.shared::cta.b64 %p2, [full], 0; @!%p2 bra W; ld.shared.u32 %r9, [mem]; ` + result + meetAll
}

// multicast lets rank 0 copy 128 bytes to both blocks.
const multicast = `@!%p0 bra M; @!%p1 bra M; mov.u16 %h0, 3; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [mem], [%in], 128, [full], %h0; M: `

// passOn lets each block copy 128 bytes of its shared memory to the next one.
const passOn = `st.shared.u32 [%s], %t; fence.proxy.async.shared::cta; bar.sync 0; ` + peerFull +
	`mov.u32 %r2, mem; mapa.shared::cluster.u32 %r2, %r2, %q; @%p0 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r2+512], [mem], 128, [%r1]; `

var clusterCases = []clusterCase{
	{"registers",
		`mov.u32 %r1, %clusterid.x; mov.u32 %r2, %nclusterid.x; mov.u32 %r3, %cluster_ctaid.x; mov.u32 %r4, %cluster_nctaid.x;
mov.u32 %r5, %cluster_ctaid.y; mul.lo.u32 %r9, %r1, 10; add.u32 %r9, %r9, %r2; mul.lo.u32 %r9, %r9, 10; add.u32 %r9, %r9, %r3;
mul.lo.u32 %r9, %r9, 10; add.u32 %r9, %r9, %r4; mul.lo.u32 %r9, %r9, 10; add.u32 %r9, %r9, %r5; mul.lo.u32 %r9, %r9, 10; add.u32 %r9, %r9, %k; ` +
			result, pair, machine.Extents{4, 1, 1},
		map[int]uint32{0: 20200, 32: 21201, 64: 120200, 96: 121201}, ""},
	{"a neighbor's memory",
		`st.shared.u32 [%s], %k; ` + meetAll + `ld.shared::cluster.u32 %r9, [%o]; ` + result + meetAll, four,
		machine.Extents{8, 1, 1}, map[int]uint32{0: 1, 32: 2, 96: 0, 128 + 96: 0, 128: 1}, ""},
	{"aligned",
		`st.shared.u32 [%s], %k; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; ld.shared::cluster.u32 %r9, [%o]; ` + result + meetAll, pair, pair,
		map[int]uint32{0: 1}, ""},
	{"the words between arrival and wait",
		`st.shared.u32 [%s], %k; barrier.cluster.arrive.release; mov.u32 %r9, 1; barrier.cluster.wait.acquire; ld.shared::cluster.u32 %r9, [%o]; ` +
			result + meetAll, pair, pair, map[int]uint32{0: 1, 32: 0}, ""},
	{"generic addresses",
		`st.shared.u32 [%s], %k; ` + meetAll +
			`cvt.u64.u32 %y1, %s; cvta.shared.u64 %y1, %y1; mapa.u64 %y2, %y1, %q;
isspacep.shared::cluster %p2, %y2; isspacep.shared::cta %p3, %y2; isspacep.shared::cta %p4, %y1; @!%p2 trap; @%p3 trap; @!%p4 trap;
getctarank.u64 %r2, %y2; setp.ne.u32 %p2, %r2, %q; @%p2 trap; ld.u32 %r9, [%y2]; ` + result + meetAll, pair,
		pair,
		map[int]uint32{0: 1, 32: 0}, ""},
	{"own addresses in the cluster",
		`st.shared::cluster.u32 [%s], %k; ld.shared::cta.u32 %r9, [%s]; getctarank.shared::cluster.u32 %r2, %s;
setp.ne.u32 %p2, %r2, %k; @%p2 trap; ` + result, pair, pair, map[int]uint32{0: 0, 32: 1}, ""},
	{"atomics of all", `@%p0 st.shared.u32 [mem], 0; ` + meetAll +
		`mov.u32 %r1, mem; mapa.shared::cluster.u32 %r1, %r1, 0; atom.relaxed.cluster.shared::cluster.add.u32 %r2, [%r1], 1; ` + meetAll +
		`ld.shared.u32 %r9, [mem]; ` + result, pair, pair, map[int]uint32{0: 64}, ""},

	// Faults.
	{"no barrier in front", `st.shared.u32 [%s], %k; ld.shared::cluster.u32 %r9, [%o]; ` + result + meetAll,
		pair, pair, nil,
		"nothing says that this block has begun"},
	{"the barrier of the block in front",
		meetAll + `st.shared.u32 [%s], %k; bar.sync 0; ld.shared::cluster.u32 %r9, [%o]; ` + result + meetAll,
		pair, pair, nil, "[ptx-race]"},
	{"no barrier behind",
		`st.shared.u32 [%s], %k; ` + meetAll + `ld.shared::cluster.u32 %r9, [%o]; ` + result, pair, pair, nil,
		"nothing says that rank"},
	{"an arrival that is relaxed",
		`st.shared.u32 [%s], %k; barrier.cluster.arrive.relaxed; barrier.cluster.wait; ld.shared::cluster.u32 %r9, [%o]; ` +
			result + meetAll, pair, pair, nil, "[ptx-race]"},
	{"a fence in front of an arrival that is relaxed",
		`st.shared.u32 [%s], %k; fence.acq_rel.cluster; barrier.cluster.arrive.relaxed; barrier.cluster.wait; ld.shared::cluster.u32 %r9, [%o]; ` +
			result + meetAll, pair, pair, map[int]uint32{0: 1}, ""},
	{"a fence of the block in front of it",
		`st.shared.u32 [%s], %k; fence.acq_rel.cta; barrier.cluster.arrive.relaxed; barrier.cluster.wait; ld.shared::cluster.u32 %r9, [%o]; ` +
			result + meetAll, pair, pair, nil, "[ptx-race]"},
	{"two arrivals", `barrier.cluster.arrive; barrier.cluster.arrive; barrier.cluster.wait;`, pair, pair, nil,
		"where it has not waited yet"},
	{"no arrival", `barrier.cluster.wait;`, pair, pair, nil, "where it has not arrived"},
	{"one block does not come", `@%p1 bra M; barrier.cluster.arrive; bra E; M: ` + meetAll + `E:`, pair, pair,
		nil, ""},
	{"a peer's address for the own block", meetAll + `ld.shared::cta.u32 %r9, [%o]; ` + result + meetAll,
		pair, pair, nil,
		"the instruction is for the shared memory of its own block"},
	{"a rank too many", `mapa.shared::cluster.u32 %r1, %s, 2;`, pair, pair, nil,
		"maps an address to block 2 of a cluster, which has 2"},
	{"atomics of the block",
		`@%p0 st.shared.u32 [mem], 0; ` + meetAll +
			`mov.u32 %r1, mem; mapa.shared::cluster.u32 %r1, %r1, 0; atom.relaxed.cta.shared::cluster.add.u32 %r2, [%r1], 1; ` + meetAll +
			`ld.shared.u32 %r9, [mem]; ` + result, pair, pair, nil, "[ptx-race]"},

	// Barrier objects of others.
	{"hand over", handOver(".release.cluster", ".acquire.cluster"), pair, pair, map[int]uint32{0: 7, 32: 7},
		""},
	{"hand over without scopes", handOver("", ""), pair, pair, map[int]uint32{0: 7, 32: 7}, ""},
	{"hand over with the scope of the block", handOver(".release.cta", ".acquire.cluster"), pair, pair, nil,
		"[ptx-cluster-scope]"},
	{"a wait with the scope of the block", handOver(".release.cluster", ".acquire.cta"), pair, pair, nil,
		"[ptx-race]"},
	{"hand over, relaxed", handOver(".relaxed.cluster", ".acquire.cluster"), pair, pair, nil, "[ptx-race]"},
	{"a wait for a peer's object",
		initOne + publish + peerFull + `mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r1], 0;`, pair, pair,
		nil, "ptx-out-of-bounds"},
	{"no fence of initializations",
		initOne + `barrier.cluster.arrive.relaxed; barrier.cluster.wait; ` +
			strings.TrimPrefix(handOver(".release.cluster", ".acquire.cluster"), initOne+publish), pair, pair,
		nil,
		"[ptx-race]"},
	{"released initializations",
		initOne + meetAll + strings.TrimPrefix(handOver(".release.cluster", ".acquire.cluster"),
			initOne+publish), pair, pair, nil, ""},
	{"an object that may not be there",
		initOne + `fence.mbarrier_init.release.cluster; ` +
			strings.TrimPrefix(handOver(".release.cluster", ".acquire.cluster"), initOne+publish), pair, pair,
		nil,
		"ptx-"},

	// Copies.
	{"multicast", initOne + publish + expect + multicast + awaitFull + `ld.shared.u32 %r9, [%s]; ` + result,
		pair, pair,
		map[int]uint32{0: 1, 5: 6, 32: 1, 37: 6}, ""},
	{"multicast, released initializations",
		initOne + meetAll + expect + multicast + awaitFull + `ld.shared.u32 %r9, [%s]; ` + result, pair, pair,
		nil,
		"[ptx-barrier-init-fence]"},
	{"multicast without barriers",
		initOne + `fence.mbarrier_init.release.cluster; bar.sync 0; ` + expect + multicast + awaitFull +
			`ld.shared.u32 %r9, [%s]; ` + result, pair, pair, nil,
		"ptx-"},
	{"multicast, one expects too few",
		initOne + publish + `@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [full], 112; ` + multicast +
			awaitFull, pair, pair, nil,
		"waits for a phase that never completes"},
	{"multicast, nobody waits", initOne + publish + expect + multicast + `@!%p1 bra E; ` + awaitFull + `E:`,
		pair, pair, nil, "ptx-"},
	{"multicast to too many", initOne + publish + strings.Replace(multicast, "%h0, 3;", "%h0, 7;", 1), pair,
		pair, nil, "the blocks of the mask 0x7"},
	{"multicast over what a peer reads",
		`st.shared.u32 [%s], %t; fence.proxy.async.shared::cta; ` + initOne + publish +
			`ld.shared.u32 %r9, [%s]; ` + expect + multicast + awaitFull + result, pair, pair,
		nil, "[ptx-race]"},
	{"to a peer", initOne + publish + expect + passOn + awaitFull + `ld.shared.u32 %r9, [%s+512]; ` + result +
		meetAll, pair, pair,
		map[int]uint32{0: 0, 5: 5, 37: 5}, ""},
	{"to a peer, exit", initOne + publish + expect + passOn + awaitFull + `ld.shared.u32 %r9, [%s+512]; ` +
		result, pair, pair, nil,
		"nothing says that rank"},
	{"to a peer, own object", strings.Replace(initOne+publish+expect+passOn, "[%r1]; ", "[full]; ", 1), pair,
		pair, nil, "and the barrier object is in shared memory of rank"},
	{"st.async", initOne + publish + expect + peerFull +
		`st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%o], %t, [%r1]; ` + awaitFull +
		`ld.shared.u32 %r9, [%s]; ` + result + meetAll, pair, pair,
		map[int]uint32{5: 5, 37: 5}, ""},
	{"st.async, no wait",
		initOne + publish + expect + peerFull +
			`st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%o], %t, [%r1]; ld.shared.u32 %r9, [%s]; ` + result + awaitFull + meetAll, pair, pair,
		nil, "ptx-"},
	{"red.async", `@%p0 st.shared.u32 [mem], 0; ` + initOne + `fence.mbarrier_init.release.cluster; ` +
		meetAll + expect + peerFull +
		`mov.u32 %r2, mem; mapa.shared::cluster.u32 %r2, %r2, %q; red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r2], 2, [%r1]; ` +
		awaitFull + `ld.shared.u32 %r9, [mem]; ` + result + meetAll, pair, pair,
		map[int]uint32{0: 64, 32: 64}, ""},
}

// Clusters do what the machine says, and every misuse is found, in every mode.
func TestClusters(t *testing.T) {
	for _, c := range clusterCases {
		k := compile(t, c.name, fmt.Sprintf(clusterText, c.body))
		for _, mode := range []machine.Mode{machine.Late, machine.Early, machine.Random} {
			out, in := &machine.Buffer{Data: make([]byte, 4096)}, &machine.Buffer{Data: make([]byte, 4096)}
			for i := range 1024 {
				binary.LittleEndian.PutUint32(in.Data[4*i:], uint32(i+1))
			}
			r, err := machine.Launch(t.Context(), k, machine.Config{Grid: c.grid, Cluster: c.cluster,
				Block: machine.Extents{32, 1, 1}, Mode: mode, Steps: 1e6,
				Args: []machine.Arg{{Buffer: out}, {Buffer: in}}})
			var all strings.Builder
			if e := (diag.Text{W: &all}).Render(append(r.Findings, diag.FromError(err)...)); e != nil {
				t.Fatal(e)
			}
			got := all.String()
			if c.want == "" && got != "" ||
				!strings.Contains(got, c.want) && (mode != machine.Random || got == "") {
				t.Errorf("%s, mode %d: got\n%s, want %q", c.name, mode, got, c.want)
			}
			for n, want := range c.words {
				if v := binary.LittleEndian.Uint32(out.Data[4*n:]); v != want {
					t.Errorf("%s, mode %d: word %d is %d, want %d", c.name, mode, n, v, want)
				}
			}
		}
	}
}
