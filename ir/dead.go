package ir

// IsTriviallyDead reports whether op can be erased because nobody could tell:
// no result is used, and running it changes nothing that outlives it.
func (o *Op) IsTriviallyDead() bool { return o.Unused() && o.WouldBeTriviallyDead() }

// WouldBeTriviallyDead reports whether op could be erased if its results were
// unused: it is no terminator and no symbol, and it, with everything in it, at
// most reads memory, or allocates what only itself gives out.
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
		return true // a terminator only hands values on
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

// hasOnlyHarmless reports whether all effects that the operation itself has are harmless.
func (o *Op) hasOnlyHarmless() bool {
	harmless := true
	o.def.Effects(o, func(e Effect) { harmless = harmless && o.harmless(e) })
	return harmless
}

// harmless reports whether nobody misses the effect once the results of o are
// gone: reads, and allocating or writing what o itself allocates.
func (o *Op) harmless(e Effect) bool {
	own := e.Value != nil && e.Value.op == o
	return e.Kind == Read || own && (e.Kind == Allocate || e.Kind == Write)
}
