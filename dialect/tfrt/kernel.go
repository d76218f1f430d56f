package tfrt

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// A shape lists what a kernel without custom form takes and gives. Behind the operands there may be others of
// any type: chains that the kernel waits for.
type shape struct {
	in, out []ir.TypeConstraint
	attrs   []ir.AttrDef
	// manyResults says that there are any results, of any type, behind out.
	manyResults bool
}

// kernel makes the entry of a kernel without custom form.
func kernel(name, summary string, s shape) *ir.OpDef {
	def := &ir.OpDef{Name: name, Summary: summary, Attrs: s.attrs}
	for _, t := range s.in {
		def.Operands = append(def.Operands, ir.OperandDef{Name: "argument", Type: t})
	}
	def.Operands = append(def.Operands, ir.OperandDef{Name: "rest", Type: constraint.AnyType,
		Arity: ir.Variadic})
	for _, t := range s.out {
		def.Results = append(def.Results, ir.ResultDef{Name: "result", Type: t})
	}
	if s.manyResults {
		def.Results = append(def.Results, ir.ResultDef{Name: "results", Type: constraint.AnyType,
			Arity: ir.Variadic})
	}
	return def
}

type types = []ir.TypeConstraint

// genericKernels are the kernels of tfrt that are written in generic form only.
func genericKernels() []*ir.OpDef {
	defs := suffixed(generic("minus", "difference"), "i32", "i64")
	defs = append(defs, suffixed(generic("minimum", "smaller"), "f32", "f64")...)
	defs = append(defs, suffixed(generic("div", "quotient"), "f32", "f64")...)
	defs = append(defs, suffixed(generic("multiply", "product"), "f32", "f64")...)
	for _, t := range []string{"i32", "i64"} {
		defs = append(defs, kernel("tfrt.lessequal."+t, "whether the first of two values of type "+t+
			" is at most the second", shape{in: types{scalars[t], scalars[t]}, out: types{constraint.I1}}))
	}
	for _, t := range []string{"f32", "f64"} {
		defs = append(defs, kernel("tfrt.cast.i64_to_"+t, "an i64 as "+t,
			shape{in: types{scalars["i64"]}, out: types{scalars[t]}}),
			kernel("tfrt.cast."+t+"_to_i64", "an "+t+" as i64",
				shape{in: types{scalars[t]}, out: types{scalars["i64"]}}))
	}
	for _, t := range []string{"complex64", "complex128"} {
		defs = append(defs, kernel("tfrt.print."+t, "prints a value of type "+t,
			shape{in: types{scalars[t], chain}, out: types{chain}}))
	}
	return defs
}

// generic makes entries of kernels on two numbers with a result of their type.
func generic(name, what string) func(suffix string) *ir.OpDef {
	return func(suffix string) *ir.OpDef {
		t := scalars[suffix]
		return kernel("tfrt."+name+"."+suffix, what+" of two values of type "+suffix,
			shape{in: types{t, t}, out: types{t}})
	}
}
