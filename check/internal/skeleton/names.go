package skeleton

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// Control flow and selections hand buffers on: an argument of a block or a result, called a name below,
// stands for one of several buffers. The buffers have numbers, and the machine keeps the number of the buffer
// that a name stands for, as it keeps integers that control flow hands on. An operation that accesses a name
// is translated once for each buffer, under the condition that the name has its number. So two accesses in
// one execution always agree on the buffer, even if nothing is known of the condition that has chosen it.
//
// For names that a counted loop exchanges, the number of the iteration says which buffer it is (rotation.go).

// mostNames limits the names and the buffers that are followed for one name.
const mostNames = 64

// named is a name with the values that it may stand for: buffers, and views of buffers. It has no values if
// they are not known.
type named struct {
	names, values []*ir.Value
}

// isName reports whether the buffers that v stands for are known and v is one of several names for them.
func (p *Program) isName(v *ir.Value) bool { return p.isRotating(v) || p.named(v) != nil }

// named returns the buffers for which a name stands, nil if v is no name, or if there may be others.
func (p *Program) named(v *ir.Value) *named {
	if _, ok := v.Type().(*ir.MemRefType); !ok {
		return nil
	}
	n, known := p.names[v]
	if !known {
		p.names[v] = nil
		if from, ok := analysis.Handed(v); ok && len(from) > 0 {
			inner := p.standing
			p.standing = nil
			n = p.closure(v)
			p.standing = inner
			p.names[v] = n
		}
	}
	return n
}

// closure follows what is handed to a name, and to the names that are handed to it.
func (p *Program) closure(v *ir.Value) *named {
	n := &named{names: []*ir.Value{v}}
	for i := 0; i < len(n.names); i++ {
		from, ok := analysis.Handed(n.names[i])
		if !ok || len(from) == 0 || len(n.names)+len(n.values) > mostNames {
			return nil
		}
		for _, one := range from {
			switch at := plain(one); {
			case isHanded(at):
				if !slices.Contains(n.names, at) {
					n.names = append(n.names, at)
				}
			case !p.isBuffer(at):
				return nil
			case !slices.Contains(n.values, at):
				n.values = append(n.values, at)
			}
		}
	}
	if len(n.values) > maxPhases || !n.stay() || p.recursive(v) {
		return nil
	}
	for _, one := range n.values {
		if _, ok := p.places[one]; !ok {
			p.places[one] = int64(len(p.places))
		}
	}
	return n
}

// isBuffer reports whether v is a buffer, or a view of one that is not handed on.
func (p *Program) isBuffer(v *ir.Value) bool {
	root := p.Ev.Root(v)
	return root != nil && !p.isName(root)
}

func isHanded(v *ir.Value) bool {
	from, ok := analysis.Handed(v)
	return ok && len(from) > 0
}

// plain returns the value of which v is another name or an identical view.
func plain(v *ir.Value) *ir.Value {
	for range mostNames {
		v = v.Uncaptured()
		if same := analysis.SameAs(v); same != nil {
			v = same
			continue
		}
		op := v.DefiningOp()
		if op == nil || op.Def().View == nil || source.IsPart(v) {
			return v
		}
		view, _ := op.Def().View(op)
		v = view.Source
	}
	return v
}

// stay reports whether each value is the same as long as a name stands for it. A value that a loop computes
// is another one in each iteration, and no name may keep it until the next.
func (n *named) stay() bool {
	for _, v := range n.values {
		again := executedAgain(v)
		if again != nil && slices.ContainsFunc(n.names, func(w *ir.Value) bool {
			return !isWithin(w, again)
		}) {
			return false
		}
	}
	return true
}

// executedAgain returns the innermost block around v that may be executed again while the function runs; nil
// if there is none.
func executedAgain(v *ir.Value) *ir.Block {
	for b := v.ParentBlock(); b != nil; {
		op := b.ParentOp()
		switch {
		case source.Returns(b):
			return b
		case op == nil || op.Has(ir.IsolatedFromAbove):
			return nil
		case !source.IsBranch(op) && !source.Through(op) && !op.IsAsync() && op.Name() != source.OpBlock:
			return b
		}
		b = op.Block()
	}
	return nil
}

// isWithin reports whether a name belongs to one execution of a block: it is computed in the block, or an
// argument of a block inside it.
func isWithin(v *ir.Value, b *ir.Block) bool {
	op := v.DefiningOp()
	if op == nil {
		op = v.ParentBlock().ParentOp()
	}
	for op != nil && op.Block() != b {
		op = op.Parent()
	}
	return op != nil
}

// recursive reports whether the function around v may call itself. Then several activations would share the
// number that is kept for v.
func (p *Program) recursive(v *ir.Value) bool {
	fn := v.ParentBlock().ParentOp()
	for fn != nil && !fn.Has(ir.IsolatedFromAbove) {
		fn = fn.Parent()
	}
	return fn != nil && fn.Region(0).Entry() != nil && p.calls(fn, fn, map[*ir.Op]bool{})
}

func (p *Program) calls(from, fn *ir.Op, seen map[*ir.Op]bool) bool {
	if seen[from] {
		return false
	}
	seen[from] = true
	for op := range from.Walk() {
		if callee := p.Look.Callee(op); callee != nil && (callee == fn || p.calls(callee, fn, seen)) {
			return true
		}
	}
	return false
}

// Number returns the number of the buffer that a value which is handed on stands for. It returns false if the
// machine has to keep none, or if it is not known.
func (p *Program) Number(v *ir.Value) (analysis.Linear, bool) {
	for range mostNames {
		v = v.Uncaptured()
		if k, ok := p.places[v]; ok {
			return analysis.Const(k), true
		}
		if l, ok := p.Lookup(v); ok && p.kept[v] {
			return l, true
		}
		op := v.DefiningOp()
		if same := analysis.SameAs(v); same != nil {
			v = same
		} else if from, ok := analysis.Handed(v); ok && op != nil && len(from) == 1 {
			v = from[0] // of a region that is executed once
		} else if op != nil && op.Def().View != nil && !source.IsPart(v) {
			view, _ := op.Def().View(op)
			v = view.Source
		} else {
			break
		}
	}
	return analysis.Linear{}, false
}

// Keeps reports whether the machine keeps the number of the buffer that v stands for.
func (p *Program) Keeps(v *ir.Value) bool { return p.kept[v] }

// HasNames reports whether the machine keeps any such number.
func (p *Program) HasNames() bool { return len(p.kept) > 0 }

// numberTest returns the condition that a name stands for the value with a number.
func (p *Program) numberTest(name *ir.Value, k int64) *Test {
	t := &Test{kind: compareTest, pred: equal, known: true, name: name}
	t.diff = func() (analysis.Linear, bool) {
		l, ok := p.Number(name)
		return l.AddConst(-k), ok && l.IsConst()
	}
	return t
}

// selection translates the selection between two buffers: a condition without operations.
func (p *Program) selection(op *ir.Op) {
	if p.named(op.Result(0)) == nil {
		return
	}
	n := p.emit(p.add(CondNode, op))
	operands := op.Operands()
	n.choice = &choice{Test: p.valueTest(operands[0]), Branches: make([][]*Node, 2),
		Passes: [][]*ir.Value{operands[1:2], operands[2:3]}}
}

// Yields returns what a branch of a condition hands to the results of the operation.
func (n *Node) Yields(branch int) []*ir.Value {
	if n.Passes != nil {
		return n.Passes[branch]
	}
	b := n.Op.Region(branch).Entry()
	if b == nil || b.Last() == nil {
		return nil
	}
	return b.Last().Operands()
}

// keep finds the names whose numbers conditions ask for, and the conditions that choose them.
func (p *Program) keep() {
	var visit func([]*Node)
	visit = func(nodes []*Node) {
		for _, n := range nodes {
			if n.choice != nil && n.Test.name != nil {
				for _, name := range p.named(n.Test.name).names {
					p.kept[name] = true
				}
			}
			for list := range n.parts {
				visit(list)
			}
		}
	}
	visit(p.Root)
	for _, n := range p.Nodes {
		if n.choice != nil {
			n.Test.Results = n.Test.Results || slices.ContainsFunc(n.Op.Results(), p.Keeps)
		}
	}
}

// hands reports whether a condition may choose which buffers names stand for.
func (p *Program) hands(n *Node) bool {
	return slices.ContainsFunc(n.Op.Results(), func(v *ir.Value) bool { return p.named(v) != nil })
}

// chooses reports whether nodes choose which buffers names stand for.
func (p *Program) chooses(nodes []*Node) bool {
	return slices.ContainsFunc(nodes, func(n *Node) bool {
		return n.Kind == CondNode && p.hands(n) || n.anyPart(p.chooses)
	})
}

// asksNames reports whether accesses among nodes depend on the buffers that names stand for.
func asksNames(nodes []*Node) bool {
	return slices.ContainsFunc(nodes, func(n *Node) bool {
		return n.choice != nil && n.Test.name != nil || n.anyPart(asksNames)
	})
}

// choosesIn reports whether an operation holds accesses by names that are chosen inside it.
func (p *Program) choosesIn(op *ir.Op) bool {
	for inner := range op.Walk() {
		for _, v := range source.MemrefOperands(inner) {
			if name := p.nameOf(v); name != nil && op.IsAncestorOf(name.ParentBlock().ParentOp()) {
				return true
			}
		}
	}
	return false
}

// unfoldsBlocks reports whether blocks, or a loop with a condition, are executed though they hold no
// synchronization: if they choose between buffers, and loops are unfolded.
func (p *Program) unfoldsBlocks(op *ir.Op) bool {
	if !p.choosesIn(op) {
		return false
	}
	p.Look.Folds, p.Look.FoldsMembers = true, true
	return p.Look.Unfold
}

// nameOf returns the name by which a value gives access to memory, through views and parameters; nil if there
// is none.
func (p *Program) nameOf(v *ir.Value) *ir.Value {
	root := p.Ev.Root(v)
	for f := p.frame; f != nil && root != nil; f = f.Up {
		if p.isName(root) {
			return root
		}
		root = f.buffers[root].root
	}
	return nil
}

// underNumber translates an operation once for each value that a name may stand for.
func (p *Program) underNumber(op *ir.Op, names []*ir.Value, known map[*ir.Value]*ir.Value, combinations int,
	translate func()) {
	values := p.named(names[0]).values
	for _, v := range values {
		n := p.emit(p.add(CondNode, op))
		n.choice = &choice{Test: p.numberTest(names[0], p.places[v])}
		begin := p.begin()
		stands := maps.Clone(known)
		stands[names[0]] = v
		p.phases(op, names[1:], stands, combinations*len(values), translate)
		n.Branches = [][]*Node{p.end(begin)}
	}
}

// standsFor returns the value for which a name stands in the current evaluation, nil if it is no such name.
func (p *Program) standsFor(v *ir.Value) *ir.Value { return p.standing[v] }

// Evaluate returns the current accesses of a node's operation.
func (p *Program) Evaluate(n *Node) []analysis.Access {
	defer p.within(n.Frame)()
	return p.Ev.Accesses(n.Op)
}

// within lets names stand for what they stand for at a node, until the returned function is called.
func (p *Program) within(f *frame) (restore func()) {
	outer := p.standing
	p.standing = f.stands
	return func() { p.standing = outer }
}
