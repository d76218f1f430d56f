package judge

import (
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// Sharing says which values of a module share memory where no buffer assignment decides it, as Check takes it
// to be.
type Sharing struct {
	parts  *parts
	memory *memory
}

// Share computes what shares memory. If an instruction that is executed has no shape, it is returned, and the
// Sharing is nil.
func Share(m *hlo.Module) (*Sharing, *hlo.Instruction) {
	x, bare := numberParts(m)
	if bare != nil {
		return nil, bare
	}
	return &Sharing{x, owned(x, m).memory}, nil
}

// Buffer returns a number for the memory of a part of what an instruction returns. It is negative for
// instructions of computations that are not executed one by one, such as those of fusions.
func (s *Sharing) Buffer(in *hlo.Instruction, index ...int64) int {
	p := s.parts.at(s.parts.of(in), index...)
	if p == none {
		return -1
	}
	return int(s.memory.buffer(p))
}

// Value returns a number for the value that a part has: parts of one computation that hand on each other's
// values have the same one.
func (s *Sharing) Value(in *hlo.Instruction, index ...int64) int {
	p := s.parts.at(s.parts.of(in), index...)
	if p == none {
		return -1
	}
	return int(s.parts.data[p])
}
