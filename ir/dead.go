package ir

// IsTriviallyDead reports whether op can be erased without an observable change: no result is used, and its
// execution changes nothing that outlives it.
func (o *Op) IsTriviallyDead() bool { return o.Unused() && o.WouldBeTriviallyDead() }

// WouldBeTriviallyDead reports whether op could be erased if its results were unused. Then op is neither a
// terminator nor a symbol. Op and all operations in it at most read memory, or allocate memory that only
// their own results name.
func (o *Op) WouldBeTriviallyDead() bool {
	if o.def.Traits&(Terminator|IsSymbol) != 0 {
		return false
	}
	return o.onlyHarmlessEffects()
}

func (o *Op) onlyHarmlessEffects() bool {
	if o.Has(Pure) {
		return true
	}
	switch {
	case o.def.Effects != nil:
		if !o.hasOnlyHarmless() {
			return false
		}
	case o.Has(RecursiveEffects):
	case o.Has(Terminator) && len(o.regions) == 0 && len(o.successors) == 0 && !o.def.Unregistered:
		return true // the terminator only passes values on
	default:
		return false
	}
	if !o.Has(RecursiveEffects) {
		return true
	}
	for _, r := range o.regions {
		for _, b := range r.Blocks() {
			for inner := b.first; inner != nil; inner = inner.next {
				if !inner.onlyHarmlessEffects() {
					return false
				}
			}
		}
	}
	return true
}

// hasOnlyHarmless reports whether all effects of the operation itself are harmless.
func (o *Op) hasOnlyHarmless() bool {
	harmless := true
	o.def.Effects(o, func(e Effect) { harmless = harmless && o.harmless(e) })
	return harmless
}

// harmless reports whether the effect cannot be observed when the results of o are unused: a read, or an
// allocation of o's own result, or a write to that memory.
func (o *Op) harmless(e Effect) bool {
	own := e.Value != nil && e.Value.op == o
	return e.Kind == Read || own && (e.Kind == Allocate || e.Kind == Write)
}
