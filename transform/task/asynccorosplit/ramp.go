package asynccorosplit

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// ramp is the function that starts a coroutine. It runs as far as it can on its caller's thread; a frame
// exists only from where it has to be suspended.
type ramp struct {
	fn      *ir.Op
	f       *frame
	c       *body
	resumed *ir.Op
	values  []crossing
	overrun *ir.Block // goes on at once in a frame: what was not resolved is so by now
}

func (r *ramp) lower() {
	for i, p := range r.c.points {
		r.suspend(p, i)
	}
	for op := range r.fn.WalkPost() {
		if op.Is(async.CoroFree) {
			op.Erase()
		}
	}
	eraseCoro(r.fn)
}

// suspend lowers a suspension: into one on a block of its own, for the case that what is awaited is not
// resolved.
func (r *ramp) suspend(point *ir.Op, number int) {
	b := ir.At(point)
	schedule := schedules(point)
	b.Loc = schedule.Loc()
	if schedule.Is(async.RuntimeResume) {
		b.Op(coro.Resume, []*ir.Value{r.newFrame(b, point, number)}, r.f.resume())
		cf.NewBr(b, r.c.end)
		erasePoint(point, schedule)
		return
	}
	awaited := schedule.Operand(0)
	slow := ir.NewBlock()
	r.fn.Region(0).Insert(point.Block().Index()+1, slow)
	ready := b.Op(coro.IsReady, []*ir.Value{awaited}).Result(0)
	cf.NewCondBr(b, ready, point.Successor(1), nil, slow, nil)

	b.SetEnd(slow)
	pointer := r.newFrame(b, point, number)
	late := b.Op(coro.Await, []*ir.Value{awaited, pointer}, r.f.resume()).Result(0)
	cf.NewCondBr(b, late, r.overrunBlock(), []*ir.Value{pointer}, r.c.end, nil)
	erasePoint(point, schedule)
}

// newFrame makes a frame with all that is needed behind a suspension.
func (r *ramp) newFrame(b *ir.Builder, point *ir.Op, number int) *ir.Value {
	pointer := b.Create(ir.OpState{Def: coro.Create, Results: []ir.Type{r.f.typ}}).Result(0)
	for _, x := range r.values {
		if x.isLiveAt(point.Successor(1)) {
			r.f.put(b, pointer, x.v, r.f.slot[x.v])
		}
	}
	r.f.enter(b, pointer, number)
	return pointer
}

// overrunBlock returns the block that calls the other function with its argument, a frame.
func (r *ramp) overrunBlock() *ir.Block {
	if r.overrun == nil {
		r.overrun = ir.NewBlock(r.f.typ)
		r.fn.Region(0).Insert(r.c.end.Index(), r.overrun)
		b := ir.AtEnd(r.fn.Context(), r.overrun)
		b.Loc = r.fn.Loc()
		b.Create(ir.OpState{
			Def: function.Call, Operands: r.overrun.Args(), Results: []ir.Type{},
			Attrs: []ir.NamedAttr{r.f.resume()},
		})
		cf.NewBr(b, r.c.end)
	}
	return r.overrun
}
