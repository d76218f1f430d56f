package ub

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the ub dialect.
var Dialect = &ir.Dialect{
	Name:          "ub",
	Ops:           []*ir.OpDef{Poison, Unreachable},
	AttributeDefs: []*ir.AttributeDef{PoisonAttr},
	Constant:      materialize,
}

// PoisonAttr is #ub.poison, the constant that ub.poison yields.
var PoisonAttr = &ir.AttributeDef{Dialect: "ub", Mnemonic: "poison",
	Parse: func(ir.OpParser) ([]ir.Attr, error) { return nil, nil },
	Print: func(_ *ir.Form, dst []byte, _ []ir.Attr) []byte { return dst },
}

// IsPoison reports whether an attribute is #ub.poison.
func IsPoison(a ir.Attr) bool {
	p, ok := a.(*ir.ParametricAttr)
	return ok && p.Def == PoisonAttr
}

// Poison is ub.poison: an undefined value of any type. The behavior of a program must not depend on it.
var Poison = &ir.OpDef{
	Name:    "ub.poison",
	Summary: "poisoned constant",
	Results: []ir.ResultDef{{Name: "result", Type: constraint.AnyType}},
	Attrs: []ir.AttrDef{
		{Name: "value", Type: ir.AttrConstraint{Summary: "PoisonAttrInterface instance", Match: IsPoison},
			Default: func(c *ir.Context) ir.Attr { return c.ParametricAttr(PoisonAttr) }}},
	Traits: ir.ConstantLike | ir.Pure,
	Format: "attr-dict (`<` $value^ `>`)? `:` type($result)",
	Fold:   func(op *ir.Op, _ []ir.Attr) []ir.FoldResult { return []ir.FoldResult{{Attr: op.Attr("value")}} },
}

// Unreachable is ub.unreachable: the end of a block that no execution reaches.
var Unreachable = &ir.OpDef{
	Name:    "ub.unreachable",
	Summary: "place that no execution reaches",
	Traits:  ir.Terminator,
	Format:  "attr-dict",
}

func materialize(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
	if !IsPoison(attr) {
		return nil
	}
	return b.Make(Poison, nil, []ir.Type{typ}, ir.NamedAttr{Name: "value", Value: attr})
}
