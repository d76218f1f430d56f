package llvmtypes

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Fragment returns the names that instructions have for a matrix which a warp holds: its role in a product
// (a, b or c), the type of its elements, and the shape of a product with such a matrix. ok is false if there
// is no such product.
func Fragment(m gpu.MMAMatrix) (frag, elem string, shape [3]int64, ok bool) {
	frag = map[string]string{"AOp": "a", "BOp": "b", "COp": "c"}[m.Operand]
	switch t := m.Elem.(type) {
	case *ir.FloatType:
		elem = map[ir.FloatKind]string{ir.F16: "f16", ir.F32: "f32", ir.F64: "f64"}[t.Kind]
		if elem == "f32" && frag != "c" {
			elem = "tf32"
		}
	case *ir.IntegerType:
		elem = map[ir.Signedness]string{ir.Signed: "s8", ir.Unsigned: "u8", ir.Signless: "s32"}[t.Sign]
	}
	shape, ok = nvvm.WmmaShapeOf(frag, elem, m.Rows, m.Columns)
	return frag, elem, shape, ok
}

// fragment returns the type of a thread's part of such a matrix: a struct of words, or a single number.
func (t *Types) fragment(m gpu.MMAMatrix) ir.Type {
	frag, elem, shape, ok := Fragment(m)
	if !ok {
		return nil
	}
	n, word, _ := nvvm.WmmaWords(t.Ctx, shape, frag, elem)
	if n == 1 && elem == "f64" {
		return word
	}
	return llvm.StructType(t.Ctx, slices.Repeat([]ir.Type{word}, n)...)
}
