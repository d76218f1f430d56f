package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file has what the machine knows and does not execute. An instruction that it does not execute gives
// unknown values to its results. Which registers and which memory may hold what depends on them is found
// before the launch, whatever the flow of control: such a value is computed with, stored and loaded like any
// other, and only where it decides something, an address, a branch, a wait, is the execution at its end. So
// is it at an instruction that is not executed and accesses memory of others, or orders it.

var codeNotExecuted = diag.Register("ptx-not-executed",
	"an instruction or a function that is known, and not executed here",
	"The text is right as far as it can be checked, but what it means is not part of the machine: hardware "+
		"that "+
		"the model does not have, or a function that another module defines. What does not depend on it is "+
		"judged. Where it accesses memory of other instructions, or its result decides an address or a "+
		"branch, "+
		"the execution ends, and what comes behind is not judged.")

// NotJudged is something that a launch came to and could not judge.
type NotJudged struct {
	Instruction *ptx.Instruction
	// Why says what is not judged, as a sentence about the instruction.
	Why string
	// Ends says that the execution ended there.
	Ends bool
}

// Diagnostic returns what there is to say, as a warning.
func (n *NotJudged) Diagnostic() *diag.Diagnostic {
	d := diag.Warningf(codeNotExecuted, n.Instruction.Span, "not judged: %s", n.Why)
	if n.Ends {
		d.Note(diag.Span{}, "the execution ends here: what comes behind is not judged either")
	}
	return d
}

// skip notes once for an operation that something is not judged.
func (g *launch) skip(why string) {
	in := g.k.sites[g.site]
	if !slices.ContainsFunc(g.notJudged, func(n NotJudged) bool { return n.Instruction == in }) {
		g.notJudged = append(g.notJudged, NotJudged{Instruction: in, Why: why})
	}
}

// halt ends the execution without a verdict on what comes behind.
func (g *launch) halt(why string) {
	if !g.stopped() {
		g.fail(codeNotExecuted, "%s", why)
		g.notJudged = append(g.notJudged, NotJudged{Instruction: g.k.sites[g.site], Why: why, Ends: true})
	}
}

// NotExecuted returns the instructions of a kernel that are known and not executed, in the order of the text.
func (k *Kernel) NotExecuted() []*ptx.Instruction { return k.notExecuted }

// notExecuted emits an operation for an instruction that is not executed.
func (c *compiler) notExecuted(in *ptx.Instruction) {
	c.k.notExecuted = append(c.k.notExecuted, in)
	c.touched = c.operands(in)
	ends, why := !ptx.Apart(in), "'"+in.Name()+"' is not executed"
	n := len(c.k.ops)
	c.emitPlain(func(w *warp, _ uint32) {
		if ends {
			w.b.g.halt(why)
			return
		}
		w.b.g.skip(why)
	})
	c.k.ops[n].tells = true
	if len(c.touched.written) > 0 {
		c.unknown = append(c.unknown, n)
	}
}

// operands returns the registers of an instruction by the roles of its operands, and the memory of its
// addresses.
func (c *compiler) operands(in *ptx.Instruction) (t touched) {
	for o, role := range ptx.Roles(in) {
		list := map[ptx.Role]*[]int32{ptx.Reads: &t.values, ptx.Writes: &t.written,
			ptx.Addresses: &t.bases}[role]
		for name := range ptx.Names(o) {
			if sym := c.scope.Lookup(name); list != nil && sym != nil && sym.Register {
				*list = append(*list, c.register(name))
			}
		}
	}
	return t
}

// ---- what depends on unknown values ----

// where is memory that may hold an unknown value: a space, and a variable in it, nil for all of it.
type where struct {
	space    space
	variable *ptx.Variable
}

// meets reports whether two places may be the same memory.
func (a where) meets(b where) bool {
	if a.space != b.space {
		return a.space == genericSpace && a.variable == nil || b.space == genericSpace && b.variable == nil
	}
	return a.variable == nil || b.variable == nil || a.variable == b.variable
}

// unknowns are the registers and the memory that may hold unknown values, each with the instruction that the
// value comes from.
type unknowns struct {
	k         *Kernel
	registers map[int32]*ptx.Instruction
	memory    map[where]*ptx.Instruction
	work      []int32 // operations to look at again
}

// endAtUnknowns finds what depends on the results of instructions that are not executed, and makes the
// execution end where that decides something.
func (c *compiler) endAtUnknowns() {
	if len(c.unknown) == 0 {
		return
	}
	u := &unknowns{k: c.k, registers: map[int32]*ptx.Instruction{}, memory: map[where]*ptx.Instruction{}}
	isSource := map[int]bool{}
	for _, n := range c.unknown {
		isSource[n] = true
		for _, r := range c.k.touched[n].written {
			u.registers[r] = c.k.sites[n]
		}
	}
	for n := range c.k.ops {
		u.work = append(u.work, int32(n))
	}
	for len(u.work) > 0 {
		n := int(u.work[0])
		u.work = u.work[1:]
		if !isSource[n] {
			u.flow(n)
		}
	}
	for n := range c.k.ops {
		if !isSource[n] {
			u.replace(n)
		}
	}
}

// first returns where the first unknown value among registers comes from, nil if all are known.
func (u *unknowns) first(registers []int32) *ptx.Instruction {
	for _, r := range registers {
		if from := u.registers[r]; from != nil {
			return from
		}
	}
	return nil
}

// loaded returns where an unknown value in memory of an operation comes from, nil if none is there.
func (u *unknowns) loaded(n int) *ptx.Instruction {
	for _, place := range u.k.touched[n].places {
		for held, from := range u.memory {
			if held.meets(place) {
				return from
			}
		}
	}
	return nil
}

// flow carries unknown values through an operation.
func (u *unknowns) flow(n int) {
	t := &u.k.touched[n]
	from := u.first(t.read)
	if from == nil {
		from = u.loaded(n)
	}
	if from == nil {
		return
	}
	for _, r := range t.written {
		if u.registers[r] == nil {
			u.registers[r] = from
			u.work = append(u.work, u.k.readers[r]...)
		}
	}
	if isLoad(u.k.sites[n]) {
		return
	}
	for _, place := range t.places {
		if u.memory[place] == nil {
			u.memory[place] = from
			u.work = append(u.work, u.k.loads()...)
		}
	}
}

// loads returns the operations that access memory.
func (k *Kernel) loads() (all []int32) {
	for n := range k.touched {
		if len(k.touched[n].places) > 0 {
			all = append(all, int32(n))
		}
	}
	return all
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
	var guard *ptx.Instruction
	if o.guard >= 0 {
		guard = u.registers[o.guard]
	}
	any := u.first(t.read)
	switch {
	case guard != nil:
		u.ends(n, "whether '"+in.Name()+"' is executed depends on", guard)
	case o.tells: // it is not executed either
	case address != nil && isLoad(in):
		why := "the address of '" + in.Name() + "' depends on '" + address.Name() + "', which is not executed"
		o.run, o.tells = func(w *warp, _ uint32) { w.b.g.skip(why) }, true
	case address != nil:
		u.ends(n, "the address of '"+in.Name()+"' depends on", address)
	case any == nil:
	case o.flow == pause || decides(in):
		u.ends(n, "what '"+in.Name()+"' does depends on", any)
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
func (u *unknowns) ends(n int, what string, from *ptx.Instruction) {
	why := what + " '" + from.Name() + "', which is not executed"
	o := &u.k.ops[n]
	o.flow, o.guard, o.wait, o.tells = plain, -1, nil, true
	o.run = func(w *warp, _ uint32) { w.b.g.halt(why) }
}
