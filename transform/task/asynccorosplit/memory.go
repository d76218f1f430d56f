package asynccorosplit

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

var codeMemory = diag.Register("coro-split-alloca",
	"memory on the stack is needed behind a wait, and there is no place for it in the frame",
	"A coroutine leaves its stack where it waits. Memory of static size that is allocated once goes to the "+
		"heap by itself; for other memory write "+
		"memref.alloc and memref.dealloc.")

var codeUnranked = diag.Register("coro-split-unranked",
	"a memref without a rank is needed behind a wait, or is the payload of a value",
	"Where an unranked memref begins and how large it is stands on the stack of who made it, which is gone "+
		"behind a wait. Give it a rank by memref.cast before.")

// checkUnranked refuses unranked memrefs that may be used when the stack with their descriptors is gone.
func checkUnranked(fn *ir.Op, values []crossing) error {
	for _, x := range values {
		if isUnranked(x.v) {
			return unranked(x.v.DefiningOp(), fn)
		}
	}
	for _, op := range fn.Find(async.RuntimeStore) {
		if isUnranked(op.Operand(0)) {
			return unranked(op, fn)
		}
	}
	return nil
}

func isUnranked(v *ir.Value) bool {
	m, ok := v.Type().(*ir.MemRefType)
	return ok && !m.Ranked
}

// unranked reports an operation, or, if it is an argument, the function.
func unranked(op, fn *ir.Op) error {
	if op == nil {
		op = fn
	}
	return op.Errorf(codeUnranked,
		"a memref without a rank does not outlive a wait, nor the task that yields it").
		Suggest("give it a rank by memref.cast before")
}

// keepMemory moves memory on the stack that is needed behind a suspension to the heap, for as long as the
// coroutine lives.
func (c *body) keepMemory(fn *ir.Op) error {
	for _, op := range fn.Find(memref.Alloca) {
		if scopeOf(op) != fn || !c.outlives(op.Result(0)) {
			continue
		}
		home := op.Block()
		if op.NumOperands() > 0 || home.Region() != fn.Region(0) ||
			c.reaches(home, func(b *ir.Block) bool { return b == home }) {
			return op.Errorf(codeMemory,
				"this memory is gone when the coroutine waits, and is needed afterwards").
				Suggest(
					"allocate it by memref.alloc, and free it by memref.dealloc where it is not needed any " +
						"more")
		}
		b := ir.At(fn.Region(0).Entry().First())
		b.Loc = op.Loc()
		m := memref.NewAlloc(b, op.Result(0).Type().(*ir.MemRefType))
		if a := op.Attr("alignment"); a != nil {
			m.DefiningOp().SetAttr("alignment", a)
		}
		op.Result(0).ReplaceAllUsesWith(m)
		op.Erase()
		for _, free := range fn.Find(async.CoroFree) {
			b := ir.At(free)
			b.Loc = free.Loc()
			memref.NewDealloc(b, m)
		}
	}
	return nil
}

// scopeOf returns the operation at whose end an alloca dies.
func scopeOf(op *ir.Op) *ir.Op {
	for op = op.Parent(); op != nil && !op.Has(ir.AllocationScope); op = op.Parent() {
	}
	return op
}

// outlives reports whether memory may be used when the coroutine has been suspended: by the coroutine,
// through views too, or by whom it was given to.
func (c *body) outlives(m *ir.Value) bool {
	if len(c.crossing(m).resumed) > 0 {
		return true
	}
	for use := range m.Uses() {
		op := use.Owner()
		if isKept(use) && c.suspendsBehind(op) {
			return true
		}
		for _, v := range op.Results() {
			if _, view := v.Type().(*ir.MemRefType); view && c.outlives(v) {
				return true
			}
		}
	}
	return false
}

// isKept reports whether somebody may know the memory of an operand when its user has ended.
func isKept(use *ir.Operand) bool {
	op := use.Owner()
	return op.Def().Callee != nil || op.Has(ir.Terminator) || op.NumRegions() > 0 ||
		op.Is(async.RuntimeStore) ||
		op.Is(memref.Store) && use.Index() == 0
}

// suspendsBehind reports whether the coroutine may be suspended behind op.
func (c *body) suspendsBehind(op *ir.Op) bool {
	home := c.begin.Block().Region().FindAncestor(op).Block()
	suspends := func(b *ir.Block) bool { return b.Last().Is(async.CoroSuspend) }
	return suspends(home) || c.reaches(home, suspends)
}

// reaches reports whether the coroutine may come from the end of a block to one of a kind.
func (c *body) reaches(from *ir.Block, is func(*ir.Block) bool) bool {
	known := map[*ir.Block]bool{}
	todo := []*ir.Block{from}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range async.GoesOn(b) {
			if is(to) {
				return true
			}
			if !known[to] {
				known[to] = true
				todo = append(todo, to)
			}
		}
	}
	return false
}
