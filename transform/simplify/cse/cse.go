package cse

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is cse.
var Pass = pass.Register(&pass.Pass{
	Name:    "cse",
	Title:   "CSE",
	Summary: "Eliminate common sub-expressions",
	Doc: "Replaces operations without side effects by equal ones that dominate them, and reads of memory " +
		"by equal " +
		"reads earlier in the same block when nothing between them may write. Erases dead operations on " +
		"the way.",
	Before: `func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
`,
	After: `module {
  func.func @f(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.addi %arg0, %arg1 : i32
    %1 = arith.muli %0, %0 : i32
    return %1 : i32
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	d := &driver{run: r, known: newScoped(), dom: ir.NewDominanceInfo()}
	for _, region := range r.Op.Regions() {
		d.region(region)
	}
	for _, op := range d.dead {
		op.Erase()
	}
	r.Count("num-cse'd", d.merged)
	r.Count("num-dce'd", len(d.dead)-d.replaced)
	return nil
}

// driver is the state of one run.
type driver struct {
	run   *pass.Run
	known *scoped
	dom   *ir.DominanceInfo
	// dead are the operations to erase at the end, replaced how many of them
	// had an equal one.
	dead             []*ir.Op
	merged, replaced int
	// writes remembers, within one block, what was found out about writes
	// between two operations.
	writes map[*ir.Op]written
}

// written says that nothing writes between an operation and to, or, when
// found, that something does.
type written struct {
	to    *ir.Op
	found bool
}

func (d *driver) region(r *ir.Region) {
	switch {
	case r.Empty():
	case len(r.Blocks()) == 1:
		d.known.open()
		d.block(r.Entry(), !r.IsGraph())
		d.known.close()
	case !r.IsGraph():
		d.tree(r)
	}
}

// tree visits the blocks of a region along its dominator tree, so that the
// table holds what the dominating blocks computed.
func (d *driver) tree(r *ir.Region) {
	tree := d.dom.Tree(r)
	children := map[*ir.Block][]*ir.Block{}
	for _, b := range tree.ReversePostorder() {
		if p := tree.ImmediateDominator(b); p != nil {
			children[p] = append(children[p], b)
		}
	}
	type frame struct {
		block *ir.Block
		next  int
	}
	stack := []frame{{block: r.Entry()}}
	d.enter(r.Entry())
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if below := children[top.block]; top.next < len(below) {
			b := below[top.next]
			top.next++
			stack = append(stack, frame{block: b})
			d.enter(b)
			continue
		}
		d.known.close()
		stack = stack[:len(stack)-1]
	}
}

func (d *driver) enter(b *ir.Block) {
	d.known.open()
	d.block(b, true)
}

// block simplifies the operations of a block. ordered says that uses follow
// definitions.
func (d *driver) block(b *ir.Block, ordered bool) {
	for op := range b.Ops() {
		d.regionsOf(op)
		d.op(op, ordered)
	}
	d.writes = nil
}

// regionsOf simplifies what op holds, starting from an empty table where op is
// isolated.
func (d *driver) regionsOf(op *ir.Op) {
	if op.NumRegions() == 0 {
		return
	}
	outer := d.known
	if op.IsIsolated() || op.Def().Unregistered {
		d.known = newScoped()
	}
	for _, r := range op.Regions() {
		d.region(r)
	}
	d.known = outer
}

func (d *driver) op(op *ir.Op, ordered bool) {
	d.run.Step()
	switch {
	case op.Has(ir.Terminator):
	case op.IsTriviallyDead():
		d.dead = append(d.dead, op)
	case !singleBlocks(op):
	case op.IsEffectFree():
		first, hash := d.known.lookup(op)
		if first != nil {
			d.replace(op, first, ordered)
			return
		}
		d.known.insert(op, hash)
	case onlyReads(op):
		first, hash := d.known.lookup(op)
		if first != nil && first.Block() == op.Block() && !d.writtenBetween(first, op) {
			d.replace(op, first, ordered)
			return
		}
		d.known.insert(op, hash)
	}
}

// replace makes users of op use the results of first, except, where uses may
// come before definitions, those that were visited already.
func (d *driver) replace(op, first *ir.Op, ordered bool) {
	for i := range op.NumResults() {
		op.Result(i).ReplaceUsesIf(first.Result(i), func(u *ir.Operand) bool {
			if ordered {
				return true
			}
			first, _ := d.known.lookup(u.Owner())
			return first != u.Owner()
		})
	}
	if op.Unused() {
		d.dead = append(d.dead, op)
		d.replaced++
	}
	d.merged++
	unknown := op.Context().UnknownLoc
	if first.Loc() == ir.Location(unknown) {
		first.SetLoc(op.Loc())
	}
}

func singleBlocks(op *ir.Op) bool {
	for _, r := range op.Regions() {
		if len(r.Blocks()) > 1 {
			return false
		}
	}
	return true
}

// onlyReads reports whether the operation itself has effects and all of them
// are reads.
func onlyReads(op *ir.Op) bool {
	if op.Def().Effects == nil {
		return false
	}
	reads, other := false, false
	op.Def().Effects(op, func(e ir.Effect) {
		reads = reads || e.Kind == ir.Read
		other = other || e.Kind != ir.Read
	})
	return reads && !other
}

// writtenBetween reports whether an operation between two of a block may write
// to memory.
func (d *driver) writtenBetween(from, to *ir.Op) bool {
	next := from.Next()
	if w, ok := d.writes[from]; ok {
		if w.found {
			return true
		}
		next = w.to
	}
	for ; next != to; next = next.Next() {
		if mayWrite(next) {
			d.remember(from, written{found: true})
			return true
		}
	}
	d.remember(from, written{to: to})
	return false
}

func (d *driver) remember(from *ir.Op, w written) {
	if d.writes == nil {
		d.writes = map[*ir.Op]written{}
	}
	d.writes[from] = w
}

// mayWrite reports whether op, or an operation in it, may write to memory.
func mayWrite(op *ir.Op) bool {
	if op.Has(ir.Pure) {
		return false
	}
	def := op.Def()
	if def.Effects != nil {
		writes := false
		def.Effects(op, func(e ir.Effect) { writes = writes || e.Kind == ir.Write })
		if writes {
			return true
		}
	} else if !op.Has(ir.RecursiveEffects) {
		return !op.Has(ir.Terminator) || def.Unregistered
	}
	if !op.Has(ir.RecursiveEffects) {
		return false
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if mayWrite(inner) {
					return true
				}
			}
		}
	}
	return false
}
