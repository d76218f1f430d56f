package ptr

import (
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Ordering is the ordering of an atomic access, as in LLVM's memory model.
var Ordering = &ir.EnumDef{Dialect: "ptr", Mnemonic: "atomic_ordering", Integer: true, Width: 32,
	Cases: []ir.EnumCase{
		{Name: "not_atomic", Value: NotAtomic}, {Name: "unordered", Value: Unordered},
		{Name: "monotonic", Value: Monotonic},
		{Name: "acquire", Value: Acquire}, {Name: "release", Value: Release},
		{Name: "acq_rel", Value: AcqRel},
		{Name: "seq_cst", Value: SeqCst},
	}}

// The cases of Ordering.
const (
	NotAtomic int64 = iota
	Unordered
	Monotonic
	Acquire
	Release
	AcqRel
	SeqCst
)

// Load is ptr.load: it reads the value at an address.
var Load = &ir.OpDef{
	Name:     "ptr.load",
	Summary:  "reads from memory",
	Operands: []ir.OperandDef{operand("ptr", pointer)},
	Results:  result("value", constraint.AnyType),
	Attrs: []ir.AttrDef{alignment, flag("volatile_"), flag("nontemporal"), flag("invariant"),
		flag("invariantGroup"),
		ordering, syncscope},
	Format: "(`volatile` $volatile_^)? $ptr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? " +
		"oilist(`nontemporal` $nontemporal | `invariant` $invariant | `invariant_group` $invariantGroup | " +
		"`alignment` `=` custom<PtrAlignment>($alignment)) attr-dict `:` qualified(type($ptr)) `->` " +
		"type($value)",
	Verify:  func(op *ir.Op) error { return verifyAccess(op, Release, AcqRel) },
	Effects: func(op *ir.Op, add func(ir.Effect)) { access(op, op.Operand(0), ir.Read, add) },
	Atomic:  isAtomic,
}

// Store is ptr.store: it writes a value to an address.
var Store = &ir.OpDef{
	Name:     "ptr.store",
	Summary:  "writes to memory",
	Operands: []ir.OperandDef{operand("value", constraint.AnyType), operand("ptr", pointer)},
	Attrs: []ir.AttrDef{alignment, flag("volatile_"), flag("nontemporal"), flag("invariantGroup"),
		ordering, syncscope},
	Format: "(`volatile` $volatile_^)? $value `,` $ptr (`atomic` (`syncscope` `(` $syncscope^ `)`)? " +
		"$ordering^)? " +
		"oilist(`nontemporal` $nontemporal | `invariant_group` $invariantGroup | " +
		"`alignment` `=` custom<PtrAlignment>($alignment)) attr-dict `:` type($value) `,` " +
		"qualified(type($ptr))",
	Verify:  func(op *ir.Op) error { return verifyAccess(op, Acquire, AcqRel) },
	Effects: func(op *ir.Op, add func(ir.Effect)) { access(op, op.Operand(1), ir.Write, add) },
	Atomic:  isAtomic,
}

// isAtomic reports whether a load or a store has an ordering of the memory model.
func isAtomic(op *ir.Op) bool {
	o, ok := op.IntAttr("ordering")
	return ok && o != NotAtomic
}

// access adds the effect of an access. An access that is volatile or orders others counts as a read and a
// write of any memory.
func access(op *ir.Op, addr *ir.Value, kind ir.EffectKind, add func(ir.Effect)) {
	add(ir.Effect{Kind: kind, Value: addr})
	if o, _ := op.IntAttr("ordering"); op.Attr("volatile_") == ir.Attr(op.Context().Unit) || o > Unordered {
		add(ir.Effect{Kind: ir.Read})
		add(ir.Effect{Kind: ir.Write})
	}
}

func verifyAccess(op *ir.Op, unsupported ...int64) error {
	if err := verifyAlignment(op); err != nil {
		return err
	}
	o, _ := op.IntAttr("ordering")
	_, aligned := Alignment(op)
	switch {
	case o == NotAtomic && op.Attr("syncscope") != nil:
		return op.OpErrorf(codePtr, "expected syncscope to be null for non-atomic access")
	case o == NotAtomic:
		return nil
	case slices.Contains(unsupported, o):
		return op.OpErrorf(codePtr, "unsupported ordering '%s'", ir.AppendEnum(nil, Ordering, o))
	case !aligned:
		return op.OpErrorf(codePtr, "expected alignment for atomic access")
	}
	return nil
}

func verifyAlignment(op *ir.Op) error {
	n, ok := Alignment(op)
	switch {
	case !ok:
		return nil
	case n <= 0:
		return op.Errorf(codePtr, "alignment must be positive")
	case n&(n-1) != 0:
		return op.Errorf(codePtr, "alignment must be a power of 2")
	}
	return nil
}

// Alignment returns the alignment in bytes that an access promises for its address. ok is false if it
// promises none.
func Alignment(op *ir.Op) (int64, bool) {
	list, ok := op.Attr("alignment").(*ir.ArrayAttr)
	if !ok || len(list.Elems) == 0 {
		return 0, false
	}
	return list.Elems[0].(*ir.IntegerAttr).Value, true
}

// alignment is MLIR's optional property: an array with at most one number.
var alignment = ir.AttrDef{
	Name:    "alignment",
	Type:    ir.AttrConstraint{Summary: "optional 64-bit signless integer", Match: isAlignment},
	Default: func(c *ir.Context) ir.Attr { return c.Array(nil) },
}

func isAlignment(a ir.Attr) bool {
	list, ok := a.(*ir.ArrayAttr)
	return ok && (len(list.Elems) == 0 || len(list.Elems) == 1 && constraint.I64.Match(list.Elems[0]))
}

func init() {
	text.RegisterCustom("PtrAlignment", text.Custom{
		Parse: func(p ir.OpParser, b *text.Binder) error {
			n, err := p.Int()
			b.Attr("alignment", AlignmentAttr(p.Context(), n))
			return err
		},
		Print: func(p ir.OpPrinter, op *ir.Op) {
			n, _ := Alignment(op)
			p.Write(strconv.FormatInt(n, 10))
		},
	})
}

// AlignmentAttr returns the attribute of an access whose address is a multiple of n bytes.
func AlignmentAttr(c *ir.Context, n int64) ir.Attr { return c.Array([]ir.Attr{c.Int(c.I64, n)}) }

// flag is a boolean property: a unit attribute if it holds, false if it does not.
func flag(name string) ir.AttrDef {
	return ir.AttrDef{
		Name:    name,
		Type:    ir.AttrConstraint{Summary: "unit property", Unit: true, Match: isFlag},
		Default: func(c *ir.Context) ir.Attr { return c.Bool(false) },
	}
}

func isFlag(a ir.Attr) bool {
	i, ok := a.(*ir.IntegerAttr)
	return constraint.Unit.Match(a) || ok && constraint.IsI1(i.Type) && i.Value == 0
}

var (
	ordering = ir.AttrDef{Name: "ordering",
		Type:    constraint.Enum(Ordering, "Atomic ordering for LLVM's memory model"),
		Default: func(c *ir.Context) ir.Attr { return c.Int(c.I32, NotAtomic) }}
	syncscope = ir.AttrDef{Name: "syncscope", Type: constraint.String, Optional: true}
)
