package gpu

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	Alloc.Canonicalize = []ir.Pattern{{Name: "dim-of-device-memory", Rewrite: dimOfAlloc}}
	Memcpy.Canonicalize = []ir.Pattern{{Name: "copy-that-nobody-reads", Rewrite: unreadCopy}}
}

// dimOfAlloc replaces a dynamic extent of an allocation by the operand that gives it.
func dimOfAlloc(op *ir.Op, rw *ir.Rewriter) bool {
	t := op.Result(0).Type().(*ir.MemRefType)
	changed := false
	for use := range op.Result(0).Uses() {
		dim := use.Owner()
		if !dim.Is(memref.Dim) {
			continue
		}
		if n, ok := ir.ConstInt(dim.Operand(1)); ok && n >= 0 && n < int64(len(t.Shape)) &&
			t.Shape[n] == ir.Dynamic {
			rw.Replace(dim, op.OperandsOf(1)[memref.DynamicDims(t.Shape[:n])])
			changed = true
		}
	}
	return changed
}

// unreadCopy removes a copy into memory whose only other use is its deallocation. The copy must have neither
// a token nor dependencies, or a token that its only dependency can replace.
func unreadCopy(op *ir.Op, rw *ir.Rewriter) bool {
	dst := Memory(op)
	if alloc := dst.DefiningOp(); alloc == nil || !onlyEffect(alloc, ir.Allocate, dst) {
		return false
	}
	for use := range dst.Uses() {
		if user := use.Owner(); user != op && !onlyEffect(user, ir.Free, dst) {
			return false
		}
	}
	tokens := op.AsyncDependencies()
	switch {
	case len(tokens) > 1 || (len(tokens) == 1) != (asyncToken(op) != nil):
		return false
	case len(tokens) == 1 && tokens[0] == asyncToken(op):
		return false // the value is computed from itself, in unreachable code
	}
	rw.Replace(op, tokens...)
	return true
}

// onlyEffect reports whether an operation has exactly one effect on a memref, of the given kind.
func onlyEffect(op *ir.Op, kind ir.EffectKind, m *ir.Value) bool {
	if op.Def().Effects == nil {
		return false
	}
	n, other := 0, false
	op.Def().Effects(op, func(e ir.Effect) {
		if e.Value != m {
			return
		}
		n++
		other = other || e.Kind != kind
	})
	return n == 1 && !other
}
