package convertcomplextollvm

import (
	"github.com/inflight-compiler/inflight/complexes"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// writer writes formulas down as operations of the llvm dialect.
type writer struct {
	*ir.Builder
	elem  *ir.FloatType
	flags ir.NamedAttr // of the operation
}

var _ complexes.Scalars[*ir.Value, *ir.Value] = (*writer)(nil)

// newWriter returns a writer for an operation on complex numbers.
func newWriter(c *llvmtypes.Conversion, op *ir.Op) *writer {
	w := &writer{Builder: c.Builder, elem: op.Operand(0).Type().(*ir.ComplexType).Elem.(*ir.FloatType)}
	w.flags = w.noFlags()
	if flags := llvmtypes.Fastmath(nil, op); len(flags) > 0 {
		w.flags = flags[0]
	}
	return w
}

func (w *writer) noFlags() ir.NamedAttr {
	return ir.NamedAttr{Name: "fastmathFlags", Value: w.Ctx.Enum(llvm.FastmathFlags, 0)}
}

func (w *writer) Constant(v float64) *ir.Value {
	return llvmtypes.Const(w.Builder, w.elem, w.Ctx.FloatValue(w.elem, v))
}

// operations are those of formulas that the llvm dialect writes down.
var operations = map[complexes.Operation]*ir.OpDef{
	complexes.Add: llvm.FAdd, complexes.Sub: llvm.FSub, complexes.Mul: llvm.FMul, complexes.Div: llvm.FDiv,
	complexes.Abs: llvm.Intrinsic("fabs"), complexes.CopySign: llvm.Intrinsic("copysign"),
	complexes.Sqrt: llvm.Intrinsic("sqrt"),
}

func (w *writer) Compute(op complexes.Operation, flags complexes.Flags, args ...*ir.Value) *ir.Value {
	attr := w.flags
	if flags == complexes.None {
		attr = w.noFlags()
	}
	return w.Make(operations[op], args, []ir.Type{w.elem}, attr).Result(0)
}

// given computes an operation with the flags of the one that is lowered.
func (w *writer) given(op complexes.Operation, args ...*ir.Value) *ir.Value {
	return w.Compute(op, complexes.Given, args...)
}

func (w *writer) Compare(p complexes.Predicate, _ complexes.Flags, x, y *ir.Value) *ir.Value {
	predicate := ir.NamedAttr{Name: "predicate", Value: w.Ctx.Int(w.Ctx.I64, int64(p))}
	return w.Make(llvm.FCmp, []*ir.Value{x, y}, []ir.Type{w.Ctx.I1}, predicate, w.noFlags()).Result(0)
}

func (w *writer) And(x, y *ir.Value) *ir.Value { return llvmtypes.Binary(w.Builder, llvm.And, x, y) }

func (w *writer) Or(x, y *ir.Value) *ir.Value { return llvmtypes.Binary(w.Builder, llvm.Or, x, y) }

func (w *writer) Select(cond, x, y *ir.Value) *ir.Value {
	return llvmtypes.Select(w.Builder, cond, x, y)
}
