package injectsoftwarepipeline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// TestSchedules shows that the schedule of a loop describes its code: it has the same commits and waits at
// the same positions, and groups are numbered in the order in which their queue gets them. The loops have
// constant and other numbers of iterations.
func TestSchedules(t *testing.T) {
	waits := 0
	for seed := range uint64(passtest.Programs(300)) {
		p := randloop.New(rand.New(rand.NewPCG(seed, 21)))
		root, diags := text.Parse(all.NewContext(), diag.NewFile("random.mlir", []byte(p.Text())),
			text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		var schedules []*Schedule
		if err := (Options{Observe: func(s *Schedule) { schedules = append(schedules, s) }}).
			Apply(root); err != nil {
			continue
		}
		for _, s := range schedules {
			waits += followGroups(t, s)
		}
		if len(schedules) != 1 {
			continue // the code of the loop is mixed with that of others
		}
		if got, want := codeOf(schedules[0]), codeIn(root); !slices.Equal(got, want) {
			t.Fatalf("seed %d: the schedule has\n%v, the code\n%v\n%s", seed, got, want, p.Text())
		}
	}
	if waits < passtest.Programs(300)*3/2 {
		t.Errorf("only %d waits were followed", waits)
	}
}

// followGroups counts the groups that each queue gets, and compares their numbers with those of commits and
// waits. It returns the number of waits.
func followGroups(t *testing.T, s *Schedule) (waits int) {
	t.Helper()
	n, committed := s.Representative(), map[int64]int64{}
	for time := range s.End(n) + 1 {
		for _, step := range s.Steps(n, time) {
			switch step.Kind {
			case CommitGroup:
				if committed[step.Queue]++; step.Group != committed[step.Queue] {
					t.Fatalf("time %d commits group %d as number %d", time, committed[step.Queue], step.Group)
				}
			case WaitForGroups:
				if waits++; step.Group != committed[step.Queue]-step.Count {
					t.Fatalf("time %d: of %d groups all but %d are complete, not up to %d", time,
						committed[step.Queue], step.Count, step.Group)
				}
			}
		}
	}
	return waits
}

// codeOf lists the commits, waits and asynchronous statements of a schedule, in order.
func codeOf(s *Schedule) (code []string) {
	n := s.Representative()
	for time := range s.End(n) + 1 {
		if time > int64(s.MaxStage) && time < s.BodyEnd(n) {
			continue // the body once more
		}
		for _, step := range s.Steps(n, time) {
			switch step.Kind {
			case WaitForGroups:
				code = append(code, fmt.Sprintf("wait %d %d", step.Queue, step.Count))
			case CommitGroup:
				code = append(code, fmt.Sprintf("commit %d", step.Queue))
			case RunStatement:
				if s.Statements[step.Statement].Async {
					code = append(code, "issue")
				}
			}
		}
	}
	return code
}

// codeIn lists the same for a program. A commit comes behind the statements that it commits.
func codeIn(op *ir.Op) (code []string) {
	switch {
	case op.Is(pipeline.WaitQueue):
		n, _ := op.IntAttr("count")
		code = append(code, fmt.Sprintf("wait %d %d", pipeline.Queue(op), n))
	case op.Is(pipeline.AsyncScope):
		code = append(code, "issue")
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				code = append(code, codeIn(inner)...)
			}
		}
	}
	if op.Is(pipeline.CommitQueue) {
		code = append(code, fmt.Sprintf("commit %d", pipeline.Queue(op)))
	}
	return code
}
