package ir

// Fold tries to compute the results of op from its constant operands and its traits. It returns one
// FoldResult per result of op, FoldedInPlace if op was changed but stays, or nil. A constant does not fold.
func Fold(op *Op) []FoldResult { return new(Folder).Fold(op) }

// Folder folds operations one after the other and reuses its memory. The zero Folder is ready for use; it is
// not safe for concurrent use.
type Folder struct{ consts [foldedOperands]Attr }

// foldedOperands is the number of operands for which a Folder has memory. Few operations have more.
const foldedOperands = 4

// Fold is the package's function Fold with the memory of f.
func (f *Folder) Fold(op *Op) []FoldResult {
	def := op.def
	const traits = Commutative | Idempotent | Involution
	if def.Fold == nil && def.Traits&traits == 0 || def.Traits&ConstantLike != 0 {
		return nil
	}
	consts := f.constants(op)
	var folded []FoldResult
	if def.Fold != nil {
		folded = def.Fold(op, consts)
	}
	switch {
	case op.foldsToItself(folded):
		return FoldedInPlace
	case folded != nil:
		return folded
	}
	return op.foldTraits(consts)
}

// constants returns the attributes of the operands, nil for an operand that is not constant. The slice is
// valid until the next operation is folded.
func (f *Folder) constants(op *Op) []Attr {
	n := len(op.operands)
	consts := f.consts[:min(n, foldedOperands):foldedOperands]
	if n > foldedOperands {
		consts = make([]Attr, n)
	}
	for i := range op.operands {
		consts[i] = ConstantValue(op.operands[i].value)
	}
	return consts
}

// foldsToItself reports whether the results stand for op's own results.
func (o *Op) foldsToItself(folded []FoldResult) bool {
	return len(folded) == 1 && folded[0].Value != nil && folded[0].Value.op == o
}

// foldTraits folds an operation by the traits Involution, Idempotent and Commutative.
func (o *Op) foldTraits(consts []Attr) []FoldResult {
	if o.Has(Involution) && len(o.operands) == 1 {
		if inner := o.operands[0].value.op; inner != nil && inner.def == o.def &&
			inner.operands[0].value.typ == o.results[0].typ {
			return []FoldResult{{Value: inner.operands[0].value}}
		}
	}
	if o.Has(Idempotent) {
		if v := o.foldIdempotent(); v != nil {
			return []FoldResult{{Value: v}}
		}
	}
	if o.Has(Commutative) && o.constantsLast(consts) {
		return FoldedInPlace
	}
	return nil
}

// foldIdempotent returns the operand that f(f(x)) or f(x, x) is equal to, nil for other operands.
func (o *Op) foldIdempotent() *Value {
	v := o.operands[0].value
	switch {
	case len(o.operands) == 1 && v.op != nil && v.op.def == o.def && v.typ == o.results[0].typ:
		return v
	case len(o.operands) == 2 && v == o.operands[1].value:
		return v
	}
	return nil
}

// constantsLast moves constant operands behind the others, each group in its old order, and reports whether
// the order changed.
func (o *Op) constantsLast(consts []Attr) bool {
	if len(o.operands) < 2 {
		return false
	}
	sorted := true
	for i := 1; i < len(consts); i++ {
		sorted = sorted && (consts[i] != nil || consts[i-1] == nil)
	}
	if sorted {
		return false
	}
	vs := make([]*Value, 0, len(consts))
	for _, constant := range []bool{false, true} {
		for i := range consts {
			if (consts[i] != nil) == constant {
				vs = append(vs, o.operands[i].value)
			}
		}
	}
	for i, v := range vs {
		o.operands[i].set(v)
	}
	return true
}

// Materialize makes the constants among the results of a fold of op, at the insertion point of b, and returns
// a value for each result. It returns nil, and leaves no constant behind, if the dialect cannot make one of
// the constants.
func (b *Builder) Materialize(op *Op, folded []FoldResult) []*Value {
	vs := make([]*Value, len(folded))
	for i, f := range folded {
		if f.Value != nil {
			vs[i] = f.Value
			continue
		}
		c := b.constant(op, f.Attr, op.results[i].typ)
		if c == nil {
			for j, made := range vs[:i] {
				if folded[j].Value == nil {
					made.op.Erase()
				}
			}
			return nil
		}
		vs[i] = c.Result(0)
	}
	return vs
}

// constant makes a constant with the function of op's dialect, nil if it cannot.
func (b *Builder) constant(op *Op, attr Attr, typ Type) *Op {
	d := b.Ctx.Dialect(op.def.DialectName())
	if d == nil || d.Constant == nil || attr == nil {
		return nil
	}
	saved := b.Loc
	b.Loc = op.loc
	c := d.Constant(b, attr, typ)
	b.Loc = saved
	return c
}
