package strengthreduceaddresses

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// leaf is an operand that is an address and no part of another one, with what the address has as its
// constant.
type leaf struct {
	owner    *ir.Op
	index    int
	constant int32
}

// group is the addresses of a loop that differ in their constants alone, by less than ptr.Reach: accesses add
// the difference.
type group struct {
	start place // without the constant and what depends on the induction variable
	// what the induction variable is multiplied by; nothing if the address does not change
	slope    polynomial
	leaves   []leaf
	pointer  *ir.Value // from which all constants are at least 0
	constant int32     // of the pointer
}

// groupsOf finds the addresses that a loop computes.
func (s *reduction) groupsOf(loop *ir.Op) []*group {
	f := finder{reduction: s, loop: loop, iv: s.idOf(scf.InductionVar(loop)), byKey: map[string]*group{},
		varies: map[int32]bool{},
		here:   map[*ir.Op]bool{}}
	f.block(loop.Body())
	for _, op := range f.sums {
		f.uses(op)
	}
	var all []*group
	for _, g := range f.groups {
		all = append(all, g.split()...)
	}
	return all
}

// finder is the search in one loop.
type finder struct {
	*reduction
	loop   *ir.Op
	sums   []*ir.Op // that compute addresses
	here   map[*ir.Op]bool
	iv     int32
	groups []*group
	byKey  map[string]*group
	varies map[int32]bool // whether an atom changes in the loop
	key    []byte
}

// block collects the addresses that a block computes, and those in regions, but for inner loops, whose own
// addresses are dealt with.
func (f *finder) block(b *ir.Block) {
	for op := range b.Ops() {
		if op.Is(ptr.PtrAdd) && ptr.IsPointer(op.Result(0).Type()) {
			f.sums = append(f.sums, op)
			f.here[op] = true
		}
		if repeats(op) {
			continue
		}
		for _, r := range op.Regions() {
			for _, inner := range r.Blocks() {
				f.block(inner)
			}
		}
	}
}

// repeats reports whether the regions of an operation may run more than once each time that it does.
func repeats(op *ir.Op) bool {
	return op.NumRegions() > 0 && !op.Is(scf.If) && !op.Is(scf.ExecuteRegion) && !op.Is(scf.IndexSwitch)
}

// uses groups the uses of an address, also in inner loops, but for those in other addresses of this loop.
func (f *finder) uses(op *ir.Op) {
	p := f.place(op.Result(0))
	if inside(p.root, f.loop) {
		return
	}
	start, slope, ok := f.split(p.distance)
	if !ok {
		return
	}
	var list []*ir.Operand // in the order of the uses in the program, which is not that of the list
	for u := range op.Result(0).Uses() {
		if !f.here[u.Owner()] {
			list = append(list, u)
		}
	}
	for _, u := range slices.Backward(list) {
		f.add(p.root, start, slope, u)
	}
}

// split parts a distance into what does not change in the loop, and what the induction variable is multiplied
// by.
func (f *finder) split(p polynomial) (start, slope polynomial, ok bool) {
	for _, t := range p {
		m, n := t.m.without(f.iv)
		if n > 1 || f.changes(m) {
			return nil, nil, false
		}
		if n == 1 {
			slope = append(slope, summand{m, t.coeff})
		} else {
			start = append(start, t)
		}
	}
	slices.SortFunc(slope, func(a, b summand) int { return compare(a.m, b.m) })
	return start, slope, true
}

// changes reports whether a product has an atom that is defined in the loop.
func (f *finder) changes(m monomial) bool {
	for _, id := range m {
		if id == 0 {
			continue
		}
		v, ok := f.varies[id]
		if !ok {
			v = inside(f.atoms[id], f.loop)
			f.varies[id] = v
		}
		if v {
			return true
		}
	}
	return false
}

// add puts a use into the group of its address.
func (f *finder) add(root *ir.Value, start, slope polynomial, use *ir.Operand) {
	c, start := start.constant(), start.withoutConstant()
	f.key = binary.LittleEndian.AppendUint32(f.key[:0], uint32(f.idOf(root)))
	f.key = appendKey(f.key, slope)
	f.key = appendKey(f.key, start)
	g := f.byKey[string(f.key)]
	if g == nil {
		g = &group{start: place{root, start}, slope: slope}
		f.byKey[string(f.key)] = g
		f.groups = append(f.groups, g)
	}
	g.leaves = append(g.leaves, leaf{use.Owner(), use.Index(), c})
}

func appendKey(key []byte, p polynomial) []byte {
	key = binary.LittleEndian.AppendUint32(key, uint32(len(p)))
	for _, t := range p {
		for _, id := range t.m {
			key = binary.LittleEndian.AppendUint32(key, uint32(id))
		}
		key = binary.LittleEndian.AppendUint32(key, uint32(t.coeff))
	}
	return key
}

// split makes groups whose constants are less than ptr.Reach above the smallest.
func (g *group) split() []*group {
	slices.SortStableFunc(g.leaves, func(a, b leaf) int { return int(int64(a.constant) - int64(b.constant)) })
	var out []*group
	for _, l := range g.leaves {
		if last := len(out) - 1; last < 0 || int64(l.constant)-int64(out[last].constant) >= ptr.Reach {
			out = append(out, &group{start: g.start, slope: g.slope, constant: l.constant})
		}
		last := out[len(out)-1]
		last.leaves = append(last.leaves, l)
	}
	return out
}
