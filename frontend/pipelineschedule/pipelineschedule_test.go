package pipelineschedule_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/pipelineschedule"
	"github.com/inflight-compiler/inflight/ranks"
)

func read(t *testing.T, text string) *pipelineschedule.Table {
	t.Helper()
	table, err := pipelineschedule.Read(diag.NewFile("table.csv", []byte(text)))
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return table
}

func judge(t *testing.T, table *pipelineschedule.Table, transport ranks.Transport) (*ranks.Verdict,
	diag.List) {
	t.Helper()
	p, err := table.System(pipelineschedule.UnitCosts())
	if err != nil {
		t.Fatalf("%s\n%v", table, err)
	}
	v := ranks.Judge(p.System, transport)
	return v, v.Diagnostics(p.System)
}

// What is read is printed again, in today's spelling and in the old one.
func TestRoundTrip(t *testing.T) {
	for _, text := range []string{
		"0F0,0SEND_F0,2RECV_F0,(0F7;7B3)OVERLAP_F_B,0UNSHARD,7I0,7W0\n",
		"0F0,,0B0\n1F0,1REDUCE_GRAD,1RESHARD\n",
		"(0SEND_F0;2RECV_F0)BATCH_P2P,0SEND_B1,1RECV_B3\n",
		"0F0,0BW0,0B1,0W1\n",
		"0F0,0B0,0W0\n",
		"\n0F0\n",
	} {
		if got := read(t, text).String(); got != text {
			t.Errorf("%q is printed as %q", text, got)
		}
	}
	if got := read(t, " 0F0 , \"1B0\"\r\n1F1").String(); got != "0F0,1B0\n1F1\n" {
		t.Errorf("spaces, quotes and line ends: %q", got)
	}
}

// Cells that are no actions are refused where they stand.
func TestBadCells(t *testing.T) {
	for _, c := range []struct{ text, place string }{
		{"0F0,0X0\n", "1:5"}, {"0F0\n0F\n", "2:1"}, {"0F0,F0\n", "1:5"}, {"0SEND_F\n", "1:1"},
		{"0UNSHARD2\n", "1:1"}, {"0F0x\n", "1:1"}, {"(0F0;0B0\n", "1:1"}, {"(0F0;0B0)X\n", "1:1"},
		{"(0F0;0SEND_F0)OVERLAP_F_B\n", "1:1"}, {"(0F0)BATCH_P2P\n", "1:1"}, {"0F-1\n", "1:1"},
		{"0F99999999999999999999\n", "1:1"}, {"0OVERLAP_F_B\n", "1:1"}, {"()OVERLAP_F_B\n", "1:1"},
		{"", "1:1"},
	} {
		_, err := pipelineschedule.Read(diag.NewFile("t.csv", []byte(c.text)))
		if err == nil || !strings.Contains(err.Error(), "t.csv:"+c.place+":") {
			t.Errorf("%q: %v, want an error at %s", c.text, err, c.place)
		}
	}
}

// Tables that do not fit together are refused.
func TestBadTables(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"0F0\n0F1\n", "2:1: error: stage 0 is on rank 0 and on rank 1"},
		{"0F0\n2F0\n", "2:1: error: the schedule has a stage 2, and no stage 1"},
		{"0F0\n\n", "rank 1 has no actions"},
		{"0F0,0SEND_F0\n1F0,1RECV_F0\n",
			"2:1: error: rank 1: 1F0 computes before its input is there: RECV_F"},
		{"0SEND_F0,0F0\n1RECV_F0,1F0\n", "1:1: error: rank 0: 0SEND_F0 stands in front of the computation"},
		{"0F0,0F0\n", "1:5: error: rank 0: 0F0 comes twice"},
		{"0F0,0SEND_F0\n", "1:5: error: rank 0: 0SEND_F0: there is no stage 1"},
		{"0F0,0W0,0I0\n", "1:5: error: rank 0: 0W0 computes before its input is there"},
	} {
		_, err := read(t, c.text).System(pipelineschedule.UnitCosts())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := read(t, "0F0\n1F1\n").Derive(); err == nil || !strings.Contains(err.Error(), "2:1") {
		t.Errorf("an input that nobody computes: %v", err)
	}
}

// The orders that were reported to hang in pytorch #172668 are found, and repaired by few moves.
func TestReportedDeadlocks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"0SEND_F1,2RECV_F0,2F0\n1SEND_F0,1RECV_F1,1F1\n", "1:1: error: 0SEND_F1 of rank 0 never ends: it " +
			"waits for 1RECV_F1 of rank 1 (2:10), which stands behind 1SEND_F0"},
		{"2SEND_F1,0F2,0SEND_F2,2RECV_B0,2B0\n3RECV_F1,3SEND_B0,3F1,3B1,1RECV_F2,1F2\n",
			"1:14: error: 0SEND_F2 of rank 0 never ends: it waits for 1RECV_F2 of rank 1 (2:27), which " +
				"stands " +
				"behind 3SEND_B0"},
	} {
		table := read(t, c.text)
		v, said := judge(t, table, ranks.Rendezvous)
		if v.Free() || !strings.Contains(said.Error(), c.want) {
			t.Errorf("%q: %v\nwant %s", c.text, said, c.want)
		}
		for _, transport := range []ranks.Transport{ranks.Batched, {Slots: 1}} {
			if v, said := judge(t, table, transport); !v.Free() {
				t.Errorf("%q, %s: %v", c.text, transport, said)
			}
		}
		repaired, found := table.Repair(ranks.Rendezvous, pipelineschedule.StreamOfRank)
		if repaired == nil || found.Moved != 1 || !found.Least {
			t.Fatalf("%q: %v, %v", c.text, found, repaired)
		}
		if v, said := judge(t, repaired, ranks.Rendezvous); !v.Free() {
			t.Errorf("repaired as %q: %v", repaired, said)
		}
	}
}

// Messages of one rank to another have no tags: they meet in order, and what they hold is compared.
func TestOrderOfMessages(t *testing.T) {
	table := read(t, "0F0,0F1,0SEND_F0,0SEND_F1\n1RECV_F1,1RECV_F0,1F0,1F1\n")
	_, said := judge(t, table, ranks.Buffered)
	want := "2:1: error: 1RECV_F1 of rank 1 receives the message of 0SEND_F0 of rank 0: 0F1 is expected, " +
		"and " +
		"0F0 is sent"
	if !strings.Contains(said.Error(), want) {
		t.Errorf("%v\nwant %s", said, want)
	}
	if repaired, found := table.Repair(ranks.Rendezvous, pipelineschedule.StreamOfRank); repaired == nil ||
		found.Moved != 1 {
		t.Errorf("%v, %v", found, repaired)
	}
	_, said = judge(t, read(t, "0F0,0SEND_F0,0F1,0SEND_F1\n1RECV_F0,1F0\n"), ranks.Rendezvous)
	if !strings.Contains(said.Error(), "1:18: error: rank 1 never receives the message of 0SEND_F1") {
		t.Error(said)
	}
}

// A table in the old spelling with stages that follow each other round two ranks is free of deadlock.
func TestOldSpelling(t *testing.T) {
	table := read(t, "0F0,0SEND_F0,2RECV_F0,2F0,2SEND_F0,2RECV_B0,2BW0,2SEND_B0,0RECV_B0,0BW0\n"+
		"1RECV_F0,1F0,1SEND_F0,3RECV_F0,3F0,3B0,3SEND_B0,1RECV_B0,1B0,1SEND_B0,3W0,1W0\n")
	if v, said := judge(t, table, ranks.Rendezvous); !v.Free() || v.Transfers != 6 {
		t.Errorf("%d transfers, %v", v.Transfers, said)
	}
}

// The time to judge a table grows with the table alone: no test asserts a time, this one runs a large table.
func TestLargeTable(t *testing.T) {
	var rows [4]strings.Builder
	for m := range 20_000 {
		fmt.Fprintf(&rows[0], "0F%d,0SEND_F%d,", m, m)
		fmt.Fprintf(&rows[1], "1RECV_F%d,1F%d,1SEND_F%d,", m, m, m)
		fmt.Fprintf(&rows[2], "2RECV_F%d,2F%d,2SEND_F%d,", m, m, m)
		fmt.Fprintf(&rows[3], "3RECV_F%d,3F%d,", m, m)
	}
	text := ""
	for i := range rows {
		text += rows[i].String() + "\n"
	}
	if v, said := judge(t, read(t, text), ranks.Rendezvous); !v.Free() || v.Transfers != 60_000 {
		t.Errorf("%d transfers, %v", v.Transfers, said)
	}
}
