package affine

import (
	"encoding/binary"

	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Parallel is affine.parallel: a band of loops whose iterations may run in any order, with reductions of the
// values that they yield. One map holds the lower bounds of all dimensions, and another one the upper bounds.
// The groups say how many results belong to each dimension.
var Parallel = &ir.OpDef{
	Name:     "affine.parallel",
	Summary:  "multi-index parallel band operation",
	Operands: []ir.OperandDef{indices("mapOperands")},
	Results:  []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs: []ir.AttrDef{
		{Name: "reductions", Type: ir.AttrConstraint{Summary: "Reduction ops", Match: isArrayOfI64}},
		{Name: "lowerBoundsMap", Type: mapAttr},
		{Name: "lowerBoundsGroups", Type: i32Elements},
		{Name: "upperBoundsMap", Type: mapAttr},
		{Name: "upperBoundsGroups", Type: i32Elements},
		{Name: "steps", Type: ir.AttrConstraint{Summary: "64-bit integer array attribute",
			Match: isArrayOfI64}},
	},
	Regions:            []ir.RegionDef{{Name: "region", Sized: true}},
	Traits:             ir.AllocationScope | ir.SingleBlock | ir.RecursiveEffects,
	ImplicitTerminator: "affine.yield",
	Parse:              parseParallel,
	Print:              printParallel,
	Loop:               parallelLoop,
	RegionSuccessors: func(op *ir.Op, _ int) []ir.RegionSuccessor {
		return []ir.RegionSuccessor{{Region: 0}, {Region: -1, Inputs: op.Results()}}
	},
}

// parallelAttrs are the attributes that the custom syntax spells out.
var parallelAttrs = []string{"reductions", "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap",
	"upperBoundsGroups", "steps"}

var i32Elements = ir.AttrConstraint{Summary: "32-bit signless integer elements attribute",
	Match: func(a ir.Attr) bool {
		d, ok := a.(*ir.DenseElementsAttr)
		if !ok {
			return false
		}
		it, ok := d.Type.ElemType().(*ir.IntegerType)
		return ok && it.Width == 32 && it.Sign == ir.Signless
	}}

func isArrayOfI64(a ir.Attr) bool { _, ok := int64s(a); return ok }

// int64s reads an array attribute of 64-bit integers.
func int64s(a ir.Attr) ([]int64, bool) {
	list, ok := a.(*ir.ArrayAttr)
	if !ok {
		return nil, false
	}
	vs := make([]int64, len(list.Elems))
	for i, e := range list.Elems {
		v, ok := e.(*ir.IntegerAttr)
		if !ok {
			return nil, false
		}
		if it, ok := v.Type.(*ir.IntegerType); !ok || it.Width != 64 {
			return nil, false
		}
		vs[i] = v.Value
	}
	return vs, true
}

func int64sAttr(c *ir.Context, vs []int64) ir.Attr {
	elems := make([]ir.Attr, len(vs))
	for i, v := range vs {
		elems[i] = c.Int(c.I64, v)
	}
	return c.Array(elems)
}

// Steps returns the steps of an affine.parallel.
func Steps(op *ir.Op) []int64 {
	vs, _ := int64s(op.Attr("steps"))
	return vs
}

// Reductions returns the ir.AtomicKind by which an affine.parallel combines each value that its iterations
// yield.
func Reductions(op *ir.Op) []int64 {
	vs, _ := int64s(op.Attr("reductions"))
	return vs
}

// bounds are the bounds of one side of an affine.parallel.
type bounds struct {
	m        *aff.Map
	groups   []int64
	operands []*ir.Value
}

func lowerBounds(op *ir.Op) bounds {
	m := mapOf(op, "lowerBoundsMap")
	return bounds{m, groupSizes(op.Attr("lowerBoundsGroups")),
		op.Operands()[:min(m.NumInputs(), op.NumOperands())]}
}

func upperBounds(op *ir.Op) bounds {
	skip := min(mapOf(op, "lowerBoundsMap").NumInputs(), op.NumOperands())
	return bounds{mapOf(op, "upperBoundsMap"), groupSizes(op.Attr("upperBoundsGroups")), tail(op, skip)}
}

// of returns the map of the bound of dimension d.
func (b bounds) of(d int) *aff.Map {
	first := 0
	for _, n := range b.groups[:d] {
		first += int(n)
	}
	positions := make([]int, b.groups[d])
	for i := range positions {
		positions[i] = first + i
	}
	return b.m.SubMap(positions...)
}

// results returns the number of map results that the groups account for.
func (b bounds) results() int {
	n := 0
	for _, g := range b.groups {
		n += int(g)
	}
	return n
}

func groupSizes(a ir.Attr) []int64 {
	d, ok := a.(*ir.DenseElementsAttr)
	if !ok {
		return nil
	}
	sizes := make([]int64, ir.NumElements(d.Type.Dims()))
	for i := range sizes {
		sizes[i] = int64(int32(d.Element(i)))
	}
	return sizes
}

func groupSizesAttr(c *ir.Context, sizes []int64) ir.Attr {
	var data []byte
	for _, n := range sizes {
		data = binary.LittleEndian.AppendUint32(data, uint32(n))
	}
	return c.Dense(c.Tensor([]int64{int64(len(sizes))}, c.I32, nil), string(data), false)
}

var parallelLoop = &ir.LoopInterface{
	Dims:         func(op *ir.Op) int { return op.Body().NumArgs() },
	InductionVar: func(op *ir.Op, d int) *ir.Value { return op.Body().Arg(d) },
	Bounds: func(op *ir.Op, d int) ir.LoopBounds {
		lower, upper := lowerBounds(op), upperBounds(op)
		return ir.LoopBounds{
			Lower: lower.of(d), LowerOperands: lower.operands,
			Upper: upper.of(d), UpperOperands: upper.operands,
			Step: ir.OpFoldResult{Const: Steps(op)[d]},
		}
	},
	Inits:    func(*ir.Op) (operands, args []*ir.Value) { return nil, nil },
	Parallel: true,
}

func verifyParallel(op *ir.Op) error {
	dims, lower, upper, steps := op.Body().NumArgs(), lowerBounds(op), upperBounds(op), Steps(op)
	if len(lower.groups) != dims || len(upper.groups) != dims || len(steps) != dims {
		return op.OpErrorf(codeAffine,
			"the number of region arguments (%d) and the number of map groups for lower (%d) and "+
				"upper bound (%d), and the number of steps (%d) must all match", dims, len(lower.groups),
			len(upper.groups), len(steps))
	}
	if lower.results() != len(lower.m.Results) {
		return op.OpErrorf(codeAffine, "expected lower bounds map to have %d results", lower.results())
	}
	if upper.results() != len(upper.m.Results) {
		return op.OpErrorf(codeAffine, "expected upper bounds map to have %d results", upper.results())
	}
	for _, s := range steps {
		if s <= 0 {
			return op.OpErrorf(codeAffine, "expected steps that are positive")
		}
	}
	if op.NumOperands() != lower.m.NumInputs()+upper.m.NumInputs() {
		return op.OpErrorf(codeAffine, "operand count and affine map dimension and symbol count must match")
	}
	if err := verifyReductions(op); err != nil {
		return err
	}
	if err := verifyInputs(op, lower.operands, lower.m.NumDims); err != nil {
		return err
	}
	return verifyInputs(op, upper.operands, upper.m.NumDims)
}

func verifyReductions(op *ir.Op) error {
	kinds := Reductions(op)
	if len(kinds) != op.NumResults() {
		return op.OpErrorf(codeAffine, "a reduction must be specified for each output")
	}
	for i, k := range kinds {
		if ir.AtomicKind.CaseName(k) == "" {
			return op.OpErrorf(codeAffine, "invalid reduction attribute")
		}
		if !reducible(k, op.Result(i).Type()) {
			return op.OpErrorf(codeAffine, "result type cannot match reduction attribute")
		}
	}
	return nil
}

// reducible reports whether values of the type can be combined by a kind of reduction. As in MLIR, the
// ordered integer reductions need signed or unsigned integers.
func reducible(kind int64, t ir.Type) bool {
	it, isInt := t.(*ir.IntegerType)
	switch kind {
	case ir.AtomicAddF, ir.AtomicMulF, ir.AtomicMaximumF, ir.AtomicMinimumF, ir.AtomicMaxNumF,
		ir.AtomicMinNumF:
		return constraint.IsFloat(t)
	case ir.AtomicMaxS, ir.AtomicMinS:
		return isInt && it.Sign == ir.Signed
	case ir.AtomicMaxU, ir.AtomicMinU:
		return isInt && it.Sign == ir.Unsigned
	case ir.AtomicAssign:
		return true
	}
	return isInt
}

func init() { Parallel.Verify = verifyParallel }
