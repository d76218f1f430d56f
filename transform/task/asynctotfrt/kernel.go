package asynctotfrt

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// binaries has the kernels of operations on two numbers, without the suffix for their type.
var binaries = map[*ir.OpDef]string{arith.AddI: "add", arith.AddF: "add", arith.SubI: "minus",
	arith.MulI: "mul",
	arith.MulF: "multiply", arith.AndI: "and"}

var comparisons = map[int64]string{arith.EQ: "equal", arith.SLE: "lessequal"}

// printed has the kernels that print a text in front of a number, by the text.
var printed = map[string]string{"int1 = ": "print.i1", "int32 = ": "print.i32", "int64 = ": "print.i64"}

// kernelOf returns the kernel of an operation that computes, nil if there is none.
func kernelOf(op *ir.Op) *ir.OpDef {
	name, suffix := "", ""
	switch {
	case op.Is(arith.Constant):
		name, suffix = "constant", op.Result(0).Type().String()
	case op.Is(arith.CmpI):
		name, suffix = comparisons[arith.Predicate(op)], op.Operand(0).Type().String()
	case binaries[op.Def()] != "":
		name, suffix = binaries[op.Def()], op.Operand(0).Type().String()
	}
	if name == "" {
		return nil
	}
	return op.Context().OpDef("tfrt." + name + "." + suffix)
}

// printOf returns the kernel of a print of a number behind a print of a text, nil if there is none.
func printOf(op *ir.Op) *ir.OpDef {
	before := op.Prev()
	if !op.Is(vector.Print) || op.NumOperands() != 1 || before == nil || !before.Is(vector.Print) {
		return nil
	}
	kernel := isText(before)
	if kernel == "" || op.Operand(0).Type().String() != kernel[len("print."):] {
		return nil
	}
	return op.Context().OpDef("tfrt." + kernel)
}

// isKernel reports whether an operation becomes a kernel, or is the first of two prints that do.
func isKernel(op *ir.Op) bool {
	if op.Is(vector.Print) && isText(op) != "" {
		return op.Next() != nil && printOf(op.Next()) != nil
	}
	return kernelOf(op) != nil || printOf(op) != nil
}

// kernel converts an operation that computes or prints. order is the chain behind which prints are; it
// returns the chain behind which the next one is.
func (v *conversion) kernel(op *ir.Op, order *ir.Value) (*ir.Value, error) {
	if op.Is(vector.Print) {
		return v.print(op, order)
	}
	def := kernelOf(op)
	if def == nil {
		return nil, op.Errorf(codeUnsupported, "'%s' does not become a kernel of TFRT", op.Name())
	}
	s := ir.OpState{Def: def, Operands: v.operands(op.Operands()), Results: op.ResultTypes()}
	if op.Is(arith.Constant) {
		s.Attrs = []ir.NamedAttr{{Name: "value", Value: op.Attr("value")}}
	}
	v.values[op.Result(0)] = v.Create(s).Result(0)
	return order, nil
}

// print converts two prints in a row: a text such as "int32 = ", and a number. The first of them makes
// nothing.
func (v *conversion) print(op *ir.Op, order *ir.Value) (*ir.Value, error) {
	if isText(op) != "" && isKernel(op) {
		return order, nil
	}
	def := printOf(op)
	if def == nil {
		return nil, op.Errorf(codeUnsupported,
			"outside of a region, 'vector.print' becomes a kernel only of an "+
				"integer behind a text such as \"int32 = \"")
	}
	if order == nil {
		order = v.Op(tfrt.NewChain, nil).Result(0)
	}
	return v.Make(def, []*ir.Value{v.values[op.Operand(0)], order},
		[]ir.Type{tfrt.ChainType(v.Ctx)}).Result(0), nil
}

// isText returns the kernel that a print of a text is the beginning of, "" for other operations.
func isText(op *ir.Op) string {
	s, ok := op.Attr("stringLiteral").(*ir.StringAttr)
	if !ok || op.NumOperands() > 0 {
		return ""
	}
	return printed[s.Value]
}
