package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file follows values through registers, along the flow of control: where what an operation produces may
// end up. Shared memory is one place for this, and so is the memory of a thread: a value that is stored there
// may be what any load from there finds. What a value decides by a branch is not followed.

// ends are where a value may end up.
type ends struct {
	result  bool // in global memory, or in what else outlives the block
	address bool // as an address of an access
	spins   bool // in the condition on which the operation that produced it is executed again
	outer   bool // as an address that is not in shared memory
	decides bool // in a condition
}

// matters reports whether the value is more than a condition.
func (e ends) matters() bool { return e.result || e.address }

// held is a register, before an operation.
type held struct {
	op       int
	register int32
}

// valueFlow follows the value that one operation produces.
type valueFlow struct {
	k             *Kernel
	from          int
	seen          map[held]bool
	work          []held
	shared, local bool // memory that may hold it
	ends          ends
}

// endsOf returns where the values that an operation produces may end up.
func (k *Kernel) endsOf(n int) ends {
	f := &valueFlow{k: k, from: n, seen: map[held]bool{}}
	f.produce(n)
	for len(f.work) > 0 {
		next := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		f.visit(next)
	}
	return f.ends
}

// Asks reports whether the value that an instruction loads decides what its thread does next, and is no part
// of a result or an address; waits says that the thread loads it until it is another one.
func (k *Kernel) Asks(in *ptx.Instruction) (asks, waits bool) {
	asks = true
	for n, at := range k.sites {
		if at == in {
			e := k.endsOf(n)
			asks, waits = asks && (e.spins || !e.matters()), waits || e.spins
		}
	}
	return asks, waits
}

// CountsPhases reports whether the value that an instruction makes does nothing but name slots of shared
// memory and phases of barrier objects.
func (k *Kernel) CountsPhases(in *ptx.Instruction) bool {
	found := false
	for n, at := range k.sites {
		if at != in {
			continue
		}
		found = true
		if e := k.endsOf(n); e.result || e.outer || e.decides {
			return false
		}
	}
	return found
}

// endsOf is that of the kernel, once for each operation.
func (g *launch) endsOf(n int32) ends {
	e, known := g.ends[n]
	if !known {
		e = g.k.endsOf(int(n))
		g.ends[n] = e
	}
	return e
}

// produce follows the results of an operation.
func (f *valueFlow) produce(n int) {
	for _, r := range f.k.touched[n].written {
		f.behind(n, r)
	}
}

// behind follows a register from behind an operation.
func (f *valueFlow) behind(n int, r int32) {
	for _, s := range successors(f.k.ops, n) {
		if at := (held{s, r}); s < len(f.k.ops) && !f.seen[at] {
			f.seen[at] = true
			f.work = append(f.work, at)
		}
	}
}

// visit follows a register through an operation.
func (f *valueFlow) visit(at held) {
	o, does := &f.k.ops[at.op], &f.k.touched[at.op]
	switch {
	case does.isBase(at.register):
		f.ends.address = true
		f.ends.outer = f.ends.outer || slices.Contains(does.outer, at.register)
	case o.guard == at.register:
		f.ends.decides = true
		f.ends.spins = f.ends.spins || o.flow == branch && f.repeats(at.op)
	case does.isValue(at.register):
		f.use(at.op)
	}
	if o.guard >= 0 || !does.writes(at.register) {
		f.behind(at.op, at.register)
	}
}

// use follows what an operation makes of the value.
func (f *valueFlow) use(n int) {
	in := f.k.sites[n]
	switch space := spaceOf(in); {
	case in.Opcode == "st" && space == sharedSpace, in.Opcode == "stmatrix":
		f.keep(&f.shared, isSharedLoad)
	case in.Opcode == "st" && (space == localSpace || space == paramSpace):
		f.keep(&f.local, isLocalLoad)
	case in.Opcode == "atom" && in.Has("cas"), in.Opcode == "mbarrier":
		// who compares it with what is there is not misled
	case storesResult(in):
		f.ends.result = true
	default:
		f.produce(n)
	}
}

// keep follows the value out of memory, once.
func (f *valueFlow) keep(done *bool, isLoad func(in *ptx.Instruction) bool) {
	if *done {
		return
	}
	*done = true
	for n, in := range f.k.sites {
		switch {
		case !isLoad(in):
		case in.Opcode == "cp" || in.Opcode == "wgmma":
			f.ends.result = true
		default:
			f.produce(n)
		}
	}
}

// storesResult reports whether an instruction gives its sources to memory that outlives the block, or to
// what is not followed.
func storesResult(in *ptx.Instruction) bool {
	return slices.Contains([]string{"st", "atom", "red", "cp", "wgmma", "wmma", "sust", "sured", "call"},
		in.Opcode) && !(in.Opcode == "wmma" && !in.Has("store"))
}

// isSharedLoad reports whether an instruction reads shared memory.
func isSharedLoad(in *ptx.Instruction) bool {
	switch in.Opcode {
	case "ld", "atom", "wmma":
		space := spaceOf(in)
		return !in.Has("store") && !in.Has("mma") && (space == sharedSpace || space == genericSpace)
	case "cp":
		return in.Has("bulk") && in.Has("global")
	case "wgmma":
		return in.Has("mma_async")
	}
	return in.Opcode == "ldmatrix"
}

// isLocalLoad reports whether an instruction reads the memory of a thread.
func isLocalLoad(in *ptx.Instruction) bool {
	space := spaceOf(in)
	return in.Opcode == "ld" && (space == localSpace || space == paramSpace || space == genericSpace)
}

// repeats reports whether a branch leads back to the operation that the value comes from, with nothing done
// on the way there and back but to look at it: a thread that waits until the value is another one.
func (f *valueFlow) repeats(branch int) bool {
	return f.waits(f.from, branch) && f.waits(branch, f.from)
}

// waits reports whether an operation leads to another one with nothing done in between but to wait.
func (f *valueFlow) waits(from, to int) bool {
	seen := make([]bool, len(f.k.ops)+1)
	for work := successors(f.k.ops, from); len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n == to {
			return true
		}
		if seen[n] || n == len(f.k.ops) || f.goesOn(n) {
			continue
		}
		seen[n] = true
		work = append(work, successors(f.k.ops, n)...)
	}
	return false
}

// goesOn reports whether an operation does more than to wait: it changes memory, or where the value is read.
func (f *valueFlow) goesOn(n int) bool {
	return slices.Contains([]string{"st", "atom", "red", "cp", "bar", "barrier", "mbarrier"},
		f.k.sites[n].Opcode) || meet(f.k.touched[n].written, f.k.touched[f.from].bases)
}
