package pass

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/outfile"
)

var codeInternal = diag.Register("internal-error", "Inflight itself is at fault",
	"A pass broke one of its own rules. Please report it, with the reproducer that "+
		"--mlir-pass-pipeline-crash-reproducer "+
		"writes.")

// Event is one execution of a pass, for observers.
type Event struct {
	// Path holds the pipelines around the pass, the outermost first, and Index the number of the pass in the
	// last pipeline.
	Path  []*Pipeline
	Index int
	Run   *Run
	Err   error // after the pass: the error that it returned
}

// Observer is called before and after each pass of a manager. Unless the manager is Sequential, several
// goroutines may call it at once, because functions are transformed in parallel.
type Observer interface {
	BeforePass(Event)
	AfterPass(Event)
}

// Manager runs pipelines.
type Manager struct {
	Pipeline *Pipeline
	// Verify says when the program is verified.
	Verify Verification
	// Sequential runs passes on one function after the other.
	Sequential bool
	Observers  []Observer
	// Reproducer, if not "", names the file to which the manager writes the program and the pipeline when a
	// pass panics or fails.
	Reproducer string
	// Print returns the text of a program, for reproducers.
	Print func(op *ir.Op) []byte
}

// Run runs the pipeline on op. It returns the diagnostics of the passes: warnings, remarks and errors. When a
// pass fails, no further pass runs on its operation. When ctx ends, passes stop in the middle, and the error
// is that of interrupt.Error. The program must not be used then.
func (m *Manager) Run(ctx context.Context, op *ir.Op) diag.List {
	if a := m.Pipeline.Anchor; a != AnyAnchor && a != op.Name() {
		return diag.List{op.Errorf(codeNesting, "can't run '%s' pass manager on '%s' op", a, op.Name())}
	}
	var before []byte
	if m.Reproducer != "" && m.Print != nil {
		before = m.Print(op)
	}
	var diags diag.List
	w := &work{Manager: m, ctx: ctx}
	if w.all(op, &diags) {
		return diags
	}
	if why := interrupt.Error(ctx); why != nil {
		return diag.List{why}
	}
	if before != nil {
		m.reproduce(before, op, &diags)
	}
	return diags
}

// work is one Run of a manager.
type work struct {
	*Manager
	ctx     context.Context
	changed atomic.Bool // a pass may have changed the program
}

// all runs the pipeline of the manager on op, and verifies what it left where that comes last.
func (m *work) all(op *ir.Op, diags *diag.List) bool {
	defer op.EndWith(m.ctx)()
	ok := m.run([]*Pipeline{m.Pipeline}, nil, op, diags)
	if ok && m.verifiesLast() {
		err := m.verifyLast(op)
		diags.Add(diag.FromError(err)...)
		ok = err == nil
	}
	return ok
}

// run runs the last pipeline of the path on op. around has the indices of the symbol tables around op, or is
// nil.
func (m *work) run(path []*Pipeline, around *ir.SymbolTables, op *ir.Op, diags *diag.List) bool {
	ok, err := m.items(path, around, op, diags)
	diags.Add(diag.FromError(err)...)
	return ok && err == nil
}

// items is run. The error is that of a context that has ended between passes, or while an observer looked at
// the program.
func (m *work) items(path []*Pipeline, around *ir.SymbolTables, op *ir.Op, diags *diag.List) (ok bool,
	err error) {
	defer interrupt.Catch(&err)
	pl := path[len(path)-1]
	for i := range pl.Items {
		interrupt.Leave(m.ctx)
		if nested := pl.Items[i].Nested; nested != nil {
			ok = m.runNested(path, nested, op, diags)
		} else {
			ok = m.runPass(path, i, around, op, diags)
		}
		if !ok {
			return false, nil
		}
	}
	return true, nil
}

// runNested runs a pipeline on those operations directly in op that have the pipeline's anchor. It runs in
// parallel if the operations are isolated from each other.
func (m *work) runNested(path []*Pipeline, nested *Pipeline, op *ir.Op, diags *diag.List) bool {
	ops, isolated := nestedOps(op, nested.Anchor)
	path = append(path[:len(path):len(path)], nested)
	around := ir.NewSymbolTables()
	if isolated && len(ops) > 0 {
		around.IndexAround(ops[0])
	}
	if m.Sequential || !isolated || len(ops) < 2 {
		for _, inner := range ops {
			if !m.run(path, around, inner, diags) {
				return false
			}
		}
		return true
	}
	return m.runParallel(path, around, ops, diags)
}

func nestedOps(op *ir.Op, anchor string) (ops []*ir.Op, isolated bool) {
	isolated = true
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if inner.Name() == anchor || anchor == AnyAnchor {
					ops = append(ops, inner)
					isolated = isolated && inner.Has(ir.IsolatedFromAbove)
				}
			}
		}
	}
	return ops, isolated
}

// runParallel runs the last pipeline of the path on every operation. The diagnostics are in the order of the
// operations, whatever the schedule. A failure on one operation does not stop the pipeline on others.
func (m *work) runParallel(path []*Pipeline, around *ir.SymbolTables, ops []*ir.Op, diags *diag.List) bool {
	lists := make([]diag.List, len(ops))
	var next atomic.Int64
	var failed atomic.Bool
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(ops)) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(ops)); i = next.Add(1) - 1 {
				if !m.run(path, around, ops[i], &lists[i]) {
					failed.Store(true)
				}
			}
		})
	}
	group.Wait()
	for _, l := range lists {
		diags.Add(l...)
	}
	return !failed.Load()
}

// runPass runs pass i of the last pipeline of the path on op.
func (m *work) runPass(path []*Pipeline, i int, around *ir.SymbolTables, op *ir.Op, diags *diag.List) bool {
	it := path[len(path)-1].Items[i]
	e := Event{Path: path, Index: i, Run: NewRun(m.ctx, it.Pass, op, it.Values)}
	for _, o := range m.Observers {
		o.BeforePass(e)
	}
	e.Err = guard(e.Run)
	if e.Err == nil && !e.Run.same {
		m.changed.Store(true)
		if m.verifiesEach() {
			e.Err = verifyAfter(e.Run, around)
		}
	}
	for j := len(m.Observers) - 1; j >= 0; j-- {
		m.Observers[j].AfterPass(e)
	}
	diags.Add(e.Run.diags...)
	diags.Add(diag.FromError(e.Err)...)
	return e.Err == nil && !e.Run.diags.HasErrors()
}

// guard runs the pass and converts a panic to an internal error.
func guard(r *Run) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = InternalError(r.Op.Span(), fmt.Sprintf("running pass '%s'", r.Pass.Name), cause)
		}
	}()
	return r.Pass.Run(r)
}

// InternalError makes a diagnostic from a panic, with the innermost frames of the stack. The deferred
// function that recovered calls it. If the panic says that the work was interrupted, InternalError returns
// the error for the interruption, since that is no error in the compiler.
func InternalError(span diag.Span, doing string, cause any) *diag.Diagnostic {
	if why := interrupt.Caught(cause); why != nil {
		return why
	}
	d := diag.Errorf(codeInternal, span, "internal error while %s: %v", doing, cause)
	for _, frame := range frames(debug.Stack()) {
		d.Note(diag.Span{}, "%s", frame)
	}
	return d
}

// reproduce writes the program before the pipeline, and the pipeline, to a file that mlir-opt and `inflight
// opt` can run.
func (m *Manager) reproduce(before []byte, op *ir.Op, diags *diag.List) {
	text := fmt.Appendf(before,
		"\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: %q,\n"+
			"      disable_threading: true,\n      verify_each: %t\n    }\n  }\n#-}\n", m.Pipeline.String(),
		m.Verify != VerifyNever)
	if err := writeFile(m.Reproducer, text); err != nil {
		diags.Add(diag.FromError(err)...)
		return
	}
	diags.Add(diag.Remarkf("", op.Span(), "reproducer generated at `%s`", m.Reproducer))
}

// writeFile writes a file. On an error the file has its old content, or does not exist as before.
func writeFile(name string, content []byte) error {
	f, err := outfile.Create(name, outfile.Data)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(content); err != nil {
		return err
	}
	return f.Commit()
}
