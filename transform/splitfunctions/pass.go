package splitfunctions

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

var codeOption = diag.Register("split-functions-option", "a number of loops is negative, or there are parts of none",
	"The parts that split-functions makes have at least one loop, and functions are split from a number of loops on that is not negative.")

// Pass is split-functions.
var Pass = pass.Register(&pass.Pass{
	Name:    "split-functions",
	Summary: "Make several functions of one with very many loops",
	Doc: `A function with more than above loops calls functions that each do a part of its work: the operations of one of its blocks up to the
one that completes a number of loops. What they need of the function is passed to them, constants are made anew, and what the function
needs of them they return.

Compilers that look for registers in whole functions, or compare their blocks with each other, take more than linear time.
A call that comes with that many loops takes none worth speaking of.`,
	Anchor: "builtin.module",
	Options: []pass.Option{
		{Name: "above", Type: pass.Int, Default: "256", Help: "How many loops a function may have and stay whole"},
		{Name: "loops", Type: pass.Int, Default: "64", Help: "How many loops a part has"},
	},
	ExampleOptions: "above=1 loops=1",
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
	above, loops := r.Int("above"), r.Int("loops")
	if above < 0 || loops < 1 {
		return r.Op.Errorf(codeOption, "split-functions needs above >= 0 and loops >= 1, not %d and %d", above, loops)
	}
	s := &splitter{names: names.New(), loops: int(loops)}
	var large []*ir.Op
	for op := range r.Op.Body().Ops() {
		if op.Is(function.Func) && loopsIn(op) > int(above) {
			large = append(large, op)
		}
	}
	for _, fn := range large {
		for _, b := range fn.Region(0).Blocks() {
			s.block(fn, b)
		}
	}
	r.Count("parts made", s.made)
	return nil
}

// splitter is the state of a run.
type splitter struct {
	names *names.Names
	loops int // of a part
	made  int
}

// block takes parts out of a block.
func (s *splitter) block(fn *ir.Op, b *ir.Block) {
	var part []*ir.Op
	loops := 0
	for op := b.First(); op != nil; {
		next := op.Next()
		switch {
		case op.Has(ir.ConstantLike):
			// wherever it is needed, it is made anew
		case op.Has(ir.Terminator) || op.Is(memref.Alloca):
			part, loops = nil, 0
		default:
			part = append(part, op)
			loops += loopsIn(op)
		}
		if loops >= s.loops {
			s.split(fn, part)
			part, loops = nil, 0
		}
		op = next
	}
}

// loopsIn counts the loops in an operation, itself included.
func loopsIn(op *ir.Op) int {
	n := 0
	for inner := range op.Walk() {
		if inner.Def().Loop != nil || inner.Is(scf.While) {
			n++
		}
	}
	return n
}
