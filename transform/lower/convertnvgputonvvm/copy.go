package convertnvgputonvvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// The operand groups of an asynchronous copy.
const (
	copyDst = iota
	copyDstIndices
	copySrc
	copySrcIndices
	copySrcElements
)

func asyncCopy(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	copied := nvgpu.CopyOf(op)
	dst, src := memrefOf(c, copied.Dst), memrefOf(c, copied.Src)
	if dst == nil || src == nil {
		return nil, false
	}
	to := c.ElementPointer(dst, group(op, args, copyDst)[0], group(op, args, copyDstIndices),
		llvmtypes.Flags{})
	from := global(c, c.ElementPointer(src, group(op, args, copySrc)[0], group(op, args, copySrcIndices),
		llvmtypes.Flags{}))
	bits := nvgpu.Bits(dst.Elem)
	bytes := copied.Elements * bits / 8
	operands := []*ir.Value{to, from}
	if copied.SrcElements != nil {
		operands = append(operands, bytesRead(c, bits, group(op, args, copySrcElements)[0]))
	}
	modifier := "ca"
	if bytes == 16 && op.Attr("bypassL1") != nil {
		modifier = "cg"
	}
	value, _ := nvvm.CacheModifier.CaseValue(modifier)
	c.Create(ir.OpState{Def: nvvm.CpAsync, Operands: operands, Results: []ir.Type{}, Attrs: []ir.NamedAttr{
		{Name: "size", Value: c.Ctx.Int(c.Ctx.I32, bytes)},
		{Name: "modifier", Value: c.Ctx.Enum(nvvm.CacheModifier, value)},
	}})
	return one(token(c))
}

// bytesRead returns how many bytes so many elements are.
func bytesRead(c *llvmtypes.Conversion, bits int64, elements *ir.Value) *ir.Value {
	three := llvmtypes.ConstInt(c.Builder, c.Ctx.I32, 3)
	width := llvmtypes.ConstInt(c.Builder, c.Ctx.I32, bits)
	return llvmtypes.Binary(c.Builder, llvm.LShr,
		llvmtypes.Binary(c.Builder, llvm.Mul, width, i32(c, elements)), three)
}

// global casts a pointer to global memory.
func global(c *llvmtypes.Conversion, p *ir.Value) *ir.Value {
	if space, _ := llvm.AddressSpace(p.Type()); space == llvm.Global {
		return p
	}
	return llvmtypes.Cast(c.Builder, llvm.AddrSpaceCast, p, c.Types.Pointer(llvm.Global))
}

// token returns what stands for a token.
func token(c *llvmtypes.Conversion) *ir.Value { return llvmtypes.ConstInt(c.Builder, c.Ctx.I32, 0) }

func createGroup(c *llvmtypes.Conversion, _ *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	nvvm.NewCpAsyncCommitGroup(c.Builder)
	return one(token(c))
}

func wait(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	n, _ := op.IntAttr("numGroups")
	nvvm.NewCpAsyncWaitGroup(c.Builder, n)
	return nil, true
}
