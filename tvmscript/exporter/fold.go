package exporter

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// folded returns the value of index arithmetic on constants, and whether v is that. A person would have written the
// result.
func (p *printer) folded(v *ir.Value) (int64, bool) {
	op := v.DefiningOp()
	switch {
	case op == nil || !isIndex(v.Type()) || isVector(v.Type()):
		return 0, false
	case op.Has(ir.ConstantLike):
		return ir.ConstInt(v)
	case op.Name() != "affine.apply" && folds[op.Name()] == nil:
		return 0, false
	}
	if f, ok := p.constants[v]; ok {
		return f.value, f.known
	}
	c, ok := p.fold(op)
	p.constants[v] = folding{c, ok}
	return c, ok
}

// folding is a constant, if it is known.
type folding struct {
	value int64
	known bool
}

// exactFold bounds the constants that are folded, far from where arithmetic wraps around.
const exactFold = 1 << 30

func (p *printer) fold(op *ir.Op) (int64, bool) {
	if p.values[op.Result(0)] != "" {
		return 0, false
	}
	if op.Name() == "affine.apply" {
		return p.foldApply(op)
	}
	a, ok1 := p.folded(op.Operand(0))
	b, ok2 := p.folded(op.Operand(1))
	if !ok1 || !ok2 || max(a, b, -a, -b) > exactFold {
		return 0, false
	}
	return folds[op.Name()](a, b)
}

func (p *printer) foldApply(op *ir.Op) (int64, bool) {
	m := op.Attr("map").(*ir.AffineMapAttr).Map
	inputs := make([]int64, op.NumOperands())
	for i := range inputs {
		c, ok := p.folded(op.Operand(i))
		if !ok {
			return 0, false
		}
		inputs[i] = c
	}
	results, ok := m.Eval(inputs[:m.NumDims], inputs[m.NumDims:])
	if !ok {
		return 0, false
	}
	return results[0], true
}

// folds is the arithmetic that is folded. Quotients are those of numbers that are not negative, where all ways to
// round agree.
var folds = map[string]func(a, b int64) (int64, bool){
	"arith.addi":       func(a, b int64) (int64, bool) { return a + b, true },
	"arith.subi":       func(a, b int64) (int64, bool) { return a - b, true },
	"arith.muli":       func(a, b int64) (int64, bool) { return a * b, max(a, b, -a, -b) < 1<<15 },
	"arith.minsi":      func(a, b int64) (int64, bool) { return min(a, b), true },
	"arith.maxsi":      func(a, b int64) (int64, bool) { return max(a, b), true },
	"arith.remui":      unsignedRemainder,
	"arith.remsi":      remainder,
	"arith.divui":      quotient,
	"arith.divsi":      quotient,
	"arith.floordivsi": quotient,
}

func remainder(a, b int64) (int64, bool) {
	if a < 0 || b <= 0 {
		return 0, false
	}
	return a % b, true
}

// unsignedRemainder takes a negative number for the large one that has its bits.
func unsignedRemainder(a, b int64) (int64, bool) {
	if b <= 0 {
		return 0, false
	}
	return int64(uint64(a) % uint64(b)), true
}

func quotient(a, b int64) (int64, bool) {
	if a < 0 || b <= 0 {
		return 0, false
	}
	return a / b, true
}

// decided returns the result of a comparison of constants, and whether it is one.
func (p *printer) decided(predicate int64, a, b *ir.Value) (holds, ok bool) {
	x, ok1 := p.known(a)
	y, ok2 := p.known(b)
	if !ok1 || !ok2 {
		return false, false
	}
	switch predicate {
	case arith.EQ:
		return x == y, true
	case arith.NE:
		return x != y, true
	case arith.SLT:
		return x < y, true
	case arith.SLE:
		return x <= y, true
	case arith.SGT:
		return x > y, true
	case arith.SGE:
		return x >= y, true
	case arith.ULT:
		return uint64(x) < uint64(y), true
	case arith.ULE:
		return uint64(x) <= uint64(y), true
	case arith.UGT:
		return uint64(x) > uint64(y), true
	}
	return uint64(x) >= uint64(y), true
}

// known returns the value of an integer that is a constant of any type, or folds to one.
func (p *printer) known(v *ir.Value) (int64, bool) {
	if isBool(v.Type()) {
		return 0, false
	}
	if c, ok := ir.ConstInt(v); ok {
		return c, true
	}
	return p.folded(v)
}
