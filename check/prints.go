package check

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
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
		callee := c.Callee(op)
		switch {
		case op.Is(vector.Print), op.Is(gpu.Printf):
			if counts {
				return true
			}
		case c.CallsLibrary(op):
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

// isInAsync reports whether an operation of a function is asynchronous, or stands in one that is.
func isInAsync(op, fn *ir.Op) bool {
	for ; op != nil && op != fn; op = op.Parent() {
		if k := op.QueueEffect().Kind; op.IsAsync() || k == ir.QueueIssue || k == ir.QueueSubmit {
			return true
		}
	}
	return false
}
