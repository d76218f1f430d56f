package cse

import "github.com/inflight-compiler/inflight/ir"

// scoped is a table of operations with nested scopes: closing one takes out
// what was inserted since it was opened.
type scoped struct {
	entries map[uint64]*entry
	hashes  []uint64 // of the entries, in the order of insertion
	marks   []int    // len(hashes) at the opening of each scope
}

// entry is one operation; those of one hash are chained.
type entry struct {
	op   *ir.Op
	next *entry
}

func newScoped() *scoped { return &scoped{entries: map[uint64]*entry{}} }

func (s *scoped) open() { s.marks = append(s.marks, len(s.hashes)) }

func (s *scoped) close() {
	mark := s.marks[len(s.marks)-1]
	s.marks = s.marks[:len(s.marks)-1]
	for _, h := range s.hashes[mark:] {
		if next := s.entries[h].next; next != nil {
			s.entries[h] = next
		} else {
			delete(s.entries, h)
		}
	}
	s.hashes = s.hashes[:mark]
}

// lookup returns the operation inserted last that computes the same as op.
func (s *scoped) lookup(op *ir.Op) *ir.Op {
	for e := s.entries[op.Hash()]; e != nil; e = e.next {
		if ir.Equivalent(e.op, op) {
			return e.op
		}
	}
	return nil
}

func (s *scoped) insert(op *ir.Op) {
	h := op.Hash()
	s.entries[h] = &entry{op, s.entries[h]}
	s.hashes = append(s.hashes, h)
}
