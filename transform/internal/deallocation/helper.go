package deallocation

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// The arguments of the helper. It reads the addresses of the buffers to free and to retain and the
// conditions; it writes which buffers are to be freed and which of the retained ones belong to the program.
const (
	toFree = iota
	retained
	conditions
	freed
	owned
)

// helperNear returns the name of the helper in the nearest symbol table, which it adds if it is not there.
func (l *Lowering) helperNear(op *ir.Op) string {
	table := names.Table(op)
	if name := l.helper[table]; name != "" {
		return name
	}
	l.helper[table] = l.names.Unique(table, "dealloc_helper")
	b := ir.AtEnd(op.Context(), table.Body())
	b.Loc = table.Loc()
	newHelper(b, l.helper[table])
	return l.helper[table]
}

// newHelper makes the helper. A buffer is freed if its condition holds, unless it is retained or stands in
// front of itself in the list; whoever retains it owns it if one of its conditions holds.
func newHelper(b *ir.Builder, name string) {
	addresses, flags := listType(b.Ctx, b.Ctx.Index), listType(b.Ctx, b.Ctx.I1)
	fn := function.New(b, name,
		b.Ctx.Function([]ir.Type{addresses, addresses, flags, flags, flags}, nil),
		ir.NamedAttr{Name: "sym_visibility", Value: b.Ctx.String("private")})
	b.InBlock(fn.Body(), func() {
		h := &helper{Builder: b, args: fn.Body().Args(), zero: arith.ConstIndex(b, 0),
			one: arith.ConstIndex(b, 1), yes: arith.ConstBool(b, true)}
		no := arith.ConstBool(b, false)
		buffers := memref.NewDim(b, h.args[toFree], h.zero)
		h.kept = memref.NewDim(b, h.args[retained], h.zero)
		scf.NewFor(b, h.zero, h.kept, h.one,
			func(b *ir.Builder, i *ir.Value) { memref.NewStore(b, no, h.args[owned], i) })
		scf.NewFor(b, h.zero, buffers, h.one, func(_ *ir.Builder, i *ir.Value) { h.decide(i) })
		b.Op(function.Return, nil)
	})
}

// helper is the function while it is made.
type helper struct {
	*ir.Builder
	args           []*ir.Value
	zero, one, yes *ir.Value
	kept           *ir.Value // how many buffers are retained
}

// decide says whether buffer i is freed, and notes who owns it if it is retained.
func (h *helper) decide(i *ir.Value) {
	at := memref.NewLoad(h.Builder, h.args[toFree], i)
	cond := memref.NewLoad(h.Builder, h.args[conditions], i)
	notKept := h.allOf(h.kept, h.yes, func(j *ir.Value) *ir.Value {
		kept := memref.NewLoad(h.Builder, h.args[retained], j)
		same := arith.Cmp(h.Builder, arith.EQ, kept, at)
		scf.NewIf(h.Builder, same, func(b *ir.Builder) {
			before := memref.NewLoad(b, h.args[owned], j)
			memref.NewStore(b, arith.Binary(b, arith.OrI, before, cond), h.args[owned], j)
		}, nil)
		return arith.Cmp(h.Builder, arith.NE, kept, at)
	})
	first := h.allOf(i, notKept, func(j *ir.Value) *ir.Value {
		return arith.Cmp(h.Builder, arith.NE, memref.NewLoad(h.Builder, h.args[toFree], j), at)
	})
	memref.NewStore(h.Builder, arith.Binary(h.Builder, arith.AndI, first, cond), h.args[freed], i)
}

// allOf makes a loop that says whether a value holds and a condition is true of each of the first n entries.
func (h *helper) allOf(n, holds *ir.Value, condition func(j *ir.Value) *ir.Value) *ir.Value {
	return scf.NewForCarrying(h.Builder, h.zero, n, h.one, []*ir.Value{holds},
		func(b *ir.Builder, j *ir.Value, carried []*ir.Value) []*ir.Value {
			c := condition(j)
			return []*ir.Value{arith.Binary(b, arith.AndI, carried[0], c)}
		}).Result(0)
}
