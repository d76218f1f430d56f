package convertmemreftoptr

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// arguments puts the parts of the memrefs and complex numbers among the arguments of a block behind each of
// them, which go in the end.
func (l *lowering) arguments(b *ir.Block) {
	if b.ParentOp().Is(async.Execute) {
		l.taskArguments(b)
		return
	}
	expanded := false
	if anyHasParts(b.Args()) && b.IsEntry() && !entered(b) {
		l.fail(b.ParentOp())
		return
	}
	for i := 0; i < b.NumArgs(); i++ {
		a := b.Arg(i)
		if !hasParts(a.Type()) || l.mems[a] != nil || l.numbers[a].re != nil {
			continue
		}
		types := l.partTypes(a.Type())
		parts := make([]*ir.Value, len(types))
		for n, p := range types {
			parts[n] = b.InsertArg(i+1+n, p, a.Loc())
		}
		l.setParts(a, parts, b.First())
		i += len(parts)
		expanded = true
	}
	if expanded {
		l.expanded = append(l.expanded, b)
	}
}

// entered reports whether all arguments of a region's first block are those of a function, or what control
// passes on to it.
func entered(b *ir.Block) bool {
	op := b.ParentOp()
	if t := functionType(op); t != nil {
		return len(t.Inputs) == b.NumArgs()
	}
	if op.Def().RegionSuccessors == nil {
		return false
	}
	passed := map[*ir.Value]bool{}
	for from := -1; from < op.NumRegions(); from++ {
		for _, s := range op.Def().RegionSuccessors(op, from) {
			for _, v := range s.Inputs {
				passed[v] = true
			}
		}
	}
	return !slices.ContainsFunc(b.Args(), func(a *ir.Value) bool { return hasParts(a.Type()) && !passed[a] })
}

// passes reports whether an operation passes values with parts on to where control goes, or fails where it
// does anything else with them.
func (l *lowering) passes(op *ir.Op) bool {
	if !touches(op) {
		return false
	}
	def := op.Def()
	if l.takesParts(op) &&
		(def.Callee != nil || def.RegionSuccessors != nil || def.SuccessorOperands != nil ||
			op.Has(ir.Terminator) || callsIndirectly(op)) {
		return true
	}
	l.fail(op)
	return false
}

// takesParts reports whether the table of an operation allows the parts of values in the places of these.
func (l *lowering) takesParts(op *ir.Op) bool {
	for i, def := range op.Def().Operands {
		if !l.allowsParts(def.Type, op.OperandsOf(i)) {
			return false
		}
	}
	for i, def := range op.Def().Results {
		first, count := op.ResultGroup(i)
		if !l.allowsParts(def.Type, op.Results()[first:first+count]) {
			return false
		}
	}
	return true
}

func (l *lowering) allowsParts(c ir.TypeConstraint, list []*ir.Value) bool {
	if c.Match == nil {
		return true
	}
	for _, v := range list {
		if hasParts(v.Type()) &&
			slices.ContainsFunc(l.partTypes(v.Type()), func(t ir.Type) bool { return !c.Match(t) }) {
			return false
		}
	}
	return true
}

// callsIndirectly reports whether an operation calls a function that is its first operand.
func callsIndirectly(op *ir.Op) bool {
	if op.NumOperands() == 0 {
		return false
	}
	_, ok := op.Operand(0).Type().(*ir.FunctionType)
	return ok
}

// pass passes the parts of values on instead of these. It returns the operation that does so, op itself if no
// result of it has parts.
func (l *lowering) pass(op *ir.Op) *ir.Op {
	operands, sizes := l.passed(op)
	if l.err != nil {
		return op
	}
	l.resegment(op, sizes)
	if !anyHasParts(op.Results()) {
		op.SetOperands(operands)
		return op
	}
	made := op.Rebuild(operands, l.convertedTypes(op.ResultTypes()))
	l.done[made] = true
	rest := made.Results()
	for _, r := range op.Results() {
		if !hasParts(r.Type()) {
			r.ReplaceAllUsesWith(rest[0])
			rest = rest[1:]
			continue
		}
		n := len(l.partTypes(r.Type()))
		l.setParts(r, rest[:n], op)
		rest = rest[n:]
	}
	l.dead = append(l.dead, op)
	return made
}

// passed returns the operands with those that have parts replaced by these, and how many each has become.
func (l *lowering) passed(op *ir.Op) (operands []*ir.Value, sizes []int64) {
	for _, v := range op.Operands() {
		if !hasParts(v.Type()) {
			operands, sizes = append(operands, v), append(sizes, 1)
			continue
		}
		parts := l.partsOf(v)
		operands, sizes = append(operands, parts...), append(sizes, int64(len(parts)))
	}
	return operands, sizes
}

// partsAs returns what is passed for a memref of type t. A descriptor that was handed on by an operation that
// does not change memrefs may have another type, with the same parts.
func (l *lowering) partsAs(t *ir.MemRefType, d *descriptor) []*ir.Value {
	as := *d
	if lay, _ := l.layoutOf(t); lay != nil {
		as.layout = lay
	}
	return l.toParts(&as)
}

// resegment counts the operands in each group again, where operand i has become so many.
func (l *lowering) resegment(op *ir.Op, sizes []int64) {
	cases := make([]int64, len(op.Ints(caseSegments)))
	for i := range cases {
		first, count := op.Def().SuccessorOperands(op, i+1)
		cases[i] = total(sizes[first : first+count])
	}
	if op.Has(ir.AttrSizedOperands) {
		groups := make([]int64, len(op.Def().Operands))
		for i := range groups {
			first, count := op.OperandGroup(i)
			groups[i] = total(sizes[first : first+count])
		}
		op.SetAttr(constraint.OperandSegmentSize.Name, l.Ctx.I32Array(groups...))
	}
	if len(cases) > 0 {
		op.SetAttr(caseSegments, l.Ctx.I32Array(cases...))
	}
}

// caseSegments has the number of operands for each case of a cf.switch, which share one group.
const caseSegments = "case_operand_segments"

func total(list []int64) int64 {
	n := int64(0)
	for _, x := range list {
		n += x
	}
	return n
}
