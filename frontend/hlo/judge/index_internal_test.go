package judge

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// TestIndex holds that the index of a part leads to it, in random tuples of tuples, some of them empty.
func TestIndex(t *testing.T) {
	for seed := range passtest.Programs(100) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		var shape func(depth int) string
		shape = func(depth int) string {
			if depth == 0 || r.IntN(3) == 0 {
				return "f32[4]"
			}
			members := make([]string, r.IntN(4))
			for i := range members {
				members[i] = shape(depth - 1)
			}
			return "(" + strings.Join(members, ", ") + ")"
		}
		text := "HloModule m, is_scheduled=true\nENTRY e {\n x = " + shape(3) + " parameter(0)\n y = " +
			shape(3) +
			" parameter(1)\n}\n"
		m, errs := hlo.Parse(context.Background(), diag.NewFile("m.hlo", []byte(text)))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		x, _ := numberParts(m)
		indices := map[string]bool{}
		for p := range part(len(x.owner)) {
			i := x.index(p)
			if at := x.at(x.of(x.owner[p]), i...); at != p {
				t.Fatalf("seed %d: part %d has index %v, where part %d stands, in\n%s", seed, p, i, at, text)
			}
			indices[x.owner[p].Name+index(slices.Clone(i))] = true
		}
		if len(indices) != len(x.owner) {
			t.Fatalf("seed %d: two parts have one index in\n%s", seed, text)
		}
	}
}
