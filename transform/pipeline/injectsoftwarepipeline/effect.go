package injectsoftwarepipeline

import "github.com/inflight-compiler/inflight/ir"

// effects is the set of effects on memory that an operation declares.
type effects uint8

const (
	reads effects = 1 << iota
	writes
	allocates
	frees
	undeclared // the operation declares no effects, so it may have any
)

// effectsOf returns the declared effects of the operation itself, without its regions.
func effectsOf(op *ir.Op) effects {
	switch {
	case op.Has(ir.Pure):
		return 0
	case op.Def().Effects == nil:
		return undeclared
	}
	var found effects
	op.Def().Effects(op, func(e ir.Effect) {
		if e.Value == nil {
			found |= writes // on another resource: the order matters
			return
		}
		found |= 1 << e.Kind
	})
	return found
}

// onlyAllocates reports whether the operation's only effect is an allocation.
func onlyAllocates(op *ir.Op) bool { return effectsOf(op) == allocates }

// onlyFrees reports whether the operation's only effect is to free a buffer.
func onlyFrees(op *ir.Op) bool { return effectsOf(op) == frees }

// feeds reports whether the operation only computes values: it is pure or only reads memory.
func feeds(op *ir.Op) bool {
	switch {
	case op.Has(ir.Pure):
		return true
	case !op.Has(ir.RecursiveEffects):
		return effectsOf(op)&^reads == 0
	case op.Def().Effects != nil:
		return op.IsEffectFree() // the declared effects do not include those of its regions
	}
	return nestedFeeds(op)
}

func nestedFeeds(op *ir.Op) bool {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if !inner.Has(ir.Terminator) && !feeds(inner) {
					return false
				}
			}
		}
	}
	return true
}
