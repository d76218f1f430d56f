package cse

import "github.com/inflight-compiler/inflight/ir"

// scoped is a table of operations with nested scopes: closing one takes out
// what was inserted since it was opened. It is a hash table with chains;
// entries leave it in the reverse order of their arrival.
type scoped struct {
	heads   []int32 // the entry of a hash inserted last, plus 1; 0 is none. A power of two.
	entries []entry
	marks   []int // len(entries) at the opening of each scope
}

// entry is one operation; those of one head are chained.
type entry struct {
	op   *ir.Op
	hash uint64
	next int32 // plus 1
}

func newScoped() *scoped { return &scoped{heads: make([]int32, 64)} }

func (s *scoped) head(hash uint64) *int32 { return &s.heads[hash&uint64(len(s.heads)-1)] }

func (s *scoped) open() { s.marks = append(s.marks, len(s.entries)) }

func (s *scoped) close() {
	mark := s.marks[len(s.marks)-1]
	s.marks = s.marks[:len(s.marks)-1]
	for i := len(s.entries) - 1; i >= mark; i-- {
		e := &s.entries[i]
		*s.head(e.hash) = e.next
	}
	s.entries = s.entries[:mark]
}

// lookup returns the operation inserted last that computes the same as op, and the hash of op.
func (s *scoped) lookup(op *ir.Op) (*ir.Op, uint64) {
	hash := op.Hash()
	for i := *s.head(hash); i != 0; {
		e := &s.entries[i-1]
		if e.hash == hash && ir.Equivalent(e.op, op) {
			return e.op, hash
		}
		i = e.next
	}
	return nil, hash
}

// insert adds an operation with its hash.
func (s *scoped) insert(op *ir.Op, hash uint64) {
	if len(s.entries) == len(s.heads) {
		s.grow()
	}
	head := s.head(hash)
	s.entries = append(s.entries, entry{op, hash, *head})
	*head = int32(len(s.entries))
}

func (s *scoped) grow() {
	s.heads = make([]int32, 2*len(s.heads))
	for i := range s.entries {
		e := &s.entries[i]
		head := s.head(e.hash)
		e.next, *head = *head, int32(i)+1
	}
}
