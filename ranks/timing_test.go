package ranks_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ranks"
	"github.com/inflight-compiler/inflight/timed"
)

// Two ranks compute for 10 and 30, meet in a collective that takes 5 at one of them and 7 at the other, and
// one sends for 4 what the other takes 6 to receive. A copy beside that is no computation.
func TestTimes(t *testing.T) {
	file := diag.NewFile("t", []byte("0123456789"))
	at := func(i int) diag.Span { return file.Span(i, i+1) }
	host := ranks.Host
	group := []int32{0, 1}
	s := &ranks.System{Ranks: []ranks.Rank{
		{Queues: []string{"copies"}, Actions: []ranks.Action{
			{Kind: ranks.Background, Label: "copy", Cost: 100, Queue: 0},
			{Kind: ranks.Compute, Label: "a", Cost: 10, Queue: host},
			{Kind: ranks.Collective, Label: "c", Group: group, Cost: 5, Queue: host, At: at(0),
				Payload: ranks.Unknown},
			{Kind: ranks.Send, Label: "s", Peer: 1, Cost: 4, Queue: host, At: at(1), Payload: ranks.Unknown},
			{Kind: ranks.Wait, Label: "w", After: []int32{0}, Queue: host, At: at(2)},
		}},
		{Actions: []ranks.Action{
			{Kind: ranks.Compute, Label: "b", Cost: 30, Queue: host},
			{Kind: ranks.Collective, Label: "c", Group: group, Cost: 7, Queue: host, At: at(3),
				Payload: ranks.Unknown},
			{Kind: ranks.Recv, Label: "r", Peer: 0, Cost: 6, Queue: host, At: at(4), Payload: ranks.Unknown},
		}},
	}}
	for _, c := range []struct {
		transport ranks.Transport
		received  timed.Time
	}{{ranks.Rendezvous, 43}, {ranks.Buffered, 41}} {
		times, err := ranks.Time(s, c.transport)
		if err != nil {
			t.Fatal(err)
		}
		if times.Makespan != 100 || times.Busy[0] != 10 || times.Busy[1] != 30 ||
			times.End[0][2] != 37 || times.End[1][2] != c.received {
			t.Errorf("%s: makespan %d, busy %v, ends %v", c.transport, times.Makespan, times.Busy, times.End)
		}
		idles := times.Idles(s)
		var waits []timed.Time
		for _, x := range idles {
			waits = append(waits, x.Takes)
		}
		want := []timed.Time{100 - c.received, 27, 7, c.received - 37, c.received - 37}
		if len(waits) != len(want) {
			t.Fatalf("%s: the ranks wait for %v, want %v", c.transport, waits, want)
		}
		for i := range want {
			if waits[i] != want[i] {
				t.Errorf("%s: the ranks wait for %v, want %v", c.transport, waits, want)
			}
		}
		lanes := map[string]int{}
		for _, e := range times.Timeline(s).Events {
			lanes[e.Lane]++
		}
		for _, lane := range []string{"rank 0", "rank 0 copies", "rank 0 collectives", "rank 1",
			"rank 1 collectives", "rank 0 p2p"} {
			if lanes[lane] == 0 {
				t.Errorf("no lane %s in %v", lane, lanes)
			}
		}
	}
}
