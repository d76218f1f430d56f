package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// emitter makes arithmetic on subscripts. What is known already is not computed.
type emitter struct {
	b      *ir.Builder
	entry  *ir.Block // of the kernel, where constants stand
	consts map[int64]*ir.Value
}

// index makes a constant.
func (e *emitter) index(n int64) *ir.Value {
	if v := e.consts[n]; v != nil {
		return v
	}
	at := e.b.Save()
	e.b.SetStart(e.entry)
	v := arith.ConstIndex(e.b, n)
	e.b.Restore(at)
	e.consts[n] = v
	return v
}

// known returns the number that a value is.
func (e *emitter) known(v *ir.Value) (int64, bool) { return ir.ConstInt(v) }

// add makes v + n.
func (e *emitter) add(v *ir.Value, n int64) *ir.Value {
	if n == 0 {
		return v
	}
	if k, ok := e.known(v); ok {
		return e.index(k + n)
	}
	return arith.Binary(e.b, arith.AddI, v, e.index(n))
}

// sum makes x + y.
func (e *emitter) sum(x, y *ir.Value) *ir.Value {
	if n, ok := e.known(y); ok {
		return e.add(x, n)
	}
	if n, ok := e.known(x); ok {
		return e.add(y, n)
	}
	return arith.Binary(e.b, arith.AddI, x, y)
}

// mul makes v * n.
func (e *emitter) mul(v *ir.Value, n int64) *ir.Value {
	if k, ok := e.known(v); ok {
		return e.index(k * n)
	}
	if n == 1 {
		return v
	}
	return arith.Binary(e.b, arith.MulI, v, e.index(n))
}

// div makes v / n, where v is not negative.
func (e *emitter) div(v *ir.Value, n int64) *ir.Value {
	if k, ok := e.known(v); ok {
		return e.index(k / n)
	}
	if n == 1 {
		return v
	}
	return arith.Binary(e.b, arith.DivUI, v, e.index(n))
}

// rem makes v mod n, where v is not negative.
func (e *emitter) rem(v *ir.Value, n int64) *ir.Value {
	if k, ok := e.known(v); ok {
		return e.index(k % n)
	}
	if n == 1 {
		return e.index(0)
	}
	return arith.Binary(e.b, arith.RemUI, v, e.index(n))
}

// product makes x * y.
func (e *emitter) product(x, y *ir.Value) *ir.Value {
	if n, ok := e.known(y); ok {
		return e.mul(x, n)
	}
	return arith.Binary(e.b, arith.MulI, x, y)
}

// quotient makes x / y, where neither is negative.
func (e *emitter) quotient(x, y *ir.Value) *ir.Value {
	if n, ok := e.known(y); ok {
		return e.div(x, n)
	}
	return arith.Binary(e.b, arith.DivUI, x, y)
}

// remainder makes x mod y, where neither is negative.
func (e *emitter) remainder(x, y *ir.Value) *ir.Value {
	if n, ok := e.known(y); ok {
		return e.rem(x, n)
	}
	return arith.Binary(e.b, arith.RemUI, x, y)
}

// below makes v < n.
func (e *emitter) below(v *ir.Value, n int64) *ir.Value {
	return arith.Cmp(e.b, arith.ULT, v, e.index(n))
}

// both makes x and y, either of which may be nil for what always holds.
func (e *emitter) both(x, y *ir.Value) *ir.Value {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return arith.Binary(e.b, arith.AndI, x, y)
}

// either makes what then makes under a condition, and a zero otherwise; without a condition always the
// former.
func (e *emitter) either(condition *ir.Value, t ir.Type, then func() *ir.Value) *ir.Value {
	if condition == nil {
		return then()
	}
	return scf.NewIfYielding(e.b, condition, []ir.Type{t},
		func(*ir.Builder) []*ir.Value { return []*ir.Value{then()} },
		func(*ir.Builder) []*ir.Value { return []*ir.Value{e.zero(t)} }).Result(0)
}

// when makes something under a condition, or without one always.
func (e *emitter) when(condition *ir.Value, then func()) {
	if condition == nil {
		then()
		return
	}
	scf.NewIf(e.b, condition, func(*ir.Builder) { then() }, nil)
}

// zero makes the zero of a type of floats or of vectors of them.
func (e *emitter) zero(t ir.Type) *ir.Value {
	if v, ok := t.(*ir.VectorType); ok {
		return arith.NewConstant(e.b, e.b.Ctx.Dense(v, string(make([]byte, ir.ElemBytes(v.Elem))), true))
	}
	return arith.ConstFloat(e.b, t.(*ir.FloatType), 0)
}

// place makes a coordinate, along x or y, of the thread in its block or of the block.
func (e *emitter) place(def *ir.OpDef, dimension int64) *ir.Value {
	return e.b.Op(def, nil,
		ir.NamedAttr{Name: "dimension", Value: e.b.Ctx.Enum(gpu.Dimension, dimension)}).Result(0)
}
