package convertlinalgtoloops

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// point makes the loads, the body and the stores of one point of the nest. The body is written once, and
// moves.
func (n *nest) point() {
	for i, v := range n.Operands() {
		element := v
		if !n.IsScalar(i) && n.Uses(i) {
			element = n.load(v, n.subscripts(i))
		}
		n.Body.Arg(i).ReplaceAllUsesWith(element)
	}
	stores := make([][]*ir.Value, len(n.Outputs))
	for k := range stores {
		stores[k] = n.subscripts(len(n.Inputs) + k)
	}
	yield := n.Body.Last()
	for op := range n.Body.OpsWithoutTerminator() {
		if op.Is(linalg.Index) {
			d, _ := op.IntAttr("dim")
			op.Result(0).ReplaceAllUsesWith(n.ivs[d])
			op.Erase()
			continue
		}
		op.Remove()
		n.b.Insert(op)
	}
	for k, v := range yield.Operands() {
		n.store(v, n.Outputs[k], stores[k])
	}
}

func (n *nest) load(m *ir.Value, at []*ir.Value) *ir.Value {
	if n.affine {
		return affine.NewLoad(n.b, m, affine.Direct(at...))
	}
	return memref.NewLoad(n.b, m, at...)
}

func (n *nest) store(v, m *ir.Value, at []*ir.Value) {
	if n.affine {
		affine.NewStore(n.b, v, m, affine.Direct(at...))
		return
	}
	memref.NewStore(n.b, v, m, at...)
}

// subscripts makes those of operand i.
func (n *nest) subscripts(i int) []*ir.Value {
	m := n.Maps[i]
	vs := make([]*ir.Value, len(m.Results))
	for d, e := range m.Results {
		if e.Kind == aff.Dim {
			vs[d] = n.ivs[e.Value]
			continue
		}
		used, kept := aff.NewMap(m.NumDims, 0, e).DropUnused()
		var operands []*ir.Value
		for _, k := range kept {
			operands = append(operands, n.ivs[k])
		}
		vs[d] = affine.NewApply(n.b, used, operands...)
	}
	return vs
}
