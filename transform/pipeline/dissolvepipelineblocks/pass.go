package dissolvepipelineblocks

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
)

// Pass is dissolve-pipeline-blocks.
var Pass = pass.Register(&pass.Pass{
	Name:    "dissolve-pipeline-blocks",
	Summary: "Put what pipeline.block holds in its place",
	Doc: "A pipeline.block is a statement of a pipelined loop, or a name for part of a program. What it " +
		"holds takes its place, and an axis is its " +
		"value. Blocks of a loop that has yet to be pipelined stay. Run it behind " +
		"inject-software-pipeline, before code is generated.",
	Before: `func.func @f(%m: memref<8xf32>, %x: f32, %i: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  pipeline.block attributes {name = "store"} {
    %j = pipeline.axis "spatial" %i in %c0 to %c8
    memref.store %x, %m[%j] : memref<8xf32>
  }
  return
}
`,
	After: `module {
  func.func @f(%arg0: memref<8xf32>, %arg1: f32, %arg2: index) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    memref.store %arg1, %arg0[%arg2] : memref<8xf32>
    return
  }
}
`,
	Run: func(r *pass.Run) error {
		n := 0
		for op := range r.Op.WalkPost() {
			switch {
			case op.Is(pipeline.Axis):
				op.ReplaceAllUsesWith(op.Operands()[:1])
				op.Erase()
			case op.Is(pipeline.Block) && op.Parent().Attr(pipeline.StageAttr) == nil:
				asyncqueue.Dissolve(op)
				n++
			}
		}
		r.Count("blocks dissolved", n)
		return nil
	},
})
