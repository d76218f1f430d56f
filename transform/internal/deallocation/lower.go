package deallocation

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// Lowering lowers operations bufferization.dealloc of one module.
type Lowering struct {
	names *names.Names
	// helper is the name, in each symbol table, of the function that compares addresses.
	helper map[*ir.Op]string
}

// New returns a Lowering that takes its names from those of the module.
func New(n *names.Names) *Lowering { return &Lowering{names: n, helper: map[*ir.Op]string{}} }

// NeedsHelper reports whether the lowering of a bufferization.dealloc adds a function to its symbol table.
func NeedsHelper(op *ir.Op) bool { return len(op.OperandsOf(0)) > 1 }

// Lower makes, in front of a bufferization.dealloc, what it does, and returns what its results are.
func (l *Lowering) Lower(b *ir.Builder, op *ir.Op) []*ir.Value {
	switch buffers := op.OperandsOf(0); {
	case len(buffers) == 0:
		return nothing(b, op)
	case len(buffers) > 1:
		return l.several(b, op)
	case op.NumResults() == 0:
		free(b, op.OperandsOf(1)[0], buffers[0])
		return nil
	}
	return one(b, op)
}

// free frees a buffer under a condition.
func free(b *ir.Builder, cond, buffer *ir.Value) {
	scf.NewIf(b, cond, func(b *ir.Builder) { memref.NewDealloc(b, buffer) }, nil)
}

// nothing frees nothing: no buffer that is retained comes to belong to the program.
func nothing(b *ir.Builder, op *ir.Op) []*ir.Value {
	no := arith.ConstBool(b, false)
	owned := make([]*ir.Value, op.NumResults())
	for i := range owned {
		owned[i] = no
	}
	return owned
}

// one frees one buffer unless it is one of those that are retained.
func one(b *ir.Builder, op *ir.Op) []*ir.Value {
	cond := op.OperandsOf(1)[0]
	at := address(b, op.OperandsOf(0)[0])
	var others []*ir.Value
	for _, kept := range op.OperandsOf(2) {
		others = append(others, arith.Cmp(b, arith.NE, at, address(b, kept)))
	}
	freed := others[0]
	for _, other := range others[1:] {
		freed = arith.Binary(b, arith.AndI, freed, other)
	}
	free(b, arith.Binary(b, arith.AndI, freed, cond), op.OperandsOf(0)[0])
	yes := arith.ConstBool(b, true)
	owned := make([]*ir.Value, len(others))
	for i, other := range others {
		same := arith.Binary(b, arith.XOrI, other, yes)
		owned[i] = arith.Binary(b, arith.AndI, same, cond)
	}
	return owned
}

// address makes the address of a buffer.
func address(b *ir.Builder, buffer *ir.Value) *ir.Value {
	return b.Make(memref.ExtractAlignedPointerAsIndex, []*ir.Value{buffer}, []ir.Type{b.Ctx.Index}).Result(0)
}

// several writes the addresses and the conditions of several buffers to memory, has the helper compare them,
// and frees the buffers that it says.
func (l *Lowering) several(b *ir.Builder, op *ir.Op) []*ir.Value {
	buffers, conds, kept := op.OperandsOf(0), op.OperandsOf(1), op.OperandsOf(2)
	lists := [5]*ir.Value{}
	lists[toFree] = list(b, len(buffers), b.Ctx.Index)
	lists[conditions] = list(b, len(conds), b.Ctx.I1)
	lists[retained] = list(b, len(kept), b.Ctx.Index)
	fill(b, lists[toFree], buffers, address)
	fill(b, lists[conditions], conds, func(_ *ir.Builder, cond *ir.Value) *ir.Value { return cond })
	fill(b, lists[retained], kept, address)
	args := make([]*ir.Value, len(lists))
	for _, i := range []int{toFree, conditions, retained} {
		args[i] = anyLength(b, lists[i])
	}
	lists[freed] = list(b, len(buffers), b.Ctx.I1)
	lists[owned] = list(b, len(kept), b.Ctx.I1)
	for _, i := range []int{freed, owned} {
		args[i] = anyLength(b, lists[i])
	}
	b.Make(function.Call, args, []ir.Type{},
		ir.NamedAttr{Name: "callee", Value: b.Ctx.SymbolRef(l.helperNear(op))})
	for i, buffer := range buffers {
		free(b, memref.NewLoad(b, lists[freed], arith.ConstIndex(b, int64(i))), buffer)
	}
	results := make([]*ir.Value, len(kept))
	for i := range results {
		results[i] = memref.NewLoad(b, lists[owned], arith.ConstIndex(b, int64(i)))
	}
	for _, i := range []int{toFree, retained, conditions, freed, owned} {
		memref.NewDealloc(b, lists[i])
	}
	return results
}

// list makes memory for n values of a type.
func list(b *ir.Builder, n int, elem ir.Type) *ir.Value {
	return memref.NewAlloc(b, b.Ctx.MemRef([]int64{int64(n)}, elem, nil, nil))
}

// fill stores what entry makes of each value.
func fill(b *ir.Builder, list *ir.Value, values []*ir.Value,
	entry func(b *ir.Builder, v *ir.Value) *ir.Value) {
	for i, v := range values {
		stored := entry(b, v)
		memref.NewStore(b, stored, list, arith.ConstIndex(b, int64(i)))
	}
}

// anyLength makes the list that the helper takes, whose type does not tell the length.
func anyLength(b *ir.Builder, list *ir.Value) *ir.Value {
	return memref.NewCast(b, list, listType(b.Ctx, list.Type().(*ir.MemRefType).Elem))
}

// listType is the type of a list of any length.
func listType(c *ir.Context, elem ir.Type) *ir.MemRefType {
	return c.MemRef([]int64{ir.Dynamic}, elem, nil, nil)
}
