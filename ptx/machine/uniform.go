package machine

import (
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

// uniformity is which registers may differ between the threads of a block, by their names, and which
// operations not all threads may come to together. A name that several functions use is one register here.
type uniformity struct {
	k       *Kernel
	differs map[string]bool
	apart   []bool // by operation
	// tids are, for the threads of a warp, the registers that hold %tid.x and nothing else.
	tids map[string]bool
}

// newUniformity finds what differs between the threads of a block or, with inWarp, of a warp.
func newUniformity(k *Kernel, inWarp bool) *uniformity {
	u := &uniformity{k: k, differs: map[string]bool{}, apart: make([]bool, len(k.ops))}
	if inWarp {
		u.tids = tidRegisters(k)
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
	in := u.k.sites[n]
	if in == nil || len(in.Operands) == 0 || !u.apart[n] && !u.makesDifferent(in) {
		return false
	}
	changed := false
	names(in.Operands[0], func(name string) {
		changed = changed || !u.differs[name]
		u.differs[name] = true
	})
	return changed
}

// makesDifferent reports whether the result of an instruction may differ between threads.
func (u *uniformity) makesDifferent(in *ptx.Instruction) bool {
	switch in.Opcode {
	case "ld", "ldu":
		if !in.Has("param") {
			return true
		}
	case "atom", "shfl", "vote", "match", "redux", "activemask", "elect", "mbarrier", "mma", "wmma",
		"ldmatrix", "tex", "suld", "call", "barrier", "bar", "wgmma", "red":
		return true
	}
	if u.isOfWarp(in) {
		return false
	}
	different := in.Guard != nil && u.differs[in.Guard.Name]
	for _, o := range in.Operands[1:] {
		names(o, func(name string) { different = different || u.differs[name] || isOfThread(name) })
	}
	return different
}

// tidRegisters returns the registers that hold %tid.x and nothing else.
func tidRegisters(k *Kernel) map[string]bool {
	tids, others := map[string]bool{}, map[string]bool{}
	for _, in := range k.sites {
		if in == nil || len(in.Operands) == 0 {
			continue
		}
		if _, isAddress := in.Operands[0].(*ptx.Address); isAddress {
			continue
		}
		isTid := false
		if in.Opcode == "mov" && in.Guard == nil && len(in.Operands) == 2 {
			n, ok := in.Operands[1].(*ptx.Name)
			isTid = ok && n.Name == "%tid.x"
		}
		names(in.Operands[0], func(name string) {
			tids[name] = tids[name] || isTid
			others[name] = others[name] || !isTid
		})
	}
	for name, isOther := range others {
		if isOther {
			delete(tids, name)
		}
	}
	return tids
}

// isOfWarp reports whether an instruction computes of %tid.x what all threads of a warp have in common: its
// number, or on which side of the border of a warp they are.
func (u *uniformity) isOfWarp(in *ptx.Instruction) bool {
	if len(in.Operands) != 3 || len(in.Modifiers) == 0 || in.Guard != nil {
		return false
	}
	a, isName := in.Operands[1].(*ptx.Name)
	b, isNumber := in.Operands[2].(*ptx.Immediate)
	if !isName || !isNumber || !u.tids[a.Name] || b.Kind != ptx.Integer {
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

// names calls f with the registers that an operand names.
func names(o ptx.Operand, f func(name string)) {
	switch x := o.(type) {
	case *ptx.Name:
		f(x.Name)
	case *ptx.Address:
		f(x.Base)
		if x.Coordinates != nil {
			names(x.Coordinates, f)
		}
	case *ptx.Vector:
		for _, e := range x.Elements {
			names(e, f)
		}
	case *ptx.List:
		for _, e := range x.Elements {
			names(e, f)
		}
	case *ptx.Pair:
		names(x.First, f)
		names(x.Second, f)
	}
}

// separates reports whether a value that may differ between threads decides where they go, or which of them
// end: behind that a barrier is not for all.
func (u *uniformity) separates(n int) bool {
	o, in := u.k.ops[n], u.k.sites[n]
	switch {
	case o.guard < 0:
		return false
	case in.Guard != nil:
		return u.differs[in.Guard.Name] || isOfThread(in.Guard.Name)
	case in.Opcode == "brx":
		different := false
		names(in.Operands[0], func(name string) { different = u.differs[name] || isOfThread(name) })
		return different
	}
	return true // a call of one of several functions
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
