package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// inSpace returns a type in the memory space of pointers.
func (l *lowering) inSpace(t *ir.MemRefType) *ir.MemRefType {
	return l.Ctx.MemRef(t.Shape, t.Elem, t.Layout, l.Ctx.ParametricAttr(ptr.GenericSpace))
}

// global remains, in the memory space of pointers.
func global(l *lowering, op *ir.Op) {
	op.SetAttr("type", l.Ctx.TypeAttr(l.inSpace(memref.GlobalType(op))))
}

// getGlobal takes the address of the global.
func getGlobal(l *lowering, op *ir.Op) {
	t := op.Result(0).Type().(*ir.MemRefType)
	m := l.Create(ir.OpState{Def: memref.GetGlobal, Results: []ir.Type{l.inSpace(t)}, Attrs: op.Properties()})
	l.done[m] = true
	p := l.Create(ir.OpState{Def: ptr.ToPtr, Operands: m.Results(), Results: []ir.Type{l.pointer}})
	l.done[p] = true
	l.mems[op.Result(0)] = l.blank(t, p.Result(0), op)
	l.replace(op)
}
