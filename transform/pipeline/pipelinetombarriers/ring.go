package pipelinetombarriers

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// ring is the slots that the statements of one asynchronous stage of a loop fill.
type ring struct {
	loop    *ir.Op
	slots   int64
	copies  []*ir.Op // the statements that fill a slot
	boxes   []*box
	buffers []*buffer
	// byProduct says that only products of warpgroups read the slots.
	byProduct bool
}

// buffer is shared memory of which each slot has one.
type buffer struct {
	alloc  *ir.Op
	memory *ir.Value // of all slots, once it is made
	// readers are the children of the loop's body that use it, beside the copies.
	readers map[*ir.Op]bool
}

func (b *buffer) typ() *ir.MemRefType { return b.alloc.Result(0).Type().(*ir.MemRefType) }

// maxSlots limits the slots of a ring, as inject-software-pipeline limits stages.
const maxSlots = 64

// ringsOf adds the rings of a loop.
func (k *kernel) ringsOf(loop *ir.Op) *refusal {
	statements := statementsOf(loop.Body())
	stages, ok := pipeline.Integers(loop.Attr(pipeline.StageAttr))
	if !ok || len(stages) != len(statements) {
		return &refusal{loop, codeAnnotation, fmt.Sprintf("%s has %d entries, and the loop has %d statements",
			pipeline.StageAttr, len(stages), len(statements))}
	}
	async, _ := pipeline.Integers(loop.Attr(pipeline.AsyncStagesAttr))
	consumers, behind := []int64(nil), false
	for i, s := range statements {
		switch {
		case !slices.Contains(async, stages[i]):
			behind = true
			consumers = append(consumers, stages[i])
		case behind:
			return &refusal{s, codeAnnotation,
				"an asynchronous statement stands behind others, so that it may " +
					"follow from what they do"}
		}
	}
	if len(consumers) == 0 || slices.Max(consumers) != slices.Min(consumers) {
		return &refusal{loop, codeAnnotation,
			"the statements that are not asynchronous do not have one stage"}
	}
	for _, stage := range async {
		r := &ring{loop: loop, slots: consumers[0] - stage + 1}
		if r.slots < 1 || r.slots > maxSlots {
			return &refusal{loop, codeAnnotation,
				fmt.Sprintf("stage %d needs %d slots, of which there are from 1 "+
					"to %d", stage, r.slots, maxSlots)}
		}
		for i, s := range statements {
			if stages[i] == stage {
				r.copies = append(r.copies, s)
			}
		}
		if why := k.fill(r); why != nil {
			return why
		}
		k.rings = append(k.rings, r)
	}
	return nil
}

// statementsOf returns the statements of a loop's body: blocks of the pipeline dialect, and what is neither
// pure, nor only reads or allocates or frees memory.
func statementsOf(body *ir.Block) []*ir.Op {
	var list []*ir.Op
	for op := range body.OpsWithoutTerminator() {
		if op.Is(pipeline.Block) || !feeds(op) {
			list = append(list, op)
		}
	}
	return list
}

// computes reports whether an operation does nothing but compute values. A division is not pure, as it may be
// by zero.
func computes(op *ir.Op) bool {
	return (op.Has(ir.Pure) || op.Is(builtin.UnrealizedConversionCast) ||
		op.Def().DialectName() == "arith") &&
		!op.Has(ir.Terminator)
}

// feeds reports whether an operation does nothing but compute values, or allocate or free memory.
func feeds(op *ir.Op) bool {
	switch {
	case op.Has(ir.Pure), op.Is(memref.Alloc), op.Is(memref.Alloca), op.Is(memref.Dealloc):
		return true
	case op.Def().Effects == nil || op.NumRegions() > 0:
		return op.IsEffectFree()
	}
	only := true
	op.Def().Effects(op, func(e ir.Effect) { only = only && e.Kind == ir.Read && e.Value != nil })
	return only
}

// fill finds the boxes that the copies of a ring consist of, and their buffers.
func (k *kernel) fill(r *ring) *refusal {
	for _, s := range r.copies {
		boxes, why := k.boxesOf(s)
		if why != nil {
			return why
		}
		r.boxes = append(r.boxes, boxes...)
	}
	for _, b := range r.boxes {
		i := slices.IndexFunc(r.buffers, func(o *buffer) bool { return o.alloc == b.to })
		if i < 0 {
			i = len(r.buffers)
			r.buffers = append(r.buffers, &buffer{alloc: b.to, readers: map[*ir.Op]bool{}})
		}
		b.buffer = r.buffers[i]
	}
	r.byProduct = true
	for _, b := range r.buffers {
		if why := k.checkBuffer(r, b); why != nil {
			return why
		}
	}
	return nil
}

// checkBuffer checks that a buffer may have slots, and finds what reads it.
func (k *kernel) checkBuffer(r *ring, b *buffer) *refusal {
	refuse := func(format string, args ...any) *refusal {
		return &refusal{b.alloc, codeBuffer, fmt.Sprintf(format, args...)}
	}
	t := b.typ()
	if !nvgpu.IsShared(t.MemorySpace) || !memref.IsStatic(t.Shape) || t.Layout != nil {
		return refuse("'%v' is no shared memory of fixed size", t)
	}
	if k.filled == nil {
		k.filled = map[*ir.Op]bool{}
	}
	if k.filled[b.alloc] {
		return refuse("asynchronous statements of two stages fill it")
	}
	k.filled[b.alloc] = true
	if b.alloc.Parent() != r.loop && !k.isFilled(r, b) {
		return refuse("it is allocated outside of the loop, and iterations do not fill all of it")
	}
	return k.findReaders(r, b)
}

// isFilled reports whether the boxes of an iteration fill a buffer: whole and always.
func (k *kernel) isFilled(r *ring, b *buffer) bool {
	n := int64(0)
	for _, x := range r.boxes {
		if x.buffer != b || len(x.guards) > 0 {
			continue
		}
		for _, y := range r.boxes {
			if x != y && y.buffer == b && x.meets(y) {
				return false
			}
		}
		n += ir.NumElements(x.shape)
	}
	return n == ir.NumElements(b.typ().Shape)
}

// findReaders follows the addresses of a buffer to what accesses it.
func (k *kernel) findReaders(r *ring, b *buffer) *refusal {
	seen := map[*ir.Op]bool{}
	var follow func(v *ir.Value) *refusal
	follow = func(v *ir.Value) *refusal {
		for u := range v.Uses() {
			op := u.Owner()
			if seen[op] || slices.ContainsFunc(r.copies, func(c *ir.Op) bool { return c.IsAncestorOf(op) }) ||
				op.Is(memref.Dealloc) {
				continue
			}
			seen[op] = true
			if why := r.reader(b, op); why != nil {
				return why
			}
			if computes(op) {
				for _, w := range op.Results() {
					if why := follow(w); why != nil {
						return why
					}
				}
			}
		}
		return nil
	}
	return follow(b.alloc.Result(0))
}

// reader notes an operation that uses a buffer.
func (r *ring) reader(b *buffer, op *ir.Op) *refusal {
	child := op
	for child != nil && child.Parent() != r.loop {
		child = child.Parent()
	}
	refuse := func(text string) *refusal {
		return &refusal{b.alloc, codeBuffer, fmt.Sprintf("'%s' at %v %s", op.Name(), op.Span(), text)}
	}
	switch {
	case child == nil:
		return refuse("uses it outside of the loop")
	case op.Has(ir.Terminator):
		return refuse("takes it to the next iteration")
	case op.Is(pipeline.Block), computes(op):
	case op.Is(nvgpu.WarpgroupMma):
		if n, ok := op.IntAttr("waitGroup"); !ok || n != 0 {
			return refuse("is a product that goes on behind it (waitGroup)")
		}
	case op.Def().Effects == nil || op.IsAsync():
		return refuse("accesses it in an unknown way")
	default:
		r.byProduct = false
	}
	b.readers[child] = true
	return nil
}
