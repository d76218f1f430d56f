package skeleton

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// Buffer is what a skeleton does to a buffer, or to any memory.
type Buffer struct {
	Value   *ir.Value // nil for any memory
	Number  int       // among those of the skeleton
	Alloc   int       // number among those that allocNodes make, counted from 1, or 0
	flown   bool      // asynchronous operations touch it
	filled  bool      // and write it
	changed bool      // something writes or frees it
	Tracked bool      // its versions are counted: the function allocates it, and accesses it
	slots
}

// slots says how the leading dimension of a buffer is used.
type slots struct {
	seen   bool
	first  analysis.Linear
	Single bool // every access has one leading subscript
	Many   bool // not always the same one
}

// Places is a set of memory: buffers by their numbers modulo 64, so that two sets without a common bit have
// no memory in common.
type Places uint64

// Place returns the set that a buffer is; any memory is everywhere.
func (b *Buffer) Place() Places {
	if b.Value == nil {
		return ^Places(0)
	}
	return 1 << (b.Number % 64)
}

// Buffer returns what is known of a buffer, made when it is first asked for.
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
