package verdict_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/verdict"
)

// The summary of waits names each verdict once, in the order of the verdicts.
func TestSummaryOfWaits(t *testing.T) {
	const needed, redundant = verdict.Needed, verdict.Redundant
	for want, list := range map[string][]verdict.Wait{
		"the wait is needed and exact":        {needed},
		"all 2 waits are needed and exact":    {needed, needed},
		"1 wait (1 not judged)":               {verdict.Unjudged},
		"3 waits (1 needed, 2 redundant)":     {redundant, needed, redundant},
		"2 waits (1 too weak, 1 not reached)": {verdict.NotReached, verdict.TooWeak},
		"1 wait (1 stronger than necessary)":  {verdict.TooStrong},
	} {
		if got := verdict.Waits(list); got != want {
			t.Errorf("%v: %q, expected %q", list, got, want)
		}
	}
}

// Hazards that share a cause are counted beside their causes.
func TestHazardsAndCauses(t *testing.T) {
	for want, n := range map[string][2]int{
		"1 hazard": {1, 1}, "2 hazards": {2, 2}, "3 hazards with 1 cause": {3, 1},
		"3 hazards with 2 causes": {3, 2},
	} {
		if got := verdict.Hazards(n[0], n[1]); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
