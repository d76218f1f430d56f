package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// Where only a verdict is wanted, many values need not be computed: those that reach no address, no
// predicate, no operand of a barrier and no register that such a value is made of. This file finds the
// operations that nothing of that kind needs. It looks at names of registers alone, not at where they are
// read and written, and at a memory as one: if a value that is loaded from a space is needed, so are all that
// are stored to it.

// slice is the search for the operations whose results are needed.
type slice struct {
	k      *Kernel
	needed []bool         // by register
	loaded map[space]bool // whether what a space holds is needed
	copies bool           // memory is copied from one space to another
	work   []int32        // operations to look at again
	stores []int32        // all that store to memory
}

// computers are the instructions that compute a register of registers and do nothing else.
var computers = setOf("abs", "add", "addc", "and", "bfe", "bfi", "bfind", "bmsk", "brev", "clz", "copysign",
	"cos",
	"cvt", "cvta", "div", "dp2a", "dp4a", "ex2", "fma", "lg2", "lop3", "mad", "mad24", "madc", "max", "min",
	"mov", "mul", "mul24", "neg", "not", "or", "popc", "prmt", "rcp", "rem", "rsqrt", "sad", "selp", "set",
	"setp", "shf", "shl", "shr", "sin", "slct", "sqrt", "sub", "subc", "tanh", "testp", "xor")

// storeless are the instructions whose results no store to the space that they name changes: what they tell
// is of addresses, of barrier objects, or of registers of other lanes.
var storeless = setOf("activemask", "elect", "getctarank", "isspacep", "mapa", "match", "mbarrier", "redux",
	"shfl", "vote")

// valueless are the instructions with an order of memory that bring no value from it.
var valueless = setOf("barrier", "fence", "mbarrier")

// findNeedless marks the operations whose results no verdict needs. Where blocks or threads tell each other
// something by strong accesses, all are needed.
func (k *Kernel) findNeedless() {
	s := &slice{k: k, needed: make([]bool, k.registers), loaded: map[space]bool{}}
	for _, in := range k.sites {
		if in.Opcode == "atom" || in.Opcode == "red" || in.Opcode == "sured" ||
			!valueless[in.Opcode] && accessOrder(in).strong {
			return
		}
		s.copies = s.copies || in.Opcode == "cp"
	}
	for n := range k.ops {
		if in := k.sites[n]; in.Opcode == "st" || in.Opcode == "stmatrix" {
			s.stores = append(s.stores, int32(n))
		}
		s.work = append(s.work, int32(n))
	}
	for len(s.work) > 0 {
		n := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		s.visit(int(n))
	}
	for n := range k.ops {
		o := &k.ops[n]
		o.needless = o.flow == plain && s.computes(n) && !s.isNeeded(n)
		o.whole, o.issues = k.sites[n].Opcode == "mma", k.products[n] != nil
	}
	loads, _ := k.tensorLoads()
	k.tensorNeedless = !slices.ContainsFunc(loads, s.isNeeded)
}

// computes reports whether an operation does nothing but compute registers, of registers or, as a product of
// a warpgroup, of memory.
func (s *slice) computes(n int) bool {
	in := s.k.sites[n]
	if s.k.ops[n].tells {
		return false
	}
	switch in.Opcode {
	case "mov":
		return !slices.ContainsFunc(in.Operands, func(o ptx.Operand) bool {
			name, isName := o.(*ptx.Name)
			return isName && isClock(name.Name)
		})
	case "mma":
		return true
	case "wgmma":
		return s.k.products[n] != nil
	}
	return computers[in.Opcode]
}

// isNeeded reports whether a register that an operation writes is needed.
func (s *slice) isNeeded(n int) bool {
	return slices.ContainsFunc(s.k.touched[n].written, func(r int32) bool { return s.needed[r] })
}

// visit makes needed what an operation needs.
func (s *slice) visit(n int) {
	does, in := &s.k.touched[n], s.k.sites[n]
	if g := s.k.ops[n].guard; g >= 0 && (!s.computes(n) || s.isNeeded(n)) {
		s.need(g)
	}
	s.need(does.bases...)
	switch {
	case in.Opcode == "wgmma" && s.k.products[n] != nil:
		s.product(n)
		return
	case s.computes(n):
		if s.isNeeded(n) {
			s.need(does.read...)
		}
		return
	case in.Opcode == "shfl" && !s.isNeeded(n) && isConstant(in.Operands[2:]):
		return // who takes part is known, and nobody needs what it brings
	case in.Opcode == "st" && !in.Has("bulk") || in.Opcode == "stmatrix":
		if s.holdsNeeded(spaceOf(in)) {
			s.need(does.read...)
		}
		return
	}
	s.need(does.read...)
	if s.isNeeded(n) && !storeless[in.Opcode] {
		s.load(spaceOf(in))
	}
}

// isConstant reports whether all of some operands are numbers.
func isConstant(operands []ptx.Operand) bool {
	return !slices.ContainsFunc(operands, func(o ptx.Operand) bool {
		_, ok := o.(*ptx.Immediate)
		return !ok
	})
}

// product is visit for a product of a warpgroup: where it lies is needed, and its factors are if the sum is.
func (s *slice) product(n int) {
	x, needed := s.k.products[n], s.isNeeded(n)
	for _, r := range s.k.touched[n].read {
		if needed || !slices.Contains(x.a, r) && !slices.Contains(x.d, r) {
			s.need(r)
		}
	}
	if needed {
		s.load(sharedSpace)
	}
}

// need makes registers needed, and looks again at what writes them.
func (s *slice) need(registers ...int32) {
	for _, r := range registers {
		if !s.needed[r] {
			s.needed[r] = true
			s.work = append(s.work, s.k.writers[r]...)
		}
	}
}

// load notes that what a space holds is needed.
func (s *slice) load(from space) {
	if from == paramSpace || from == constSpace || s.loaded[from] {
		return
	}
	s.loaded[from] = true
	s.work = append(s.work, s.stores...)
	if from == genericSpace || s.copies && from != localSpace {
		for _, other := range []space{globalSpace, sharedSpace} {
			s.loaded[other] = true
		}
		s.loaded[localSpace] = s.loaded[localSpace] || from == genericSpace
	}
}

// holdsNeeded reports whether what is stored to a space is needed.
func (s *slice) holdsNeeded(to space) bool {
	return s.loaded[to] || to == genericSpace && len(s.loaded) > 0 || to == paramSpace
}
