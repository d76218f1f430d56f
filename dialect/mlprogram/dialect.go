package mlprogram

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Dialect is the ml_program dialect.
var Dialect = &ir.Dialect{
	Name:          "ml_program",
	Ops:           []*ir.OpDef{Global, GlobalLoad, GlobalLoadConst, GlobalStore},
	AttributeDefs: []*ir.AttributeDef{Extern},
}

var codeMLProgram = diag.Register("verify-ml-program", "an ml_program operation breaks a rule of its dialect",
	"A global that does not change has a value; what is loaded and stored has its type; only a mutable "+
		"global is stored to.")

// Extern is #ml_program.extern : type: the value of a global that is defined elsewhere.
var Extern = &ir.AttributeDef{
	Dialect: "ml_program", Mnemonic: "extern", Alias: "extern",
	Typed: func(ir.Type) string { return "" },
	Parse: func(ir.OpParser) ([]ir.Attr, error) { return nil, nil },
	Print: func(_ *ir.Form, dst []byte, _ []ir.Attr) []byte { return dst },
}

// IsExtern reports whether an attribute is an Extern.
func IsExtern(a ir.Attr) bool {
	p, ok := a.(*ir.ParametricAttr)
	return ok && p.Def == Extern
}
