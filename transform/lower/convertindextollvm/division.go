package convertindextollvm

import (
	"github.com/inflight-compiler/inflight/dialect/index"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// quotient writes a division of n by m that does not round toward zero.
type quotient struct {
	b    *ir.Builder
	n, m *ir.Value
}

// expand is the pattern of an operation that several instructions compute.
func expand(f func(quotient) *ir.Value) lowering {
	return func(c *llvmtypes.Conversion, _ *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
		return c.One(f(quotient{c.Builder, args[0], args[1]})), true
	}
}

func (q quotient) constant(n int64) *ir.Value { return llvmtypes.ConstInt(q.b, q.n.Type(), n) }
func (q quotient) op(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return llvmtypes.Binary(q.b, def, x, y)
}
func (q quotient) is(predicate int64, x, y *ir.Value) *ir.Value {
	return llvmtypes.ICmp(q.b, predicate, x, y)
}

// ceilDivS is (n + x) / m + 1 with x = m > 0 ? -1 : 1, where n is not 0 and of the sign of m, else 0 - (0 -
// n) / m.
func ceilDivS(q quotient) *ir.Value {
	zero, one, minusOne := q.constant(0), q.constant(1), q.constant(-1)
	positiveM := q.is(index.SGT, q.m, zero)
	x := llvmtypes.Select(q.b, positiveM, minusOne, one)
	up := q.op(llvm.Add, q.op(llvm.SDiv, q.op(llvm.Add, q.n, x), q.m), one)
	toward := q.op(llvm.Sub, zero, q.op(llvm.SDiv, q.op(llvm.Sub, zero, q.n), q.m))
	same := q.is(index.EQ, q.is(index.SGT, q.n, zero), positiveM)
	return llvmtypes.Select(q.b, q.op(llvm.And, same, q.is(index.NE, q.n, zero)), up, toward)
}

// ceilDivU is n == 0 ? 0 : (n - 1) / m + 1.
func ceilDivU(q quotient) *ir.Value {
	zero, one := q.constant(0), q.constant(1)
	up := q.op(llvm.Add, q.op(llvm.UDiv, q.op(llvm.Sub, q.n, one), q.m), one)
	return llvmtypes.Select(q.b, q.is(index.EQ, q.n, zero), zero, up)
}

// floorDivS is -1 - (x - n) / m with x = m < 0 ? 1 : -1, where n is not 0 and not of the sign of m, else n /
// m.
func floorDivS(q quotient) *ir.Value {
	zero, one, minusOne := q.constant(0), q.constant(1), q.constant(-1)
	negativeM := q.is(index.SLT, q.m, zero)
	x := llvmtypes.Select(q.b, negativeM, one, minusOne)
	down := q.op(llvm.Sub, minusOne, q.op(llvm.SDiv, q.op(llvm.Sub, x, q.n), q.m))
	toward := q.op(llvm.SDiv, q.n, q.m)
	differ := q.is(index.NE, q.is(index.SLT, q.n, zero), negativeM)
	return llvmtypes.Select(q.b, q.op(llvm.And, differ, q.is(index.NE, q.n, zero)), down, toward)
}
