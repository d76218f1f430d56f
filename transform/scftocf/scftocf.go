package scftocf

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

var codeLeft = diag.Register("scf-to-cf-unsupported", "a structured operation has no lowering to branches",
	"Operations of the scf dialect that work on tensors have to be bufferized first. An operation around it whose region "+
		"holds a single block, such as affine.for or pipeline.async_scope, has to be lowered before.")

// Pass is convert-scf-to-cf.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-scf-to-cf",
	Title:   "SCFToControlFlowPass",
	Summary: "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG",
	Doc: "Replaces scf.for, scf.if, scf.while, scf.parallel, scf.forall, scf.index_switch and scf.execute_region by blocks " +
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

// patterns are tried in order; do-while loops come before other loops.
var patterns = []ir.Pattern{
	{Name: "scf-for-to-cf", Root: "scf.for", Rewrite: lowerFor},
	{Name: "scf-do-while-to-cf", Root: "scf.while", Rewrite: lowerDoWhile},
	{Name: "scf-while-to-cf", Root: "scf.while", Rewrite: lowerWhile},
	{Name: "scf-if-to-cf", Root: "scf.if", Rewrite: lowerIf},
	{Name: "scf-index-switch-to-cf", Root: "scf.index_switch", Rewrite: lowerIndexSwitch},
	{Name: "scf-execute-region-to-cf", Root: "scf.execute_region", Rewrite: lowerExecuteRegion},
	{Name: "scf-parallel-to-for", Root: "scf.parallel", Rewrite: lowerParallel},
	{Name: "scf-forall-to-parallel", Root: "scf.forall", Rewrite: lowerForall},
}

func run(r *pass.Run) error {
	if err := checkPlaces(r.Op); err != nil {
		return err
	}
	return r.Convert("scf", patterns, false, codeLeft)
}

// checkPlaces reports the operations that stand where there is no room for
// more blocks. Inside of scf operations there will be, once these are lowered.
func checkPlaces(root *ir.Op) error {
	var errs diag.List
	for op := range root.Walk() {
		around := op.Parent()
		if around == nil || op == root || !isLowered(op) || around.Def().DialectName() == "scf" || !hasOneBlock(around) {
			continue
		}
		errs.Add(op.Errorf(codeLeft, "cannot replace '%s' by branches: the region of '%s' around it holds a single block",
			op.Name(), around.Name()))
	}
	return errs.Err()
}

// isLowered reports whether op is one that becomes several blocks.
func isLowered(op *ir.Op) bool {
	for i := range patterns {
		if patterns[i].Root == op.Name() {
			return true
		}
	}
	return false
}

// hasOneBlock reports whether the regions of op must not have more.
func hasOneBlock(op *ir.Op) bool {
	if op.Has(ir.SingleBlock) {
		return true
	}
	for i := range op.Def().Regions {
		if op.Def().Regions[i].Sized {
			return true
		}
	}
	return false
}

// splitAt ends the block of op in front of it and returns the block and the
// new one, which begins with op.
func splitAt(op *ir.Op) (before, rest *ir.Block) {
	before = op.Block()
	return before, before.Split(op)
}

// inlineBefore moves the blocks of a region in front of a block of another.
func inlineBefore(r *ir.Region, before *ir.Block) {
	dest := before.Region()
	at := before.Index()
	blocks := append([]*ir.Block(nil), r.Blocks()...)
	for i, b := range blocks {
		r.RemoveBlock(b)
		dest.Insert(at+i, b)
	}
}

// addArgs adds one argument per type to the end of a block.
func addArgs(b *ir.Block, types []ir.Type, loc ir.Location) {
	for _, t := range types {
		b.AddArg(t, loc)
	}
}

// branch ends a block with a branch.
func branch(rw *ir.Rewriter, from, to *ir.Block, args ...*ir.Value) *ir.Op {
	rw.SetEnd(from)
	return rw.Create(ir.OpState{Def: cf.Br, Operands: args, Results: []ir.Type{}, Successors: []*ir.Block{to}})
}

// condBranch ends a block with a conditional branch; only the true side gets
// operands.
func condBranch(rw *ir.Rewriter, from *ir.Block, cond *ir.Value, yes, no *ir.Block, args ...*ir.Value) *ir.Op {
	rw.SetEnd(from)
	return rw.Create(ir.OpState{
		Def:        cf.CondBr,
		Operands:   append([]*ir.Value{cond}, args...),
		Results:    []ir.Type{},
		Attrs:      []ir.NamedAttr{{Name: "operandSegmentSizes", Value: rw.Ctx.I32Array(1, int64(len(args)), 0)}},
		Successors: []*ir.Block{yes, no},
	})
}

// keepLoopAttrs copies the attributes of a loop that LLVM wants on the branch
// back.
func keepLoopAttrs(loop, latch *ir.Op) {
	for _, a := range loop.Attrs() {
		if strings.HasPrefix(a.Name, "llvm.") {
			latch.SetAttr(a.Name, a.Value)
		}
	}
}

// replaceTerminator erases the last operation of a block and returns the
// values it handed on.
func takeTerminator(rw *ir.Rewriter, b *ir.Block) []*ir.Value {
	t := b.Last()
	vs := t.Operands()
	rw.Erase(t)
	return vs
}
