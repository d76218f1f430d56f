package bufferizetensors

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// release frees each buffer behind the last operation of its block that uses it, or a view of it, unless one
// hands it out.
func (c *converter) release() {
	for _, v := range c.owned {
		made := v.DefiningOp()
		if !v.HasUses() && made.Is(memref.Alloc) {
			made.Erase()
			continue
		}
		last, ends := lastUse(v, v.ParentBlock(), made)
		if !ends {
			continue
		}
		b := ir.NewBuilder(c.Context())
		if last == nil {
			b.Loc = v.ParentBlock().First().Loc()
			b.SetStart(v.ParentBlock())
		} else {
			b.Loc = last.Loc()
			b.SetAfter(last)
		}
		memref.NewDealloc(b, v)
	}
}

// lastUse returns the last operation that uses a buffer, as an operation of the block in which it is made:
// last is the one that makes it, nil for an argument of the block. It returns false if there is none behind
// which nobody needs the buffer, or may need it still, or where the program frees it.
func lastUse(v *ir.Value, block *ir.Block, last *ir.Op) (*ir.Op, bool) {
	made := last
	for u := range v.Uses() {
		op := block.Region().FindAncestor(u.Owner())
		if op == nil || op.Block() != block || op.IsAsync() || op.Has(ir.Terminator) ||
			u.Owner().Has(ir.Terminator) ||
			u.Owner().Is(memref.Dealloc) {
			return nil, false
		}
		if view := u.Owner().Def().View; view != nil {
			ends := false
			if op, ends = lastUse(u.Owner().Result(0), block, made); !ends {
				return nil, false
			}
		}
		if last == nil || op != nil && last.IsBefore(op) {
			last = op
		}
	}
	return last, true
}
