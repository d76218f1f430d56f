package linalgtoloops

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Loops is convert-linalg-to-loops.
var Loops = pass.Register(&pass.Pass{
	Name:    "convert-linalg-to-loops",
	Title:   "ConvertLinalgToLoopsPass",
	Summary: "Lower the operations from the linalg dialect into loops",
	Doc: "Replaces structured operations on memory by nests of scf.for, from the first loop of the operation to the last, " +
		"around loads of the elements that the body uses, the body, and stores. Operations on tensors stay.",
	Before: before,
	After:  afterLoops,
	Run:    func(r *pass.Run) error { return run(r, sequential) },
})

// ParallelLoops is convert-linalg-to-parallel-loops.
var ParallelLoops = pass.Register(&pass.Pass{
	Name:    "convert-linalg-to-parallel-loops",
	Title:   "ConvertLinalgToParallelLoopsPass",
	Summary: "Lower the operations from the linalg dialect into parallel loops",
	Doc: "Replaces structured operations on memory by loops as convert-linalg-to-loops does. Loops that follow each other and " +
		"are parallel become one scf.parallel; the others are scf.for, and run in order.",
	Before: before,
	After:  afterParallel,
	Run:    func(r *pass.Run) error { return run(r, parallel) },
})

func run(r *pass.Run, build func(n *nest, d int)) error {
	if !r.Op.HasDialect("linalg") { // a program without anything to lower is left alone
		return nil
	}
	patterns := append(simplifications(), ir.Pattern{Name: nestName, Rewrite: func(op *ir.Op, rw *ir.Rewriter) bool {
		if !linalg.IsStructured(op.Def()) || !linalg.StructuredOf(op).OnBuffers() {
			return false
		}
		build(newNest(op, rw.Builder), 0)
		rw.Erase(op)
		return true
	}})
	// Upstream's pass cleans up as far.
	result := ir.ApplyPatternsGreedily(r.Op, ir.GreedyConfig{OnlyPatterns: true, Patterns: patterns, Simplify: ir.SimplifyAggressive})
	r.Count("operations lowered", result.Rewrites[nestName])
	return nil
}

// nestName names the pattern that makes loops.
const nestName = "loops-of-structured-operation"

// simplifications are the rewrites of extents and subscripts.
func simplifications() []ir.Pattern {
	var patterns []ir.Pattern
	for _, def := range []*ir.OpDef{affine.Apply, memref.Dim} {
		for _, p := range def.Canonicalize {
			p.Root = def.Name
			patterns = append(patterns, p)
		}
	}
	return patterns
}
