package asyncqueue

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// Thread is a set of functions that call each other. One thread of control may execute them all, so they
// share their queues.
type Thread struct {
	Functions []*ir.Op
	// Scopes holds the asynchronous operations that the thread itself issues, in program order.
	Scopes []*Scope
	// Commits and Waits hold those of the thread itself, in either form. Those in scopes belong to other
	// threads.
	Commits, Waits []*ir.Op
}

// Scope is a pipeline.async_scope.
type Scope struct {
	Op *ir.Op
	// Commit is the commit that takes the operation, and Queue its queue, if Known.
	Commit *ir.Op
	Queue  int64
	Known  bool
}

// Threads returns the threads of a module.
func Threads(module *ir.Op) []*Thread {
	var threads []*Thread
	of := map[*ir.Op]*Thread{}
	for op := range module.Walk() {
		if op.Attr("function_type") != nil && op.Has(ir.IsolatedFromAbove) && op.NumRegions() == 1 &&
			op.Body() != nil {
			of[op] = &Thread{Functions: []*ir.Op{op}}
			threads = append(threads, of[op])
		}
	}
	tables := ir.NewSymbolTables()
	for _, t := range slices.Clone(threads) {
		fn := t.Functions[0]
		for op := range fn.Walk() {
			if op.Def().Callee == nil {
				continue
			}
			if ref := op.Def().Callee(op); ref != nil {
				join(of, fn, tables.Resolve(op, ref))
			}
		}
	}
	threads = slices.DeleteFunc(threads, func(t *Thread) bool { return of[t.Functions[0]] != t })
	for _, t := range threads {
		slices.SortFunc(t.Functions, func(a, b *ir.Op) int { return order(a, b) })
		for _, fn := range t.Functions {
			t.collect(fn)
		}
	}
	return threads
}

// order compares functions by their positions in a common block.
func order(a, b *ir.Op) int {
	switch {
	case a == b || a.Block() != b.Block():
		return 0
	case a.IsBefore(b):
		return -1
	}
	return 1
}

// join joins the threads of two functions. The thread whose first function was found first stays.
func join(of map[*ir.Op]*Thread, a, b *ir.Op) {
	s, t := of[a], of[b]
	if s == nil || t == nil || s == t {
		return
	}
	for _, fn := range t.Functions {
		of[fn] = s
	}
	s.Functions = append(s.Functions, t.Functions...)
}

// UsesAny returns the first operation of the thread, asynchronous operations included, with one of the given
// definitions.
func (t *Thread) UsesAny(defs ...*ir.OpDef) *ir.Op { return firstOf(t.Functions, defs) }

// IssuesAny returns the first operation in the thread's asynchronous operations with one of the given
// definitions.
func (t *Thread) IssuesAny(defs ...*ir.OpDef) *ir.Op {
	var scopes []*ir.Op
	for _, s := range t.Scopes {
		scopes = append(scopes, s.Op)
	}
	return firstOf(scopes, defs)
}

func firstOf(roots []*ir.Op, defs []*ir.OpDef) *ir.Op {
	for _, root := range roots {
		for op := range root.Walk() {
			if slices.Contains(defs, op.Def()) {
				return op
			}
		}
	}
	return nil
}

// NestedCall returns a remark on a call, in one of the thread's asynchronous operations, of a function that
// commits or waits. Called there, the function uses other queues than when the thread calls it, so the
// operation cannot become part of the thread. It returns nil if there is no such call.
func (t *Thread) NestedCall(code diag.Code) *diag.Diagnostic {
	tables := ir.NewSymbolTables()
	for _, s := range t.Scopes {
		for op := range s.Op.Walk() {
			if reachesSync(tables, op, map[*ir.Op]bool{}) {
				return diag.Remarkf(code, op.Span(),
					"nothing is done: this asynchronous operation calls a function with commits "+
						"or waits, which are not those of the thread around")
			}
		}
	}
	return nil
}

// Writes reports whether an operation without regions may write memory, or have any effect.
func Writes(op *ir.Op) bool {
	if op.Def().Effects == nil {
		return !op.Has(ir.Pure | ir.Terminator)
	}
	found := false
	op.Def().Effects(op, func(e ir.Effect) { found = found || e.Kind != ir.Read })
	return found
}

// reachesSync reports whether a call may run a commit, a wait or an asynchronous operation.
func reachesSync(tables *ir.SymbolTables, call *ir.Op, seen map[*ir.Op]bool) bool {
	if call.Def().Callee == nil {
		return false
	}
	ref := call.Def().Callee(call)
	if ref == nil {
		return true
	}
	fn := tables.Resolve(call, ref)
	if fn == nil || seen[fn] {
		return false
	}
	seen[fn] = true
	for op := range fn.Walk() {
		switch {
		case op.Is(pipeline.AsyncScope) || isCommit(op) || op.Is(pipeline.WaitQueue) ||
			op.Is(pipeline.AsyncWaitStage):
			return true
		case op.Is(pipeline.DmaCopy) || op.Is(pipeline.DmaGroup) || op.Is(pipeline.DmaWait) ||
			reachesSync(tables, op, seen):
			return true
		}
	}
	return false
}

// collect gathers the operations that the thread executes in op, without those of its asynchronous
// operations.
func (t *Thread) collect(op *ir.Op) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				t.note(inner)
				if !inner.Is(pipeline.AsyncScope) {
					t.collect(inner)
				}
			}
		}
	}
}

func (t *Thread) note(op *ir.Op) {
	switch {
	case op.Is(pipeline.AsyncScope):
		s := &Scope{Op: op, Commit: commitOf(op)}
		if s.Known = s.Commit != nil; s.Known {
			s.Queue = pipeline.Queue(s.Commit)
		}
		t.Scopes = append(t.Scopes, s)
	case isCommit(op):
		t.Commits = append(t.Commits, op)
	case op.Is(pipeline.WaitQueue) || op.Is(pipeline.AsyncWaitStage):
		t.Waits = append(t.Waits, op)
	}
}

func isCommit(op *ir.Op) bool {
	return op.Is(pipeline.CommitQueue) || op.Is(pipeline.AsyncCommitStage)
}

// commitOf returns the commit that comes next after a scope in every execution, or nil: one that follows in
// the same block or in a block around it, or whose body contains the scope. If the end of a loop lies
// between, another iteration may come first. A commit under a condition or in a loop may not be reached.
func commitOf(scope *ir.Op) *ir.Op {
	for op := scope; op != nil; op = op.Parent() {
		for next := op.Next(); next != nil; next = next.Next() {
			if isCommit(next) {
				return next
			}
			if holdsCommit(next) {
				return nil
			}
		}
		switch p := op.Parent(); {
		case p == nil || p.Has(ir.IsolatedFromAbove) || p.Is(pipeline.AsyncScope) ||
			len(op.Block().Region().Blocks()) > 1:
			return nil
		case p.Is(pipeline.CommitQueue):
			return p
		case p.Def().Loop != nil && (p.Def().Loop.Parallel || holdsCommit(p)):
			return nil
		}
	}
	return nil
}

// holdsCommit reports whether op contains a commit of the same thread, or may call a function with one.
func holdsCommit(op *ir.Op) bool {
	if op.Is(pipeline.AsyncScope) {
		return false
	}
	if op.Def().Callee != nil {
		return true
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if isCommit(inner) || holdsCommit(inner) {
					return true
				}
			}
		}
	}
	return false
}
