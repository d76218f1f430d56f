package asynctoasyncruntime

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

// collect makes it the operands of a task and what its body uses from outside. A value that occurs twice is
// there once.
func (s *valueSet) collect(op *ir.Op) {
	s.values = s.values[:0]
	s.index.Clear()
	for _, v := range op.Operands() {
		s.add(v)
	}
	captured.Uses(op, s.add)
}
