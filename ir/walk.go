package ir

import "iter"

// Walk yields the operation and all nested ones, parents before children. The
// current operation must not be erased; WalkPost allows it.
func (o *Op) Walk() iter.Seq[*Op] {
	return func(yield func(*Op) bool) { o.walk(yield) }
}

func (o *Op) walk(yield func(*Op) bool) bool {
	if !yield(o) {
		return false
	}
	for _, r := range o.regions {
		for _, b := range r.blocks {
			for op := b.first; op != nil; {
				next := op.next
				if !op.walk(yield) {
					return false
				}
				op = next
			}
		}
	}
	return true
}

// WalkPost yields all nested operations and then the operation itself, children
// before parents. The current operation may be erased.
func (o *Op) WalkPost() iter.Seq[*Op] {
	return func(yield func(*Op) bool) { o.walkPost(yield) }
}

func (o *Op) walkPost(yield func(*Op) bool) bool {
	for _, r := range o.regions {
		for _, b := range r.blocks {
			for op := b.first; op != nil; {
				next := op.next
				if !op.walkPost(yield) {
					return false
				}
				op = next
			}
		}
	}
	return yield(o)
}

// Find returns all operations in o, itself included, that def describes, parents first.
func (o *Op) Find(def *OpDef) []*Op {
	var found []*Op
	for op := range o.Walk() {
		if op.def == def {
			found = append(found, op)
		}
	}
	return found
}

// HasDialect reports whether an operation of a dialect stands in o.
func (o *Op) HasDialect(name string) bool {
	for op := range o.Walk() {
		if op.def.DialectName() == name {
			return true
		}
	}
	return false
}
