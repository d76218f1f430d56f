package pipelines_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/pipelineschedule"
	"github.com/inflight-compiler/inflight/internal/pipelines"
	"github.com/inflight-compiler/inflight/ranks"
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
	return []schedule{
		{"GPipe", pipelines.GPipe(p, m), 3 * (p - 1)},
		{"1F1B", pipelines.OneFOneB(p, m), 3 * (p - 1)},
		{"interleaved 1F1B", pipelines.Interleaved(p, 2, m), 3 * (p - 1)},
		{"interleaved 1F1B, 3 stages", pipelines.Interleaved(p, 3, m), 3 * (p - 1)},
		{"ZB-H1", pipelines.ZBH1(p, m), p - 1},
	}
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

// independent is system with transfers that do not hold each other up, as the formulas assume.
func independent(t *testing.T, table *pipelineschedule.Table) *ranks.System {
	t.Helper()
	costs := pipelineschedule.UnitCosts()
	costs.Independent = true
	p, err := table.System(costs)
	if err != nil {
		t.Fatal(err)
	}
	return p.System
}

// The classic schedules for 2 to 16 ranks are free of deadlock under every transport, and their bubbles are
// those of the papers.
func TestBubbles(t *testing.T) {
	for p := 2; p <= 16; p++ {
		for _, m := range []int{p, 2 * p, 4 * p} {
			for _, c := range schedules(p, m) {
				s := system(t, derived(t, c.table))
				for _, transport := range []ranks.Transport{ranks.Rendezvous, ranks.Batched, {Slots: 1},
					ranks.Buffered} {
					if v := ranks.Judge(s, transport); !v.Free() {
						t.Fatalf("%s, %d ranks, %s: %v", c.name, p, transport, v.Diagnostics(s))
					}
				}
				times, err := ranks.Time(independent(t, derived(t, c.table)), ranks.Buffered)
				if err != nil {
					t.Fatal(err)
				}
				for r := range p {
					if got := int(times.Bubble(r) / 1_000_000); got != c.bubble {
						t.Errorf("%s, %d ranks, %d microbatches: the bubble of rank %d is %d, want %d",
							c.name, p, m, r,
							got, c.bubble)
						break
					}
				}
			}
		}
	}
}

// With a send and a receive of one rank exchanged, a schedule blocks exactly if its transfers, taken by two
// cursors per rank, come to a stop; and the repair gives one that does not block.
func TestExchangedPairs(t *testing.T) {
	for p := 2; p <= 4; p++ {
		for _, c := range schedules(p, p) {
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
	repaired, moved := changed.Repair(ranks.Rendezvous)
	if repaired == nil || moved == 0 {
		t.Fatalf("%s\nrepaired by %d moves, as\n%v", changed, moved, repaired)
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
