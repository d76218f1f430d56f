package injectsoftwarepipeline

import "github.com/inflight-compiler/inflight/ir"

// effects is the set of what an operation declares to do to memory.
type effects uint8

const (
	reads effects = 1 << iota
	writes
	allocates
	frees
	undeclared // nothing is known
)

// effectsOf returns what the operation itself declares, without its regions.
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
			found |= writes // some other resource: order matters
			return
		}
		found |= 1 << e.Kind
	})
	return found
}

// onlyAllocates reports whether all that the operation does is to make a
// buffer.
func onlyAllocates(op *ir.Op) bool { return effectsOf(op) == allocates }

// onlyFrees reports whether all that the operation does is to end the life of
// a buffer.
func onlyFrees(op *ir.Op) bool { return effectsOf(op) == frees }

// feeds reports whether the operation only computes values: it is pure or
// reads memory.
func feeds(op *ir.Op) bool {
	switch {
	case op.Has(ir.Pure):
		return true
	case !op.Has(ir.RecursiveEffects):
		return effectsOf(op)&^reads == 0
	case op.Def().Effects != nil:
		return op.IsEffectFree() // what it declares does not cover its regions: it may declare nothing
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
