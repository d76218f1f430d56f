package canceltransfers

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// transfer returns the operands of an operation that does nothing but copy a memref to another, and has no
// token.
func transfer(op *ir.Op) (from, to *ir.Value, ok bool) {
	switch {
	case op.Is(memref.Copy):
		return op.Operand(0), op.Operand(1), true
	case op.Is(gpu.Memcpy) && !op.IsAsync() && len(op.AsyncDependencies()) == 0:
		return gpu.Source(op), gpu.Memory(op), true
	}
	return nil, nil, false
}

// fact says that two memrefs hold the same, because one was copied to the other.
type fact struct {
	a, b *ir.Value
	// accesses are those of the copy: what changes the memory of one ends the fact.
	accesses []analysis.Access
}

// facts are what is known in one place of a block.
type facts struct {
	ev    analysis.Evaluator
	known []fact
}

// pass goes on behind an operation.
func (f *facts) pass(op *ir.Op) {
	accesses := f.ev.Accesses(op)
	f.known = slices.DeleteFunc(f.known, func(known fact) bool { return writes(accesses, known.accesses) })
	from, to, ok := transfer(op)
	if !ok {
		return
	}
	if a, b := f.ev.Root(from), f.ev.Root(to); a != nil && b != nil && a != b {
		f.known = append(f.known, fact{from, to, accesses})
	}
}

// writes reports whether one of some accesses changes what one of others touches.
func writes(accesses, others []analysis.Access) bool {
	return slices.ContainsFunc(accesses, func(a analysis.Access) bool {
		return a.Writes() && a.Kind != ir.Allocate &&
			slices.ContainsFunc(others, func(b analysis.Access) bool { return analysis.Overlaps(&a, &b) })
	})
}

// equals returns the memrefs that hold the same as one, itself first.
func (f *facts) equals(v *ir.Value) []*ir.Value {
	list := []*ir.Value{v}
	for i := 0; i < len(list); i++ {
		for _, known := range f.known {
			for _, other := range [][2]*ir.Value{{known.a, known.b}, {known.b, known.a}} {
				if other[0] == list[i] && !slices.Contains(list, other[1]) {
					list = append(list, other[1])
				}
			}
		}
	}
	return list
}
