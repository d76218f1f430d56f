package splitfunctions

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// selection are blocks of a graph that become a function. The block that calls it has the arguments of all
// roots, after the number of the root that is meant if there are several. The function returns the number of
// the exit that was taken, if there are several, what it hands to each exit, and what is used behind it. What
// is not meant in an execution is zero.
type selection struct {
	*graph
	blocks  []*ir.Block // in reverse postorder
	in      map[*ir.Block]bool
	roots   []*ir.Block // those that are entered from outside
	targets []*ir.Block // where blocks go that are outside, but for the ends of the region
	returns []*ir.Op    // ends of the region

	part    *part
	ops     []*ir.Op
	results []*ir.Value // what is used behind, but for constants
}

// exitKind is what terminators have in common that can be one.
type exitKind struct {
	def   *ir.OpDef
	types string
}

// entered reports whether a block is entered from outside.
func (s *selection) entered(b *ir.Block) bool {
	return slices.ContainsFunc(s.preds[b], func(from *ir.Block) bool {
		return !s.in[from] && from.Region() == s.region && slices.Contains(from.Successors(), b)
	})
}

func (s *selection) findExits() {
	seen := map[*ir.Block]bool{}
	for _, b := range s.blocks {
		for _, to := range b.Successors() {
			if !s.in[to] && !seen[to] {
				seen[to] = true
				s.targets = append(s.targets, to)
			}
		}
		if len(b.Successors()) == 0 {
			s.returns = append(s.returns, b.Last())
		}
	}
}

// endable reports whether all ends of the region can be moved behind the call, and there is a way on.
func (s *selection) endable() bool {
	for _, op := range s.returns {
		if !op.Has(ir.ReturnLike) || op.NumRegions() > 0 || len(op.Attrs()) > 0 {
			return false
		}
	}
	return len(s.targets)+len(s.returns) > 0
}

// cost returns how many blocks are there for the call.
func (s *selection) cost() int {
	exits := len(s.targets) + min(1, len(s.returns))
	cost := 1 + max(0, exits-2)
	if exits > 2 {
		cost += exits
	}
	if len(s.roots) > 1 {
		cost += len(s.roots)
	}
	return cost
}

// prepare finds what is passed, and reports whether that can be: it is not too much, and has a zero where it
// needs one.
func (s *selection) prepare() bool {
	for _, b := range s.blocks {
		s.ops = slices.AppendSeq(s.ops, b.Ops())
	}
	s.part = newPart(s.region, nil, s.blocks)
	for _, b := range s.blocks {
		for _, v := range b.Args() {
			if s.part.leaves(v) {
				s.results = append(s.results, v)
			}
		}
	}
	for _, v := range s.part.results(s.ops) {
		if !isConstant(v) {
			s.results = append(s.results, v)
		}
	}
	var in []ir.Type
	for _, b := range s.roots {
		in = append(in, b.ArgTypes()...)
	}
	out := typesOf(s.results)
	for _, b := range s.targets {
		out = append(out, b.ArgTypes()...)
	}
	for _, op := range s.returns {
		out = append(out, typesOf(op.Operands())...)
	}
	c := s.fn.Context()
	return s.part.needs(s.ops)+len(in)+len(out)+2 <= maxPassed && (len(s.roots) == 1 || allZero(c, in)) &&
		(len(s.targets)+len(s.returns) == 1 || allZero(c, out))
}

func typesOf(values []*ir.Value) []ir.Type {
	types := make([]ir.Type, len(values))
	for i, v := range values {
		types[i] = v.Type()
	}
	return types
}

// allZero reports whether the types have a zero.
func allZero(c *ir.Context, types []ir.Type) bool {
	return !slices.ContainsFunc(types, func(t ir.Type) bool {
		return !ptr.IsPointer(t) && arith.ZeroAttr(c, t) == nil
	})
}

// zero makes the zero of a type.
func zero(b *ir.Builder, t ir.Type) *ir.Value {
	if ptr.IsPointer(t) {
		return ptr.NewNull(b)
	}
	return arith.NewConstant(b, arith.ZeroAttr(b.Ctx, t))
}

// cut makes the function and its call.
func (s *selection) cut() {
	s.moveReturns()
	loc := s.blocks[0].First().Loc()
	for _, op := range s.ops {
		s.part.collect(op)
	}
	caller, first := s.enter(loc)
	types, at := s.resultTypes()
	made := s.declare(s.part, types, loc)
	b := endOf(s.fn, caller, loc)
	call := newCall(b, made, append(s.part.inputs, caller.Args()...), types)
	for i, v := range s.results {
		v.ReplaceUsesIf(call.Result(at[len(s.targets)]+i), s.isOutside)
	}
	s.keepConstants(call)
	s.branchBehind(b, call, at)
	s.redirect(caller, loc)
	exits := s.exits(types, at, loc)
	made.Region(0).Take(first)
	made.Region(0).Take(s.blocks)
	for _, b := range exits {
		made.Region(0).Append(b)
	}
	s.made++
}

// endOf returns a builder at the end of a block.
func endOf(fn *ir.Op, b *ir.Block, loc ir.Location) *ir.Builder {
	builder := ir.AtEnd(fn.Context(), b)
	builder.Loc = loc
	return builder
}

func (s *selection) isOutside(u *ir.Operand) bool { return !s.part.holds(u.Owner()) }

// moveReturns replaces ends of the region by branches to blocks that end it.
func (s *selection) moveReturns() {
	for _, op := range s.returns {
		to := s.end(op)
		if !slices.Contains(s.targets, to) {
			s.targets = append(s.targets, to)
		}
		b := ir.At(op)
		branch := cf.NewBr(b, to, op.Operands()...)
		s.ops[slices.Index(s.ops, op)] = branch
		op.Erase()
	}
}

// end returns a block that ends the region as a terminator does, with its operands as arguments.
func (s *selection) end(op *ir.Op) *ir.Block {
	kind := exitKind{def: op.Def()}
	for _, v := range op.Operands() {
		kind.types += v.Type().String() + ";"
	}
	to := s.ends[kind]
	if to == nil {
		to = ir.NewBlock(typesOf(op.Operands())...)
		s.region.Append(to)
		endOf(s.fn, to, op.Loc()).Make(op.Def(), to.Args(), nil)
		s.ends[kind] = to
	}
	return to
}

// enter makes the block that will call the function, and lets the function begin with a branch to the root
// that is meant. It returns also the blocks by which that branch passes what a root has as arguments.
func (s *selection) enter(loc ir.Location) (caller *ir.Block, first []*ir.Block) {
	caller = ir.NewBlock()
	s.region.Append(caller)
	add := func(t ir.Type) { caller.AddArg(t, loc); s.part.body.AddArg(t, loc) }
	if len(s.roots) == 1 {
		from := s.part.body.NumArgs()
		for _, v := range s.roots[0].Args() {
			add(v.Type())
		}
		cf.NewBr(endOf(s.fn, s.part.body, loc), s.roots[0], s.part.body.Args()[from:]...)
		return caller, nil
	}
	add(s.fn.Context().I32)
	which := s.part.body.Arg(s.part.body.NumArgs() - 1)
	for _, root := range s.roots {
		from := s.part.body.NumArgs()
		for _, v := range root.Args() {
			add(v.Type())
		}
		way := ir.NewBlock()
		cf.NewBr(endOf(s.fn, way, loc), root, s.part.body.Args()[from:]...)
		first = append(first, way)
	}
	choose(endOf(s.fn, s.part.body, loc), which, first)
	return caller, first
}

// choose makes a switch to the block of a number.
func choose(b *ir.Builder, which *ir.Value, blocks []*ir.Block) {
	cases := make([]int64, len(blocks)-1)
	for i := range cases {
		cases[i] = int64(i)
	}
	cf.NewSwitch(b, which, blocks[len(cases)], cases, blocks[:len(cases)])
}

// redirect lets branches from outside to roots go to the call.
func (s *selection) redirect(caller *ir.Block, loc ir.Location) {
	passed := 1
	for i, root := range s.roots {
		to := caller
		if len(s.roots) > 1 {
			to = ir.NewBlock(root.ArgTypes()...)
			s.region.Append(to)
			b := endOf(s.fn, to, loc)
			args := []*ir.Value{arith.ConstInt(b, b.Ctx.I32, int64(i))}
			for j, v := range caller.Args()[1:] {
				if j+1 >= passed && j+1 < passed+root.NumArgs() {
					args = append(args, to.Arg(j+1-passed))
				} else {
					args = append(args, zero(b, v.Type()))
				}
			}
			cf.NewBr(b, caller, args...)
			passed += root.NumArgs()
		}
		for _, from := range s.preds[root] {
			if !s.in[from] && from.Region() == s.region {
				replaceSuccessor(from.Last(), root, to)
			}
		}
	}
}

func replaceSuccessor(op *ir.Op, from, to *ir.Block) {
	for i, b := range op.Successors() {
		if b == from {
			op.SetSuccessor(i, to)
		}
	}
}

// resultTypes returns the types of what the function returns, and from where on the arguments of each target
// and, at last, the other results stand there.
func (s *selection) resultTypes() (types []ir.Type, at []int) {
	types = []ir.Type{} // not nil, which stands for types to be inferred
	c := s.fn.Context()
	if n := len(s.targets); n == 2 {
		types = append(types, c.I1)
	} else if n > 2 {
		types = append(types, c.I32)
	}
	for _, to := range s.targets {
		at = append(at, len(types))
		types = append(types, to.ArgTypes()...)
	}
	at = append(at, len(types))
	return append(types, typesOf(s.results)...), at
}

// keepConstants makes constants of the part anew in front of the call, where they are used outside.
func (s *selection) keepConstants(call *ir.Op) {
	for _, op := range s.ops {
		if op.Has(ir.ConstantLike) && s.part.leaves(op.Result(0)) {
			op.Result(0).ReplaceUsesIf(ir.At(call).Insert(op.Clone(nil)).Result(0), s.isOutside)
		}
	}
}

// branchBehind makes the branch behind the call.
func (s *selection) branchBehind(b *ir.Builder, call *ir.Op, at []int) {
	passed := func(i int) []*ir.Value { return call.Results()[at[i] : at[i]+s.targets[i].NumArgs()] }
	note := func(to, from *ir.Block) { s.preds[to] = append(s.preds[to], from) }
	switch len(s.targets) {
	case 1:
		cf.NewBr(b, s.targets[0], passed(0)...)
	case 2:
		cf.NewCondBr(b, call.Result(0), s.targets[0], passed(0), s.targets[1], passed(1))
	default:
		ways := slices.Clone(s.targets)
		for i, to := range s.targets {
			if to.NumArgs() > 0 {
				ways[i] = ir.NewBlock()
				s.region.Append(ways[i])
				cf.NewBr(endOf(s.fn, ways[i], b.Loc), to, passed(i)...)
				note(to, ways[i])
			}
		}
		choose(b, call.Result(0), ways)
	}
	for _, to := range s.targets {
		note(to, call.Block())
	}
}

// exits makes the blocks by which the function returns, one for each target, and lets branches out of the
// part go there. They return zero for what is not meant, or not defined on all ways to them: nothing behind
// the target uses that.
func (s *selection) exits(types []ir.Type, at []int, loc ir.Location) []*ir.Block {
	blocks := make([]*ir.Block, len(s.targets))
	for i, to := range s.targets {
		sources := s.sources(to)
		blocks[i] = ir.NewBlock(to.ArgTypes()...)
		b := endOf(s.fn, blocks[i], loc)
		results := make([]*ir.Value, len(types))
		if at[0] > 0 {
			results[0] = s.exitNumber(b, types[0], i)
		}
		copy(results[at[i]:], blocks[i].Args())
		for j, v := range s.results {
			if s.defined(v, sources) {
				results[at[len(s.targets)]+j] = v
			}
		}
		for j, v := range results {
			if v == nil {
				results[j] = zero(b, types[j])
			}
		}
		b.Make(function.Return, results, nil)
		for _, from := range sources {
			replaceSuccessor(from.Last(), to, blocks[i])
		}
	}
	return blocks
}

// exitNumber makes what the function returns for the call's branch to target i.
func (s *selection) exitNumber(b *ir.Builder, t ir.Type, i int) *ir.Value {
	if len(s.targets) == 2 {
		return arith.ConstBool(b, i == 0)
	}
	return arith.ConstInt(b, t, int64(i))
}

// sources returns the blocks of the part that branch to a target.
func (s *selection) sources(to *ir.Block) (from []*ir.Block) {
	for _, b := range s.blocks {
		if slices.Contains(b.Successors(), to) {
			from = append(from, b)
		}
	}
	return from
}

// defined reports whether a value of the part is defined on all ways that end in some of its blocks.
func (s *selection) defined(v *ir.Value, ends []*ir.Block) bool {
	at := v.Owner()
	if def := v.DefiningOp(); def != nil {
		at = def.Block()
	}
	return !slices.ContainsFunc(ends, func(b *ir.Block) bool { return !s.dominance.Dominates(at, b) })
}
