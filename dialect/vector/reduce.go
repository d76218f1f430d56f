package vector

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// FMA is vector.fma: lhs * rhs + acc, rounded once.
var FMA = &ir.OpDef{
	Name:    "vector.fma",
	Summary: "vector fused multiply-add",
	Operands: []ir.OperandDef{operand("lhs", floatVector), operand("rhs", floatVector),
		operand("acc", floatVector)},
	Results: result("result", floatVector),
	Traits:  ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType,
	Format:  "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)",
	Verify: func(op *ir.Op) error {
		return constraint.SameType(op, "lhs, rhs, acc, result", op.Operand(0), op.Operand(1), op.Operand(2),
			op.Result(0))
	},
}

// Reduction is vector.reduction: it combines the elements of operand 0, and the optional operand 1, into one.
var Reduction = &ir.OpDef{
	Name:    "vector.reduction",
	Summary: "reduction operation",
	Operands: []ir.OperandDef{
		operand("vector", anyVector), {Name: "acc", Type: constraint.AnyType, Arity: ir.Optional},
	},
	Results: result("dest", constraint.AnyType),
	Attrs:   []ir.AttrDef{{Name: "kind", Type: kind}, fastmath},
	Traits:  ir.Pure,
	Parse:   parseReduction,
	Print:   printReduction,
	Verify:  verifyReduction,
}

// Kind returns the CombiningKind of a Reduction or Contract.
func Kind(op *ir.Op) int64 {
	if e, ok := op.Attr("kind").(*ir.EnumAttr); ok {
		return e.Value
	}
	return Add
}

// combines reports whether a kind can combine elements of a type.
func combines(kind int64, t ir.Type) bool {
	switch kind {
	case Add, Mul:
		return isIntegerOrIndex(t) || constraint.IsFloat(t)
	case MinNumF, MaxNumF, MinimumF, MaximumF:
		return constraint.IsFloat(t)
	}
	return isIntegerOrIndex(t)
}

func verifyReduction(op *ir.Op) error {
	t, to := vectorType(op.Operand(0)), op.Result(0).Type()
	if err := sameElement(op, 0, "source operand and result"); err != nil {
		return err
	}
	if acc := op.OptionalOperand(1); acc != nil && acc.Type() != to {
		return op.OpErrorf(codeVector, "failed to verify that dest and acc have the same type")
	}
	if len(t.Shape) > 1 {
		return op.OpErrorf(codeVector, "unsupported reduction rank: %d", len(t.Shape))
	}
	if !combines(Kind(op), to) {
		return op.OpErrorf(codeVector, "unsupported reduction type ''%v'' for kind '%s'", to,
			caseName(CombiningKind, Kind(op)))
	}
	return nil
}

// caseName returns the name of the case with a value.
func caseName(def *ir.EnumDef, value int64) string {
	for _, c := range def.Cases {
		if c.Value == value {
			return c.Name
		}
	}
	return ""
}

// caseNames lists the names of all cases.
func caseNames(def *ir.EnumDef) string {
	names := make([]string, len(def.Cases))
	for i, c := range def.Cases {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// parseReduction parses <add>, %v, %acc fastmath<nnan> {attrs} : vector<4xf32> into f32.
func parseReduction(p ir.OpParser, s *ir.OpState) error {
	kind, err := parseCases(p, CombiningKind)
	if err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	vector, err := p.Operand()
	if err != nil {
		return err
	}
	var acc ir.UnresolvedOperand
	hasAcc := p.TryPunct(",")
	if hasAcc {
		if acc, err = p.Operand(); err != nil {
			return err
		}
	}
	s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "kind", Value: kind})
	if p.TryKeyword("fastmath") {
		flags, err := parseCases(p, arith.FastMath)
		if err != nil {
			return err
		}
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "fastmath", Value: flags})
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	from, to, err := parseInto(p)
	if err != nil {
		return err
	}
	s.Results = []ir.Type{to}
	if err := resolve(p, s, vector, from); err != nil || !hasAcc {
		return err
	}
	return resolve(p, s, acc, to)
}

// resolve appends an operand of a type.
func resolve(p ir.OpParser, s *ir.OpState, o ir.UnresolvedOperand, t ir.Type) error {
	v, err := p.Resolve(o, t)
	if err == nil {
		s.Operands = append(s.Operands, v)
	}
	return err
}

// parseInto parses ": from into to".
func parseInto(p ir.OpParser) (from, to ir.Type, err error) { return parseTypes(p, "into") }

// parseTypes parses two types behind a colon, with a word between them.
func parseTypes(p ir.OpParser, word string) (from, to ir.Type, err error) {
	if from, err = p.ColonType(); err != nil {
		return nil, nil, err
	}
	if err = p.Keyword(word); err != nil {
		return nil, nil, err
	}
	to, err = p.Type()
	return from, to, err
}

// parseCases parses <case> of an enumeration, or <case,case> of a set of bits.
func parseCases(p ir.OpParser, def *ir.EnumDef) (ir.Attr, error) {
	value := int64(0)
	err := p.CommaSeparated("<", func() error {
		off := p.Off()
		word, err := p.KeywordOrString()
		if err != nil {
			return err
		}
		for _, c := range def.Cases {
			if c.Name == word {
				value |= c.Value
				return nil
			}
		}
		return p.Errorf(off, "expected %s to be one of: %s", def.Mnemonic, caseNames(def))
	})
	return p.Context().Enum(def, value), err
}

func printReduction(p ir.OpPrinter, op *ir.Op) {
	p.Write(" <" + caseName(CombiningKind, Kind(op)) + ">, ")
	p.Operands(op.Operands())
	if flags, ok := op.Attr("fastmath").(*ir.EnumAttr); ok && flags.Value != arith.FastNone {
		p.Write(" fastmath" + strings.TrimPrefix(flags.String(), "#arith.fastmath"))
	}
	p.AttrDict(op, "kind", "fastmath")
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
	p.Write(" into ")
	p.Type(op.Result(0).Type())
}
