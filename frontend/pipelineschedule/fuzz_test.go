package pipelineschedule_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/pipelineschedule"
	"github.com/inflight-compiler/inflight/ranks"
)

// Any text is a table or an error; a table is printed so that it is read again as itself, and is judged.
func FuzzRead(f *testing.F) {
	f.Add("0F0,0SEND_F0,2RECV_F0,(0F7;7B3)OVERLAP_F_B,0UNSHARD,7I0,7W0\n")
	f.Add("0SEND_F1,2RECV_F0,2F0\n1SEND_F0,1RECV_F1,1F1\n")
	f.Add("0F0,,\"0BW0\",0B1\r\n\n(0SEND_F0;1RECV_F0)BATCH_P2P")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := pipelineschedule.Read(diag.NewFile("t.csv", []byte(text)))
		if err != nil {
			return
		}
		printed := table.String()
		again, err := pipelineschedule.Read(diag.NewFile("t.csv", []byte(printed)))
		if err != nil || again.String() != printed {
			t.Fatalf("%q is printed as %q, which is read with %v as %q", text, printed, err, again)
		}
		if !table.HasTransfers() {
			if table, err = table.Derive(); err != nil {
				return
			}
		}
		p, err := table.System(pipelineschedule.UnitCosts())
		if err != nil {
			return
		}
		for _, transport := range []ranks.Transport{ranks.Rendezvous, ranks.Batched, {Slots: 1}} {
			v := ranks.Judge(p.System, transport)
			_ = v.Diagnostics(p.System)
			if (v.Left == 0) != (len(v.Circles) == 0 && len(v.Unmatched) == 0) && transport.Slots == 0 {
				t.Fatalf("%q, %s: %d actions are left, %d circles", text, transport, v.Left, len(v.Circles))
			}
		}
	})
}
