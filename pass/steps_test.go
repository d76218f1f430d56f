package pass_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/pass"
)

// Steps are found by what they are: of two with the same text, the one that is meant is replaced, left out or
// gets neighbours. The list that was there stays as it is.
func TestStepsAreFoundByIdentity(t *testing.T) {
	first, second := pass.Do("test-nothing"), pass.Do("test-nothing")
	count := pass.Do("any(test-count)")
	steps := pass.Steps{first, second}
	text := func(s pass.Steps) string {
		t.Helper()
		p, err := s.Pipeline("m")
		if err != nil {
			t.Fatal(err)
		}
		return p.String()
	}
	for want, got := range map[string]pass.Steps{
		"m(test-nothing,any(test-count),test-nothing)": steps.Before(second, count),
		"m(test-nothing,test-nothing,any(test-count))": steps.After(second, count),
		"m(test-nothing,any(test-count))":              steps.Replace(second, count),
		"m(any(test-count),test-nothing)":              steps.Before(first, count).Without(second),
		"m(test-nothing,test-nothing)":                 steps,
	} {
		if got := text(got); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if without := steps.Without(second); len(without) != 1 || without[0] != first {
		t.Errorf("%v is left", without)
	}
	defer func() {
		if recover() == nil {
			t.Error("a step that is in no list was found")
		}
	}()
	steps.Without(count)
}
