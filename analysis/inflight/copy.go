package inflight

import "github.com/inflight-compiler/inflight/ir"

// Control flow passes tokens on under new names. An argument that receives one token only, or itself, is that
// token wherever it can be used: the token's definition comes before it on every path, and is not executed
// again without it.

// identify finds the original of every birth: at first none is known, and what is not known does not count,
// so that arguments that hand each other around are found as well.
func (t *tokens) identify(fresh []*birth) {
	for changed, rounds := true, 0; changed; rounds++ {
		changed = false
		for i := len(fresh) - 1; i >= 0; i-- {
			b := fresh[i]
			if o := t.originalOf(b); o != b.original && rounds <= len(fresh)+1 {
				b.original, changed = o, true
			}
		}
	}
	for _, b := range fresh {
		if b.original == nil {
			b.original = b.value
		}
	}
}

// originalOf returns the only token that flows into a birth, nil if none is known yet, and the birth's own if
// there are more.
func (t *tokens) originalOf(b *birth) *ir.Value {
	if !b.passed || len(b.sources) == 0 {
		return b.value
	}
	var one *ir.Value
	for _, s := range b.sources {
		switch o := t.births[s.value].original; {
		case o == nil:
		case one == nil:
			one = o
		case o != one:
			return b.value
		}
	}
	return one
}
