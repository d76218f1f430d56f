package bufferizetensors

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// release frees each buffer behind the last operation of its block that uses it, or a view of it, unless one hands it out.
func (c *converter) release() {
	for _, v := range c.owned {
		if !v.HasUses() && v.DefinedBy(memref.Alloc) != nil {
			v.DefiningOp().Erase()
			continue
		}
		if last := lastUse(v, v.DefiningOp()); last != nil {
			b := ir.At(last)
			b.SetAfter(last)
			memref.NewDealloc(b, v)
		}
	}
}

// lastUse returns the last operation that uses a buffer, as an operation of the block in which it is made; nil if there is none behind
// which nobody needs it, or may need it still, or where the program frees it.
func lastUse(v *ir.Value, made *ir.Op) *ir.Op {
	last := made
	for u := range v.Uses() {
		op := made.Block().Region().FindAncestor(u.Owner())
		if op == nil || op.Block() != made.Block() || op.IsAsync() || op.Has(ir.Terminator) || u.Owner().Has(ir.Terminator) ||
			u.Owner().Is(memref.Dealloc) {
			return nil
		}
		if view := u.Owner().Def().View; view != nil {
			if op = lastUse(u.Owner().Result(0), made); op == nil {
				return nil
			}
		}
		if last.IsBefore(op) {
			last = op
		}
	}
	return last
}
