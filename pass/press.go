package pass

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Press makes text of functions as soon as they have left the last pass of a pipeline, so that what stands in them need not be kept.
// Functions that differ in the names of symbols alone go through the passes once: a pass in parts copies names, and makes none of them.
//
// It is for programs that nothing is wrong with. When there is something to report, the program is spoiled: it has to be read and run
// again without a press.
type Press struct {
	texts     map[*ir.Op]*Text // of the functions in the module that are empty now
	spoiled   atomic.Bool
	mu        sync.Mutex
	templates map[string]*template // nil for functions that keep what stands in them
	demands   []demands            // that depend on no names
}

// NewPress returns a press for one program.
func NewPress() *Press {
	return &Press{templates: map[string]*template{}}
}

// Spoiled reports whether something was found wrong.
func (p *Press) Spoiled() bool { return p.spoiled.Load() }

// Ready returns the text of a function that is empty now, nil of what is as it was.
func (p *Press) Ready(op *ir.Op) text.Ready {
	if t := p.texts[op]; t != nil {
		return t
	}
	return nil
}

// find returns what is known of functions with a key.
func (p *Press) find(key []byte) (t *template, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, known = p.templates[string(key)]
	return t, known
}

func (p *Press) add(key string, t *template) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.templates[key] = t
}

// advance takes units through the passes and makes text of them, in parallel.
func (p *Press) advance(ma *march, units []*marcher) {
	pressers := ir.ForEachMore(units, func() *presser { return newPresser(ma.newGuide()) }, func(w *presser, u *marcher, more func(*marcher)) {
		w.follow = more
		w.print(u)
	})
	for _, w := range pressers {
		p.demands = append(p.demands, w.demands)
	}
}

// finish notes the texts, and checks what the operations that are gone demanded of symbols.
func (p *Press) finish(ma *march, sound bool) {
	p.texts = make(map[*ir.Op]*Text, len(ma.units))
	for _, u := range ma.units {
		if u.text != nil {
			p.texts[u.op] = u.text
		}
	}
	around := newInspection(p, ma)
	for i := range p.demands {
		around.check(&p.demands[i], nil)
	}
	around.all(ma.units)
	if !around.end() || !sound {
		p.spoiled.Store(true)
	}
}

// presser is what one goroutine needs to take units through the passes and to make text of them.
type presser struct {
	*guide
	reader  *reader
	printer *text.UnitPrinter
	buffer  []byte
	symbols []*ir.SymbolRefAttr // the placeholders
	demands demands             // that depend on no names
}

func newPresser(g *guide) *presser {
	return &presser{guide: g, reader: newReader(), printer: text.NewUnitPrinter(g.module, text.PrintOptions{})}
}

// print takes a unit through the passes and makes text of it, unless that was done for another like it.
func (p *presser) print(u *marcher) {
	if !p.reader.read(u) {
		p.lead(u)
		return
	}
	t, known := p.press.find(p.reader.key)
	if known && t == nil {
		p.lead(u)
		return
	}
	n := &naming{names: slices.Clone(p.reader.names), around: u.naming}
	if known {
		t.standFor(u, n, p.arena)
		return
	}
	key := string(p.reader.key)
	u.naming = n
	p.press.add(key, p.model(u))
}

// model takes a unit through the passes and returns the template that comes of it, nil if the unit has to be kept as it is then.
func (p *presser) model(u *marcher) *template {
	name := u.op.Attr(nameAttr)
	for _, s := range p.reader.uses {
		s.set(p.placeholder(s.name))
	}
	more := p.follow
	p.follow = p.print // what is added is a part of the template
	p.lead(u)
	p.follow = more
	if u.hasFailed() {
		p.press.spoiled.Store(true)
		return nil
	}
	t := p.template(u)
	if t != nil {
		last := u.last()
		p.arena.ReleaseBody(last.op)
		u.text = &Text{t, u.naming}
		last.text = u.text
	}
	u.rename(name)
	return t
}

// template returns what has become of a unit, nil if that is more than text.
func (p *presser) template(u *marcher) *template {
	if !u.isText() {
		return nil
	}
	last, ok := u.last(), true
	t := &template{model: u, shell: p.arena.Shell(last.op, last.op.Loc())}
	if p.buffer, ok = p.printer.Append(p.buffer[:0], last.op); !ok || !t.cut(slices.Clone(p.buffer)) || !t.demands.collect(last.op, &p.demands) {
		return nil
	}
	t.demands.known = nil
	return t
}

// placeholder returns the reference to a symbol without name.
func (p *presser) placeholder(n int) *ir.SymbolRefAttr {
	for len(p.symbols) <= n {
		p.symbols = append(p.symbols, p.module.Context().SymbolRef(placeholder(len(p.symbols))))
	}
	return p.symbols[n]
}
