package exporter

import (
	"sync"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// printed is what one function has become: a piece of the text of the printer that printed it.
type printed struct {
	from       *printer
	begin, end int
	diags      diag.List
}

// all prints functions, as many at a time as there are processors, and puts them together in the order in which they
// stand. What is printed of one does not depend on the others, but for their names, which are known before.
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
	for i, x := range parts {
		if i > 0 {
			p.blank()
		}
		p.out = append(p.out, x.from.out[x.begin:x.end]...)
		for _, d := range x.diags {
			p.report(d)
		}
	}
}

// another returns a printer for functions of the same module.
func (p *printer) another() *printer {
	one := newPrinter()
	one.functions, one.class, one.depth = p.functions, p.class, p.depth
	return one
}

// alone prints one function.
func (p *printer) alone(fn *ir.Op) printed {
	begin := len(p.out)
	p.function(fn)
	x := printed{p, begin, len(p.out), p.diags}
	p.diags = nil
	clear(p.reported)
	return x
}
