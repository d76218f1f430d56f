package judge_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
)

// A sweep says the same, in the same order, however many launches run at once, also where it may not try all
// of them.
func TestLaunchesBesideEachOther(t *testing.T) {
	said := func(processors int, steps int64) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		p, err := plan(t, tiles("bar.sync 0;", "bar.sync 0;"), judge.Options{DynamicShared: -1})
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		s, err := judge.Sweep(context.Background(), p, judge.SweepOptions{Steps: steps,
			Progress: func(done, all int, what string) {
				lines = append(lines, fmt.Sprint(done, " of ", all, " ", what))
			}})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(strings.Join(lines, "\n"), s.Launches, s.Left, verdictOf(t, s))
	}
	for _, steps := range []int64{0, 500} {
		if alone, many := said(1, steps), said(4, steps); alone != many {
			t.Errorf("with a limit of %d one at a time: %s\nfour at a time: %s", steps, alone, many)
		}
	}
}

// A sweep whose context ends returns its cause, whichever launches run.
func TestSweepIsInterrupted(t *testing.T) {
	p, err := plan(t, tiles("bar.sync 0;", "bar.sync 0;"), judge.Options{DynamicShared: -1})
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{0, 1, 3} {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := judge.Sweep(ctx, p, judge.SweepOptions{Progress: func(done, _ int, _ string) {
			if done == after {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted at launch %d: %v", after, err)
		}
	}
}
