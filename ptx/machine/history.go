package machine

import "slices"

// This file lets words of a memory share what is remembered of them. Asynchronous operations access thousands
// of words at once: boxes of tensors, the operands of products. Words with the same history have the same one
// behind such an access, so it is compared with what came before once for all of them.

// history is what is remembered of a word, or of several words.
type history struct {
	all    []access
	shared bool // it is not changed any more
}

// own returns a history of a word that may be changed.
func (s *shadow) own(n uint64) *history {
	word := s.word(n)
	switch {
	case *word == nil:
		*word = &history{}
	case (*word).shared:
		all := (*word).all
		*word = &history{all: append(make([]access, 0, len(all)+1), all...)}
	}
	return *word
}

// maxAlike is how many histories are remembered of the words that an operation accesses.
const maxAlike = 16

// alike are histories of words, before and behind an access by one operation.
type alike struct {
	a          access
	m          *memory
	clock      *clock
	operation  int64
	known, n   int
	from, back [maxAlike]*history
	alone      *history // of words of which nothing but the access is remembered
	never      bool     // each word has a history of its own
}

// isShared reports whether an access is one of many words, and is judged by their histories alone.
func (a *access) isShared() bool {
	return a.queue != cpAsync && a.kind&(strong|valued) == 0 && a.bytes == 15
}

// recordShared is record for an access of many words.
func (t *thread) recordShared(m *memory, at uint64, a access) {
	x, word := &t.b.g.alike, m.shadow.word(at/4)
	if x.never {
		t.record(m, at, a)
		return
	}
	if x.m != m || x.clock != t.clock || x.operation != t.b.g.operation || x.a != a {
		*x = alike{a: a, m: m, clock: t.clock, operation: t.b.g.operation}
	}
	before := *word
	if i := slices.Index(x.from[:x.known], before); i >= 0 {
		*word = x.back[i]
		return
	}
	t.record(m, at, a)
	behind := *word
	if len(behind.all) == 1 {
		if x.alone == nil {
			x.alone = behind
		}
		behind = x.alone
	}
	*word, behind.shared = behind, true
	if before == nil || before.shared {
		x.from[x.n%maxAlike], x.back[x.n%maxAlike] = before, behind
		x.n++
		x.known = min(x.n, maxAlike)
	}
}
