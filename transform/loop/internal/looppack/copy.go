package looppack

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// elem returns the type of the elements, and how many of them one load has.
func (t *tile) elem() (ir.Type, int64) {
	if v, ok := t.typ.(*ir.VectorType); ok {
		return v.Elem, ir.NumElements(v.Shape)
	}
	return t.typ, 1
}

// group returns the number of elements that one iteration of the innermost loop reads.
func (t *tile) group() int64 {
	_, n := t.elem()
	return n * int64(len(t.loads))
}

func (t *tile) elements() int64 {
	n := t.group()
	for _, trips := range t.trips {
		n *= max(trips, 1)
	}
	return n
}

func (t *tile) bytes() int64 {
	elem, _ := t.elem()
	return t.elements() * int64(ir.ElemBytes(elem))
}

// strides returns how far apart in the copy neighbouring values of each loop's variable lie, nil if that is
// no whole number.
func (t *tile) strides() []int64 {
	strides := make([]int64, len(t.loops))
	distance := t.group()
	for i := len(t.loops) - 1; i >= 0; i-- {
		step := affine.Step(t.loops[i])
		if distance%step != 0 {
			return nil
		}
		strides[i] = distance / step
		distance *= max(t.trips[i], 1)
	}
	return strides
}

// alignment is that of copies, in bytes: a line of a cache.
const alignment = 64

// pack makes the loads of a tile read a copy, which is made in front of the loop that repeats them unless
// there is one.
func (p *Packer) pack(t *tile) {
	key, block := t.key(), t.repeat.Block()
	scratch := (*ir.Value)(nil)
	for _, m := range p.made {
		if m.block == block && m.key == key {
			scratch = m.scratch
		}
	}
	if scratch == nil {
		scratch = p.copy(t)
		p.made = append(p.made, made{key, block, scratch})
	}
	for i, load := range t.loads {
		t.read(load, scratch, int64(i))
	}
}

// copy allocates memory for a tile and fills it.
func (p *Packer) copy(t *tile) *ir.Value {
	b := ir.At(p.root)
	elem, _ := t.elem()
	scratch := memref.NewAlloc(b, b.Ctx.MemRef([]int64{t.elements()}, elem, nil, nil))
	scratch.DefiningOp().SetAttr("alignment", b.Ctx.Int(b.Ctx.I64, alignment))
	b.SetAfter(p.root)
	memref.NewDealloc(b, scratch)
	b.SetBefore(t.repeat)
	b.Loc = t.loads[0].Loc()
	t.fill(b, scratch, nil)
	return scratch
}

// key tells tiles apart: those with the same key have the same elements at the same places, as long as the
// values in it are the same.
func (t *tile) key() string {
	var key strings.Builder
	name := func(operands []*ir.Value) {
		for _, v := range operands {
			i := slices.IndexFunc(t.loops, func(l *ir.Op) bool { return l.Body().Arg(0) == v })
			if i >= 0 {
				fmt.Fprintf(&key, " d%d", i)
			} else {
				fmt.Fprintf(&key, " %p", v)
			}
		}
		key.WriteByte(';')
	}
	for _, l := range t.loops {
		lower, upper := affineloop.Bounds(l)
		fmt.Fprint(&key, lower.Map, upper.Map, affine.Step(l))
		name(lower.Operands)
		name(upper.Operands)
	}
	for _, load := range t.loads {
		r, _ := affineloop.RefOf(load)
		fmt.Fprintf(&key, "%p %v %v", r.Memref, r.At.Map, load.Result(0).Type())
		name(r.At.Operands)
	}
	return key.String() + t.typ.String()
}

// fill makes the loops of the copy from the one after ivs inwards, and the copying itself.
func (t *tile) fill(b *ir.Builder, scratch *ir.Value, ivs []*ir.Value) {
	k := len(ivs)
	if k == len(t.loops) {
		for i, load := range t.loads {
			t.copyOne(b, load, scratch, ivs, int64(i))
		}
		return
	}
	lower, upper := affineloop.Bounds(t.loops[k])
	if d, ok := t.spreads(); ok && k == len(t.loops)-1 {
		_, lanes := t.elem()
		t.loop(b, k, lower, d.Main, lanes, ivs, func(ivs []*ir.Value) { t.spread(b, scratch, ivs) })
		if d.Rest.Map == nil {
			return
		}
		lower = d.Rest
	}
	t.loop(b, k, lower, upper, affine.Step(t.loops[k]), ivs, func(ivs []*ir.Value) {
		t.fill(b, scratch, ivs)
	})
}

// loop makes loop k of the copy with other bounds around what body makes.
func (t *tile) loop(b *ir.Builder, k int, lower, upper affine.Access, step int64, ivs []*ir.Value,
	body func(ivs []*ir.Value)) {
	made := affine.NewFor(b, lower, upper, step, func(*ir.Builder, *ir.Value) {})
	b.SetBefore(made.Body().Terminator())
	body(append(ivs, made.Body().Arg(0)))
	b.SetAfter(made)
}

// at returns the elements that a load reads, for the variables of the loops of the copy.
func (t *tile) at(load *ir.Op, ivs []*ir.Value) affine.Access {
	r, _ := affineloop.RefOf(load)
	operands := slices.Clone(r.At.Operands)
	for i, loop := range t.loops {
		for k, v := range operands {
			if v == loop.Body().Arg(0) {
				operands[k] = ivs[i]
			}
		}
	}
	return affine.Access{Map: r.At.Map, Operands: operands}
}

// copyOne copies what one load reads.
func (t *tile) copyOne(b *ir.Builder, load *ir.Op, scratch *ir.Value, ivs []*ir.Value, slot int64) {
	from, to := t.at(load, ivs), t.place(ivs, slot)
	typ, isVector := t.typ.(*ir.VectorType)
	switch {
	case load.Is(affine.VectorLoad):
		affine.NewVectorStore(b, affine.NewVectorLoad(b, typ, load.Operand(0), from), scratch, to)
	case isVector:
		affine.NewVectorStore(b, vector.NewBroadcast(b, typ, affine.NewLoad(b, load.Operand(0), from)),
			scratch, to)
	default:
		affine.NewStore(b, affine.NewLoad(b, load.Operand(0), from), scratch, to)
	}
}

// spreads reports whether the copy holds vectors of elements that are neighbours along the innermost loop,
// and how that is cut into as many iterations as a vector has lanes: a vector of neighbours is loaded at once
// then, and each of its elements spread.
func (t *tile) spreads() (d affineloop.Division, ok bool) {
	typ, isVector := t.typ.(*ir.VectorType)
	inner := t.loops[len(t.loops)-1]
	if !isVector || len(typ.Shape) != 1 || t.loads[0].Is(affine.VectorLoad) || affine.Step(inner) != 1 ||
		strided(t.loads, inner) ||
		!affineloop.Dense(t.loads[0].Operand(0)) {
		return d, false
	}
	d, ok = affineloop.Divide(inner, typ.Shape[0])
	return d, ok && !d.None
}

// spread copies what as many iterations of the innermost loop read as a vector has lanes.
func (t *tile) spread(b *ir.Builder, scratch *ir.Value, ivs []*ir.Value) {
	typ := t.typ.(*ir.VectorType)
	lanes := typ.Shape[0]
	for i, load := range t.loads {
		neighbours := affine.NewVectorLoad(b, typ, load.Operand(0), t.at(load, ivs))
		for lane := range lanes {
			to := t.place(ivs, int64(i))
			to.Map = aff.NewMap(to.Map.NumDims, to.Map.NumSymbols,
				to.Map.Results[0].Add(aff.C(lane*t.group())))
			element := vector.NewShuffle(b, neighbours, neighbours,
				slices.Repeat([]int64{lane}, int(lanes))...)
			affine.NewVectorStore(b, element, scratch, to)
		}
	}
}

// place returns where in the copy a load finds its elements, for the variables of the loops.
func (t *tile) place(ivs []*ir.Value, slot int64) affine.Access {
	_, n := t.elem()
	at := aff.C(slot * n)
	var dims, syms []*ir.Value
	for i, stride := range t.strides() {
		lower, _ := affineloop.Bounds(t.loops[i])
		start := lower.Map.Replace(aff.Numbered(lower.Map.NumDims, len(dims)+1, aff.D),
			aff.Numbered(lower.Map.NumSymbols, len(syms), aff.S), 0, 0)
		at = at.Add(aff.D(len(dims)).Sub(start.Results[0]).Mul(aff.C(stride)))
		dims = append(append(dims, ivs[i]), lower.Operands[:lower.Map.NumDims]...)
		syms = append(syms, lower.Operands[lower.Map.NumDims:]...)
	}
	return affine.Access{Map: aff.NewMap(len(dims), len(syms), at), Operands: append(dims, syms...)}.Compose()
}

// read makes a load read its elements from the copy.
func (t *tile) read(load *ir.Op, scratch *ir.Value, slot int64) {
	ivs := make([]*ir.Value, len(t.loops))
	for i, loop := range t.loops {
		ivs[i] = loop.Body().Arg(0)
	}
	b := ir.At(load)
	from := load.Result(0)
	if t.typ != from.Type() {
		from = packed(load)
	}
	at := t.place(ivs, slot)
	var v *ir.Value
	if typ, ok := from.Type().(*ir.VectorType); ok {
		v = affine.NewVectorLoad(b, typ, scratch, at)
	} else {
		v = affine.NewLoad(b, scratch, at)
	}
	if from != load.Result(0) {
		for u := range load.Result(0).Uses() {
			wide := u.Owner()
			wide.Result(0).ReplaceAllUsesWith(v)
			wide.Erase()
		}
	} else {
		from.ReplaceAllUsesWith(v)
	}
	load.Erase()
}
