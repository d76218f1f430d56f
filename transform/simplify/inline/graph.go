package inline

import (
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// graph knows the functions of a module, who calls whom, and how often each is referred to.
type graph struct {
	symbols   *ir.SymbolTables
	functions []*ir.Op // with a body, in their order
	// calls holds who calls whom in the program as it was.
	calls map[*ir.Op]map[*ir.Op]bool
	// within counts what is referred to in a function, and uses what is referred to anywhere.
	within map[*ir.Op]map[*ir.Op]int
	uses   map[*ir.Op]int
	erased map[*ir.Op]bool
}

func newGraph(module *ir.Op) *graph {
	g := &graph{symbols: ir.NewSymbolTables(), calls: map[*ir.Op]map[*ir.Op]bool{},
		within: map[*ir.Op]map[*ir.Op]int{},
		uses:   map[*ir.Op]int{}, erased: map[*ir.Op]bool{}}
	g.add(module)
	for _, f := range g.functions {
		g.calls[f] = map[*ir.Op]bool{}
		for op := range f.Walk() {
			if callee := g.callee(op); callee != nil {
				g.calls[f][callee] = true
			}
		}
	}
	return g
}

// add adds the functions in an operation. What is referred to outside of functions counts as used for ever.
func (g *graph) add(op *ir.Op) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if inner.Is(function.Func) && inner.Body() != nil {
					g.functions = append(g.functions, inner)
					g.recount(inner)
					continue
				}
				g.count(inner, g.uses)
				g.add(inner)
			}
		}
	}
}

// recount counts again what is referred to in a function.
func (g *graph) recount(f *ir.Op) {
	g.forget(f)
	counts := map[*ir.Op]int{}
	for op := range f.Walk() {
		g.count(op, counts)
	}
	g.within[f] = counts
	for symbol, n := range counts {
		g.uses[symbol] += n
	}
}

// forget takes back what is referred to in a function.
func (g *graph) forget(f *ir.Op) {
	for symbol, n := range g.within[f] {
		g.uses[symbol] -= n
	}
	delete(g.within, f)
}

// inlined counts the references that come with a callee's body, and not the call that it stands for.
func (g *graph) inlined(caller, callee *ir.Op) {
	for symbol, n := range g.within[callee] {
		g.within[caller][symbol] += n
		g.uses[symbol] += n
	}
	g.within[caller][callee]--
	g.uses[callee]--
	g.eraseUnused([]*ir.Op{callee})
}

// eraseUnused erases those of functions that nothing refers to and nobody outside of the program can see, and
// returns the others.
func (g *graph) eraseUnused(functions []*ir.Op) []*ir.Op {
	var kept []*ir.Op
	for _, f := range functions {
		switch {
		case g.erased[f]:
		case isHidden(f) && g.uses[f] == 0:
			g.forget(f)
			g.erased[f] = true
			f.Erase()
		default:
			kept = append(kept, f)
		}
	}
	return kept
}

// isHidden reports whether a function is private or nested.
func isHidden(f *ir.Op) bool {
	visibility := f.StringAttr("sym_visibility")
	return visibility != "" && visibility != "public"
}

// count counts the symbols that the attributes of an operation refer to.
func (g *graph) count(op *ir.Op, counts map[*ir.Op]int) {
	for _, list := range [2][]ir.NamedAttr{op.Properties(), op.Attrs()} {
		for _, a := range list {
			g.countIn(op, a.Value, counts)
		}
	}
}

func (g *graph) countIn(op *ir.Op, a ir.Attr, counts map[*ir.Op]int) {
	switch a := a.(type) {
	case *ir.SymbolRefAttr:
		if found := g.symbols.Resolve(op, a); found != nil {
			counts[found]++
		}
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			g.countIn(op, e, counts)
		}
	case *ir.DictAttr:
		for _, e := range a.Entries {
			g.countIn(op, e.Value, counts)
		}
	}
}

// callee returns the function with a body that a call calls, or nil.
func (g *graph) callee(op *ir.Op) *ir.Op {
	if !op.Is(function.Call) {
		return nil
	}
	f := g.symbols.Resolve(op, function.Call.Callee(op))
	if f == nil || !f.Is(function.Func) || f.Body() == nil || g.erased[f] {
		return nil
	}
	return f
}

// components returns the functions, those together that may call each other, and callees in front of callers.
func (g *graph) components() [][]*ir.Op {
	s := &search{graph: g, number: map[*ir.Op]int{}, low: map[*ir.Op]int{}, open: map[*ir.Op]bool{}}
	for _, f := range g.functions {
		s.visit(f)
	}
	return s.found
}

// search is Tarjan's search for strongly connected components.
type search struct {
	graph       *graph
	number, low map[*ir.Op]int
	stack       []*ir.Op
	open        map[*ir.Op]bool // on the stack
	found       [][]*ir.Op
}

func (s *search) visit(f *ir.Op) {
	if s.number[f] > 0 {
		return
	}
	s.number[f] = len(s.number) + 1
	s.low[f] = s.number[f]
	s.stack, s.open[f] = append(s.stack, f), true
	for op := range f.Walk() { // and not the map, which has no order
		callee := s.graph.callee(op)
		if callee == nil {
			continue
		}
		if s.visit(callee); s.open[callee] {
			s.low[f] = min(s.low[f], s.low[callee])
		}
	}
	if s.low[f] == s.number[f] {
		s.close(f)
	}
}

// close takes the component of f off the stack.
func (s *search) close(f *ir.Op) {
	n := len(s.stack)
	for n--; s.stack[n] != f; n-- {
	}
	component := append([]*ir.Op(nil), s.stack[n:]...)
	for _, op := range component {
		s.open[op] = false
	}
	s.stack = s.stack[:n]
	s.found = append(s.found, component)
}
