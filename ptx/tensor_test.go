package ptx_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// Copies of tiles, products of a warpgroup and what belongs to them are right only with the operands that
// their names ask for.
func TestTiles(t *testing.T) {
	const head = `.version 8.0
.target sm_90a
.address_size 64
.visible .entry k()
{
	.reg .b32 %r<4>; .reg .b64 %d<4>; .reg .f32 %f<4>; .reg .b16 %h<3>; .reg .pred %p<2>; .shared .align 8 .b8 mem[64];
`
	for _, c := range []struct{ line, want string }{
		{
			"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [mem], [%d0, " +
				"{%r0, %r1}], [mem];", ""},
		{
			"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [mem], [%d0, {%r0, 7}], [mem], %h0, %d1;", ""},
		{
			"cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [mem], " +
				"[%d0, {%r0, %r1, %r2}], [mem], {%h0};", ""},
		{"cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%d0, {%r0, %r1}], [mem];", ""},
		{"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [mem], [%d0], 64, [mem+8];", ""},
		{"cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [%d0, {%r0}], [mem];", ""},
		{"cp.async.bulk.wait_group.read 1;", ""},
		{"prefetch.tensormap [%d0];", ""},
		{"setmaxnreg.dec.sync.aligned.u32 40;", ""},
		{"barrier.cluster.arrive.relaxed.aligned;", ""},
		{"fence.proxy.async.shared::cta;", ""},
		{"mapa.shared::cluster.u32 %r0, %r1, 1;", ""},
		{
			"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d1, %p0, 1, -1, " +
				"0, 1;", ""},
		{
			"wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, " +
				"%r3}, %d1, %p0, 1, 1, 0;", ""},
		{"wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f0, %f1, %f2, %f3}, %d0, %d1, %p0, 1, 1;", ""},
		{"wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.u8.satfinite {%r0, %r1, %r2, %r3}, %d0, %d1, %p0;",
			""},
		{
			"mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r0, %r1}, {%r0, %r1}, {%r0, %r1}, " +
				"{%r0, %r1}, %r3, 0;", ""},

		{
			"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [mem], [%d0, " +
				"{%r0}], [mem];", "1 coordinates for a tensor of 2 dimensions"},
		{
			"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [mem], " +
				"[%d0], [mem];", "expected a tensor map with coordinates"},
		{
			"cp.async.bulk.tensor.shared::cluster.global.tile.mbarrier::complete_tx::bytes [mem], [%d0, " +
				"{%r0}], [mem];", "does not say how many dimensions"},
		{
			"cp.async.bulk.tensor.2d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [mem], " +
				"[%d0, {%r0, %r1}], [mem], {%h0};", "at least 3 are needed"},
		{
			"cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [mem], " +
				"[%d0, {%r0, %r1, %r2}], [mem], {%h0, %h1};", "which has 1"},
		{"cp.async.bulk.tensor.2d.shared::cluster.global.multicast::cluster [mem], [%d0, {%r0, %r1}], [mem];",
			"has 4 operands, not 3"},
		{"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [mem], [%d0, {%r0}], 64, [mem];",
			"an address of memory has no coordinates"},
		{"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [mem], [%d0], 64;",
			"has 4 operands, not 3"},
		{"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [mem], [%d0], 64, [mem];",
			"needs version 8.6"},
		{"cp.async.bulk.wait_group %r0;", "expected a constant integer"},
		{
			"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [mem], [%d0, " +
				"{%r0, %r9}], [mem];", "'%r9' is not defined"},
		{"setmaxnreg.dec.sync.aligned.u32 41;", "41 registers per thread"},
		{"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2}, %d0, %d1, %p0, 1, 1, 0, 0;",
			"expected 4 registers in braces"},
		{"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %f1, %f2, %f3}, %d0, %d1, %p0, 1, 1, 0, 0;",
			"does not hold .f32"},
		{"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d1, %p0, 2, 1, 0, 0;",
			"expected the constant 1 or -1"},
		{"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d1, %p0, 1, 1, 0, 2;",
			"expected the constant 0 or 1"},
		{"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d1, %p0, 1, 1;",
			"has 8 operands, not 6"},
		{"wgmma.mma_async.sync.aligned.m64n8k8.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d1, %p0, 1, 1, 0, 0;",
			"there is no product"},
		{"wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8 {%r0, %r1, %r2, %r3}, %d0, %d1, %p0;",
			"there is no product"},
		{
			"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16 {%f0, %f1, %f2, %f3}, %d0, %d1, %p0, 1, 1, " +
				"0, 0;", "there is no product"},
		{"wgmma.wait_group.sync.aligned;", "has 1 operands, not 0"},
		{"wgmma.mma_async.sync.aligned.m64n9k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d0, %d1, %p0, 1, 1, 0, 0;",
			"'.m64n9k16' of"},
	} {
		m, err := ptx.Parse(diag.NewFile("tiles.ptx", []byte(head+"\t"+c.line+"\n\tret;\n}\n")))
		if err == nil {
			roundTrip(t, m)
			err = ptx.Verify(m)
		}
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s\n%v", c.line, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s\n%v, expected %s", c.line, err, c.want)
		}
	}
	later := strings.Replace(head, "sm_90a", "sm_100a", 1) + "\twgmma.fence.sync.aligned;\n}\n"
	m, err := ptx.Parse(diag.NewFile("later.ptx", []byte(later)))
	if err == nil {
		err = ptx.Verify(m)
	}
	if err == nil || !strings.Contains(err.Error(), "needs sm_90a, the target is sm_100a") {
		t.Error(err)
	}
}
