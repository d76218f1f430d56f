package foldmemrefaliasops

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// accessed gives for each operation that is rewritten the operand that is the memory. The subscripts follow
// it.
var accessed = map[*ir.OpDef]int{
	memref.Load: 0, memref.Store: 1,
	vector.Load: 0, vector.Store: 1, vector.MaskedLoad: 0, vector.MaskedStore: 0, vector.TransferRead: 0,
	vector.TransferWrite: 1,
	nvgpu.LdMatrix:       0, gpu.SubgroupMMALoadMatrix: 0, gpu.SubgroupMMAStoreMatrix: 1,
}

// access is an operation that accesses memory at subscripts.
type access struct {
	op      *ir.Op
	memory  int // the operand
	indices []*ir.Value
	// dims is how many of the last dimensions of the memory the accessed elements extend along: 0 for one
	// element.
	dims int
	// transfer is set for a vector.transfer_read or vector.transfer_write, which says itself along which
	// dimensions it goes.
	transfer *vector.Transfer
}

func accessOf(op *ir.Op, memory int) *access {
	t := op.Operand(memory).Type().(ir.ShapedType)
	a := &access{op: op, memory: memory, indices: op.Operands()[memory+1 : memory+1+len(t.Dims())]}
	switch x, isTransfer := vector.TransferOf(op); {
	case isTransfer:
		a.transfer, a.dims = &x, len(x.Map.Results)
	case op.Is(memref.Load), op.Is(memref.Store):
	case op.Is(nvgpu.LdMatrix), op.Is(gpu.SubgroupMMALoadMatrix), op.Is(gpu.SubgroupMMAStoreMatrix):
		a.dims = 1 // a row; where the others begin, the operation says in other ways
	default:
		a.dims = vectorDims(op, t)
	}
	return a
}

// vectorDims returns how many dimensions of memory a load or store of a vector extends along. Elements of
// memory may be vectors.
func vectorDims(op *ir.Op, memory ir.ShapedType) int {
	v := op.Operand(0)
	switch {
	case op.NumResults() > 0:
		v = op.Result(0)
	case op.Is(vector.MaskedStore):
		v = op.Operand(op.NumOperands() - 1)
	}
	n := len(v.Type().(*ir.VectorType).Shape)
	if elem, ok := memory.ElemType().(*ir.VectorType); ok {
		n -= len(elem.Shape)
	}
	return n
}

// ofVectors reports whether the operation is a load or store of the dialect vector, of transfers none.
func (a *access) ofVectors() bool { return a.op.Def().DialectName() == "vector" && a.transfer == nil }

// isScalar reports whether the operation accesses one element by memref.load or memref.store, whose
// subscripts lie inside of the memory.
func (a *access) isScalar() bool { return a.op.Is(memref.Load) || a.op.Is(memref.Store) }

// moveTo replaces the operation by one that accesses other memory at other subscripts. Of the attributes the
// named ones are left: what an access says of alignment is about the view.
func (a *access) moveTo(rw *ir.Rewriter, memory *ir.Value, indices []*ir.Value, attrs ...string) {
	operands := a.op.Operands()
	s := ir.OpState{
		Def: a.op.Def(), Results: a.op.ResultTypes(), Loc: a.op.Loc(),
		Operands: slices.Concat(operands[:a.memory], []*ir.Value{memory}, indices,
			operands[a.memory+1+len(a.indices):]),
	}
	for _, name := range attrs {
		if v := a.op.Attr(name); v != nil {
			s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: v})
		}
	}
	rw.Replace(a.op, rw.Create(s).Results()...)
}

// transferTo is moveTo for a transfer, which runs along the dimensions of the map.
func (a *access) transferTo(rw *ir.Rewriter, memory *ir.Value, indices []*ir.Value, m *aff.Map) {
	x := *a.transfer
	x.Base, x.Indices, x.Map = memory, indices, m
	if a.op.Is(vector.TransferRead) {
		rw.Replace(a.op, vector.NewTransferRead(rw.Builder, x.Vector.Type().(*ir.VectorType), x).Results()...)
		return
	}
	rw.Replace(a.op, vector.NewTransferWrite(rw.Builder, x).Results()...)
}
