package expandprintcalls

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	mathdialect "github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

// verify returns how many elements of memory are not as expected, or -1 if its shape is not, and prints what
// tells of it: what printed.Compare does.
func (w *writer) verify(actual, expected *ir.Value) *ir.Value {
	x, y := w.described(actual), w.described(expected)
	c := comparison{actual: actual, expected: expected, x: x, rank: rankOf(actual)}
	if c.rank == 0 {
		return c.count(w, nil, w.number64(0), x[1])
	}
	differ := func(b *ir.Builder) []*ir.Value {
		other := &writer{b, w.x}
		other.description(actual, x)
		other.description(expected, y)
		return []*ir.Value{other.number64(-1)}
	}
	if rankOf(expected) != c.rank {
		return differ(w.Builder)[0]
	}
	var same *ir.Value
	for i := 1; i < len(x); i++ {
		equal := arith.Cmp(w.Builder, arith.EQ, x[i], y[i])
		if same == nil {
			same = equal
			continue
		}
		same = arith.Binary(w.Builder, arith.AndI, same, equal)
	}
	return scf.NewIfYielding(w.Builder, same, []ir.Type{w.Ctx.I64}, func(b *ir.Builder) []*ir.Value {
		inner := &writer{b, w.x}
		return []*ir.Value{c.count(inner, nil, inner.number64(0), x[1])}
	}, differ).Result(0)
}

func (w *writer) number64(n int64) *ir.Value { return arith.ConstInt(w.Builder, w.Ctx.I64, n) }

// comparison is what two memrefs of one shape are compared by.
type comparison struct {
	actual, expected *ir.Value
	x                []*ir.Value // the description of both
	rank             int
}

// count adds to a number how many elements differ behind some subscripts of the first dimensions, at a
// distance from the base.
func (c comparison) count(w *writer, at []*ir.Value, differ, distance *ir.Value) *ir.Value {
	if len(at) == c.rank {
		return c.compare(w, at, differ, distance)
	}
	d := len(at)
	zero, one := arith.ConstIndex(w.Builder, 0), arith.ConstIndex(w.Builder, 1)
	return scf.NewForCarrying(w.Builder, zero, c.x[2+d], one, []*ir.Value{differ},
		func(b *ir.Builder, i *ir.Value, carried []*ir.Value) []*ir.Value {
			here := arith.Binary(b, arith.AddI, distance, arith.Binary(b, arith.MulI, i, c.x[2+c.rank+d]))
			return []*ir.Value{c.count(&writer{b, w.x}, append(at[:d:d], i), carried[0], here)}
		}).Result(0)
}

// compare adds 1 to a number if two elements differ, and tells of it unless it has told of enough.
func (c comparison) compare(w *writer, at []*ir.Value, differ, distance *ir.Value) *ir.Value {
	x, y := memref.NewLoad(w.Builder, c.actual, at...), memref.NewLoad(w.Builder, c.expected, at...)
	return scf.NewIfYielding(w.Builder, w.close(x, y), []ir.Type{w.Ctx.I64}, func(*ir.Builder) []*ir.Value {
		return []*ir.Value{differ}
	}, func(b *ir.Builder) []*ir.Value {
		inner := &writer{b, w.x}
		few := arith.Cmp(b, arith.ULT, differ, inner.number64(printed.Shown))
		scf.NewIf(b, few, func(b *ir.Builder) {
			told := &writer{b, w.x}
			told.loaded(x)
			told.text(" != ")
			told.loaded(y)
			told.text(" offset = ")
			told.signed(distance)
			told.text("\n")
		}, nil)
		return []*ir.Value{arith.Binary(b, arith.AddI, differ, inner.number64(1))}
	}).Result(0)
}

// close returns whether one number is as another is expected to be.
func (w *writer) close(x, y *ir.Value) *ir.Value {
	t, isFloat := x.Type().(*ir.FloatType)
	switch {
	case !isFloat:
		return arith.Cmp(w.Builder, arith.EQ, x, y)
	case t.Kind != ir.F32 && t.Kind != ir.F64:
		return w.compare(arith.OEQ, x, y)
	}
	most := 1e-12
	if t.Kind == ir.F32 {
		most = 1e-6
	}
	abs := func(v *ir.Value) *ir.Value { return w.Op(mathdialect.AbsF, []*ir.Value{v}).Result(0) }
	bound := arith.Binary(w.Builder, arith.MulF, arith.ConstFloat(w.Builder, t, most), abs(y))
	near := w.compare(arith.OLE, abs(arith.Binary(w.Builder, arith.SubF, x, y)), bound)
	// Neither is infinite: of numbers that are, the difference is, or it is none.
	finite := w.compare(arith.ONE, abs(y), arith.ConstFloat(w.Builder, t, math.Inf(1)))
	return arith.Binary(w.Builder, arith.AndI, near, finite)
}

func (w *writer) compare(predicate int64, x, y *ir.Value) *ir.Value {
	attr := ir.NamedAttr{Name: "predicate", Value: w.Ctx.Int(w.Ctx.I64, predicate)}
	return w.Op(arith.CmpF, []*ir.Value{x, y}, attr).Result(0)
}
