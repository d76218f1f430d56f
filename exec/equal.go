package exec

import (
	"strconv"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// A function may assert relations between its extents. TVMScript functions whose buffers share a symbolic
// size do that. Extents that nothing determines are chosen so that the assertions hold: n=10 in Dims sets
// every extent n.

// equality is one assertion in a function's first block.
type equality struct{ a, b *ir.Value }

// relateExtents chooses extents so that the assertions hold. First it sets the extents that are equal to a
// given one, and then, in the order of the program, those that are computed from others.
func (a *arguments) relateExtents() {
	all := a.equalities()
	for changed := true; changed; {
		changed = false
		for _, e := range all {
			changed = a.carry(e.a, e.b) || a.carry(e.b, e.a) || changed
		}
	}
	for _, e := range all {
		if n, ok := a.compute(e.b, 0); ok && a.isOpen(e.a) {
			a.choose(e.a, n)
		}
	}
}

func (a *arguments) equalities() []equality {
	var all []equality
	for op := range a.fn.Body().Ops() {
		if !op.Is(cf.Assert) {
			continue
		}
		cmp := op.Operand(0).DefiningOp()
		if cmp == nil || !cmp.Is(arith.CmpI) {
			continue
		}
		if predicate, _ := cmp.IntAttr("predicate"); predicate == int64(arith.EQ) {
			all = append(all, equality{cmp.Operand(0), cmp.Operand(1)})
		}
	}
	return all
}

// carry gives an open extent the value of a known one. It reports whether it did.
func (a *arguments) carry(from, to *ir.Value) bool {
	n, ok := a.given(from)
	if !ok || !a.isOpen(to) {
		return false
	}
	a.choose(to, n)
	return true
}

// dimOf returns the argument and the dimension whose dynamic extent a value is.
func (a *arguments) dimOf(v *ir.Value) (arg *ir.Value, d int, ok bool) {
	op := v.DefiningOp()
	if !op.Is(memref.Dim) || op.Operand(0).DefiningOp() != nil {
		return nil, 0, false
	}
	t, n, ok := memref.Dimension(op)
	if !ok || t.Shape[n] != ir.Dynamic {
		return nil, 0, false
	}
	return op.Operand(0), int(n), true
}

// isIndexArgument reports whether the value is an argument of type index, which has a size.
func isIndexArgument(v *ir.Value) bool {
	_, ok := v.Type().(*ir.IndexType)
	return ok && v.DefiningOp() == nil
}

// given returns the value of an extent or an index argument that a file, Dims, Args or an assertion has set.
func (a *arguments) given(v *ir.Value) (int64, bool) {
	if arg, d, ok := a.dimOf(v); ok {
		n, ok := a.extents[arg][d]
		return n, ok
	}
	if !isIndexArgument(v) {
		return 0, false
	}
	if n, ok := a.scalars[v]; ok {
		return n, true
	}
	n, err := strconv.ParseInt(a.in.Args[ArgumentName(v)], 0, 64)
	return n, err == nil
}

// isOpen reports whether the value is an extent or an index argument that nothing has set.
func (a *arguments) isOpen(v *ir.Value) bool {
	_, _, isDim := a.dimOf(v)
	_, ok := a.given(v)
	return !ok && (isDim || isIndexArgument(v))
}

func (a *arguments) choose(v *ir.Value, n int64) {
	if arg, d, ok := a.dimOf(v); ok {
		a.setExtent(arg, d, n)
		return
	}
	a.scalars[v] = n
}

// maxTerms limits the depth of the expressions that compute evaluates.
const maxTerms = 100

// compute evaluates a size from constants and extents. An extent that nothing has set gets the default.
func (a *arguments) compute(v *ir.Value, depth int) (int64, bool) {
	if n, ok := ir.ConstInt(v); ok {
		return n, true
	}
	if a.isOpen(v) {
		a.choose(v, a.common)
	}
	if n, ok := a.given(v); ok {
		return n, true
	}
	op := v.DefiningOp()
	if op == nil || op.NumOperands() != 2 || depth > maxTerms {
		return 0, false
	}
	x, ok := a.compute(op.Operand(0), depth+1)
	y, also := a.compute(op.Operand(1), depth+1)
	if !ok || !also {
		return 0, false
	}
	return operate(op, x, y)
}

// operate applies an operation to sizes. Negative sizes and overflow are found later, at the allocation of
// memory.
func operate(op *ir.Op, x, y int64) (int64, bool) {
	switch {
	case op.Is(arith.AddI):
		return x + y, true
	case op.Is(arith.SubI):
		return x - y, true
	case op.Is(arith.MulI):
		return x * y, true
	case x < 0 || y <= 0:
		return 0, false
	case op.Is(arith.FloorDivSI), op.Is(arith.DivSI), op.Is(arith.DivUI):
		return x / y, true
	case op.Is(arith.CeilDivSI), op.Is(arith.CeilDivUI):
		return (x + y - 1) / y, true
	case op.Is(arith.RemUI), op.Is(arith.RemSI):
		return x % y, true
	}
	return 0, false
}
