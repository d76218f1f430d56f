package convertmemreftoptr

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
	subscripts []*ir.Value
	// how far the first lane lies behind the subscripts in each dimension; nil if it does not
	behind []int64
	typ    *ir.VectorType
	// the dimension of the memref that each of the vector runs along, -1 if it repeats the same elements
	dims    []int
	skips   []bool    // whether lanes outside of the memref along it are left out
	mask    *ir.Value // which lanes are not left out, nil for all
	indices *ir.Value // how far behind the first each lane is, nil if they follow each other
}

// read reads the lanes. Those that are left out have a value, or are those of a vector.
func (x *lanes) read(other *ir.Value) *ir.Value {
	var lane func(int) *ir.Value
	switch {
	case other == nil:
	case other.Type() == ir.Type(x.typ):
		lane = x.laneOf(other)
	default:
		lane = func(int) *ir.Value { return other }
	}
	switch {
	case len(x.dims) == 0:
		return vector.NewBroadcast(x.Builder, x.typ, x.loadLane(0))
	case len(x.dims) == 1 && x.dims[0] < 0 && x.mask == nil:
		return vector.NewBroadcast(x.Builder, x.typ, x.loadLane(0))
	case x.atOnce() && !x.skips[0]:
		return x.loadAll()
	case len(x.dims) > 1:
		return x.readRows(other)
	case !x.atOnce():
		return x.loadEach(lane)
	}
	return scf.NewIfYielding(x.Builder, x.allInside(), []ir.Type{x.typ},
		func(*ir.Builder) []*ir.Value { return []*ir.Value{x.loadAll()} },
		func(*ir.Builder) []*ir.Value { return []*ir.Value{x.loadEach(lane)} }).Result(0)
}

// write writes the lanes of a vector that are not left out.
func (x *lanes) write(v *ir.Value) {
	switch {
	case len(x.dims) == 0:
		x.store(vector.NewExtract(x.Builder, v), x.place(0))
	case x.atOnce() && !x.skips[0]:
		x.storeAll(v)
	case len(x.dims) > 1:
		x.eachRow(func(row *lanes, at []ir.OpFoldResult, there *ir.Value) {
			write := func(*ir.Builder) { row.write(vector.NewExtract(x.Builder, v, at...)) }
			if there == nil {
				write(x.Builder)
			} else {
				scf.NewIf(x.Builder, there, write, nil)
			}
		})
	case !x.atOnce():
		x.storeEach(v)
	default:
		scf.NewIf(x.Builder, x.allInside(), func(*ir.Builder) { x.storeAll(v) }, func(*ir.Builder) {
			x.storeEach(v)
		})
	}
}

// readRows reads a vector of several dimensions row by row.
func (x *lanes) readRows(other *ir.Value) *ir.Value {
	v := arith.NewConstant(x.Builder,
		x.Ctx.Dense(x.typ, string(make([]byte, ir.ElemBytes(x.typ.Elem))), true))
	x.eachRow(func(row *lanes, at []ir.OpFoldResult, there *ir.Value) {
		instead := other
		if other != nil && other.Type() == ir.Type(x.typ) {
			instead = vector.NewExtract(x.Builder, other, at...)
		}
		var read *ir.Value
		if there == nil {
			read = row.read(instead)
		} else {
			read = scf.NewIfYielding(x.Builder, there, []ir.Type{row.typ},
				func(*ir.Builder) []*ir.Value { return []*ir.Value{row.read(instead)} },
				func(*ir.Builder) []*ir.Value {
					return []*ir.Value{vector.NewBroadcast(x.Builder, row.typ, instead)}
				}).Result(0)
		}
		v = vector.NewInsert(x.Builder, read, v, at...)
	})
	return v
}

// eachRow calls f for the rows along the first dimension; there is whether the row lies inside of the memref
// along it, nil if it does not matter.
func (x *lanes) eachRow(f func(row *lanes, at []ir.OpFoldResult, there *ir.Value)) {
	for i := range x.typ.Shape[0] {
		at := []ir.OpFoldResult{known(i)}
		row := *x
		row.typ = x.Ctx.Vector(x.typ.Shape[1:], nil, x.typ.Elem)
		row.dims, row.skips, row.behind = x.dims[1:], x.skips[1:], x.distances(int(i))
		if x.mask != nil {
			row.mask = vector.NewExtract(x.Builder, x.mask, at...)
		}
		var there *ir.Value
		if x.skips[0] {
			there = x.inside(int(i))
		}
		f(&row, at, there)
	}
}

// distances returns how far lane i along the first dimension lies behind the subscripts.
func (x *lanes) distances(i int) []int64 {
	behind := make([]int64, len(x.subscripts))
	copy(behind, x.behind)
	if len(x.dims) > 0 && x.dims[0] >= 0 {
		behind[x.dims[0]] += int64(i)
	}
	return behind
}

// inside is whether lane i along the first dimension lies inside of the memref.
func (x *lanes) inside(i int) *ir.Value {
	along := x.dims[0]
	at := arith.Binary(x.Builder, arith.AddI, x.subscripts[along], x.constant(x.Ctx.Index, int64(i)))
	return arith.Cmp(x.Builder, arith.ULT, at, x.value(x.d.sizes[along]))
}

// allInside is whether the first and the last lane along the only dimension lie inside of the memref.
func (x *lanes) allInside() *ir.Value {
	at := x.subscripts[x.dims[0]]
	n := x.constant(x.Ctx.Index, x.typ.Shape[0])
	room := arith.Binary(x.Builder, arith.SubI, x.value(x.d.sizes[x.dims[0]]), n)
	first := arith.Cmp(x.Builder, arith.SGE, at, x.constant(x.Ctx.Index, 0))
	return arith.Binary(x.Builder, arith.AndI, first, arith.Cmp(x.Builder, arith.SLE, at, room))
}

// loadAll and storeAll access all lanes at once.
func (x *lanes) loadAll() *ir.Value { return x.load(x.element(x.d, x.subscripts, x.behind), x.typ) }

func (x *lanes) storeAll(v *ir.Value) { x.store(v, x.element(x.d, x.subscripts, x.behind)) }

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
	return x.element(x.d, x.subscripts, x.distances(i))
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
	if x.skips[0] {
		there = x.inside(i)
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
