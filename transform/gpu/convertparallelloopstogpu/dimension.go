package convertparallelloopstogpu

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

var (
	// position is lower bound plus step times number.
	position = aff.NewMap(1, 2, aff.D(0).Mul(aff.S(0)).Add(aff.S(1)))
	// extent is the number of iterations from a lower bound up to the dimension by a step.
	extent = aff.NewMap(1, 2, aff.D(0).Sub(aff.S(0)).CeilDiv(aff.S(1)))
)

// dimensions makes the values of a loop's variables, and reports whether loops or conditions were made for
// them, in which the insertion point then is.
func (n *nest) dimensions(op *ir.Op) (nested bool, err error) {
	mapping, _ := op.Attr(mappingAttr).(*ir.ArrayAttr)
	dims := op.Def().Loop.Dims(op)
	if mapping == nil || len(mapping.Elems) != dims {
		return false, op.Errorf(codeParallel, "expected mapping attribute for lowering to GPU")
	}
	for d := range dims {
		a, ok := mapping.Elems[d].(*ir.ParametricAttr)
		if !ok || a.Def != gpu.LoopDimMap {
			return false, op.Errorf(codeParallel, "expected mapping attribute for lowering to GPU")
		}
		x := &dimension{
			op: op, iv: op.Def().Loop.InductionVar(op, d), lower: op.OperandsOf(0)[d],
			upper: op.OperandsOf(1)[d], step: op.OperandsOf(2)[d],
			processor: a.Params[0].(*ir.EnumAttr).Value, number: a.Params[1].(*ir.AffineMapAttr).Map,
			bound: a.Params[2].(*ir.AffineMapAttr).Map,
		}
		guarded, err := n.dimension(x)
		if err != nil {
			return false, err
		}
		nested = nested || guarded
	}
	return nested, nil
}

// dimension is one dimension of a parallel loop.
type dimension struct {
	op                     *ir.Op
	iv, lower, upper, step *ir.Value
	processor              int64
	number, bound          *aff.Map
}

func (n *nest) dimension(x *dimension) (nested bool, err error) {
	if x.processor == gpu.Sequential {
		loop := scf.NewFor(n.b, n.m.Lookup(x.lower), n.m.Lookup(x.upper), n.m.Lookup(x.step),
			func(*ir.Builder, *ir.Value) {})
		n.m.Map(x.iv, scf.InductionVar(loop))
		n.b.SetBefore(loop.Body().Last())
		return true, nil
	}
	if !n.known(x.lower) || !n.known(x.step) {
		return false, x.op.Errorf(codeParallel,
			"a lower bound or step of this loop is computed in the kernel")
	}
	if n.bounds[x.processor] != nil {
		return false, x.op.Errorf(codeParallel, "cannot redefine the bound for processor %s",
			gpu.Processor.CaseName(x.processor))
	}
	place := n.launch.Body().Arg(int(x.processor))
	iv := affine.NewApply(n.b, x.number.Compose(position), place, independent(n, n.b, x.step),
		independent(n, n.b, x.lower))
	n.m.Map(x.iv, iv)
	precise := n.known(x.upper)
	upper := x.upper
	before := ir.At(n.launch)
	if !precise {
		largest, ok := constantBound(upper)
		if !ok {
			return false, x.op.Errorf(codeParallel,
				"cannot derive loop-invariant upper bound for number of iterations")
		}
		upper = arith.ConstIndex(before, largest)
	}
	n.bounds[x.processor] = affine.NewApply(before, x.bound.Compose(extent), independent(n, before, upper),
		independent(n, before, x.lower), independent(n, before, x.step))
	if precise {
		return false, nil
	}
	guard := scf.NewIf(n.b, arith.Cmp(n.b, arith.SLT, iv, n.m.Lookup(x.upper)), func(*ir.Builder) {}, nil)
	n.b.SetBefore(guard.Body().Last())
	return true, nil
}

// outside reports whether a value is there in front of the nest.
func (n *nest) outside(v *ir.Value) bool { return !n.top.IsAncestorOf(v.ParentBlock().ParentOp()) }

// known reports whether a value is there in front of the nest, or can be: a constant.
func (n *nest) known(v *ir.Value) bool {
	_, constant := ir.ConstInt(v)
	return constant || n.outside(v)
}

// independent returns a known value where b inserts, which may be in front of the launch.
func independent(n *nest, b *ir.Builder, v *ir.Value) *ir.Value {
	if n.outside(v) {
		return v
	}
	c, _ := ir.ConstInt(v)
	return arith.ConstIndex(b, c)
}

// constantBound returns a constant that a value is at most.
func constantBound(v *ir.Value) (int64, bool) {
	if n, ok := ir.ConstInt(v); ok {
		return n, true
	}
	op := v.DefiningOp()
	switch {
	case op.Is(affine.Min):
		for _, e := range op.Attr("map").(*ir.AffineMapAttr).Map.Results {
			if e.Kind == aff.Constant {
				return e.Value, true
			}
		}
	case op.Is(arith.MinSI):
		for _, x := range op.Operands() {
			if n, ok := constantBound(x); ok {
				return n, true
			}
		}
	case op.Is(arith.MulI):
		for i, factor := range op.Operands() { // a product of two bounds bounds nothing that may be negative
			n, okN := ir.ConstInt(factor)
			bound, ok := constantBound(op.Operand(1 - i))
			if okN && ok && n >= 0 {
				return n * bound, true
			}
		}
	}
	return 0, false
}
