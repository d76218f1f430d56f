package vector

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var i64Array = constraint.I64Array

// Broadcast is vector.broadcast: it repeats the operand along new leading dimensions and along dimensions of
// extent 1.
var Broadcast = &ir.OpDef{
	Name:     "vector.broadcast",
	Summary:  "broadcast operation",
	Operands: []ir.OperandDef{operand("source", constraint.AnyType)},
	Results:  result("vector", anyVector),
	Traits:   ir.Pure,
	Format:   "$source attr-dict `:` type($source) `to` type($vector)",
	Verify:   verifyBroadcast,
}

// Extract is vector.extract: the element at a position, or the vector of the remaining dimensions there.
var Extract = &ir.OpDef{
	Name:     "vector.extract",
	Summary:  "extract operation",
	Operands: []ir.OperandDef{operand("source", anyVector), indices("dynamic_position")},
	Results:  result("result", constraint.AnyType),
	Attrs:    []ir.AttrDef{positionAttr},
	Traits:   ir.Pure,
	Format: "$source `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` " +
		"type($result) `from` type($source)",
	InferTypes: inferExtract,
	Verify:     verifyExtract,
	Speculate:  atKnownPosition,
}

// Insert is vector.insert: operand 1 after operand 0 is put at a position.
var Insert = &ir.OpDef{
	Name:    "vector.insert",
	Summary: "insert operation",
	Operands: []ir.OperandDef{
		operand("valueToStore", constraint.AnyType), operand("dest", anyVector), indices("dynamic_position"),
	},
	Results: result("result", anyVector),
	Attrs:   []ir.AttrDef{positionAttr},
	Traits:  ir.Pure,
	Format: "$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) " +
		"attr-dict `:` " +
		"type($valueToStore) `into` type($dest)",
	InferTypes: func(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		return []ir.Type{s.Operands[1].Type()}, nil
	},
	Verify:    verifyInsert,
	Speculate: atKnownPosition,
}

// atKnownPosition reports whether all of a position is constant. A position computed at run time may lie
// outside of the vector.
func atKnownPosition(op *ir.Op) bool {
	return !slices.Contains(op.Ints("static_position"), ir.Dynamic)
}

// Shuffle is vector.shuffle: rows of two vectors, which the entries of a mask number. The rows of the second
// vector follow those of the first.
var Shuffle = &ir.OpDef{
	Name:       "vector.shuffle",
	Summary:    "shuffle operation",
	Operands:   []ir.OperandDef{operand("v1", fixedVector), operand("v2", fixedVector)},
	Results:    result("vector", someVector),
	Attrs:      []ir.AttrDef{{Name: "mask", Type: i64Array}},
	Traits:     ir.Pure,
	Format:     "operands $mask attr-dict `:` type(operands)",
	InferTypes: inferShuffle,
	Verify:     verifyShuffle,
}

// Step is vector.step: a vector of the numbers 0, 1, 2 and so on.
var Step = &ir.OpDef{
	Name:    "vector.step",
	Summary: "A linear sequence of values from 0 to N",
	Results: result("result", stepVector),
	Traits:  ir.Pure,
	Format:  "attr-dict `:` type($result)",
}

// ShapeCast is vector.shape_cast: the same elements in another shape.
var ShapeCast = &ir.OpDef{
	Name:     "vector.shape_cast",
	Summary:  "shape_cast casts between vector shapes",
	Operands: []ir.OperandDef{operand("source", anyVector)},
	Results:  result("result", anyVector),
	Traits:   ir.Pure,
	Format:   "$source attr-dict `:` type($source) `to` type($result)",
	Verify:   verifyShapeCast,
}

// BitCast is vector.bitcast: the same bits, divided into elements of another type along the last dimension.
var BitCast = &ir.OpDef{
	Name:     "vector.bitcast",
	Summary:  "bitcast casts between vectors",
	Operands: []ir.OperandDef{operand("source", anyVector)},
	Results:  result("result", anyVector),
	Traits:   ir.Pure,
	Format:   "$source attr-dict `:` type($source) `to` type($result)",
	Verify:   verifyBitCast,
}

// ToElements is vector.to_elements: its results are the elements of a vector.
var ToElements = &ir.OpDef{
	Name:       "vector.to_elements",
	Summary:    "operation that decomposes a vector into all its scalar elements",
	Operands:   []ir.OperandDef{operand("source", anyVector)},
	Results:    []ir.ResultDef{{Name: "elements", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:     ir.Pure,
	Format:     "$source attr-dict `:` type($source)",
	InferTypes: inferToElements,
	Verify: func(op *ir.Op) error {
		return checkElements(op, "source", vectorType(op.Operand(0)), op.ResultTypes())
	},
}

// FromElements is vector.from_elements: a vector whose elements are the operands.
var FromElements = &ir.OpDef{
	Name:     "vector.from_elements",
	Summary:  "operation that defines a vector from scalar elements",
	Operands: []ir.OperandDef{{Name: "elements", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:  result("dest", fixedVector),
	Traits:   ir.Pure,
	Parse:    parseFromElements,
	Print:    printFromElements,
	Verify: func(op *ir.Op) error {
		types := make([]ir.Type, op.NumOperands())
		for i := range types {
			types[i] = op.Operand(i).Type()
		}
		return checkElements(op, "dest", vectorType(op.Result(0)), types)
	},
}

func verifyBroadcast(op *ir.Op) error {
	if err := sameElement(op, 0, "source operand and result"); err != nil {
		return err
	}
	from, to := vectorType(op.Operand(0)), vectorType(op.Result(0))
	if from == nil {
		return nil
	}
	lead := len(to.Shape) - len(from.Shape)
	if lead < 0 {
		return op.OpErrorf(codeVector, "source rank higher than destination rank")
	}
	for d, n := range from.Shape {
		same := n == to.Shape[lead+d] && scalableAt(from, d) == scalableAt(to, lead+d)
		if !same && (n != 1 || scalableAt(from, d)) {
			return op.OpErrorf(codeVector, "dimension mismatch (%s vs. %s)", extentText(from, d),
				extentText(to, lead+d))
		}
	}
	return nil
}

// extentText prints the extent of a dimension, in brackets if it is scalable.
func extentText(t *ir.VectorType, d int) string {
	text := strconv.FormatInt(t.Shape[d], 10)
	if scalableAt(t, d) {
		return "[" + text + "]"
	}
	return text
}

// inferExtract returns the element type, or the type of the vector of the dimensions behind the position.
func inferExtract(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	t, ok := s.Operands[0].Type().(*ir.VectorType)
	position, isArray := stateAttr(s, positionAttr.Name).(*ir.DenseArrayAttr)
	if !ok || !isArray || len(position.Values) > len(t.Shape) {
		return nil, fmt.Errorf("expected a vector and a position in it")
	}
	return []ir.Type{behind(c, t, len(position.Values))}, nil
}

// behind returns the type of the part that n leading positions select.
func behind(c *ir.Context, t *ir.VectorType, n int) ir.Type {
	if n == len(t.Shape) {
		return t.Elem
	}
	var scalable []bool
	if t.Scalable != nil {
		scalable = t.Scalable[n:]
	}
	return c.Vector(t.Shape[n:], scalable, t.Elem)
}

func verifyExtract(op *ir.Op) error {
	t := vectorType(op.Operand(0))
	n := len(op.Ints(positionAttr.Name))
	if n > len(t.Shape) {
		return op.OpErrorf(codeVector, "expected position attribute of rank no greater than vector rank")
	}
	want := behind(op.Context(), t, n)
	if got := op.Result(0).Type(); got != want && !(oneElement(got) && want == elementOf(got)) {
		if elementOf(got) != t.Elem {
			return sameElement(op, 0, "operand and result")
		}
		return op.OpErrorf(codeVector,
			"inferred type(s) '%v' are incompatible with return type(s) of operation '%v'", want, got)
	}
	if err := checkDynamic(op); err != nil {
		return err
	}
	return checkPosition(op, t, "vector dimension or poison (-1)")
}

// oneElement reports whether a type is a vector of rank 1 and extent 1, which may be used as its element.
func oneElement(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	return ok && slices.Equal(v.Shape, []int64{1}) && v.Scalable == nil
}

func verifyInsert(op *ir.Op) error {
	if op.Operand(1).Type() != op.Result(0).Type() {
		return op.OpErrorf(codeVector, "failed to verify that all of {dest, result} have same type")
	}
	if err := sameElement(op, 0, "source operand and result"); err != nil {
		return err
	}
	to := vectorType(op.Operand(1))
	n := len(op.Ints(positionAttr.Name))
	if n > len(to.Shape) {
		return op.OpErrorf(codeVector, "expected position attribute of rank no greater than dest vector rank")
	}
	if from := vectorType(op.Operand(0)); from != nil && n+len(from.Shape) != len(to.Shape) {
		return op.OpErrorf(codeVector,
			"expected position attribute rank + source rank to match dest vector rank")
	} else if from == nil && n != len(to.Shape) {
		return op.OpErrorf(codeVector, "expected position attribute rank to match the dest vector rank")
	}
	if err := checkDynamic(op); err != nil {
		return err
	}
	if err := checkPosition(op, to, "dest vector dimension"); err != nil {
		return err
	}
	// Upstream does not compare the extents. A program in which they differ has no meaning.
	if from := vectorType(op.Operand(0)); from != nil && !slices.Equal(from.Shape, to.Shape[n:]) {
		return op.OpErrorf(codeVector, "expected the source to have the shape of what the position selects")
	}
	return nil
}

// inferShuffle returns the type of a vector of rows of the operands, with one row for each entry of the mask.
func inferShuffle(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	if len(s.Operands) == 0 { // the parser accepts any number
		return nil, fmt.Errorf("expected 2 operands, but found 0")
	}
	t, ok := s.Operands[0].Type().(*ir.VectorType)
	mask, isArray := stateAttr(s, "mask").(*ir.DenseArrayAttr)
	if !ok || !isArray {
		return nil, fmt.Errorf("expected vectors and a mask")
	}
	shape := []int64{int64(len(mask.Values))}
	if len(t.Shape) > 1 {
		shape = append(shape, t.Shape[1:]...)
	}
	return []ir.Type{withShape(c, t, shape)}, nil
}

func verifyShuffle(op *ir.Op) error {
	for i, what := range []string{"first operand v1 and result", "second operand v2 and result"} {
		if err := sameElement(op, i, what); err != nil {
			return err
		}
	}
	a, b, to := vectorType(op.Operand(0)), vectorType(op.Operand(1)), vectorType(op.Result(0))
	mask := op.Ints("mask")
	if to.Scalable != nil {
		fixed := op.Context().Vector(to.Shape, nil, to.Elem)
		return op.OpErrorf(codeVector,
			"inferred type(s) '%v' are incompatible with return type(s) of operation '%v'", fixed, to)
	}
	flat := len(a.Shape) == 0 && len(b.Shape) == 0 && len(to.Shape) == 1
	if !flat {
		if len(a.Shape) != len(b.Shape) || len(a.Shape) != len(to.Shape) {
			return op.OpErrorf(codeVector, "rank mismatch")
		}
		if !slices.Equal(a.Shape[1:], b.Shape[1:]) || !slices.Equal(a.Shape[1:], to.Shape[1:]) {
			return op.OpErrorf(codeVector, "dimension mismatch")
		}
	}
	switch {
	case len(mask) == 0:
		return op.OpErrorf(codeVector, "invalid mask length")
	case int64(len(mask)) != to.Shape[0]:
		return op.OpErrorf(codeVector, "mask length mismatch")
	}
	n := rows(a) + rows(b)
	for i, at := range mask {
		if at < Poison || at >= n {
			return op.OpErrorf(codeVector, "mask index #%d out of range", i+1)
		}
	}
	return nil
}

// rows returns the extent of the first dimension, 1 without dimensions.
func rows(t *ir.VectorType) int64 {
	if len(t.Shape) == 0 {
		return 1
	}
	return t.Shape[0]
}

func verifyShapeCast(op *ir.Op) error {
	from, to := vectorType(op.Operand(0)), vectorType(op.Result(0))
	if from.Elem != to.Elem {
		return op.OpErrorf(codeVector, "has different source and result element types")
	}
	if a, b := count(from.Shape), count(to.Shape); a != b {
		return op.OpErrorf(codeVector, "has different number of elements at source (%d) and result (%d)", a,
			b)
	}
	if a, b := scalableDims(from), scalableDims(to); a != b {
		return op.OpErrorf(codeVector, "has different number of scalable dims at source (%d) and result (%d)",
			a, b)
	}
	return nil
}

func scalableDims(t *ir.VectorType) int {
	n := 0
	for _, s := range t.Scalable {
		if s {
			n++
		}
	}
	return n
}

func verifyBitCast(op *ir.Op) error {
	from, to := vectorType(op.Operand(0)), vectorType(op.Result(0))
	if len(from.Shape) != len(to.Shape) {
		return op.OpErrorf(codeVector, "failed to verify that all of {source, result} have same rank")
	}
	last := len(from.Shape) - 1
	for d := range last {
		if from.Shape[d] != to.Shape[d] {
			return op.OpErrorf(codeVector, "dimension size mismatch at: %d", d)
		}
	}
	a, b := Width(from.Elem), Width(to.Elem)
	if last < 0 {
		if a != b {
			return op.OpErrorf(codeVector,
				"source/result bitwidth of the 0-D vector element types must be equal")
		}
		return nil
	}
	if a*from.Shape[last] != b*to.Shape[last] {
		return op.OpErrorf(codeVector, "source/result bitwidth of the minor 1-D vectors must be equal")
	}
	return nil
}

// Width returns the number of bits of an element of a vector; an index has 64.
func Width(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return int64(t.Width)
	case *ir.FloatType:
		return int64(t.Width())
	case *ir.ComplexType:
		return 2 * Width(t.Elem)
	}
	return 64
}

// maxElements is the largest number of elements of a vector that becomes one value for each element.
const maxElements = 1 << 16

func inferToElements(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	t, ok := s.Operands[0].Type().(*ir.VectorType)
	if !ok {
		return nil, fmt.Errorf("expected a vector")
	}
	n := count(t.Shape)
	if n > maxElements {
		return nil, fmt.Errorf("a vector of %d elements is too large to be taken apart", n)
	}
	types := make([]ir.Type, n)
	for i := range types {
		types[i] = t.Elem
	}
	return types, nil
}

// checkElements checks that values of the given types can be the elements of a vector. what names the vector
// in messages.
func checkElements(op *ir.Op, what string, t *ir.VectorType, types []ir.Type) error {
	if int64(len(types)) != count(t.Shape) ||
		slices.ContainsFunc(types, func(e ir.Type) bool { return e != t.Elem }) {
		return op.OpErrorf(codeVector,
			"failed to verify that shaped type '%s' matches 'elements' element count and types", what)
	}
	return nil
}

// parseFromElements parses %a, %b : vector<2xf32>. The operands have the vector's element type.
func parseFromElements(p ir.OpParser, s *ir.OpState) error {
	elements, err := p.OperandList("")
	if err != nil {
		return err
	}
	elements = slices.Clone(elements)
	off := p.Off()
	if err := p.AttrDict(s); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	v, ok := t.(*ir.VectorType)
	if !ok {
		return p.Errorf(off, "invalid kind of type specified: expected builtin.vector, but found '%v'", t)
	}
	s.Results = []ir.Type{t}
	if n := count(v.Shape); n != int64(len(elements)) {
		return p.Errorf(off, "number of operands and types do not match: got %d operands and %d types",
			len(elements), n)
	}
	for _, e := range elements {
		value, err := p.Resolve(e, v.Elem)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, value)
	}
	return nil
}

func printFromElements(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operands(op.Operands())
	p.AttrDict(op)
	p.Write(" : ")
	p.Type(op.Result(0).Type())
}
