package ptx

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Products of matrices with opaque fragments: PTX ISA, "wmma".

// requireWmma notes the least device that has products of such elements.
func (f *function) requireWmma(op *ir.Op, element string) {
	switch element {
	case "tf32", "f64":
		f.require(op, requirement{version: version{7, 0}, device: 80})
	case "s8", "u8", "s32":
		f.require(op, requirement{version: version{6, 3}, device: 72})
	}
	if _, _, k := wmmaExtents(op); k < 16 {
		f.require(op, requirement{version: version{7, 0}, device: 80})
	}
}

func wmmaExtents(op *ir.Op) (m, n, k int64) {
	s := nvvm.WmmaShape(op)
	return s[0], s[1], s[2]
}

// wmmaName returns the name of an instruction up to the shape.
func wmmaName(op *ir.Op, what, layouts string) string {
	m, n, k := wmmaExtents(op)
	return fmt.Sprintf("wmma.%s.sync.aligned.%s.m%dn%dk%d", what, layouts, m, n, k)
}

// wmmaMemory returns the modifier for the memory space of a pointer, and the address.
func (f *function) wmmaMemory(op *ir.Op) (modifier, address string) {
	at := f.word(op.Operand(0))
	switch space, _ := llvm.AddressSpace(op.Operand(0).Type()); space {
	case llvm.Global:
		return ".global", f.place(f.inSpace(at, llvm.Global), 0)
	case llvm.Shared:
		return ".shared", f.place(f.inSpace(at, llvm.Shared), 0)
	}
	return "", f.place(f.inSpace(at, llvm.Generic), 0)
}

func writeWmmaLoad(f *function, op *ir.Op) {
	element := caseName(op, "eltype")
	f.requireWmma(op, element)
	modifier, address := f.wmmaMemory(op)
	stride := f.inRegister(f.word(op.Operand(1)))
	t := op.Result(0).Type()
	members, isStruct := llvm.Members(t)
	if !isStruct {
		members = []ir.Type{t}
	}
	out := f.results(members)
	f.line(fmt.Sprintf("%s%s.%s %s, %s, %s;",
		wmmaName(op, "load."+caseName(op, "frag"), caseName(op, "layout")), modifier, element, list(out),
		address, stride.text("")))
	f.set(op.Result(0), out...)
}

func writeWmmaStore(f *function, op *ir.Op) {
	element := caseName(op, "eltype")
	f.requireWmma(op, element)
	modifier, address := f.wmmaMemory(op)
	stride := f.inRegister(f.word(op.Operand(op.NumOperands() - 1)))
	f.line(fmt.Sprintf("%s%s.%s %s, %s, %s;", wmmaName(op, "store.d", caseName(op, "layout")), modifier,
		element, address,
		list(f.registers(op.OperandsOf(1))), stride.text("")))
}

func writeWmmaMma(f *function, op *ir.Op) {
	factor, sum := caseName(op, "eltypeA"), caseName(op, "eltypeB")
	f.requireWmma(op, factor)
	shape := nvvm.WmmaShape(op)
	words := f.registers(op.Operands())
	a, _, _ := nvvm.WmmaWords(op.Context(), shape, "a", factor)
	b, _, _ := nvvm.WmmaWords(op.Context(), shape, "b", factor)
	types := "." + sum + "." + sum // those of D and C
	if factor != "f16" {
		types = "." + sum + "." + factor + "." + factor + "." + sum
	}
	members, _ := llvm.Members(op.Result(0).Type())
	out := f.results(members)
	f.line(fmt.Sprintf("%s%s %s, %s, %s, %s;",
		wmmaName(op, "mma", caseName(op, "layoutA")+"."+caseName(op, "layoutB")), types, list(out),
		list(words[:a]), list(words[a:a+b]), list(words[a+b:])))
	f.set(op.Result(0), out...)
}
