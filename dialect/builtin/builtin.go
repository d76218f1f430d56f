package builtin

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the builtin dialect.
var Dialect = &ir.Dialect{Name: "builtin", Ops: []*ir.OpDef{Module, UnrealizedConversionCast}}

// Module is builtin.module: the top-level operation of a program, and a table of symbols.
var Module = &ir.OpDef{
	Name:    "builtin.module",
	Summary: "a top level container operation",
	Attrs: []ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName, Optional: true},
		{Name: "sym_visibility", Type: constraint.String, Optional: true},
	},
	Regions: []ir.RegionDef{{Name: "bodyRegion", Sized: true}},
	Traits: ir.AffineScope | ir.IsolatedFromAbove | ir.NoRegionArguments | ir.SingleBlock | ir.NoTerminator |
		ir.IsSymbolTable | ir.IsSymbol,
	DefaultDialect: "builtin",
	Format:         "($sym_name^)? attr-dict-with-keyword $bodyRegion",
	Verify:         verifyModule,
}

// UnrealizedConversionCast is builtin.unrealized_conversion_cast: it converts a value to another type during
// a conversion of the program. None is left when the conversion is complete.
var UnrealizedConversionCast = &ir.OpDef{
	Name:           "builtin.unrealized_conversion_cast",
	Summary:        "an unrealized conversion from one set of types to another",
	Operands:       []ir.OperandDef{{Name: "inputs", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:        []ir.ResultDef{{Name: "outputs", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:         ir.Pure,
	Format:         "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
	VerifiesItself: true,
	Verify:         verifyCast,
}

var codeBuiltin = diag.Register("verify-builtin", "an operation of the builtin dialect breaks a rule",
	"A module carries only attributes of dialects besides its name, and a conversion cast has at least one "+
		"result.")

// verifyModule rejects discardable attributes without a dialect, as MLIR does.
func verifyModule(op *ir.Op) error {
	for _, a := range op.Attrs() {
		if !hasDialectPrefix(a.Name) {
			return op.OpErrorf(codeBuiltin,
				"can only contain attributes with dialect-prefixed names, found: '%s'", a.Name)
		}
	}
	return nil
}

func hasDialectPrefix(name string) bool {
	for i := range name {
		if name[i] == '.' {
			return true
		}
	}
	return false
}

func verifyCast(op *ir.Op) error {
	if op.NumResults() == 0 {
		return op.OpErrorf(codeBuiltin, "expected at least one result for cast operation")
	}
	return nil
}

// foldCast removes casts to the same type, and pairs of casts that cancel.
func foldCast(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	inputs := op.Operands()
	if len(inputs) == 0 {
		return nil
	}
	if sameTypes(inputs, op.Results()) {
		return toResults(inputs)
	}
	first := inputs[0].DefinedBy(UnrealizedConversionCast)
	if first == nil || first.NumResults() != len(inputs) || !sameTypes(first.Operands(), op.Results()) {
		return nil
	}
	for i, v := range inputs {
		if v != first.Result(i) {
			return nil
		}
	}
	return toResults(first.Operands())
}

func sameTypes(a, b []*ir.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Type() != b[i].Type() {
			return false
		}
	}
	return true
}

func toResults(vs []*ir.Value) []ir.FoldResult {
	out := make([]ir.FoldResult, len(vs))
	for i, v := range vs {
		out[i].Value = v
	}
	return out
}

func init() {
	UnrealizedConversionCast.Fold = foldCast
}

// NewModule returns an empty module.
func NewModule(c *ir.Context) *ir.Op {
	return c.NewOp(ir.OpState{Def: Module, Regions: []*ir.Region{ir.NewRegion(ir.NewBlock())}})
}
