package threadnumbers

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// environment holds the numbers of a thread and the variables of loops, by the slots that the compiler gives
// them. Failed notes a division by zero.
type environment struct {
	slots  []int64
	failed bool
}

// expression computes a value. Integers are kept sign-extended, but for i1, which is 0 or 1.
type expression func(*environment) int64

// compiler makes expressions of values.
type compiler struct {
	slots map[*ir.Value]int // the values that an environment holds
	used  map[int]bool      // slots that expressions depend on
	left  int               // how many operations may still be followed
}

// maxOperations bounds how many operations one expression may have.
const maxOperations = 256

// value returns an expression for a value, nil if it depends on more than what an environment holds.
func (c *compiler) value(v *ir.Value) expression {
	if n, ok := ir.ConstInt(v); ok {
		return func(*environment) int64 { return n }
	}
	if slot, ok := c.slots[v]; ok {
		c.used[slot] = true
		return func(e *environment) int64 { return e.slots[slot] }
	}
	op := v.DefiningOp()
	if op == nil || op.NumRegions() > 0 || op.NumResults() != 1 || c.left == 0 {
		return nil
	}
	c.left--
	if op.Is(pipeline.Axis) {
		return c.value(op.Operand(0))
	}
	args := make([]expression, op.NumOperands())
	for i, operand := range op.Operands() {
		if args[i] = c.value(operand); args[i] == nil {
			return nil
		}
	}
	return operation(op, args)
}

func operation(op *ir.Op, args []expression) expression {
	width := widthOf(op.Result(0).Type())
	switch {
	case op.Is(affine.Apply):
		return application(op, args)
	case op.Is(arith.CmpI):
		return comparison(op, args)
	case op.Is(arith.Select):
		return func(e *environment) int64 {
			if args[0](e) != 0 {
				return args[1](e)
			}
			return args[2](e)
		}
	case op.Is(arith.ExtUI), op.Is(arith.IndexCastUI):
		from := widthOf(op.Operand(0).Type())
		return func(e *environment) int64 { return wrap(int64(unsigned(args[0](e), from)), width) }
	case op.Is(arith.ExtSI) && widthOf(op.Operand(0).Type()) == 1:
		return func(e *environment) int64 { return wrap(-args[0](e), width) }
	case op.Is(arith.ExtSI), op.Is(arith.IndexCast), op.Is(arith.TruncI):
		return func(e *environment) int64 { return wrap(args[0](e), width) }
	}
	f := binary[op.Def()]
	if f == nil || len(args) != 2 || width == 0 {
		return nil
	}
	return func(e *environment) int64 {
		x, y := args[0](e), args[1](e)
		if y == 0 && divides[op.Def()] {
			e.failed = true
			return 0
		}
		return wrap(f(x, y, width), width)
	}
}

// binary are the operations on two integers of a width.
var binary = map[*ir.OpDef]func(x, y int64, width uint) int64{
	arith.AddI:       func(x, y int64, _ uint) int64 { return x + y },
	arith.SubI:       func(x, y int64, _ uint) int64 { return x - y },
	arith.MulI:       func(x, y int64, _ uint) int64 { return x * y },
	arith.DivSI:      func(x, y int64, _ uint) int64 { return x / y },
	arith.RemSI:      func(x, y int64, _ uint) int64 { return x % y },
	arith.FloorDivSI: func(x, y int64, _ uint) int64 { return floorDiv(x, y) },
	arith.CeilDivSI:  func(x, y int64, _ uint) int64 { return -floorDiv(-x, y) },
	arith.DivUI:      func(x, y int64, w uint) int64 { return int64(unsigned(x, w) / unsigned(y, w)) },
	arith.RemUI:      func(x, y int64, w uint) int64 { return int64(unsigned(x, w) % unsigned(y, w)) },
	arith.AndI:       func(x, y int64, _ uint) int64 { return x & y },
	arith.OrI:        func(x, y int64, _ uint) int64 { return x | y },
	arith.XOrI:       func(x, y int64, _ uint) int64 { return x ^ y },
	arith.ShLI:       func(x, y int64, w uint) int64 { return x << unsigned(y, w) },
	arith.ShRSI:      func(x, y int64, w uint) int64 { return x >> unsigned(y, w) },
	arith.ShRUI:      func(x, y int64, w uint) int64 { return int64(unsigned(x, w) >> unsigned(y, w)) },
	arith.MinSI:      func(x, y int64, _ uint) int64 { return min(x, y) },
	arith.MaxSI:      func(x, y int64, _ uint) int64 { return max(x, y) },
	arith.MinUI:      func(x, y int64, w uint) int64 { return int64(min(unsigned(x, w), unsigned(y, w))) },
	arith.MaxUI:      func(x, y int64, w uint) int64 { return int64(max(unsigned(x, w), unsigned(y, w))) },
}

var divides = map[*ir.OpDef]bool{
	arith.DivSI: true, arith.RemSI: true, arith.FloorDivSI: true, arith.CeilDivSI: true,
	arith.DivUI: true, arith.RemUI: true,
}

func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

// application evaluates the map of an affine.apply.
func application(op *ir.Op, args []expression) expression {
	a, ok := op.Attr("map").(*ir.AffineMapAttr)
	if !ok {
		return nil
	}
	return func(e *environment) int64 {
		numbers := make([]int64, len(args))
		for i, arg := range args {
			numbers[i] = arg(e)
		}
		results, ok := a.Map.Eval(numbers[:a.Map.NumDims], numbers[a.Map.NumDims:])
		if !ok {
			e.failed = true
			return 0
		}
		return results[0]
	}
}

// comparison is an arith.cmpi.
func comparison(op *ir.Op, args []expression) expression {
	width := widthOf(op.Operand(0).Type())
	predicate := arith.Predicate(op)
	return func(e *environment) int64 {
		if compares(predicate, args[0](e), args[1](e), width) {
			return 1
		}
		return 0
	}
}

func compares(predicate, x, y int64, width uint) bool {
	switch predicate {
	case arith.EQ:
		return x == y
	case arith.NE:
		return x != y
	case arith.SLT:
		return x < y
	case arith.SLE:
		return x <= y
	case arith.SGT:
		return x > y
	case arith.SGE:
		return x >= y
	case arith.ULT:
		return unsigned(x, width) < unsigned(y, width)
	case arith.ULE:
		return unsigned(x, width) <= unsigned(y, width)
	case arith.UGT:
		return unsigned(x, width) > unsigned(y, width)
	}
	return unsigned(x, width) >= unsigned(y, width)
}

// widthOf returns the bits of an integer, 64 for an index and 0 for what is neither.
func widthOf(t ir.Type) uint {
	switch t := t.(type) {
	case *ir.IndexType:
		return bits.UintSize
	case *ir.IntegerType:
		if t.Width <= 64 {
			return uint(t.Width)
		}
	}
	return 0
}

// unsigned returns the number that the low bits of an integer stand for.
func unsigned(x int64, width uint) uint64 { return uint64(x) << (64 - width) >> (64 - width) }

// wrap sign-extends the low bits; those of an i1 are 0 or 1.
func wrap(x int64, width uint) int64 {
	switch width {
	case 0, 64:
		return x
	case 1:
		return x & 1
	}
	return x << (64 - width) >> (64 - width)
}
