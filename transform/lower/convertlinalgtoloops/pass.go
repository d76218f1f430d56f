package convertlinalgtoloops

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
	Doc: "Replaces structured operations on memory by nests of scf.for, from the first loop of the " +
		"operation to the last, " +
		"around loads of the elements that the body uses, the body, and stores. Operations on tensors " +
		"stay. " + keeps,
	Options: []pass.Option{pass.SimplifyOption},
	Before:  before,
	After:   afterLoops,
	Run:     func(r *pass.Run) error { return run(r, sequentialLoops) },
})

// ParallelLoops is convert-linalg-to-parallel-loops.
var ParallelLoops = pass.Register(&pass.Pass{
	Name:    "convert-linalg-to-parallel-loops",
	Title:   "ConvertLinalgToParallelLoopsPass",
	Summary: "Lower the operations from the linalg dialect into parallel loops",
	Doc: "Replaces structured operations on memory by loops as convert-linalg-to-loops does. Loops that " +
		"follow each other and " +
		"are parallel become one scf.parallel; the others are scf.for, and run in order. " + keeps,
	Options: []pass.Option{pass.SimplifyOption},
	Before:  before,
	After:   afterParallel,
	Run:     func(r *pass.Run) error { return run(r, parallelLoops) },
})

// AffineLoops is convert-linalg-to-affine-loops.
var AffineLoops = pass.Register(&pass.Pass{
	Name:    "convert-linalg-to-affine-loops",
	Title:   "ConvertLinalgToAffineLoopsPass",
	Summary: "Lower the operations from the linalg dialect into affine loops",
	Doc: "Replaces structured operations on memory by nests of affine.for, as convert-linalg-to-loops does " +
		"by scf.for, with " +
		"affine.load and affine.store. An operation stays where an extent is no symbol, such as that of " +
		"memory that a loop around " +
		"it makes: mlir-opt makes a loop of it that is not valid. " + keeps,
	Options: []pass.Option{pass.SimplifyOption},
	Before:  before,
	After:   afterAffine,
	Run:     func(r *pass.Run) error { return run(r, affineLoops) },
})

// keeps is the part of the documentation that all share.
const keeps = "Upstream's pass folds and erases what is dead in the whole module, with it loads that would " +
	"have been out of bounds; " +
	"simplify=false leaves alone what is no structured operation."

// run lowers by a function that makes the loops of a nest, or nothing and returns false.
func run(r *pass.Run, build func(n *nest) bool) error {
	if !r.Op.HasDialect("linalg") { // a program without anything to lower is left alone
		return nil
	}
	if !r.Bool(pass.SimplifyOption.Name) {
		r.Count("operations lowered", lowerAll(r.Op, build))
		return nil
	}
	patterns := append(simplifications(),
		ir.Pattern{Name: nestName, Rewrite: func(op *ir.Op, rw *ir.Rewriter) bool {
			if !lowers(op) || !build(newNest(op, rw.Builder)) {
				return false
			}
			rw.Erase(op)
			return true
		}})
	// Upstream's pass cleans up as far.
	result := ir.ApplyPatternsGreedily(r.Op,
		ir.GreedyConfig{OnlyPatterns: true, Poll: r.NewPoll(), Patterns: patterns,
			Simplify: ir.SimplifyAggressive})
	r.Count("operations lowered", result.Rewrites[nestName])
	return nil
}

// lowers reports whether an operation becomes loops.
func lowers(op *ir.Op) bool {
	return linalg.IsStructured(op.Def()) && linalg.StructuredOf(op).OnBuffers()
}

// lowerAll makes loops of the structured operations in op, changes nothing else, and returns how many there
// were.
func lowerAll(op *ir.Op, build func(n *nest) bool) int {
	lowered := 0
	var structured []*ir.Op
	for inner := range op.Walk() {
		if lowers(inner) {
			structured = append(structured, inner)
		}
	}
	for _, s := range structured {
		b := ir.At(s)
		b.Loc = s.Loc()
		if build(newNest(s, b)) {
			s.Erase()
			lowered++
		}
	}
	return lowered
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
