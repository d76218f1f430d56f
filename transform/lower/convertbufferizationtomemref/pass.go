package convertbufferizationtomemref

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/bufferization"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/deallocation"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// Pass is convert-bufferization-to-memref.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-bufferization-to-memref",
	Title:   "ConvertBufferizationToMemRefPass",
	Summary: "Convert operations from the Bufferization dialect to the MemRef dialect",
	Doc: "A bufferization.clone becomes an allocation and a copy. A bufferization.dealloc frees a buffer " +
		"if " +
		"its condition holds and no retained buffer has its address. For several buffers a private " +
		"function " +
		"@dealloc_helper, which is added to the module, compares their addresses, so that none is freed " +
		"twice. Operations on tensors must be gone: bufferize-tensors converts them.",
	Before: `func.func @copy(%m: memref<?xf32>, %c: i1, %r: memref<?xf32>) -> (memref<?xf32>, i1) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  %1 = bufferization.dealloc (%m : memref<?xf32>) if (%c) retain (%r : memref<?xf32>)
  return %0, %1 : memref<?xf32>, i1
}
`,
	After: `module {
  func.func @copy(%arg0: memref<?xf32>, %arg1: i1, %arg2: memref<?xf32>) -> (memref<?xf32>, i1) {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32>
    %alloc = memref.alloc(%dim) : memref<?xf32>
    memref.copy %arg0, %alloc : memref<?xf32> to memref<?xf32>
    %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<?xf32> -> index
    %intptr_0 = memref.extract_aligned_pointer_as_index %arg2 : memref<?xf32> -> index
    %0 = arith.cmpi ne, %intptr, %intptr_0 : index
    %1 = arith.andi %0, %arg1 : i1
    scf.if %1 {
      memref.dealloc %arg0 : memref<?xf32>
    }
    %true = arith.constant true
    %2 = arith.xori %0, %true : i1
    %3 = arith.andi %2, %arg1 : i1
    return %alloc, %3 : memref<?xf32>, i1
  }
}
`,
	Run: run,
})

var codeLeft = diag.Register("bufferization-to-memref-unsupported",
	"an operation of bufferization does not become one of memref",
	"convert-bufferization-to-memref lowers clone and dealloc. A clone is dense memory, which must be "+
		"castable to the type of the result, and where a dealloc of several buffers stands, the pass must "+
		"run "+
		"on the module, to which it adds a function. Operations on tensors are lowered by bufferize-tensors.")

func run(r *pass.Run) error {
	if !r.Op.Is(builtin.Module) {
		for _, op := range r.Op.Find(bufferization.Dealloc) {
			if deallocation.NeedsHelper(op) {
				return op.Errorf(codeLeft, "library function required for generic lowering, but cannot be "+
					"automatically inserted when operating on functions").
					Suggest("run convert-bufferization-to-memref on the module")
			}
		}
	}
	lowering := deallocation.New(names.New())
	dealloc := func(op *ir.Op, rw *ir.Rewriter) bool {
		rw.Replace(op, lowering.Lower(rw.Builder, op)...)
		return true
	}
	return r.Convert(bufferization.Dialect.Name, []ir.Pattern{
		{Name: "clone-to-copy", Root: bufferization.Clone.Name, Rewrite: clone},
		{Name: "dealloc-by-address", Root: bufferization.Dealloc.Name, Rewrite: dealloc},
	}, false, codeLeft)
}
