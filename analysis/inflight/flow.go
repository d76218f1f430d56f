package inflight

import "github.com/inflight-compiler/inflight/ir"

// Receivers returns the values to which control flow passes an operand: arguments of blocks and regions, and
// results. It returns none for an operand that its operation uses itself.
func Receivers(u *ir.Operand) []*ir.Value {
	op := u.Owner()
	var list []*ir.Value
	if op.Def().SuccessorOperands != nil {
		for s, to := range op.Successors() {
			if first, count := op.Def().SuccessorOperands(op, s); u.Index() >= first &&
				u.Index() < first+count {
				list = append(list, to.Arg(u.Index()-first))
			}
		}
	}
	if op.Def().RegionSuccessors != nil && !op.IsAsync() {
		list = append(list, inputs(op, -1, u)...)
	}
	if parent := op.Parent(); parent != nil && op.NumSuccessors() == 0 && op.Has(ir.Terminator) &&
		parent.Def().RegionSuccessors != nil && !parent.IsAsync() {
		list = append(list, inputs(parent, op.Block().Region().Index(), u)...)
	}
	return list
}

// inputs returns the values that receive an operand when control leaves region `from` of op, or enters op for
// -1.
func inputs(op *ir.Op, from int, u *ir.Operand) []*ir.Value {
	var list []*ir.Value
	for _, s := range op.Def().RegionSuccessors(op, from) {
		if k := u.Index() - u.Owner().NumOperands() + len(s.Inputs); k >= 0 {
			list = append(list, s.Inputs[k])
		}
	}
	return list
}

// Sources returns the values that control flow may pass to v; none if an operation computes v. It reports
// false if v comes from another thread of control.
func Sources(v *ir.Value) ([]*ir.Value, bool) {
	list, known := sources(v)
	values := make([]*ir.Value, len(list))
	for i, s := range list {
		values[i] = s.value
	}
	return values, known
}

// sources is Sources, with the operations that pass the values.
func sources(v *ir.Value) ([]source, bool) {
	def := v.DefiningOp()
	if def != nil {
		if def.IsAsync() || def.AsyncToken() == v || def.Def().RegionSuccessors == nil {
			return nil, true
		}
		return regionSources(def, v), true
	}
	block := v.Owner()
	op := block.ParentOp()
	switch {
	case !block.IsEntry():
		return branchSources(block, v.Index()), true
	case op.Def().RegionSuccessors != nil && !op.IsAsync():
		return regionSources(op, v), true
	}
	return nil, false
}

// branchSources returns the values that branches pass to argument i of a block.
func branchSources(block *ir.Block, i int) []source {
	var list []source
	seen := map[*ir.Block]bool{}
	for _, pred := range block.Region().Predecessors()[block] {
		if seen[pred] {
			continue
		}
		seen[pred] = true
		last := pred.Last()
		for s, to := range last.Successors() {
			if to != block || last.Def().SuccessorOperands == nil {
				continue
			}
			if first, count := last.Def().SuccessorOperands(last, s); i < count {
				list = append(list, source{last.Operand(first + i), last})
			}
		}
	}
	return list
}

// regionSources returns the values that control flow passes to v, an argument of a region of op or a result
// of op. They are the last operands of op on entry, and of the terminators of the regions from which control
// comes.
func regionSources(op *ir.Op, v *ir.Value) []source {
	var list []source
	for from := -1; from < op.NumRegions(); from++ {
		for _, s := range op.Def().RegionSuccessors(op, from) {
			for i, input := range s.Inputs {
				if input != v {
					continue
				}
				for _, at := range op.LeavesRegion(from) {
					if k := at.NumOperands() - len(s.Inputs) + i; k >= 0 {
						list = append(list, source{at.Operand(k), at})
					}
				}
			}
		}
	}
	return list
}
