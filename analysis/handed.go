package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Control flow hands memory on: to the names of a loop, to arguments of blocks, to results of branches. Names
// that get one and the same value on every way, or each other, are that value: a loop that yields each buffer
// in its own place carries buffers that it never exchanges.

// sameAs returns the value that v is another name of: what an asynchronous operation has returned, or what
// control flow hands on. It returns nil if the program shows no such value.
func sameAs(v *ir.Value) *ir.Value {
	if from := payload(v); from != nil {
		return from
	}
	v = v.Uncaptured()
	if one := onlySource(v, false); one != nil {
		return one
	}
	return onlySource(v, true)
}

// SameAs returns the value that v is another name of, because an asynchronous operation has returned it or
// control flow hands on no other; nil if the program shows no such value.
func SameAs(v *ir.Value) *ir.Value { return sameAs(v) }

// Handed returns the values that control flow, or a selection, may hand to v. It returns false if v may be
// something else, and nothing if nothing is handed to v.
func Handed(v *ir.Value) (from []*ir.Value, ok bool) {
	in := handedTo(v)
	return in.values, !in.unknown
}

// mostHanded limits the names that are followed for one answer.
const mostHanded = 64

// onlySource returns the one value that v gets, itself or by other names; nil if there are several. Such
// names are all those within the operation that hands v on; and, with beside, those in the region of v.
//
// The value is defined in front of that operation, or dominates the blocks, so that it is the same as long as
// the names have it.
func onlySource(v *ir.Value, beside bool) (one *ir.Value) {
	names := []*ir.Value{v}
	for i := 0; i < len(names); i++ {
		in := handedTo(names[i])
		if in.unknown || len(in.values) == 0 || len(names) > mostHanded {
			return nil
		}
		for _, from := range in.values {
			from = from.Uncaptured()
			switch {
			case slices.Contains(names, from) || from == one:
			case !sees(v, from), beside && isBeside(v, from) && !handedTo(from).unknown:
				names = append(names, from)
			case one == nil:
				one = from
			default:
				return nil
			}
		}
	}
	return one
}

// sees reports whether a value is visible where control flow hands v on: in front of the operation that does,
// or in the region whose blocks do. What a region defines is another value each time the region is executed.
func sees(v, from *ir.Value) bool {
	handing := v.DefiningOp()
	if handing == nil {
		if !v.ParentBlock().IsEntry() && isBeside(v, from) {
			return true
		}
		handing = v.ParentBlock().ParentOp()
	}
	holder := from.ParentBlock().ParentOp()
	return holder != nil && holder != handing && holder.IsAncestorOf(handing)
}

// isBeside reports whether two values are of the same region.
func isBeside(v, w *ir.Value) bool { return v.ParentBlock().Region() == w.ParentBlock().Region() }

// handedTo returns what control flow may hand to a value.
func handedTo(v *ir.Value) (in incoming) {
	op := v.DefiningOp()
	switch {
	case op == nil:
		return intoArgument(v)
	case op.Name() == "arith.select":
		in.values = op.Operands()[1:]
	case op.NumRegions() == 0 || op.StartsThread():
		in.unknown = true
	default:
		in.through(op, -1, v)
	}
	return in
}

// incoming are the values that control flow may hand to a name.
type incoming struct {
	values  []*ir.Value
	unknown bool // there are others
}

// intoArgument returns what an argument of a block may get.
func intoArgument(v *ir.Value) (in incoming) {
	block := v.ParentBlock()
	region := block.Region()
	switch op := block.ParentOp(); {
	case !block.IsEntry():
		values, complete := PassedByBranches(v)
		in.values, in.unknown = values, !complete
	case op == nil || op.StartsThread() || op.Def().Unregistered || block.NumBranches() > 0:
		in.unknown = true
	default:
		in.through(op, region.Index(), v)
	}
	return in
}

// PassedByBranches returns the values that branches pass to an argument of a block that is no entry. complete
// is false if a branch passes something else.
func PassedByBranches(arg *ir.Value) (values []*ir.Value, complete bool) {
	block, complete := arg.ParentBlock(), true
	for _, b := range block.Region().Blocks() {
		last := b.Last()
		if last == nil {
			continue
		}
		for s := range last.NumSuccessors() {
			if last.Successor(s) != block {
				continue
			}
			if last.Def().SuccessorOperands == nil {
				complete = false
				continue
			}
			first, count := last.Def().SuccessorOperands(last, s)
			if arg.Index() >= count {
				complete = false
				continue
			}
			values = append(values, last.Operand(first+arg.Index()))
		}
	}
	return values, complete
}

// through adds the values that an operation with regions passes to the value v of region `to`, or of its
// results for -1.
func (in *incoming) through(op *ir.Op, to int, v *ir.Value) {
	for from := -1; from < op.NumRegions(); from++ {
		for _, s := range op.Def().RegionSuccessors(op, from) {
			k := slices.Index(s.Inputs, v)
			if s.Region != to || k < 0 {
				continue
			}
			for _, at := range op.LeavesRegion(from) {
				// The last operands are those that are passed on.
				j := at.NumOperands() - len(s.Inputs) + k
				if j < 0 {
					in.unknown = true
					return
				}
				in.values = append(in.values, at.Operand(j))
			}
		}
	}
}
