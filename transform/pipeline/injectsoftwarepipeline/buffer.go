package injectsoftwarepipeline

import (
	"fmt"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// buffer is an allocation whose contents do not pass from one iteration to another, so that each iteration
// can use a version of its own.
type buffer struct {
	value *ir.Value
	local bool // allocated in the loop body
	// versions is the number of copies. It is 0 until it is decided; then each iteration counts as having a
	// copy.
	versions int
	least    int // the least number of versions that the buffer must have
	// users holds the pairs of statements that conflict in the buffer.
	users [][2]*statement
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

// findPrivate decides which buffers are private: those that are allocated in the body, and those allocated
// outside that only the loop uses and that every iteration fills before it reads them.
func findPrivate(loop *ir.Op, b *body) (map[*ir.Value]*buffer, error) {
	private := map[*ir.Value]*buffer{}
	for _, op := range b.allocs {
		private[op.Result(0)] = &buffer{value: op.Result(0), local: true}
		if err := checkLocal(op, b.statements); err != nil {
			return nil, err
		}
	}
	for _, s := range b.statements {
		for i := range s.accesses {
			v := s.accesses[i].Buffer
			if v == nil || private[v] != nil || v.DefiningOp() == nil {
				continue
			}
			if onlyAllocates(v.DefiningOp()) && usedOnlyIn(loop, v) && escape(v) == nil &&
				filledBeforeRead(v, b.statements) {
				private[v] = &buffer{value: v}
			}
		}
	}
	return private, nil
}

// checkLocal rejects a buffer allocated in each iteration if it may outlive the iteration, or if a statement
// frees it. One allocation, or one per version, will replace the allocations of all iterations.
func checkLocal(alloc *ir.Op, statements []*statement) error {
	if user := escape(alloc.Result(0)); user != nil {
		return user.Errorf(codeVersion, "'%s' may keep the buffer of one iteration after the iteration",
			user.Name()).
			Note(alloc.Span(), "the buffer is allocated here").
			Suggest(
				"put the operations that use the buffer in a pipeline.block that declares reads and " +
					"writes, or allocate the " +
					"buffer in front of the loop")
	}
	for _, s := range statements {
		for i := range s.accesses {
			if a := &s.accesses[i]; a.Kind == ir.Free && a.Buffer == alloc.Result(0) {
				return a.Op.Errorf(codeVersion, "the buffer of one iteration is freed inside of statement %d",
					s.index).
					Note(alloc.Span(), "the buffer is allocated here").
					Suggest("free it at the end of the loop's body")
			}
		}
	}
	return nil
}

// escape returns a use of the buffer after which other operations may access it unseen: a use that neither
// declares its effects on the buffer nor makes a view of it. It returns nil if there is no such use.
func escape(v *ir.Value) *ir.Op {
	for u := range v.Uses() {
		user := u.Owner()
		switch def := user.Def(); {
		case def.View != nil:
			for i := range user.NumResults() {
				if found := escape(user.Result(i)); found != nil {
					return found
				}
			}
		case !touches(user, v) && !onlyAsks(user) && !declared(user, v):
			return user
		}
	}
	return nil
}

// touches reports whether the operation declares its effects on the memref, and does not store the memref
// itself.
func touches(op *ir.Op, v *ir.Value) bool {
	return op.Def().Effects != nil && !(op.Is(memref.Store) && op.Operand(0) == v)
}

// onlyAsks reports whether the operation computes from a memref only values that are not memory, such as its
// extent.
func onlyAsks(op *ir.Op) bool {
	if !op.Has(ir.Pure) || op.Has(ir.Terminator) || op.Is(memref.ExtractAlignedPointerAsIndex) {
		return false
	}
	for i := range op.NumResults() {
		if _, ok := op.Result(i).Type().(*ir.MemRefType); ok {
			return false
		}
	}
	return true
}

// declared reports whether the operation is in a pipeline.block that declares the accesses to the memref.
func declared(op *ir.Op, v *ir.Value) bool {
	for p := range op.Ancestors() {
		if p.Is(pipeline.Block) && !pipeline.Inferred(p) {
			return !p.IsAncestorOf(op) || v.DefiningOp() == nil || !p.IsAncestorOf(v.DefiningOp())
		}
	}
	return false
}

// usedOnlyIn reports whether all uses of the buffer, except its deallocation, are in the loop.
func usedOnlyIn(loop *ir.Op, v *ir.Value) bool {
	for u := range v.Uses() {
		user := u.Owner()
		if loop.IsAncestorOf(user) {
			continue
		}
		if !onlyFrees(user) {
			return false
		}
	}
	return true
}

// filledBeforeRead reports whether each read of the buffer comes after a write, in the same iteration, of all
// elements that it reads.
func filledBeforeRead(v *ir.Value, statements []*statement) bool {
	var written []*analysis.Access
	for _, s := range statements {
		for i := range s.accesses {
			a := &s.accesses[i]
			if a.Buffer == nil {
				return false // the access may be to this buffer
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
