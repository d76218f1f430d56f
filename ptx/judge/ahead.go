package judge

import (
	"context"
	"runtime"
	"sync"

	"github.com/inflight-compiler/inflight/interrupt"
)

// ahead judges the launches of a sweep beside each other, each with buffers of its own. It starts that of the
// plan first, which is the longest, and the others in their order. The sweep takes in what comes of them one
// by one, so that it says the same however many run at once.
type ahead struct {
	// skip ends the launches beside that of the plan whose results nobody will take.
	skip    context.CancelFunc
	results []chan judged // by point
	running sync.WaitGroup
}

// judged is what came of a launch.
type judged struct {
	trial *trial
	err   error
}

// runAhead starts to judge points, the last of which is that of the plan.
func (s *sweep) runAhead(points [][]int) *ahead {
	others, skip := context.WithCancel(s.ctx)
	a := &ahead{skip: skip}
	for range points {
		a.results = append(a.results, make(chan judged, 1))
	}
	a.running.Go(func() {
		atOnce(len(points), func(i int) {
			n := (i + len(points) - 1) % len(points)
			a.results[n] <- s.judgePoint(others, points[n], n == len(points)-1)
		})
	})
	return a
}

// take waits for what comes of a point.
func (a *ahead) take(n int) (*trial, error) {
	r := <-a.results[n]
	return r.trial, r.err
}

// close ends all launches.
func (a *ahead) close() {
	a.skip()
	a.running.Wait()
}

// judgePoint judges a launch, unless it is one beside that of the plan and nobody will take its result.
func (s *sweep) judgePoint(others context.Context, choice []int, base bool) judged {
	ctx := others
	if base {
		ctx = s.ctx
	}
	if err := interrupt.Error(ctx); err != nil {
		return judged{err: err}
	}
	t, err := s.judge(ctx, choice, base)
	return judged{t, err}
}

// atOnce calls f for 0, 1, ... up to n, on as many goroutines as there are processors.
func atOnce(n int, f func(i int)) {
	var running sync.WaitGroup
	next := make(chan int, n)
	for i := range n {
		next <- i
	}
	close(next)
	for range min(runtime.GOMAXPROCS(0), n) {
		running.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	running.Wait()
}
