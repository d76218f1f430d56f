package check

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// job is the check of one function of a module.
type job struct {
	c      *checker
	fn     *ir.Op
	report *FuncReport
	err    error
	cause  any // of a panic, which the caller raises again
}

// checkAll checks the functions of a module, as many at a time as there are processors. It returns the checks
// in the order of the functions. It does not change the program. The error says that ctx has ended.
func checkAll(ctx context.Context, m *ir.Op, opts Options) ([]*job, error) {
	shared := source.NewCalls()
	functions, called := shared.Functions(m)
	var jobs []*job
	for _, fn := range functions {
		if !called[fn] || fn.StringAttr("sym_visibility") != "private" {
			jobs = append(jobs, &job{c: newChecker(ctx, opts, shared), fn: fn})
		}
	}
	var next atomic.Int64
	work := func() {
		for i := next.Add(1) - 1; i < int64(len(jobs)); i = next.Add(1) - 1 {
			jobs[i].run()
			jobs[i].c.done()
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(jobs)) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	for _, j := range jobs {
		if why := interrupt.Caught(j.cause); why != nil {
			return nil, why
		}
		if j.cause != nil {
			panic(j.cause)
		}
	}
	return jobs, nil
}

func (j *job) run() {
	defer func() { j.cause = recover() }()
	j.report, j.err = j.c.function(j.fn)
}
