package ir

import "slices"

// SimplifyRegion simplifies control flow in the region and all nested ones. It erases unreachable blocks,
// dead operations, also those in cycles, and dead block arguments. With merge, it merges equal blocks. It
// reports whether it changed anything.
func SimplifyRegion(r *Region, merge bool) bool {
	changed, branchy := eraseUnreachable(r)
	if branchy {
		l := &liveness{map[*Op]bool{}, map[*Value]bool{}, false}
		changed = l.eraseDead(r) || changed
		if merge {
			changed = mergeBlocks(r) || changed
			changed = dropRedundantArgs(r) || changed
		}
	}
	return changed
}

// EraseUnreachable erases blocks that control cannot reach, in the region and all nested ones. It reports
// whether it changed anything.
func EraseUnreachable(r *Region) bool {
	changed, _ := eraseUnreachable(r)
	return changed
}

// eraseUnreachable erases blocks that control cannot reach. branchy says
// whether any region has more than one block left.
func eraseUnreachable(r *Region) (changed, branchy bool) {
	if len(r.Blocks()) > 1 {
		changed = eraseUnreachableIn(r)
		branchy = len(r.Blocks()) > 1
	}
	for _, b := range r.Blocks() {
		for op := b.first; op != nil; op = op.next {
			for _, inner := range op.regions {
				c, more := eraseUnreachable(inner)
				changed, branchy = changed || c, branchy || more
			}
		}
	}
	return changed, branchy
}

func eraseUnreachableIn(r *Region) bool {
	reached := r.reachable()
	if len(reached) == len(r.Blocks()) {
		return false
	}
	kept := make([]*Block, 0, len(reached))
	for _, b := range r.Blocks() {
		if reached[b] {
			kept = append(kept, b)
			continue
		}
		b.dropAllReferences()
		b.region = nil
	}
	r.blocks = kept
	return true
}

func (r *Region) reachable() map[*Block]bool {
	reached := map[*Block]bool{r.Blocks()[0]: true}
	stack := []*Block{r.Blocks()[0]}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, s := range b.Successors() {
			if !reached[s] {
				reached[s] = true
				stack = append(stack, s)
			}
		}
	}
	return reached
}

// liveness finds live operations: those with an effect, terminators, and operations whose results live ones
// use. All others are dead. Therefore operations and block arguments in a cycle are dead if no live operation
// uses one of them.
type liveness struct {
	ops     map[*Op]bool
	args    map[*Value]bool
	changed bool
}

func (l *liveness) eraseDead(r *Region) bool {
	for l.changed = true; l.changed; {
		l.changed = false
		l.region(r)
	}
	return l.sweep(r)
}

func (l *liveness) region(r *Region) {
	for i := len(r.Blocks()) - 1; i >= 0; i-- {
		b := r.Blocks()[i]
		for op := b.last; op != nil; op = op.prev {
			l.op(op)
		}
		for _, a := range b.args {
			if i > 0 && !l.args[a] && l.used(a) {
				l.keepArg(a)
			}
		}
	}
}

func (l *liveness) op(op *Op) {
	for _, r := range op.regions {
		l.region(r)
	}
	switch {
	case op.Has(Terminator) || len(op.successors) > 0:
		l.keepOp(op)
		if op.def.SuccessorOperands == nil {
			for _, s := range op.successors {
				for _, a := range s.args {
					l.keepArg(a)
				}
			}
		}
	case l.ops[op]:
	case !op.WouldBeTriviallyDead() || l.anyUsed(op):
		l.keepOp(op)
	}
}

func (l *liveness) anyUsed(op *Op) bool {
	for i := range op.results {
		if l.used(&op.results[i]) {
			return true
		}
	}
	return false
}

// used reports whether a live operation uses v, or a branch passes v to a live argument.
func (l *liveness) used(v *Value) bool {
	for u := v.uses; u != nil; u = u.next {
		if arg := u.passedTo(); arg != nil && !l.args[arg] {
			continue
		}
		if l.ops[u.owner] {
			return true
		}
	}
	return false
}

func (l *liveness) keepOp(op *Op) {
	l.changed = l.changed || !l.ops[op]
	l.ops[op] = true
}

func (l *liveness) keepArg(a *Value) {
	l.changed = l.changed || !l.args[a]
	l.args[a] = true
}

// passedTo returns the block argument that a branch passes the operand to, nil
// for other operands.
func (u *Operand) passedTo() *Value {
	if u.owner.def.SuccessorOperands == nil {
		return nil
	}
	for i, s := range u.owner.successors {
		first, count := u.owner.def.SuccessorOperands(u.owner, i)
		if k := int(u.index) - first; k >= 0 && k < count {
			return s.args[k]
		}
	}
	return nil
}

// sweep erases operations and block arguments that are not live.
func (l *liveness) sweep(r *Region) bool {
	changed := false
	for i := len(r.Blocks()) - 1; i >= 0; i-- {
		b := r.Blocks()[i]
		if b.last != nil && len(b.last.successors) > 0 {
			changed = l.dropPassed(b.last) || changed
		}
	}
	for i := len(r.Blocks()) - 1; i >= 0; i-- {
		b := r.Blocks()[i]
		for op := b.last; op != nil; {
			prev := op.prev
			if !l.ops[op] {
				op.dropAllUses()
				op.Erase()
				changed = true
			} else {
				for _, inner := range op.regions {
					changed = l.sweep(inner) || changed
				}
			}
			op = prev
		}
	}
	for _, b := range r.Blocks() {
		for i := len(b.args) - 1; i >= 0 && !b.IsEntry(); i-- {
			if !l.args[b.args[i]] {
				b.args[i].dropUses()
				b.EraseArg(i)
				changed = true
			}
		}
	}
	return changed
}

// dropPassed removes the operands that the branch passes to dead arguments.
func (l *liveness) dropPassed(branch *Op) bool {
	changed := false
	for i := len(branch.operands) - 1; i >= 0; i-- {
		if arg := branch.operands[i].passedTo(); arg != nil && !l.args[arg] {
			branch.EraseSegmentOperand(i)
			changed = true
		}
	}
	return changed
}

// EraseSegmentOperand removes operand i and shrinks the operand group it is in.
func (o *Op) EraseSegmentOperand(i int) {
	o.EraseOperand(i)
	if !o.Has(AttrSizedOperands) {
		return
	}
	g, first := o.shrinkSegment("operandSegmentSizes", i)
	// The last operand group of cf.switch is itself divided into groups, one per case.
	if g == len(o.def.Operands)-1 && o.Attr("case_operand_segments") != nil {
		o.shrinkSegment("case_operand_segments", i-first)
	}
}

// shrinkSegment subtracts one from the size of the group that holds operand i. It returns the number of that
// group and of its first operand.
func (o *Op) shrinkSegment(attr string, i int) (group, first int) {
	sizes := slices.Clone(o.Ints(attr))
	for g, n := range sizes {
		if i < first+int(n) {
			sizes[g]--
			o.SetAttr(attr, o.ctx.I32Array(sizes...))
			return g, first
		}
		first += int(n)
	}
	return -1, first
}

func (o *Op) dropAllUses() {
	for i := range o.results {
		o.results[i].dropUses()
	}
}

// dropUses clears the operands that use v. The caller erases the operations of these operands.
func (v *Value) dropUses() {
	for v.uses != nil {
		v.uses.set(nil)
	}
}
