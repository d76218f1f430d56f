package pipelines_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/pipelineschedule"
	"github.com/inflight-compiler/inflight/internal/pipelines"
	"github.com/inflight-compiler/inflight/ranks"
	"github.com/inflight-compiler/inflight/timed"
)

// schedule is a classic schedule with the bubble that its paper gives, in units: the time of a forward pass
// of a stage of a rank, and of each half of a backward pass.
type schedule struct {
	name   string
	table  string
	bubble int
}

// schedules returns the classic schedules for p ranks and m microbatches.
func schedules(p, m int) []schedule {
	all := []schedule{
		{"GPipe", pipelines.GPipe(p, m), 3 * (p - 1)},
		{"1F1B", pipelines.OneFOneB(p, m), 3 * (p - 1)},
		{"interleaved 1F1B", pipelines.Interleaved(p, 2, m), 3 * (p - 1)},
		{"interleaved 1F1B, 3 stages", pipelines.Interleaved(p, 3, m), 3 * (p - 1)},
		{"ZB-H1", pipelines.ZBH1(p, m), p - 1},
	}
	if m >= 2*p {
		all = append(all, schedule{"ZB-V", pipelines.ZBV(p, m), p - 1},
			schedule{"DualPipeV", pipelines.DualPipeV(p, m), 2 * (p - 1)})
	}
	return all
}

func derived(t *testing.T, text string) *pipelineschedule.Table {
	t.Helper()
	table, err := pipelineschedule.Read(diag.NewFile("t.csv", []byte(text)))
	if err == nil {
		table, err = table.Derive()
	}
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return table
}

func system(t *testing.T, table *pipelineschedule.Table) *ranks.System {
	t.Helper()
	p, err := table.System(pipelineschedule.UnitCosts())
	if err != nil {
		t.Fatalf("%s\n%v", table, err)
	}
	return p.System
}

// times is when everything happens with streams of a kind, if no channel fills.
func times(t *testing.T, table *pipelineschedule.Table, costs pipelineschedule.Costs) (*ranks.System,
	*ranks.Times) {
	t.Helper()
	p, err := table.System(costs)
	if err != nil {
		t.Fatal(err)
	}
	times, err := ranks.Time(p.System, ranks.Buffered)
	if err != nil {
		t.Fatal(err)
	}
	return p.System, times
}

const unit = 1_000_000 // the unit of the costs, in picoseconds

// sizes calls f for 2 to 16 ranks and three numbers of microbatches for each; in short tests, as under the
// race detector, for some of them.
func sizes(f func(p, m int)) {
	for p := 2; p <= 16; p++ {
		for _, m := range []int{p, 2 * p, 4 * p} {
			if !testing.Short() || m == 2*p && (p < 6 || p == 8) || p == 3 {
				f(p, m)
			}
		}
	}
}

// The classic schedules for 2 to 16 ranks are free of deadlock under every transport.
func TestClassicSchedulesAreFree(t *testing.T) {
	sizes(func(p, m int) {
		for _, c := range schedules(p, m) {
			s := system(t, derived(t, c.table))
			for _, transport := range []ranks.Transport{ranks.Rendezvous, ranks.Batched, {Slots: 1},
				ranks.Buffered} {
				if v := ranks.Judge(s, transport); !v.Free() {
					t.Fatalf("%s, %d ranks, %s: %v", c.name, p, transport, v.Diagnostics(s))
				}
			}
		}
	})
}

// The bubbles of the classic schedules for 2 to 16 ranks are those of the papers, if a message waits for
// nothing but its data, and also if the messages of two ranks wait for each other.
func TestBubbles(t *testing.T) {
	sizes(func(p, m int) {
		for _, c := range schedules(p, m) {
			table := derived(t, c.table)
			for _, streams := range []pipelineschedule.Streams{pipelineschedule.StreamOfMessage,
				pipelineschedule.StreamOfPair} {
				costs := pipelineschedule.UnitCosts()
				costs.Streams = streams
				_, times := times(t, table, costs)
				for r := range p {
					if got := int(times.Bubble(r) / unit); got != c.bubble {
						t.Fatalf("%s, %d ranks, %d microbatches, streams %d: the bubble of rank %d is %d, "+
							"want %d", c.name, p, m, streams, r, got, c.bubble)
					}
				}
			}
		}
	})
}

// With one stream for all transfers of a rank, the bubbles of the schedules with one stage on each rank are
// those of the papers as well. Those of schedules with several stages are not, from 3 ranks on: a receive
// that waits stands in front of a send whose data is there.
func TestBubblesOnOneStream(t *testing.T) {
	for p := 3; p <= 8; p++ {
		for i, c := range schedules(p, 2*p) {
			_, times := times(t, derived(t, c.table), pipelineschedule.UnitCosts())
			got := int(times.Bubble(0) / unit)
			if oneStage := i < 2 || c.name == "ZB-H1"; oneStage != (got == c.bubble) {
				t.Errorf("%s, %d ranks: the bubble of rank 0 is %d, that of the paper %d", c.name, p, got,
					c.bubble)
			}
		}
	}
}

// No rank idles between its first and its last pass of ZB-V.
func TestZBVHasNoBubble(t *testing.T) {
	for p := 2; p <= 16; p++ {
		costs := pipelineschedule.UnitCosts()
		costs.Streams = pipelineschedule.StreamOfPair
		s, times := times(t, derived(t, pipelines.ZBV(p, 2*p)), costs)
		for r := range s.Ranks {
			first, last := times.Makespan, timed.Time(0)
			for i, a := range s.Ranks[r].Actions {
				if a.Kind == ranks.Compute {
					first, last = min(first, times.Begin[r][i]), max(last, times.End[r][i])
				}
			}
			if last-first != times.Busy[r] || int(first/unit) != r {
				t.Errorf("%d ranks: rank %d begins at %d, ends at %d and computes for %d", p, r, first, last,
					times.Busy[r])
			}
		}
	}
}

// The bubble of DualPipeV is (PP/2-1)(F&B + B - 3W) for F&B of at most F + B, on the rank with the largest
// one. The others idle less where F&B takes less than F and B: they execute fewer of these together.
func TestDualPipeVOverlap(t *testing.T) {
	for p := 2; p <= 16; p++ {
		for overlap := int64(2); overlap <= 3; overlap++ {
			costs := pipelineschedule.UnitCosts()
			costs.Streams = pipelineschedule.StreamOfPair
			costs.Of[pipelineschedule.Overlap] = overlap * unit
			_, times := times(t, derived(t, pipelines.DualPipeV(p, 3*p)), costs)
			most := times.Bubble(0)
			for r := range p {
				most = max(most, times.Bubble(r))
			}
			if want := int64(p-1) * (overlap + 2 - 3); int64(most/unit) != want {
				t.Errorf("%d ranks, F&B %d: the bubble is %d, want %d", p, overlap, most/unit, want)
			}
		}
	}
}

// With a send and a receive of one rank exchanged, a schedule blocks exactly if its transfers, taken by two
// cursors per rank, come to a stop; and the repair gives one that does not block.
func TestExchangedPairs(t *testing.T) {
	largest := 4
	if testing.Short() {
		largest = 3
	}
	for p := 2; p <= largest; p++ {
		all := schedules(p, p)
		if p < 4 {
			all = append(all, schedules(p, 2*p)[len(all):]...)
		}
		for _, c := range all {
			t.Run(fmt.Sprint(c.name, " ", p), func(t *testing.T) {
				t.Parallel()
				blocked := 0
				table := derived(t, c.table)
				for r, row := range table.Ranks {
					for i := range row {
						for j := i + 1; j < len(row) && j < i+6; j++ {
							if row[i].Sends() && row[j].Receives() || row[i].Receives() && row[j].Sends() {
								blocked += exchange(t, table, r, i, j)
							}
						}
					}
				}
				if blocked == 0 {
					t.Error("no exchange blocks: the test proves nothing")
				}
			})
		}
	}
}

// repairs reports whether exchange number n of those that block is repaired, too: a repair tries many orders.
// At night all are, else one of 12, and in short tests one of 50.
func repairs(n int) bool {
	switch {
	case os.Getenv("INFLIGHT_NIGHTLY") != "":
		return true
	case testing.Short():
		return n%50 == 0
	}
	return n%12 == 0
}

// exchange exchanges two actions of a rank, and compares the verdict with that of rendezvous. It returns 1 if
// the ranks block each other.
func exchange(t *testing.T, table *pipelineschedule.Table, r, i, j int) int {
	t.Helper()
	changed := &pipelineschedule.Table{Ranks: slices.Clone(table.Ranks), Rows: table.Rows}
	changed.Ranks[r] = slices.Clone(table.Ranks[r])
	changed.Ranks[r][i], changed.Ranks[r][j] = changed.Ranks[r][j], changed.Ranks[r][i]
	p, err := changed.System(pipelineschedule.UnitCosts())
	if err != nil {
		return 0 // a computation would come before its input, or a message before its computation
	}
	v := ranks.Judge(p.System, ranks.Rendezvous)
	if stops := rendezvous(changed); stops != (v.Left > 0) {
		t.Fatalf("%s\nthe transfers stop: %v, Judge says that %d actions are left", changed, stops, v.Left)
	}
	if v.Free() {
		return 0
	}
	if !repairs(i + j + 7*r) {
		return int(min(v.Left, 1))
	}
	right, found := changed.Repair(ranks.Rendezvous, pipelineschedule.StreamOfRank)
	if right == nil || found.Moved == 0 {
		t.Fatalf("%s\nrepaired by %v, as\n%v", changed, found, right)
	}
	if v.Left == 0 {
		return 0 // messages meet that do not fit
	}
	return 1
}

// rendezvous reports whether the transfers of a table come to a stop: each rank is at its next transfer, and
// two ranks go on if these are a send and its receive. At most one pair of two ranks can go on at a time, so
// that their order does not matter: a rank is in one pair only.
func rendezvous(table *pipelineschedule.Table) (stops bool) {
	home := map[int]int{}
	var lists [][]pipelineschedule.Action
	for r, row := range table.Ranks {
		var list []pipelineschedule.Action
		for _, a := range row {
			home[a.Stage] = r
			if a.Sends() || a.Receives() {
				list = append(list, a)
			}
		}
		lists = append(lists, list)
	}
	peer := func(a pipelineschedule.Action) int {
		if a.Kind == pipelineschedule.SendForward || a.Kind == pipelineschedule.RecvBackward {
			return home[a.Stage+1]
		}
		return home[a.Stage-1]
	}
	for more := true; more; {
		more = false
		for r := range lists {
			if len(lists[r]) == 0 || !lists[r][0].Sends() {
				continue
			}
			q := peer(lists[r][0])
			if len(lists[q]) > 0 && lists[q][0].Receives() && peer(lists[q][0]) == r {
				lists[r], lists[q] = lists[r][1:], lists[q][1:]
				more = true
			}
		}
	}
	for _, list := range lists {
		stops = stops || len(list) > 0
	}
	return stops
}
