package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Transpose is vector.transpose: dimension i of the result is dimension permutation[i] of the operand.
var Transpose = &ir.OpDef{
	Name:     "vector.transpose",
	Summary:  "vector transpose operation",
	Operands: []ir.OperandDef{operand("vector", anyVector)},
	Results:  result("result", anyVector),
	Attrs:    []ir.AttrDef{{Name: "permutation", Type: i64Array}},
	Traits:   ir.Pure,
	Format:   "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)",
	Verify:   verifyTranspose,
}

func verifyTranspose(op *ir.Op) error {
	if err := sameElement(op, 0, "operand and result"); err != nil {
		return err
	}
	from, to, permutation := vectorType(op.Operand(0)), vectorType(op.Result(0)), op.Ints("permutation")
	switch {
	case len(from.Shape) != len(to.Shape):
		return op.OpErrorf(codeVector, "vector result rank mismatch: %d", len(to.Shape))
	case len(permutation) != len(to.Shape):
		return op.OpErrorf(codeVector, "transposition length mismatch: %d", len(permutation))
	}
	for i, d := range permutation {
		switch {
		case d < 0 || d >= int64(len(permutation)):
			return op.OpErrorf(codeVector, "transposition index out of range: %d", d)
		case slices.Contains(permutation[:i], d):
			return op.OpErrorf(codeVector, "duplicate position index: %d", d)
		case to.Shape[i] != from.Shape[d]:
			return op.OpErrorf(codeVector, "dimension size mismatch at: %d", d)
		}
	}
	return nil
}

// MultiReduction is vector.multi_reduction: it combines the elements along the dimensions reduction_dims with
// each other and with the accumulator.
var MultiReduction = &ir.OpDef{
	Name:     "vector.multi_reduction",
	Summary:  "Multi-dimensional reduction operation",
	Operands: []ir.OperandDef{operand("source", someVector), operand("acc", constraint.AnyType)},
	Results:  result("dest", constraint.AnyType),
	Attrs:    []ir.AttrDef{{Name: "kind", Type: kind}, {Name: "reduction_dims", Type: i64Array}},
	Traits:   ir.Pure,
	Parse:    parseMultiReduction,
	Print:    printMultiReduction,
	Verify:   verifyMultiReduction,
}

// reduced returns the type of a vector without the dimensions dims.
func reduced(c *ir.Context, t *ir.VectorType, dims []int64) ir.Type {
	var shape []int64
	var scalable []bool
	for d, n := range t.Shape {
		if !slices.Contains(dims, int64(d)) {
			shape, scalable = append(shape, n), append(scalable, scalableAt(t, d))
		}
	}
	if len(shape) == 0 {
		return t.Elem
	}
	return c.Vector(shape, scalable, t.Elem)
}

func verifyMultiReduction(op *ir.Op) error {
	from, to := vectorType(op.Operand(0)), op.Result(0).Type()
	if op.Operand(1).Type() != to {
		return op.OpErrorf(codeVector, "failed to verify that all of {dest, acc} have same type")
	}
	if err := sameElement(op, 0, "source operand and result"); err != nil {
		return err
	}
	if reduced(op.Context(), from, op.Ints("reduction_dims")) != to {
		return op.OpErrorf(codeVector, "destination type '%v' is incompatible with source type '%v'", to,
			from)
	}
	return nil
}

// parseMultiReduction parses <add>, %v, %acc {attrs} [0, 2] : vector<2x3x4xf32> to vector<3xf32>.
func parseMultiReduction(p ir.OpParser, s *ir.OpState) error {
	kind, err := parseCases(p, CombiningKind)
	if err != nil {
		return err
	}
	operands := make([]ir.UnresolvedOperand, 2)
	for i := range operands {
		if err := p.Punct(","); err != nil {
			return err
		}
		if operands[i], err = p.Operand(); err != nil {
			return err
		}
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	var dims []int64
	err = p.CommaSeparated("[", func() error {
		d, err := p.Int()
		dims = append(dims, d)
		return err
	})
	if err != nil {
		return err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "kind", Value: kind},
		ir.NamedAttr{Name: "reduction_dims", Value: p.Context().I64Array(dims...)})
	from, to, err := parseTypes(p, "to")
	if err != nil {
		return err
	}
	s.Results = []ir.Type{to}
	if err := resolve(p, s, operands[0], from); err != nil {
		return err
	}
	return resolve(p, s, operands[1], to)
}

func printMultiReduction(p ir.OpPrinter, op *ir.Op) {
	p.Write(" <" + caseName(CombiningKind, Kind(op)) + ">, ")
	p.Operands(op.Operands())
	p.AttrDict(op, "kind", "reduction_dims")
	p.Write(" [")
	for i, d := range op.Ints("reduction_dims") {
		if i > 0 {
			p.Write(", ")
		}
		p.Int(d)
	}
	p.Write("] : ")
	p.Type(op.Operand(0).Type())
	p.Write(" to ")
	p.Type(op.Result(0).Type())
}
