package asynccorosplit

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// splitAll splits every coroutine in root and returns their number.
func splitAll(root *ir.Op) (n int, err error) {
	for _, fn := range root.Find(function.Func) {
		if fn.Region(0).Empty() {
			continue
		}
		ir.EraseUnreachable(fn.Region(0))
		if c := bodyOf(fn); c != nil {
			if err := c.checkForm(fn); err != nil {
				return n, err
			}
			if err := c.keepMemory(fn); err != nil {
				return n, err
			}
			if err := split(fn, c); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// split makes a state machine of one coroutine.
func split(fn *ir.Op, c *body) error {
	copyConstants(fn)
	f := newFrame(fn)
	values := c.crossings(fn.Region(0))
	if err := checkUnranked(fn, values); err != nil {
		return err
	}
	for _, x := range values {
		f.place(x)
	}
	b := ir.At(fn)
	b.SetAfter(fn)
	b.Loc = fn.Loc()
	resumed := newResumed(b, fn, f, values)
	f.declare(b)

	// The ramp has no frame until it is suspended.
	fn.RemoveAttr("passthrough")
	r := &ramp{fn, f, c, resumed, values, nil}
	r.lower()
	return nil
}

// newResumed makes the function that goes on: a copy of the coroutine in which every value that is needed in
// another state is in the frame, behind an entry that branches to where the frame says.
func newResumed(b *ir.Builder, fn *ir.Op, f *frame, values []crossing) *ir.Op {
	m := ir.NewMapping()
	region := fn.Region(0).Clone(m)
	points := pointsOf(region)
	returnNothing(points[0].Successor(0))
	pointer := dispatch(b, region, f, points)
	for _, x := range values {
		f.spill(x.v, m.Lookup(x.v), pointer)
	}
	resumed := b.Create(ir.OpState{
		Def: function.Func, Results: []ir.Type{}, Regions: []*ir.Region{region},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: b.Ctx.String(fn.SymbolName() + ".resume")},
			{Name: "function_type", Value: b.Ctx.TypeAttr(b.Ctx.Function([]ir.Type{f.typ}, nil))},
			{Name: "sym_visibility", Value: b.Ctx.String("private")},
		},
	})
	g := &going{resumed, f, pointer}
	g.lower(points)
	return resumed
}

// pointsOf returns the suspensions of a coroutine. Their numbers are those of the states behind them.
func pointsOf(r *ir.Region) (points []*ir.Op) {
	for _, b := range r.Blocks() {
		if last := b.Last(); last.Is(async.CoroSuspend) {
			points = append(points, last)
		}
	}
	return points
}

// copyConstants gives every block that uses a constant of another one a copy, so that constants need no slot.
func copyConstants(fn *ir.Op) {
	for _, b := range fn.Region(0).Blocks() {
		for op := range b.Ops() {
			if op.Has(ir.ConstantLike) && op.NumOperands() == 0 {
				copyConstant(op)
			}
		}
	}
}

func copyConstant(op *ir.Op) {
	home := op.Block()
	copies := map[*ir.Block]*ir.Op{home: op}
	for i, v := range op.Results() {
		for use := range v.Uses() {
			b := home.Region().FindAncestor(use.Owner()).Block()
			if copies[b] == nil {
				copies[b] = ir.At(b.First()).Clone(op, nil)
			}
			use.Set(copies[b].Result(i))
		}
	}
}

// schedules returns the operation in front of a suspension that says when the coroutine goes on.
func schedules(point *ir.Op) *ir.Op { return point.Prev() }

// erasePoint removes the three operations of a suspension.
func erasePoint(point, schedule *ir.Op) {
	save := point.Operand(0).DefiningOp()
	point.Erase()
	schedule.Erase()
	save.Erase()
}

// eraseCoro removes what is left of the operations that made the function a coroutine.
func eraseCoro(fn *ir.Op) {
	ir.SimplifyRegion(fn.Region(0), false)
	for op := range fn.WalkPost() {
		if op.Is(async.CoroEnd) {
			op.Erase()
		}
	}
	for op := range fn.WalkPost() {
		if op.Is(async.CoroBegin) {
			id := op.Operand(0).DefiningOp()
			op.Erase()
			id.Erase()
		}
	}
}

// resume is the callee of what lets a coroutine go on.
func (f *frame) resume() ir.NamedAttr { return ir.NamedAttr{Name: "callee", Value: f.callee} }

// slotAttr names a slot.
func (f *frame) slotAttr(i int) ir.NamedAttr {
	return ir.NamedAttr{Name: "slot", Value: f.ctx.Int(f.ctx.I64, int64(i))}
}

// put stores a value into a slot.
func (f *frame) put(b *ir.Builder, pointer, v *ir.Value, slot int) {
	b.Op(coro.Store, []*ir.Value{pointer, v}, f.slotAttr(slot))
}

// get loads a slot.
func (f *frame) get(b *ir.Builder, pointer *ir.Value, slot int) *ir.Value {
	return b.Create(ir.OpState{
		Def: coro.Load, Operands: []*ir.Value{pointer}, Results: []ir.Type{f.types[slot]},
		Attrs: []ir.NamedAttr{f.slotAttr(slot)},
	}).Result(0)
}
