package asynccorosplit

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// going is the function that goes on where a coroutine was suspended. The frame is its argument.
type going struct {
	fn      *ir.Op
	f       *frame
	pointer *ir.Value
}

// dispatch puts an entry in front of a body that branches to where the frame says, and returns the frame.
func dispatch(b *ir.Builder, r *ir.Region, f *frame, points []*ir.Op) *ir.Value {
	entry := ir.NewBlock(f.typ)
	r.Insert(0, entry)
	at := ir.AtEnd(b.Ctx, entry)
	at.Loc = b.Loc
	targets := make([]*ir.Block, len(points))
	cases := make([]int64, len(points))
	for i, p := range points {
		targets[i], cases[i] = p.Successor(1), int64(i)
	}
	if len(points) == 1 {
		cf.NewBr(at, targets[0])
	} else {
		cf.NewSwitch(at, f.get(at, entry.Arg(0), state), targets[0], cases[1:], targets[1:])
	}
	return entry.Arg(0)
}

// returnNothing takes the results away from the end of the ramp.
func returnNothing(end *ir.Block) {
	last := end.Last()
	ir.At(last).Create(ir.OpState{Def: function.Return, Results: []ir.Type{}})
	last.Erase()
}

// lower lowers the operations of coroutines.
func (g *going) lower(points []*ir.Op) {
	for i, p := range points {
		g.suspend(p, i)
	}
	for op := range g.fn.WalkPost() {
		if op.Is(async.CoroFree) {
			ir.At(op).Op(coro.Free, []*ir.Value{g.pointer})
			op.Erase()
		}
	}
	eraseCoro(g.fn)
}

// suspend lowers a suspension, unless what is awaited is resolved. The frame says where to go on before
// anything can call.
func (g *going) suspend(point *ir.Op, number int) {
	b := ir.At(point)
	schedule := schedules(point)
	b.Loc = schedule.Loc()
	g.f.enter(b, g.pointer, number)
	if schedule.Is(async.RuntimeResume) {
		b.Op(coro.Resume, []*ir.Value{g.pointer}, g.f.resume())
		cf.NewBr(b, point.Successor(0))
	} else {
		ready := b.Op(coro.Await, []*ir.Value{schedule.Operand(0), g.pointer}, g.f.resume()).Result(0)
		cf.NewCondBr(b, ready, point.Successor(1), nil, point.Successor(0), nil)
	}
	erasePoint(point, schedule)
}

// enter stores the number of a state.
func (f *frame) enter(b *ir.Builder, pointer *ir.Value, number int) {
	f.put(b, pointer, arith.NewConstant(b, b.Ctx.Int(b.Ctx.I32, int64(number))), state)
}
