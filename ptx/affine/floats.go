package affine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file finds out which pointers point to floats. PTX gives pointers no type, and compilers load and
// store bits; what tells are the instructions that compute with what was loaded, or made what is stored.

// root is where values lie: what a pointer points to, or a variable.
type root struct {
	slot     Slot
	variable *ptx.Variable
}

// moved is a value that is loaded from one place and stored to another.
type moved struct{ from, to root }

// findFloats finds what FloatSlots returns.
func (v *Values) findFloats() map[Slot]int {
	found := map[root]int{}
	var copies []moved
	for _, p := range v.placed {
		floats := typeOf(p.in).Kind() == ptx.Float
		for i, o := range p.in.Operands {
			a, isAddress := o.(*ptx.Address)
			switch {
			case isAddress && (floats || i == 0 && p.in.Opcode == "st"):
				for _, to := range v.rootsOf(v.address(p, a)) {
					if floats {
						found[to] = typeOf(p.in).Bits()
					} else {
						copies = append(copies, v.storedTo(p, to, found)...)
					}
				}
			case !isAddress && floats:
				for _, from := range v.sources(v.value(p, o, typeOf(p.in)), map[*opaque]bool{}) {
					found[from] = typeOf(p.in).Bits()
				}
			}
		}
	}
	spread(found, copies)
	slots := map[Slot]int{}
	for r, bits := range found {
		if r.variable == nil {
			slots[r.slot] = bits
		}
	}
	return slots
}

// storedTo notes that a store of bits stores a float, and returns from where else it copies.
func (v *Values) storedTo(p placed, to root, found map[root]int) []moved {
	var copies []moved
	for _, o := range p.in.Operands[1:] {
		for _, e := range elements(o) {
			f := v.value(p, e, typeOf(p.in))
			for a := range f.Atoms {
				if a.Kind == Opaque && a.opaque.floats > 0 {
					found[to] = a.opaque.floats
				}
			}
			for _, from := range v.sources(f, map[*opaque]bool{}) {
				copies = append(copies, moved{from, to})
			}
		}
	}
	return copies
}

// spread makes floats of what is copied from and to where floats lie.
func spread(found map[root]int, copies []moved) {
	for grew := true; grew; {
		grew = false
		for _, c := range copies {
			for _, side := range [][2]root{{c.from, c.to}, {c.to, c.from}} {
				if bits := found[side[0]]; bits > 0 && found[side[1]] == 0 {
					found[side[1]], grew = bits, true
				}
			}
		}
	}
}

// sources returns from where a value is loaded, also where it is selected, or one of several.
func (v *Values) sources(f Form, seen map[*opaque]bool) []root {
	var all []root
	for p, factor := range f.Terms {
		a := p[0]
		if factor != 1 || !p.IsOne() || a.Kind != Opaque || seen[a.opaque] {
			continue
		}
		seen[a.opaque] = true
		switch {
		case a.Loaded() || a.opaque.by == "ld":
			all = append(all, v.rootsOf(a.opaque.from[0])...)
		case carries(a.opaque.by):
			for _, g := range a.opaque.from {
				all = append(all, v.sources(g, seen)...)
			}
		}
	}
	return all
}

// rootsOf returns what an address may point into.
func (v *Values) rootsOf(address Form) []root {
	var all []root
	for _, s := range roots(address, map[*opaque]bool{}) {
		all = append(all, root{slot: s})
	}
	for _, x := range variables(address, map[*opaque]bool{}) {
		all = append(all, root{variable: x})
	}
	return all
}

// variables returns the variables that an address may be a place of.
func variables(f Form, seen map[*opaque]bool) []*ptx.Variable {
	var all []*ptx.Variable
	for p, factor := range f.Terms {
		switch a := p[0]; {
		case factor != 1 || !p.IsOne():
		case a.Kind == Variable && !slices.Contains(all, a.Variable):
			all = append(all, a.Variable)
		case a.Kind == Opaque && !seen[a.opaque] && carries(a.opaque.by):
			seen[a.opaque] = true
			for _, g := range a.opaque.from {
				all = append(all, variables(g, seen)...)
			}
		}
	}
	return all
}

// PointersOf returns the slots of which an address may be one and an offset.
func (f Form) PointersOf() []Slot { return roots(f, map[*opaque]bool{}) }
