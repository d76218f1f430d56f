package gpu

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Alloc is gpu.alloc: memory of the device. With hostShared the host can access it, too.
var Alloc = onDevice(&ir.OpDef{
	Name:    "gpu.alloc",
	Summary: "GPU memory allocation operation.",
	Operands: []ir.OperandDef{
		dependencies, variadic("dynamicSizes", constraint.Index),
		variadic("symbolOperands", constraint.Index),
	},
	Results: []ir.ResultDef{{Name: "memref", Type: anyMemRef}, tokenResult},
	Attrs:   []ir.AttrDef{unit("hostShared"), constraint.OperandSegmentSize},
	Traits:  ir.AttrSizedOperands,
	Format: asyncFormat +
		" (` ` `host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? " +
		"attr-dict `:` type($memref)",
	ResultNames: namedBoth("memref", "asyncToken"),
	Effects:     func(op *ir.Op, add func(ir.Effect)) { add(wholeEffect(ir.Allocate, op.Result(0))) },
	Verify:      verifyAlloc,
})

// Dealloc is gpu.dealloc: it frees memory of a gpu.alloc.
var Dealloc = onDevice(&ir.OpDef{
	Name:     "gpu.dealloc",
	Summary:  "GPU memory deallocation operation",
	Operands: []ir.OperandDef{dependencies, operand("memref", anyMemRef)},
	Results:  []ir.ResultDef{tokenResult},
	Format:   asyncFormat + " $memref attr-dict `:` type($memref)",
	Effects:  func(op *ir.Op, add func(ir.Effect)) { add(wholeEffect(ir.Free, Memory(op))) },
})

// Memcpy is gpu.memcpy: it copies all of one memref to another of its shape.
var Memcpy = onDevice(&ir.OpDef{
	Name:     "gpu.memcpy",
	Summary:  "GPU memcpy operation",
	Operands: []ir.OperandDef{dependencies, operand("dst", anyMemRef), operand("src", anyMemRef)},
	Results:  []ir.ResultDef{tokenResult},
	Format:   asyncFormat + " $dst`,` $src `:` type($dst)`,` type($src) attr-dict",
	Verify:   verifyMemcpy,
	Fold:     memref.FoldCasts,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(wholeEffect(ir.Read, Source(op)))
		add(wholeEffect(ir.Write, Memory(op)))
	},
})

// Memset is gpu.memset: it fills a memref with a value.
var Memset = onDevice(&ir.OpDef{
	Name:     "gpu.memset",
	Summary:  "GPU memset operation",
	Operands: []ir.OperandDef{dependencies, operand("dst", anyMemRef), operand("value", constraint.AnyType)},
	Results:  []ir.ResultDef{tokenResult},
	Format:   asyncFormat + " $dst`,` $value `:` type($dst)`,` type($value) attr-dict",
	Verify:   verifyMemset,
	Fold:     memref.FoldCasts,
	Effects:  func(op *ir.Op, add func(ir.Effect)) { add(wholeEffect(ir.Write, Memory(op))) },
})

// HostRegister is gpu.host_register: it lets the device access memory of the host.
var HostRegister = hostMemory("gpu.host_register", "Registers a memref for access from device.")

// HostUnregister is gpu.host_unregister: it ends the access that gpu.host_register allowed.
var HostUnregister = hostMemory("gpu.host_unregister", "Unregisters a memref for access from device.")

func hostMemory(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:     name,
		Summary:  summary,
		Operands: []ir.OperandDef{operand("value", unranked)},
		Format:   "$value attr-dict `:` type($value)",
	}
}

// Memory returns the memref that a Dealloc frees, or that a Memcpy or a Memset writes.
func Memory(op *ir.Op) *ir.Value { return op.OperandsOf(1)[0] }

// Source returns the memref that a Memcpy reads, or the value of a Memset.
func Source(op *ir.Op) *ir.Value { return op.OperandsOf(2)[0] }

func verifyAlloc(op *ir.Op) error {
	t := op.Result(0).Type().(*ir.MemRefType)
	if got, want := len(op.OperandsOf(1)), memref.DynamicDims(t.Shape); got != want {
		return op.OpErrorf(codeGPU, "incorrect number of dynamic sizes, has %d, expected %d", got, want)
	}
	if len(op.OperandsOf(2)) != memref.LayoutSymbols(t) {
		return op.OpErrorf(codeGPU, "symbol operand count does not equal memref symbol count")
	}
	return nil
}

func verifyMemcpy(op *ir.Op) error {
	dst, src := Memory(op).Type().(*ir.MemRefType), Source(op).Type().(*ir.MemRefType)
	if dst.Elem != src.Elem {
		return op.OpErrorf(codeGPU, "arguments have incompatible element type")
	}
	if !ir.CompatibleShapes(dst.Shape, src.Shape) {
		return op.OpErrorf(codeGPU, "arguments have incompatible shape")
	}
	return nil
}

func verifyMemset(op *ir.Op) error {
	value := Source(op).Type()
	if s, ok := value.(ir.ShapedType); ok {
		value = s.ElemType()
	}
	if Memory(op).Type().(*ir.MemRefType).Elem != value {
		return op.OpErrorf(codeGPU, "failed to verify that all of {dst, value} have same element type")
	}
	return nil
}
