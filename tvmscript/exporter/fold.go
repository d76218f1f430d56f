package exporter

import (
	"math"
	"math/bits"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// folded returns the value of integer arithmetic on constants. ok is false if v is no such value. A person
// would have written the result, and TVM rejects a constant that does not fit the width.
func (p *printer) folded(v *ir.Value) (int64, bool) {
	op := v.DefiningOp()
	switch {
	case op == nil || widthOf(v.Type()) == 0:
		return 0, false
	case op.Has(ir.ConstantLike):
		return ir.ConstInt(v)
	case op.Name() != "affine.apply" && op.Name() != "arith.select" && folds[op.Name()] == nil &&
		!foldedCasts[op.Name()]:
		return 0, false
	}
	if f, ok := p.constants[v]; ok {
		return f.value, f.known
	}
	c, ok := p.fold(op)
	p.constants[v] = folding{c, ok}
	return c, ok
}

// folding is a constant, or the fact that a value is not constant.
type folding struct {
	value int64
	known bool
}

func (p *printer) fold(op *ir.Op) (int64, bool) {
	if p.values[op.Result(0)] != "" {
		return 0, false
	}
	switch op.Name() {
	case "affine.apply":
		return p.foldApply(op)
	case "arith.select":
		return p.foldSelect(op)
	}
	width := widthOf(op.Result(0).Type())
	a, ok1 := p.folded(op.Operand(0))
	if from := widthOf(op.Operand(0).Type()); foldedCasts[op.Name()] {
		if isUnsigned(op) || op.Name() == "arith.index_castui" {
			a = int64(bitsOf(a, from))
		}
		return a << (64 - width) >> (64 - width), ok1
	}
	b, ok2 := p.folded(op.Operand(op.NumOperands() - 1))
	if !ok1 || !ok2 {
		return 0, false
	}
	c, ok := folds[op.Name()](a, b, width)
	return c << (64 - width) >> (64 - width), ok
}

// foldSelect returns the constant that a select chooses. ok is false if that is not known.
func (p *printer) foldSelect(op *ir.Op) (int64, bool) {
	c := op.Operand(0)
	if holds, ok := ir.ConstInt(c); ok && widthOf(c.Type()) == 0 && ir.IsBool(c.Type()) {
		return p.folded(op.Operand(2 - int(holds&1)))
	}
	cmp := c.DefiningOp()
	if cmp == nil || cmp.Name() != "arith.cmpi" {
		return 0, false
	}
	predicate, _ := cmp.IntAttr("predicate")
	holds, ok := p.decided(predicate, cmp.Operand(0), cmp.Operand(1))
	switch {
	case !ok:
		return 0, false
	case holds:
		return p.folded(op.Operand(1))
	}
	return p.folded(op.Operand(2))
}

// foldedCasts are the conversions between integers.
var foldedCasts = map[string]bool{
	"arith.index_cast": true, "arith.index_castui": true, "arith.extsi": true, "arith.extui": true,
	"arith.trunci": true,
}

// widthOf returns the number of bits of an integer that is folded, 0 for other types.
func widthOf(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IndexType:
		return 64
	case *ir.IntegerType:
		if t.Width >= 8 && t.Width <= 64 {
			return int(t.Width)
		}
	}
	return 0
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

// folds has the arithmetic that is folded. Operands have their signs, and the low bits of the result count.
// An operation with one operand gets it twice. An operation without a result in the IR is not folded.
var folds = map[string]func(a, b int64, width int) (int64, bool){
	"arith.addi":  func(a, b int64, _ int) (int64, bool) { return a + b, true },
	"arith.subi":  func(a, b int64, _ int) (int64, bool) { return a - b, true },
	"arith.muli":  func(a, b int64, _ int) (int64, bool) { return a * b, true },
	"arith.minsi": func(a, b int64, _ int) (int64, bool) { return min(a, b), true },
	"arith.maxsi": func(a, b int64, _ int) (int64, bool) { return max(a, b), true },
	"arith.minui": func(a, b int64, _ int) (int64, bool) {
		return int64(min(uint64(a), uint64(b))), true
	},
	"arith.maxui": func(a, b int64, _ int) (int64, bool) {
		return int64(max(uint64(a), uint64(b))), true
	},
	"arith.andi":  func(a, b int64, _ int) (int64, bool) { return a & b, true },
	"arith.ori":   func(a, b int64, _ int) (int64, bool) { return a | b, true },
	"arith.xori":  func(a, b int64, _ int) (int64, bool) { return a ^ b, true },
	"arith.shli":  func(a, b int64, w int) (int64, bool) { return a << (b & 63), isCount(b, w) },
	"arith.shrsi": func(a, b int64, w int) (int64, bool) { return a >> (b & 63), isCount(b, w) },
	"arith.shrui": func(a, b int64, w int) (int64, bool) {
		return int64(bitsOf(a, w) >> (b & 63)), isCount(b, w)
	},
	"arith.remui":      unsignedRemainder,
	"arith.divui":      unsignedQuotient,
	"arith.remsi":      division(func(a, b int64) int64 { return a % b }),
	"arith.divsi":      division(func(a, b int64) int64 { return a / b }),
	"arith.floordivsi": division(floorDiv),
	"arith.ceildivsi":  division(func(a, b int64) int64 { return -floorDiv(-a, b) }),
	"math.ctlz": func(a, _ int64, w int) (int64, bool) {
		return int64(bits.LeadingZeros64(bitsOf(a, w)) - 64 + w), true
	},
	"math.ctpop": func(a, _ int64, w int) (int64, bool) {
		return int64(bits.OnesCount64(bitsOf(a, w))), true
	},
}

func isCount(n int64, width int) bool { return n >= 0 && n < int64(width) }

// bitsOf returns an integer of a width as an unsigned number.
func bitsOf(n int64, width int) uint64 { return uint64(n) & mask(width) }

// division returns a division that is not folded if it is undefined, or at the end of the integers.
func division(divide func(a, b int64) int64) func(a, b int64, width int) (int64, bool) {
	return func(a, b int64, width int) (int64, bool) {
		if b == 0 || a == math.MinInt64>>(64-width) {
			return 0, false
		}
		return divide(a, b), true
	}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func unsignedRemainder(a, b int64, width int) (int64, bool) {
	if b == 0 {
		return 0, false
	}
	return int64(bitsOf(a, width) % bitsOf(b, width)), true
}

func unsignedQuotient(a, b int64, width int) (int64, bool) {
	if b == 0 {
		return 0, false
	}
	return int64(bitsOf(a, width) / bitsOf(b, width)), true
}

// decided returns the result of a comparison of constants. ok is false if an operand is not constant.
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
