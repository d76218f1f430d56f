package bufferoverlappingcopies

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is buffer-overlapping-copies.
var Pass = pass.Register(&pass.Pass{
	Name:    "buffer-overlapping-copies",
	Summary: "Copy through a buffer where source and target may share memory",
	Doc: `A memref.copy has the effect of reading all of the source before anything of the target is written. Code that copies bytes, or one
element after the other, does that only if the two do not overlap. Where they may, the pass copies to new memory and from there to
the target.

Two memrefs do not overlap if one is memory that the function allocates, an argument or a global, and the other one is another of
these, or if they are views of one with constant offsets and sizes that are apart in some dimension. All else may overlap, but for
one value as source and target.`,
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @shift(%a: memref<?xf32>, %n: index) {
  %from = memref.subview %a[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %to = memref.subview %a[1] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
  memref.copy %from, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1], offset: 1>>
  return
}
`

const after = `module {
  func.func @shift(%arg0: memref<?xf32>, %arg1: index) {
    %subview = memref.subview %arg0[0] [%arg1] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
    %subview_0 = memref.subview %arg0[1] [%arg1] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
    %c0 = arith.constant 0 : index
    %dim = memref.dim %subview, %c0 : memref<?xf32, strided<[1]>>
    %alloc = memref.alloc(%dim) : memref<?xf32>
    memref.copy %subview, %alloc : memref<?xf32, strided<[1]>> to memref<?xf32>
    memref.copy %alloc, %subview_0 : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
    memref.dealloc %alloc : memref<?xf32>
    return
  }
}
`

func run(r *pass.Run) error {
	for _, op := range r.Op.Find(memref.Copy) {
		if mayOverlap(op.Operand(0), op.Operand(1)) && buffer(op) {
			r.Count("copies buffered", 1)
		}
	}
	return nil
}

// buffer makes a copy go through new memory, unless the source has no rank.
func buffer(op *ir.Op) bool {
	from := op.Operand(0)
	t := from.Type().(*ir.MemRefType)
	if !t.Ranked {
		return false
	}
	b := ir.NewBuilder(op.Context())
	b.SetBefore(op)
	b.Loc = op.Loc()
	var sizes []*ir.Value
	for d, n := range t.Shape {
		if n == ir.Dynamic {
			sizes = append(sizes, memref.NewDim(b, from, arith.ConstIndex(b, int64(d))))
		}
	}
	copied := memref.NewAlloc(b, b.Ctx.MemRef(t.Shape, t.Elem, nil, nil), sizes...)
	memref.NewCopy(b, from, copied)
	memref.NewCopy(b, copied, op.Operand(1))
	memref.NewDealloc(b, copied)
	op.Erase()
	return true
}
