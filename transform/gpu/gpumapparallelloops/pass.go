package gpumapparallelloops

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/pass"
)

const (
	outermostFirst = "outermost-first"
	innermostFirst = "innermost-first"
)

// Pass is gpu-map-parallel-loops.
var Pass = pass.Register(&pass.Pass{
	Name:    "gpu-map-parallel-loops",
	Title:   "GpuMapParallelLoopsPass",
	Summary: "Greedily maps loops to GPU hardware dimensions.",
	Doc: "The outermost scf.parallel of a nest gets the blocks of a grid, those directly in it the threads " +
		"of a block, and what is in those runs in " +
		"order. Of each the first three dimensions are mapped, from x on, or with the policy " +
		"innermost-first up to x. Loops with a mapping keep it.",
	Anchor: "func.func",
	Options: []pass.Option{{Name: "mapping-policy", Type: pass.String, Default: outermostFirst,
		Help: "Policy outlining how to assign loops to GPU dimensions. Supported values are " +
			"`outermost-first` and `innermost-first`."}},
	Before: `func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
  }
  return
}
`,
	After: `module {
  func.func @f(%arg0: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.parallel (%arg1) = (%c0) to (%arg0) step (%c1) {
      scf.reduce 
    } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    return
  }
}
`,
	Run: func(r *pass.Run) error {
		policy := r.String("mapping-policy")
		if policy != outermostFirst && policy != innermostFirst {
			return r.Op.Errorf(codePolicy,
				"Invalid mapping policy specified.").Suggest("choose outermost-first or innermost-first")
		}
		for _, op := range r.Op.Find(scf.Parallel) {
			if op.ParentOf(scf.Parallel) == nil {
				r.Count("loops mapped", mapLoop(op, gpu.BlockX, policy == innermostFirst))
			}
		}
		return nil
	},
})

var codePolicy = diag.Register("gpu-mapping-policy", "loops are to be mapped by an unknown policy",
	"The policies of gpu-map-parallel-loops are outermost-first, where the first dimension is x, and "+
		"innermost-first, where the last of three is.")

// dimensions is how many dimensions a grid and a block have.
const dimensions = 3

// mapLoop maps a loop to the processors from first on, and those directly in it to the next group, and
// returns how many it mapped.
func mapLoop(op *ir.Op, first int64, innermost bool) int {
	if op.Attr(mappingAttr) != nil {
		return 0
	}
	c := op.Context()
	identity := c.AffineMap(affine.Identity(1))
	dims := op.Def().Loop.Dims(op)
	list := make([]ir.Attr, dims)
	for d := range list {
		processor := int64(gpu.Sequential)
		if d < dimensions && first < gpu.Sequential {
			if processor = first + int64(d); innermost {
				processor = first + int64(min(dims, dimensions)-1-d)
			}
		}
		list[d] = c.ParametricAttr(gpu.LoopDimMap, c.Enum(gpu.Processor, processor), identity, identity)
	}
	op.SetAttr(mappingAttr, c.Array(list))
	n := 1
	for inner := range op.Body().Ops() {
		if inner.Is(scf.Parallel) {
			n += mapLoop(inner, min(first+dimensions, gpu.Sequential), innermost)
		}
	}
	return n
}

const mappingAttr = "mapping"
