package complex

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

var codeUnsupported = diag.Register("complex-unsupported", "no engine executes operations of the dialect complex",
	"mlir-opt --convert-complex-to-standard --canonicalize makes arithmetic of floats of them, where no number is in memory or goes to "+
		"another function. With --convert-complex-to-standard --convert-complex-to-llvm, mlir-opt makes operations of the llvm dialect of "+
		"them, which the engine native runs.")

// Refuse returns the error of an engine at an operation of this dialect, nil at others. No engine executes
// the operations, so that the help names none, but conversions.
func Refuse(op *ir.Op, engine string) error {
	if op.Def().DialectName() != Dialect.Name {
		return nil
	}
	return op.Errorf(codeUnsupported, "%s cannot run '%s', and no other engine can", engine, op.Name()).
		Suggest("convert it to floats first: mlir-opt --convert-complex-to-standard --canonicalize")
}
