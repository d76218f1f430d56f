package elideredundantwaits

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// In programs of air the waits are dependencies: each operation names the tokens that it starts after. A
// dependency is redundant if another one of the operation, or what its thread has waited for, is complete
// only when it is.

// set is a set of tokens that are complete.
type set map[*ir.Value]bool

func (s set) add(others ...set) set {
	for _, o := range others {
		maps.Copy(s, o)
	}
	return s
}

func (s set) meet(o set) set {
	both := set{}
	for v := range s {
		if o[v] {
			both[v] = true
		}
	}
	return both
}

// outside returns the tokens that are not made in an operation.
func (s set) outside(op *ir.Op) set {
	left := set{}
	for v := range s {
		if op.Region(0).FindAncestor(owner(v)) == nil && (op.NumRegions() < 2 ||
			op.Region(1).FindAncestor(owner(v)) == nil) && !isArgumentOf(v, op) {
			left[v] = true
		}
	}
	return left
}

// owner returns the operation that makes a token, or that has it as the argument of a region.
func owner(v *ir.Value) *ir.Op {
	if op := v.DefiningOp(); op != nil {
		return op
	}
	return v.ParentBlock().ParentOp()
}

func isArgumentOf(v *ir.Value, op *ir.Op) bool {
	return v.DefiningOp() == nil && v.ParentBlock().ParentOp() == op
}

// dependencies finds redundant dependencies in a function.
type dependencies struct {
	run *pass.Run
	// implied has, for each token, the tokens that are complete when it is; itself is one of them.
	implied map[*ir.Value]set
}

// removeDependencies removes the redundant dependencies of the operations of air in op.
func removeDependencies(r *pass.Run) {
	for op := range r.Op.Walk() {
		if op.Def().DialectName() == air.Dialect.Name {
			d := &dependencies{run: r, implied: map[*ir.Value]set{}}
			d.regions(r.Op, set{}, true)
			return
		}
	}
}

// of returns what is complete when a token is.
func (d *dependencies) of(v *ir.Value) set {
	if s := d.implied[v]; s != nil {
		return s
	}
	return set{v: true}
}

// gives records what is complete when a token is, besides itself.
func (d *dependencies) gives(v *ir.Value, sets ...set) {
	d.implied[v] = set{v: true}.add(sets...)
}

// regions looks at the regions of an operation that is not followed. Nothing is known of its results.
func (d *dependencies) regions(op *ir.Op, done set, removes bool) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			d.block(b, done, removes)
		}
	}
}

// block looks at the operations of a block, which a thread executes that has waited for done. It returns what
// the thread has waited for at the end.
func (d *dependencies) block(b *ir.Block, done set, removes bool) set {
	done = set{}.add(done)
	for op := b.First(); op != nil; {
		next := op.Next()
		done = d.op(op, done, removes)
		op = next
	}
	return done
}

func (d *dependencies) op(op *ir.Op, done set, removes bool) set {
	switch {
	case op.Def().DialectName() == air.Dialect.Name && op.Def().AsyncDependencies != nil:
		return d.air(op, done, removes)
	case op.Is(scf.For):
		d.loop(op, done, removes)
	case op.Is(scf.If), op.Is(affine.If):
		return d.condition(op, done, removes)
	case op.Is(scf.Parallel):
		d.parallel(op, done, removes)
	default:
		d.regions(op, done, removes)
	}
	return done
}

// air looks at an operation of air: at its dependencies, and at its region.
func (d *dependencies) air(op *ir.Op, done set, removes bool) set {
	start := set{}.add(done)
	for _, v := range op.AsyncDependencies() {
		start.add(d.of(v))
	}
	if removes {
		d.remove(op, done)
	}
	if air.IsHierarchy(op) {
		inner := set{}.add(start)
		for i, v := range air.Operands(op) {
			arg := air.OperandArgs(op)[i]
			if d.gives(arg, d.of(v)); start[v] {
				inner[arg] = true
			}
		}
		d.block(op.Body(), inner, removes)
	} else if op.Is(air.Execute) {
		d.block(op.Body(), start, removes)
		for i, v := range op.Body().Terminator().Operands() {
			d.gives(op.Result(i+1), d.of(v))
		}
	}
	if t := air.Token(op); t != nil {
		d.gives(t, start)
		return done
	}
	if removes && op.Is(air.WaitAll) && op.NumOperands() == 0 {
		op.Erase()
		d.run.Count("waits removed", 1)
	}
	return start
}

// remove removes the redundant dependencies of an operation.
func (d *dependencies) remove(op *ir.Op, done set) {
	for i := 0; i < len(op.AsyncDependencies()); {
		tokens := op.AsyncDependencies()
		redundant := done[tokens[i]]
		for j, v := range tokens {
			redundant = redundant || j != i && d.of(v)[tokens[i]]
		}
		if !redundant {
			i++
			continue
		}
		if op.Has(ir.AttrSizedOperands) {
			op.EraseSegmentOperand(i)
		} else {
			op.EraseOperand(i)
		}
		d.run.Count("dependencies removed", 1)
	}
}

// loop looks at an scf.for. What is complete with a carried token is so with the initial one and with the one
// of the next iteration, which is found by repeating until nothing more is lost.
func (d *dependencies) loop(op *ir.Op, done set, removes bool) {
	inits, args := scf.Inits(op), scf.IterArgs(op)
	known := make([]set, len(args))
	for i, v := range inits {
		known[i] = d.of(v)
	}
	for lost := true; lost; {
		for i, v := range args {
			d.gives(v, known[i])
		}
		d.block(op.Body(), done, false)
		lost = false
		for i, v := range op.Body().Terminator().Operands() {
			left := known[i].meet(d.of(v).outside(op))
			lost = lost || len(left) < len(known[i])
			known[i] = left
		}
	}
	if removes {
		d.block(op.Body(), done, true)
	}
	for i, v := range op.Results() {
		d.gives(v, known[i])
	}
}

// condition looks at a condition: what is complete behind it is so behind both regions.
func (d *dependencies) condition(op *ir.Op, done set, removes bool) set {
	var ends []set
	for _, r := range op.Regions() {
		if r.Empty() {
			ends = append(ends, done)
			continue
		}
		ends = append(ends, d.block(r.Entry(), done, removes).outside(op))
	}
	for i, v := range op.Results() {
		var both set
		for _, r := range op.Regions() {
			one := d.of(r.Entry().Terminator().Operand(i)).outside(op)
			if both == nil {
				both = one
			}
			both = both.meet(one)
		}
		d.gives(v, both)
	}
	return ends[0].meet(ends[len(ends)-1])
}

// parallel looks at an scf.parallel: its result stands for the initial token, and for those of the
// iterations.
func (d *dependencies) parallel(op *ir.Op, done set, removes bool) {
	d.block(op.Body(), done, removes)
	end := op.Body().Terminator()
	for i, v := range op.Results() {
		if d.gives(v); joins(end.Region(i)) {
			d.gives(v, d.of(op.OperandsOf(entryInits)[i]))
		}
	}
}

// entryInits is the entry of the table of operands of scf.parallel with the initial values.
const entryInits = 3

// joins reports whether a reduction is the token of an air.wait_all of both arguments.
func joins(r *ir.Region) bool {
	block := r.Entry()
	end := block.Terminator()
	if end == nil || end.NumOperands() != 1 {
		return false
	}
	wait := end.Operand(0).DefiningOp()
	return wait != nil && wait.Is(air.WaitAll) && slices.Contains(wait.Operands(), block.Arg(0)) &&
		slices.Contains(wait.Operands(), block.Arg(1))
}
