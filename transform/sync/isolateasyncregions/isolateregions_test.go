package isolateasyncregions_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randturn"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "isolate-async-regions") }

// Isolating regions that were opened gives what isolating them first gave, and opened regions are not
// isolated.
func TestBack(t *testing.T) {
	const isolate, open = "isolate-async-regions", "isolate-async-regions{implicit=true}"
	for seed := range uint64(passtest.Programs(10)) {
		m := passtest.Parse(t, randturn.Text(rand.New(rand.NewPCG(seed, 10)), 20))
		isolated := passtest.Transform(t, m, "builtin.module("+isolate+")")
		opened := passtest.Transform(t, isolated, "builtin.module("+open+")")
		want, text := passtest.Print(isolated), passtest.Print(opened)
		if strings.Contains(text, "capturing") || !strings.Contains(want, "capturing(%") {
			t.Fatalf("seed %d: %s", seed, text)
		}
		if got := passtest.Print(passtest.Transform(t, opened, "builtin.module("+isolate+")")); got != want {
			t.Fatalf("seed %d: got\n%s\nwant\n%s", seed, got, want)
		}
	}
}
