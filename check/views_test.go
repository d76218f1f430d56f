package check_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randview"
)

// Random programs with chains of views have the hazards that executions show, and no others. The check is
// complete for programs whose loops have constant bounds, and the other programs are proven for all sizes.
func TestVerdictsOfViews(t *testing.T) {
	n, first := share(5000, 20), firstSeed(t)
	var fixed tally
	dynamic := tally{far: []int64{128, 256, 1024}}
	for seed := range uint64(n) {
		source := randview.Program(rand.New(rand.NewPCG(first+seed, 33)))
		all := &fixed
		if strings.Contains(source, "to %n ") {
			all = &dynamic
		}
		all.compare(t, fmt.Sprintf("seed %d", first+seed), passtest.Parse(t, source))
	}
	t.Logf("constant bounds: %d right, %d wrong, %d not followed to the end", fixed.right, fixed.wrong,
		fixed.open)
	t.Logf("bounds that are not known: %d right, %d wrong, %d not followed to the end", dynamic.right,
		dynamic.wrong, dynamic.open)
	if fixed.open+dynamic.open > 0 {
		t.Errorf("%d and %d of %d programs are not followed to the end", fixed.open, dynamic.open, n)
	}
	if fixed.right < n/10 || fixed.wrong < n/10 {
		t.Errorf("%d programs are right, %d wrong", fixed.right, fixed.wrong)
	}
}
