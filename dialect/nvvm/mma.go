package nvvm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// The enumerations of products of matrices: the instruction's names of types of elements, the treatment of
// integers that do not fit, and the operation that multiplies bits.
var (
	MatrixType = enum("mma_type", "f16", "f32", "tf32", "u8", "s8", "s32", "b1", "u4", "s4", "bf16",
		"f64", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1")
	MatrixOverflow = enum("mma_int_overflow", "wrapped", "satfinite")
	MatrixBits     = enum("mma_b1op", "none", "xor_popc", "and_popc")
)

// ProductShape is #nvvm.shape: A has m x k elements, B has k x n.
var ProductShape = &ir.AttributeDef{Dialect: "nvvm", Mnemonic: "shape",
	Fields: []ir.TypeField{number("m"), number("n"), number("k")}}

var shapeAttr = ir.AttrDef{Name: "shape",
	Type: ir.AttrConstraint{Summary: "Attribute for MMA operation shape.", Def: ProductShape,
		Match: func(a ir.Attr) bool {
			p, ok := a.(*ir.ParametricAttr)
			return ok && p.Def == ProductShape
		}}}

// The operand groups of MmaSync.
const (
	mmaA = iota
	mmaB
	mmaC
)

// MmaSync is nvvm.mma.sync: D = A * B + C by a warp. Each thread has its fragments in registers: PTX ISA,
// "mma".
var MmaSync = &ir.OpDef{
	Name:    "nvvm.mma.sync",
	Summary: "cooperative matrix-multiply and accumulate",
	Operands: []ir.OperandDef{variadic("operandA", compatible), variadic("operandB", compatible),
		variadic("operandC", compatible)},
	Results: result(structType),
	Attrs: []ir.AttrDef{
		shapeAttr,
		optionalAttr(enumAttr("b1Op", MatrixBits)),
		optionalAttr(enumAttr("intOverflowBehavior", MatrixOverflow)),
		enumAttr("layoutA", MatrixLayout), enumAttr("layoutB", MatrixLayout),
		optionalAttr(enumAttr("multiplicandAPtxType", MatrixType)),
		optionalAttr(enumAttr("multiplicandBPtxType", MatrixType)),
		sizes,
	},
	Traits: ir.AttrSizedOperands | ir.Pure,
	Parse:  parseMma,
	Print:  printMma,
	Verify: verifyMma,
}

// Fragments returns the operands of A, B and C.
func Fragments(op *ir.Op) (a, b, c []*ir.Value) {
	return op.OperandsOf(mmaA), op.OperandsOf(mmaB), op.OperandsOf(mmaC)
}

// Shape returns the extents of a product: A is m x k, B k x n.
func Shape(op *ir.Op) (m, n, k int64) {
	s := op.Attr("shape").(*ir.ParametricAttr)
	return s.IntParam(0), s.IntParam(1), s.IntParam(2)
}

// Multiplicands returns the instruction's names for the types of A's and B's elements.
func Multiplicands(op *ir.Op) (a, b string) {
	name := func(attr string) string {
		e, _ := op.Attr(attr).(*ir.EnumAttr)
		if e == nil {
			return ""
		}
		return e.Def.CaseName(e.Value)
	}
	return name("multiplicandAPtxType"), name("multiplicandBPtxType")
}

// Accumulator returns the name of the type of the elements of C or D, given the type of one word of them.
func Accumulator(t ir.Type) string { return matrixTypeOf(t, true) }

// matrixTypeOf returns the type of elements that follows from the type of a fragment's word. It is "" if none
// does: a word of 32 bits may hold narrower numbers of several types.
func matrixTypeOf(t ir.Type, accumulator bool) string {
	if v, ok := t.(*ir.VectorType); ok {
		t = v.Elem
	}
	switch t := t.(type) {
	case *ir.FloatType:
		switch {
		case t.Kind == ir.F64:
			return "f64"
		case t.Kind == ir.F16:
			return "f16"
		case t.Kind == ir.F32 && accumulator:
			return "f32"
		case t.Kind == ir.F32:
			return "tf32"
		}
	case *ir.IntegerType:
		if accumulator {
			return "s32"
		}
	}
	return ""
}

// parseMma parses A[...] B[...] C[...] {...} : (type of A, of B, of C) -> result.
func parseMma(p ir.OpParser, s *ir.OpState) error { return parseGroups(p, s, "A", "B", "C") }

// parseGroups parses a product with operand groups of those names. The operands behind the first three groups
// have 32 bits.
func parseGroups(p ir.OpParser, s *ir.OpState, names ...string) error {
	groups := make([][]ir.UnresolvedOperand, len(names))
	off := p.Off()
	for i, name := range names {
		if err := p.Keyword(name); err != nil {
			return err
		}
		list, err := p.OperandList("[")
		if err != nil {
			return err
		}
		groups[i] = list
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	types, err := parseMmaTypes(p, s)
	if err != nil {
		return err
	}
	inferMultiplicands(p.Context(), s, types)
	for range names[len(types):] {
		types = append(types, p.Context().I32)
	}
	counts := make([]int64, len(groups))
	for i, list := range groups {
		counts[i] = int64(len(list))
		values, err := p.ResolveAll(list, slices.Repeat(types[i:i+1], len(list)), off)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, values...)
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: sizes.Name, Value: p.Context().I32Array(counts...)})
	return nil
}

// parseMmaTypes parses : (A, B, C) -> D.
func parseMmaTypes(p ir.OpParser, s *ir.OpState) ([]ir.Type, error) {
	if err := p.Punct(":"); err != nil {
		return nil, err
	}
	off := p.Off()
	if err := p.Punct("("); err != nil {
		return nil, err
	}
	types, err := p.TypeList()
	if err != nil {
		return nil, err
	}
	if len(types) != 3 {
		return nil, p.Errorf(off, "expected one type for each operand segment but got %d types", len(types))
	}
	if err := p.Punct(")"); err != nil {
		return nil, err
	}
	if err := p.Punct("->"); err != nil {
		return nil, err
	}
	t, err := p.Type()
	s.Results = []ir.Type{t}
	return types, err
}

var multiplicandAttrs = [2]string{"multiplicandAPtxType", "multiplicandBPtxType"}

// inferMultiplicands adds the types of elements that follow from the types of words.
func inferMultiplicands(c *ir.Context, s *ir.OpState, types []ir.Type) {
	for i, name := range multiplicandAttrs {
		if slices.ContainsFunc(s.Attrs, func(a ir.NamedAttr) bool { return a.Name == name }) {
			continue
		}
		if value, ok := MatrixType.CaseValue(matrixTypeOf(types[i], false)); ok {
			s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: c.Enum(MatrixType, value)})
		}
	}
}

func printMma(p ir.OpPrinter, op *ir.Op) { printGroups(p, op, " ", " A[", "  B[", "  C[") }

// printGroups prints a product with operand groups of those names, and gap behind them.
func printGroups(p ir.OpPrinter, op *ir.Op, gap string, names ...string) {
	var types []ir.Type
	given := map[int]string{}
	for i, name := range names {
		group := op.OperandsOf(i)
		p.Write(name)
		p.Operands(group)
		p.Write("]")
		if len(group) > 0 && i <= mmaC {
			types = append(types, group[0].Type())
			given[i] = matrixTypeOf(group[0].Type(), false)
		}
	}
	p.Write(gap)
	elided := []string{sizes.Name}
	for i, name := range multiplicandAttrs {
		if e, ok := op.Attr(name).(*ir.EnumAttr); ok && e.Def.CaseName(e.Value) == given[i] {
			elided = append(elided, name)
		}
	}
	p.AttrDict(op, elided...)
	p.Write(" : (")
	p.Types(types)
	p.Write(") -> ")
	p.Type(op.Result(0).Type())
}

// fragment is a thread's share of a matrix: a number of words of a type.
type fragment struct {
	count int
	word  wordType
}

func (f fragment) String() string { return strconv.Itoa(f.count) + "x" + f.word.name }

// holds reports whether the types are those of the fragment's words.
func (f fragment) holds(types []ir.Type) bool {
	return len(types) == f.count &&
		!slices.ContainsFunc(types, func(t ir.Type) bool { return !f.word.match(t) })
}

// wordType is the type of a fragment's words.
type wordType struct {
	name  string
	match func(ir.Type) bool
}

var (
	halves    = wordType{"vector<2xf16>", isHalves}
	integer32 = wordType{"i32", isInt(32)}
	single    = wordType{"f32", isF32}
	double    = wordType{"f64", isF64}
)

func isHalves(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	if !ok || len(v.Shape) != 1 || v.Shape[0] != 2 {
		return false
	}
	f, ok := v.Elem.(*ir.FloatType)
	return ok && f.Kind == ir.F16
}

func isF64(t ir.Type) bool { f, ok := t.(*ir.FloatType); return ok && f.Kind == ir.F64 }

// product is one row of the table of products: the types of elements of A and B, the extents, and the
// fragments. Any of several fragments may be that of C or D.
type product struct {
	elements []string
	m, n, k  int64
	a, b     fragment
	c        []fragment
}

var (
	integers = func(count int) []fragment { return []fragment{{count, integer32}} }
	singles  = []fragment{{4, single}}
	mixed    = []fragment{{2, halves}, {4, single}}
	bytes    = []string{"s8", "u8"}
	nibbles  = []string{"s4", "u4"}
)

// products is the table of PTX ISA, "mma", for dense matrices.
var products = []product{
	{[]string{"f64"}, 8, 8, 4, fragment{1, double}, fragment{1, double}, []fragment{{2, double}}},
	{[]string{"f16"}, 8, 8, 4, fragment{2, halves}, fragment{2, halves},
		[]fragment{{4, halves}, {8, single}}},
	{[]string{"f16"}, 16, 8, 8, fragment{2, halves}, fragment{1, halves}, mixed},
	{[]string{"f16"}, 16, 8, 16, fragment{4, halves}, fragment{2, halves}, mixed},
	{[]string{"bf16"}, 16, 8, 8, fragment{2, integer32}, fragment{1, integer32}, singles},
	{[]string{"bf16"}, 16, 8, 16, fragment{4, integer32}, fragment{2, integer32}, singles},
	{[]string{"tf32"}, 16, 8, 4, fragment{2, integer32}, fragment{1, integer32}, singles},
	{[]string{"tf32"}, 16, 8, 8, fragment{4, integer32}, fragment{2, integer32}, singles},
	{bytes, 8, 8, 16, fragment{1, integer32}, fragment{1, integer32}, integers(2)},
	{bytes, 16, 8, 16, fragment{2, integer32}, fragment{1, integer32}, integers(4)},
	{bytes, 16, 8, 32, fragment{4, integer32}, fragment{2, integer32}, integers(4)},
	{nibbles, 8, 8, 32, fragment{1, integer32}, fragment{1, integer32}, integers(2)},
	{nibbles, 16, 8, 32, fragment{2, integer32}, fragment{1, integer32}, integers(4)},
	{nibbles, 16, 8, 64, fragment{4, integer32}, fragment{2, integer32}, integers(4)},
	{[]string{"b1"}, 8, 8, 128, fragment{1, integer32}, fragment{1, integer32}, integers(2)},
	{[]string{"b1"}, 16, 8, 128, fragment{2, integer32}, fragment{1, integer32}, integers(4)},
	{[]string{"b1"}, 16, 8, 256, fragment{4, integer32}, fragment{2, integer32}, integers(4)},
}

func verifyMma(op *ir.Op) error {
	m, n, k := Shape(op)
	elemA, elemB := Multiplicands(op)
	row := productOf(m, n, k, elemA, elemB)
	switch {
	case elemA == "" || elemB == "":
		return op.OpErrorf(codeNVVM, "multiplicand PTX types must be given where operands do not tell them")
	case row == nil:
		return op.OpErrorf(codeNVVM, "unimplemented variant for MMA shape <%d, %d, %d>", m, n, k)
	}
	if err := verifyFragments(op, row); err != nil {
		return err
	}
	return verifyModes(op, elemA)
}

// productOf returns the row of the table for a shape and for types of A and B, nil if the table has none.
func productOf(m, n, k int64, elemA, elemB string) *product {
	for i := range products {
		row := &products[i]
		if row.m == m && row.n == n && row.k == k && slices.Contains(row.elements, elemA) &&
			slices.Contains(row.elements, elemB) {
			return row
		}
	}
	return nil
}

// verifyFragments checks the words of each thread.
func verifyFragments(op *ir.Op, row *product) error {
	var types []ir.Type
	for i, allowed := range [...][]fragment{{row.a}, {row.b}, row.c} {
		types = typesOf(op.OperandsOf(i))
		if !slices.ContainsFunc(allowed, func(f fragment) bool { return f.holds(types) }) {
			return op.OpErrorf(codeNVVM,
				"Could not match types for the %c operands; expected one of %s but got %s", 'A'+rune(i),
				listed(allowed, " "), listed(types, ", "))
		}
	}
	members, _ := llvm.Members(op.Result(0).Type())
	if !slices.ContainsFunc(row.c, func(f fragment) bool { return f.holds(members) && f.holds(types) }) {

		return op.OpErrorf(codeNVVM,
			"Could not match allowed types for the result; expected one of %s but got %v", listed(row.c, " "),
			op.Result(0).Type())
	}
	return nil
}

func typesOf(values []*ir.Value) []ir.Type {
	types := make([]ir.Type, len(values))
	for i, v := range values {
		types[i] = v.Type()
	}
	return types
}

func listed[T fmt.Stringer](list []T, separator string) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = x.String()
	}
	return strings.Join(texts, separator)
}

// verifyModes checks the attributes that some types of elements need.
func verifyModes(op *ir.Op, elem string) error {
	ints := slices.Contains(bytes, elem) || slices.Contains(nibbles, elem)
	m, n, k := Shape(op)
	anyLayout := elem == "f16" && m == 8 && n == 8 && k == 4
	switch {
	case elem == "b1" && op.Attr("b1Op") == nil:
		return op.OpErrorf(codeNVVM, "op requires b1Op attribute")
	case ints && op.Attr("intOverflowBehavior") == nil:
		return op.OpErrorf(codeNVVM, "op requires intOverflowBehavior attribute")
	case !anyLayout && (!isCase(op.Attr("layoutA"), "row") || !isCase(op.Attr("layoutB"), "col")):
		_, elemB := Multiplicands(op)
		return op.OpErrorf(codeNVVM,
			"requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for shape <%d, "+
				"%d, %d> "+
				"with element types %s and %s. Only m8n8k4 with f16 supports other layouts.", m, n, k, elem,
			elemB)
	}
	return nil
}
