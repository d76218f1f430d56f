package exporter

import (
	"math"

	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// An index has 64 bits. In TVMScript the variable of a loop is an int32, unless one of the bounds is an
// int64. An axis has the dtype of its domain, and arithmetic has the width of the wider operand. So a
// variable gets an int64 bound if arithmetic on it certainly leaves 32 bits. An extent that is not known
// widens nothing, as in TVM.

// widen finds the variables of loops and the axes of a function that need 64 bits.
func (p *printer) widen(fn *ir.Op) {
	for op := range fn.Walk() {
		if loop := op.Def().Loop; loop != nil {
			for d := range loop.Dims(op) {
				p.widenIfLarge(loop.InductionVar(op, d))
			}
		}
		for i := range op.NumResults() {
			if v := op.Result(i); grows[op.Name()] {
				p.widenIfLarge(v)
			}
		}
		if m, ok := op.Attr("map").(*ir.AffineMapAttr); ok && op.Def().DialectName() == "affine" {
			p.widenMap(op, m.Map)
		}
	}
}

// grows are the operations whose results can be larger than their operands.
var grows = map[string]bool{
	"arith.addi": true, "arith.subi": true, "arith.muli": true, "arith.shli": true, "pipeline.axis": true,
}

func (p *printer) widenIfLarge(v *ir.Value) {
	if !isIndex(v.Type()) || isVector(v.Type()) {
		return
	}
	if low, high := form.Bounds(v); leavesInt32(low, high) {
		p.widenRoots(v)
	}
}

// leavesInt32 reports whether an interval with known ends has numbers outside of int32.
func leavesInt32(low, high int64) bool {
	return low != math.MinInt64 && high != math.MaxInt64 && (low < math.MinInt32 || high > math.MaxInt32)
}

// widenRoots gives 64 bits to the variables from which an index is computed.
func (p *printer) widenRoots(v *ir.Value) {
	op := v.DefiningOp()
	switch {
	case p.wide[v]:
	case op == nil:
		p.wide[v] = true
	case op.Name() == "pipeline.axis":
		p.wide[v] = true
	case op.IsPure() && op.NumRegions() == 0:
		for i := range op.NumOperands() {
			if x := op.Operand(i); isIndex(x.Type()) {
				p.widenRoots(x)
			}
		}
	}
}

// widenMap is widenIfLarge for the parts of the expressions of a map. Their variables are operands of an
// affine operation.
func (p *printer) widenMap(op *ir.Op, m *aff.Map) {
	operands := op.Operands()
	if len(operands) < m.NumDims+m.NumSymbols {
		return
	}
	operands = operands[len(operands)-m.NumDims-m.NumSymbols:]
	for _, e := range m.Results {
		large := false
		e.Walk(func(part *aff.Expr) {
			if part.Kind == aff.Add || part.Kind == aff.Mul {
				low, high := form.BoundsOf(part, m.NumDims, operands)
				large = large || leavesInt32(low, high)
			}
		})
		if !large {
			continue
		}
		e.Walk(func(part *aff.Expr) {
			switch part.Kind {
			case aff.Dim:
				p.widenRoots(operands[part.Value])
			case aff.Symbol:
				p.widenRoots(operands[m.NumDims+int(part.Value)])
			}
		})
	}
}

// indexKind returns the kind of an index that is computed from other indices.
func (p *printer) indexKind(d form.Dtype, operands []*ir.Value) kind {
	for _, v := range operands {
		if isIndex(v.Type()) && p.hasWideText(v) {
			d.Bits = form.Int64.Bits
		}
	}
	return kind{index, d}
}

// hasWideText reports whether the importer takes the text of an index for a 64-bit one. A literal is wide if
// its value needs 64 bits.
func (p *printer) hasWideText(v *ir.Value) bool {
	if c, ok := ir.ConstInt(v); ok {
		return leavesInt32(c, c)
	}
	k := p.kind(v)
	return k.class != literal && k.dtype.Bits == form.Int64.Bits
}

// variableKind returns the kind of the variable of a loop. It is an int64 if one of the bounds is.
func (p *printer) variableKind(v *ir.Value) kind {
	op := v.Owner().ParentOp()
	if p.wide[v] {
		return kind{index, form.Int64}
	}
	if op == nil || op.Def().Loop == nil {
		return kind{index, form.Int32}
	}
	loop := op.Def().Loop
	for d := range loop.Dims(op) {
		if loop.InductionVar(op, d) == v {
			b := loop.Bounds(op, d)
			if p.isWideBound(b.Lower, b.LowerOperands) || p.isWideBound(b.Upper, b.UpperOperands) {
				return kind{index, form.Int64}
			}
		}
	}
	return kind{index, form.Int32}
}

func (p *printer) isWideBound(m *aff.Map, operands []*ir.Value) bool {
	for _, v := range operands {
		if p.hasWideText(v) {
			return true
		}
	}
	wide := false
	for _, e := range m.Results {
		e.Walk(func(part *aff.Expr) {
			wide = wide || part.Kind == aff.Constant && leavesInt32(part.Value, part.Value)
		})
	}
	return wide
}

// upperBound writes the upper bound of a loop, which gives the variable its dtype.
func (p *printer) upperBound(op *ir.Op, d int, b *ir.LoopBounds) {
	write := func() { p.bound(b.Upper, b.UpperOperands, "min") }
	if !p.wide[op.Def().Loop.InductionVar(op, d)] || p.isWideBound(b.Lower, b.LowerOperands) ||
		p.isWideBound(b.Upper, b.UpperOperands) {
		write()
		return
	}
	p.asInt64(b.Upper.SingleConstant, b.UpperOperands, write)
}

// asInt64 writes a bound as an int64. A constant, which may be the only operand, is written with its dtype,
// and any other bound with a cast.
func (p *printer) asInt64(constant func() (int64, bool), operands []*ir.Value, write func()) {
	_, isConst := constant()
	if !isConst && len(operands) == 1 {
		_, isConst = ir.ConstInt(operands[0])
	}
	if isConst {
		p.text("T.int64(")
	} else {
		p.text(`T.Cast("int64", `)
	}
	write()
	p.text(")")
}
