package splitfunctions

import (
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// maxPassed is how many values a part may take and return. WebAssembly's engines allow functions a thousand
// of each.
const maxPassed = 400

// split makes a function of operations that follow each other in a block, but for constants between them,
// and calls it in their place. It reports whether it did: not if that function would have to be passed too
// much.
func (s *splitter) split(ops []*ir.Op) bool {
	p := newPart(ops[0].Block().Region(), ops, nil)
	results := p.results(ops)
	if p.needs(ops)+len(results) > maxPassed {
		return false
	}
	for _, op := range ops {
		p.collect(op)
	}
	types := typesOf(results)
	made := s.declare(p, types, ops[0].Loc())

	b := ir.At(ops[0])
	b.Loc = ops[0].Loc()
	call := newCall(b, made, p.inputs, types)
	for i, v := range results {
		v.ReplaceUsesIf(call.Result(i), func(u *ir.Operand) bool { return !p.holds(u.Owner()) })
	}
	inside := ir.AtEnd(b.Ctx, made.Body())
	for _, op := range ops {
		op.Remove()
		inside.Insert(op)
	}
	inside.Loc = b.Loc
	inside.Make(function.Return, results, nil)
	s.made++
	return true
}

// newCall makes a call of the function of a part.
func newCall(b *ir.Builder, part *ir.Op, inputs []*ir.Value, results []ir.Type) *ir.Op {
	return b.Make(function.Call, inputs, results,
		ir.NamedAttr{Name: "callee", Value: b.Ctx.SymbolRef(part.SymbolName())})
}

// declare adds the function of a part behind the others. Its body is the part's first block.
func (s *splitter) declare(p *part, results []ir.Type, at ir.Location) *ir.Op {
	name := s.names.Unique(names.Table(s.fn), s.fn.SymbolName()+"_part")
	b := ir.AtEnd(s.fn.Context(), names.Table(s.fn).Body())
	b.Loc = at
	made := function.New(b, name, b.Ctx.Function(p.body.ArgTypes(), results))
	made.SetAttr("sym_visibility", b.Ctx.String("private"))
	region := made.Region(0)
	for !region.Empty() {
		region.RemoveBlock(region.Entry())
	}
	region.Append(p.body)
	return made
}

// part is what becomes a function: operations of a block, or whole blocks.
type part struct {
	region *ir.Region
	ops    map[*ir.Op]bool
	blocks map[*ir.Block]bool
	body   *ir.Block               // with a parameter for each input, and constants
	inputs []*ir.Value             // values of the function around
	known  map[*ir.Value]*ir.Value // what stands for values of the function around
}

func newPart(r *ir.Region, ops []*ir.Op, blocks []*ir.Block) *part {
	p := &part{region: r, ops: map[*ir.Op]bool{}, blocks: map[*ir.Block]bool{}, body: ir.NewBlock(),
		known: map[*ir.Value]*ir.Value{}}
	for _, op := range ops {
		p.ops[op] = true
	}
	for _, b := range blocks {
		p.blocks[b] = true
	}
	return p
}

// needs returns how many values of the function around, constants aside, the operations use.
func (p *part) needs(ops []*ir.Op) int {
	seen := map[*ir.Value]bool{}
	for _, op := range ops {
		for inner := range op.Walk() {
			for i := range inner.NumOperands() {
				if v := inner.Operand(i); !isConstant(v) && !seen[v] && !p.defines(v) {
					seen[v] = true
				}
			}
		}
	}
	return len(seen)
}

// isConstant reports whether a part makes a value anew.
func isConstant(v *ir.Value) bool {
	return v.DefiningOp() != nil && v.DefiningOp().Has(ir.ConstantLike)
}

// collect makes an operation, and what is in it, use parameters and constants of the new function.
func (p *part) collect(op *ir.Op) {
	for inner := range op.Walk() {
		for i := range inner.NumOperands() {
			if v := inner.Operand(i); !p.defines(v) {
				inner.SetOperand(i, p.standIn(v))
			}
		}
	}
}

// standIn returns what stands for a value of the function around.
func (p *part) standIn(v *ir.Value) *ir.Value {
	if to := p.known[v]; to != nil {
		return to
	}
	var to *ir.Value
	if def := v.DefiningOp(); isConstant(v) {
		b := ir.AtEnd(def.Context(), p.body)
		to = b.Insert(def.Clone(nil)).Result(v.Index())
	} else {
		to = p.body.AddArg(v.Type(), v.Loc())
		p.inputs = append(p.inputs, v)
	}
	p.known[v] = to
	p.known[to] = to
	return to
}

// defines reports whether a value is defined in the part.
func (p *part) defines(v *ir.Value) bool {
	if def := v.DefiningOp(); def != nil {
		return p.holds(def)
	}
	return p.blocks[v.Owner()] || v.Owner() != p.body && p.holds(v.Owner().ParentOp())
}

// holds reports whether an operation is in the part.
func (p *part) holds(op *ir.Op) bool {
	for ; op != nil; op = op.Parent() {
		if b := op.Block(); b != nil && b.Region() == p.region {
			return p.blocks[b] || p.ops[op]
		}
	}
	return false
}

// results returns what is used outside of the part.
func (p *part) results(ops []*ir.Op) (all []*ir.Value) {
	for _, op := range ops {
		for _, v := range op.Results() {
			if p.leaves(v) {
				all = append(all, v)
			}
		}
	}
	return all
}

// leaves reports whether a value is used outside of the part.
func (p *part) leaves(v *ir.Value) bool {
	for u := range v.Uses() {
		if !p.holds(u.Owner()) {
			return true
		}
	}
	return false
}
