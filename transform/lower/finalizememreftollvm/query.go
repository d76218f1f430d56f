package finalizememreftollvm

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

func dim(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m, ok := op.Operand(0).Type().(*ir.MemRefType)
	switch {
	case !ok:
		return nil, false
	case !m.Ranked:
		return one(dimOfUnranked(c, m, args))
	}
	if n, ok := constantIndex(op.Operand(1)); ok && n >= 0 && n < int64(len(m.Shape)) {
		if size := m.Shape[n]; size != ir.Dynamic {
			return one(c.ConstIndex(size))
		}
		return one(c.DescriptorOf(args[0]).Size(int(n)))
	}
	if len(m.Shape) == 0 {
		return nil, false
	}
	// A number known only at run time selects from the array of sizes in memory.
	n := c.ConstIndex(1)
	sizes := c.DescriptorOf(args[0]).Sizes()
	at := llvmtypes.Alloca(c.Builder, c.Types.Pointer(0), sizes.Type(), n, 0)
	llvmtypes.Store(c.Builder, sizes, at)
	p := llvmtypes.GEP(c.Builder, sizes.Type(), at, 0, ir.OpFoldResult{}, ir.OpFoldResult{Value: args[1]})
	return one(llvmtypes.Load(c.Builder, c.Types.Index, p))
}

// dimOfUnranked loads a size from the descriptor in memory, where the sizes follow the offset.
func dimOfUnranked(c *llvmtypes.Conversion, m *ir.MemRefType, args []*ir.Value) *ir.Value {
	space, _ := c.Types.Space(m)
	p := c.Types.Pointer(space)
	head := llvm.StructType(c.Ctx, p, p, c.Types.Index)
	desc := llvmtypes.Extract(c.Builder, args[0], 1)
	offset := llvmtypes.GEP(c.Builder, head, desc, 0, ir.OpFoldResult{}, ir.OpFoldResult{Const: 2})
	at := llvmtypes.Binary(c.Builder, llvm.Add, c.ConstIndex(1), args[1])
	return llvmtypes.Load(c.Builder, c.Types.Index,
		llvmtypes.GEP(c.Builder, c.Types.Index, offset, 0, ir.OpFoldResult{Value: at}))
}

// constantIndex returns the value of an index that is a constant, of arith or lowered already.
func constantIndex(v *ir.Value) (int64, bool) {
	def := v.DefiningOp()
	if def == nil {
		return 0, false
	}
	if def.NumOperands() == 1 && def.Name() == "builtin.unrealized_conversion_cast" {
		return constantIndex(def.Operand(0))
	}
	if !def.Is(arith.Constant) && !def.Is(llvm.ConstantOp) {
		return 0, false
	}
	return def.IntAttr("value")
}

func rank(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m, ok := op.Operand(0).Type().(*ir.MemRefType)
	switch {
	case !ok:
		return nil, false
	case m.Ranked:
		return one(c.ConstIndex(int64(len(m.Shape))))
	}
	return one(llvmtypes.Extract(c.Builder, args[0], 0))
}

func pointerAsIndex(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m := typeOf(op.Operand(0))
	var p *ir.Value
	if m.Ranked {
		p = c.DescriptorOf(args[0]).Aligned()
	} else {
		space, _ := c.Types.Space(m)
		pointer := c.Types.Pointer(space)
		at := llvmtypes.GEP(c.Builder, pointer, llvmtypes.Extract(c.Builder, args[0], 1), 0,
			ir.OpFoldResult{Const: 1})
		p = llvmtypes.Load(c.Builder, pointer, at)
	}
	return one(llvmtypes.Cast(c.Builder, llvm.PtrToInt, p, c.Types.Index))
}

// metadata takes a descriptor apart: the buffer as a memref without dimensions, the offset, sizes and
// strides.
func metadata(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m := typeOf(op.Operand(0))
	if _, _, ok := memref.Strides(m); !ok {
		return nil, false
	}
	d := c.DescriptorOf(args[0])
	allocated, aligned := d.Allocated(), d.Aligned()
	results := []*ir.Value{c.FromPointer(typeOf(op.Result(0)), allocated, aligned), d.Offset()}
	for i := range m.Shape {
		results = append(results, d.Size(i))
	}
	for i := range m.Shape {
		results = append(results, d.Stride(i))
	}
	return results, true
}
