package machine

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ptx"
)

// Converges reports whether all threads of a block that have not ended come to an instruction together, in
// every launch: no branch on a value that differs between threads decides who comes to it, or how often. It
// says no where that is not certain.
func (k *Kernel) Converges(in *ptx.Instruction) bool { return k.uniform().converges(in) }

// ConvergesInWarp is Converges for the threads of a warp, in blocks whose warps are 32 threads along x.
func (k *Kernel) ConvergesInWarp(in *ptx.Instruction) bool { return k.uniformInWarp().converges(in) }

func (u *uniformity) converges(in *ptx.Instruction) bool {
	k, found := u.k, false
	for site, x := range k.sites {
		if x == in {
			found = true
			if u.apart[site] {
				return false
			}
		}
	}
	return found
}

// uniformity is which registers and which memory of a thread may differ between the threads of a block, and
// which operations not all threads may come to together.
type uniformity struct {
	k       *Kernel
	differs []bool         // by register
	memory  map[where]bool // in local memory, with what functions are given
	apart   []bool         // by operation
	// tids are, for the threads of a warp, the registers that hold %tid.x and nothing else.
	tids []bool
}

// newUniformity finds what differs between the threads of a block or, with inWarp, of a warp.
func newUniformity(k *Kernel, inWarp bool) *uniformity {
	u := &uniformity{k: k, differs: slices.Clone(k.ofThread), memory: map[where]bool{},
		apart: make([]bool, len(k.ops)), tids: make([]bool, k.registers)}
	if inWarp {
		u.findTids()
	}
	for changed := true; changed; {
		changed = false
		for n := range k.ops {
			if u.taint(n) {
				changed = true
			}
			if (k.ops[n].flow == branch || k.ops[n].flow == leave) && u.separates(n) && u.part(n) {
				changed = true
			}
		}
	}
	return u
}

// taint marks what an operation writes if the value may differ between threads; false if that was known.
func (u *uniformity) taint(n int) bool {
	does := &u.k.touched[n]
	if !u.apart[n] && !u.makesDifferent(n) {
		return false
	}
	changed := false
	for _, r := range does.written {
		changed = changed || !u.differs[r]
		u.differs[r] = true
	}
	if !isLoad(u.k.sites[n]) {
		for _, place := range does.places {
			if place.space == localSpace && !u.memory[place] {
				u.memory[place], changed = true, true
			}
		}
	}
	return changed
}

// makesDifferent reports whether what an operation writes may differ between threads.
func (u *uniformity) makesDifferent(n int) bool {
	in, does := u.k.sites[n], &u.k.touched[n]
	switch in.Opcode {
	case "ld", "ldu":
		if !in.Has("param") {
			return true
		}
	case "atom", "shfl", "vote", "match", "redux", "activemask", "elect", "mbarrier", "mma", "wmma",
		"ldmatrix", "tex", "tld4", "suld", "call", "barrier", "bar", "wgmma", "red", "tcgen05":
		return true
	}
	if u.isOfWarp(n) {
		return false
	}
	return slices.ContainsFunc(does.read, func(r int32) bool { return u.differs[r] }) ||
		slices.ContainsFunc(does.places, u.holdsDifferent)
}

// holdsDifferent reports whether a place in the memory of a thread holds what may differ between threads.
func (u *uniformity) holdsDifferent(place where) bool {
	for other := range u.memory {
		if other.meets(place) {
			return true
		}
	}
	return false
}

// findTids finds the registers that hold %tid.x and nothing else.
func (u *uniformity) findTids() {
	for r, writers := range u.k.writers {
		u.tids[r] = len(writers) > 0
		for _, n := range writers {
			values := u.k.touched[n].values
			u.tids[r] = u.tids[r] && u.k.sites[n].Opcode == "mov" && u.k.ops[n].guard < 0 &&
				len(values) == 1 && values[0] == u.k.tid
		}
	}
}

// isOfWarp reports whether an operation computes of %tid.x what all threads of a warp have in common: its
// number, or on which side of the border of a warp they are.
func (u *uniformity) isOfWarp(n int) bool {
	in, values := u.k.sites[n], u.k.touched[n].values
	if len(in.Operands) != 3 || len(in.Modifiers) == 0 || in.Guard != nil || len(values) != 1 ||
		!u.tids[values[0]] {
		return false
	}
	b, isNumber := in.Operands[2].(*ptx.Immediate)
	if !isNumber || b.Kind != ptx.Integer {
		return false
	}
	switch in.Opcode {
	case "shr":
		return b.Bits >= 5
	case "setp":
		switch in.Modifiers[0] {
		case "lt", "ge", "lo", "hs":
			return b.Bits%warpSize == 0
		case "le", "gt", "ls", "hi":
			return b.Bits%warpSize == warpSize-1
		}
	}
	return false
}

// isOfThread reports whether a special register may differ between the threads of a block.
func isOfThread(name string) bool {
	for _, prefix := range []string{"%tid", "%laneid", "%warpid", "%lanemask", "%clock", "%globaltimer",
		"%pm"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// separates reports whether a value that may differ between threads decides where they go, or which of them
// end: behind that a barrier is not for all.
func (u *uniformity) separates(n int) bool {
	guard := u.k.ops[n].guard
	return guard >= 0 && u.differs[guard]
}

// part marks the operations between a branch and where all ways from it meet; false if that was known.
func (u *uniformity) part(n int) bool {
	ops := u.k.ops
	meet := int(ops[n].meet)
	if ops[n].flow == leave {
		meet = len(ops)
	}
	changed := false
	seen := map[int]bool{}
	todo := successors(ops, n)
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s == meet || s >= len(ops) || seen[s] {
			continue
		}
		seen[s] = true
		changed = changed || !u.apart[s]
		u.apart[s] = true
		todo = append(todo, successors(ops, s)...)
	}
	return changed
}

// MeetBehind returns the first instruction that all threads come to together, in every launch, on all ways
// from an instruction; false if there is none.
func (k *Kernel) MeetBehind(site int32) (int32, bool) {
	seen := map[int]bool{}
	for n := int(site); n < len(k.ops) && !seen[n]; {
		seen[n] = true
		switch o := &k.ops[n]; {
		case o.flow == branch && o.guard < 0:
			n = int(o.target)
		case o.flow == branch:
			n = int(o.meet)
		case o.flow == leave:
			return 0, false
		default:
			n++
		}
		if n < len(k.ops) && k.sites[n] != k.sites[site] && k.Converges(k.sites[n]) {
			return int32(n), true
		}
	}
	return 0, false
}

// Reaches reports whether a way leads from behind an instruction to another one.
func (k *Kernel) Reaches(from, to int32) bool {
	seen := make([]bool, len(k.ops)+1)
	todo := successors(k.ops, int(from))
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n == int(to) {
			return true
		}
		if n < len(k.ops) && !seen[n] {
			seen[n] = true
			todo = append(todo, successors(k.ops, n)...)
		}
	}
	return false
}
