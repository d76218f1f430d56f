package splitfunctions

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

var codeOption = diag.Register("split-functions-option",
	"a number of branches is negative, or there are parts of none",
	"The parts that split-functions makes branch in at least one place, and functions are split from a "+
		"number of branches on that is not "+
		"negative.")

// Pass is split-functions.
var Pass = pass.Register(&pass.Pass{
	Name:    "split-functions",
	Summary: "Make several functions of one that branches in very many places",
	Doc: `A function that branches in more than above places calls functions that each do a part of its work: the operations of one of its blocks
up to the one that completes a number of branches. What they need of the function is passed to them, constants are made anew, and what the
function needs of them they return. Control branches at loops, conditions and other operations with regions, and at those that may stop the
program: assertions, calls, tasks, divisions. The body of a task is a function of its own.

Of a function of several blocks, each of which branches once, and once more for each way beyond two, parts are also blocks that control enters
in one place, or in few. Such a part returns the number of the way by which control leaves it, too. A switch of very
many cases becomes comparisons that lead to smaller ones, first. Loops that have two entries stay as they are.

Compilers that look for registers in whole functions, or compare their blocks with each other, take more than linear time.
A call that comes with that many branches takes none worth speaking of.`,
	Anchor: "builtin.module",
	Options: []pass.Option{
		{Name: "above", Type: pass.Int, Default: "256",
			Help: "In how many places a function may branch and stay whole"},
		{Name: "branches", Type: pass.Int, Default: "64", Help: "In how many places a part branches"},
	},
	ExampleOptions: "above=1 branches=1",
	Before: `func.func @f(%m: memref<8xf32>, %k: f32) -> f32 {
  affine.for %i = 0 to 8 {
    affine.store %k, %m[%i] : memref<8xf32>
  }
  %s = affine.for %i = 0 to 8 iter_args(%a = %k) -> (f32) {
    %x = affine.load %m[%i] : memref<8xf32>
    %b = arith.addf %a, %x : f32
    affine.yield %b : f32
  }
  return %s : f32
}
`,
	After: `module {
  func.func @f(%arg0: memref<8xf32>, %arg1: f32) -> f32 {
    call @f_part(%arg1, %arg0) : (f32, memref<8xf32>) -> ()
    %0 = call @f_part_0(%arg1, %arg0) : (f32, memref<8xf32>) -> f32
    return %0 : f32
  }
  func.func private @f_part(%arg0: f32, %arg1: memref<8xf32>) {
    affine.for %arg2 = 0 to 8 {
      affine.store %arg0, %arg1[%arg2] : memref<8xf32>
    }
    return
  }
  func.func private @f_part_0(%arg0: f32, %arg1: memref<8xf32>) -> f32 {
    %0 = affine.for %arg2 = 0 to 8 iter_args(%arg3 = %arg0) -> (f32) {
      %1 = affine.load %arg1[%arg2] : memref<8xf32>
      %2 = arith.addf %arg3, %1 : f32
      affine.yield %2 : f32
    }
    return %0 : f32
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	above, branches := r.Int("above"), r.Int("branches")
	if above < 0 || branches < 1 {
		return r.Op.Errorf(codeOption, "split-functions needs above >= 0 and branches >= 1, not %d and %d",
			above, branches)
	}
	s := &splitter{names: names.New(), above: int(above), branches: int(branches)}
	for _, fn := range slices.Collect(r.Op.Body().Ops()) {
		if fn.Is(function.Func) || fn.Is(async.Func) {
			s.fn = fn
			s.region(fn.Region(0))
		}
	}
	r.Count("parts made", s.made)
	return nil
}

// splitter is the state of a run.
type splitter struct {
	names    *names.Names
	fn       *ir.Op // the function at work
	above    int    // how often what stays whole branches at most
	branches int    // of a part
	made     int
}

// weight is how often something branches, and whether it takes memory that its function gives back at the
// end.
type weight struct {
	branches int
	takes    bool
}

func (w weight) plus(other weight) weight {
	return weight{w.branches + other.branches, w.takes || other.takes}
}

// region takes parts out of the blocks of a region that branches too often, and out of regions in it, and
// returns what is left.
func (s *splitter) region(r *ir.Region) (total weight) {
	weights := map[*ir.Op]weight{}
	own := map[*ir.Block]weight{}
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			if w := s.weight(op); w != (weight{}) {
				weights[op] = w
				own[b] = own[b].plus(w)
			}
		}
		total = total.plus(own[b])
	}
	several := len(r.Blocks()) > 1
	if several {
		total.branches += len(r.Blocks())
	}
	if total.branches <= s.above || !divisible(r.Op()) {
		return total
	}
	total.branches = 0
	for _, b := range r.Blocks() {
		left := s.block(b, weights)
		own[b] = weight{left, own[b].takes}
		total.branches += left
	}
	if several {
		g := &graph{splitter: s, region: r, own: own}
		total.branches = g.split()
	}
	return total
}

// divisible reports whether operations in the regions of another may be replaced by calls.
func divisible(op *ir.Op) bool {
	return op.Is(function.Func) || op.Is(async.Func) || op.Is(async.Execute) || op.Def().Loop != nil ||
		op.Is(scf.While) || op.Is(scf.If) || op.Is(scf.IndexSwitch) || op.Is(scf.ExecuteRegion)
}

// weight returns what an operation is in its function, after parts have been taken out of it.
func (s *splitter) weight(op *ir.Op) (w weight) {
	for _, r := range op.Regions() {
		w = w.plus(s.region(r))
	}
	if op.Is(async.Execute) {
		return weight{branches: 1}
	}
	if op.NumRegions() > 0 || op.Def().Callee != nil || op.Is(cf.Assert) ||
		op.Def().Speculate != nil && !op.Def().Speculate(op) {
		w.branches++
	}
	w.takes = w.takes && !op.Has(ir.AllocationScope) || op.Is(memref.Alloca)
	return w
}

// block takes parts out of a block, given what its operations are, and returns how often it branches then.
func (s *splitter) block(b *ir.Block, weights map[*ir.Op]weight) (left int) {
	var part []*ir.Op
	branches := 0
	for op := b.First(); op != nil; {
		next := op.Next()
		w := weights[op]
		switch {
		case op.Has(ir.ConstantLike):
			// wherever it is needed, it is made anew
		case op.Has(ir.Terminator) || w.takes:
			left += branches + w.branches
			part, branches = nil, 0
		default:
			part = append(part, op)
			branches += w.branches
		}
		if branches >= s.branches {
			if !s.split(part) {
				left += branches
			}
			part, branches = nil, 0
		}
		op = next
	}
	return left + branches
}
