package asyncparallelfor

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// mostOnStack is how many elements an iteration may have on the stack, in one piece.
const mostOnStack = 1 << 13

// orderFree reports whether what a loop computes, and the error that it ends in, are the same in whatever
// order its iterations run: it reduces integers by operations that commute, and there is at most one place to
// fail at, be it an assertion or an integer division.
func orderFree(op *ir.Op, symbols *ir.SymbolTables) bool {
	return reducesExactly(op) && failsAlike(op, symbols)
}

// reducesExactly reports whether what a loop reduces does not depend on the order at all.
func reducesExactly(op *ir.Op) bool {
	reduce := op.Body().Last()
	for i := range op.NumResults() {
		if _, isFloat := op.Result(i).Type().(*ir.FloatType); isFloat || neutralAttr(reduce, i) == nil {
			return false
		}
	}
	return true
}

// failsAlike reports whether all iterations that fail do so with the same error. In a task, an assertion of
// the loop itself is an error of the task, which it would not be in the functions that are made of the loop.
func failsAlike(op *ir.Op, symbols *ir.SymbolTables) bool {
	s := &search{symbols: symbols, seen: map[*ir.Op]bool{}}
	s.region(op.Region(0))
	if s.failures > 0 && !op.Thread().Is(function.Func) {
		return false
	}
	s.callees()
	return !s.mixed && s.failures <= 1
}

// search looks through what an iteration runs, functions that it calls included, but for the tasks that it
// makes.
type search struct {
	symbols  *ir.SymbolTables
	seen     map[*ir.Op]bool // functions
	todo     []*ir.Op        // functions
	failures int             // places
	// mixed says that there is a wait, which fails as what it waits for, a call of nobody knows what, more
	// memory on the stack than a thread that is not the host's may have, or a print, of which the order
	// shows.
	mixed bool
}

func (s *search) region(r *ir.Region) {
	for op := range r.ThreadOps() {
		switch {
		case op.Is(cf.Assert), divides(op):
			s.failures++
		case op.Is(async.Await), op.Is(async.AwaitAll), op.Is(function.CallIndirect),
			op.Is(memref.Alloca) && large(op), op.Is(vector.Print):
			s.mixed = true
		case op.Is(function.Call):
			s.call(op)
		}
	}
}

// divides reports whether an operation is an integer division that may have no result.
func divides(op *ir.Op) bool {
	return divisions[op.Def()] && op.Def().Speculate != nil && !op.Def().Speculate(op)
}

// large reports whether memory on the stack may be more than some thousand elements.
func large(alloca *ir.Op) bool {
	shape := alloca.Result(0).Type().(*ir.MemRefType).Shape
	return slices.Contains(shape, ir.Dynamic) || ir.NumElements(shape) > mostOnStack
}

func (s *search) call(op *ir.Op) {
	callee := s.symbols.Resolve(op, op.Def().Callee(op))
	switch {
	case callee == nil || callee.Body() == nil:
		s.mixed = true
	case !s.seen[callee]:
		s.seen[callee] = true
		s.todo = append(s.todo, callee)
	}
}

// callees looks through the functions that were found, and those that they call.
func (s *search) callees() {
	for len(s.todo) > 0 {
		fn := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		s.region(fn.Region(0))
	}
}
