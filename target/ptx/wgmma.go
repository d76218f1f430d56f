package ptx

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Products of matrices by a warpgroup: PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
// Instructions". A product reads and writes the registers of D until the wait. So consecutive products use
// the same registers, and a copy of D to other registers stands in front of the fence.

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		nvvm.WarpgroupFence: writeWarpgroupFence, nvvm.WarpgroupMma: writeWarpgroupMma,
		nvvm.WarpgroupWait: writeWarpgroupWait,
		nvvm.WarpgroupCommit: func(f *function, op *ir.Op) {
			f.require(op, warpgroup)
			f.line("wgmma.commit_group.sync.aligned;")
		},
	})
}

// writeWarpgroupFence copies those accumulators of the following products that have later uses.
func writeWarpgroupFence(f *function, op *ir.Op) {
	f.require(op, warpgroup)
	for next := op.Next(); next != nil && next.Def() != nvvm.WarpgroupCommit &&
		next.Def() != op.Def(); next = next.Next() {
		if next.Def() == nvvm.WarpgroupMma {
			f.prepareAccumulator(op, next)
		}
	}
	f.line("wgmma.fence.sync.aligned;")
}

// prepareAccumulator copies the accumulator of a product if it is defined at the fence and has uses after the
// product.
func (f *function) prepareAccumulator(fence, product *ir.Op) {
	v := product.Operand(0)
	if v.DefinedBy(nvvm.WarpgroupMma) != nil || !f.knownAt(fence, v) || f.endsAt(v, product) {
		return
	}
	f.accumulators[product] = f.copies(f.wordsOf(v))
}

// knownAt reports whether a value is defined before an operation. If the value is a member of another one
// that is defined before, knownAt extracts it.
func (f *function) knownAt(at *ir.Op, v *ir.Value) bool {
	def := v.DefiningOp()
	switch {
	case def == nil, def.Block() != at.Block() || def.IsBefore(at), def.Has(ir.ConstantLike):
		return true
	case def.Def() != llvm.ExtractValue || !f.knownAt(at, def.Operand(0)):
		return false
	}
	writeExtractValue(f, def) // this writes no instruction
	return true
}

// copies returns new registers with the same numbers.
func (f *function) copies(list []operand) []operand {
	out := make([]operand, len(list))
	for i, w := range list {
		out[i] = f.move(f.fresh(w.class), w)
	}
	return out
}

// accumulator returns the registers of a product.
func (f *function) accumulator(op *ir.Op) []operand {
	if list, ok := f.accumulators[op]; ok {
		return list
	}
	v := op.Operand(0)
	if f.endsAt(v, op) {
		return f.wordsOf(v)
	}
	return f.copies(f.wordsOf(v))
}

func writeWarpgroupMma(f *function, op *ir.Op) {
	f.require(op, warpgroup)
	m, n, k := nvvm.Shape(op)
	a, b, d := nvvm.WarpgroupTypes(op)
	registers := f.accumulator(op)
	if slices.ContainsFunc(registers, func(w operand) bool { return w.class != b32 }) {
		f.fail(op, codeOp,
			"accumulates in registers of 16 bits; each word has two elements of f16, as vector<2xf16>")
		return
	}
	modifier := ""
	switch {
	case a == "b1":
		modifier = ".and.popc"
	case caseName(op, "satfinite") == "satfinite":
		modifier = ".satfinite"
	}
	descA, descB := f.inRegister(f.word(op.Operand(1))), f.inRegister(f.word(op.Operand(2)))
	adds := f.op(pred, "setp.ne.b32", bits(b32, scale(op, "scaleD")), bits(b32, 0))
	f.line(fmt.Sprintf("wgmma.mma_async.sync.aligned.m%dn%dk%d.%s.%s.%s%s %s, %s, %s, %s%s;", m, n, k, d, a,
		b, modifier, braces(registers),
		descA.text(""), descB.text(""), adds.text(""), warpgroupModes(op, a)))
	f.set(op.Result(0), registers...)
}

// warpgroupModes returns the constant operands at the end of a product. Products of floats have the signs of
// A and B. Those of 16 bits also say whether A and B are transposed. A matrix is not transposed if the rows
// of A, or the columns of B, are contiguous.
func warpgroupModes(op *ir.Op, elem string) string {
	if elem == "s8" || elem == "u8" || elem == "b1" {
		return ""
	}
	text := fmt.Sprintf(", %d, %d", scale(op, "scaleA"), scale(op, "scaleB"))
	if elem != "f16" && elem != "bf16" {
		return text
	}
	return text + fmt.Sprintf(", %d, %d", flag(caseName(op, "layoutA") == "col"),
		flag(caseName(op, "layoutB") == "row"))
}

func scale(op *ir.Op, attr string) int64 { return op.Attr(attr).(*ir.EnumAttr).Value }

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

func writeWarpgroupWait(f *function, op *ir.Op) {
	f.require(op, warpgroup)
	n, _ := op.IntAttr("group")
	f.line(fmt.Sprintf("wgmma.wait_group.sync.aligned %d;", n))
}
