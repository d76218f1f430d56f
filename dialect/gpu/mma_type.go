package gpu

import (
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// MMAMatrix is the content of !gpu.mma_matrix<16x8xf16, "AOp">: a matrix whose elements are divided among the
// threads of a subgroup, and which operand of a product A * B + C it is.
type MMAMatrix struct {
	Rows, Columns int64
	Elem          ir.Type
	Operand       string // "AOp", "BOp" or "COp"
}

// mmaMatrix describes the type. Its parameters are the extents, the type of the elements and the operand.
var mmaMatrix = &ir.TypeDef{Dialect: "gpu", Mnemonic: "mma_matrix", Parse: parseMMAMatrix,
	Print: printMMAMatrix}

// MMAMatrixType returns the type of a matrix.
func MMAMatrixType(c *ir.Context, m MMAMatrix) ir.Type {
	return c.Parametric(mmaMatrix, m.params(c)...)
}

func (m MMAMatrix) params(c *ir.Context) []ir.Attr {
	return []ir.Attr{c.I64Array(m.Rows, m.Columns), c.TypeAttr(m.Elem), c.String(m.Operand)}
}

// MMAMatrixOf returns the content of a type. ok is false if the type is not that of a matrix.
func MMAMatrixOf(t ir.Type) (m MMAMatrix, ok bool) {
	p, ok := t.(*ir.ParametricType)
	if !ok || p.Def != mmaMatrix {
		return m, false
	}
	shape := p.Params[0].(*ir.DenseArrayAttr).Values
	return MMAMatrix{shape[0], shape[1], p.TypeParam(1), p.Params[2].(*ir.StringAttr).Value}, true
}

func parseMMAMatrix(p ir.OpParser) ([]ir.Attr, error) {
	off := p.Off()
	if err := p.Punct("<"); err != nil {
		return nil, err
	}
	shape, err := p.Shape()
	if err != nil {
		return nil, err
	}
	elem, err := p.Type()
	if err != nil {
		return nil, err
	}
	if err := p.Punct(","); err != nil {
		return nil, err
	}
	operand, err := p.String()
	if err != nil {
		return nil, err
	}
	if err := p.Punct(">"); err != nil {
		return nil, err
	}
	switch {
	case !slices.Contains([]string{"AOp", "BOp", "COp"}, operand):
		return nil, p.Errorf(off, "operand expected to be one of AOp, BOp or COp")
	case len(shape) != 2:
		return nil, p.Errorf(off, "MMAMatrixType must have exactly two dimensions")
	case !isMMAElement(elem):
		return nil, p.Errorf(off, "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64")
	}
	return MMAMatrix{shape[0], shape[1], elem, operand}.params(p.Context()), nil
}

func printMMAMatrix(f *ir.Form, dst []byte, params []ir.Attr) []byte {
	dst = append(dst, '<')
	for _, n := range params[0].(*ir.DenseArrayAttr).Values {
		dst = append(strconv.AppendInt(dst, n, 10), 'x')
	}
	dst = append(f.AppendAttr(dst, params[1], ir.WithType), ", "...)
	return append(f.AppendAttr(dst, params[2], ir.WithType), '>')
}

// mmaTypes are the types of elements, by their names in messages.
var mmaTypes = map[string]func(ir.Type) bool{
	"8-bit signed integer":    isByte(ir.Signed),
	"8-bit unsigned integer":  isByte(ir.Unsigned),
	"8-bit signless integer":  isByte(ir.Signless),
	"32-bit signless integer": isI32,
	"16-bit float":            isFloat(ir.F16),
	"32-bit float":            isFloat(ir.F32),
	"64-bit float":            isFloat(ir.F64),
}

func isByte(sign ir.Signedness) func(ir.Type) bool {
	return func(t ir.Type) bool {
		i, ok := t.(*ir.IntegerType)
		return ok && i.Width == 8 && i.Sign == sign
	}
}

func isFloat(kind ir.FloatKind) func(ir.Type) bool {
	return func(t ir.Type) bool {
		f, ok := t.(*ir.FloatType)
		return ok && f.Kind == kind
	}
}

func isMMAElement(t ir.Type) bool {
	return !isByte(ir.Signless)(t) &&
		slices.ContainsFunc(allMMATypes, func(word string) bool { return mmaTypes[word](t) })
}

var allMMATypes = []string{
	"8-bit signed integer", "8-bit unsigned integer", "32-bit signless integer", "16-bit float",
	"32-bit float", "64-bit float",
}

// oneOf is the constraint on values of one of the named types.
func oneOf(words ...string) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: alternatives(words), Match: func(t ir.Type) bool {
		return slices.ContainsFunc(words, func(word string) bool { return mmaTypes[word](t) })
	}}
}

func alternatives(words []string) string {
	list := words[0]
	for _, word := range words[1:] {
		list += " or " + word
	}
	return list
}

// matrixOf is the constraint on matrices with elements of one of the named types.
func matrixOf(words ...string) ir.TypeConstraint {
	elem := oneOf(words...)
	return ir.TypeConstraint{Summary: "gpu.mma_matrix of " + elem.Summary + " values",
		Match: func(t ir.Type) bool {
			m, ok := MMAMatrixOf(t)
			return ok && elem.Match(m.Elem)
		}}
}

var (
	anyMatrix = ir.TypeConstraint{Summary: "MMAMatrix type", Match: func(t ir.Type) bool {
		_, ok := MMAMatrixOf(t)
		return ok
	}}
	// mmaMemRef accepts memory that matrices are loaded from and stored to. Its elements are scalars or
	// vectors of scalars.
	mmaMemRef = memRefOf("8-bit signless integer", "32-bit signless integer", "16-bit float", "32-bit float",
		"64-bit float")
)

func memRefOf(words ...string) ir.TypeConstraint {
	elem := oneOf(words...)
	summary := "memref of " + elem.Summary + " or vector of " + elem.Summary + " values of ranks 1 values"
	return ir.TypeConstraint{Summary: summary, Match: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		if !ok || !m.Ranked {
			return false
		}
		if v, ok := m.Elem.(*ir.VectorType); ok && len(v.Shape) != 1 {
			return false
		}
		return elem.Match(constraint.ElementOrSelf(m.Elem))
	}}
}
