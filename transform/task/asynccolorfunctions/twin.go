package asynccolorfunctions

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// suffix is what the name of a twin has behind that of its function.
const suffix = "_async"

// twin returns the asynchronous form of a function. It has a value for each result, or a token if there is
// none; its calls of functions that wait become asynchronous as well. A coroutine leaves its stack where it
// waits: memory that the function has there is on the heap in the twin.
func (c *coloring) twin(fn *ir.Op) *ir.Op {
	if twin := c.twins[fn]; twin != nil {
		return twin
	}
	b := ir.At(fn)
	b.SetAfter(fn)
	body := ir.NewRegion()
	body.TakeBody(fn.Clone(nil).Region(0))
	twin := b.Create(ir.OpState{Def: async.Func, Results: []ir.Type{}, Regions: []*ir.Region{body},
		Attrs: c.attributes(fn)})
	c.symbols.Add(twin, nil)
	c.twins[fn] = twin
	if stack := stackOf(twin); leavesStack(twin) {
		for _, op := range stack {
			memref.OffStack(op)
		}
	}
	for _, block := range body.Blocks() {
		if last := block.Last(); last.Is(function.Return) {
			end := ir.At(last)
			end.Create(ir.OpState{Def: async.Return, Operands: last.Operands(), Results: []ir.Type{}})
			last.Erase()
		}
	}
	c.find(twin)
	return twin
}

// attributes returns those of a function's twin.
func (c *coloring) attributes(fn *ir.Op) []ir.NamedAttr {
	ctx := fn.Context()
	typ := function.Type(fn)
	var results []ir.Type
	for _, t := range typ.Results {
		results = append(results, async.ValueType(ctx, t))
	}
	if len(results) == 0 {
		results = []ir.Type{async.TokenType(ctx)}
	}
	attrs := []ir.NamedAttr{
		{Name: "sym_name", Value: ctx.String(c.fresh.Unique(names.Table(fn), fn.SymbolName()+suffix))},
		{Name: "function_type", Value: ctx.TypeAttr(ctx.Function(typ.Inputs, results))},
		{Name: "sym_visibility", Value: ctx.String("private")},
	}
	for _, name := range []string{"arg_attrs", "res_attrs"} {
		if a := fn.Attr(name); a != nil {
			attrs = append(attrs, ir.NamedAttr{Name: name, Value: a})
		}
	}
	return append(attrs, discardable(fn)...)
}
