package finalizememreftollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// copy copies bytes between contiguous memrefs; others are handed to the function memrefCopy of the runtime.
func (l *lowering) copy(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	from, okFrom := op.Operand(0).Type().(*ir.MemRefType)
	to, okTo := op.Operand(1).Type().(*ir.MemRefType)
	switch {
	case !okFrom || !okTo:
		return nil, false
	case contiguous(from) && contiguous(to):
		copyBytes(c, from, args)
	default:
		l.callCopy(c, from, to, args)
	}
	return nil, true
}

func copyBytes(c *llvmtypes.Conversion, m *ir.MemRefType, args []*ir.Value) {
	source, target := c.DescriptorOf(args[0]), c.DescriptorOf(args[1])
	n := c.ConstIndex(1)
	for i := range m.Shape {
		n = llvmtypes.Binary(c.Builder, llvm.Mul, n, source.Size(i))
	}
	elem := c.Types.Type(m.Elem)
	n = llvmtypes.Binary(c.Builder, llvm.Mul, n, c.SizeOf(elem))
	first := func(d *llvmtypes.Descriptor) *ir.Value {
		p := d.Aligned()
		return llvmtypes.GEP(c.Builder, elem, p, 0, ir.OpFoldResult{Value: d.Offset()})
	}
	sourceAt := first(source)
	c.Memcpy(first(target), sourceAt, n)
}

// callCopy passes pointers to memrefs without rank.
func (l *lowering) callCopy(c *llvmtypes.Conversion, from, to *ir.MemRefType, args []*ir.Value) {
	pointer := c.Types.Pointer(0)
	saved := c.Make(llvm.StackSave, nil, []ir.Type{pointer}).Result(0)
	source, target := withoutRank(c, from, args[0]), withoutRank(c, to, args[1])
	n := c.ConstIndex(1)
	place := func(v *ir.Value) *ir.Value {
		at := llvmtypes.Alloca(c.Builder, pointer, v.Type(), n, 0)
		llvmtypes.Store(c.Builder, v, at)
		return at
	}
	sourceAt, targetAt := place(source), place(target)
	size := c.SizeOf(c.Types.Type(from.Elem))
	c.Declare("memrefCopy", nil, c.Types.Index, pointer, pointer)
	llvmtypes.CallTo(c.Builder, "memrefCopy", nil, size, sourceAt, targetAt)
	c.Make(llvm.StackRestore, []*ir.Value{saved}, []ir.Type{})
}

// withoutRank returns a memref as one without rank, with its descriptor on the stack.
func withoutRank(c *llvmtypes.Conversion, m *ir.MemRefType, v *ir.Value) *ir.Value {
	if !m.Ranked {
		return v
	}
	rank := llvmtypes.ConstInt(c.Builder, c.Types.Index, int64(len(m.Shape)))
	at := toStack(c, v)
	t := llvm.StructType(c.Ctx, c.Types.Index, c.Types.Pointer(0))
	return llvmtypes.Insert(c.Builder, at,
		llvmtypes.Insert(c.Builder, rank, llvmtypes.Poison(c.Builder, t), 0), 1)
}
