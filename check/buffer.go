package check

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// buffer is what a skeleton does to a buffer, or to any memory.
type buffer struct {
	value   *ir.Value // nil for any memory
	number  int       // among those of the skeleton
	alloc   int       // number among those that allocNodes make, counted from 1, or 0
	flown   bool      // asynchronous operations touch it
	filled  bool      // and write it
	changed bool      // something writes or frees it
	tracked bool      // its versions are counted: the function allocates it, and accesses it
	slots
}

// slots says how the leading dimension of a buffer is used.
type slots struct {
	seen   bool
	first  analysis.Linear
	single bool // every access has one leading subscript
	many   bool // not always the same one
}

// places is a set of memory: buffers by their numbers modulo 64, so that two sets without a common bit have no memory in
// common.
type places uint64

// place returns the set that a buffer is; any memory is everywhere.
func (b *buffer) place() places {
	if b.value == nil {
		return ^places(0)
	}
	return 1 << (b.number % 64)
}

// buffer returns what is known of a buffer, made when it is first asked for.
func (p *program) buffer(v *ir.Value) *buffer {
	of := p.buffers[v]
	if of == nil {
		of = &buffer{value: v, number: len(p.numbered)}
		p.buffers[v], p.numbered = of, append(p.numbered, of)
	}
	return of
}

// note records the leading subscript of an access.
func (s *slots) note(a *analysis.Access) {
	if !s.seen {
		s.single = true
	}
	if len(a.Dims) == 0 || a.Dims[0].Full || a.Dims[0].Lo != a.Dims[0].Hi {
		s.single = false
	} else {
		at := a.Dims[0].Base.AddConst(a.Dims[0].Lo)
		if !s.seen {
			s.first = at
		}
		s.many = s.many || !at.IsConst() || !at.Equal(s.first)
	}
	s.seen = true
}
