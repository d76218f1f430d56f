package llvm

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Load is llvm.load.
var Load = &ir.OpDef{
	Name:     "llvm.load",
	Summary:  "reads from memory",
	Operands: operands(pointer, "addr"),
	Results:  result(loadable),
	Attrs: slices.Concat([]ir.AttrDef{alignment},
		units("volatile_", "nontemporal", "invariant", "invariantGroup"),
		[]ir.AttrDef{ordering, syncscope,
			optional("dereferenceable", of(Dereferenceable, "LLVM dereferenceable attribute"))}, aliasing),
	Format: "(`volatile` $volatile_^)? $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? " +
		"(`invariant` $invariant^)? " +
		"(`invariant_group` $invariantGroup^)? (`dereferenceable` `` $dereferenceable^)? " +
		"attr-dict `:` qualified(type($addr)) `->` type($res)",
	VerifiesItself: true,
	Verify: func(op *ir.Op) error {
		return verifyAtomicAccess(op, op.Result(0).Type(), "load", Release, AcqRel)
	},
	Effects: func(op *ir.Op, add func(ir.Effect)) { access(op, op.Operand(0), ir.Read, add) },
	Atomic:  isAtomic,
}

// Store is llvm.store.
var Store = &ir.OpDef{
	Name:     "llvm.store",
	Summary:  "writes to memory",
	Operands: []ir.OperandDef{operand("value", loadable), operand("addr", pointer)},
	Attrs: slices.Concat([]ir.AttrDef{alignment}, units("volatile_", "nontemporal", "invariantGroup"),
		[]ir.AttrDef{ordering, syncscope}, aliasing),
	Format: "(`volatile` $volatile_^)? $value `,` $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? " +
		"$ordering^)? " +
		"(`invariant_group` $invariantGroup^)? attr-dict `:` type($value) `,` qualified(type($addr))",
	VerifiesItself: true,
	Verify: func(op *ir.Op) error {
		return verifyAtomicAccess(op, op.Operand(0).Type(), "store", Acquire, AcqRel)
	},
	Effects: func(op *ir.Op, add func(ir.Effect)) { access(op, op.Operand(1), ir.Write, add) },
	Atomic:  isAtomic,
}

// isAtomic reports whether a load or a store has an ordering of LLVM's memory model.
func isAtomic(op *ir.Op) bool {
	o, ok := op.IntAttr("ordering")
	return ok && o != NotAtomic
}

var ordering = enumOr("ordering", Ordering, "Atomic ordering for LLVM's memory model", NotAtomic)

// access adds the effect of an access. An access that is volatile, or has an ordering above unordered, counts
// as a read and a write of any memory.
func access(op *ir.Op, addr *ir.Value, kind ir.EffectKind, add func(ir.Effect)) {
	add(ir.Effect{Kind: kind, Value: addr})
	if o, _ := op.IntAttr("ordering"); op.Attr("volatile_") != nil || o > Unordered {
		add(ir.Effect{Kind: ir.Read})
		add(ir.Effect{Kind: ir.Write})
	}
}

func verifyAtomicAccess(op *ir.Op, t ir.Type, what string, unsupported ...int64) error {
	o, _ := op.IntAttr("ordering")
	if o == NotAtomic {
		if op.Attr("syncscope") != nil {
			return op.OpErrorf(codeLLVM, "expected syncscope to be null for non-atomic access")
		}
		return nil
	}
	switch {
	case !isAtomicType(t):
		return op.OpErrorf(codeLLVM, "unsupported type '%v' for atomic access", t)
	case slices.Contains(unsupported, o):
		return op.OpErrorf(codeLLVM, "unsupported ordering '%s'", ir.AppendEnum(nil, Ordering, o))
	case op.Attr("alignment") == nil:
		return op.OpErrorf(codeLLVM, "expected alignment for atomic access")
	}
	return nil
}

// isAtomicType reports whether a load or a store of the type can be atomic. Pointers and floats can, and
// integers whose width is a power of two and at least 8.
func isAtomicType(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width >= 8 && t.Width&(t.Width-1) == 0
	case *ir.FloatType:
		return t.Kind != ir.F80
	}
	return IsPointer(t)
}

// Alloca is llvm.alloca: memory that is freed when the function returns.
var Alloca = &ir.OpDef{
	Name:     "llvm.alloca",
	Summary:  "memory that is freed when the function returns",
	Operands: operands(integer, "arraySize"),
	Results:  result(pointer),
	Attrs:    []ir.AttrDef{alignment, {Name: "elem_type", Type: typeAttr}, unit("inalloca")},
	Format: "(`inalloca` $inalloca^)? $arraySize `x` $elem_type attr-dict `:` " +
		"functional-type($arraySize, $res)",
	Effects: func(op *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Allocate, Value: op.Result(0)}) },
}

// DynamicIndex marks an index of a getelementptr that is an operand.
const DynamicIndex = math.MinInt32

// GEP is llvm.getelementptr: the address of an element. Constant indices are in rawConstantIndices, which has
// DynamicIndex in place of the others.
var GEP = &ir.OpDef{
	Name:     "llvm.getelementptr",
	Summary:  "address of an element",
	Operands: []ir.OperandDef{operand("base", pointers), variadic("dynamicIndices", integers)},
	Results:  result(pointers),
	Attrs: []ir.AttrDef{
		{Name: "rawConstantIndices", Type: constraint.I32Array}, {Name: "elem_type", Type: typeAttr},
		flagsOr("noWrapFlags", GEPFlags, "::mlir::LLVM::GEPNoWrapFlags"),
	},
	Traits: ir.Pure,
	Format: "($noWrapFlags^)? $base `[` custom<GEPIndices>($dynamicIndices, $rawConstantIndices) `]` " +
		"attr-dict " +
		"`:` functional-type(operands, results) `,` $elem_type",
	VerifiesItself: true,
	Verify:         verifyGEP,
}

func init() {
	text.RegisterCustom("GEPIndices", text.Custom{Parse: parseIndices, Print: printIndices})
	GEP.Fold = foldGEP
}

func parseIndices(p ir.OpParser, b *text.Binder) error {
	var constants []int64
	var dynamic []ir.UnresolvedOperand
	err := p.CommaSeparated("", func() error {
		off := p.Off()
		n, isConstant, err := p.TryInt()
		switch {
		case err != nil:
			return err
		case isConstant && (n < math.MinInt32 || n > math.MaxInt32):
			return p.Errorf(off, "integer value too large")
		case isConstant:
			constants = append(constants, n)
			return nil
		}
		o, err := p.Operand()
		constants, dynamic = append(constants, DynamicIndex), append(dynamic, o)
		return err
	})
	b.Attr("rawConstantIndices", p.Context().I32Array(constants...))
	b.Operands(1, dynamic)
	return err
}

func printIndices(p ir.OpPrinter, op *ir.Op) {
	next := 1
	for i, n := range op.Ints("rawConstantIndices") {
		if i > 0 {
			p.Write(", ")
		}
		if n != DynamicIndex {
			p.Int(n)
			continue
		}
		p.Operand(op.Operand(next))
		next++
	}
}

// verifyGEP checks the indices against the types that they select from. The index of a member of a struct is
// constant.
func verifyGEP(op *ir.Op) error {
	if f, _ := op.IntAttr("noWrapFlags"); f&GEPInbounds == 1 {
		return op.OpErrorf(codeLLVM, "'inbounds_flag' cannot be used directly.")
	}
	constants := op.Ints("rawConstantIndices")
	if !sameCount(constants, op.NumOperands()-1) {
		return op.OpErrorf(codeLLVM, "expected as many dynamic indices as specified in 'rawConstantIndices'")
	}
	t := op.Attr("elem_type").(*ir.TypeAttr).Type
	for i, n := range constants {
		if i == 0 {
			continue
		}
		next, err := indexed(op, t, n, i)
		if err != nil {
			return err
		}
		t = next
	}
	return nil
}

func sameCount(constants []int64, operands int) bool {
	n := 0
	for _, c := range constants {
		if c == DynamicIndex {
			n++
		}
	}
	return n == operands
}

// indexed returns the type that index number i of a getelementptr, n, selects from t.
func indexed(op *ir.Op, t ir.Type, n int64, i int) (ir.Type, error) {
	switch d := t.(type) {
	case *ir.VectorType:
		return d.Elem, nil
	case *ir.ParametricType:
		switch d.Def {
		case Array:
			return d.TypeParam(1), nil
		case Struct:
			members, ok := Members(t)
			switch {
			case n == DynamicIndex:
				return nil, op.OpErrorf(codeLLVM, "expected index %d indexing a struct to be constant", i)
			case !ok || n < 0 || n >= int64(len(members)):
				return nil, op.OpErrorf(codeLLVM, "index %d indexing a struct is out of bounds", i)
			}
			return members[n], nil
		}
	}
	return nil, op.OpErrorf(codeLLVM, "type '%v' cannot be indexed (index #%d)", t, i)
}

// foldGEP folds a getelementptr whose only index is 0 to its base.
func foldGEP(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	indices := op.Ints("rawConstantIndices")
	if len(indices) == 1 && indices[0] == 0 && op.Operand(0).Type() == op.Result(0).Type() {
		return []ir.FoldResult{{Value: op.Operand(0)}}
	}
	return nil
}
