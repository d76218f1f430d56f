package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// accessAttrs are the hints of loads and stores.
var accessAttrs = []ir.AttrDef{{Name: "nontemporal", Type: boolean, Optional: true}, alignmentAttr}

// Load is vector.load: operand 0 is the memref. The other operands are the subscripts of the first element.
var Load = &ir.OpDef{
	Name:     "vector.load",
	Summary:  "reads an n-D slice of memory into an n-D vector",
	Operands: []ir.OperandDef{operand("base", constraint.MemRef), indices("indices")},
	Results:  result("result", anyVector),
	Attrs:    accessAttrs,
	Verify:   verifyLoad,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		addAccess(ir.Read, op.Operand(0), op.OperandsOf(1), vectorType(op.Result(0)), add)
	},
}

// Store is vector.store: operand 0 is the vector, and operand 1 the memref. The other operands are the
// subscripts of the first element.
var Store = &ir.OpDef{
	Name:    "vector.store",
	Summary: "writes an n-D vector to an n-D slice of memory",
	Operands: []ir.OperandDef{operand("valueToStore", anyVector), operand("base", constraint.MemRef),
		indices("indices")},
	Attrs:  accessAttrs,
	Verify: verifyStore,
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		addAccess(ir.Write, op.Operand(1), op.OperandsOf(2), vectorType(op.Operand(0)), add)
	},
}

// MaskedLoad is vector.maskedload: a Load of the elements that the mask selects. The others come from
// pass_thru.
var MaskedLoad = &ir.OpDef{
	Name:    "vector.maskedload",
	Summary: "loads elements from memory into a vector as defined by a mask vector",
	Operands: []ir.OperandDef{
		operand("base", constraint.MemRef), indices("indices"), operand("mask", maskVector),
		operand("pass_thru", someVector),
	},
	Results: result("result", someVector),
	Attrs:   []ir.AttrDef{alignmentAttr},
	Format: "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` " +
		"type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
	// The effect is a read of all elements. A read of too many elements is safe: it only orders the operation
	// after more writes.
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		addAccess(ir.Read, op.Operand(0), op.OperandsOf(1), vectorType(op.Result(0)), add)
	},
}

// MaskedStore is vector.maskedstore: a Store of the elements that the mask selects.
var MaskedStore = &ir.OpDef{
	Name:    "vector.maskedstore",
	Summary: "stores elements from a vector into memory as defined by a mask vector",
	Operands: []ir.OperandDef{
		operand("base", constraint.MemRef), indices("indices"), operand("mask", maskVector),
		operand("valueToStore", someVector),
	},
	Attrs: []ir.AttrDef{alignmentAttr},
	Format: "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` " +
		"type($base) `,` type($mask) `,` type($valueToStore)",
	// The effect must not be a write of all elements: analyses would take the memory for completely written.
	Effects: func(op *ir.Op, add func(ir.Effect)) { add(somewhere(ir.Write, op.Operand(0))) },
}

// Gather is vector.gather. Where the mask is set, element i of the result is the element of memory indices[i]
// behind the one that the offsets select. Elsewhere element i is that of pass_thru.
var Gather = &ir.OpDef{
	Name: "vector.gather",
	Summary: "gathers elements from memory or ranked tensor into a vector as defined by an index vector " +
		"and a mask vector",
	Operands: []ir.OperandDef{
		operand("base", tensorOrMemRef), indices("offsets"), operand("indices", indexVector),
		operand("mask", maskVector),
		operand("pass_thru", someVector),
	},
	Results: result("result", someVector),
	Attrs:   []ir.AttrDef{alignmentAttr},
	Format: "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` " +
		"type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)",
	Effects: func(op *ir.Op, add func(ir.Effect)) { addSomewhere(ir.Read, op, add) },
}

// Scatter is vector.scatter: the inverse of Gather. On a tensor it yields the changed tensor.
var Scatter = &ir.OpDef{
	Name: "vector.scatter",
	Summary: "scatters elements from a vector into memory or ranked tensor as defined by an index vector " +
		"and a mask vector",
	Operands: []ir.OperandDef{
		operand("base", tensorOrMemRef), indices("offsets"), operand("indices", indexVector),
		operand("mask", maskVector),
		operand("valueToStore", someVector),
	},
	Results: []ir.ResultDef{{Name: "result", Type: constraint.RankedTensor, Arity: ir.Optional}},
	Attrs:   []ir.AttrDef{alignmentAttr},
	Format: "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` " +
		"type($base) `,` type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?",
	Effects: func(op *ir.Op, add func(ir.Effect)) { addSomewhere(ir.Write, op, add) },
}

// BaseOperand returns the number of the operand that is the memory which op accesses. It is -1 if op is no
// access of this dialect to memory. The subscripts stand behind that operand.
func BaseOperand(op *ir.Op) int {
	switch {
	case op.Is(Load), op.Is(MaskedLoad), op.Is(MaskedStore), op.Is(Gather), op.Is(Scatter),
		op.Is(TransferRead),
		op.Is(ExpandLoad), op.Is(CompressStore):
		return 0
	case op.Is(Store), op.Is(TransferWrite):
		return 1
	}
	return -1
}

func init() {
	MaskedLoad.Verify, MaskedStore.Verify = verifyMaskedLoad, verifyMaskedStore
	Gather.Verify, Scatter.Verify = verifyGather, verifyScatter
}

// addSomewhere adds the effect of an operation on some elements of operand 0. A tensor has no effect.
func addSomewhere(kind ir.EffectKind, op *ir.Op, add func(ir.Effect)) {
	if constraint.IsRankedMemRef(op.Operand(0).Type()) {
		add(somewhere(kind, op.Operand(0)))
	}
}

// Access has the operands that all accesses to memory share.
type Access struct {
	Base    *ir.Value
	Offsets []*ir.Value // subscripts of the first element
	Indices *ir.Value   // the distances of a gather or scatter, nil for other accesses
	Mask    *ir.Value   // nil if all elements are accessed
	// Vector is the vector that is stored. For a masked load it has the elements that are not loaded, and for
	// a plain load it is nil.
	Vector *ir.Value
}

// AccessOf returns the operands of one of the six accesses of this file, and whether op is one.
func AccessOf(op *ir.Op) (Access, bool) {
	switch {
	case op.Is(Load):
		return Access{Base: op.Operand(0), Offsets: op.OperandsOf(1)}, true
	case op.Is(Store):
		return Access{Base: op.Operand(1), Offsets: op.OperandsOf(2), Vector: op.Operand(0)}, true
	}
	last := op.NumOperands() - 1
	switch {
	case op.Is(MaskedLoad), op.Is(MaskedStore):
		return Access{Base: op.Operand(0), Offsets: op.OperandsOf(1), Mask: op.Operand(last - 1),
			Vector: op.Operand(last)}, true
	case op.Is(Gather), op.Is(Scatter):
		return Access{
			Base: op.Operand(0), Offsets: op.OperandsOf(1), Indices: op.Operand(last - 2),
			Mask:   op.Operand(last - 1),
			Vector: op.Operand(last),
		}, true
	}
	return Access{}, false
}

func init() {
	Load.Parse, Store.Parse = parseLoad, parseStore
	Load.Print = func(p ir.OpPrinter, op *ir.Op) {
		p.Write(" ")
		printAccess(p, op, op.Operand(0), op.Operands()[1:])
		p.Type(op.Result(0).Type())
	}
	Store.Print = func(p ir.OpPrinter, op *ir.Op) {
		p.Write(" ")
		p.Operand(op.Operand(0))
		p.Write(", ")
		printAccess(p, op, op.Operand(1), op.Operands()[2:])
		p.Type(op.Operand(0).Type())
	}
}

// parseLoad parses %m[%i] {attrs} : memref, vector.
func parseLoad(p ir.OpParser, s *ir.OpState) error {
	types, err := parseAccess(p, s)
	if err == nil {
		s.Results = types[1:]
	}
	return err
}

// parseStore parses %v, %m[%i] {attrs} : memref, vector.
func parseStore(p ir.OpParser, s *ir.OpState) error {
	value, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	types, err := parseAccess(p, s)
	if err != nil {
		return err
	}
	v, err := p.Resolve(value, types[1])
	s.Operands = append([]*ir.Value{v}, s.Operands...)
	return err
}

// parseAccess parses a memref with subscripts, attributes, and two types. The memref and the subscripts
// become operands, and the types are returned.
func parseAccess(p ir.OpParser, s *ir.OpState) ([]ir.Type, error) {
	memory, err := p.Operand()
	if err != nil {
		return nil, err
	}
	subscripts, err := p.OperandList("[")
	if err != nil {
		return nil, err
	}
	if err := p.AttrDict(s); err != nil {
		return nil, err
	}
	off := p.Off()
	types, err := p.ColonTypeList()
	if err != nil {
		return nil, err
	}
	if len(types) != 2 {
		return nil, p.Errorf(off, "expected the types of the memref and of the vector")
	}
	types = slices.Clone(types)
	if err := resolve(p, s, memory, types[0]); err != nil {
		return nil, err
	}
	return types, resolveIndices(p, s, subscripts)
}

// printAccess prints %m[%i] {attrs} : type of %m and a comma. It leaves out a hint that has its default
// value.
func printAccess(p ir.OpPrinter, op *ir.Op, m *ir.Value, subscripts []*ir.Value) {
	p.Operand(m)
	p.Write("[")
	p.Operands(subscripts)
	p.Write("]")
	if v, _ := op.IntAttr("nontemporal"); v == 0 {
		p.AttrDict(op, "nontemporal")
	} else {
		p.AttrDict(op)
	}
	p.Write(" : ")
	p.Type(m.Type())
	p.Write(", ")
}

// checkIndices checks that there is a subscript per dimension of the memory.
func checkIndices(op *ir.Op, memory *ir.Value, subscripts []*ir.Value) error {
	if n := len(memory.Type().(ir.ShapedType).Dims()); len(subscripts) != n {
		return op.OpErrorf(codeVector, "requires %d indices", n)
	}
	return nil
}

// checkUnitStride checks that the elements of a row are consecutive in memory, unless a row has one element.
func checkUnitStride(op *ir.Op, m *ir.MemRefType, t *ir.VectorType) error {
	if t.Scalable == nil && count(t.Shape) == 1 || len(m.Shape) == 0 {
		return nil
	}
	strides, _, ok := memref.Strides(m)
	if !ok || strides[len(strides)-1] != 1 {
		return op.OpErrorf(codeVector, "most minor memref dim must have unit stride")
	}
	return nil
}

func verifyLoad(op *ir.Op) error {
	m, t := op.Operand(0).Type().(*ir.MemRefType), vectorType(op.Result(0))
	if err := checkUnitStride(op, m, t); err != nil {
		return err
	}
	if len(m.Shape) < len(t.Shape) && m.Elem != ir.Type(t) {
		return op.OpErrorf(codeVector, "destination memref has lower rank than the result vector")
	}
	if v, ok := m.Elem.(*ir.VectorType); ok && v != t {
		return op.OpErrorf(codeVector, "base memref and result vector types should match")
	}
	if elementOf(m.Elem) != t.Elem {
		return op.OpErrorf(codeVector, "base and result element types should match")
	}
	return checkIndices(op, op.Operand(0), op.OperandsOf(1))
}

func verifyStore(op *ir.Op) error {
	m, t := op.Operand(1).Type().(*ir.MemRefType), vectorType(op.Operand(0))
	if err := checkUnitStride(op, m, t); err != nil {
		return err
	}
	if len(m.Shape) < len(t.Shape) && m.Elem != ir.Type(t) {
		return op.OpErrorf(codeVector, "source memref has lower rank than the vector to store")
	}
	if v, ok := m.Elem.(*ir.VectorType); ok && v != t {
		return op.OpErrorf(codeVector, "base memref and valueToStore vector types should match")
	}
	if elementOf(m.Elem) != t.Elem {
		return op.OpErrorf(codeVector, "base and valueToStore element type should match")
	}
	return checkIndices(op, op.Operand(1), op.OperandsOf(2))
}

func verifyMaskedLoad(op *ir.Op) error {
	a, _ := AccessOf(op)
	t := vectorType(op.Result(0))
	switch {
	case elementOf(a.Base.Type()) != t.Elem:
		return op.OpErrorf(codeVector, "base and result element type should match")
	case len(a.Offsets) != len(a.Base.Type().(*ir.MemRefType).Shape):
		return checkIndices(op, a.Base, a.Offsets)
	case !slices.Equal(t.Shape, vectorType(a.Mask).Shape):
		return op.OpErrorf(codeVector, "expected result shape to match mask shape")
	case a.Vector.Type() != ir.Type(t):
		return op.OpErrorf(codeVector, "expected pass_thru of same type as result type")
	}
	return nil
}

func verifyMaskedStore(op *ir.Op) error {
	a, _ := AccessOf(op)
	t := vectorType(a.Vector)
	switch {
	case elementOf(a.Base.Type()) != t.Elem:
		return op.OpErrorf(codeVector, "base and valueToStore element type should match")
	case len(a.Offsets) != len(a.Base.Type().(*ir.MemRefType).Shape):
		return checkIndices(op, a.Base, a.Offsets)
	case !slices.Equal(t.Shape, vectorType(a.Mask).Shape):
		return op.OpErrorf(codeVector, "expected valueToStore shape to match mask shape")
	}
	return nil
}

func verifyGather(op *ir.Op) error {
	a, _ := AccessOf(op)
	t := vectorType(op.Result(0))
	if err := verifyIndexed(op, &a, t, "result"); err != nil {
		return err
	}
	if a.Vector.Type() != ir.Type(t) {
		return op.OpErrorf(codeVector, "expected pass_thru of same type as result type")
	}
	return nil
}

func verifyScatter(op *ir.Op) error {
	a, _ := AccessOf(op)
	return verifyIndexed(op, &a, vectorType(a.Vector), "valueToStore")
}

// verifyIndexed checks an access to the elements that a vector of indices selects. what names the vector of
// type t in messages.
func verifyIndexed(op *ir.Op, a *Access, t *ir.VectorType, what string) error {
	switch {
	case elementOf(a.Base.Type()) != t.Elem:
		return op.OpErrorf(codeVector, "base and %s element type should match", what)
	case len(a.Offsets) != len(a.Base.Type().(ir.ShapedType).Dims()):
		return checkIndices(op, a.Base, a.Offsets)
	case !slices.Equal(t.Shape, vectorType(a.Indices).Shape):
		return op.OpErrorf(codeVector, "expected %s dim to match indices dim", what)
	case !slices.Equal(t.Shape, vectorType(a.Mask).Shape):
		return op.OpErrorf(codeVector, "expected %s dim to match mask dim", what)
	}
	return nil
}
