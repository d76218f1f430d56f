package check

import (
	"context"
	"maps"
	"strings"

	"github.com/inflight-compiler/inflight/analysis/stall"
	"github.com/inflight-compiler/inflight/check/internal/bounds"
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/machine"
	"github.com/inflight-compiler/inflight/check/internal/simt"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// Options are the limits of a check. Zero values stand for the defaults.
type Options struct {
	// MaxSteps is the limit of steps for the check of one function, with runs with weakened waits. The
	// default is 2 million, plus 40 for each node of the skeleton.
	MaxSteps int64
	// MaxExtent is the largest size that is tried for a dynamic extent (default 1024).
	MaxExtent int64
	// MaxRuns is the largest number of combinations of sizes that are tried (default 2000).
	MaxRuns int
	// SkipWaits omits the verdicts on waits; only hazards and versions are found.
	SkipWaits bool
}

func (o Options) withDefaults() Options {
	if o.MaxSteps == 0 {
		o.MaxSteps = 2_000_000
	}
	if o.MaxExtent == 0 {
		o.MaxExtent = 1024
	}
	if o.MaxRuns == 0 {
		o.MaxRuns = 2000
	}
	return o
}

// checker is the check of one function.
type checker struct {
	*source.Source
	*machine.Run
	opts       Options
	coroutines map[*ir.Op]string          // results of unfollowed
	scales     bool                       // the limit of steps grows with the program
	raced      map[*ir.Op]*simt.Execution // executions of unchanged kernels, see threadsHold
	folds      bool                       // the function has loops that are summarized
	// foldsMembers is set if one iteration of a small parallel loop stands for all of them.
	foldsMembers bool
	unfold       bool // the iterations of these loops are executed
	strict       bool // sizes are larger than evaluations assume
}

func newChecker(ctx context.Context, opts Options, calls *source.Calls) *checker {
	scales := opts.MaxSteps == 0
	opts = opts.withDefaults()
	return &checker{
		Source: source.New(calls), opts: opts, scales: scales, coroutines: map[*ir.Op]string{},
		Run: &machine.Run{Names: &source.Names{Known: map[*ir.Value]string{}}, Poll: interrupt.NewPoll(ctx),
			MaxSteps: opts.MaxSteps, SkipWaits: opts.SkipWaits},
	}
}

// done releases data that only the check needs. Postponed work stays.
func (c *checker) done() {
	c.Source, c.coroutines, c.raced = nil, nil, nil
}

// Module checks every function of a module that synchronizes, except private functions that others call:
// these are checked with their callers. The error has diagnostics about code that cannot be checked; hazards
// are in the report. When ctx ends, there is no report, and the error is that of interrupt.Error.
func Module(ctx context.Context, m *ir.Op, opts Options) (*Report, error) {
	if err := dlti.Layout(m); err != nil {
		return nil, err
	}
	r := &Report{Complete: true}
	errs := launchSizes(m)
	known := map[*ir.Value]string{}
	jobs, err := checkAll(ctx, m, opts)
	if err != nil {
		return nil, err
	}
	for _, one := range jobs {
		one.c.Settle(known)
		errs.Add(diag.FromError(one.err)...)
		if one.report != nil {
			r.Functions = append(r.Functions, one.report)
			r.Complete = r.Complete && one.report.Complete
		}
	}
	r.Complete = r.Complete && !errs.HasErrors()
	return r, errs.Err()
}

// Func checks one function; functions that it calls are looked up in the symbol tables around it.
func Func(ctx context.Context, fn *ir.Op, opts Options) (report *Report, err error) {
	defer interrupt.Catch(&err)
	calls := source.NewCalls()
	calls.Lazy = async.HasLazy(moduleOf(fn))
	c := newChecker(ctx, opts, calls)
	f, err := c.function(fn)
	if err != nil {
		return nil, err
	}
	c.Settle(map[*ir.Value]string{})
	return &Report{Functions: []*FuncReport{f}, Complete: f.Complete}, nil
}

// moduleOf returns the outermost operation around a function.
func moduleOf(fn *ir.Op) *ir.Op {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// Reasons why a function is not followed: its asynchronous operations have been lowered.
const (
	lowered   = "coroutines are not followed: check the program before --async-to-async-runtime"
	runsTasks = "calls of the asynchronous runtime are not followed: check the program before " +
		"--convert-async-to-llvm"
	// the common prefix of the names of the runtime's functions, also of one with a different spelling
	runtimeAPI = "mlirAsyncRuntim"
)

// unfollowed returns why a function is not followed, "" if it is. A function is not followed if it is a
// coroutine that was made of asynchronous operations, calls the runtime of such coroutines, or calls such a
// function.
func (c *checker) unfollowed(fn *ir.Op) string {
	if known, ok := c.coroutines[fn]; ok {
		return known
	}
	c.coroutines[fn] = "" // ends recursion
	why := ""
	for op := range fn.Walk() {
		callee := c.Callee(op)
		switch {
		case op.Def().Coroutine:
			why = lowered
		case callee != nil && strings.HasPrefix(callee.SymbolName(), runtimeAPI):
			why = runsTasks
		case callee != nil:
			why = c.unfollowed(callee)
		}
		if why != "" {
			break
		}
	}
	c.coroutines[fn] = why
	return why
}

// function checks one function: first the accesses of each thread, then those of different threads.
func (c *checker) function(fn *ir.Op) (*FuncReport, error) {
	if why := c.unfollowed(fn); why != "" {
		return &FuncReport{Name: fn.SymbolName(), Op: fn, Reasons: []string{why}, Deadlocks: stall.Find(fn)},
			nil
	}
	if f := Left(fn); f != nil {
		f.Bounds = bounds.Find(fn, c.Names)
		return f, nil
	}
	f, err := c.thread(fn)
	if err != nil {
		return nil, err
	}
	report := func(h *hazard.Hazard) { f.Hazards = append(f.Hazards, h) }
	c.transfers(fn, report)
	reasons, diverging := c.races(fn, report, func(h *hazard.Hazard) { f.Equal = append(f.Equal, h) })
	f.Reasons = append(f.Reasons, reasons...)
	f.Complete = f.Complete && len(f.Reasons) == 0
	f.Deadlocks = append(c.stalls(fn), diverging...)
	f.Bounds = bounds.Find(fn, c.Names)
	if why := c.leftOut(fn, map[*ir.Op]bool{}); why != "" {
		return f.without(why), nil
	}
	return f, nil
}

// stalls returns the waits that cannot end because of the order of tasks on queues, or because a group of
// tokens lacks members.
func (c *checker) stalls(fn *ir.Op) diag.List {
	for op := range fn.Walk() {
		if op.Def().DialectName() == task.Dialect.Name || op.Is(async.CreateGroup) ||
			op.Is(async.RuntimeCreate) {
			return stall.Find(fn)
		}
	}
	return nil
}

// thread checks one function as a single thread of control.
func (c *checker) thread(fn *ir.Op) (*FuncReport, error) {
	if !c.Syncs(fn) {
		return &FuncReport{Name: fn.SymbolName(), Op: fn, Complete: true}, nil
	}
	threads := c.members(fn)
	e := c.newExplorer(fn, threads)
	e.explore(maps.Clone(threads.fixed))
	if err := e.errs.Err(); err != nil {
		return nil, err
	}
	if !e.complete() {
		e.prove()
	}
	return c.lookAgain(e, threads).report(), nil
}

// newExplorer returns an explorer for a function, without findings.
func (c *checker) newExplorer(fn *ir.Op, threads *members) *explorer {
	c.Steps = 0
	look := skeleton.NewLook(c.Source)
	look.Waits.Skip, look.Unfold, look.Strict, look.Distances = c.opts.SkipWaits, c.unfold, c.strict,
		c.Distances != nil
	return &explorer{c: c, fn: fn, look: look, members: threads, extents: threads.extents,
		found: map[machine.Key]*hazard.Hazard{}}
}
