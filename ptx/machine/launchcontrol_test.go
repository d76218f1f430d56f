package machine_test

import (
	"encoding/binary"
	"testing"

	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// cancelText is a persistent kernel: each block does its own work, and that of the blocks that it cancels.
const cancelText = `.version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out)
{
	.reg .pred %p; .reg .b32 %x, %y, %z, %w, %phase; .reg .b64 %out, %at; .reg .b128 %answer;
	.shared .align 16 .b8 got[16]; .shared .align 8 .b64 bar;
	ld.param.u64 %out, [out]; mov.u32 %x, %ctaid.x; mov.u32 %y, %ctaid.y; mov.u32 %phase, 0;
	mbarrier.init.shared.b64 [bar], 1; fence.proxy.async.shared::cta;
WORK:
	mad.lo.u32 %w, %y, 4, %x; mul.wide.u32 %at, %w, 4; add.u64 %at, %out, %at; st.global.u32 [%at], 7;
	clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [got], [bar];
	mbarrier.arrive.expect_tx.shared.b64 %at, [bar], 16;
ASK:
	mbarrier.try_wait.parity.shared::cta.b64 %p, [bar], %phase; @!%p bra ASK; xor.b32 %phase, %phase, 1;
	ld.shared.b128 %answer, [got];
	fence.proxy.async.shared::cta;
	clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p, %answer;
	@!%p bra DONE;
	clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%x, %y, %z, _}, %answer;
	clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 %y, %answer;
	bra WORK;
DONE:
	ret;
}
`

// Every place of the grid is done once, by whichever block.
func TestLaunchControl(t *testing.T) {
	for _, m := range modes {
		out := make([]byte, 48)
		r, err := gputest.Launch(t, compile(t, "cancel", cancelText), machine.Config{
			Grid: machine.Extents{4, 3, 1}, Block: machine.Extents{1, 1, 1}, Mode: m.mode, Seed: m.seed,
			Args: []machine.Arg{{Buffer: &machine.Buffer{Name: "out", Data: out}}}})
		if err != nil || len(r.Findings) > 0 {
			t.Fatal(err, r.Findings)
		}
		for i := range 12 {
			if v := binary.LittleEndian.Uint32(out[4*i:]); v != 7 {
				t.Fatalf("mode %d: place %d holds %d", m.mode, i, v)
			}
		}
	}
}
