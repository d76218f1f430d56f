package finalizememreftollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// arrayType returns the type of the memory of a memref of static shape: nested arrays.
func arrayType(c *llvmtypes.Conversion, m *ir.MemRefType) ir.Type {
	t := c.Types.Type(m.Elem)
	for i := len(m.Shape) - 1; i >= 0; i-- {
		t = llvm.ArrayType(c.Ctx, m.Shape[i], t)
	}
	return t
}

// global makes a variable of LLVM. One without initial value is defined elsewhere; one that is left
// uninitialized has an undefined value.
func global(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	m := memref.GlobalType(op)
	if m == nil || !memref.IsStatic(m.Shape) || c.Types.Type(m) == nil {
		return nil, false
	}
	linkage := int64(llvm.LinkageExternal)
	if v := op.StringAttr("sym_visibility"); v != "" && v != "public" {
		linkage = llvm.LinkagePrivate
	}
	attrs := append(alignment(op), op.Attrs()...)
	if op.Attr("constant") != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "constant", Value: c.Ctx.Unit})
	}
	if space, _ := c.Types.Space(m); space != 0 {
		attrs = append(attrs, ir.NamedAttr{Name: "addr_space", Value: c.Ctx.Int(c.Ctx.I32, space)})
	}
	initial := op.Attr("initial_value")
	_, uninitialized := initial.(*ir.UnitAttr)
	if initial != nil && !uninitialized {
		attrs = append(attrs, ir.NamedAttr{Name: "value", Value: initialValue(c.Ctx, m, initial)})
	}
	t := arrayType(c, m)
	made := llvmtypes.NewGlobal(c.Builder, op.SymbolName(), t, linkage, attrs...)
	if uninitialized {
		block := ir.NewBlock()
		made.Region(0).Append(block)
		c.InBlock(block, func() {
			v := c.Make(llvm.MLIRUndef, nil, []ir.Type{t}).Result(0)
			c.Make(llvm.Return, []*ir.Value{v}, []ir.Type{})
		})
	}
	return nil, true
}

// initialValue returns the value of a variable: of a memref without dimensions the number itself.
func initialValue(c *ir.Context, m *ir.MemRefType, a ir.Attr) ir.Attr {
	d, ok := a.(*ir.DenseElementsAttr)
	if !ok || len(m.Shape) > 0 {
		return a
	}
	switch t := d.Type.ElemType().(type) {
	case *ir.IntegerType:
		if t.Width <= 64 {
			return c.Int(t, int64(d.Element(0)))
		}
	case *ir.IndexType:
		return c.Int(t, int64(d.Element(0)))
	case *ir.FloatType:
		if t.Width() <= 64 {
			return c.FloatBits(t, d.Element(0))
		}
	}
	return a
}

// notAllocated is the pointer that a global memref was allocated with: no one must free it.
const notAllocated = 0xdeadbeef

// getGlobal makes the descriptor of a global memref.
func getGlobal(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	m := typeOf(op.Result(0))
	if c.Types.Type(m) == nil {
		return nil, false
	}
	e := extentsOf(c, m, nil)
	c.BytesOf(c.Types.Type(m.Elem), e.elements) // as upstream, which has no use for it either
	space, _ := c.Types.Space(m)
	pointer := c.Types.Pointer(space)
	t := arrayType(c, m)
	at := c.Make(llvm.AddressOf, nil, []ir.Type{pointer},
		ir.NamedAttr{Name: "global_name", Value: op.Attr("name")}).Result(0)
	first := llvmtypes.GEP(c.Builder, t, at, 0, make([]ir.OpFoldResult, len(m.Shape)+1)...)
	marker := llvmtypes.Cast(c.Builder, llvm.IntToPtr,
		llvmtypes.Const(c.Builder, c.Ctx.I64, c.Ctx.IndexAttr(notAllocated)), pointer)
	return one(e.descriptor(c, m, marker, first))
}
