package accumulate

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// maxKnown bounds the loads that are remembered.
const maxKnown = 64

// Reuse makes loads use what an earlier load of the same block found, or a store left, while nothing may have
// written to the memory in between. It returns how many loads are gone.
func Reuse(block *ir.Block) (gone int) {
	type entry struct {
		ref   affineloop.Ref
		value *ir.Value
	}
	var known []entry
	for op := range block.OpsWithoutTerminator() {
		if op.NumRegions() > 0 || !op.IsEffectFree() && !isLoad(op) && !isStore(op) {
			known = nil
			continue
		}
		if !isLoad(op) && !isStore(op) {
			continue
		}
		r, ok := affineloop.RefOf(op)
		if !ok {
			known = nil
			continue
		}
		value := op.Operand(0)
		if isLoad(op) {
			value = op.Result(0)
		} else {
			kept := known[:0]
			for _, e := range known {
				if affineloop.AlwaysApart(&e.ref, &r) {
					kept = append(kept, e)
				}
			}
			known = kept
		}
		found := false
		for _, e := range known {
			if isLoad(op) && e.ref.Memref == r.Memref && e.ref.At.Equal(r.At) &&
				e.value.Type() == value.Type() {
				value.ReplaceAllUsesWith(e.value)
				op.Erase()
				gone++
				found = true
				break
			}
		}
		if !found && len(known) < maxKnown {
			known = append(known, entry{r, value})
		}
	}
	return gone
}
