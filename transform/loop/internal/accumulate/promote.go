package accumulate

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// Promote makes a loop carry the elements that each of its iterations loads and stores. The loop must run:
// the elements are loaded in front of it and stored behind it. It returns the loop, which is another one if
// something was promoted, and how many elements that were.
func Promote(loop *ir.Op) (*ir.Op, int) {
	n := 0
	for {
		load, store := pairIn(loop)
		if load == nil {
			return loop, n
		}
		loop = carry(loop, load, store)
		n++
	}
}

// pairIn finds a load and a store, directly in the loop, of an element that is the same in all iterations and
// that nothing else in the loop may touch.
func pairIn(loop *ir.Op) (load, store *ir.Op) {
	refs, complete := affineloop.Refs(loop)
	if !complete {
		return nil, nil
	}
	for i := range refs {
		s := &refs[i]
		if !isStore(s.Op) || s.Op.Block() != loop.Body() || !invariant(s, loop) {
			continue
		}
		if load := partner(refs, s, loop); load != nil {
			return load, s.Op
		}
	}
	return nil, nil
}

// partner returns the load of the element that s stores, nil if there is none in front of it or something
// else may touch it.
func partner(refs []affineloop.Ref, s *affineloop.Ref, loop *ir.Op) *ir.Op {
	var load *ir.Op
	for i := range refs {
		r := &refs[i]
		switch {
		case r.Op == s.Op || affineloop.Apart(loop, r, s):
		case load == nil && isLoad(r.Op) && r.Op.Block() == s.Op.Block() && r.Op.IsBefore(s.Op) &&
			r.Memref == s.Memref && r.At.Equal(s.At) && r.Op.Result(0).Type() == s.Op.Operand(0).Type():
			load = r.Op
		default:
			return nil
		}
	}
	return load
}

func isLoad(op *ir.Op) bool  { return op.Is(affine.Load) || op.Is(affine.VectorLoad) }
func isStore(op *ir.Op) bool { return op.Is(affine.Store) || op.Is(affine.VectorStore) }

// invariant reports whether an access is the same in all iterations of a loop.
func invariant(r *affineloop.Ref, loop *ir.Op) bool {
	return r.At.Map != nil && !affineloop.Inside(r.Memref, loop) &&
		!slices.ContainsFunc(r.At.Operands, func(v *ir.Value) bool { return affineloop.Inside(v, loop) })
}

// carry makes the loop carry the element that load and store touch.
func carry(loop, load, store *ir.Op) *ir.Op {
	r, _ := affineloop.RefOf(load)
	lower, upper := affineloop.Bounds(loop)
	b := ir.At(loop)
	b.Loc = load.Loc()
	before := rebuilt(b, load, r.Memref, r.At, nil)
	b.Loc = loop.Loc()
	n := loop.NumResults()
	wide := affine.NewForWith(b, lower, upper, affine.Step(loop),
		append(loop.OperandsOf(2), before.Result(0)),
		func(_ *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
			loop.Body().Arg(0).ReplaceAllUsesWith(iv)
			for i, a := range loop.Body().Args()[1:] {
				a.ReplaceAllUsesWith(carried[i])
			}
			load.Result(0).ReplaceAllUsesWith(carried[n])
			return append(loop.Body().Terminator().Operands(), store.Operand(0))
		})
	for _, a := range loop.Attrs() {
		wide.SetAttr(a.Name, a.Value)
	}
	b.Loc = store.Loc()
	rebuilt(b, store, r.Memref, r.At, wide.Result(n))
	load.Erase()
	store.Erase()
	affineloop.MoveBody(loop, wide)
	loop.ReplaceAllUsesWith(wide.Results()[:n])
	loop.Erase()
	return wide
}

// rebuilt makes a load or store like op with other subscripts; v is what is stored.
func rebuilt(b *ir.Builder, op *ir.Op, m *ir.Value, at affine.Access, v *ir.Value) *ir.Op {
	switch {
	case op.Is(affine.Load):
		return affine.NewLoad(b, m, at).DefiningOp()
	case op.Is(affine.VectorLoad):
		return affine.NewVectorLoad(b, op.Result(0).Type().(*ir.VectorType), m, at).DefiningOp()
	case op.Is(affine.Store):
		return affine.NewStore(b, v, m, at)
	}
	return affine.NewVectorStore(b, v, m, at)
}
