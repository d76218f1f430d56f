package inequality

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// The kinds of evaluation.
const (
	modular = 0 // modulo 2⁶⁴
	exactly = 1
	mostly  = 2 // modulo 2⁶⁴, in terms of exact values
)

// maxNests limits the depth of nested definitions, and maxTerms the size of a form.
const (
	maxNests = 1000
	maxTerms = 16
)

// Value returns a form that is certainly equal to v as a signed number.
func (e *Env) Value(v *ir.Value) Form { return e.eval(v, exactly) }

// Modular returns a form that is congruent to v modulo 2⁶⁴; v must be an index or have 64 bits. If the exact
// value of the form fits in 64 bits, it is equal to v.
func (e *Env) Modular(v *ir.Value) Form { return e.eval(v, modular) }

func (e *Env) eval(v *ir.Value, how int) Form {
	if c, ok := ir.ConstInt(v); ok {
		w := 64 - width(v.Type())
		return Const(c << w >> w)
	}
	if width(v.Type()) < 64 {
		how = exactly
	}
	if k, ok := e.forms[how][v]; ok && (!k.opaque || k.scope == e.scope) {
		return k.form
	}
	f, ok := Form{}, false
	if op := v.DefiningOp(); op != nil && e.nests < maxNests {
		e.nests++
		f, ok = e.definition(op, how)
		e.nests--
	}
	if !ok || len(f.Terms) > maxTerms {
		f, ok = e.Of(v), false
	}
	old, had := e.forms[how][v]
	e.forms[how][v] = known{f, !ok, e.scope}
	e.later(func() {
		if delete(e.forms[how], v); had {
			e.forms[how][v] = old
		}
	})
	return f
}

// definition evaluates the only result of an operation.
func (e *Env) definition(op *ir.Op, how int) (Form, bool) {
	if op.NumResults() != 1 {
		return Form{}, false
	}
	switch op.Name() {
	case "arith.addi":
		return e.sum(op, +1, how)
	case "arith.subi":
		return e.sum(op, -1, how)
	case "arith.muli", "arith.shli":
		return e.product(op, how)
	case "arith.index_cast", "arith.extsi", "arith.trunci":
		return e.converted(op, how)
	case "arith.index_castui", "arith.extui":
		f := e.Value(op.Operand(0))
		return f, e.AtLeast(f, 0)
	case "affine.apply":
		return e.result(op.Attr("map").(*ir.AffineMapAttr).Map, 0, op.Operands(), how), true
	case "memref.dim":
		if _, d, ok := memref.Dimension(op); ok {
			return e.Extent(op.Operand(0), int(d)), true
		}
	case "pipeline.axis":
		return e.eval(op.Operand(0), how), true
	}
	return Form{}, false
}

// fits returns a form that was computed in a type, and whether it is equal to the value that the program
// computes.
func (e *Env) fits(f Form, exact bool, t ir.Type, how int) (Form, bool) {
	if how == modular {
		return f, true
	}
	low, high := rangeOf(t)
	return f, exact && e.AtLeast(f, low) && e.AtMost(f, high)
}

func (e *Env) sum(op *ir.Op, sign int64, how int) (Form, bool) {
	f, exact := e.eval(op.Operand(0), how).Plus(e.eval(op.Operand(1), how), sign)
	return e.fits(f, exact, op.Result(0).Type(), how)
}

func (e *Env) product(op *ir.Op, how int) (Form, bool) {
	f, g := e.eval(op.Operand(0), how), e.eval(op.Operand(1), how)
	if op.Name() == "arith.shli" {
		if !g.IsConst() || g.Const < 0 || g.Const >= int64(width(op.Result(0).Type()))-1 {
			return Form{}, false
		}
		g = Const(1 << g.Const)
	}
	if f.IsConst() {
		f, g = g, f
	}
	if !g.IsConst() {
		return Form{}, false
	}
	p, exact := Form{}.Plus(f, g.Const)
	return e.fits(p, exact, op.Result(0).Type(), how)
}

// converted evaluates a conversion that keeps the signed value, or the low bits.
func (e *Env) converted(op *ir.Op, how int) (Form, bool) {
	return e.fits(e.eval(op.Operand(0), how), true, op.Result(0).Type(), how)
}

// Extent returns the extent of a dimension of a ranked memref.
func (e *Env) Extent(m *ir.Value, dim int) Form {
	t := m.Type().(*ir.MemRefType)
	if n := t.Shape[dim]; n != ir.Dynamic {
		return Const(n)
	}
	op := m.DefiningOp()
	switch {
	case op == nil:
	case op.Is(memref.Alloc), op.Is(memref.Alloca):
		k := 0
		for _, n := range t.Shape[:dim] {
			if n == ir.Dynamic {
				k++
			}
		}
		return e.Value(op.OperandsOf(0)[k])
	case op.Def().View != nil:
		if f, ok := e.viewExtent(op, dim); ok {
			return f
		}
	}
	k := extent{m, dim}
	a := e.extents[k]
	if a == nil {
		a = e.add(Atom{Memory: m, Dim: dim, high: 1<<63 - 1}, m)
		a.depth = 0
		e.extents[k] = a
	}
	return Form{Terms: []Term{{a, 1}}}
}

// viewExtent returns the extent of a dimension of a view.
func (e *Env) viewExtent(op *ir.Op, dim int) (Form, bool) {
	v, ok := op.Def().View(op)
	if !ok || v.Reshape {
		return Form{}, false
	}
	if v.Sizes == nil {
		t, ok := v.Source.Type().(*ir.MemRefType)
		if !ok || !t.Ranked {
			return Form{}, false
		}
		return e.Extent(v.Source, dim), true
	}
	for d, size := range v.Sizes {
		switch {
		case d < len(v.Dropped) && v.Dropped[d]:
		case dim > 0:
			dim--
		case size.Value != nil:
			return e.Value(size.Value), true
		default:
			return Const(size.Const), true
		}
	}
	return Form{}, false
}

// Result returns result i of a map modulo 2⁶⁴, see Modular.
func (e *Env) Result(m *affine.Map, i int, operands []*ir.Value) Form {
	return e.result(m, i, operands, modular)
}

// ExactResult returns a form that is certainly equal to result i of a map as the program computes it.
func (e *Env) ExactResult(m *affine.Map, i int, operands []*ir.Value) Form {
	return e.result(m, i, operands, exactly)
}

func (e *Env) result(m *affine.Map, i int, operands []*ir.Value, how int) Form {
	f, ok := e.expr(m, m.Results[i], operands, how)
	if !ok {
		return e.ofMap(m.SubMap(i), operands, 0)
	}
	return f
}

// expr evaluates an expression of a map.
func (e *Env) expr(m *affine.Map, x *affine.Expr, operands []*ir.Value, how int) (Form, bool) {
	switch x.Kind {
	case affine.Constant:
		return Const(x.Value), true
	case affine.Dim:
		return e.eval(operands[x.Value], min(how, exactly)), true
	case affine.Symbol:
		return e.eval(operands[int64(m.NumDims)+x.Value], min(how, exactly)), true
	case affine.Add, affine.Mul:
	default: // a division
		return e.ofMap(affine.NewMap(m.NumDims, m.NumSymbols, x), operands, 0), true
	}
	f, ok := e.expr(m, x.LHS, operands, how)
	g, okToo := e.expr(m, x.RHS, operands, how)
	exact := true
	switch {
	case !ok || !okToo:
		return Form{}, false
	case x.Kind == affine.Add:
		f, exact = f.Plus(g, 1)
	case g.IsConst():
		f, exact = Form{}.Plus(f, g.Const)
	case f.IsConst():
		f, exact = Form{}.Plus(g, f.Const)
	default:
		return Form{}, false
	}
	if len(f.Terms) > maxTerms {
		return Form{}, false
	}
	switch how {
	case modular:
		return f, true
	case mostly:
		return f, exact
	}
	return f, exact && e.AtLeast(f, -1<<63) && e.AtMost(f, 1<<63-1)
}
