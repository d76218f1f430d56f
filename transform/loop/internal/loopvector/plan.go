package loopvector

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// Options say how loops become vectors.
type Options struct {
	// Width is the number of bits of a vector of the narrowest elements in the loop.
	Width int64
	// Lanes, unless 0, is the number of lanes whatever the elements are.
	Lanes int64
	// FastMath allows sums and products of floats in another order.
	FastMath bool
}

// Plan is a loop that can be a loop over vectors.
type Plan struct {
	Loop     *ir.Op
	Lanes    int64
	Division affineloop.Division
	// Contiguous, Strided and Uniform are the numbers of accesses to neighbouring elements, to others one by
	// one, and of loads that are the same for all lanes.
	Contiguous, Strided, Uniform int

	varying    map[*ir.Value]bool
	reductions []*reduction
}

// NewPlan says how a loop can be vectorized, or why it cannot.
func NewPlan(loop *ir.Op, o Options) (p *Plan, reason string) {
	p = &Plan{Loop: loop, varying: map[*ir.Value]bool{}}
	if affine.Step(loop) != 1 {
		return nil, "its step is not 1"
	}
	if reason := p.reduce(o.FastMath); reason != "" {
		return nil, reason
	}
	p.spread()
	if reason := p.check(loop.Body()); reason != "" {
		return nil, reason
	}
	if !affineloop.Independent(loop) {
		return nil, "its iterations may depend on each other"
	}
	if p.Lanes = o.Lanes; p.Lanes == 0 {
		p.Lanes = lanes(loop, o.Width)
	}
	if p.Lanes < 2 {
		return nil, "a vector has no two of its elements"
	}
	var ok bool
	if p.Division, ok = affineloop.Divide(loop, p.Lanes); !ok {
		return nil, "its bounds are not known well enough to cut it"
	}
	if p.Division.None {
		return nil, "it has fewer iterations than a vector has lanes"
	}
	return p, ""
}

// lanes returns how many of the narrowest elements that the loop touches or computes fit into width bits.
func lanes(loop *ir.Op, width int64) int64 {
	narrowest := int64(0)
	note := func(t ir.Type) {
		if w := bits(t); w > 1 && (narrowest == 0 || w < narrowest) {
			narrowest = w
		}
	}
	for op := range loop.Walk() {
		if op.Def().DialectName() == "affine" && !op.Is(affine.Load) && !op.Is(affine.Store) ||
			op.Is(memref.Dim) {
			continue
		}
		for _, v := range slices.Concat(op.Operands(), op.Results()) {
			note(v.Type())
		}
	}
	if narrowest == 0 {
		return 0
	}
	return width / narrowest
}

// bits returns the width of a number, 0 for index, whose width no vector says, and for what has no vectors.
func bits(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return int64(t.Width)
	case *ir.FloatType:
		return int64(t.Width())
	}
	return 0
}

// spread marks the values that differ between lanes.
func (p *Plan) spread() {
	p.varying[p.Loop.Body().Arg(0)] = true
	for _, r := range p.reductions {
		p.varying[r.arg] = true
	}
	for changed := true; changed; {
		changed = p.spreadIn(p.Loop.Body())
	}
}

func (p *Plan) spreadIn(block *ir.Block) (changed bool) {
	for op := range block.OpsWithoutTerminator() {
		switch {
		case op.Is(affine.For):
			changed = p.spreadLoop(op) || changed
		case op.Is(scf.If):
			changed = p.spreadIf(op) || changed
		case op.Is(scf.While):
			changed = p.spreadWhile(op) || changed
		case slices.ContainsFunc(op.Operands(), p.isVarying):
			for _, v := range op.Results() {
				changed = p.mark(v) || changed
			}
		}
	}
	return changed
}

func (p *Plan) isVarying(v *ir.Value) bool { return p.varying[v] }

func (p *Plan) mark(v *ir.Value) bool {
	if p.varying[v] {
		return false
	}
	p.varying[v] = true
	return true
}

// spreadLoop marks what an inner loop carries.
func (p *Plan) spreadLoop(loop *ir.Op) bool {
	changed := p.spreadIn(loop.Body())
	inits, args := loop.OperandsOf(2), loop.Body().Args()[1:]
	for i, next := range loop.Body().Terminator().Operands() {
		if p.varying[inits[i]] || p.varying[next] {
			changed = p.mark(args[i]) || changed
			changed = p.mark(loop.Result(i)) || changed
		}
	}
	return changed
}

// spreadIf marks the results of a condition.
func (p *Plan) spreadIf(op *ir.Op) (changed bool) {
	for _, r := range op.Regions() {
		if len(r.Blocks()) == 0 {
			continue
		}
		changed = p.spreadIn(r.Blocks()[0]) || changed
		for i, v := range r.Blocks()[0].Terminator().Operands() {
			if p.varying[v] || p.varying[op.Operand(0)] {
				changed = p.mark(op.Result(i)) || changed
			}
		}
	}
	return changed
}

// check returns why the operations of a block have no form for vectors, "" if they have.
func (p *Plan) check(block *ir.Block) string {
	for op := range block.OpsWithoutTerminator() {
		if reason := p.checkOp(op); reason != "" {
			return reason
		}
	}
	return ""
}

func (p *Plan) checkOp(op *ir.Op) string {
	switch {
	case op.Is(affine.For):
		if slices.ContainsFunc(op.Operands()[:op.NumOperands()-len(op.OperandsOf(2))], p.isVarying) {
			return "the bounds of a loop in it differ between iterations"
		}
		return p.check(op.Body())
	case op.Is(scf.If):
		return p.checkIf(op)
	case op.Is(scf.While):
		return p.checkWhile(op)
	case op.Is(affine.Load), op.Is(affine.Store):
		return p.checkAccess(op)
	case op.Is(affine.Apply):
		if p.varying[op.Result(0)] && !isLinear(op) {
			return "it computes numbers that are no linear forms"
		}
		return ""
	case !slices.ContainsFunc(op.Operands(), p.isVarying):
		if op.NumRegions() == 0 && (op.IsEffectFree() || isLoad(op)) {
			return ""
		}
	case op.Has(ir.Elementwise) && op.Has(ir.Pure) && op.NumRegions() == 0 && hasVectors(op):
		return ""
	}
	return "'" + op.Name() + "' in it has no form for vectors"
}

// hasVectors reports whether vectors of all operands and results exist.
func hasVectors(op *ir.Op) bool {
	return !slices.ContainsFunc(slices.Concat(op.Operands(), op.Results()), func(v *ir.Value) bool {
		return !isNumber(v.Type())
	})
}

func isLoad(op *ir.Op) bool {
	r, ok := affineloop.RefOf(op)
	return ok && !r.Writes
}

// checkIf: branches that differ between lanes must do nothing but compute; both are computed then.
func (p *Plan) checkIf(op *ir.Op) string {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			if reason := p.check(b); reason != "" {
				return reason
			}
			if p.varying[op.Operand(0)] && !computes(b) {
				return "what a condition in it guards does more than compute"
			}
		}
	}
	return ""
}

// mayFail reports whether an operation must not run where the program might not run it, as a division.
func mayFail(op *ir.Op) bool { return op.Def().Speculate != nil && !op.Def().Speculate(op) }

// checkAccess decides how an access takes part.
func (p *Plan) checkAccess(op *ir.Op) string {
	r, ok := affineloop.RefOf(op)
	if !ok || p.varying[r.Memref] {
		return "it touches memory that differs between iterations"
	}
	if !isNumber(r.Memref.Type().(*ir.MemRefType).Elem) {
		return "it touches memory that holds no numbers"
	}
	if n := bits(r.Memref.Type().(*ir.MemRefType).Elem); n%8 != 0 || n&(n-1) != 0 {
		return "it touches elements that lie otherwise in memory than in a vector"
	}
	switch p.kindOf(&r) {
	case unknown:
		return "a subscript in it is no linear form"
	case uniform:
		if r.Writes {
			return "all of its iterations write one element"
		}
		p.Uniform++
	case contiguous:
		p.Contiguous++
	case strided:
		p.Strided++
	}
	return ""
}

func isNumber(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Sign == ir.Signless && t.Width <= 64
	case *ir.FloatType:
		return t.Width() >= 16 && t.Width() <= 64
	case *ir.IndexType:
		return true
	}
	return false
}

// accessKind is how the lanes of an access lie in memory.
type accessKind uint8

const (
	unknown    accessKind = iota
	uniform               // all lanes at one element
	contiguous            // one behind the other
	strided               // anywhere else
)

func (p *Plan) kindOf(r *affineloop.Ref) accessKind {
	factors, ok := r.Factors(p.Loop.Body().Arg(0), p.Loop)
	if !ok {
		return unknown
	}
	last := len(factors) - 1
	switch {
	case !slices.ContainsFunc(factors, func(f int64) bool { return f != 0 }):
		return uniform
	case factors[last] == 1 && !slices.ContainsFunc(factors[:last], func(f int64) bool { return f != 0 }) &&
		affineloop.Dense(r.Memref):
		return contiguous
	}
	return strided
}

// isLinear reports whether what an affine.apply computes is a linear form.
func isLinear(op *ir.Op) bool {
	a := applied(op)
	_, _, ok := a.Map.Results[0].Linear(a.Map.NumDims, a.Map.NumSymbols)
	return ok
}

func applied(op *ir.Op) affine.Access {
	return affine.Access{Map: op.Attr("map").(*ir.AffineMapAttr).Map, Operands: op.Operands()}.Compose()
}
