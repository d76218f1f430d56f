package threadnumbers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// Block is the threads of a block, as loops that are bound to them have it.
type Block struct {
	Size [3]int64 // threads along x, y and z
	// Bound returns the dimension of threads that a loop is bound to, so that thread i executes iteration i,
	// or
	// -1.
	Bound func(loop *ir.Op) int
}

// Access is what an operation accesses: an element, or as many along the last dimension as Extent says.
type Access struct {
	Op         *ir.Op
	Subscripts []*ir.Value
	Extent     int64
}

// limit bounds how many elements are computed for one access.
const limit = 1 << 16

// Apart reports whether no element is accessed by one thread with x and by another with y in one execution of
// scope, an operation around both. Loops around the scope are in the same iteration for both. What cannot be
// computed counts as any element; false may so mean that it is not known.
func (b *Block) Apart(x, y *Access, scope *ir.Op) bool {
	px, py := b.place(x, scope), b.place(y, scope)
	known := make([]bool, min(len(px.subscripts), len(py.subscripts)))
	for d := range known {
		known[d] = px.subscripts[d] != nil && py.subscripts[d] != nil
	}
	first, ok := px.owners(known, nil)
	if !ok {
		return false
	}
	apart := true
	_, ok = py.owners(known, func(key string, thread int64) bool {
		owner, met := first[key]
		apart = apart && (!met || owner == thread)
		return apart
	})
	return ok && apart
}

// Meet reports whether one thread certainly accesses an element with x that another accesses with y.
func (b *Block) Meet(x, y *Access, scope *ir.Op) bool {
	px, py := b.place(x, scope), b.place(y, scope)
	if !px.certain() || !py.certain() || len(px.subscripts) != len(py.subscripts) {
		return false
	}
	first, ok := px.owners(px.known(), nil)
	if !ok {
		return false
	}
	meet := false
	_, ok = py.owners(py.known(), func(key string, thread int64) bool {
		owner, met := first[key]
		meet = met && owner != thread
		return !meet
	})
	return ok && meet
}

// Lacks reports whether a thread certainly accesses an element with y that it has accessed with none of those
// before.
func (b *Block) Lacks(before []*Access, y *Access, scope *ir.Op) bool {
	py := b.place(y, scope)
	if !py.certain() {
		return false
	}
	known := py.known()
	type element struct {
		key    string
		thread int64
	}
	have := map[element]bool{}
	for _, x := range before {
		px := b.place(x, scope)
		if len(px.subscripts) != len(known) || slices.Contains(px.known(), false) {
			return false
		}
		note := func(key string, thread int64) bool { have[element{key, thread}] = true; return true }
		if _, ok := px.owners(known, note); !ok {
			return false
		}
	}
	lacks := false
	_, ok := py.owners(known, func(key string, thread int64) bool {
		lacks = !have[element{key, thread}]
		return !lacks
	})
	return ok && lacks
}

// place is an access with what decides where and in which threads it happens.
type place struct {
	block      *Block
	extent     int64
	subscripts []expression // nil where not known
	loops      []loop       // around the access, outermost first
	around     int          // how many of them are around the scope
	conditions []expression // that hold where the access happens
	uncertain  bool         // whether it happens depends on more
}

// loop is a loop whose bounds can be computed.
type loop struct {
	slot               int
	lower, upper, step expression
	thread             int  // the dimension of threads that it is bound to, -1 for none
	idle               bool // nothing depends on its iteration
}

// known says of each dimension whether its subscript can be computed.
func (p *place) known() []bool {
	list := make([]bool, len(p.subscripts))
	for d, x := range p.subscripts {
		list[d] = x != nil
	}
	return list
}

// certain reports whether all that decides where and in which threads the access happens can be computed.
func (p *place) certain() bool {
	return !p.uncertain && len(p.subscripts) > 0 && !slices.Contains(p.known(), false)
}

// place prepares an access.
func (b *Block) place(a *Access, scope *ir.Op) *place {
	c := &compiler{slots: map[*ir.Value]int{}, used: map[int]bool{}, left: maxOperations}
	p := &place{block: b, extent: max(a.Extent, 1)}
	var ancestors []*ir.Op
	for op := range a.Op.Ancestors() {
		if op != a.Op {
			ancestors = append(ancestors, op)
		}
	}
	slices.Reverse(ancestors)
	for i, op := range ancestors {
		inner := a.Op
		if i+1 < len(ancestors) {
			inner = ancestors[i+1]
		}
		switch {
		case op.Is(scf.If):
			if test := c.value(op.Operand(0)); test != nil {
				p.conditions = append(p.conditions, holds(test, inner.Block().Region() == op.Region(0)))
			} else {
				p.uncertain = true
			}
		case op.Is(scf.For):
			p.loop(c, op)
		case scope.IsAncestorOf(op) && !op.Is(pipeline.Block):
			p.uncertain = true
		}
		if op != scope && op.IsAncestorOf(scope) {
			p.around = len(p.loops)
		}
	}
	for _, v := range a.Subscripts {
		p.subscripts = append(p.subscripts, c.value(v))
	}
	for i := range p.loops {
		l := &p.loops[i]
		l.idle = l.thread < 0 && !c.used[l.slot]
	}
	return p
}

func holds(test expression, then bool) expression {
	return func(e *environment) int64 {
		if (test(e) != 0) == then {
			return 1
		}
		return 0
	}
}

// loop adds a loop around an access, if its bounds can be computed.
func (p *place) loop(c *compiler, op *ir.Op) {
	l := loop{
		slot: len(p.loops), thread: p.block.Bound(op),
		lower: c.value(scf.Lower(op)), upper: c.value(scf.Upper(op)), step: c.value(scf.Step(op)),
	}
	if l.lower == nil || l.upper == nil || l.step == nil {
		p.uncertain = true
		return
	}
	c.slots[scf.InductionVar(op)] = l.slot
	p.loops = append(p.loops, l)
}

// owners visits the elements of an access, with the threads that access them. A key is of the dimensions that
// are known, and of the iterations of the loops around the scope. The map has the thread of each element, -1
// for several. Visit may end the walk. It is not ok where there are too many.
func (p *place) owners(known []bool, visit func(key string, thread int64) bool) (map[string]int64, bool) {
	w := &walk{place: p, known: known, visit: visit, left: limit}
	w.env.slots = make([]int64, len(p.loops))
	if visit == nil {
		w.owners = map[string]int64{}
	}
	w.from(0)
	return w.owners, !w.failed
}

// walk is one visit of all elements of an access.
type walk struct {
	*place
	known  []bool
	visit  func(string, int64) bool
	owners map[string]int64
	env    environment
	ids    [3]int64
	met    [3]bool // dimensions of threads whose loop is around
	left   int
	failed bool
	ended  bool
	key    []byte
}

// from runs the loops from one on.
func (w *walk) from(n int) {
	if n == len(w.loops) {
		w.spread(0)
		return
	}
	l := &w.loops[n]
	if l.idle {
		w.from(n + 1)
		return
	}
	lower, upper, step := l.lower(&w.env), l.upper(&w.env), l.step(&w.env)
	if w.env.failed || step <= 0 {
		w.failed = true
		return
	}
	if l.thread >= 0 {
		w.met[l.thread] = true
	}
	for i, v := int64(0), lower; v < upper && !w.failed && !w.ended; i, v = i+1, v+step {
		if l.thread >= 0 {
			w.ids[l.thread] = i
		}
		w.env.slots[l.slot] = v
		w.from(n + 1)
		if w.left--; w.left < 0 {
			w.failed = true
		}
	}
	if l.thread >= 0 {
		w.met[l.thread] = false
	}
}

// spread runs the threads along the dimensions from d on that no loop around the access is over.
func (w *walk) spread(d int) {
	switch {
	case d == 3:
		w.element()
	case w.met[d]:
		w.spread(d + 1)
	default:
		for i := int64(0); i < max(w.block.Size[d], 1) && !w.failed && !w.ended; i++ {
			w.ids[d] = i
			w.spread(d + 1)
		}
	}
}

// element visits what one thread accesses in one iteration.
func (w *walk) element() {
	for _, holds := range w.conditions {
		if holds(&w.env) == 0 && !w.env.failed {
			return
		}
	}
	thread := (w.ids[2]*max(w.block.Size[1], 1)+w.ids[1])*max(w.block.Size[0], 1) + w.ids[0]
	for i := range w.extent {
		w.key = w.key[:0]
		for n := range w.around {
			if w.loops[n].thread < 0 {
				w.number(w.env.slots[n])
			}
		}
		for d, known := range w.known {
			if !known {
				continue
			}
			n := w.subscripts[d](&w.env)
			if d == len(w.subscripts)-1 {
				n += i
			}
			w.number(n)
		}
		if w.left--; w.left < 0 || w.env.failed {
			w.failed = true
			return
		}
		if !w.note(thread) {
			return
		}
	}
}

// note passes an element on.
func (w *walk) note(thread int64) bool {
	if w.visit != nil {
		w.ended = !w.visit(string(w.key), thread)
		return !w.ended
	}
	if owner, met := w.owners[string(w.key)]; met && owner != thread {
		thread = -1
	}
	w.owners[string(w.key)] = thread
	return true
}

func (w *walk) number(n int64) {
	for range 8 {
		w.key = append(w.key, byte(n))
		n >>= 8
	}
}
