// Package flow checks every edge of control between an operation and its regions: the values passed must be
// the values expected. It also tells which operands a switch passes to its blocks.
//
// It imports package ir and diag.
package flow

import (
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Check is the check of one operation with regions.
type Check struct {
	Op   *ir.Op
	Code diag.Code // of the errors
	// Fits reports whether a value of the first type may be passed where the second is expected. If Fits is
	// nil, the types must be equal.
	Fits func(passed, expected ir.Type) bool
}

// Edges checks the edges out of region from that pass operands. from is -1 for the edges of the operation
// itself. point is the operation that passes the operands, nil for the operation itself.
func (c Check) Edges(point *ir.Op, from int, operands []*ir.Value) error {
	for _, succ := range c.Op.Def().RegionSuccessors(c.Op, from) {
		problem := c.problem(operands, succ.Inputs)
		if problem == "" {
			continue
		}
		source, span := "parent", c.Op.Span()
		if point != nil {
			source, span = "Operation "+point.Name(), point.Span()
		}
		target := "parent"
		if succ.Region >= 0 {
			target = fmt.Sprintf("Region #%d", succ.Region)
		}
		return c.Op.OpErrorf(c.Code, "along control flow edge from %s to %s: %s", source, target, problem).
			Note(span, "region branch point")
	}
	return nil
}

func (c Check) problem(operands, inputs []*ir.Value) string {
	if len(operands) != len(inputs) {
		return fmt.Sprintf("region branch point has %d operands, but region successor needs %d inputs",
			len(operands), len(inputs))
	}
	for i := range operands {
		if passed, expected := operands[i].Type(), inputs[i].Type(); !c.fits(passed, expected) {
			return fmt.Sprintf("successor operand type #%d '%v' should match successor input type #%d '%v'",
				i, passed, i, expected)
		}
	}
	return ""
}

func (c Check) fits(passed, expected ir.Type) bool {
	if c.Fits != nil {
		return c.Fits(passed, expected)
	}
	return passed == expected
}

// SwitchOperands returns the operands that a switch passes to successor succ; 0 is the default. The second
// operand group belongs to the default. The third belongs to the cases, in the segments of
// case_operand_segments.
func SwitchOperands(op *ir.Op, succ int) (first, count int) {
	if succ == 0 {
		return op.OperandGroup(1)
	}
	first, rest := op.OperandGroup(2)
	a, ok := op.Attr("case_operand_segments").(*ir.DenseArrayAttr)
	if !ok || succ > len(a.Values) {
		return first, 0
	}
	before := int(a.SumBefore(succ - 1))
	return first + before, max(0, min(int(a.Values[succ-1]), rest-before))
}
