package roles_test

import (
	"os"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/roles"
)

// The ring of the examples has a producer, warps that only meet the others, and consumers. Each wait has an
// arrow from what completes its phases.
func TestDraw(t *testing.T) {
	content, err := os.ReadFile("../../examples/ptx/ring.ptx")
	if err != nil {
		t.Fatal(err)
	}
	m, err := judge.Load(diag.NewFile("ring.ptx", content))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := judge.NewPlan(m, judge.Options{DynamicShared: -1,
		Given: []judge.Given{{Key: "count", Number: "9"}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := judge.Check(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	g := roles.Draw(r)
	if want := []string{"producer, warp 0", "warps 1 to 3", "consumer, warps 4 to 11"}; !slices.Equal(g.Lanes,
		want) {
		t.Errorf("the lanes are %q, want %q", g.Lanes, want)
	}
	var arrows []string
	for _, a := range g.Arrows {
		arrows = append(arrows, g.Boxes[a.From].Label+" -> "+g.Boxes[a.To].Label)
	}
	if want := []string{"free ring 1 -> wait empty ring 1",
		"copy to ring 1 -> wait full ring 1"}; !slices.Equal(
		arrows, want) {
		t.Errorf("the arrows are %q, want %q", arrows, want)
	}
}
