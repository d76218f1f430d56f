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
	p := &part{block: ops[0].Block(), ops: map[*ir.Op]bool{}, known: map[*ir.Value]*ir.Value{}}
	for _, op := range ops {
		p.ops[op] = true
	}
	results := p.results(ops)
	if p.needs(ops)+len(results) > maxPassed {
		return false
	}
	p.body = ir.NewBlock()
	for _, op := range ops {
		p.collect(op)
	}
	types := make([]ir.Type, len(results))
	for i, v := range results {
		types[i] = v.Type()
	}
	name := s.names.Unique(names.Table(s.fn), s.fn.SymbolName()+"_part")
	made := s.declare(name, p, types, ops[0].Loc())

	b := ir.At(ops[0])
	b.Loc = ops[0].Loc()
	call := b.Make(function.Call, p.inputs, types, ir.NamedAttr{Name: "callee", Value: b.Ctx.SymbolRef(name)})
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

// declare adds the function of a part behind the others.
func (s *splitter) declare(name string, p *part, results []ir.Type, at ir.Location) *ir.Op {
	inputs := make([]ir.Type, len(p.inputs))
	for i, v := range p.inputs {
		inputs[i] = v.Type()
	}
	b := ir.AtEnd(s.fn.Context(), names.Table(s.fn).Body())
	b.Loc = at
	made := function.New(b, name, b.Ctx.Function(inputs, results))
	made.SetAttr("sym_visibility", b.Ctx.String("private"))
	region := made.Region(0)
	for !region.Empty() {
		region.RemoveBlock(region.Entry())
	}
	region.Append(p.body)
	return made
}

// part is what becomes a function.
type part struct {
	block  *ir.Block
	ops    map[*ir.Op]bool
	body   *ir.Block               // with a parameter for each input, and constants
	inputs []*ir.Value             // values of the function around
	known  map[*ir.Value]*ir.Value // what stands for values of the function around
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
	return v.Owner() != p.body && p.holds(v.Owner().ParentOp())
}

// holds reports whether an operation is in the part.
func (p *part) holds(op *ir.Op) bool {
	for ; op != nil; op = op.Parent() {
		if op.Block() == p.block {
			return p.ops[op]
		}
	}
	return false
}

// results returns what is used outside of the part.
func (p *part) results(ops []*ir.Op) []*ir.Value {
	var all []*ir.Value
	for _, op := range ops {
		for _, v := range op.Results() {
			for u := range v.Uses() {
				if !p.holds(u.Owner()) {
					all = append(all, v)
					break
				}
			}
		}
	}
	return all
}
