package check

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/stall"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// Options are the visible limits of a check. Zero values stand for the defaults.
type Options struct {
	// MaxSteps bounds the steps that the check of one function may take, weakened runs included (default 2 million,
	// and 40 for each operation of the skeleton).
	MaxSteps int64
	// MaxExtent is the largest size that is tried for a dynamic extent (default 1024).
	MaxExtent int64
	// MaxRuns bounds how many combinations of sizes are tried (default 2000).
	MaxRuns int
	// SkipWaits leaves the verdicts of waits out: only hazards and versions are found.
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

// opBlock is a statement: it declares what its body accesses. The checker knows no other operation of its dialect by name.
const opBlock = "pipeline.block"

// checker is the check of one function.
type checker struct {
	opts       Options
	calls      *calls
	holds      map[*ir.Op]bool   // memo of syncs
	coroutines map[*ir.Op]string // memo of unfollowed
	names      map[*ir.Value]string
	waits      []*waiting       // of the function
	numbers    map[*ir.Op]int32 // their places in the list
	late       []func()         // see later
	steps      int64            // taken so far
	poll       *interrupt.Poll
	scales     bool                  // the limit of steps grows with the program
	raced      map[*ir.Op]*simt      // kernels as they are, see threadsHold
	equal      *analysis.EqualStores // of the tasks of the function; nil before it is asked for
	folds      bool                  // the function has loops that are summarized
	unfold     bool                  // those are executed
	strict     bool                  // sizes are larger than evaluations assume
	distances  *distances            // of a look by them, nil in others
	unroll     bool                  // execute every iteration: the oracle that tests compare with
}

func newChecker(ctx context.Context, opts Options, calls *calls) *checker {
	return &checker{poll: interrupt.NewPoll(ctx), opts: opts.withDefaults(), scales: opts.MaxSteps == 0, calls: calls, holds: map[*ir.Op]bool{}, coroutines: map[*ir.Op]string{}, names: map[*ir.Value]string{}, numbers: map[*ir.Op]int32{}}
}

// done lets go of what only the check itself needs. What was put off is still there.
func (c *checker) done() {
	c.holds, c.coroutines, c.waits, c.numbers = nil, nil, nil, nil
}

// later puts off what gives names to values. Functions are checked at the same time, but the values of a module without
// a name of their own are numbered in the order of its functions.
func (c *checker) later(f func()) { c.late = append(c.late, f) }

// settle does what was put off.
func (c *checker) settle() {
	for _, f := range c.late {
		f()
	}
	c.late = nil
}

// Module checks every function of a module that synchronizes and is not only a private helper of others. Errors are
// diagnostics about what cannot be checked; hazards are in the report. When ctx ends, there is no report, and the error
// is that of interrupt.Error.
func Module(ctx context.Context, m *ir.Op, opts Options) (*Report, error) {
	if err := dlti.Layout(m); err != nil {
		return nil, err
	}
	r := &Report{Complete: true}
	errs := launchSizes(m)
	names := map[*ir.Value]string{}
	jobs, err := checkAll(ctx, m, opts)
	if err != nil {
		return nil, err
	}
	for _, one := range jobs {
		one.c.names = names
		one.c.settle()
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
	c := newChecker(ctx, opts, newCalls())
	f, err := c.function(fn)
	if err != nil {
		return nil, err
	}
	c.settle()
	return &Report{Functions: []*FuncReport{f}, Complete: f.Complete}, nil
}

func isFunction(op *ir.Op) bool {
	if op.NumRegions() != 1 || !op.Has(ir.IsSymbol) || op.Body() == nil {
		return false
	}
	_, ok := op.Attr("function_type").(*ir.TypeAttr)
	return ok
}

// callee returns the function that op calls, or nil.
func (c *checker) callee(op *ir.Op) *ir.Op { return c.calls.callee(op) }

// syncs reports whether op, with what it holds and calls, issues asynchronous operations, commits or waits.
func (c *checker) syncs(op *ir.Op) bool {
	switch {
	case isSync(op):
		return true
	case op.NumRegions() == 0 && op.Def().Callee == nil:
		return false
	}
	if known, ok := c.holds[op]; ok {
		return known
	}
	c.holds[op] = false // ends recursion
	c.holds[op] = c.calleeSyncs(op) || c.bodySyncs(op)
	return c.holds[op]
}

// bodySyncs is syncs for the regions of op alone.
func (c *checker) bodySyncs(op *ir.Op) bool {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if c.syncs(inner) {
					return true
				}
			}
		}
	}
	return false
}

// calleeSyncs is syncs for the function that op calls.
func (c *checker) calleeSyncs(op *ir.Op) bool {
	fn := c.callee(op)
	return fn != nil && c.syncs(fn)
}

// isSync reports whether op itself does, or passes tokens on.
func isSync(op *ir.Op) bool {
	return op.QueueEffect().Kind != ir.NoQueueEffect || op.IsAsync() || isAwait(op) || op.Name() == opAddToGroup || isBarrier(op) ||
		slices.ContainsFunc(op.Results(), isToken)
}

// Why functions are not followed whose asynchronous operations have been lowered.
const (
	lowered    = "coroutines are not followed: check the program before --async-to-async-runtime"
	runsTasks  = "calls of the asynchronous runtime are not followed: check the program before --convert-async-to-llvm"
	runtimeAPI = "mlirAsyncRuntim" // begins the names of all its functions, also of the one that is spelled so
)

// unfollowed returns why a function is not followed, "" if it is: it is a coroutine that was made of asynchronous operations, calls the
// runtime that runs them, or calls such a function.
func (c *checker) unfollowed(fn *ir.Op) string {
	if known, ok := c.coroutines[fn]; ok {
		return known
	}
	c.coroutines[fn] = "" // ends recursion
	why := ""
	for op := range fn.Walk() {
		callee := c.callee(op)
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

// function checks one function: what each of its threads does, and then what they do to each other.
func (c *checker) function(fn *ir.Op) (*FuncReport, error) {
	if why := c.unfollowed(fn); why != "" {
		return &FuncReport{Name: fn.SymbolName(), Op: fn, Reasons: []string{why}, Deadlocks: stall.Find(fn)}, nil
	}
	f, err := c.thread(fn)
	if err != nil {
		return nil, err
	}
	report := func(h *Hazard) { f.Hazards = append(f.Hazards, h) }
	c.transfers(fn, report)
	reasons, diverging := c.races(fn, report, func(h *Hazard) { f.Equal = append(f.Equal, h) })
	f.Reasons = append(f.Reasons, reasons...)
	f.Complete = f.Complete && len(f.Reasons) == 0
	f.Deadlocks = append(c.stalls(fn), diverging...)
	f.Bounds = c.outOfBounds(fn)
	if why := c.leftOut(fn, map[*ir.Op]bool{}); why != "" {
		return f.without(why), nil
	}
	return f, nil
}

// stalls returns the waits that cannot end because tasks take turns, or groups lack members.
func (c *checker) stalls(fn *ir.Op) diag.List {
	for op := range fn.Walk() {
		if op.Def().DialectName() == task.Dialect.Name || op.Is(async.CreateGroup) || op.Is(async.RuntimeCreate) {
			return stall.Find(fn)
		}
	}
	return nil
}

// thread checks one function as one thread of control runs it.
func (c *checker) thread(fn *ir.Op) (*FuncReport, error) {
	if !c.syncs(fn) {
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
	return c.closer(e, threads).report(), nil
}

// newExplorer begins to look at a function: nothing is known of its waits.
func (c *checker) newExplorer(fn *ir.Op, threads *members) *explorer {
	c.steps, c.waits = 0, nil
	clear(c.numbers)
	return &explorer{c: c, fn: fn, members: threads, extents: threads.extents, found: map[hazardKey]*Hazard{}}
}

// name returns what a value is called in reports: its name in the text, or its place.
func (c *checker) name(v *ir.Value) string {
	switch {
	case v == nil:
		return "unknown memory"
	case v.Name() != "" && v.DefiningOp() != nil && v.DefiningOp().NumResults() > 1 && samePack(v):
		return "%" + v.Name() + "#" + strconv.Itoa(v.Index())
	case v.Name() != "":
		return "%" + v.Name()
	case c.names[v] != "":
		return c.names[v]
	}
	name := "%" + strconv.Itoa(len(c.names))
	if v.IsArgument() {
		name = "%arg" + strconv.Itoa(v.Index())
	} else if v.DefiningOp().Attr("name") != nil {
		name = v.DefiningOp().Attr("name").String()
	}
	c.names[v] = name
	return name
}

// samePack reports whether the results of the operation that defines v have one name.
func samePack(v *ir.Value) bool {
	for _, r := range v.DefiningOp().Results() {
		if r.Name() != v.Name() {
			return false
		}
	}
	return true
}

// linear prints a form with the names of values.
func (c *checker) linear(l analysis.Linear) string {
	var b strings.Builder
	for _, t := range l.Terms {
		switch {
		case b.Len() == 0 && t.Coef == -1:
			b.WriteString("-")
		case b.Len() > 0 && t.Coef < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		if n := max(t.Coef, -t.Coef); n != 1 {
			b.WriteString(strconv.FormatInt(n, 10) + "*")
		}
		b.WriteString(c.symbol(t.Sym))
	}
	if b.Len() == 0 {
		return strconv.FormatInt(l.Const, 10)
	}
	if l.Const > 0 {
		b.WriteString(" + " + strconv.FormatInt(l.Const, 10))
	} else if l.Const < 0 {
		b.WriteString(" - " + strconv.FormatInt(-l.Const, 10))
	}
	return b.String()
}

func (c *checker) symbol(s *analysis.Symbol) string {
	switch {
	case s.Mod > 0:
		return "(" + c.linear(s.Arg) + ") mod " + strconv.FormatInt(s.Mod, 10)
	case s.Div > 0:
		return "(" + c.linear(s.Arg) + ") div " + strconv.FormatInt(s.Div, 10)
	}
	return c.name(s.Value)
}
