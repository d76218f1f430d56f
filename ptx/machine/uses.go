package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file has the table of what the operations of a kernel do with registers: which values each one reads,
// which registers are addresses, which it writes, and, the other way round, which operations read and write a
// register. Decoders fill it while they make operations. All that follows values through registers asks it:
// flow.go, slice.go, garbage.go, guess.go, uniform.go, notexecuted.go and registers.go.

// touched are the registers of an operation by their roles; its guard stands in the operation. A register may
// have several roles. All operations of an instruction have those of the instruction.
type touched struct {
	values  []int32 // it computes with them, stores them or compares them
	bases   []int32 // parts of addresses
	outer   []int32 // those of addresses that are not in shared memory
	written []int32
	read    []int32   // all that it reads: values, bases and the guard
	choice  *[3]int32 // of selp: two values, and what decides
	swap    *[2]int32 // of cas: what is compared, and what is stored
	places  []where   // the memory of the addresses
	at      *location // the last address
	// sources are the registers of its values in the order of its operands, constants among them, and
	// addresses where it accesses memory.
	sources   []int32
	addresses []location
}

// uses is the table.
type uses struct {
	touched []touched // by number of the operation
	// readers and writers are operations by register, in their order.
	readers, writers [][]int32
	// ofThread are the registers that are there when a warp begins, and differ between threads.
	ofThread []bool
	// tid is the register with %tid.x, -1 if the kernel does not read it.
	tid int32
}

// isValue reports whether an operation computes with a register, stores it or compares it.
func (t *touched) isValue(register int32) bool { return slices.Contains(t.values, register) }

// isBase reports whether a register is part of an address of an operation.
func (t *touched) isBase(register int32) bool { return slices.Contains(t.bases, register) }

// writes reports whether an operation writes a register.
func (t *touched) writes(register int32) bool { return slices.Contains(t.written, register) }

// noteRegisters remembers what the operations of an instruction, from first on, do to registers.
func (c *compiler) noteRegisters(in *ptx.Instruction, first int) {
	k := c.k
	k.touched = append(k.touched, make([]touched, len(k.ops)-len(k.touched))...)
	for n := first; n < len(k.ops); n++ {
		if k.sites[n] != in {
			continue // of a function that the instruction calls
		}
		t := c.touched
		t.read = slices.Concat(t.values, t.bases)
		if g := k.ops[n].guard; g >= 0 {
			t.read = append(t.read, g)
		}
		k.touched[n] = t
	}
}

// index fills what the table has by registers, when all operations are there.
func (u *uses) index(k *Kernel, specials map[string]int32) {
	u.readers, u.writers = make([][]int32, k.registers), make([][]int32, k.registers)
	for n := range u.touched {
		t := &u.touched[n]
		for _, r := range t.read {
			u.readers[r] = appendOnce(u.readers[r], int32(n))
		}
		for _, r := range t.written {
			u.writers[r] = appendOnce(u.writers[r], int32(n))
		}
	}
	u.ofThread, u.tid = make([]bool, k.registers), -1
	for name, r := range specials {
		u.ofThread[r] = isOfThread(name)
		if name == "%tid.x" {
			u.tid = r
		}
	}
}

// appendOnce appends an operation to a list that is in order.
func appendOnce(list []int32, n int32) []int32 {
	if len(list) > 0 && list[len(list)-1] == n {
		return list
	}
	return append(list, n)
}
