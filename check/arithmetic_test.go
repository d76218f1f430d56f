package check_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randarith"
)

// The judge reports a program whose subscripts are computed with integers that wrap around if and only if an
// execution shows a hazard. If all loops have constant extents, its check is complete.
func TestArithmeticAgreesWithExecutions(t *testing.T) {
	judgeArithmetic(t, share(6000, 30), 0)
}

// With dynamic extents, a program that the judge proves shows no hazard in any execution.
func TestArithmeticOfSizesAgreesWithExecutions(t *testing.T) {
	judgeArithmetic(t, share(1500, 60), 20)
}

func judgeArithmetic(t *testing.T, n, open int) {
	first, constant := firstSeed(t), open == 0
	var c tally
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(first+seed, 5))
		c.compare(t, fmt.Sprintf("seed %d", first+seed), passtest.Parse(t, randarith.Program(r, constant)))
	}
	t.Logf("%d programs: %d right, %d wrong, %d open, %d of those wrong", n, c.right, c.wrong, c.open,
		c.unseen)
	if c.open > n*open/100 || c.right < n/5 || c.wrong < n/5 {
		t.Errorf("the test says little")
	}
}
