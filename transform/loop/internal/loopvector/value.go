package loopvector

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// vector returns the vector that stands for v in all lanes.
func (e *emitter) vector(v *ir.Value) *ir.Value {
	if made, ok := e.vectors[v]; ok {
		return made
	}
	if !e.varying[v] {
		return vector.NewBroadcast(e.b, e.vectorOf(v.Type()), e.scalars.Lookup(v))
	}
	made := e.linear(v)
	e.vectors[v] = made
	return made
}

func (e *emitter) vectorsOf(vs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		out[i] = e.vector(v)
	}
	return out
}

// linear makes a vector of a linear form of the loop's variable, right behind the form itself: others may
// need the vector where what asks for it first does not get to.
func (e *emitter) linear(v *ir.Value) *ir.Value {
	saved := e.b.Save()
	defer e.b.Restore(saved)
	form := e.scalars.Lookup(v)
	if op := form.DefiningOp(); op != nil {
		e.b.SetAfter(op)
	} else {
		e.b.SetStart(form.Owner())
	}
	first := vector.NewBroadcast(e.b, e.vectorOf(v.Type()), form)
	times := e.times(v)
	if times == 0 {
		return first
	}
	steps := vector.NewStep(e.b, e.Lanes)
	if times != 1 {
		factor := vector.NewBroadcast(e.b, e.vectorOf(v.Type()), arith.ConstIndex(e.b, times))
		steps = arith.Binary(e.b, arith.MulI, steps, factor)
	}
	return arith.Binary(e.b, arith.AddI, first, steps)
}

// times returns the factor of the loop's variable in v, which is that variable, a linear form of it, or the
// same in all lanes.
func (e *emitter) times(v *ir.Value) int64 {
	iv := e.Loop.Body().Arg(0)
	if v == iv {
		return 1
	}
	op := v.DefinedBy(affine.Apply)
	if op == nil || !e.varying[v] {
		return 0
	}
	a := applied(op)
	coefficients, _, _ := a.Map.Results[0].Linear(a.Map.NumDims, a.Map.NumSymbols)
	i := slices.Index(a.Operands, iv)
	if i < 0 {
		return 0
	}
	return coefficients[i]
}

// lane returns the subscripts of an access in a lane.
func (e *emitter) lane(r *affineloop.Ref, lane int64) affine.Access {
	at := affine.Access{Map: r.At.Map, Operands: e.lookup(r.At.Operands)}
	iv := e.Loop.Body().Arg(0)
	i := slices.Index(r.At.Operands, iv)
	if i < 0 || lane == 0 {
		return at
	}
	dims := make([]*aff.Expr, i+1)
	dims[i] = aff.D(i).Add(aff.C(lane))
	at.Map = at.Map.Replace(dims, nil, at.Map.NumDims, at.Map.NumSymbols).Simplify()
	return at
}

func (e *emitter) load(op *ir.Op) {
	r, _ := affineloop.RefOf(op)
	m := e.scalars.Lookup(r.Memref)
	t := e.vectorOf(op.Result(0).Type())
	switch e.kindOf(&r) {
	case uniform:
		e.scalars.Map(op.Result(0), affine.NewLoad(e.b, m, e.lane(&r, 0)))
	case contiguous:
		e.vectors[op.Result(0)] = affine.NewVectorLoad(e.b, t, m, e.lane(&r, 0))
	default:
		elements := make([]*ir.Value, e.Lanes)
		for i := range elements {
			elements[i] = affine.NewLoad(e.b, m, e.lane(&r, int64(i)))
		}
		e.vectors[op.Result(0)] = vector.NewFromElements(e.b, t, elements...)
	}
}

func (e *emitter) store(op *ir.Op) {
	r, _ := affineloop.RefOf(op)
	m, v := e.scalars.Lookup(r.Memref), e.vector(op.Operand(0))
	if e.kindOf(&r) == contiguous {
		affine.NewVectorStore(e.b, v, m, e.lane(&r, 0))
		return
	}
	for i := range e.Lanes {
		element := vector.NewExtract(e.b, v, ir.OpFoldResult{Const: i})
		affine.NewStore(e.b, element, m, e.lane(&r, i))
	}
}

// condition makes a scf.if: as it is where all lanes agree, else both branches and a choice.
func (e *emitter) condition(op *ir.Op) {
	results := op.Results()
	branch := func(i int) func(*ir.Builder) []*ir.Value {
		if len(op.Region(i).Blocks()) == 0 {
			return nil
		}
		return func(*ir.Builder) []*ir.Value {
			e.block(op.Region(i).Blocks()[0])
			return e.values(op.Region(i).Blocks()[0].Terminator().Operands(), results)
		}
	}
	if !e.varying[op.Operand(0)] {
		types := make([]ir.Type, len(results))
		for i, v := range results {
			types[i] = e.typeOf(v)
		}
		made := scf.NewIfYielding(e.b, e.scalars.Lookup(op.Operand(0)), types, branch(0), branch(1))
		e.note(results, made.Results())
		return
	}
	if len(results) == 0 {
		return // it computes what nobody uses
	}
	cond := e.vector(op.Operand(0))
	yes, no := branch(0)(e.b), branch(1)(e.b)
	for i, v := range results {
		e.vectors[v] = arith.NewSelect(e.b, cond, yes[i], no[i])
	}
}
