package vector

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Print is vector.print: writes a value, a text or punctuation to the standard output of the program.
var Print = &ir.OpDef{
	Name:     "vector.print",
	Summary:  "print operation (for testing and debugging)",
	Operands: []ir.OperandDef{{Name: "source", Type: printable, Arity: ir.Optional}},
	Attrs: []ir.AttrDef{
		{
			Name: "punctuation", Type: constraint.Enum(Punctuation, "Punctuation for separating vectors or vector elements"),
			Default: func(c *ir.Context) ir.Attr { return c.Enum(Punctuation, newline) },
		},
		{Name: "stringLiteral", Type: constraint.String, Optional: true},
	},
	Format: "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict",
	Verify: verifyPrint,
	// It writes no memory that a program can read, but must stay where it is.
	Effects: func(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) },
}

// newline is the case of Punctuation that a print has without saying so.
const newline = 1

func verifyPrint(op *ir.Op) error {
	mark, _ := op.Attr("punctuation").(*ir.EnumAttr)
	if op.Attr("stringLiteral") != nil && (op.NumOperands() > 0 || mark != nil && mark.Value != newline) {
		return op.OpErrorf(codeVector, "failed to verify that `source` or `punctuation` are not set when printing strings")
	}
	return nil
}
