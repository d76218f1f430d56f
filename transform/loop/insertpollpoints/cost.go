package insertpollpoints

import (
	"github.com/inflight-compiler/inflight/ir"
)

// What operations cost, in simple operations.
const (
	costDivision = 10
	costMath     = 20
	costCall     = 50  // of the host, and of what takes as long
	costCopy     = 500 // of memory of unknown size
	costLoop     = 2   // of going on to the next iteration
	mostCost     = 1 << 40
)

// costs are those of operations that are not simple, by name.
var costs = map[string]int64{
	"arith.constant": 0, "arith.divsi": costDivision, "arith.divui": costDivision,
	"arith.remsi": costDivision, "arith.remui": costDivision,
	"arith.ceildivsi": costDivision, "arith.ceildivui": costDivision, "arith.floordivsi": costDivision,
	"arith.divf": costDivision,
	"arith.remf": costMath, "memref.alloc": costCall, "memref.dealloc": costCall, "memref.realloc": costCopy,
	"memref.copy":  costCopy,
	"vector.print": costCall,
}

// weight returns the cost of an operation without what it holds.
func (p *poller) weight(op *ir.Op) int64 {
	def := op.Def()
	n, known := p.weights[def]
	if !known {
		n = weightOf(def)
		p.weights[def] = n
	}
	return n * parts(op)
}

// weightOf returns the cost of an operation on at most 16 bytes.
func weightOf(def *ir.OpDef) int64 {
	n, known := costs[def.Name]
	switch {
	case known:
		return n
	case def.DialectName() == "math":
		return costMath
	case def.Traits&ir.Terminator != 0:
		return 0
	}
	return 1
}

// parts returns how many operations on 16 bytes the operation on the largest of the vectors is made of.
func parts(op *ir.Op) int64 {
	most := int64(1)
	count := func(t ir.Type) {
		if v, ok := t.(*ir.VectorType); ok {
			most = max(most, ir.NumElements(v.Shape)*elementBits(v.Elem)/128)
		}
	}
	for i := range op.NumOperands() {
		count(op.Operand(i).Type())
	}
	for i := range op.NumResults() {
		count(op.Result(i).Type())
	}
	return most
}

func elementBits(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return int64(t.Width)
	case *ir.FloatType:
		return int64(t.Width())
	}
	return 64
}

// times multiplies costs, up to a limit.
func times(a, b int64) int64 {
	if b > 0 && a > mostCost/b {
		return mostCost
	}
	return a * b
}
