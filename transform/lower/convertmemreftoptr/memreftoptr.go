package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is convert-memref-to-ptr.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-memref-to-ptr",
	Summary: "Lower memrefs to pointers with sizes and strides as values",
	Doc: "A memref becomes the address of its buffer, its offset unless that is statically 0, and those of " +
		"its sizes and strides that its " +
		"type does not tell; so do arguments and results of functions, and what loops and branches carry. " +
		"Addresses are 32 bits wide: " +
		"each subscript is truncated once, sums of subscripts are added to the address one by one, the " +
		"outermost first, and what is " +
		"constant comes last, where the access is. Memory is that of functions which the engine provides " +
		"(inflight_alloc and others); only " +
		"memref.global and memref.get_global remain. Accesses are taken to be in bounds, and nothing finds " +
		"out that " +
		"memory is read before it is written or used after it was freed. What copies element by element " +
		"calls inflight_poll, as " +
		"insert-poll-points lets loops do. Complex numbers become pairs of their parts. Run " +
		"expand-strided-metadata, lower-affine and " +
		"convert-complex-to-standard before.",
	Anchor: "builtin.module",
	Options: []pass.Option{{Name: "counted-values", Type: pass.Bool, Default: "false",
		Help: "whether memory that holds the parts of the payload of an async.value ends with the value"}},
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @f(%m: memref<4x?xf32>, %i: index, %j: index) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.addi %j, %c1 : index
  %0 = memref.load %m[%i, %k] : memref<4x?xf32>
  return %0 : f32
}
`

const after = `module {
  func.func @f(%arg0: !ptr.ptr<#ptr.generic_space>, %arg1: index, %arg2: index, %arg3: index) -> f32 {
    %c4_i32 = arith.constant 4 : i32
    %0 = arith.index_cast %arg3 : index to i32
    %1 = arith.index_cast %arg1 : index to i32
    %2 = arith.index_cast %arg2 : index to i32
    %c1 = arith.constant 1 : index
    %3 = arith.addi %arg3, %c1 : index
    %4 = arith.muli %2, %1 : i32
    %5 = arith.muli %4, %c4_i32 : i32
    %6 = ptr.ptr_add %arg0, %5 : !ptr.ptr<#ptr.generic_space>, i32
    %7 = arith.muli %0, %c4_i32 : i32
    %8 = ptr.ptr_add %6, %7 : !ptr.ptr<#ptr.generic_space>, i32
    %9 = ptr.ptr_add %8, %c4_i32 : !ptr.ptr<#ptr.generic_space>, i32
    %10 = ptr.load %9 : !ptr.ptr<#ptr.generic_space> -> f32
    return %10 : f32
  }
}
`

var codeUnsupported = diag.Register("ptr-unsupported",
	"an operation on memrefs has no counterpart on pointers",
	"Memrefs become pointers if they have a rank, a strided layout, and elements that are numbers of at "+
		"most 64 bits or vectors of them. "+
		"Subviews and reshapes are expanded before by expand-strided-metadata, affine accesses by "+
		"lower-affine, linalg by "+
		"convert-linalg-to-loops, functions of complex numbers by convert-complex-to-standard; vectors are "+
		"not scalable.")

func run(r *pass.Run) error {
	l := newLowering(r.Op)
	l.counted = r.Bool("counted-values")
	if err := l.checkTypes(r.Op); err != nil {
		return err
	}
	if err := l.convertModule(r.Op); err != nil {
		return err
	}
	r.Count("operations lowered", l.lowered)
	r.Count("accesses lowered", l.accesses)
	return nil
}

// lowering is the state of the pass on one module.
type lowering struct {
	*ir.Builder
	root    *ir.Op
	pointer ir.Type
	at      *ir.Op // being lowered

	mems    map[*ir.Value]*descriptor
	numbers map[*ir.Value]number
	sums    map[*ir.Value]sum
	twins   map[*ir.Value]*ir.Value // of type i32
	consts  map[constant]*ir.Value
	depths  map[*ir.Block]int
	parts   map[*ir.MemRefType]*layout
	runtime map[declaration]*ir.Op
	scopes  map[*ir.Op]bool      // regions that were memref.alloca_scope
	first   map[*ir.Block]*ir.Op // of the program, in blocks that begin a region
	saved   map[*ir.Op]*ir.Op    // saves the stack of a scope
	tasks   bool                 // there are some
	counted bool                 // asynchronous values end with their last reference

	partials map[partial]*ir.Value
	early    bool // operations are being lowered, or were, before ones that stand in front of them

	done     map[*ir.Op]bool
	dead     []*ir.Op
	expanded []*ir.Block // with arguments that are memrefs or complex numbers, or were

	err               error
	lowered, accesses int
}

func newLowering(root *ir.Op) *lowering {
	return &lowering{
		Builder: &ir.Builder{Ctx: root.Context(), Loc: root.Context().UnknownLoc, Arena: &ir.Arena{}},
		root:    root, pointer: pointerType(root.Context()),
		mems: map[*ir.Value]*descriptor{}, numbers: map[*ir.Value]number{}, sums: map[*ir.Value]sum{},
		twins: map[*ir.Value]*ir.Value{}, consts: map[constant]*ir.Value{},
		depths: map[*ir.Block]int{}, partials: map[partial]*ir.Value{}, parts: map[*ir.MemRefType]*layout{},
		runtime: map[declaration]*ir.Op{}, saved: map[*ir.Op]*ir.Op{},
		first: map[*ir.Block]*ir.Op{}, scopes: map[*ir.Op]bool{}, done: map[*ir.Op]bool{},
		tasks: hasTasks(root),
	}
}
