package asynccorosplit

import (
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/ir"
)

// frame is the layout of a coroutine's frame. Slot 0 holds where the coroutine goes on.
type frame struct {
	ctx    *ir.Context
	name   string
	typ    ir.Type // of the pointer
	callee ir.Attr // the function that goes on
	types  []ir.Type
	taken  []map[*ir.Block]bool // per slot, the blocks in which it is in use
	slot   map[*ir.Value]int
}

const state = 0 // the slot of the state

// tries bounds the slots of a type that are tried for a value, the latest ones, so that large coroutines take
// linear time.
const tries = 16

func newFrame(fn *ir.Op) *frame {
	ctx, name := fn.Context(), fn.SymbolName()+".frame"
	return &frame{
		ctx: ctx, name: name, typ: coro.FrameType(ctx, name),
		callee: ctx.SymbolRef(fn.SymbolName() + ".resume"),
		types:  []ir.Type{ctx.I32}, taken: []map[*ir.Block]bool{nil}, slot: map[*ir.Value]int{},
	}
}

// declare makes the coro.layout.
func (f *frame) declare(b *ir.Builder) {
	slots := make([]ir.Attr, len(f.types))
	for i, t := range f.types {
		slots[i] = b.Ctx.TypeAttr(t)
	}
	b.Op(coro.Layout, nil,
		ir.NamedAttr{Name: "sym_name", Value: b.Ctx.String(f.name)},
		ir.NamedAttr{Name: "slots", Value: b.Ctx.Array(slots)})
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

// spill stores the copy of a value where it is defined, and loads it in the other blocks that use it.
func (f *frame) spill(original, v, pointer *ir.Value) {
	home := v.ParentBlock()
	loaded := map[*ir.Block]*ir.Value{}
	for use := range v.Uses() {
		b := home.Region().FindAncestor(use.Owner()).Block()
		if b == home {
			continue
		}
		if loaded[b] == nil {
			at := ir.At(b.First())
			at.Loc = v.Loc()
			loaded[b] = f.get(at, pointer, f.slot[original])
		}
		use.Set(loaded[b])
	}
	f.put(behindDefinition(v), pointer, v, f.slot[original])
}

// behindDefinition returns a builder at the first place where v can be used.
func behindDefinition(v *ir.Value) *ir.Builder {
	op := v.DefiningOp()
	if op == nil {
		return ir.At(v.Owner().First())
	}
	b := ir.At(op)
	b.SetAfter(op)
	return b
}
