package ir

import "iter"

// Walk yields the operation and all nested ones, parents before children. The current operation must not be
// erased; use WalkPost to erase operations.
func (o *Op) Walk() iter.Seq[*Op] {
	return func(yield func(*Op) bool) { o.walk(yield) }
}

func (o *Op) walk(yield func(*Op) bool) bool {
	o.Poll()
	if !yield(o) {
		return false
	}
	for _, r := range o.regions {
		for _, b := range r.Blocks() {
			for op := b.first; op != nil; {
				next := op.next
				if len(op.regions) == 0 {
					op.Poll()
					if !yield(op) {
						return false
					}
				} else if !op.walk(yield) {
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
		for _, b := range r.Blocks() {
			for op := b.first; op != nil; {
				next := op.next
				if len(op.regions) == 0 {
					op.Poll()
					if !yield(op) {
						return false
					}
				} else if !op.walkPost(yield) {
					return false
				}
				op = next
			}
		}
	}
	return yield(o)
}

// Find returns all operations in o, itself included, that def describes, parents first. It searches a large
// module in parallel.
func (o *Op) Find(def *OpDef) []*Op {
	var found []*Op
	if b := o.Body(); b != nil && len(o.regions) == 1 && len(o.regions[0].Blocks()) == 1 &&
		o.Has(IsSymbolTable) {
		if o.def == def {
			found = append(found, o)
		}
		return append(found, b.findAll(def)...)
	}
	return o.AppendFound(found, def)
}

// AppendFound is Find, but appends to a list.
func (o *Op) AppendFound(found []*Op, def *OpDef) []*Op {
	o.Poll()
	if o.def == def {
		found = append(found, o)
	}
	for _, r := range o.regions {
		for _, b := range r.Blocks() {
			for op := b.first; op != nil; op = op.next {
				switch {
				case len(op.regions) > 0:
					found = op.AppendFound(found, def)
				case op.def == def:
					found = append(found, op)
				}
			}
		}
	}
	return found
}

// findAll is Find for all operations of a block, in parallel for groups of consecutive operations.
func (b *Block) findAll(def *OpDef) (found []*Op) {
	const some = 64
	var starts []*Op
	n := 0
	for op := b.first; op != nil; op = op.next {
		if n%some == 0 {
			starts = append(starts, op)
		}
		n++
	}
	pieces := make([][]*Op, len(starts))
	ForEach(len(starts), func(i int) {
		op := starts[i]
		for range min(some, n-i*some) {
			pieces[i] = op.AppendFound(pieces[i], def)
			op = op.next
		}
	})
	for _, p := range pieces {
		found = append(found, p...)
	}
	return found
}

// Units returns the operations directly in root if no two of them share anything but symbols: each is
// isolated from above, or is a symbol without regions. So a caller may work on them in parallel. Otherwise
// Units returns root alone.
func Units(root *Op) []*Op {
	if len(root.regions) != 1 || len(root.regions[0].Blocks()) != 1 || !root.Has(IsSymbolTable) {
		return []*Op{root}
	}
	var units []*Op
	for op := root.regions[0].blocks[0].first; op != nil; op = op.next {
		alone := op.Has(IsolatedFromAbove) || op.Has(IsSymbol) && len(op.regions) == 0
		if !alone || len(op.operands)+len(op.results) > 0 {
			return []*Op{root}
		}
		units = append(units, op)
	}
	return units
}

// HasDialect reports whether o, or an operation in it, belongs to the dialect.
func (o *Op) HasDialect(name string) bool { return o.FirstOf(name) != nil }

// FirstOf returns the first operation of a dialect in o, o itself included, nil if there is none.
func (o *Op) FirstOf(dialect string) *Op {
	if o.def.DialectName() == dialect {
		return o
	}
	for _, r := range o.regions {
		for _, b := range r.Blocks() {
			var last *OpDef // the last definition seen that belongs to another dialect
			for op := b.first; op != nil; op = op.next {
				if len(op.regions) > 0 {
					if found := op.FirstOf(dialect); found != nil {
						return found
					}
				} else if op.def != last {
					if op.def.DialectName() == dialect {
						return op
					}
					last = op.def
				}
			}
		}
	}
	return nil
}
