package looppack

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// tile is loads of an innermost loop that are served from one copy, which holds values of a type for each of
// them.
type tile struct {
	loads []*ir.Op
	typ   ir.Type
	// repeat is the loop that reads the elements again in each iteration: they are copied in front of it.
	// loops, from the outermost to the innermost, are those inside of it that select the elements; trips
	// bounds their iterations.
	repeat *ir.Op
	loops  []*ir.Op
	trips  []int64
}

// Packer packs what innermost loops in one nest read. Copies stand in memory that is allocated in front of
// the nest.
type Packer struct {
	// Scalars has copies hold elements even where all that is used of them are vectors of one element: the
	// processor makes these as it loads.
	Scalars bool

	root     *ir.Op
	maxBytes int64
	runs     bool // all loops in root run
	made     []made
}

// made is a copy: the tile with that key is in memory wherever the block goes on.
type made struct {
	key     string
	block   *ir.Block
	scratch *ir.Value
}

// NewPacker returns a packer for the nest in root, of tiles of at most maxBytes. Tiles are copied before it
// is known that they are read: runs says that all loops in root have iterations where root has; else only
// what is certain to be read is copied.
func NewPacker(root *ir.Op, maxBytes int64, runs bool) *Packer {
	return &Packer{root: root, maxBytes: maxBytes, runs: runs}
}

// Pack packs what an innermost loop reads and returns the number of tiles.
func (p *Packer) Pack(kernel *ir.Op) int {
	n := 0
	for _, t := range p.find(kernel) {
		if t.bytes() <= p.maxBytes && t.strides() != nil {
			p.pack(t)
			n++
		}
	}
	return n
}

// Transpose packs what an innermost loop reads at strides along a loop around it, so that neighbours along
// that loop become neighbours in memory, and returns the number of tiles.
func (p *Packer) Transpose(kernel, along *ir.Op) int {
	n := 0
	for _, t := range p.find(kernel) {
		i := slices.Index(t.loops, along)
		if i < 0 || !strided(t.loads, along) || t.bytes() > p.maxBytes {
			continue
		}
		last := len(t.loops) - 1
		t.loops[i], t.loops[last] = t.loops[last], t.loops[i]
		t.trips[i], t.trips[last] = t.trips[last], t.trips[i]
		if len(t.loads) == 1 && t.strides() != nil {
			p.pack(t)
			n++
		}
	}
	return n
}

// strided reports whether neighbouring iterations of a loop do not load neighbours.
func strided(loads []*ir.Op, loop *ir.Op) bool {
	return slices.ContainsFunc(loads, func(load *ir.Op) bool {
		r, _ := affineloop.RefOf(load)
		factors, ok := r.Factors(loop.Body().Arg(0), loop)
		last := len(factors) - 1
		return ok && (factors[last] != 1 ||
			slices.ContainsFunc(factors[:last], func(f int64) bool { return f != 0 }))
	})
}

// find returns the tiles that the loads directly in the kernel read.
func (p *Packer) find(kernel *ir.Op) []*tile {
	chain := chainOf(kernel, p.root)
	writes := writes{}
	var tiles []*tile
	for op := range kernel.Body().OpsWithoutTerminator() {
		if !op.Is(affine.Load) && !op.Is(affine.VectorLoad) {
			continue
		}
		t := p.tileOf(op, chain, writes)
		if t == nil {
			continue
		}
		same := slices.IndexFunc(tiles, func(o *tile) bool {
			return o.repeat == t.repeat && slices.Equal(o.loops, t.loops) &&
				o.loads[0].Operand(0) == op.Operand(0) &&
				o.typ == t.typ
		})
		if same >= 0 {
			tiles[same].loads = append(tiles[same].loads, op)
		} else {
			tiles = append(tiles, t)
		}
	}
	return tiles
}

// chainOf returns the loops from root to kernel.
func chainOf(kernel, root *ir.Op) []*ir.Op {
	chain := []*ir.Op{kernel}
	for op := kernel; op != root; {
		if op = op.Parent(); op == nil {
			return nil
		}
		if op.Is(affine.For) {
			chain = append(chain, op)
		}
	}
	slices.Reverse(chain)
	return chain
}

// tileOf returns the tile that a load reads, nil if it reads nothing again, or something that cannot be
// copied.
func (p *Packer) tileOf(load *ir.Op, chain []*ir.Op, writes writes) *tile {
	r, ok := affineloop.RefOf(load)
	if !ok || affineloop.Inside(r.Memref, chain[0]) {
		return nil
	}
	depends := dependent(&r, chain)
	i := len(chain) - 1
	for i >= 0 && depends[i] {
		i--
	}
	if i < 0 || i == len(chain)-1 {
		return nil
	}
	t := &tile{loads: []*ir.Op{load}, typ: p.packed(load).Type(), repeat: chain[i]}
	for k, loop := range chain {
		if k <= i || !depends[k] {
			continue
		}
		trips, ok := affineloop.MaxTrips(loop)
		if !ok || !invariantBounds(loop, t.repeat) {
			return nil
		}
		t.loops, t.trips = append(t.loops, loop), append(t.trips, trips)
	}
	if writes.mayTouch(&r, t.repeat) ||
		!p.runs && slices.ContainsFunc(chain[i:], func(l *ir.Op) bool { return !affineloop.Runs(l) }) {
		return nil
	}
	return t
}

// dependent says which loops of a chain a subscript depends on.
func dependent(r *affineloop.Ref, chain []*ir.Op) []bool {
	depends := make([]bool, len(chain))
	for i, loop := range chain {
		depends[i] = slices.Contains(r.At.Operands, loop.Body().Arg(0))
	}
	return depends
}

// invariantBounds reports whether the bounds of a loop are computed outside of another one.
func invariantBounds(loop, outer *ir.Op) bool {
	return !slices.ContainsFunc(append(loop.OperandsOf(0), loop.OperandsOf(1)...),
		func(v *ir.Value) bool { return affineloop.Inside(v, outer) })
}

// writes holds what loops write, found once for each.
type writes map[*ir.Op]*written

type written struct {
	refs     []affineloop.Ref
	complete bool
}

// mayTouch reports whether something in a loop may write to what a load of it reads.
func (w writes) mayTouch(r *affineloop.Ref, loop *ir.Op) bool {
	known := w[loop]
	if known == nil {
		refs, complete := affineloop.Refs(loop)
		refs = slices.DeleteFunc(refs, func(o affineloop.Ref) bool { return !o.Writes })
		known = &written{refs, complete}
		w[loop] = known
	}
	return !known.complete ||
		slices.ContainsFunc(known.refs, func(o affineloop.Ref) bool { return affineloop.MayShare(r, &o) })
}

// packed returns the value that the copy of a load holds.
func (p *Packer) packed(load *ir.Op) *ir.Value {
	if p.Scalars {
		return load.Result(0)
	}
	return packed(load)
}

// packed returns the value that the copy of a load holds: what is loaded, or, where that is all it is used
// for, vectors of it.
func packed(load *ir.Op) *ir.Value {
	v := load.Result(0)
	var wide *ir.Value
	for u := range v.Uses() {
		b := u.Owner()
		if !b.Is(vector.Broadcast) || wide != nil && wide.Type() != b.Result(0).Type() {
			return v
		}
		wide = b.Result(0)
	}
	if wide == nil {
		return v
	}
	return wide
}
