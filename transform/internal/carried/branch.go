package carried

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// CanPass reports whether values can be added to what a terminator passes to its successors.
func CanPass(last *ir.Op) bool {
	if last.NumSuccessors() < 2 {
		return last.NumSuccessors() == 0 || last.Def().SuccessorOperands != nil
	}
	return last.Def().SuccessorOperands != nil && last.Has(ir.AttrSizedOperands)
}

// caseSegments is the attribute of cf.switch with the number of operands of each case. The operands of all
// cases are one group.
const caseSegments = "case_operand_segments"

// Pass adds values to what a terminator passes to each of its successors.
func Pass(last *ir.Op, values []*ir.Value) {
	operands := slices.Clone(last.Operands())
	sizes := slices.Clone(last.Ints(constraint.OperandSegmentSize.Name))
	cases := slices.Clone(last.Ints(caseSegments))
	n := last.NumSuccessors()
	groups := len(sizes) - n // the first group of a successor's operands; the cases share one group
	if last.Attr(caseSegments) != nil {
		groups = len(sizes) - 2
	}
	for s := n - 1; s >= 0; s-- {
		first, count := last.Def().SuccessorOperands(last, s)
		operands = slices.Insert(operands, first+count, values...)
		if len(sizes) > 0 {
			sizes[min(groups+s, len(sizes)-1)] += int64(len(values))
		}
		if s > 0 && len(cases) > 0 {
			cases[s-1] += int64(len(values))
		}
	}
	last.SetOperands(operands)
	if len(sizes) > 0 {
		last.SetAttr(constraint.OperandSegmentSize.Name, last.Context().I32Array(sizes...))
	}
	if len(cases) > 0 {
		last.SetAttr(caseSegments, last.Context().I32Array(cases...))
	}
}
