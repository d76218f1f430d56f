package pipeline

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// The form of DMA engines: copies of blocks, which are asynchronous without a scope, and waits that count as
// those of queues do. The queue numbers are those of commit_queue and wait_queue. TVM has this form as
// dma_copy, dma_start_group, dma_end_group and dma_wait.

// DmaCopy is pipeline.dma_copy. It copies all of src (operand 1) to all of dst (operand 0), asynchronously.
// The copy is a group of the queue by itself, unless it stands in a DmaGroup.
var DmaCopy = &ir.OpDef{
	Name:     "pipeline.dma_copy",
	Summary:  "an asynchronous copy of a block of memory",
	Operands: []ir.OperandDef{{Name: "dst", Type: memrefs}, {Name: "src", Type: memrefs}},
	Results:  groupToken,
	Attrs:    []ir.AttrDef{queue},
	Format:   "$queue `,` $dst `,` $src attr-dict `:` type($dst) `,` type($src) (`->` type($token)^)?",
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(1), Whole: true})
		add(ir.Effect{Kind: ir.Write, Value: op.Operand(0), Whole: true})
		touchesQueue(op, add)
	},
}

// DmaGroup is pipeline.dma_group. The copies that its body issues form one group of the queue, which may be
// empty.
var DmaGroup = &ir.OpDef{
	Name:             "pipeline.dma_group",
	Summary:          "block copies that are one group of a queue",
	Results:          groupToken,
	Attrs:            []ir.AttrDef{queue},
	Regions:          body,
	Traits:           scope | ir.RecursiveEffects,
	Format:           "$queue (`->` type($token)^)? attr-dict-with-keyword $body",
	Effects:          touchesQueue,
	RegionSuccessors: through,
}

// DmaWait is pipeline.dma_wait. It waits until at most the N youngest groups of the queue are incomplete.
var DmaWait = &ir.OpDef{
	Name:     "pipeline.dma_wait",
	Summary:  "waits until at most N groups of block copies are in flight",
	Operands: AsyncWaitStage.Operands,
	Attrs:    []ir.AttrDef{queue, count},
	Parse:    parseWait(false),
	Print:    printWait,
	Verify:   verifyCount,
	Effects:  touchesQueue,
}

// The rules of DmaCopy refer to the definition of DmaGroup. An initializer of the variable would be a cycle.
func init() {
	DmaCopy.Verify = verifyDmaCopy
	DmaGroup.Verify = verifyDmaGroup
}

var codeDma = diag.Register("pipeline-dma", "a block copy that cannot be one",
	"Source and target of pipeline.dma_copy have the same element type and the same shape, and its queue "+
		"is that of the "+
		"pipeline.dma_group around it. Groups are not nested.")

// GroupOf returns the DmaGroup that a DmaCopy belongs to, nil if it is a group by itself.
func GroupOf(op *ir.Op) *ir.Op {
	for p := range op.Ancestors() {
		switch {
		case p.Is(AsyncScope) || p.Has(ir.IsolatedFromAbove):
			return nil
		case p.Is(DmaGroup):
			return p
		}
	}
	return nil
}

func verifyDmaCopy(op *ir.Op) error {
	dst, src := op.Operand(0).Type().(*ir.MemRefType), op.Operand(1).Type().(*ir.MemRefType)
	if dst.Elem != src.Elem {
		return op.OpErrorf(codeDma, "copies elements of type '%v' to elements of type '%v'", src.Elem,
			dst.Elem)
	}
	if dst.Ranked && src.Ranked && !ir.CompatibleShapes(src.Shape, dst.Shape) {
		return op.OpErrorf(codeDma, "copies a block of another shape: '%v' to '%v'", src, dst)
	}
	if g := GroupOf(op); g != nil && op.NumResults() > 0 {
		return op.OpErrorf(codeDma, "stands in a group, whose token it cannot have").Note(g.Span(),
			"the group is here").
			Suggest("let the pipeline.dma_group return the token")
	}
	if g := GroupOf(op); g != nil && Queue(g) != Queue(op) {
		return op.OpErrorf(codeDma, "is for queue %d, but stands in a group of queue %d", Queue(op),
			Queue(g)).
			Note(g.Span(), "the group is here")
	}
	return nil
}

func verifyDmaGroup(op *ir.Op) error {
	if outer := GroupOf(op); outer != nil {
		return op.OpErrorf(codeDma, "must not be inside another 'pipeline.dma_group'").Note(outer.Span(),
			"the outer one is here")
	}
	return nil
}

// NewDmaCopy makes a copy of src to dst on a queue.
func NewDmaCopy(b *ir.Builder, queue int64, dst, src *ir.Value) *ir.Op {
	return b.Create(ir.OpState{
		Def: DmaCopy, Operands: []*ir.Value{dst, src}, Results: []ir.Type{},
		Attrs: []ir.NamedAttr{integer(b, "queue", queue)},
	})
}

// NewDmaGroup makes a group of the copies that fill makes.
func NewDmaGroup(b *ir.Builder, queue int64, fill func(b *ir.Builder)) *ir.Op {
	return newScope(b, DmaGroup, nil, fill, integer(b, "queue", queue))
}

// NewDmaWait makes a wait for all but the n youngest groups.
func NewDmaWait(b *ir.Builder, queue, n int64) *ir.Op {
	return b.Op(DmaWait, nil, integer(b, "queue", queue), integer(b, "count", n))
}

// NewDmaWaitValue is NewDmaWait with a count known at run time.
func NewDmaWaitValue(b *ir.Builder, queue int64, n *ir.Value) *ir.Op {
	return b.Op(DmaWait, []*ir.Value{n}, integer(b, "queue", queue))
}
