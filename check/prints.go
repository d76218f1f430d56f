package check

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// Waits also determine the order of text that asynchronous operations print. Printing is no access to memory,
// so that two prints without an order are no hazard. But if an asynchronous operation prints, the judge does
// not call a wait redundant or too strong.

// ordersPrints reports whether an asynchronous operation prints, in the function or in one that it calls.
// Then a wait may be needed for the order of the text.
func (e *explorer) ordersPrints() bool {
	if e.prints == nil {
		prints := e.c.printsIn(e.fn, true, map[*ir.Op]bool{})
		e.prints = &prints
	}
	return *e.prints
}

// printsIn reports whether a function, or a function that it calls, prints. If async is set, only
// asynchronous operations count.
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
				inner = map[*ir.Op]bool{} // everything that the callee prints counts here
			}
			if c.printsIn(callee, !counts, inner) {
				return true
			}
		}
	}
	return false
}

// isInAsync reports whether an operation of a function is asynchronous, or stands in an asynchronous one.
func isInAsync(op, fn *ir.Op) bool {
	for ; op != nil && op != fn; op = op.Parent() {
		if k := op.QueueEffect().Kind; op.IsAsync() || k == ir.QueueIssue || k == ir.QueueSubmit {
			return true
		}
	}
	return false
}
