package llvm

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// ExtractValue is llvm.extractvalue: a member of a struct or an element of an array.
var ExtractValue = &ir.OpDef{
	Name:       "llvm.extractvalue",
	Summary:    "extracts a value from a struct or an array",
	Operands:   operands(aggregate, "container"),
	Results:    result(anyLLVM),
	Attrs:      []ir.AttrDef{{Name: "position", Type: constraint.I64Array}},
	Traits:     ir.Pure,
	InferTypes: inferExtractValue,
	Format: "$container `` $position attr-dict `:` type($container) " +
		"custom<ExtractedType>(type($res), ref(type($container)), ref($position))",
	VerifiesItself: true,
	Verify: func(op *ir.Op) error {
		return verifyMember(op, op.Operand(0).Type(), op.Result(0).Type(), "extracting")
	},
}

// InsertValue is llvm.insertvalue: a struct or an array after one of its values is replaced.
var InsertValue = &ir.OpDef{
	Name:       "llvm.insertvalue",
	Summary:    "inserts a value into a struct or an array",
	Operands:   []ir.OperandDef{operand("container", aggregate), operand("value", primitive)},
	Results:    result(aggregate),
	Attrs:      []ir.AttrDef{{Name: "position", Type: constraint.I64Array}},
	Traits:     ir.Pure,
	TypesMatch: []ir.TypesMatch{same("container", "res", "container, res")},
	Format: "$value `,` $container `` $position attr-dict `:` type($container) " +
		"custom<InsertedType>(type($value), ref(type($container)), ref($position))",
	VerifiesItself: true,
	Verify: func(op *ir.Op) error {
		return verifyMember(op, op.Operand(0).Type(), op.Operand(1).Type(), "inserting")
	},
}

// ExtractElement is llvm.extractelement.
var ExtractElement = &ir.OpDef{
	Name:     "llvm.extractelement",
	Summary:  "extracts an element from a vector",
	Operands: []ir.OperandDef{operand("vector", vector), operand("position", integer)},
	Results:  result(anyLLVM),
	Traits:   ir.Pure,
	TypesMatch: []ir.TypesMatch{
		{From: "vector", To: "res", Summary: "result type matches vector element type", Type: vectorElement}},
	Format: "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)",
}

// InsertElement is llvm.insertelement.
var InsertElement = &ir.OpDef{
	Name:    "llvm.insertelement",
	Summary: "inserts an element into a vector",
	Operands: []ir.OperandDef{operand("vector", vector), operand("value", primitive),
		operand("position", integer)},
	Results: result(vector),
	Traits:  ir.Pure,
	TypesMatch: []ir.TypesMatch{
		{From: "vector", To: "value", Summary: "argument type matches vector element type",
			Type: vectorElement},
		same("vector", "res", "res, vector"),
	},
	Format: "$value `,` $vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)",
}

// ShuffleVector is llvm.shufflevector: elements of two vectors, selected by number. The number -1 stands for
// any value.
var ShuffleVector = &ir.OpDef{
	Name:       "llvm.shufflevector",
	Summary:    "permutes the elements of two vectors",
	Operands:   operands(vector, "v1", "v2"),
	Results:    result(vector),
	Attrs:      []ir.AttrDef{{Name: "mask", Type: constraint.I32Array}},
	Traits:     ir.Pure,
	TypesMatch: []ir.TypesMatch{same("v1", "v2", "v1, v2")},
	InferTypes: inferShuffle,
	Format: "$v1 `,` $v2 $mask attr-dict `:` type($v1) custom<ShuffledType>(ref(type($v1)), " +
		"type($res), ref($mask))",
	Verify: verifyShuffle,
}

func init() {
	// The pieces print nothing: their types follow from the rest of the text. Upstream prints a blank in
	// their place.
	blank := func(ir.OpPrinter, *ir.Op) {}
	text.RegisterCustom("ExtractedType", text.Custom{Parse: parseExtracted, Print: blank, Fixed: true})
	text.RegisterCustom("InsertedType", text.Custom{Parse: parseInserted, Print: blank, Fixed: true})
	text.RegisterCustom("ShuffledType", text.Custom{Parse: parseShuffled, Print: blank, Fixed: true})
	ExtractValue.Fold = foldExtract
}

func vectorElement(_ *ir.Context, t ir.Type) ir.Type {
	if v, ok := t.(*ir.VectorType); ok {
		return v.Elem
	}
	return nil
}

// MemberAt returns the type at a position in an aggregate, nil if the aggregate has no such position.
func MemberAt(t ir.Type, position []int64) ir.Type {
	for _, n := range position {
		d, ok := t.(*ir.ParametricType)
		switch {
		case ok && d.Def == Array && n >= 0 && n < d.IntParam(0):
			t = d.TypeParam(1)
		case ok && d.Def == Struct:
			members, _ := Members(t)
			if n < 0 || n >= int64(len(members)) {
				return nil
			}
			t = members[n]
		default:
			return nil
		}
	}
	return t
}

func inferExtractValue(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	for _, a := range s.Attrs {
		if d, ok := a.Value.(*ir.DenseArrayAttr); ok && a.Name == "position" {
			return []ir.Type{MemberAt(s.Operands[0].Type(), d.Values)}, nil
		}
	}
	return []ir.Type{nil}, nil
}

// memberType returns the type at the position that was parsed before.
func memberType(p ir.OpParser, b *text.Binder) (ir.Type, error) {
	container := b.Type("container")
	if !isAggregate(container) {
		return nil, p.Errorf(p.Off(), "expected LLVM IR structure/array type, got: '%v'", container)
	}
	t := container
	for _, n := range b.Get("position").(*ir.DenseArrayAttr).Values {
		if !isAggregate(t) {
			return nil, p.Errorf(p.Off(), "expected LLVM IR structure/array type, got: '%v'", t)
		}
		if t = MemberAt(t, []int64{n}); t == nil {
			return nil, p.Errorf(p.Off(), "position out of bounds: %d", n)
		}
	}
	return t, nil
}

func parseExtracted(p ir.OpParser, b *text.Binder) error {
	t, err := memberType(p, b)
	b.ResultTypes(0, []ir.Type{t})
	return err
}

func parseInserted(p ir.OpParser, b *text.Binder) error {
	t, err := memberType(p, b)
	b.OperandTypes(1, []ir.Type{t})
	return err
}

func verifyMember(op *ir.Op, container, value ir.Type, doing string) error {
	want := MemberAt(container, op.Ints("position"))
	switch {
	case want == nil:
		return op.OpErrorf(codeLLVM, "position out of bounds")
	case want != value && doing == "inserting":
		return op.OpErrorf(codeLLVM, "Type mismatch: cannot insert '%v' into '%v'", value, container)
	case want != value:
		return op.OpErrorf(codeLLVM,
			"Type mismatch: extracting from '%v' should produce '%v' but this op returns '%v'", container,
			want, value)
	}
	return nil
}

// foldExtract folds to the value that an insertvalue put at the position. It skips an insertvalue that puts a
// value elsewhere.
func foldExtract(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	position := op.Ints("position")
	container, changed := op.Operand(0), false
	for {
		insert := container.DefinedBy(InsertValue)
		if insert == nil {
			break
		}
		at := insert.Ints("position")
		if equal(at, position) {
			return []ir.FoldResult{{Value: insert.Operand(1)}}
		}
		if overlaps(at, position) {
			break
		}
		container, changed = insert.Operand(0), true
	}
	if !changed {
		return nil
	}
	op.SetOperand(0, container)
	return ir.FoldedInPlace
}

func equal(a, b []int64) bool { return len(a) == len(b) && overlaps(a, b) }

// overlaps reports whether one position lies within the other.
func overlaps(a, b []int64) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// shuffled returns the type of a shuffle of vectors of type t by a mask of n elements.
func shuffled(c *ir.Context, t ir.Type, n int) ir.Type {
	v, ok := t.(*ir.VectorType)
	if !ok {
		return nil
	}
	return c.Vector([]int64{int64(n)}, v.Scalable, v.Elem)
}

func inferShuffle(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	for _, a := range s.Attrs {
		if d, ok := a.Value.(*ir.DenseArrayAttr); ok && a.Name == "mask" {
			return []ir.Type{shuffled(c, s.Operands[0].Type(), len(d.Values))}, nil
		}
	}
	return []ir.Type{nil}, nil
}

func parseShuffled(p ir.OpParser, b *text.Binder) error {
	t := shuffled(p.Context(), b.Type("v1"), len(b.Get("mask").(*ir.DenseArrayAttr).Values))
	if t == nil {
		return p.Errorf(p.Off(), "expected an LLVM compatible vector type")
	}
	b.ResultTypes(0, []ir.Type{t})
	return nil
}

func verifyShuffle(op *ir.Op) error {
	v, mask := op.Operand(0).Type().(*ir.VectorType), op.Ints("mask")
	for _, n := range mask {
		if n != -1 && v.Scalable != nil && n != 0 {
			return op.OpErrorf(codeLLVM, "expected a splat operation for scalable vectors")
		}
	}
	return nil
}
