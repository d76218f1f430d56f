package ptx

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// ArgumentAlign is the alignment, in bytes, of the addresses that kernels get. The driver aligns allocations
// to 256, and Inflight's engines align arguments to 16. The program that launches a kernel must keep to it:
// the parameter declares the alignment in the text (.ptr .align), and the first access that relies on it
// traps if an address breaks it.
const ArgumentAlign = 16

// alignmentOf returns a power of two, at most 16, that certainly divides an address.
func (f *function) alignmentOf(p *ir.Value) int64 {
	def := p.DefiningOp()
	switch {
	case p.IsArgument() && p.Owner() == f.root.Body() && isKernel(f.root):
		return ArgumentAlign
	case def.Is(llvm.AddressOf):
		if v := f.globals[def.Attr("global_name").(*ir.SymbolRefAttr).Root]; v != nil {
			return min(ArgumentAlign, v.align)
		}
	case def.Is(llvm.AddrSpaceCast):
		return f.alignmentOf(def.Operand(0))
	case def.Is(llvm.GEP):
		return f.alignmentOfElement(def)
	case def.Is(llvm.Select):
		return min(f.alignmentOf(def.Operand(1)), f.alignmentOf(def.Operand(2)))
	}
	return 1
}

// alignmentOfElement is alignmentOf for the address of an element.
func (f *function) alignmentOfElement(op *ir.Op) int64 {
	align := f.alignmentOf(op.Operand(0))
	t := op.Attr("elem_type").(*ir.TypeAttr).Type
	dynamic := op.Operands()[1:]
	for i, n := range op.Ints("rawConstantIndices") {
		size, _ := sizeOf(t)
		distance := int64(0)
		switch {
		case i > 0 && n != llvm.DynamicIndex:
			distance, t = memberOffset(t, n)
		default:
			if i > 0 {
				_, t = memberOffset(t, 0)
				size, _ = sizeOf(t)
			}
			if n != llvm.DynamicIndex {
				distance = n * size
				break
			}
			distance = size * f.multipleOf(dynamic[0], maxDepth)
			dynamic = dynamic[1:]
		}
		align = min(align, powerIn(distance))
	}
	return align
}

// powerIn returns the largest power of two, at most 16, that divides a number.
func powerIn(n int64) int64 {
	if n == 0 {
		return ArgumentAlign
	}
	return int64(min(ArgumentAlign, uint64(n)&-uint64(n)))
}

// multipleOf returns a power of two, at most 16, that certainly divides an integer.
func (f *function) multipleOf(v *ir.Value, depth int) int64 {
	if x := f.lookup(v); len(x.words) == 1 && x.words[0].kind == immediate {
		return powerIn(x.words[0].imm)
	}
	def := v.DefiningOp()
	if def == nil || depth == 0 {
		return 1
	}
	operand := func(i int) int64 { return f.multipleOf(def.Operand(i), depth-1) }
	switch def.Def() {
	case llvm.Add, llvm.Sub, llvm.Or:
		return min(operand(0), operand(1))
	case llvm.Mul:
		return min(ArgumentAlign, operand(0)*operand(1))
	case llvm.SExt, llvm.ZExt, llvm.Trunc:
		return operand(0)
	case llvm.And:
		return max(operand(0), operand(1))
	case llvm.Shl:
		if n, ok := f.position(def.Operand(1)); ok && n >= 0 && n < 5 {
			return min(ArgumentAlign, operand(0)<<n)
		}
	case llvm.URem, llvm.SRem: // a remainder is the number less a multiple of the divisor
		return min(operand(0), operand(1))
	}
	return 1
}
