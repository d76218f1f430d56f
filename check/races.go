package check

import (
	"fmt"

	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/kernel"
	"github.com/inflight-compiler/inflight/check/internal/simt"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// races judges the kernels of a function. It returns reasons why the verdict is not complete, and errors
// about barriers that not all threads reach.
func (c *checker) races(fn *ir.Op, report, remark func(*hazard.Hazard)) (why []string, diverging diag.List) {
	for _, k := range kernel.All(c.Source, fn) {
		if k.Apart() {
			continue
		}
		if k.Why == "" && k.Threads() > kernel.MaxThreads {
			k.Why = fmt.Sprintf("it has %d threads, more than %d", k.Threads(), kernel.MaxThreads)
		}
		if k.Why == "" {
			x := simt.New(c.threads(), fn, k, report)
			x.Remark = remark
			x.Run()
			why = append(why, x.Why...)
			diverging.Add(x.Diverging...)
			continue
		}
		why = append(why, "threads of "+k.Op.Name()+": "+k.Why)
	}
	return why, diverging
}

// threads returns the common state of executions of kernels.
func (c *checker) threads() *simt.Shared {
	return &simt.Shared{Names: c.Names, Poll: c.Poll,
		Look: &skeleton.Look{Source: c.Source, Strict: c.strict}}
}
