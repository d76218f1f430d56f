// Package reassociation is the attribute of operations that join or split dimensions. It has one group of
// dimensions of the larger side for each dimension of the smaller side, written [[0, 1], [2]].
//
// It imports package ir. Everything is in this file.
package reassociation

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Constraint accepts the attribute.
var Constraint = ir.AttrConstraint{Summary: "Array of 64-bit integer array attributes",
	Match: func(a ir.Attr) bool { _, ok := Groups(a); return ok }}

// Groups reads the attribute. ok is false if a is another attribute.
func Groups(a ir.Attr) (groups [][]int64, ok bool) {
	outer, ok := a.(*ir.ArrayAttr)
	if !ok {
		return nil, false
	}
	groups = make([][]int64, len(outer.Elems))
	for i, e := range outer.Elems {
		inner, ok := e.(*ir.ArrayAttr)
		if !ok {
			return nil, false
		}
		for _, e := range inner.Elems {
			n, ok := e.(*ir.IntegerAttr)
			if !ok {
				return nil, false
			}
			t, ok := n.Type.(*ir.IntegerType)
			if !ok || t.Width != 64 || t.Sign != ir.Signless {
				return nil, false
			}
			groups[i] = append(groups[i], n.Value)
		}
	}
	return groups, true
}

// Attr makes the attribute.
func Attr(c *ir.Context, groups [][]int64) ir.Attr {
	outer := make([]ir.Attr, len(groups))
	for i, g := range groups {
		inner := make([]ir.Attr, len(g))
		for j, v := range g {
			inner[j] = c.Int(c.I64, v)
		}
		outer[i] = c.Array(inner)
	}
	return c.Array(outer)
}

// Of returns the groups of an operation.
func Of(op *ir.Op) [][]int64 {
	groups, _ := Groups(op.Attr("reassociation"))
	return groups
}

// Size multiplies extents. If one is dynamic so is the product, even if the other is 0.
func Size(a, b int64) int64 {
	if a == ir.Dynamic || b == ir.Dynamic {
		return ir.Dynamic
	}
	return a * b
}

// Joined returns the extents of dimensions joined by groups.
func Joined(shape []int64, groups [][]int64) []int64 {
	joined := make([]int64, len(groups))
	for i, g := range groups {
		joined[i] = 1
		for _, d := range g {
			joined[i] = Size(joined[i], shape[d])
		}
	}
	return joined
}

// ParseExpand parses the operands and attributes of an operation that splits dimensions, up to its types:
// %src [[0, 1]] output_shape [2, %n] {attrs}. The caller resolves the operands.
func ParseExpand(p ir.OpParser, s *ir.OpState) (src ir.UnresolvedOperand, sizes []ir.UnresolvedOperand,
	err error) {
	if src, err = p.Operand(); err != nil {
		return src, nil, err
	}
	off := p.Off()
	groups, err := p.Attr(p.Context().I64)
	if err != nil {
		return src, nil, err
	}
	if _, ok := groups.(*ir.ArrayAttr); !ok {
		return src, nil, p.Errorf(off, "expected array attribute")
	}
	if err := p.Keyword("output_shape"); err != nil {
		return src, nil, err
	}
	shape, err := ir.ParseIndexList(p, "[")
	if err != nil {
		return src, nil, err
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "reassociation", Value: groups},
		ir.NamedAttr{Name: "static_output_shape", Value: p.Context().I64Array(shape.Static...)})
	return src, slices.Clone(shape.Operands), p.AttrDict(s)
}

// PrintExpand prints what ParseExpand parses.
func PrintExpand(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operand(op.Operand(0))
	p.Write(" ")
	p.Attr(op.Attr("reassociation"))
	ir.PrintIndexList(p, " output_shape [", op.Ints("static_output_shape"), op.Operands()[1:], "]")
	p.AttrDict(op, "reassociation", "static_output_shape")
}
