package exporter

import (
	"slices"
	"sync"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// printed is the text and the diagnostics of one function.
type printed struct {
	text  []byte
	diags diag.List
}

// The text of functions goes to pieces of memory of at least chunk bytes. A piece with less than room bytes
// left is followed by a new one, so that no long text is copied repeatedly.
const (
	chunk = 16 << 10
	room  = 2 << 10
)

// all prints functions, in parallel on all processors, and joins them in their order. The text of one
// function depends on the others only by their names, which are known before.
func (p *printer) all(functions []*ir.Op) {
	idle := sync.Pool{New: func() any { return p.another() }}
	parts := make([]printed, len(functions))
	ir.ForEach(len(functions), func(i int) {
		one := idle.Get().(*printer)
		parts[i] = one.alone(functions[i])
		if !parts[i].diags.HasErrors() {
			idle.Put(one)
		}
	})
	size := len(parts)
	for _, x := range parts {
		size += len(x.text)
	}
	p.out = slices.Grow(p.out, size)
	for i, x := range parts {
		if i > 0 {
			p.blank()
		}
		p.out = append(p.out, x.text...)
		for _, d := range x.diags {
			p.report(d)
		}
	}
}

// another returns a printer for functions of the same module.
func (p *printer) another() *printer {
	one := newPrinter(p.poll.Context())
	one.functions, one.class, one.depth = p.functions, p.class, p.depth
	return one
}

// alone prints one function.
func (p *printer) alone(fn *ir.Op) printed {
	if cap(p.out)-len(p.out) < room {
		p.out = make([]byte, 0, chunk)
	}
	begin := len(p.out)
	p.function(fn)
	x := printed{p.out[begin:], p.diags}
	p.diags = nil
	clear(p.reported)
	return x
}
