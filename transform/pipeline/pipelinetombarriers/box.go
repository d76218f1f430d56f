package pipelinetombarriers

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// box is one copy of a box of global memory to shared memory.
type box struct {
	op     *ir.Op    // the operation that writes shared memory
	tensor *ir.Value // an argument of the kernel
	at     []*ir.Value
	known  []int64 // where at has nil
	shape  []int64 // of the tensor's rank
	to     *ir.Op  // the allocation
	place  []int64 // where in the buffer the box begins
	size   []int64 // what it covers of the buffer
	guards []*ir.Value
	buffer *buffer
	tmap   *tensorMap
}

func (b *box) typ() *ir.MemRefType { return b.tensor.Type().(*ir.MemRefType) }

func (b *box) bytes() int64 { return ir.NumElements(b.shape) * int64(ir.ElemBytes(b.typ().Elem)) }

// swizzle returns the number of bytes in whose rows the buffer's pieces are permuted, 0 if they are not.
func (b *box) swizzle() int64 {
	n, _ := b.to.IntAttr(pipeline.SwizzleAttr)
	return n
}

// meets reports whether two boxes have elements of their buffer in common.
func (b *box) meets(o *box) bool {
	for d := range b.place {
		if b.place[d]+b.size[d] <= o.place[d] || o.place[d]+o.size[d] <= b.place[d] {
			return false
		}
	}
	return true
}

// boxesOf finds the boxes that a statement copies.
func (k *kernel) boxesOf(statement *ir.Op) ([]*box, *refusal) {
	var list []*box
	for op := range statement.Walk() {
		switch {
		case op == statement && op.Is(pipeline.Block), isComputed(op, statement), op.Is(vector.TransferRead):
		case op.Is(scf.If):
			if op.NumResults() > 0 || !op.Region(1).Empty() {
				return nil, &refusal{op, codeBox, "a condition around copies has an else branch, or results"}
			}
		case op.Is(memref.Copy), op.Is(vector.TransferWrite):
			b, why := k.boxOf(op, statement)
			if why != nil {
				return nil, why
			}
			list = append(list, b)
		default:
			return nil, &refusal{op, codeBox, fmt.Sprintf("'%s' is no copy of a box", op.Name())}
		}
	}
	if len(list) == 0 {
		return nil, &refusal{statement, codeBox, "an asynchronous statement copies nothing"}
	}
	return list, nil
}

// isComputed reports whether an operation in a statement computes a value that can be computed in front of
// it. A division under a condition may be by zero where the condition does not hold.
func isComputed(op, statement *ir.Op) bool {
	return op.NumRegions() == 0 && (op.Has(ir.Pure) || op.Parent() == statement && computes(op))
}

// boxOf describes a copy.
func (k *kernel) boxOf(op, statement *ir.Op) (*box, *refusal) {
	b := &box{op: op}
	refuse := func(format string, args ...any) (*box, *refusal) {
		return nil, &refusal{op, codeBox, fmt.Sprintf(format, args...)}
	}
	ok := false
	if op.Is(memref.Copy) {
		ok = b.source(op.Operand(0)) && b.target(op.Operand(1))
	} else {
		ok = b.transferred(op)
	}
	if !ok {
		return refuse("'%s' copies no box of fixed size and place in shared memory, padded with zeros",
			op.Name())
	}
	if arg := b.tensor; !arg.IsArgument() || arg.Owner() != k.f.Body() ||
		arg.Index() >= len(k.arguments()) {
		return refuse("it copies from memory that is no argument of the kernel")
	}
	for p := op.Parent(); p != statement.Parent(); p = p.Parent() {
		if p.Is(scf.If) {
			b.guards = append(b.guards, p.Operand(0))
		}
	}
	return b, b.check()
}

// arguments returns the types of the kernel's arguments.
func (k *kernel) arguments() []ir.Type {
	return k.f.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs
}

// source takes the source of a memref.copy apart, an argument or a part of it.
func (b *box) source(v *ir.Value) bool {
	t, ok := v.Type().(*ir.MemRefType)
	if !ok || !t.Ranked || !memref.IsStatic(t.Shape) {
		return false
	}
	view := v.DefinedBy(memref.SubView)
	if view == nil {
		b.tensor, b.shape = v, t.Shape
		b.at, b.known = make([]*ir.Value, len(t.Shape)), make([]int64, len(t.Shape))
		return true
	}
	s := memref.SliceOf(view)
	b.tensor = view.Operand(0)
	for d, size := range s.Sizes {
		if size.Value != nil || s.Strides[d].Value != nil || s.Strides[d].Const != 1 {
			return false
		}
		b.shape = append(b.shape, size.Const)
		b.at, b.known = append(b.at, s.Offsets[d].Value), append(b.known, s.Offsets[d].Const)
	}
	return true
}

// target takes the target of a memref.copy apart: a buffer, or a part of it with a known place.
func (b *box) target(v *ir.Value) bool {
	if view := v.DefinedBy(memref.SubView); view != nil {
		s := memref.SliceOf(view)
		for d, size := range s.Sizes {
			if size.Value != nil || s.Strides[d].Value != nil || s.Strides[d].Const != 1 ||
				s.Offsets[d].Value != nil {
				return false
			}
			b.place, b.size = append(b.place, s.Offsets[d].Const), append(b.size, size.Const)
		}
		v = view.Operand(0)
	} else if t, ok := v.Type().(*ir.MemRefType); ok && t.Ranked {
		b.place, b.size = make([]int64, len(t.Shape)), t.Shape
	}
	b.to = v.DefinedBy(memref.Alloc)
	return b.to != nil
}

// transferred takes a vector.transfer_write apart, of what a vector.transfer_read has read.
func (b *box) transferred(op *ir.Op) bool {
	w, _ := vector.TransferOf(op)
	read := w.Vector.DefinedBy(vector.TransferRead)
	if read == nil || w.Mask != nil || !vector.IsMinorIdentity(w.Map) {
		return false
	}
	r, _ := vector.TransferOf(read)
	if r.Mask != nil || !vector.IsMinorIdentity(r.Map) || !isZero(r.Padding) {
		return false
	}
	t := r.Vector.Type().(*ir.VectorType)
	memory, ok := w.Base.Type().(*ir.MemRefType)
	source, isMemory := r.Base.Type().(*ir.MemRefType)
	if !ok || !isMemory || memory.Elem != t.Elem || source.Elem != t.Elem ||
		slices.Contains(t.Scalable, true) {
		return false
	}
	b.to = w.Base.DefinedBy(memref.Alloc)
	b.tensor, b.at, b.known = r.Base, r.Indices, make([]int64, len(r.Indices))
	b.shape = padded(t.Shape, len(r.Indices))
	b.size = padded(t.Shape, len(w.Indices))
	for d, v := range w.Indices {
		n, ok := ir.ConstInt(v)
		if !ok || n+b.size[d] > memory.Shape[d] {
			return false
		}
		b.place = append(b.place, n)
	}
	return b.to != nil
}

// padded returns a shape of a rank, with ones in front.
func padded(shape []int64, rank int) []int64 {
	return append(slices.Repeat([]int64{1}, rank-len(shape)), shape...)
}

// isZero reports whether a value is the zero that the accelerator fills boxes with.
func isZero(v *ir.Value) bool {
	switch a := ir.ConstantValue(v).(type) {
	case *ir.IntegerAttr:
		return a.Value == 0 && a.Big == nil
	case *ir.FloatAttr:
		return a.Bits == 0 && a.Big == nil
	}
	return false
}

// The limits of tensor maps (CUDA driver API, cuTensorMapEncodeTiled).
const (
	maxRank      = 5
	maxExtent    = 256
	rowMultiple  = 16
	swizzledRow  = 128
	maxElemBytes = 8
)

// check holds a box against the limits of tensor maps.
func (b *box) check() *refusal {
	refuse := func(format string, args ...any) *refusal {
		return &refusal{b.op, codeTensor, fmt.Sprintf(format, args...)}
	}
	t := b.typ()
	size := int64(ir.ElemBytes(t.Elem))
	strides, offset, ok := memref.Strides(t)
	last := len(b.shape) - 1
	switch {
	case !t.Ranked || last < 0 || last >= maxRank:
		return refuse("its tensor, '%v', does not have from 1 to %d dimensions", t, maxRank)
	case size < 1 || size > maxElemBytes || nvgpu.Bits(t.Elem)%8 != 0:
		return refuse("there are no tensor maps of elements '%v'", t.Elem)
	case !ok || strides[last] != 1:
		return refuse("the elements of rows of '%v' do not lie next to each other", t)
	case offset != ir.Dynamic && offset*size%rowMultiple != 0:
		return refuse("the tensor begins at byte %d, which is no multiple of %d", offset*size, rowMultiple)
	case b.shape[last]*size%rowMultiple != 0:
		return refuse("a row of the box is %d bytes, which is no multiple of %d", b.shape[last]*size,
			rowMultiple)
	case b.swizzle() != 0 && (b.swizzle() != swizzledRow || b.shape[last]*size != swizzledRow):
		return refuse("a row of the box is %d bytes, and the pieces of rows of %d bytes are permuted, by %d",
			b.shape[last]*size, int64(swizzledRow), b.swizzle())
	}
	for d, n := range strides[:last] {
		if n != ir.Dynamic && n*size%rowMultiple != 0 {
			return refuse("dimension %d of the tensor has a stride of %d bytes, which is no multiple of %d",
				d,
				n*size, rowMultiple)
		}
	}
	for _, n := range b.shape {
		if n > maxExtent {
			return refuse("a box of %v elements has more than %d along a dimension", b.shape, maxExtent)
		}
	}
	return b.checkTarget()
}

// checkTarget checks that the box is a run of bytes of the buffer.
func (b *box) checkTarget() *refusal {
	shape := b.to.Result(0).Type().(*ir.MemRefType).Shape
	whole := true
	for d := len(shape) - 1; d >= 0; d-- {
		if !whole && b.size[d] != 1 {
			return &refusal{b.op, codeTensor,
				fmt.Sprintf("a box of %v elements lies in pieces in its buffer of %v",
					b.size, shape)}
		}
		whole = whole && b.size[d] == shape[d]
	}
	if slot := append([]int64{1}, b.size...); len(slot) < len(b.shape) ||
		ir.NumElements(slot) != ir.NumElements(b.shape) ||
		!slices.Equal(slot[len(slot)-len(b.shape):], b.shape) {
		return &refusal{b.op, codeBox,
			fmt.Sprintf("a box of %v elements of the tensor lies as %v in its buffer",
				b.shape, b.size)}
	}
	return nil
}
