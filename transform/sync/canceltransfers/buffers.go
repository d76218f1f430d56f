package canceltransfers

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// isAlloc reports whether an operation allocates memory, and frees reports whether it is the end of some,
// without a token.
func isAlloc(op *ir.Op) bool { return op.Is(memref.Alloc) || op.Is(gpu.Alloc) && plain(op) }

func frees(op *ir.Op) bool { return op.Is(memref.Dealloc) || op.Is(gpu.Dealloc) && plain(op) }

func plain(op *ir.Op) bool { return !op.IsAsync() && len(op.AsyncDependencies()) == 0 }

// users returns the operations that use a value, each once.
func users(v *ir.Value) (list []*ir.Op) {
	for u := range v.Uses() {
		if !slices.Contains(list, u.Owner()) {
			list = append(list, u.Owner())
		}
	}
	return list
}

// unread removes a buffer that nothing reads, with the copies to it; it reports whether it was one.
func (c *canceler) unread(alloc *ir.Op) bool {
	v := alloc.Result(0)
	list := users(v)
	for _, op := range list {
		from, to, ok := transfer(op)
		if !frees(op) && (!ok || to != v || from == v) {
			return false
		}
	}
	for _, op := range list {
		if !frees(op) {
			c.removed++
		}
		op.Erase()
	}
	alloc.Erase()
	c.buffers++
	return true
}

// share lets a buffer that is filled by a copy be the one that it is copied from, where nobody can tell; it
// reports whether it did.
func (c *canceler) share(alloc *ir.Op) bool {
	v := alloc.Result(0)
	op := firstUser(v, alloc.Block())
	if op == nil {
		return false
	}
	from, to, ok := transfer(op)
	if !ok || to != v || from.Type() != v.Type() || placeOf(from) != placeOf(v) ||
		from.DefiningOp() != nil && from.DefiningOp().Def().View != nil {
		return false
	}
	made := from.DefiningOp()
	switch {
	case made != nil && isAlloc(made) && made.Name() == alloc.Name() && made.Block() == alloc.Block() &&
		unusedBehind(from, op):
		dropFrees(from)
	case c.unchanged(from, v, op):
		dropFrees(v)
	default:
		return false
	}
	op.Erase()
	v.ReplaceAllUsesWith(from)
	alloc.Erase()
	c.removed++
	c.buffers++
	return true
}

// firstUser returns the first operation of a block that uses a value, nil if an operation that uses it stands
// elsewhere.
func firstUser(v *ir.Value, b *ir.Block) (first *ir.Op) {
	for _, op := range users(v) {
		at := b.Region().FindAncestor(op)
		if at == nil || at.Block() != b {
			return nil
		}
		if first == nil || at.IsBefore(first) {
			first = at
		}
	}
	return first
}

// unusedBehind reports whether nothing behind an operation uses a value but to free it.
func unusedBehind(v *ir.Value, op *ir.Op) bool {
	for _, user := range users(v) {
		at := op.Block().Region().FindAncestor(user)
		if at == nil || at.Block() != op.Block() || user.Def().View != nil {
			return false
		}
		if op.IsBefore(at) && !frees(user) {
			return false
		}
	}
	return true
}

// unchanged reports whether neither of two buffers is written, nor the first freed, behind a copy of the one
// to the other, up to the last use of the second.
func (c *canceler) unchanged(from, to *ir.Value, op *ir.Op) bool {
	last := op
	for _, user := range users(to) {
		if user.Def().View != nil || user.Has(ir.Terminator) {
			return false // it goes on under another name
		}
		if at := op.Block().Region().FindAncestor(user); !frees(user) && last.IsBefore(at) {
			last = at
		}
	}
	both := c.ev.Accesses(op)
	if c.ev.Root(from) == nil {
		return false
	}
	for at := op.Next(); at != nil && op != last; at = at.Next() {
		if writes(c.ev.Accesses(at), wholly(both)) {
			return false
		}
		if at == last {
			break
		}
	}
	return true
}

// wholly returns accesses to all of the buffers that some touch.
func wholly(list []analysis.Access) []analysis.Access {
	list = slices.Clone(list)
	for i := range list {
		list[i].Dims, list[i].Lattice = nil, nil
	}
	return list
}

func dropFrees(v *ir.Value) {
	for _, op := range users(v) {
		if frees(op) {
			op.Erase()
		}
	}
}
