package ranks_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ranks"
)

var transports = []ranks.Transport{ranks.Rendezvous, ranks.Batched, {Slots: 1}, {Slots: 2}, ranks.Buffered}

// mostStates is the number of states of the systems that the property test explores; it skips larger ones.
const mostStates = 400

// Property: of random systems of 2 to 4 ranks, all interleavings end in one state, and Judge says which
// actions have not ended in it.
func TestJudgeLikeAllInterleavings(t *testing.T) {
	for _, transport := range transports {
		t.Run(transport.String(), func(t *testing.T) {
			t.Parallel()
			free, stuck, n := 0, 0, passtest.Programs(5000)
			for seed := uint64(0); free+stuck < n; seed++ {
				s := randomSystem(rand.New(rand.NewPCG(seed, 1)))
				final := explore(s, transport, mostStates)
				if final == nil {
					continue
				}
				if len(final) != 1 {
					t.Fatalf("seed %d: %d final states", seed, len(final))
				}
				v := ranks.Judge(s, transport)
				compare(t, seed, s, v, final[0])
				if v.Left == 0 {
					free++
				} else {
					stuck++
				}
			}
			if free < n/5 || stuck < n/20 {
				t.Errorf("%d systems end, %d block: the test is one-sided", free, stuck)
			}
		})
	}
}

func compare(t *testing.T, seed uint64, s *ranks.System, v *ranks.Verdict, final []byte) {
	t.Helper()
	left := 0
	var heads []ranks.Ref
	i := 0
	for r := range s.Ranks {
		for a := range s.Ranks[r].Actions {
			if final[i] != ended {
				left++
			}
			if final[i] == started {
				heads = append(heads, ranks.Ref{Rank: int32(r), Action: int32(a)})
			}
			i++
		}
	}
	partnerless := len(v.Unmatched)+len(v.Absent) > 0
	switch {
	case left != v.Left:
		t.Fatalf("seed %d: %d actions are left, Judge says %d", seed, left, v.Left)
	case len(heads) != len(v.Stuck):
		t.Fatalf("seed %d: %v are in progress, Judge says %v", seed, heads, v.Stuck)
	case left > 0 && len(v.Circles) == 0 && !partnerless:
		t.Fatalf("seed %d: no circle explains that %d actions are left", seed, left)
	case left == 0 && len(v.Circles) > 0:
		t.Fatalf("seed %d: a circle, and all actions end", seed)
	}
	for i, ref := range v.Stuck {
		if heads[i] != ref {
			t.Fatalf("seed %d: %v are in progress, Judge says %v", seed, heads, v.Stuck)
		}
	}
	for _, c := range v.Circles {
		if len(c.Steps) == 0 {
			t.Fatalf("seed %d: a circle without steps", seed)
		}
		for _, d := range v.Diagnostics(s) {
			_ = d.Error()
		}
	}
}

// A peer and a member that are no ranks of the system are refused at their places, and all else is not.
func TestCheckRefusesRanks(t *testing.T) {
	file := diag.NewFile("t", []byte("abc"))
	s := &ranks.System{Ranks: []ranks.Rank{{Actions: []ranks.Action{
		{Kind: ranks.Send, Label: "send", Peer: 2, At: file.Span(0, 1)},
		{Kind: ranks.Collective, Label: "all", Group: []int32{0, 1, -1}, At: file.Span(1, 2)},
		{Kind: ranks.Recv, Label: "recv", Peer: 1, At: file.Span(2, 3)},
	}}, {}}}
	want := "t:1:1: error: send of rank 0: there is no rank 2 among 2 ranks [ranks-invalid]\n" +
		"t:1:2: error: all of rank 0: the group has the rank -1, and there are 2 ranks [ranks-invalid]"
	if err := s.Check(); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}
