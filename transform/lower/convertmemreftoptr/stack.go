package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// alloca takes memory of the stack. Where its size is known and the scope that it belongs to is a loop's body
// or the like, it is taken once for all iterations, of which only one runs at a time, at the start of what
// lies around.
func alloca(l *lowering, op *ir.Op) {
	around := l.scopeOf(op)
	if isStatic(op) {
		for around.Is(scf.For) || l.scopes[around] {
			around = l.scopeOf(around)
		}
	}
	saved := l.Save()
	last := l.restoring(around)
	if isStatic(op) && around != l.scopeOf(op) {
		l.SetAfter(last)
	}
	d, bytes, ok := l.allocated(op, op.OperandsOf(0))
	if !ok {
		return
	}
	d.base = l.call(stackAllocFunction, bytes, l.alignment(op))
	l.Restore(saved)
	l.mems[op.Result(0)] = d
	l.replace(op)
}

// scopeOf returns the operation at whose end the allocas in op die.
func (l *lowering) scopeOf(op *ir.Op) *ir.Op {
	for p := range op.Ancestors() {
		if p.Has(ir.AllocationScope) || l.scopes[p] {
			return p
		}
	}
	return nil
}

// restoring makes a scope restore the stack at its end and returns the operation that saves it.
func (l *lowering) restoring(around *ir.Op) *ir.Op {
	region := around.Region(0)
	if l.saved[around] == nil {
		saved := l.Save()
		l.SetBefore(l.first[region.Entry()])
		top := l.call(stackSaveFunction)
		for _, b := range region.Blocks() {
			if last := b.Last(); last.NumSuccessors() == 0 {
				l.SetBefore(last)
				l.call(stackRestoreFunction, top)
			}
		}
		l.Restore(saved)
		l.saved[around] = top.DefiningOp()
	}
	return l.saved[around]
}

// scope is a region of its own kind; what follows the operation does not see its allocas.
func scope(l *lowering, op *ir.Op) {
	region := ir.NewRegion()
	region.TakeBody(op.Region(0))
	last := region.Entry().Last()
	l.SetEnd(region.Entry())
	inner := l.Save()
	l.SetBefore(op)
	made := l.Create(ir.OpState{Def: scf.ExecuteRegion, Results: op.ResultTypes(),
		Regions: []*ir.Region{region}})
	l.Restore(inner)
	l.Create(ir.OpState{Def: scf.Yield, Operands: last.Operands(), Results: []ir.Type{}})
	last.Erase()
	l.standsFor(made, op)
	op.ReplaceAllUsesWith(made.Results())
	l.dead = append(l.dead, op)
	l.scopes[made] = true
	l.convert(made)
}
