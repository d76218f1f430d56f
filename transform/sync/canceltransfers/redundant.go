package canceltransfers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// block removes the copies of a block that change nothing, and lets others read from where they need not
// leave a device, or the host.
func (c *canceler) block(b *ir.Block) {
	f := &facts{}
	for op := b.First(); op != nil; {
		next := op.Next()
		if from, to, ok := transfer(op); ok {
			same := f.equals(from)
			if slices.Contains(same, to) {
				op.Erase()
				c.removed++
				op = next
				continue
			}
			if nearer := nearest(same, to); nearer != nil {
				c.read(op, nearer)
				continue
			}
		}
		if !frees(op) || !postpone(f, op) {
			f.pass(op)
		}
		op = next
	}
}

// postpone moves the end of a buffer behind a later copy that can read it in the place of a memref somewhere
// else; it reports whether there is one.
func postpone(f *facts, free *ir.Op) bool {
	buffer := free.Operand(free.NumOperands() - 1)
	later := &facts{known: slices.Clone(f.known)}
	for op := free.Next(); op != nil && len(later.known) > 0; op = op.Next() {
		from, to, ok := transfer(op)
		if ok && placeOf(from) != placeOf(buffer) && placeOf(to) == placeOf(buffer) &&
			slices.Contains(later.equals(from), buffer) {
			free.MoveAfter(op)
			return true
		}
		later.pass(op)
	}
	return false
}

// nearest returns a memref of the place of to, of some that hold the same of which the first has another
// place; nil if there is none.
func nearest(same []*ir.Value, to *ir.Value) *ir.Value {
	if placeOf(same[0]) == placeOf(to) {
		return nil
	}
	for _, v := range same[1:] {
		if v.Type().(*ir.MemRefType).Elem == to.Type().(*ir.MemRefType).Elem && placeOf(v) == placeOf(to) {
			return v
		}
	}
	return nil
}

// place is where memory is: of a device, or in a memory space.
type place struct {
	device bool
	space  ir.Attr
}

func placeOf(v *ir.Value) place {
	p := place{space: v.Type().(*ir.MemRefType).MemorySpace}
	for {
		op := v.DefiningOp()
		if op == nil {
			return p
		}
		if op.Is(gpu.Alloc) {
			p.device = true
			return p
		}
		if op.Def().View == nil {
			return p
		}
		view, ok := op.Def().View(op)
		if !ok {
			return p
		}
		v = view.Source
	}
}

// read lets a copy read from another memref.
func (c *canceler) read(op *ir.Op, from *ir.Value) {
	if op.Is(memref.Copy) {
		op.SetOperand(0, from)
	} else {
		op.SetOperand(op.NumOperands()-1, from)
	}
	c.shortened++
}
