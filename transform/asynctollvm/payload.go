package asynctollvm

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// payload returns the type in which LLVM holds something of type t, and whether there is one.
func (l *lowering) payload(op *ir.Op, t ir.Type) (ir.Type, bool) {
	held := l.held(t)
	if held == nil {
		l.errs.Add(op.OpErrorf(codeLeft, "has a payload of type '%v', which LLVM has no type for", t))
		return nil, false
	}
	return held, true
}

func (l *lowering) held(t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.IndexType:
		return l.ctx.I64
	case *ir.MemRefType:
		return l.descriptor(len(t.Shape))
	case *ir.VectorType:
		return l.vector(t)
	}
	if t = l.converted(t); llvm.IsCompatible(t) {
		return t
	}
	return nil
}

// descriptor returns the struct that stands for a memref: both pointers, the offset, sizes and strides.
func (l *lowering) descriptor(rank int) ir.Type {
	members := []ir.Type{l.pointer, l.pointer, l.ctx.I64}
	if rank > 0 {
		numbers := llvm.ArrayType(l.ctx, int64(rank), l.ctx.I64)
		members = append(members, numbers, numbers)
	}
	return llvm.StructType(l.ctx, members...)
}

// vector returns the type for a vector: arrays around a vector of the last dimension.
func (l *lowering) vector(t *ir.VectorType) ir.Type {
	n := len(t.Shape)
	if n == 0 {
		return l.ctx.Vector([]int64{1}, nil, t.Elem)
	}
	held := ir.Type(l.ctx.Vector(t.Shape[n-1:], nil, t.Elem))
	for i := n - 2; i >= 0; i-- {
		held = llvm.ArrayType(l.ctx, t.Shape[i], held)
	}
	return held
}

// unique returns a name that no symbol of the module has.
func (l *lowering) unique(base string) string {
	for i := 0; ; i++ {
		if name := fmt.Sprintf("%s_%d", base, i); l.declared[name] == nil {
			return name
		}
	}
}
