package convertvectortoscf

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// label marks a transfer whose vector lies in a buffer: what is read is stored to it at once, and what is
// written was loaded from it just before. The mask, if there is one, was loaded from a buffer as well.
const label = "__vector_to_scf_lowering__"

// buffer gives a transfer a buffer for its vector, and one for its mask.
func (l *lowering) buffer(x *transfer, rw *ir.Rewriter) bool {
	scope := allocationScope(x.op)
	if x.op.Attr(label) != nil || !l.unpacks(x) || scope == nil || x.op.Parent().Is(vector.Mask) {
		return false
	}
	data, mask := x.allocate(rw.Builder, scope)
	if x.isRead() {
		made := rw.Clone(x.op, nil)
		made.SetAttr(label, rw.Ctx.Unit)
		setMask(made, mask)
		memref.NewStore(rw.Builder, made.Result(0), data)
		rw.Replace(x.op, memref.NewLoad(rw.Builder, data))
		return true
	}
	memref.NewStore(rw.Builder, x.Vector, data)
	x.op.SetOperand(0, memref.NewLoad(rw.Builder, data))
	x.op.SetAttr(label, rw.Ctx.Unit)
	setMask(x.op, mask)
	rw.Modified(x.op)
	return true
}

// allocationScope returns the operation around op in which memory of the stack is allocated.
func allocationScope(op *ir.Op) *ir.Op {
	for op = op.Parent(); op != nil && !op.Has(ir.AllocationScope); op = op.Parent() {
	}
	return op
}

// allocate makes the buffers at the start of a scope, and returns that of the vector and the mask loaded from
// its buffer.
func (x *transfer) allocate(b *ir.Builder, scope *ir.Op) (data, mask *ir.Value) {
	here := b.Save()
	b.SetStart(scope.Region(0).Entry())
	data = memref.NewAlloca(b, b.Ctx.MemRef(nil, x.t, nil, nil))
	if x.Mask == nil {
		b.Restore(here)
		return data, nil
	}
	kept := memref.NewAlloca(b, b.Ctx.MemRef(nil, x.Mask.Type(), nil, nil))
	b.Restore(here)
	memref.NewStore(b, x.Mask, kept)
	return data, memref.NewLoad(b, kept)
}

// setMask gives a transfer another mask, if there is one.
func setMask(op *ir.Op, mask *ir.Value) {
	if mask != nil {
		op.SetOperand(op.NumOperands()-1, mask)
	}
}

// place is an element of a buffer.
type place struct {
	buffer *ir.Value
	at     []*ir.Value
}

// placeOf returns what a memref.load or memref.store, whose memref is operand m, accesses.
func placeOf(op *ir.Op, m int) place {
	return place{op.Operand(m), slices.Clone(op.Operands()[m+1:])}
}

// unpacked casts the buffer so that the first dimension of its elements becomes its last.
func (p place) unpacked(b *ir.Builder) place {
	t := p.buffer.Type().(*ir.MemRefType)
	v := t.Elem.(*ir.VectorType)
	to := b.Ctx.MemRef(append(slices.Clone(t.Shape), v.Shape[0]), rowType(b.Ctx, v), nil, nil)
	return place{vector.NewTypeCast(b, to, p.buffer), p.at}
}

// row returns element iv of an unpacked place.
func (p place) row(iv *ir.Value) place { return place{p.buffer, append(slices.Clone(p.at), iv)} }

func (p place) load(b *ir.Builder) *ir.Value { return memref.NewLoad(b, p.buffer, p.at...) }

func (p place) store(b *ir.Builder, v *ir.Value) { memref.NewStore(b, v, p.buffer, p.at...) }

// unpack makes a loop along the first dimension of a transfer whose vector lies in a buffer.
func (l *lowering) unpack(x *transfer, rw *ir.Rewriter) bool {
	if x.op.Attr(label) == nil {
		return false
	}
	b := rw.Builder
	u := &unpacking{transfer: x, b: b, rank: l.rank}
	var store *ir.Op
	if x.isRead() {
		for use := range x.op.Result(0).Uses() {
			store = use.Owner()
		}
		u.data = placeOf(store, 1).unpacked(b)
	} else {
		u.data = placeOf(x.Vector.DefiningOp(), 0).unpacked(b)
	}
	if x.Mask != nil {
		u.mask = placeOf(x.Mask.DefiningOp(), 0)
		if x.dims[0] != broadcast && x.maskRank() > 1 {
			u.mask = u.mask.unpacked(b)
		}
	}
	var state *ir.Value
	if !x.isRead() && x.onTensor() {
		state = x.Base
	}
	made := loop(b, boundsOf(b, x.t.Shape[0]), state, u.iteration)
	if store != nil {
		rw.Erase(store)
		rw.Erase(x.op)
		return true
	}
	rw.Replace(x.op, made.Results()...)
	return true
}

// unpacking makes the body of the loop along the first dimension of a transfer.
type unpacking struct {
	*transfer
	b          *ir.Builder
	rank       int // of transfers that stay
	data, mask place
}

// iteration makes one iteration; tensor is what the ones before have made of the tensor, if one is written
// to.
func (u *unpacking) iteration(iv, tensor *ir.Value) *ir.Value {
	row := u.data.row(iv)
	return u.inside(u.b, iv, func() *ir.Value {
		at := u.at(u.b, iv)
		rest := vector.Transfer{
			Base: u.Base, Indices: at, Padding: u.Padding, Map: mapTo(u.memoryRank(), u.dims[1:]),
			InBounds: u.InBounds[1:],
		}
		if tensor != nil {
			rest.Base = tensor
		}
		if !u.isRead() {
			rest.Vector = row.load(u.b)
		}
		if u.keepsMask() {
			from := u.mask
			if u.dims[0] != broadcast {
				from = from.row(iv)
			}
			rest.Mask = from.load(u.b)
		}
		made := u.smaller(rest)
		switch {
		case u.isRead():
			row.store(u.b, made.Result(0))
		case tensor != nil:
			return made.Result(0)
		}
		return nil
	}, func() *ir.Value {
		if u.isRead() {
			row.store(u.b, vector.NewBroadcast(u.b, rowType(u.b.Ctx, u.t), u.Padding))
		}
		return tensor
	})
}

// smaller makes a transfer of one dimension less, which is taken apart further if it has more than those that
// stay.
func (u *unpacking) smaller(rest vector.Transfer) *ir.Op {
	var made *ir.Op
	if u.isRead() {
		made = vector.NewTransferRead(u.b, rowType(u.b.Ctx, u.t), rest)
	} else {
		made = vector.NewTransferWrite(u.b, rest)
	}
	if len(u.t.Shape)-1 > u.rank {
		made.SetAttr(label, u.b.Ctx.Unit)
	}
	return made
}
