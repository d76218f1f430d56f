package loopjam

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// Cleanup copies a loop behind itself and cuts both, so that the first has only whole groups of iterations.
func Cleanup(loop *ir.Op, d affineloop.Division) (rest *ir.Op) {
	lower, upper := affineloop.Bounds(loop)
	if d.Rest.Map != nil {
		b := ir.At(loop)
		b.SetAfter(loop)
		rest = b.Clone(loop, nil)
		affine.SetBounds(rest, d.Rest, upper)
	}
	affine.SetBounds(loop, lower, d.Main)
	return rest
}

// InnerBoundsInvariant reports whether the bounds of all loops in a loop are computed outside of it, so that
// its iterations can share them.
func InnerBoundsInvariant(loop *ir.Op) bool {
	for _, inner := range loop.Find(affine.For) {
		if inner == loop {
			continue
		}
		bounds := append(inner.OperandsOf(0), inner.OperandsOf(1)...)
		if slices.ContainsFunc(bounds, func(v *ir.Value) bool { return affineloop.Inside(v, loop) }) {
			return false
		}
	}
	return true
}

// Jam makes factor iterations of a loop, which has whole groups of them and carries nothing, one. The bounds
// of loops in it must be invariant.
func Jam(loop *ir.Op, factor int64) {
	j := &jammer{loop: loop, factor: int(factor), step: affine.Step(loop), maps: make([]*ir.Mapping, factor)}
	for i := range j.maps {
		j.maps[i] = ir.NewMapping()
	}
	j.gather(loop.Body())
	var carrying []*ir.Op
	for _, inner := range loop.Find(affine.For) {
		if inner != loop && inner.NumResults() > 0 {
			carrying = append(carrying, inner)
		}
	}
	for i := range carrying {
		carrying[i] = j.widen(carrying[i])
	}
	affineloop.SetStep(loop, j.step*factor)
	for i := j.factor - 1; i >= 1; i-- {
		for _, p := range j.parts {
			j.repeat(p, i)
		}
		for _, inner := range carrying {
			j.connect(inner, i)
		}
	}
}

// jammer repeats the parts of a loop's body.
type jammer struct {
	loop   *ir.Op
	factor int
	step   int64
	parts  []part
	maps   []*ir.Mapping // per iteration of a group what stands for the values of the first
}

// part is operations that follow each other, without a loop among them.
type part struct{ first, last *ir.Op }

// gather finds the parts of a block and of the loops in it.
func (j *jammer) gather(block *ir.Block) {
	var p part
	end := func() {
		if p.first != nil {
			j.parts = append(j.parts, p)
		}
		p = part{}
	}
	for op := range block.OpsWithoutTerminator() {
		if op.Is(affine.For) {
			end()
			j.gather(op.Body())
			continue
		}
		if p.first == nil {
			p.first = op
		}
		p.last = op
	}
	end()
}

// repeat copies a part for iteration i of a group, behind it.
func (j *jammer) repeat(p part, i int) {
	b := ir.At(p.last)
	b.SetAfter(p.last)
	if iv := j.loop.Body().Arg(0); iv.HasUses() {
		b.Loc = j.loop.Loc()
		later := aff.NewMap(1, 0, aff.D(0).Add(aff.C(int64(i)*j.step)))
		j.maps[i].Map(iv, affine.NewApply(b, later, iv))
	}
	for op := p.first; ; op = op.Next() {
		b.Clone(op, j.maps[i])
		if op == p.last {
			return
		}
	}
}

// widen gives a loop that carries values those of all iterations of a group; what enters and leaves an
// iteration is still that of the first.
func (j *jammer) widen(inner *ir.Op) *ir.Op {
	lower, upper := affineloop.Bounds(inner)
	inits := inner.OperandsOf(2)
	n := len(inits)
	b := ir.At(inner)
	wide := affine.NewForWith(b, lower, upper, affine.Step(inner), slices.Repeat(inits, j.factor),
		func(_ *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
			inner.Body().Arg(0).ReplaceAllUsesWith(iv)
			for k, a := range inner.Body().Args()[1:] {
				a.ReplaceAllUsesWith(carried[k])
			}
			return slices.Repeat(inner.Body().Terminator().Operands(), j.factor)
		})
	for _, a := range inner.Attrs() {
		wide.SetAttr(a.Name, a.Value)
	}
	affineloop.MoveBody(inner, wide)
	inner.ReplaceAllUsesWith(wide.Results()[:n])
	inner.Erase()
	for i := 1; i < j.factor; i++ {
		for k := range n {
			j.maps[i].Map(wide.Body().Arg(1+k), wide.Body().Arg(1+i*n+k))
			j.maps[i].Map(wide.Result(k), wide.Result(i*n+k))
		}
	}
	return wide
}

// connect makes what iteration i of a group carries that of its own copy.
func (j *jammer) connect(inner *ir.Op, i int) {
	n := inner.NumResults() / j.factor
	first, _ := inner.OperandGroup(2)
	last := inner.Body().Terminator()
	for k := range n {
		inner.SetOperand(first+i*n+k, j.maps[i].Lookup(inner.Operand(first+k)))
		last.SetOperand(i*n+k, j.maps[i].Lookup(last.Operand(k)))
	}
}
