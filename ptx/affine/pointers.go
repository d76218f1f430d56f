package affine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// findPointers finds what Pointers returns. Of two numbers that are added to make an address, one is the
// pointer: the one that is never compared.
func (v *Values) findPointers() map[Slot]bool {
	found := map[Slot]bool{}
	var unsure [][]Slot
	for _, root := range v.addresses() {
		candidates := roots(root, map[*opaque]bool{})
		if len(candidates) == 1 {
			found[candidates[0]] = true
		} else if len(candidates) > 1 {
			unsure = append(unsure, candidates)
		}
	}
	integers := v.comparedSlots()
	for _, candidates := range unsure {
		for _, s := range candidates {
			if !integers[s] {
				found[s] = true
			}
		}
	}
	return found
}

// Textures returns the slots of the parameters that hold handles of textures, surfaces or samplers.
func (v *Values) Textures() map[Slot]bool {
	found := map[Slot]bool{}
	for _, f := range v.handles {
		for _, s := range roots(f, map[*opaque]bool{}) {
			found[s] = true
		}
	}
	return found
}

// Object is memory that an address may be in: a variable, or what a parameter points to.
type Object struct {
	Variable *ptx.Variable
	Slot     Slot // of the parameter, if Variable is nil
}

// Objects returns the objects of the addresses of an instruction, one for each; false if one of the addresses
// may be in several.
func (v *Values) Objects(in *ptx.Instruction) ([]Object, bool) {
	var all []Object
	for _, f := range v.objects[in] {
		found := map[Object]bool{}
		if !v.findObjects(f, found, map[*opaque]bool{}) || len(found) != 1 {
			return nil, false
		}
		for o := range found {
			all = append(all, o)
		}
	}
	return all, len(all) > 0
}

// findObjects finds the objects of which a form may be an address; false if it may be any address.
func (v *Values) findObjects(f Form, found map[Object]bool, seen map[*opaque]bool) bool {
	for p, factor := range f.Terms {
		if factor != 1 || !p.IsOne() {
			continue
		}
		switch a := p[0]; {
		case a.Kind == Variable:
			found[Object{Variable: a.Variable}] = true
		case a.Kind == Param && v.pointers[Slot{a.Dim, a.Offset}]:
			found[Object{Slot: Slot{a.Dim, a.Offset}}] = true
		case a.Kind != Opaque || seen[a.opaque]:
		case a.opaque.by == loaded || a.opaque.by == "call":
			return false
		case carries(a.opaque.by):
			seen[a.opaque] = true
			for _, g := range a.opaque.from {
				if !v.findObjects(g, found, seen) {
					return false
				}
			}
		}
	}
	return true
}

// addresses are the forms that are addresses of global memory, or generic ones.
func (v *Values) addresses() []Form {
	var all []Form
	for _, a := range v.Accesses {
		if a.Space == "" || a.Space == "global" {
			all = append(all, a.Address)
		}
	}
	for _, p := range v.placed {
		if p.in.Opcode == "cvta" && len(p.in.Operands) == 2 {
			all = append(all, v.value(p, p.in.Operands[1], "b64"))
		}
	}
	return all
}

// roots returns the slots of which an address may be one and an offset.
func roots(f Form, seen map[*opaque]bool) []Slot {
	var all []Slot
	add := func(s Slot) {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for p, factor := range f.Terms {
		if factor != 1 || !p.IsOne() {
			continue
		}
		switch a := p[0]; {
		case a.Kind == Param:
			add(Slot{a.Dim, a.Offset})
		case a.Kind == Opaque && !seen[a.opaque] && carries(a.opaque.by):
			seen[a.opaque] = true
			for i, g := range a.opaque.from {
				if a.opaque.by == "selp" && i == 2 {
					continue
				}
				for _, s := range roots(g, seen) {
					add(s)
				}
			}
		}
	}
	return all
}

// carries reports whether a value may be an address if what it is computed from is one.
func carries(by string) bool {
	return slices.Contains([]string{"loop", "selp", "and", "or", "mov", "vector", "variable", "min", "max",
		"shfl", "slct"}, by)
}

// comparedSlots are the slots that stand alone on a side of a comparison with something that is no slot and
// no zero.
func (v *Values) comparedSlots() map[Slot]bool {
	found := map[Slot]bool{}
	for _, c := range v.Compared {
		for _, side := range [][2]Form{{c.Left, c.Right}, {c.Right, c.Left}} {
			if side[1].IsConst() && side[1].Const == 0 {
				continue
			}
			for p, factor := range side[0].Terms {
				if p[0].Kind == Param && p.IsOne() && factor == 1 && len(side[0].Terms) == 1 {
					found[Slot{p[0].Dim, p[0].Offset}] = true
				}
			}
		}
	}
	return found
}
