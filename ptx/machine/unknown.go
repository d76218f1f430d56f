package machine

import (
	"maps"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/affine"
)

// This file follows unknown values: those that instructions give which are not executed, and those of special
// registers that the launch does not tell. Which registers and which memory may hold what depends on them is
// found before the launch, whatever the flow of control. Such a value is computed with, stored and loaded
// like any other, and only where it decides something, an address, a branch, a wait, does the execution end.

// unknownSpecials are special registers that the launch does not tell, by how their names begin.
var unknownSpecials = []string{"%envreg", "%pm", "%reserved_smem_offset", "%aggr_smem_size",
	"%current_graph_exec"}

// where is memory that may hold an unknown value: a space and, if that is known, which variable in it, or the
// memory of which parameter.
type where struct {
	space    space
	variable *ptx.Variable
	pointer  affine.Slot // of a parameter, if points is set
	points   bool
}

// isOne reports whether a place is in one object.
func (a where) isOne() bool { return a.variable != nil || a.points }

// meets reports whether two places may be the same memory.
func (a where) meets(b where) bool {
	switch {
	case a.isOne() && b.isOne():
		return a == b
	case a.space == genericSpace || b.space == genericSpace:
		return a.space != textureSpace && b.space != textureSpace
	}
	return a.space == b.space
}

// unknowns are the registers and the memory that may hold unknown values, each with where the value comes
// from, as the end of a sentence.
type unknowns struct {
	k         *Kernel
	registers map[int32]string
	memory    map[where]string
	held      []where         // the keys of memory, in the order in which they were found
	dynamic   []*ptx.Variable // which lie at one place
	sources   map[int]bool    // operations whose results are unknown
	places    map[int][]where // by operation
	work      []int32         // operations to look at again
}

// endAtUnknowns finds what depends on unknown values, and makes the execution end where that decides
// something. In a launch whose parameters share memory another kernel is executed, for which all parameters
// point to one object.
func (c *compiler) endAtUnknowns() {
	registers := map[int32]string{}
	for name, r := range c.specials {
		for _, prefix := range unknownSpecials {
			if strings.HasPrefix(name, prefix) {
				registers[r] = "'" + name + "', which the launch does not tell"
			}
		}
	}
	if len(c.unknown) == 0 && len(registers) == 0 {
		return
	}
	shared := *c.k
	shared.ops = slices.Clone(c.k.ops)
	c.followUnknowns(c.k, maps.Clone(registers), true)
	c.followUnknowns(&shared, registers, false)
	c.k.sharing = &shared
}

// followUnknowns changes the operations of a kernel; parameters point to different memory if apart is set.
func (c *compiler) followUnknowns(k *Kernel, registers map[int32]string, apart bool) {
	u := &unknowns{k: k, dynamic: c.dynamic, registers: registers, memory: map[where]string{},
		sources: map[int]bool{},
		places:  map[int][]where{}}
	for _, n := range c.unknown {
		u.sources[n] = true
		for _, r := range k.touched[n].written {
			u.registers[r] = "'" + k.sites[n].Name() + "', which is not executed"
		}
	}
	for n := range k.ops {
		u.work = append(u.work, int32(n))
		u.places[n] = u.find(n, apart)
	}
	for len(u.work) > 0 {
		n := int(u.work[0])
		u.work = u.work[1:]
		if !u.sources[n] {
			u.flow(n)
		}
	}
	for n := range k.ops {
		if !u.sources[n] {
			u.replace(n)
		}
	}
}

// find returns the places of an operation, each in one object where the arithmetic of its addresses tells.
func (u *unknowns) find(n int, apart bool) []where {
	places := slices.Clone(u.objects(n, apart))
	for i := range places {
		if slices.Contains(u.dynamic, places[i].variable) {
			places[i].variable = u.dynamic[0]
		}
	}
	return places
}

func (u *unknowns) objects(n int, apart bool) []where {
	places := u.k.touched[n].places
	if !slices.ContainsFunc(places, func(p where) bool { return !p.isOne() && p.space != textureSpace }) {
		return places
	}
	objects, ok := u.k.values.Objects(u.k.sites[n])
	if !ok {
		return places
	}
	var all []where
	for _, o := range objects {
		switch {
		case o.Variable == nil && apart:
			all = append(all, where{space: globalSpace, pointer: o.Slot, points: true})
		case o.Variable == nil:
			all = append(all, where{space: globalSpace, points: true})
		default:
			all = append(all, where{space: spaceOfVariable(o.Variable), variable: o.Variable})
		}
	}
	return all
}

// spaceOfVariable returns the space in which a variable lies.
func spaceOfVariable(v *ptx.Variable) space {
	switch v.Space {
	case "global":
		return globalSpace
	case "shared":
		return sharedSpace
	case "const":
		return constSpace
	}
	return localSpace
}

// first returns where the first unknown value among registers comes from, "" if all are known.
func (u *unknowns) first(registers []int32) string {
	for _, r := range registers {
		if from := u.registers[r]; from != "" {
			return from
		}
	}
	return ""
}

// loaded returns where an unknown value in memory of an operation comes from, "" if none is there.
func (u *unknowns) loaded(n int) string {
	for _, place := range u.places[n] {
		for _, held := range u.held {
			if held.meets(place) {
				return u.memory[held]
			}
		}
	}
	return ""
}

// flow carries unknown values through an operation.
func (u *unknowns) flow(n int) {
	t := &u.k.touched[n]
	from := u.first(t.read)
	if from == "" {
		from = u.loaded(n)
	}
	if from == "" {
		return
	}
	for _, r := range t.written {
		if u.registers[r] == "" {
			u.registers[r] = from
			u.work = append(u.work, u.k.readers[r]...)
		}
	}
	if isLoad(u.k.sites[n]) {
		return
	}
	for _, place := range u.places[n] {
		if u.memory[place] == "" {
			u.memory[place] = from
			u.held = append(u.held, place)
			u.lookAgain(place)
		}
	}
}

// lookAgain looks again at what accesses a place.
func (u *unknowns) lookAgain(place where) {
	for n := range u.k.ops {
		if slices.ContainsFunc(u.places[n], place.meets) {
			u.work = append(u.work, int32(n))
		}
	}
}

func isLoad(in *ptx.Instruction) bool {
	switch in.Opcode {
	case "ld", "ldu", "ldmatrix", "tex", "tld4", "suld", "txq", "suq":
		return true
	}
	return false
}

// replace makes an operation that depends on an unknown value one that does without it: a load from an
// unknown address is left out, and so is what only computes; a decision ends the execution.
func (u *unknowns) replace(n int) {
	o, t, in := &u.k.ops[n], &u.k.touched[n], u.k.sites[n]
	address := u.first(t.bases)
	guard := ""
	if o.guard >= 0 {
		guard = u.registers[o.guard]
	}
	any := u.first(t.read)
	switch {
	case guard != "":
		u.ends(n, "whether '"+in.Name()+"' is executed depends on "+guard)
	case o.tells: // it is not executed either
	case address != "" && isLoad(in):
		why := "the address of '" + in.Name() + "' depends on " + address
		o.run, o.tells = func(w *warp, _ uint32) { w.b.g.skip(why) }, true
	case address != "":
		u.ends(n, "the address of '"+in.Name()+"' depends on "+address)
	case any == "":
	case o.flow == pause || decides(in):
		u.ends(n, "what '"+in.Name()+"' does depends on "+any)
	case len(t.places) == 0 && o.flow == plain:
		o.run = func(*warp, uint32) {}
	}
}

// decides reports whether the operands of an instruction say what happens, and not only to which values.
func decides(in *ptx.Instruction) bool {
	switch in.Opcode {
	case "mbarrier", "bar", "barrier", "cp", "wgmma", "setmaxnreg", "nanosleep":
		return true
	}
	return false
}

// ends makes an operation end the execution.
func (u *unknowns) ends(n int, why string) {
	o := &u.k.ops[n]
	o.flow, o.guard, o.wait, o.tells = plain, -1, nil, true
	o.run = func(w *warp, _ uint32) { w.b.g.halt(why) }
}

// inLaunch returns the kernel that a launch executes: another one if unknown values are in it, and two
// parameters share memory.
func (k *Kernel) inLaunch(c *Config) *Kernel {
	if k.sharing == nil {
		return k
	}
	seen := map[*Buffer]bool{}
	for _, a := range c.Args {
		all := []*Buffer{a.Buffer}
		for _, to := range a.Pointers {
			all = append(all, to.Buffer)
		}
		for _, b := range all {
			if b != nil && seen[b] {
				return k.sharing
			}
			seen[b] = true
		}
	}
	return k
}
