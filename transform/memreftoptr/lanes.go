package memreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// lanes is an access of the lanes of a vector, which may each be left out.
type lanes struct {
	*lowering
	d          *descriptor
	subscripts []*ir.Value // of the first lane
	typ        *ir.VectorType
	along      int       // the dimension of the memref that lanes run along, -1 if all are the same element
	partly     bool      // lanes outside of the memref are left out
	mask       *ir.Value // which lanes are not left out, nil for all
	indices    *ir.Value // how far behind the first each lane is, nil if they follow each other
}

// loadAll and storeAll access all lanes at once.
func (x *lanes) loadAll() *ir.Value { return x.load(x.element(x.d, x.subscripts, nil), x.typ) }

func (x *lanes) storeAll(v *ir.Value) { x.store(v, x.element(x.d, x.subscripts, nil)) }

// loadEach reads lane by lane; other returns what a lane is that is left out.
func (x *lanes) loadEach(other func(lane int) *ir.Value) *ir.Value {
	elements := make([]*ir.Value, x.typ.Shape[0])
	for i := range elements {
		there := x.selects(i)
		if there == nil {
			elements[i] = x.loadLane(i)
			continue
		}
		elements[i] = scf.NewIfYielding(x.Builder, there, []ir.Type{x.typ.Elem},
			func(*ir.Builder) []*ir.Value { return []*ir.Value{x.loadLane(i)} },
			func(*ir.Builder) []*ir.Value { return []*ir.Value{other(i)} }).Result(0)
	}
	return vector.NewFromElements(x.Builder, x.typ, elements...)
}

// storeEach writes lane by lane.
func (x *lanes) storeEach(v *ir.Value) {
	lane := x.laneOf(v)
	for i := range int(x.typ.Shape[0]) {
		if there := x.selects(i); there != nil {
			scf.NewIf(x.Builder, there, func(*ir.Builder) { x.store(lane(i), x.place(i)) }, nil)
		} else {
			x.store(lane(i), x.place(i))
		}
	}
}

// laneOf returns what extracts a lane of v.
func (x *lanes) laneOf(v *ir.Value) func(lane int) *ir.Value {
	return func(i int) *ir.Value { return vector.NewExtract(x.Builder, v, known(int64(i))) }
}

func (x *lanes) loadLane(i int) *ir.Value { return x.load(x.place(i), x.typ.Elem) }

// place returns the address of a lane.
func (x *lanes) place(i int) *ir.Value {
	if x.indices != nil {
		return x.address(x.d.base, x.lowering.place(x.d, x.subscripts, nil).add(x.distance(i), x.d.elem))
	}
	behind := make([]int64, len(x.subscripts))
	if x.along >= 0 {
		behind[x.along] = int64(i)
	}
	return x.element(x.d, x.subscripts, behind)
}

// distance returns how far a lane is behind the first, in elements.
func (x *lanes) distance(i int) sum {
	v := x.laneOf(x.indices)(i)
	switch t := v.Type().(type) {
	case *ir.IndexType:
		v = arith.Cast(x.Builder, arith.IndexCast, v, x.Ctx.I32)
	case *ir.IntegerType:
		if t.Width < 32 {
			v = arith.Cast(x.Builder, arith.ExtSI, v, x.Ctx.I32)
		} else if t.Width > 32 {
			v = arith.Cast(x.Builder, arith.TruncI, v, x.Ctx.I32)
		}
	}
	s := sum{terms: []term{{v: v, coeff: 1}}}
	if last := len(x.d.strides) - 1; last >= 0 {
		return x.scaled(s, x.stride(x.d, last))
	}
	return s
}

// selects is whether a lane is not left out; nil if none can be.
func (x *lanes) selects(i int) *ir.Value {
	var there *ir.Value
	if x.partly {
		at := arith.Binary(x.Builder, arith.AddI, x.subscripts[x.along], x.constant(x.Ctx.Index, int64(i)))
		there = arith.Cmp(x.Builder, arith.ULT, at, x.value(x.d.sizes[x.along]))
	}
	if x.mask == nil {
		return there
	}
	set := x.laneOf(x.mask)(i)
	if there == nil {
		return set
	}
	return arith.Binary(x.Builder, arith.AndI, there, set)
}
