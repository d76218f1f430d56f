package ptx

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Loads and stores of matrices by a warp, and products: PTX ISA, "Warp Level Matrix Multiply-Accumulate
// Instructions".

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){nvvm.LdMatrix: writeLdMatrix,
		nvvm.StMatrix: writeStMatrix, nvvm.MmaSync: writeMma,
		nvvm.SparseMma: writeSparseMma, nvvm.WmmaLoad: writeWmmaLoad, nvvm.WmmaStore: writeWmmaStore,
		nvvm.WmmaMma: writeWmmaMma})
}

// matrixSuffix returns the shape, the number and the layout of matrices as modifiers of an instruction.
func matrixSuffix(op *ir.Op, count int) (string, bool) {
	shape := op.Attr("shape").(*ir.ParametricAttr)
	if shape.IntParam(0) != 8 || shape.IntParam(1) != 8 {
		return "", false
	}
	suffix := fmt.Sprintf(".sync.aligned.m8n8.x%d", count)
	if caseName(op, "layout") == "col" {
		suffix += ".trans"
	}
	return suffix + ".shared.b16", true
}

func writeLdMatrix(f *function, op *ir.Op) {
	f.require(op, turing)
	n, _ := op.IntAttr("num")
	suffix, ok := matrixSuffix(op, int(n))
	if !ok {
		f.fail(op, codeOp, "loads matrices of another shape than 8 x 8, which cannot be written")
		return
	}
	at := f.inSpace(f.word(op.Operand(0)), llvm.Shared)
	out := make([]operand, n)
	for i := range out {
		out[i] = f.fresh(b32)
	}
	f.line(fmt.Sprintf("ldmatrix%s %s, %s;", suffix, list(out), f.place(at, 0)))
	f.set(op.Result(0), out...)
}

// list returns registers in braces. A single register has braces, too.
func list(regs []operand) string {
	if len(regs) == 1 {
		return "{" + regs[0].text("") + "}"
	}
	return braces(regs)
}

func writeStMatrix(f *function, op *ir.Op) {
	f.require(op, hopper)
	words := f.registers(op.Operands()[1:])
	suffix, ok := matrixSuffix(op, len(words))
	if !ok {
		f.fail(op, codeOp, "stores matrices of another shape than 8 x 8, which cannot be written")
		return
	}
	at := f.inSpace(f.word(op.Operand(0)), llvm.Shared)
	f.line(fmt.Sprintf("stmatrix%s %s, %s;", suffix, f.place(at, 0), list(words)))
}

// registers returns the words of values in registers.
func (f *function) registers(values []*ir.Value) []operand {
	var out []operand
	for _, v := range values {
		for _, w := range f.wordsOf(v) {
			out = append(out, f.inRegister(w))
		}
	}
	return out
}

func writeMma(f *function, op *ir.Op) {
	m, n, k := nvvm.Shape(op)
	elemA, elemB := nvvm.Multiplicands(op)
	a, b, c := nvvm.Fragments(op)
	members, _ := llvm.Members(op.Result(0).Type())
	if need := ampere; elemA == "f16" && m == 16 && k == 8 || m == 8 {
		f.require(op, turing)
	} else {
		f.require(op, need)
	}
	mode := ""
	if caseName(op, "intOverflowBehavior") == "satfinite" {
		mode = ".satfinite"
	}
	bitwise := map[string]string{"xor_popc": ".xor.popc", "and_popc": ".and.popc"}[caseName(op, "b1Op")]
	out := f.results(members)
	f.line(fmt.Sprintf("mma.sync.aligned.m%dn%dk%d.%s.%s%s.%s.%s.%s.%s%s %s, %s, %s, %s;", m, n, k,
		caseName(op, "layoutA"), caseName(op, "layoutB"), mode,
		nvvm.Accumulator(members[0]), elemA, elemB, nvvm.Accumulator(c[0].Type()), bitwise,
		list(out), list(f.registers(a)), list(f.registers(b)), list(f.registers(c))))
	f.set(op.Result(0), out...)
}

// results returns new registers for the members of a struct.
func (f *function) results(members []ir.Type) []operand {
	var out []operand
	for _, t := range members {
		all, _ := words(nil, t)
		for _, w := range all {
			out = append(out, f.fresh(w.class))
		}
	}
	return out
}

// writeSparseMma multiplies by a matrix of which half of the elements are stored: PTX ISA, "mma.sp".
func writeSparseMma(f *function, op *ir.Op) {
	f.require(op, ampere)
	m, n, k := nvvm.Shape(op)
	elemA, elemB := nvvm.Multiplicands(op)
	a, b, c := nvvm.Fragments(op)
	members, _ := llvm.Members(op.Result(0).Type())
	metadata, selector := nvvm.Metadata(op)
	chosen := f.word(selector)
	switch {
	case chosen.kind != immediate:
		f.fail(op, codeOp, "has a selector that is no constant")
		return
	case op.Attr("kind") != nil:
		f.fail(op, codeOp, "multiplies floats in a way that needs instructions of sm_120a")
		return
	}
	name, mode := "mma.sp", ""
	if op.Attr("orderedMetadata") != nil {
		f.require(op, requirement{version: version{8, 5}, device: 80})
		name += "::ordered_metadata"
	}
	if caseName(op, "intOverflowBehavior") == "satfinite" {
		mode = ".satfinite"
	}
	out := f.results(members)
	f.line(fmt.Sprintf("%s.sync.aligned.m%dn%dk%d.row.col%s.%s.%s.%s.%s %s, %s, %s, %s, %s, %d;", name, m, n,
		k, mode,
		nvvm.Accumulator(members[0]), elemA, elemB, nvvm.Accumulator(c[0].Type()), list(out),
		list(f.registers(a)), list(f.registers(b)),
		list(f.registers(c)), f.inRegister(f.word(metadata)).text(""), chosen.imm))
	f.set(op.Result(0), out...)
}
