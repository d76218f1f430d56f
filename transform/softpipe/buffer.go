package softpipe

import (
	"fmt"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// buffer is an allocation whose contents do not pass from one iteration to
// another, so that iterations can have a version each.
type buffer struct {
	value *ir.Value
	local bool // allocated in the loop body
	// versions is the number of copies; 0 until it is decided, which stands for
	// a copy per iteration.
	versions int
}

func iterationsLater(n int64) string {
	switch n {
	case 0:
		return "in the same iteration"
	case 1:
		return "one iteration later"
	}
	return fmt.Sprintf("%d iterations later", n)
}

// findPrivate decides which buffers are private: those allocated in the body,
// and those allocated outside that only the loop uses and that every iteration
// fills before it reads them.
func findPrivate(loop *ir.Op, b *body) map[*ir.Value]*buffer {
	private := map[*ir.Value]*buffer{}
	for _, op := range b.allocs {
		private[op.Result(0)] = &buffer{value: op.Result(0), local: true}
	}
	for _, s := range b.statements {
		for i := range s.accesses {
			v := s.accesses[i].Buffer
			if v == nil || private[v] != nil || v.DefiningOp() == nil {
				continue
			}
			if onlyAllocates(v.DefiningOp()) && usedOnlyIn(loop, v) && filledBeforeRead(v, b.statements) {
				private[v] = &buffer{value: v}
			}
		}
	}
	return private
}

// usedOnlyIn reports whether all uses of the buffer, but its deallocation, are
// in the loop.
func usedOnlyIn(loop *ir.Op, v *ir.Value) bool {
	for u := range v.Uses() {
		user := u.Owner()
		if loop.IsAncestorOf(user) {
			continue
		}
		if kinds, known := effectKinds(user); !known || len(kinds) != 1 || kinds[0] != ir.Free {
			return false
		}
	}
	return true
}

// filledBeforeRead reports whether each read of the buffer comes after a write,
// in the same iteration, of everything it reads.
func filledBeforeRead(v *ir.Value, statements []*statement) bool {
	var written []*analysis.Access
	for _, s := range statements {
		for i := range s.accesses {
			a := &s.accesses[i]
			if a.Buffer == nil {
				return false // may touch it unseen
			}
			if a.Buffer != v {
				continue
			}
			if a.Kind == ir.Read && !coveredBy(written, a) {
				return false
			}
			if a.Kind == ir.Write {
				written = append(written, a)
			}
		}
	}
	return true
}

func coveredBy(written []*analysis.Access, read *analysis.Access) bool {
	for _, w := range written {
		if analysis.Covers(w, read) {
			return true
		}
	}
	return false
}
