package util

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Dialect is the util dialect.
var Dialect = &ir.Dialect{
	Name:    "util",
	Partial: true,
	Ops: []*ir.OpDef{
		Align, Call, Func, Global, GlobalLoad, GlobalStore, Initializer, Null, OptimizationBarrier, Return,
		SCFUnreachable, StatusCheckOK, Unreachable,
	},
	Types:       []string{"buffer"},
	OpaqueAttrs: []string{"byte_pattern", "composite", "inline.always", "inline.never"},
}

var codeUtil = diag.Register("verify-util",
	"an operation of IREE's util dialect breaks a rule of its dialect",
	"Calls, returns and functions agree on types, and a tied result names an operand. A global is stored to "+
		"only if it is mutable, or in an initializer, and has the type that is loaded and stored.")
