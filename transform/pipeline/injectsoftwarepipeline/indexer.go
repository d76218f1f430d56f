package injectsoftwarepipeline

import (
	affinedialect "github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// iteration is the number of an iteration, counted from 0: base + offset, or the constant offset if base is
// nil. In the epilogue of a loop of dynamic extent, it is offset plus the time at which the epilogue begins.
type iteration struct {
	base     *ir.Value
	offset   int64
	epilogue bool
}

// indexer emits the index arithmetic of a pipelined loop: arith for scf.for, and affine.apply for affine.for,
// because affine accesses accept nothing else.
type indexer struct {
	loop  *loop
	m     *model
	b     *ir.Builder // where code is emitted
	arena *ir.Arena

	// pre is where constants and other values for the whole loop are emitted.
	pre        *ir.Builder
	consts     map[int64]*ir.Value
	made       map[madeKey]*ir.Value
	lower      bound
	step       bound
	tripsValue *ir.Value
	endValue   *ir.Value
}

// madeKey identifies an expression that was emitted in a block: an operation on d0 and a constant, or an
// affine map of d0.
type madeKey struct {
	block *ir.Block
	d0    *ir.Value
	def   *ir.OpDef
	n     int64
	f     string
}

// bound is an integer: the constant n if value is nil, else a value known only at run time.
type bound struct {
	value *ir.Value
	n     int64
}

func newIndexer(l *loop, m *model, b *ir.Builder, known constants) *indexer {
	pre := ir.AtEnd(b.Ctx, ir.NewBlock())
	pre.Loc = b.Loc
	x := &indexer{loop: l, m: m, b: b, pre: pre, consts: map[int64]*ir.Value{}, made: map[madeKey]*ir.Value{}}
	x.reuseConstants(l.op, known)
	x.lower = x.evaluate(l.bounds.Lower, l.bounds.LowerOperands)
	x.step = bound{l.bounds.Step.Value, l.bounds.Step.Const}
	if x.step.value != nil {
		if c, ok := ir.ConstInt(x.step.value); ok {
			x.step = bound{nil, c}
		}
	}
	return x
}

// reuseConstants finds index constants in front of the loop.
func (x *indexer) reuseConstants(loop *ir.Op, known constants) {
	for at := loop; at != nil && !at.Has(ir.IsolatedFromAbove); at = at.Parent() {
		for n, op := range known.before(at) {
			x.consts[n] = op.Result(0)
		}
	}
}

// constants remembers, for blocks that contain loops, the index constants in them.
type constants map[*ir.Block]*seenConstants

// seenConstants holds the index constants at the beginning of a block, the first of each number.
type seenConstants struct {
	last *ir.Op // the last operation that was examined
	ops  map[int64]*ir.Op
}

// before returns the index constants in front of an operation. When several loops of a block are pipelined,
// each search continues where the last one ended.
func (c constants) before(at *ir.Op) map[int64]*ir.Op {
	b := at.Block()
	if b == nil {
		return nil
	}
	seen := c[b]
	if seen == nil || seen.last.Block() != b || !seen.last.IsBefore(at) {
		seen = &seenConstants{ops: map[int64]*ir.Op{}}
		c[b] = seen
	}
	for n, op := range seen.ops {
		if op.Block() != b {
			delete(seen.ops, n)
		}
	}
	op := b.First()
	if seen.last != nil {
		op = seen.last.Next()
	}
	for ; op != at; op = op.Next() {
		seen.last = op
		if !op.Is(arith.Constant) || op.Result(0).Type() != ir.Type(op.Context().Index) {
			continue
		}
		if n, ok := ir.ConstInt(op.Result(0)); ok && seen.ops[n] == nil {
			seen.ops[n] = op
		}
	}
	if seen.last == nil {
		delete(c, b)
	}
	return seen.ops
}

// evaluate returns the value of a bound's map, computed in front of the loop.
func (x *indexer) evaluate(m *affine.Map, operands []*ir.Value) bound {
	if c, ok := m.SingleConstant(); ok {
		return bound{nil, c}
	}
	if len(operands) == 1 && len(m.Results) == 1 && (m.IsIdentity() || m.Results[0].Equal(affine.S(0))) {
		if c, ok := ir.ConstInt(operands[0]); ok {
			return bound{nil, c}
		}
		return bound{operands[0], 0}
	}
	return bound{affinedialect.NewApply(x.pre, m, operands...), 0}
}

// constant returns an index constant, which is emitted once in front of the loop.
func (x *indexer) constant(n int64) *ir.Value {
	if v := x.consts[n]; v != nil {
		return v
	}
	v := arith.ConstIndex(x.pre, n)
	x.consts[n] = v
	return v
}

// number returns the number of an iteration.
func (x *indexer) number(it iteration) *ir.Value {
	if it.base == nil {
		return x.constant(it.offset)
	}
	return x.combine(arith.AddI, it.base, it.offset)
}

// slot returns the version of a buffer that an iteration uses.
func (x *indexer) slot(it iteration, versions int) *ir.Value {
	n := int64(versions)
	switch {
	case it.base == nil:
		return x.constant(it.offset % n)
	case x.loop.affine:
		return x.apply(affine.D(0).Add(affine.C(it.offset)).Mod(affine.C(n)), it.base)
	}
	if it.offset%n == 0 {
		it.offset = 0
	}
	return x.combine(arith.RemUI, x.number(it), n)
}

// original returns the induction variable that the original loop has in an iteration: lower + iteration·step.
func (x *indexer) original(it iteration) *ir.Value {
	known := x.lower.value == nil && x.step.value == nil
	switch {
	case known && it.base == nil:
		return x.constant(x.lower.n + it.offset*x.step.n)
	case known && x.loop.affine:
		return x.apply(affine.D(0).Add(affine.C(it.offset)).Mul(affine.C(x.step.n)).Add(affine.C(x.lower.n)),
			it.base)
	case known && x.step.n == 1:
		return x.combine(arith.AddI, it.base, it.offset+x.lower.n)
	case known:
		return x.combine(arith.AddI, x.combine(arith.MulI, x.number(it), x.step.n), x.lower.n)
	case x.loop.affine:
		f := affine.D(0).Mul(affine.C(x.step.n)).Add(affine.D(1))
		return affinedialect.NewApply(x.b, affine.NewMap(2, 0, f), x.number(it), x.lower.value)
	}
	return x.add(x.lower, x.multiply(x.number(it), x.step))
}

// combine emits an operation on an integer that is not negative and a constant. It emits it at most once in a
// block, and not at all if the result is v.
func (x *indexer) combine(def *ir.OpDef, v *ir.Value, n int64) *ir.Value {
	if def == arith.AddI && n == 0 || def == arith.MulI && n == 1 {
		return v
	}
	if x.loop.affine {
		return x.apply(affine.D(0).Add(affine.C(n)), v) // for affine loops, callers ask only for sums
	}
	key := madeKey{block: x.b.Block(), d0: v, def: def, n: n}
	made := x.made[key]
	if made == nil {
		state := ir.OpState{Def: def, Loc: x.b.Loc, Operands: []*ir.Value{v, x.constant(n)},
			Results: []ir.Type{v.Type()}}
		made = x.b.Insert(x.arena.NewOp(x.b.Ctx, &state)).Result(0)
		x.made[key] = made
	}
	return made
}

// apply emits an affine.apply of d0, at most once in a block.
func (x *indexer) apply(f *affine.Expr, d0 *ir.Value) *ir.Value {
	if f.Kind == affine.Dim {
		return d0
	}
	key := madeKey{block: x.b.Block(), d0: d0, f: f.String()}
	made := x.made[key]
	if made == nil {
		made = affinedialect.NewApply(x.b, affine.NewMap(1, 0, f), d0)
		x.made[key] = made
	}
	return made
}

func (x *indexer) multiply(count *ir.Value, by bound) *ir.Value {
	if by.value == nil && by.n == 1 {
		return count
	}
	return arith.Binary(x.b, arith.MulI, count, x.value(by))
}

func (x *indexer) add(a bound, v *ir.Value) *ir.Value {
	if a.value == nil && a.n == 0 {
		return v
	}
	return arith.Binary(x.b, arith.AddI, x.value(a), v)
}

func (x *indexer) value(n bound) *ir.Value {
	if n.value != nil {
		return n.value
	}
	return x.constant(n.n)
}

// trips returns the number of iterations, computed in front of the loop as (upper - lower) ceildiv step. It
// may be negative.
func (x *indexer) trips() *ir.Value {
	if x.tripsValue == nil {
		x.tripsValue = x.computeTrips()
	}
	return x.tripsValue
}

func (x *indexer) computeTrips() *ir.Value {
	upper := x.evaluate(x.loop.bounds.Upper, x.loop.bounds.UpperOperands)
	if x.lower == (bound{}) && x.step == (bound{nil, 1}) {
		return x.value(upper)
	}
	if x.loop.affine {
		f := affine.D(0).Sub(affine.D(1)).CeilDiv(affine.C(x.step.n))
		return affinedialect.NewApply(x.pre, affine.NewMap(2, 0, f), x.value(upper), x.value(x.lower))
	}
	span := x.value(upper)
	if x.lower != (bound{}) {
		span = arith.Binary(x.pre, arith.SubI, span, x.value(x.lower))
	}
	if x.step == (bound{nil, 1}) {
		return span
	}
	return arith.Binary(x.pre, arith.CeilDivSI, span, x.value(x.step))
}

// bodyEnd returns the time at which the epilogue begins: the number of iterations, but at least maxStage.
func (x *indexer) bodyEnd() *ir.Value {
	if x.endValue == nil {
		x.endValue = arith.Binary(x.pre, arith.MaxSI, x.trips(), x.constant(int64(x.m.maxStage)))
	}
	return x.endValue
}

// forSteady emits the body loop, from 0 to trips - maxStage.
func (x *indexer) forSteady(attrs []ir.NamedAttr, body func(b *ir.Builder, i *ir.Value)) *ir.Op {
	stages := int64(x.m.maxStage)
	zero := affinedialect.ConstantBound(0)
	var made *ir.Op
	switch {
	case x.loop.affine && x.m.trips >= 0:
		made = affinedialect.NewFor(x.b, zero, affinedialect.ConstantBound(x.m.trips-stages), 1, body)
	case x.loop.affine:
		upper := affine.NewMap(1, 0, affine.D(0).Sub(affine.C(stages)))
		made = affinedialect.NewFor(x.b, zero,
			affinedialect.Access{Map: upper, Operands: []*ir.Value{x.trips()}}, 1, body)
	default:
		made = scf.NewFor(x.b, x.constant(0), x.steadyEnd(), x.constant(1), body)
	}
	for _, a := range attrs {
		made.SetAttr(a.Name, a.Value)
	}
	made.SetLoc(x.loop.op.Loc())
	made.Body().Arg(0).SetName(x.loop.iv.Name())
	return made
}

func (x *indexer) steadyEnd() *ir.Value {
	stages := int64(x.m.maxStage)
	switch {
	case x.m.trips >= 0:
		return x.constant(x.m.trips - stages)
	case stages == 0:
		return x.trips()
	}
	return arith.Binary(x.pre, arith.SubI, x.trips(), x.constant(stages))
}

// guard emits body under the condition that the iteration exists, for a loop of dynamic extent.
func (x *indexer) guard(it iteration, stage int, body func(b *ir.Builder, it iteration)) {
	if x.loop.affine && it.epilogue {
		x.guardAffine(it, stage, body)
		return
	}
	if it.epilogue {
		it = iteration{base: x.bodyEnd(), offset: it.offset}
	}
	number := x.number(it)
	exists := arith.Cmp(x.b, arith.SLT, number, x.trips())
	scf.NewIf(x.b, exists, func(b *ir.Builder) { body(b, it) }, nil)
}

// guardAffine emits body in a loop of at most one iteration, whose variable is the iteration, because
// subscripts of affine accesses accept only such variables. The loop begins at max(trips, maxStage) + offset,
// at most `stage` iterations before the end, and its step is so large that it runs at most once.
func (x *indexer) guardAffine(it iteration, stage int, body func(b *ir.Builder, it iteration)) {
	trips := []*ir.Value{x.trips()}
	lower := affine.NewMap(1, 0, affine.D(0).Add(affine.C(it.offset)),
		affine.C(int64(x.m.maxStage)+it.offset))
	begin := affinedialect.Access{Map: lower, Operands: trips}
	end := affinedialect.Access{Map: affine.Identity(1), Operands: trips}
	affinedialect.NewFor(x.b, begin, end, int64(stage), func(b *ir.Builder, i *ir.Value) {
		body(b, iteration{base: i})
	})
}
