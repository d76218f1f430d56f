package check

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

// What asynchronous operations print comes out in the order that waits give it. It is no access to memory, so
// that two prints that nothing orders are no hazard; but where something asynchronous prints, no wait is
// called redundant or too strong for the accesses that it orders.

// ordersPrints reports whether waits of the function may be for the order of what is printed: something
// asynchronous prints in it, or in one that it calls.
func (e *explorer) ordersPrints() bool {
	if e.prints == nil {
		prints := e.c.printsIn(e.fn, true, map[*ir.Op]bool{})
		e.prints = &prints
	}
	return *e.prints
}

// printsIn reports whether a function, with those that it calls, prints: only what asynchronous operations do
// counts if async is set.
func (c *checker) printsIn(fn *ir.Op, async bool, seen map[*ir.Op]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for op := range fn.Walk() {
		counts := !async || isInAsync(op, fn)
		callee := c.callee(op)
		switch {
		case op.Is(vector.Print), op.Is(gpu.Printf):
			if counts {
				return true
			}
		case c.callsLibrary(op):
			if counts {
				return true
			}
		case callee != nil && callee.Body() != nil:
			inner := seen
			if async && counts {
				inner = map[*ir.Op]bool{} // whatever it prints counts here
			}
			if c.printsIn(callee, !counts, inner) {
				return true
			}
		}
	}
	return false
}

// callsLibrary reports whether an operation calls a function of MLIR's runner libraries, which reads and
// prints what it is handed.
func (c *checker) callsLibrary(op *ir.Op) bool {
	fn := c.callee(op)
	if fn == nil || fn.Body() != nil {
		return false
	}
	_, ok := printed.Lookup(fn)
	return ok
}

// isInAsync reports whether an operation of a function is asynchronous, or stands in one that is.
func isInAsync(op, fn *ir.Op) bool {
	for ; op != nil && op != fn; op = op.Parent() {
		if k := op.QueueEffect().Kind; op.IsAsync() || k == ir.QueueIssue || k == ir.QueueSubmit {
			return true
		}
	}
	return false
}
