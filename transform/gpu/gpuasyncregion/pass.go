package gpuasyncregion

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is gpu-async-region.
var Pass = pass.Register(&pass.Pass{
	Name:    "gpu-async-region",
	Title:   "GpuAsyncRegionPass",
	Summary: "Make GPU ops async",
	Doc: `Operations of a device that block (gpu.launch, gpu.launch_func, gpu.alloc, gpu.dealloc, gpu.memcpy, gpu.memset) get tokens. Each starts after
those before it in its block that touch the same memory, one of the two writing; of a kernel that is known, only what it does to each
argument counts. So work that has nothing to do with each other may overlap, which a single chain of tokens does not allow: assign-queues
gives it queues of its own.

The host waits (gpu.wait) in front of what touches memory that is still in use, in front of code that is not known, and at the end of the
block. At the end of an async.execute what is open becomes a token that the region gives out, which those get who await the region or depend on
it: nobody blocks in a task. With leave-regions=false, and where a region is waited for in another way, it waits itself.

Operations that have tokens keep them, and who waits for them is the program's: they only start after those that they conflict with and that
blocked.`,
	Options: []pass.Option{
		{Name: "leave-regions", Type: pass.Bool, Default: "true",
			Help: "Let tokens leave async.execute, as upstream does; otherwise each region waits for its own"},
	},
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		var blocks []*ir.Block
		for op := range r.Op.Walk() {
			for _, region := range op.Regions() {
				blocks = append(blocks, region.Blocks()...)
			}
		}
		tables := ir.NewSymbolTables()
		x := &transform{leaves: r.Bool("leave-regions"), arrived: map[*ir.Block][]*pending{}}
		x.launches.Kernel = func(op *ir.Op) *ir.Op { return tables.Resolve(op, gpu.LaunchFunc.Callee(op)) }
		for _, b := range blocks {
			r.Count("operations with tokens", x.block(b))
		}
		return nil
	},
})

const before = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%a: memref<8xf32>) kernel {
      gpu.return
    }
  }
  func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32>)
    gpu.memcpy %b, %a : memref<8xf32>, memref<8xf32>
    return
  }
}
`

const after = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%arg0: memref<8xf32>) kernel {
      gpu.return
    }
  }
  func.func @f(%arg0: memref<8xf32>, %arg1: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %0 = gpu.launch_func async @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)  args(%arg0 : memref<8xf32>)
    %1 = gpu.memcpy async %arg1, %arg0 : memref<8xf32>, memref<8xf32>
    gpu.wait [%0, %1]
    return
  }
}
`
