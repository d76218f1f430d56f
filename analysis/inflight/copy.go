package inflight

import "github.com/inflight-compiler/inflight/ir"

// Control flow passes tokens on under new names. An argument that receives only one token, or itself, is
// always that token: the token's definition comes before the argument on every path, and is not executed
// again unless the argument receives the token again.

// identify finds the original of every definition. At first no original is known, and definitions without a
// known original are ignored, so that the originals of arguments that pass each other on are found, too.
func (t *tokens) identify(fresh []*definition) {
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

// originalOf returns the only token that flows into a definition, nil if none is known yet, and the
// definition's own value if there are several.
func (t *tokens) originalOf(b *definition) *ir.Value {
	if !b.passed || len(b.sources) == 0 {
		return b.value
	}
	var one *ir.Value
	for _, s := range b.sources {
		switch o := t.definitions[s.value].original; {
		case o == nil:
		case one == nil:
			one = o
		case o != one:
			return b.value
		}
	}
	return one
}
