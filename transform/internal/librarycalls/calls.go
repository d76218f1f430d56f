// Package librarycalls replaces operations by calls of library functions, and declares these functions.
package librarycalls

import (
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// Caller emits the calls of one pass.
type Caller struct {
	// Attrs holds further attributes of declarations, besides name, type and visibility.
	Attrs    []ir.NamedAttr
	symbols  *ir.SymbolTables
	declared map[declaration]bool
}

// declaration identifies a function that was declared in a symbol table.
type declaration struct {
	table *ir.Op
	name  string
}

// NewCaller returns a caller.
func NewCaller(attrs ...ir.NamedAttr) *Caller {
	return &Caller{Attrs: attrs, symbols: ir.NewSymbolTables(), declared: map[declaration]bool{}}
}

// Replace replaces an operation by a call with its operands. It declares the function at the start of the
// symbol table around op, unless the table has a function of that name.
func (c *Caller) Replace(op *ir.Op, rw *ir.Rewriter, name string) {
	c.declare(name, op)
	rw.ReplaceWithNew(op, ir.OpState{
		Def: function.Call, Operands: op.Operands(), Results: op.ResultTypes(),
		Attrs: []ir.NamedAttr{{Name: "callee", Value: op.Context().SymbolRef(name)}},
	})
}

func (c *Caller) declare(name string, op *ir.Op) {
	table := op.Parent()
	for !table.Has(ir.IsSymbolTable) {
		table = table.Parent()
	}
	d := declaration{table, name}
	if c.declared[d] || c.symbols.Lookup(table, name) != nil {
		return
	}
	c.declared[d] = true
	ctx := op.Context()
	b := ir.AtEnd(ctx, table.Body())
	b.SetStart(table.Body())
	b.Loc = op.Loc()
	inputs := make([]ir.Type, op.NumOperands())
	for i := range inputs {
		inputs[i] = op.Operand(i).Type()
	}
	b.Create(ir.OpState{
		Def: function.Func, Results: []ir.Type{}, Regions: []*ir.Region{ir.NewRegion()},
		Attrs: append([]ir.NamedAttr{
			{Name: "sym_name", Value: ctx.String(name)},
			{Name: "function_type", Value: ctx.TypeAttr(ctx.Function(inputs, op.ResultTypes()))},
			{Name: "sym_visibility", Value: ctx.String("private")},
		}, c.Attrs...),
	})
}
