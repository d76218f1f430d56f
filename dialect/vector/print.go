package vector

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Print is vector.print: it writes a value, a text or punctuation to the standard output of the program.
var Print = &ir.OpDef{
	Name:     "vector.print",
	Summary:  "print operation (for testing and debugging)",
	Operands: []ir.OperandDef{{Name: "source", Type: printable, Arity: ir.Optional}},
	Attrs: []ir.AttrDef{
		{
			Name:    "punctuation",
			Type:    constraint.Enum(Punctuation, "Punctuation for separating vectors or vector elements"),
			Default: func(c *ir.Context) ir.Attr { return c.Enum(Punctuation, Newline) },
		},
		{Name: "stringLiteral", Type: constraint.String, Optional: true},
	},
	Format: "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) " +
		"attr-dict",
	// The parser would take the result of the next operation, %x = ..., for the operand of a bare
	// vector.print.
	PrintGeneric: func(op *ir.Op) bool {
		return op.NumOperands() == 0 && MarkKind(op) == Newline && op.Attr("stringLiteral") == nil &&
			op.Next() != nil && op.Next().NumResults() > 0
	},
	Verify: verifyPrint,
	// A print writes no memory of the program. Its effect keeps it in its place.
	Effects: func(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) },
}

// The cases of Punctuation. A print without any ends with a newline.
const (
	NoMark int64 = iota
	Newline
	Comma
	Open
	Close
)

// marks has the text of each case of Punctuation.
var marks = map[int64]string{NoMark: "", Newline: "\n", Comma: ", ", Open: "( ", Close: " )"}

// MarkThatPrints returns the case of Punctuation with that text.
func MarkThatPrints(text string) int64 {
	for mark, prints := range marks {
		if prints == text {
			return mark
		}
	}
	panic("no mark prints " + text)
}

// MarkOf returns the text that a vector.print writes behind its operand.
func MarkOf(op *ir.Op) string { return marks[MarkKind(op)] }

// MarkKind returns the case of Punctuation of a vector.print.
func MarkKind(op *ir.Op) int64 {
	if mark, ok := op.Attr("punctuation").(*ir.EnumAttr); ok {
		return mark.Value
	}
	return Newline
}

func verifyPrint(op *ir.Op) error {
	mark, _ := op.Attr("punctuation").(*ir.EnumAttr)
	if op.Attr("stringLiteral") != nil && (op.NumOperands() > 0 || mark != nil && mark.Value != Newline) {
		return op.OpErrorf(codeVector,
			"failed to verify that `source` or `punctuation` are not set when printing strings")
	}
	return nil
}
