package expandprintcalls

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

// random replaces a call about random numbers. A generator, which is an address for the program, becomes a
// number of the engine, where only such calls use it.
func (x *expander) random(w *writer, call *ir.Op, k printed.Kind) bool {
	word := w.Ctx.I64
	cast := func(v *ir.Value, t ir.Type) *ir.Value {
		if v.Type() == t {
			return v
		}
		return arith.Cast(w.Builder, arith.IndexCast, v, t)
	}
	switch {
	case k == printed.Seed:
		if !x.onlyDrawn(call.Result(0)) {
			return false
		}
		call.Result(0).ReplaceAllUsesWith(
			w.host("inflight_random_make", []ir.Type{word}, cast(call.Operand(0), word)))
	case call.Operand(0).Type() != ir.Type(word):
		return false // from where it could not become one
	case k == printed.Draw:
		n := w.host("inflight_random_draw", []ir.Type{word}, call.Operand(0), cast(call.Operand(1), word))
		call.Result(0).ReplaceAllUsesWith(cast(n, call.Result(0).Type()))
	default:
		w.host("inflight_random_drop", nil, call.Operand(0))
	}
	return true
}

// onlyDrawn reports whether only calls use a generator that take numbers from it, or remove it.
func (x *expander) onlyDrawn(generator *ir.Value) bool {
	for use := range generator.Uses() {
		if !use.Owner().Is(function.Call) {
			return false
		}
		fn := x.tables.Resolve(use.Owner(), use.Owner().Def().Callee(use.Owner()))
		if fn == nil || fn.Body() != nil {
			return false
		}
		if f, ok := printed.Lookup(fn); !ok || f.Kind != printed.Draw && f.Kind != printed.Drop {
			return false
		}
	}
	return true
}
