package machine_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// notExecuted are pieces of kernels with instructions that are known and not executed, and what is not
// judged: "" for a kernel that does not come to it.
var notExecuted = []struct {
	text string
	not  []string
	ends bool
	x    uint64 // what is stored behind, where the execution comes there
}{
	// results are unknown, and used for values alone
	{"vadd.s32.s32.s32 %r3, %r0, %r1; mov.u64 %x, 7;", []string{"'vadd.s32.s32.s32' is not executed"}, false,
		7},
	{"vsub2.s32.s32.s32 %r3, %r0, %r1, 0; add.s32 %r4, %r3, 1; st.shared.u32 [mem], %r4; mov.u64 %x, 7;",
		[]string{"'vsub2.s32.s32.s32' is not executed"}, false, 7},
	// fetches that compare depths or take one of several samples, and properties that have no number
	{
		"tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%a, {%f0, %f1}], %f2; mul.f32 %f0, %f1, 0f40000000; " +
			"mov.u64 %x, 1;",
		[]string{"'tex.2d.v4.f32.f32' is not executed"}, false, 1},
	{"tex.2dms.v4.s32.s32 {%r3, %r4, %r5, %r6}, [%a, {%r0, %r1, %r2, %r2}]; txq.filter_mode.b32 %r3, [%a]; " +
		"suq.memory_layout.b32 %r4, [%a]; mov.u64 %x, 1;",
		[]string{"'tex.2dms.v4.s32.s32' is not executed", "'txq.filter_mode.b32' is not executed",
			"'suq.memory_layout.b32' is not executed"}, false, 1},
	// an unknown value in a surface
	{
		"vadd.s32.s32.s32 %r3, %r0, %r1; sust.b.1d.b32.trap [%a, {4}], {%r3}; suld.b.1d.b32.trap {%r4}, " +
			"[%a, {0}]; " +
			"setp.eq.u32 %p1, %r4, 0; @%p1 mov.u64 %x, 1;", []string{"'vadd.s32.s32.s32' is not executed",
			"whether 'mov.u64' is executed depends on 'vadd.s32.s32.s32', which is not executed"}, true, 0},
	{
		"tcgen05.mma.cta_group::2.kind::f16 [%r0], %y0, %y1, %r1, %p0; tcgen05.shift.cta_group::1.down " +
			"[%r0]; " +
			"mov.u64 %x, 2;",
		[]string{"'tcgen05.mma.cta_group::2.kind::f16' is not executed",
			"'tcgen05.shift.cta_group::1.down' is not executed"}, false, 2},
	{"istypep.texref %p1, %a; mov.u64 %x, 3;", []string{"'istypep.texref' is not executed"}, false, 3},

	// what depends on them is left out, or ends the execution where it decides something
	{
		"vmin.s32.s32.s32 %r3, %r0, %r1; mov.u32 %r4, mem; add.u32 %r4, %r4, %r3; ld.shared.u32 %r5, " +
			"[%r4]; mov.u64 %x, 4;",
		[]string{"'vmin.s32.s32.s32' is not executed",
			"the address of 'ld.shared.u32' depends on 'vmin.s32.s32.s32', which is not executed"}, false, 4},
	{"vmax.s32.s32.s32 %r3, %r0, %r1; mov.u32 %r4, mem; add.u32 %r4, %r4, %r3; st.shared.u32 [%r4], 1;",
		[]string{"'vmax.s32.s32.s32' is not executed",
			"the address of 'st.shared.u32' depends on 'vmax.s32.s32.s32', which is not executed"}, true, 0},
	{"vset.s32.s32.eq %r3, %r0, %r1; setp.eq.s32 %p1, %r3, 0; @%p1 bra DONE; mov.u64 %x, 5; DONE:",
		[]string{"'vset.s32.s32.eq' is not executed",
			"whether 'bra' is executed depends on 'vset.s32.s32.eq', which is not executed"}, true, 0},
	{
		"vshl.u32.u32.u32.clamp %r3, %r0, %r1; st.shared.u32 [mem], %r3; ld.shared.u32 %r4, [mem]; " +
			"bar.sync %r4; ",
		[]string{"'vshl.u32.u32.u32.clamp' is not executed",
			"what 'bar.sync' does depends on 'vshl.u32.u32.u32.clamp', which is not executed"}, true, 0},
	{
		"vshr.u32.u32.u32.clamp %r3, %r0, %r1; st.local.u32 [own], %r3; ld.local.u32 %r4, [own+8]; " +
			"st.shared.u32 [mem], 1; " +
			"ld.shared.u32 %r5, [mem]; setp.eq.u32 %p1, %r5, 1; @%p1 mov.u64 %x, 6;",
		[]string{"'vshr.u32.u32.u32.clamp' is not executed"}, false, 6},

	// they access memory that others access, or order it
	{"tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [mem], 32;",
		[]string{"'tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32' is not executed"}, true, 0},
	{"multimem.red.relaxed.sys.global.add.u32 [%out], %r0;",
		[]string{"'multimem.red.relaxed.sys.global.add.u32' is not executed"}, true, 0},
	{
		"clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [mem], [mem+16];",
		[]string{
			"'clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128' is not " +
				"executed"},
		true, 0},
	{
		"cp.async.bulk.prefetch.tensor.3d.L2.global.tile [%a, {%r0, %r0, %r0}]; " +
			"cp.async.bulk.tensor.3d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes [mem], " +
			"[%a, {%r0, %r0, %r0}], [mem+16], {%h0, %h0};",
		[]string{
			"'cp.async.bulk.tensor.3d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes' is not " +
				"executed"}, true, 0},
	{"atom.shared.exch.b128 %w0, [mem], %w1;", []string{"'atom.shared.exch.b128' is not executed"}, true, 0},
	{"atom.global.add.v2.f32 {%f0, %f1}, [%out], {%f0, %f1};",
		[]string{"'atom.global.add.v2.f32' is not executed"},
		true, 0},
	{"discard.global.L2 [%out], 128;", []string{"'discard.global.L2' is not executed"}, true, 0},

	// the kernel does not come there
	{"setp.eq.u32 %p1, %r0, 99; @%p1 discard.global.L2 [%out], 128; mov.u64 %x, 8;", nil, false, 8},
	{
		"bra SKIP; tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r0, 32; alloca.u64 %y0, 64; " +
			"stacksave.u64 %y0; " +
			"stackrestore.u64 %y0; SKIP: mov.u64 %x, 8;", nil, false, 8},
	{
		"bra SKIP; vsub.s32.s32.s32 %r3, %r0, %r1; vabsdiff.s32.s32.s32 %r3, %r0, %r1; vmad.s32.s32.s32 " +
			"%r3, %r0, %r1, %r2; vadd2.s32.s32.s32 %r3, %r0, %r1, 0; " +
			"vavrg2.s32.s32.s32 %r3, %r0, %r1, 0; vabsdiff2.s32.s32.s32 %r3, %r0, %r1, 0; " +
			"vmin2.s32.s32.s32 " +
			"%r3, %r0, %r1, 0; " +
			"vmax2.s32.s32.s32 %r3, %r0, %r1, 0; vset2.s32.s32.eq %r3, %r0, %r1, 0; vadd4.s32.s32.s32 %r3, " +
			"%r0, %r1, 0; " +
			"vsub4.s32.s32.s32 %r3, %r0, %r1, 0; vavrg4.s32.s32.s32 %r3, %r0, %r1, 0; " +
			"vabsdiff4.s32.s32.s32 " +
			"%r3, %r0, %r1, 0; " +
			"vmin4.s32.s32.s32 %r3, %r0, %r1, 0; vmax4.s32.s32.s32 %r3, %r0, %r1, 0; vset4.s32.s32.eq %r3, " +
			"%r0, %r1, 0; " +
			"SKIP: mov.u64 %x, 8;", nil, false, 8},
}

// Of instructions that are not executed, and of what depends on their results, the report says that it is not
// judged; nothing else is touched.
func TestNotExecuted(t *testing.T) {
	for _, c := range notExecuted {
		k, err := tryCompile("case.ptx", ordinaryHead+c.text+caseTail)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		out := make([]byte, 8)
		r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
			Block: machine.Extents{2, 1, 1}, NoHazards: true,
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: out}}, {}, {}, {}}})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var got []string
		ends := false
		for _, n := range r.NotJudged {
			got = append(got, n.Why)
			ends = ends || n.Ends
		}
		if strings.Join(got, "\n") != strings.Join(c.not, "\n") || ends != c.ends {
			t.Errorf("%s: not judged are %q, ends %v", c.text, got, ends)
		}
		if x := binary.LittleEndian.Uint64(out); x != c.x {
			t.Errorf("%s: stored %d, want %d", c.text, x, c.x)
		}
	}
}
