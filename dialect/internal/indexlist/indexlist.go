// Package indexlist is the directive custom<DynamicIndexList>($values, $numbers) of assembly formats: a list
// [0, %i] of numbers and values. The values are the last operands of an operation, and the numbers are its
// attribute "static_...".
//
// It imports packages ir and ir/text. Everything is in this file. Importing the package registers the
// directive.
package indexlist

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func init() {
	text.RegisterCustom("DynamicIndexList", text.Custom{Parse: parse, Print: print})
}

// Entry returns the number of the entry of a table of operands that has the values of the list.
func Entry(def *ir.OpDef) int { return len(def.Operands) - 1 }

// Of returns the list of an operation.
func Of(op *ir.Op) []ir.OpFoldResult {
	return ir.MixedIndices(op.Ints(attribute(op.Def())), op.OperandsOf(Entry(op.Def())))
}

// Matches reports whether an operation has a value for each entry of its list that is ir.Dynamic.
func Matches(op *ir.Op) bool {
	dynamic := 0
	for _, n := range op.Ints(attribute(op.Def())) {
		if n == ir.Dynamic {
			dynamic++
		}
	}
	_, values := op.OperandGroup(Entry(op.Def()))
	return values == dynamic
}

// attribute returns the name of the attribute with the numbers.
func attribute(def *ir.OpDef) string {
	for _, a := range def.Attrs {
		if strings.HasPrefix(a.Name, "static_") {
			return a.Name
		}
	}
	panic("indexlist: " + def.Name + " has no list of numbers")
}

func parse(p ir.OpParser, b *text.Binder) error {
	list, err := ir.ParseIndexList(p, "[")
	if err != nil {
		return err
	}
	def := b.State().Def
	b.Operands(Entry(def), list.Operands)
	b.Attr(attribute(def), p.Context().I64Array(list.Static...))
	return nil
}

func print(p ir.OpPrinter, op *ir.Op) {
	def := op.Def()
	ir.PrintIndexList(p, "[", op.Ints(attribute(def)), op.OperandsOf(Entry(def)), "]")
}
