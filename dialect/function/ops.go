package function

import (
	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the func dialect.
var Dialect = &ir.Dialect{
	Name:     "func",
	Ops:      []*ir.OpDef{Call, CallIndirect, Constant, Func, Return},
	Constant: materialize,
}

// noInline is the attribute that keeps a function or a call from being inlined.
var noInline = ir.AttrDef{Name: "no_inline", Type: constraint.Unit, Optional: true}

// Func is func.func: a function or, with an empty region, the declaration of a function defined elsewhere.
var Func = &ir.OpDef{
	Name:    "func.func",
	Summary: "an operation with a name containing a single SSACFG region",
	Attrs: append([]ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "function_type", Type: constraint.FunctionTypeAttr},
		{Name: "sym_visibility", Type: constraint.String, Optional: true},
		noInline,
	}, signature.Attrs...),
	Regions:        []ir.RegionDef{{Name: "body", Any: true}},
	Traits:         ir.AffineScope | ir.AllocationScope | ir.IsolatedFromAbove | ir.IsSymbol,
	DefaultDialect: "func",
	Parse:          signature.ParseFunction,
	Print:          signature.PrintFunction,
	Verify:         verifyFunc,
}

// Return is func.return.
var Return = &ir.OpDef{
	Name:      "func.return",
	Summary:   "function return operation",
	Operands:  []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	HasParent: []string{"func.func"},
	Format:    "attr-dict ($operands^ `:` type($operands))?",
}

// Call is func.call: a call of a function by its name.
var Call = &ir.OpDef{
	Name:     "func.call",
	Summary:  "call operation",
	Operands: []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ResultDef{{Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs: append([]ir.AttrDef{{Name: "callee", Type: constraint.FlatSymbol}, noInline},
		signature.Attrs...),
	Format:           "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
	VerifySymbolUses: verifyCall,
	Callee:           callee,
}

// CallIndirect is func.call_indirect: a call of a function that is a value.
var CallIndirect = &ir.OpDef{
	Name:    "func.call_indirect",
	Summary: "indirect call operation",
	Operands: []ir.OperandDef{
		{Name: "callee", Type: constraint.FunctionType},
		{Name: "callee_operands", Type: constraint.AnyType, Arity: ir.Variadic},
	},
	Results:    []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs:      signature.Attrs,
	Parse:      parseCallIndirect,
	Print:      printCallIndirect,
	InferTypes: inferCallIndirect,
	Verify:     verifyCallIndirect,
}

// Constant is func.constant: a function as a value.
var Constant = &ir.OpDef{
	Name:             "func.constant",
	Summary:          "constant",
	Results:          []ir.ResultDef{{Type: constraint.AnyType}},
	Attrs:            []ir.AttrDef{{Name: "value", Type: constraint.FlatSymbol}},
	Traits:           ir.ConstantLike | ir.Pure,
	Format:           "attr-dict $value `:` type(results)",
	ResultNames:      func(op *ir.Op, set func(*ir.Value, string)) { set(op.Result(0), "f") },
	VerifySymbolUses: verifyConstant,
}

func init() {
	Return.Verify = verifyReturn
	Constant.Fold = func(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
		return []ir.FoldResult{{Attr: op.Attr("value")}}
	}
	CallIndirect.Canonicalize = []ir.Pattern{{Name: "direct-call", Rewrite: directCall}}
}

// callee returns the name of the function that a call calls.
func callee(op *ir.Op) *ir.SymbolRefAttr {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	return ref
}

// materialize makes a func.constant of the symbol of a function.
func materialize(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
	ref, ok := attr.(*ir.SymbolRefAttr)
	if _, isFunction := typ.(*ir.FunctionType); !ok || !isFunction || len(ref.Nested) > 0 {
		return nil
	}
	return b.Create(ir.OpState{Def: Constant, Results: []ir.Type{typ},
		Attrs: []ir.NamedAttr{{Name: "value", Value: ref}}})
}

// directCall replaces a call of a func.constant by a call by name.
func directCall(op *ir.Op, rw *ir.Rewriter) bool {
	constant := op.Operand(0).DefinedBy(Constant)
	if constant == nil {
		return false
	}
	attrs := []ir.NamedAttr{{Name: "callee", Value: constant.Attr("value")}}
	for _, name := range []string{"arg_attrs", "res_attrs"} {
		if a := op.Attr(name); a != nil {
			attrs = append(attrs, ir.NamedAttr{Name: name, Value: a})
		}
	}
	rw.ReplaceWithNew(op, ir.OpState{
		Def:      Call,
		Operands: op.Operands()[1:],
		Results:  op.ResultTypes(),
		Attrs:    attrs,
	})
	return true
}

// New makes a function with an entry block at the builder's insertion point. attrs are its attributes besides
// the name and the type.
func New(b *ir.Builder, name string, typ *ir.FunctionType, attrs ...ir.NamedAttr) *ir.Op {
	return b.Create(ir.OpState{
		Def: Func,
		Attrs: append([]ir.NamedAttr{
			{Name: "sym_name", Value: b.Ctx.String(name)},
			{Name: "function_type", Value: b.Ctx.TypeAttr(typ)},
		}, attrs...),
		Results: []ir.Type{},
		Regions: []*ir.Region{b.NewRegion(b.NewBlock(typ.Inputs...))},
	})
}

// Type returns the type of a func.func.
func Type(op *ir.Op) *ir.FunctionType { return signature.Type(op) }
