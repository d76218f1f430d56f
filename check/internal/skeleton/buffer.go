package skeleton

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// Buffer says how a skeleton uses a buffer. One Buffer without a value stands for accesses to unknown memory.
type Buffer struct {
	Value   *ir.Value // nil for unknown memory
	Number  int       // among the buffers of the skeleton
	Alloc   int       // number among the buffers of AllocNodes, from 1 on; 0 for others
	flown   bool      // asynchronous operations access it
	filled  bool      // asynchronous operations write it
	changed bool      // an operation writes or frees it
	Tracked bool      // its versions are counted, because the function allocates it
	slots
}

// slots says how accesses use the leading dimension of a buffer.
type slots struct {
	seen   bool
	first  analysis.Linear
	Single bool // every access has a single index as its leading subscript
	Many   bool // that index is not always the same constant
}

// Places is a set of buffers: bit i stands for the buffers whose number is i modulo 64. Two sets without a
// common bit have no buffer in common.
type Places uint64

// Place returns the set with this buffer only. Unknown memory may be any buffer.
func (b *Buffer) Place() Places {
	if b.Value == nil {
		return ^Places(0)
	}
	return 1 << (b.Number % 64)
}

// Buffer returns the Buffer of a value, and makes it on the first call.
func (p *Program) Buffer(v *ir.Value) *Buffer {
	of := p.buffers[v]
	if of == nil {
		of = &Buffer{Value: v, Number: len(p.Numbered)}
		p.buffers[v], p.Numbered = of, append(p.Numbered, of)
	}
	return of
}

// note records the leading subscript of an access.
func (s *slots) note(a *analysis.Access) {
	if !s.seen {
		s.Single = true
	}
	if len(a.Dims) == 0 || a.Dims[0].Full || a.Dims[0].Lo != a.Dims[0].Hi {
		s.Single = false
	} else {
		at := a.Dims[0].Base.AddConst(a.Dims[0].Lo)
		if !s.seen {
			s.first = at
		}
		s.Many = s.Many || !at.IsConst() || !at.Equal(s.first)
	}
	s.seen = true
}
