package asynccorosplit

import (
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/ir"
)

// frame assigns slots to values. Slot 0 holds where the coroutine goes on.
type frame struct {
	types []ir.Type
	taken []map[*ir.Block]bool // per slot, the blocks in which it is in use
	slot  map[*ir.Value]int
}

// tries bounds the slots of a type that are tried for a value, the latest ones, so that large coroutines take linear time.
const tries = 16

func newFrame(state ir.Type) *frame {
	return &frame{types: []ir.Type{state}, taken: []map[*ir.Block]bool{nil}, slot: map[*ir.Value]int{}}
}

// place finds a slot for a value: one of its type that is in use in none of its blocks, else a new one.
func (f *frame) place(x crossing) {
	i := f.free(x)
	if i < 0 {
		i = len(f.types)
		f.types = append(f.types, x.v.Type())
		f.taken = append(f.taken, map[*ir.Block]bool{})
	}
	for _, b := range x.live {
		f.taken[i][b] = true
	}
	f.slot[x.v] = i
}

func (f *frame) free(x crossing) int {
	tried := 0
	for i := len(f.types) - 1; i > 0 && tried < tries; i-- {
		if f.types[i] != x.v.Type() {
			continue
		}
		tried++
		if !f.inUse(i, x.live) {
			return i
		}
	}
	return -1
}

func (f *frame) inUse(slot int, blocks []*ir.Block) bool {
	for _, b := range blocks {
		if f.taken[slot][b] {
			return true
		}
	}
	return false
}

// spill stores a value where it is defined, and loads it in the other blocks that use it. The end of the ramp keeps it: it is
// reached from the ramp alone.
func (f *frame) spill(v, pointer *ir.Value, end *ir.Block) {
	ctx := pointer.DefiningOp().Context()
	slot := ir.NamedAttr{Name: "slot", Value: ctx.Int(ctx.I64, int64(f.slot[v]))}
	home := v.ParentBlock()
	loaded := map[*ir.Block]*ir.Value{}
	for use := range v.Uses() {
		b := ancestorIn(use.Owner(), home.Region()).Block()
		if b == home || b == end {
			continue
		}
		if loaded[b] == nil {
			loaded[b] = load(b, v, pointer, slot)
		}
		use.Set(loaded[b])
	}
	behindDefinition(v, pointer.DefiningOp()).Op(coro.Store, []*ir.Value{pointer, v}, slot)
}

// load reads a slot at the start of a block.
func load(b *ir.Block, v, pointer *ir.Value, slot ir.NamedAttr) *ir.Value {
	at := ir.At(b.First())
	at.Loc = v.Loc()
	return at.Create(ir.OpState{
		Def: coro.Load, Operands: []*ir.Value{pointer}, Results: []ir.Type{v.Type()}, Attrs: []ir.NamedAttr{slot},
	}).Result(0)
}

// behindDefinition returns a builder at the first place where both v and the frame, which create makes, can be used.
func behindDefinition(v *ir.Value, create *ir.Op) *ir.Builder {
	op := v.DefiningOp()
	if v.ParentBlock() == create.Block() && (op == nil || op.IsBefore(create)) {
		op = create
	}
	if op == nil {
		return ir.At(v.Owner().First())
	}
	b := ir.At(op)
	b.SetAfter(op)
	return b
}
