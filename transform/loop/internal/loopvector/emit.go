package loopvector

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// emitter makes the loop over vectors.
type emitter struct {
	*Plan
	b *ir.Builder
	// scalars maps what is the same in all lanes, and the loop's variable, which is that of the first lane;
	// vectors holds the rest.
	scalars *ir.Mapping
	vectors map[*ir.Value]*ir.Value
}

// Apply puts the loop over vectors in front of the loop, which becomes the loop over the rest, or goes if
// there is none. It returns both; rest is nil if it is gone.
func (p *Plan) Apply() (main, rest *ir.Op) {
	e := &emitter{Plan: p, b: ir.At(p.Loop), scalars: ir.NewMapping(), vectors: map[*ir.Value]*ir.Value{}}
	inits := make([]*ir.Value, len(p.reductions))
	for i, r := range p.reductions {
		inits[i] = r.start(e.b, e.vectorOf(r.init.Type()))
	}
	lower, operands := affine.LowerBound(p.Loop)
	main = affine.NewForWith(e.b, affine.Access{Map: lower, Operands: operands}, p.Division.Main, p.Lanes,
		inits,
		func(_ *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
			e.scalars.Map(p.Loop.Body().Arg(0), iv)
			for i, r := range p.reductions {
				e.vectors[r.arg] = carried[i]
			}
			e.block(p.Loop.Body())
			return e.vectorsOf(p.Loop.Body().Terminator().Operands())
		})
	return main, p.leaveRest(e.b, main)
}

// leaveRest makes the loop run over what the main part leaves, from what that part returns.
func (p *Plan) leaveRest(b *ir.Builder, main *ir.Op) *ir.Op {
	inits := make([]*ir.Value, len(p.reductions))
	for i, r := range p.reductions {
		inits[i] = r.finish(b, main.Result(i))
	}
	if p.Division.Rest.Map == nil {
		p.Loop.ReplaceAllUsesWith(inits)
		p.Loop.Erase()
		return nil
	}
	upper, operands := affine.UpperBound(p.Loop)
	affine.SetBounds(p.Loop, p.Division.Rest, affine.Access{Map: upper, Operands: operands})
	first, _ := p.Loop.OperandGroup(2)
	for i, v := range inits {
		p.Loop.SetOperand(first+i, v)
	}
	return p.Loop
}

func (e *emitter) vectorOf(t ir.Type) *ir.VectorType {
	return e.b.Ctx.Vector([]int64{e.Lanes}, nil, t)
}

// typeOf returns the type of what stands for v.
func (e *emitter) typeOf(v *ir.Value) ir.Type {
	if e.varying[v] {
		return e.vectorOf(v.Type())
	}
	return v.Type()
}

func (e *emitter) block(block *ir.Block) {
	for op := range block.OpsWithoutTerminator() {
		e.b.Loc = op.Loc()
		e.op(op)
	}
}

func (e *emitter) op(op *ir.Op) {
	switch {
	case op.Is(affine.For):
		e.loop(op)
	case op.Is(scf.If):
		e.condition(op)
	case op.Is(scf.While):
		e.while(op)
	case op.Is(affine.Load):
		e.load(op)
	case op.Is(affine.Store):
		e.store(op)
	case op.NumResults() == 0 || !e.varying[op.Result(0)], op.Is(affine.Apply):
		e.b.Clone(op, e.scalars)
	default:
		e.elementwise(op)
	}
}

// elementwise makes the operation on vectors.
func (e *emitter) elementwise(op *ir.Op) {
	types := make([]ir.Type, op.NumResults())
	for i, t := range op.ResultTypes() {
		types[i] = e.vectorOf(t)
	}
	made := e.b.Create(ir.OpState{
		Def: op.Def(), Operands: e.vectorsOf(op.Operands()), Results: types, Properties: op.Properties(),
		Attrs: op.Attrs(),
	})
	for i, v := range op.Results() {
		e.vectors[v] = made.Result(i)
	}
}

// values returns what stands for values, vectors where results are told to vary.
func (e *emitter) values(vs, as []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		if e.varying[as[i]] {
			out[i] = e.vector(v)
		} else {
			out[i] = e.scalars.Lookup(v)
		}
	}
	return out
}

// note records what stands for values.
func (e *emitter) note(vs, made []*ir.Value) {
	for i, v := range vs {
		if e.varying[v] {
			e.vectors[v] = made[i]
		} else {
			e.scalars.Map(v, made[i])
		}
	}
}

// loop makes an inner loop, which all lanes run together.
func (e *emitter) loop(op *ir.Op) {
	lower, lo := affine.LowerBound(op)
	upper, uo := affine.UpperBound(op)
	args := op.Body().Args()[1:]
	made := affine.NewForWith(e.b, e.mapped(lower, lo), e.mapped(upper, uo), affine.Step(op),
		e.values(op.OperandsOf(2), args),
		func(_ *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
			e.scalars.Map(op.Body().Arg(0), iv)
			e.note(args, carried)
			e.block(op.Body())
			return e.values(op.Body().Terminator().Operands(), args)
		})
	e.note(op.Results(), made.Results())
}

func (e *emitter) mapped(m *aff.Map, operands []*ir.Value) affine.Access {
	return affine.Access{Map: m, Operands: e.lookup(operands)}
}

func (e *emitter) lookup(vs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		out[i] = e.scalars.Lookup(v)
	}
	return out
}
