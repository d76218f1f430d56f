package packoperands

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/loop/internal/looppack"
)

// Pass is pack-operands.
var Pass = pass.Register(&pass.Pass{
	Name:    "pack-operands",
	Summary: "Copy what loops read again and again into contiguous memory",
	Doc: "For loads in innermost affine loops whose elements a loop around them reads again in every " +
		"iteration, copies the elements that " +
		"the loops inside of that one select, in front of it, into memory where they lie in the order in " +
		"which they are read: the " +
		"elements that one iteration of the innermost loop loads are neighbours, whether these are rows or " +
		"columns, or vectors. Of an " +
		"element that is only broadcast to vectors, the copy holds the vector. Copied is what nothing " +
		"writes in that loop, whose size is " +
		"known and at most max-bytes, and what is certain to be read. Run it after affine-loop-tile, which " +
		"makes such tiles.",
	Anchor: "func.func",
	Options: []pass.Option{
		{Name: "max-bytes", Type: pass.Int, Default: "1048576", Help: "Largest copy"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

var codeBytes = diag.Register("pack-operands-bytes", "the size given to pack-operands is not possible",
	"The largest copy is a positive number of bytes.")

func run(r *pass.Run) error {
	most := r.Int("max-bytes")
	if most <= 0 {
		return r.Op.Errorf(codeBytes, "copies of at most %d bytes are not possible", most)
	}
	for _, root := range r.Op.Find(affine.For) {
		if root.ParentOf(affine.For) != nil {
			continue
		}
		p := looppack.NewPacker(root, most, false)
		for _, loop := range root.Find(affine.For) {
			if isInnermost(loop) {
				r.Count("tiles packed", p.Pack(loop))
			}
		}
	}
	return nil
}

// isInnermost reports whether a loop holds no other loop.
func isInnermost(loop *ir.Op) bool {
	for op := range loop.Walk() {
		if op != loop && op.Def().Loop != nil {
			return false
		}
	}
	return true
}

const before = `func.func @f(%a: memref<64x96xf32>, %b: memref<96x32xf32>, %c: memref<64x32xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 96 {
        %x = affine.load %a[%i, %k] : memref<64x96xf32>
        %y = affine.load %b[%k, %j] : memref<96x32xf32>
        %z = affine.load %c[%i, %j] : memref<64x32xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<64x32xf32>
      }
    }
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<64x96xf32>, %arg1: memref<96x32xf32>, %arg2: memref<64x32xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<96xf32>
    %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<3072xf32>
    affine.for %arg3 = 0 to 32 {
      affine.for %arg4 = 0 to 96 {
        %0 = affine.load %arg1[%arg4, %arg3] : memref<96x32xf32>
        affine.store %0, %alloc_0[%arg3 * 96 + %arg4] : memref<3072xf32>
      }
    }
    affine.for %arg3 = 0 to 64 {
      affine.for %arg4 = 0 to 96 {
        %0 = affine.load %arg0[%arg3, %arg4] : memref<64x96xf32>
        affine.store %0, %alloc[%arg4] : memref<96xf32>
      }
      affine.for %arg4 = 0 to 32 {
        affine.for %arg5 = 0 to 96 {
          %0 = affine.load %alloc[%arg5] : memref<96xf32>
          %1 = affine.load %alloc_0[%arg4 * 96 + %arg5] : memref<3072xf32>
          %2 = affine.load %arg2[%arg3, %arg4] : memref<64x32xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %arg2[%arg3, %arg4] : memref<64x32xf32>
        }
      }
    }
    memref.dealloc %alloc_0 : memref<3072xf32>
    memref.dealloc %alloc : memref<96xf32>
    return
  }
}
`
