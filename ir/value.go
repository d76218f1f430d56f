package ir

import "iter"

// Type returns the type of the value.
func (v *Value) Type() Type { return v.typ }

// SetType changes the type of the value. The caller must see to it that its users accept the new type.
func (v *Value) SetType(t Type) {
	v.typ = t
	if v.op != nil {
		v.op.sound = unknown
	}
	for u := v.uses; u != nil; u = u.next {
		u.owner.sound = unknown
	}
}

// DefiningOp returns the operation whose result the value is, nil for a block
// argument.
func (v *Value) DefiningOp() *Op { return v.op }

// DefinedBy returns the defining operation if def describes it, else nil.
func (v *Value) DefinedBy(def *OpDef) *Op {
	if v.op != nil && v.op.def == def {
		return v.op
	}
	return nil
}

// Owner returns the block whose argument the value is, nil for a result.
func (v *Value) Owner() *Block { return v.block }

// IsArgument reports whether the value is a block argument.
func (v *Value) IsArgument() bool { return v.block != nil }

// Index returns the number of the result or argument.
func (v *Value) Index() int { return int(v.index) }

// ParentBlock returns the block in which the value is defined.
func (v *Value) ParentBlock() *Block {
	if v.op != nil {
		return v.op.block
	}
	return v.block
}

// Loc returns where the value comes from.
func (v *Value) Loc() Location {
	switch {
	case v.op != nil:
		return v.op.loc
	case v.note != nil && v.note.loc != nil:
		return v.note.loc
	case v.block != nil && v.block.region != nil && v.block.region.op != nil:
		return v.block.region.op.loc
	}
	return nil
}

// SetLoc sets the location of a block argument.
func (v *Value) SetLoc(l Location) {
	if v.ownLoc() != l {
		v.note = &note{loc: l, name: v.Name()}
	}
}

// Name returns the name that the value was parsed with or given, without %, or "". Names are hints for
// diagnostics and reports. Printed programs number the values instead.
func (v *Value) Name() string {
	if v.note == nil {
		return ""
	}
	return v.note.name
}

// SetName sets the name hint.
func (v *Value) SetName(name string) {
	if v.Name() != name {
		v.note = &note{loc: v.ownLoc(), name: name}
	}
}

// ownLoc returns the location that a block argument was given, or nil.
func (v *Value) ownLoc() Location {
	if v.note == nil {
		return nil
	}
	return v.note.loc
}

// Uncaptured returns the value that v stands for inside a region: if v is the argument for a captured value,
// it returns the captured value, as it is called outside of all regions that capture it. Otherwise it returns
// v.
func (v *Value) Uncaptured() *Value {
	for v.IsArgument() {
		op := v.Owner().ParentOp()
		if op == nil || op.Def().Captures == nil || !v.Owner().IsEntry() {
			return v
		}
		captures := op.Def().Captures(op)
		i := v.Index() - v.Owner().NumArgs() + len(captures)
		if i < 0 {
			return v
		}
		v = captures[i]
	}
	return v
}

// UsesInside yields the uses of v, and also the uses of the arguments that stand for v in regions that
// capture it. It does not yield the operands that capture v.
func (v *Value) UsesInside() iter.Seq[*Operand] {
	return func(yield func(*Operand) bool) { v.usesInside(yield) }
}

func (v *Value) usesInside(yield func(*Operand) bool) bool {
	for use := range v.Uses() {
		arg := use.capture()
		if arg == nil && !yield(use) || arg != nil && !arg.usesInside(yield) {
			return false
		}
	}
	return true
}

// capture returns the region argument that stands for the operand if the operand is captured, else nil.
func (u *Operand) capture() *Value {
	op := u.owner
	if op.Def().Captures == nil {
		return nil
	}
	entry := op.Region(0).Entry()
	n := len(op.Def().Captures(op))
	i := u.Index() - op.NumOperands() + n
	if i < 0 {
		return nil
	}
	return entry.Arg(entry.NumArgs() - n + i)
}

// HasUses reports whether any operand uses the value.
func (v *Value) HasUses() bool { return v.uses != nil }

// HasOneUse reports whether exactly one operand uses the value.
func (v *Value) HasOneUse() bool { return v.uses != nil && v.uses.next == nil }

// Uses yields the operands that use the value, the most recent first. The
// current operand may be changed while iterating.
func (v *Value) Uses() iter.Seq[*Operand] {
	return func(yield func(*Operand) bool) {
		for u := v.uses; u != nil; {
			next := u.next
			if !yield(u) {
				return
			}
			u = next
		}
	}
}

// ReplaceAllUsesWith makes every user use w instead.
func (v *Value) ReplaceAllUsesWith(w *Value) {
	if v == w {
		return
	}
	for v.uses != nil {
		v.uses.set(w)
	}
}

// ReplaceUsesIf makes the uses for which the function which returns true use w instead.
func (v *Value) ReplaceUsesIf(w *Value, which func(*Operand) bool) {
	for u := range v.Uses() {
		if which(u) {
			u.set(w)
		}
	}
}
