package insertpollpoints

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// mostChunk is how many iterations a chunk has at most, mostSpan how far its bounds are apart.
const (
	mostChunk = 1 << 14
	mostSpan  = 1 << 30
)

// chunk is the part of a loop between two calls.
type chunk struct {
	body int64 // the cost of an iteration
	step int64
	n    int64 // iterations
	full bool  // whether nearly all chunks have so many
}

// strip divides a loop into chunks and lets it poll in front of each, if it is one that can be divided.
func (p *poller) strip(op *ir.Op, body int64, full bool) bool {
	n := min(max(p.interval/body, 1), mostChunk)
	c := chunk{body: body, n: 1 << (bits.Len64(uint64(n)) - 1), full: full}
	switch {
	case op.Is(scf.For):
		step, ok := ir.ConstInt(scf.Step(op))
		if c.step = step; !ok || !c.fits(scf.Lower(op).Type()) {
			return false
		}
		p.stripFor(op, c)
	case op.Is(scf.Parallel) && op.NumResults() == 0:
		steps := op.OperandsOf(2)
		step, ok := ir.ConstInt(steps[len(steps)-1])
		if c.step = step; !ok || !c.fits(op.Context().Index) {
			return false
		}
		p.stripParallel(op, c)
	default:
		return false
	}
	p.stripped++
	return true
}

// fits reports whether the arithmetic on the bounds of chunks fits the type.
func (c chunk) fits(t ir.Type) bool {
	if i, ok := t.(*ir.IntegerType); ok && i.Width != 32 && i.Width != 64 {
		return false
	}
	return c.step > 0 && c.step <= mostSpan/c.n
}

// stripFor makes two loops of one. The outer one carries what the inner one does.
func (p *poller) stripFor(op *ir.Op, c chunk) {
	b := ir.At(op)
	b.Loc = op.Loc()
	lower, upper := scf.Lower(op), scf.Upper(op)
	span := arith.ConstInt(b, lower.Type(), c.n*c.step)
	var yield *ir.Op
	outer := scf.NewForCarrying(b, lower, upper, span, scf.Inits(op),
		func(b *ir.Builder, start *ir.Value, carried []*ir.Value) []*ir.Value {
			end := p.bounds(b, start, upper, span, c)
			op.MoveToEnd(b.Block())
			op.SetOperand(0, start)
			op.SetOperand(1, end)
			for i, v := range carried {
				op.SetOperand(3+i, v)
			}
			return op.Results()
		})
	if a := op.Attr("unsignedCmp"); a != nil {
		outer.SetAttr("unsignedCmp", a)
	}
	yield = outer.Body().Terminator()
	for i, v := range op.Results() {
		v.ReplaceUsesIf(outer.Result(i), func(u *ir.Operand) bool { return u.Owner() != yield })
	}
}

// stripParallel makes the iterations of a parallel loop chunks along its last dimension.
func (p *poller) stripParallel(op *ir.Op, c chunk) {
	before := ir.At(op)
	before.Loc = op.Loc()
	body := op.Body()
	last := body.NumArgs() - 1
	upper, start := op.OperandsOf(1)[last], body.Arg(last)
	span := arith.ConstIndex(before, c.n*c.step)
	first, _ := op.OperandGroup(2)
	step := op.Operand(first + last)
	op.SetOperand(first+last, span)

	b := ir.AtEnd(op.Context(), body)
	b.SetStart(body)
	b.Loc = op.Loc()
	var moved []*ir.Op
	for inner := range body.OpsWithoutTerminator() {
		moved = append(moved, inner)
	}
	end := p.bounds(b, start, upper, span, c)
	scf.NewFor(b, start, end, step, func(b *ir.Builder, iv *ir.Value) {
		for _, inner := range moved {
			inner.MoveToEnd(b.Block())
		}
		loop := b.Block().ParentOp()
		start.ReplaceUsesIf(iv, func(u *ir.Operand) bool {
			return u.Owner() != loop && loop.IsAncestorOf(u.Owner())
		})
	})
}

// bounds writes the call for a chunk and returns its upper bound. The distance to the end of the loop, which
// is not empty, is a number without a sign; what is added to the start does not lead beyond the end.
func (p *poller) bounds(b *ir.Builder, start, upper, span *ir.Value, c chunk) *ir.Value {
	left := arith.Binary(b, arith.SubI, upper, start)
	distance := arith.Binary(b, arith.MinUI, left, span)
	if c.full || c.step > c.body {
		p.poll(b, c.n*c.body)
	} else {
		p.pollValue(b, c.costOf(b, distance))
	}
	return arith.Binary(b, arith.AddI, start, distance)
}

// costOf writes the cost of the iterations of a chunk.
func (c chunk) costOf(b *ir.Builder, distance *ir.Value) *ir.Value {
	switch distance.Type() {
	case b.Ctx.Index:
		distance = arith.Cast(b, arith.IndexCast, distance, b.Ctx.I32)
	case b.Ctx.I64:
		distance = arith.Cast(b, arith.TruncI, distance, b.Ctx.I32)
	}
	each := (c.body + c.step - 1) / c.step
	if each == 1 {
		return distance
	}
	return arith.Binary(b, arith.MulI, distance, arith.ConstInt(b, b.Ctx.I32, each))
}
