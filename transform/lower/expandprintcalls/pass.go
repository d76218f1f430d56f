package expandprintcalls

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/printed"
)

// Pass is expand-print-calls.
var Pass = pass.Register(&pass.Pass{
	Name:    "expand-print-calls",
	Summary: "Replace calls of functions that print by operations that print",
	Doc: `MLIR's runner libraries have functions that print numbers (printF32, printComma, ...) and memory (printMemrefF32, ...), that compare memory
(verifyMemRefF32, ...), tell the time (rtclock, nanoTime) and make random numbers (rtrand). Calls of such functions, where the program declares them, become vector.print, and loops of it for memory whose rank is known where
it is printed. What vector.print has no form for (addresses, characters, the time, random numbers) is a call of a function of the engine wasm, whose name begins with inflight_.
Other calls stay. Declarations that nothing calls any more go.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func private @printF16(i16)
func.func private @printNewline()
func.func @main(%x: i16) {
  func.call @printF16(%x) : (i16) -> ()
  func.call @printNewline() : () -> ()
  return
}
`

const after = `module {
  func.func @main(%arg0: i16) {
    %0 = arith.bitcast %arg0 : i16 to f16
    vector.print %0 : f16 punctuation <no_punctuation>
    vector.print
    return
  }
}
`

func run(r *pass.Run) error {
	x := &expander{module: r.Op, tables: ir.NewSymbolTables()}
	kept, expanded := map[*ir.Op]bool{}, map[*ir.Op]bool{}
	for _, call := range r.Op.Find(function.Call) {
		fn := x.tables.Resolve(call, call.Def().Callee(call))
		if fn == nil || fn.Body() != nil {
			continue
		}
		if f, ok := printed.Lookup(fn); ok && x.expand(call, f) {
			expanded[fn] = true
			r.Count("calls expanded", 1)
		} else {
			kept[fn] = true
		}
	}
	for op := range r.Op.Walk() {
		if op.Is(function.Constant) {
			kept[x.tables.Resolve(op, op.Attr("value").(*ir.SymbolRefAttr))] = true
		}
	}
	for fn := range expanded {
		if !kept[fn] {
			fn.Erase()
		}
	}
	return nil
}

// expander replaces calls of functions that print.
type expander struct {
	module *ir.Op
	tables *ir.SymbolTables
}

// expand replaces a call of a function of the libraries, and reports whether it could.
func (x *expander) expand(call *ir.Op, f printed.Function) bool {
	w := &writer{Builder: ir.At(call), x: x}
	w.Loc = call.Loc()
	switch f.Kind {
	case printed.Number:
		w.number(w.as(call.Operand(0), f.Elem))
	case printed.Mark:
		w.mark(f.Text)
	case printed.Seconds:
		call.Result(0).ReplaceAllUsesWith(w.seconds())
	case printed.Nanos:
		nanos := arith.Binary(w.Builder, arith.MulF, w.seconds(), arith.ConstFloat(w.Builder, w.Ctx.F64, 1e9))
		call.Result(0).ReplaceAllUsesWith(arith.Cast(w.Builder, arith.FPToSI, nanos, w.Ctx.I64))
	case printed.Flops:
		w.toNotes(func() {
			w.host("inflight_print_flops", nil, call.Operand(0))
		})
	case printed.Seed, printed.Draw, printed.Drop:
		if !x.random(w, call, f.Kind) {
			return false
		}
	case printed.Verify:
		actual, expected := memref.Ranked(call.Operand(0)), memref.Ranked(call.Operand(1))
		if actual == nil || expected == nil || rankOf(actual) == 0 && rankOf(expected) != 0 ||
			isComplex(actual) {
			return false
		}
		w.toNotes(func() { call.Result(0).ReplaceAllUsesWith(w.verify(actual, expected)) })
	case printed.Elements, printed.Shape:
		m := memref.Ranked(call.Operand(0))
		if m == nil {
			return false
		}
		w.memory(m, !call.Operand(0).Type().(*ir.MemRefType).Ranked, f.Kind == printed.Elements)
	default:
		return false
	}
	casts := slices.Clone(call.Operands())
	call.Erase()
	for _, v := range casts {
		dropCasts(v)
	}
	return true
}

// toNotes has what is printed meanwhile go to the error output.
func (w *writer) toNotes(print func()) {
	w.host("inflight_print_notes", nil, arith.ConstInt(w.Builder, w.Ctx.I32, 1))
	print()
	w.host("inflight_print_notes", nil, arith.ConstInt(w.Builder, w.Ctx.I32, 0))
}

// writer writes what prints.
type writer struct {
	*ir.Builder
	x *expander
}

// as makes a number that is handed on as an integer one of the type that it is printed as.
func (w *writer) as(v *ir.Value, t ir.Type) *ir.Value {
	switch {
	case v.Type() == t:
		return v
	case t == w.Ctx.Index:
		return arith.Cast(w.Builder, arith.IndexCast, v, t)
	}
	return arith.Cast(w.Builder, arith.Bitcast, v, t)
}

// number prints a number, and nothing behind it.
func (w *writer) number(v *ir.Value) {
	w.Op(vector.Print, []*ir.Value{v},
		ir.NamedAttr{Name: "punctuation", Value: w.Ctx.Enum(vector.Punctuation, vector.NoMark)})
}

// mark prints what a case of the punctuation of vector.print prints.
func (w *writer) mark(text string) {
	w.Op(vector.Print, nil,
		ir.NamedAttr{Name: "punctuation", Value: w.Ctx.Enum(vector.Punctuation, vector.MarkThatPrints(text))})
}

// text prints a text.
func (w *writer) text(s string) {
	w.Op(vector.Print, nil, ir.NamedAttr{Name: "stringLiteral", Value: w.Ctx.String(s)})
}

// seconds returns the time.
func (w *writer) seconds() *ir.Value { return w.host("inflight_clock", []ir.Type{w.Ctx.F64}) }

// host calls a function of the engine, which returns at most one value.
func (w *writer) host(name string, results []ir.Type, args ...*ir.Value) *ir.Value {
	var inputs []ir.Type
	for _, a := range args {
		inputs = append(inputs, a.Type())
	}
	if w.x.tables.Lookup(w.x.module, name) == nil {
		b := ir.NewBuilder(w.Ctx)
		b.SetStart(w.x.module.Body())
		b.Loc = w.x.module.Loc()
		fn := b.Create(ir.OpState{
			Def: function.Func, Results: []ir.Type{}, Regions: []*ir.Region{ir.NewRegion()},
			Attrs: []ir.NamedAttr{
				{Name: "sym_name", Value: w.Ctx.String(name)},
				{Name: "function_type", Value: w.Ctx.TypeAttr(w.Ctx.Function(inputs, results))},
				{Name: "sym_visibility", Value: w.Ctx.String("private")},
			},
		})
		w.x.tables.Add(fn, nil)
	}
	call := w.Create(ir.OpState{
		Def: function.Call, Operands: slices.Clone(args), Results: append([]ir.Type{}, results...),
		Attrs: []ir.NamedAttr{{Name: "callee", Value: w.Ctx.SymbolRef(name)}},
	})
	if len(results) == 0 {
		return nil
	}
	return call.Result(0)
}
