package source

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/ir"
)

// IsMask reports whether a value is a vector of i1.
func IsMask(v *ir.Value) bool {
	t, ok := v.Type().(*ir.VectorType)
	return ok && isBit(t.Elem)
}

func isBit(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 1
}

// IsBool reports whether a value is an i1.
func IsBool(v *ir.Value) bool {
	t, ok := v.Type().(*ir.IntegerType)
	return ok && t.Width == 1
}

// IsInteger reports whether a value is an integer or an index.
func IsInteger(v *ir.Value) bool {
	switch v.Type().(type) {
	case *ir.IntegerType, *ir.IndexType:
		return true
	}
	return false
}

// Returns reports whether control may return to a block.
func Returns(b *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	work := slices.Clone(b.Successors())
	for len(work) > 0 {
		next := work[len(work)-1]
		work = work[:len(work)-1]
		if next == b {
			return true
		}
		if !seen[next] {
			seen[next] = true
			work = append(work, next.Successors()...)
		}
	}
	return false
}

// IsWhile reports whether op is a loop with a condition: it runs its first region and, while that region says
// so, its second region and the first again.
func IsWhile(op *ir.Op) bool {
	if op.NumRegions() != 2 || op.Def().RegionSuccessors == nil || op.Def().Loop != nil {
		return false
	}
	for _, r := range op.Regions() {
		if len(r.Blocks()) != 1 || r.Entry().Last() == nil {
			return false
		}
	}
	enters := func(from, to int) bool {
		return slices.ContainsFunc(op.Def().RegionSuccessors(op, from), func(s ir.RegionSuccessor) bool {
			return s.Region == to
		})
	}
	last := op.Region(0).Entry().Last()
	return enters(0, 1) && enters(0, -1) && enters(1, 0) && last.NumOperands() > 0 && IsBool(last.Operand(0))
}

// IsChoice reports whether op chooses one of two tokens.
func IsChoice(op *ir.Op) bool {
	return op.Name() == "arith.select" && (IsToken(op.Result(0)) || BringsToken(op.Result(0))) &&
		IsBool(op.Operand(0))
}

// AsyncAround returns the innermost asynchronous operation around op.
func AsyncAround(op *ir.Op) *ir.Op {
	for ; op != nil; op = op.Parent() {
		if op.IsAsync() {
			return op
		}
	}
	return nil
}

// HandedOn returns the values that stand for an operand afterwards, if the operand's operation is a view or
// passes it on as a loop-carried value.
func HandedOn(u *ir.Operand) []*ir.Value {
	op := u.Owner()
	if op.Def().View != nil {
		return op.Results()
	}
	at := u.Index()
	if op.Has(ir.Terminator) {
		op = op.Parent()
	} else if l := op.Def().Loop; l != nil && l.Inits != nil {
		inits, _ := l.Inits(op)
		at -= op.NumOperands() - len(inits)
	}
	if l := op.Def().Loop; l != nil && l.Inits != nil {
		if _, args := l.Inits(op); at >= 0 && at < len(args) && at < op.NumResults() {
			return []*ir.Value{args[at], op.Result(at)}
		}
	}
	return nil
}

// IsComputed reports whether the results of an operation depend on its operands alone. Those of a division
// do, although it is not pure because it may fail.
func IsComputed(op *ir.Op) bool { return op.Has(ir.Pure) || op.NumRegions() == 0 && op.IsEffectFree() }

// OnStack reports whether a buffer is memory on the stack.
func OnStack(v *ir.Value) bool {
	return v.DefiningOp() != nil && v.DefiningOp().Has(ir.StackAllocation)
}

// Through reports whether op runs its only region once.
func Through(op *ir.Op) bool {
	switch {
	case op.NumRegions() != 1 || len(op.Region(0).Blocks()) != 1 || op.Def().Loop != nil:
		return false
	case op.Def().RegionSuccessors == nil:
		return op.Has(ir.RecursiveEffects)
	}
	next := op.Def().RegionSuccessors(op, -1)
	return len(next) == 1 && next[0].Region == 0 && leaves(op)
}

// IsBranch reports whether op runs at most one of its regions, once.
func IsBranch(op *ir.Op) bool {
	if op.Def().RegionSuccessors == nil || op.Def().Loop != nil || op.NumRegions() == 0 {
		return false
	}
	for _, r := range op.Regions() {
		if len(r.Blocks()) > 1 {
			return false
		}
	}
	return leaves(op) && !Through(op)
}

// leaves reports whether control leaves op at the end of each of its regions.
func leaves(op *ir.Op) bool {
	for i := range op.Regions() {
		for _, s := range op.Def().RegionSuccessors(op, i) {
			if s.Region >= 0 {
				return false
			}
		}
	}
	return true
}

// HasBranch reports whether a condition is nested in op.
func HasBranch(op *ir.Op) bool {
	for inner := range op.Walk() {
		if IsBranch(inner) {
			return true
		}
	}
	return false
}

// Allocates reports whether op allocates the buffer that it returns.
func Allocates(op *ir.Op) bool {
	if op.Def().Effects == nil || op.NumResults() == 0 {
		return false
	}
	found := false
	op.Def().Effects(op, func(e ir.Effect) {
		found = found || e.Kind == ir.Allocate && e.Value == op.Result(0)
	})
	return found
}

// SpeaksForBody reports whether the effects of op include those of its regions. This holds for a structured
// operation whose body only computes and that visits all elements of its operands, and for atomic operations.
func SpeaksForBody(op *ir.Op) bool {
	switch {
	case op.Def().Effects == nil || !onlyComputes(op):
		return false
	case linalg.IsStructured(op.Def()):
		return linalg.StructuredOf(op).Covers()
	}
	return op.IsAtomic()
}

// onlyComputes reports whether the regions of op have no effect on memory or other threads of control.
func onlyComputes(op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner != op && !inner.Has(ir.Pure) && !inner.Has(ir.Terminator) {
			return false
		}
	}
	return true
}

// Accesses reports whether op accesses memory besides allocating it, as a reallocation does.
func Accesses(op *ir.Op) bool {
	found := false
	op.Def().Effects(op, func(e ir.Effect) { found = found || e.Kind != ir.Allocate })
	return found
}

// YieldsTo reports whether the region of op returns a buffer.
func YieldsTo(op *ir.Op, buffer *ir.Value) bool {
	for u := range buffer.Uses() {
		if owner := u.Owner(); owner.Has(ir.Terminator) && owner.Parent() == op {
			return true
		}
	}
	return false
}

// MemrefOperands returns the operands of op that are memory.
func MemrefOperands(op *ir.Op) []*ir.Value {
	var list []*ir.Value
	for _, v := range op.Operands() {
		if _, ok := v.Type().(*ir.MemRefType); ok {
			list = append(list, v)
		}
	}
	return list
}

// IsPool reports whether op makes a group of tokens.
func IsPool(op *ir.Op) bool {
	return op.NumResults() == 1 && op.Has(ir.Pure) && op.NumRegions() == 0 && IsTokenGroup(op.Result(0))
}

// IsPart reports whether v may be a part of its buffer.
func IsPart(v *ir.Value) bool {
	for {
		op := v.DefiningOp()
		if op == nil || op.Def().View == nil {
			return false
		}
		view, ok := op.Def().View(op)
		if !ok || view.Reshape || view.Offsets != nil {
			return true
		}
		v = view.Source
	}
}

// IsFixedPart reports whether a value is a part of its buffer whose place and extents are numbers.
func IsFixedPart(v *ir.Value) bool {
	for {
		op := v.DefiningOp()
		if op == nil || op.Def().View == nil {
			return true
		}
		view, ok := op.Def().View(op)
		if !ok || view.Reshape {
			return false
		}
		t, _ := v.Type().(*ir.MemRefType)
		if view.Offsets != nil && (t == nil || !t.Ranked || slices.Contains(t.Shape, ir.Dynamic) ||
			slices.ContainsFunc(slices.Concat(view.Offsets, view.Strides), isVariable)) {
			return false
		}
		v = view.Source
	}
}

// isVariable reports whether an operand or attribute is no number.
func isVariable(x ir.OpFoldResult) bool { return x.Value != nil && ir.ConstantValue(x.Value) == nil }
