package convertscftocf

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/branches"
)

var codeLeft = diag.Register("scf-to-cf-unsupported", "a structured operation has no lowering to branches",
	"Operations of the scf dialect that work on tensors have to be bufferized first. An operation around "+
		"it whose region "+
		"holds a single block, such as affine.for or pipeline.async_scope, has to be lowered before.")

// Pass is convert-scf-to-cf.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-scf-to-cf",
	Title:   "SCFToControlFlowPass",
	Summary: "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG",
	Doc: "Replaces scf.for, scf.if, scf.while, scf.parallel, scf.forall, scf.index_switch and " +
		"scf.execute_region by blocks " +
		"and branches. Parallel loops become sequential ones on the way.",
	Options: []pass.Option{
		{Name: "allow-pattern-rollback", Type: pass.Bool, Default: "true",
			Help: "Accepted for compatibility; nothing is ever rolled back"},
	},
	Before: `func.func @f(%c: i1, %m: memref<f32>, %v: f32) {
  scf.if %c {
    memref.store %v, %m[] : memref<f32>
  }
  return
}
`,
	After: `module {
  func.func @f(%arg0: i1, %arg1: memref<f32>, %arg2: f32) {
    cf.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    memref.store %arg2, %arg1[] : memref<f32>
    cf.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    return
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	return r.ConvertEach("scf", branches.Patterns, false, codeLeft, checkPlaces)
}

// checkPlaces reports the operations that stand where there is no room for
// more blocks. Inside of scf operations there will be, once these are lowered.
func checkPlaces(root *ir.Op) error {
	var errs diag.List
	for op := range root.Walk() {
		if op.NumRegions() == 0 || !branches.Lowers(op) { // what is lowered has regions
			continue
		}
		around := op.Parent()
		if around == nil || op == root || around.Def().DialectName() == "scf" ||
			!branches.SingleBlock(around) {
			continue
		}
		errs.Add(op.Errorf(codeLeft,
			"cannot replace '%s' by branches: the region of '%s' around it holds a single block",
			op.Name(), around.Name()))
	}
	return errs.Err()
}
