package asynctoruntime

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/captured"
)

// valueSet is a set of values in the order in which they were added.
type valueSet struct {
	values []*ir.Value
	index  ir.ValueMap[int]
}

func (s *valueSet) add(v *ir.Value) {
	if _, ok := s.index.Get(v); !ok {
		s.index.Set(v, len(s.values))
		s.values = append(s.values, v)
	}
}

// parameter returns the argument of fn that stands for v, nil if v is not in the set.
func (s *valueSet) parameter(fn *ir.Op, v *ir.Value) *ir.Value {
	if i, ok := s.index.Get(v); ok {
		return fn.Body().Arg(i)
	}
	return nil
}

// inputsOf returns the operands of a task and what its body uses from outside. A value that occurs twice is there once.
func inputsOf(op *ir.Op) *valueSet {
	s := &valueSet{}
	for _, v := range op.Operands() {
		s.add(v)
	}
	captured.Uses(op, s.add)
	return s
}

// cloneConstants gives the body of a task copies of the constants that it uses, so that they are no parameters.
func cloneConstants(op *ir.Op) {
	copies := map[*ir.Value]*ir.Value{}
	var order []*ir.Value
	captured.Uses(op, func(v *ir.Value) {
		if _, known := copies[v]; !known && v.DefiningOp() != nil && v.DefiningOp().Has(ir.ConstantLike) {
			copies[v] = nil
			order = append(order, v)
		}
	})
	if len(order) == 0 {
		return
	}
	b := ir.At(op)
	b.SetStart(op.Body())
	for _, v := range order {
		b.Loc = v.DefiningOp().Loc()
		copies[v] = b.Clone(v.DefiningOp(), nil).Result(v.Index())
	}
	captured.Replace(op, copies)
}
