package expandmath

import (
	"encoding/binary"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// formula makes the values of a function, of which x are the operands.
type formula func(c calculator, x []value) []value

// functions are what the pass adds to tables of symbols: functions of numbers of f64 that are too long for
// each of their uses, and the digits of 2/pi.
type functions struct {
	names *names.Names
	made  map[symbol]string
}

// symbol is something that a table of symbols has been given.
type symbol struct {
	table *ir.Op
	what  string
}

func newFunctions() *functions {
	return &functions{names: names.New(), made: map[symbol]string{}}
}

// call calls a function that is made of the formula at its first use.
func (f *functions) call(c calculator, name string, operands []*ir.Value, results []ir.Type,
	body formula) []*ir.Value {
	callee := f.symbol(c, "f64_"+name, func(b *ir.Builder, symbol string) {
		define(f, b, symbol, operands, results, body)
	})
	call := c.Create(ir.OpState{
		Def: function.Call, Operands: operands, Results: results,
		Attrs: []ir.NamedAttr{{Name: "callee", Value: c.Ctx.SymbolRef(callee)}},
	})
	return call.Results()
}

// symbol returns the name of something in the table of symbols that the calculator works in; the first time,
// add adds it.
func (f *functions) symbol(c calculator, what string, add func(b *ir.Builder, name string)) string {
	table := names.Table(c.Block().ParentOp())
	s := symbol{table, what}
	if f.made[s] == "" {
		f.made[s] = f.names.Unique(table, what)
		b := ir.AtEnd(c.Ctx, table.Body())
		b.Loc = c.Loc
		add(b, f.made[s])
	}
	return f.made[s]
}

// define makes a private function of numbers.
func define(f *functions, b *ir.Builder, name string, operands []*ir.Value, results []ir.Type, body formula) {
	inputs := make([]ir.Type, len(operands))
	for i, v := range operands {
		inputs[i] = v.Type()
	}
	fn := function.New(b, name, b.Ctx.Function(inputs, results))
	fn.SetAttr("sym_visibility", b.Ctx.String("private"))
	entry := fn.Body()
	inside := ir.AtEnd(b.Ctx, entry)
	inside.Loc = b.Loc
	inside.Op(function.Return, body(calculator{Builder: inside, functions: f}, entry.Args()))
}

// table returns the digits of 2/pi, with 64 zeros in front, in memory.
func (f *functions) table(c calculator) *ir.Value {
	words := append([]uint64{0}, twoOverPi...)
	typ := c.Ctx.MemRef([]int64{int64(len(words))}, c.Ctx.I64, nil, nil)
	name := f.symbol(c, "two_over_pi", func(b *ir.Builder, name string) {
		var data []byte
		for _, w := range words {
			data = binary.LittleEndian.AppendUint64(data, w)
		}
		b.Create(ir.OpState{Def: memref.Global, Results: []ir.Type{}, Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: c.Ctx.String(name)},
			{Name: "sym_visibility", Value: c.Ctx.String("private")},
			{Name: "type", Value: c.Ctx.TypeAttr(typ)},
			{Name: "initial_value",
				Value: c.Ctx.Dense(c.Ctx.Tensor(typ.Shape, c.Ctx.I64, nil), string(data), false)},
			{Name: "constant", Value: c.Ctx.Unit},
		}})
	})
	return c.Create(ir.OpState{Def: memref.GetGlobal, Results: []ir.Type{typ},
		Attrs: []ir.NamedAttr{{Name: "name", Value: c.Ctx.SymbolRef(name)}}}).Result(0)
}
