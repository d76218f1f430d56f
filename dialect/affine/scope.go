package affine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Scope returns the region that decides which values are dimensions and symbols for op. It belongs to the
// nearest operation around op with the trait AffineScope.
func Scope(op *ir.Op) *ir.Region {
	for op.Parent() != nil {
		if op.Parent().Has(ir.AffineScope) {
			return op.Block().Region()
		}
		op = op.Parent()
	}
	return nil
}

// IsValidSymbol reports whether v may be a symbol in region: an index that stays the same while the region
// runs. Such indices are values at the region's top level or defined around it, and constants. Sizes of
// memrefs and results of affine.apply are symbols if they depend on symbols only.
func IsValidSymbol(v *ir.Value, region *ir.Region) bool {
	var s scopes
	return s.symbol(v, region)
}

// scopes judges one input. It remembers its results, since computations share operands. In unreachable code a
// value may be computed from itself; such a value is no valid input.
type scopes struct{ dims, syms map[inRegion]bool }

type inRegion struct {
	value  *ir.Value
	region *ir.Region
}

// remember returns the result for v in the map. It asks judge if the map has none, and stores the answer.
func remember(known *map[inRegion]bool, v *ir.Value, region *ir.Region, judge func() bool) bool {
	if *known == nil {
		*known = map[inRegion]bool{}
	}
	k := inRegion{v, region}
	ok, found := (*known)[k]
	if !found {
		(*known)[k] = false // holds for cycles, until judge has answered
		ok = judge()
		(*known)[k] = ok
	}
	return ok
}

func (s *scopes) symbol(v *ir.Value, region *ir.Region) bool {
	v = v.Uncaptured()
	if !constraint.IsIndex(v.Type()) {
		return false
	}
	if region != nil && v.ParentBlock() != nil && v.ParentBlock().Region() == region {
		return true
	}
	if op := v.DefiningOp(); op != nil {
		switch {
		case op.Has(ir.ConstantLike):
			return true
		case op.Is(Apply):
			return remember(&s.syms, v, region, func() bool { return all(op.Operands(), region, s.symbol) })
		case isDim(op):
			return remember(&s.syms, v, region, func() bool { return s.symbolicDim(op, region) })
		}
	}
	// A value defined around the region dominates all of it.
	if region == nil || region.Op() == nil || region.Op().Has(ir.IsolatedFromAbove) {
		return false
	}
	block := region.Op().Block()
	return block != nil && block.Region() != nil && s.symbol(v, block.Region())
}

func all(vs []*ir.Value, region *ir.Region, valid func(*ir.Value, *ir.Region) bool) bool {
	return !slices.ContainsFunc(vs, func(v *ir.Value) bool { return !valid(v, region) })
}

// IsValidDim reports whether v may be a dimension in region: a symbol, a variable of an affine loop, or a
// result of affine operations on these.
func IsValidDim(v *ir.Value, region *ir.Region) bool {
	var s scopes
	return s.dim(v, region)
}

func (s *scopes) dim(v *ir.Value, region *ir.Region) bool {
	v = v.Uncaptured()
	if !constraint.IsIndex(v.Type()) {
		return false
	}
	if s.symbol(v, region) {
		return true
	}
	op := v.DefiningOp()
	switch {
	case op == nil:
		return isLoopVariable(v)
	case op.Is(Apply), op.Is(DelinearizeIndex), op.Is(LinearizeIndex):
		return remember(&s.dims, v, region, func() bool { return all(op.Operands(), region, s.dim) })
	case isDim(op):
		return isTopLevel(op.Operand(0))
	}
	return false
}

// isLoopVariable reports whether v is an argument of the body of an affine loop.
func isLoopVariable(v *ir.Value) bool {
	if v.Owner() == nil {
		return false
	}
	op := v.Owner().ParentOp()
	return op.Is(For) || op.Is(Parallel)
}

// isTopLevel reports whether v is defined directly in an AffineScope operation.
func isTopLevel(v *ir.Value) bool {
	b := v.ParentBlock()
	return b != nil && b.ParentOp() != nil && b.ParentOp().Has(ir.AffineScope)
}

// isDim reports whether the operation returns an extent of its first operand. The second operand is the
// dimension.
func isDim(op *ir.Op) bool { return op.Name() == "memref.dim" || op.Name() == "tensor.dim" }

// symbolicDim reports whether an extent is a symbol: the memref is defined at the top level, or was made with
// an extent that is a symbol.
func (s *scopes) symbolicDim(op *ir.Op, region *ir.Region) bool {
	source := op.Operand(0)
	if isTopLevel(source) {
		return true
	}
	i, ok := ir.ConstInt(op.Operand(1))
	if !ok {
		return false
	}
	made := source.DefiningOp()
	var trail ir.Trail
	for made != nil && made.Name() == "memref.cast" && !trail.Repeats(made.Result(0)) {
		if t := memRef(made.Operand(0)); t == nil || !t.Ranked {
			return false
		}
		made = made.Operand(0).DefiningOp()
	}
	return made != nil && s.symbolicExtent(made, i, region)
}

// symbolicExtent reports whether extent i of the memref that op makes is a constant or a symbol.
func (s *scopes) symbolicExtent(op *ir.Op, i int64, region *ir.Region) bool {
	sizes, ok := dynamicSizes(op)
	if !ok {
		return false
	}
	shape := memRef(op.Result(0)).Shape
	if i < 0 || i >= int64(len(shape)) {
		return false
	}
	if shape[i] != ir.Dynamic {
		return true
	}
	position := 0
	for _, d := range shape[:i] {
		if d == ir.Dynamic {
			position++
		}
	}
	return position < len(sizes) && s.symbol(sizes[position], region)
}

// dynamicSizes returns the operands that are the dynamic extents of op's result.
func dynamicSizes(op *ir.Op) ([]*ir.Value, bool) {
	switch op.Name() {
	case "memref.alloc":
		return op.OperandsOf(0), true
	case "memref.view", "memref.subview":
		return op.OperandsOf(2), true
	}
	return nil, false
}

// verifyInputs checks the operands of a map or set: the first dims of them are dimensions, the others
// symbols.
func verifyInputs(op *ir.Op, operands []*ir.Value, dims int) error {
	region := Scope(op)
	for i, v := range operands {
		if i < dims {
			if !IsValidDim(v, region) {
				return op.OpErrorf(codeAffine, "operand cannot be used as a dimension id")
			}
		} else if !IsValidSymbol(v, region) {
			return op.OpErrorf(codeAffine, "operand cannot be used as a symbol")
		}
	}
	return nil
}
