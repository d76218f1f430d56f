package latencyhiding

import (
	"slices"

	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// This file knows which instructions share memory, and how much memory is in use.

// place is where the value of an instruction is: in memory that an instruction has allocated, or in the
// places of the parts of a tuple. Two places are the same memory if they are one place or have been joined.
type place struct {
	base   *hlo.Instruction // nil for a tuple
	parts  []*place
	joined *place // another place of the same memory, nil if there is none
	isRoot bool   // of places that were joined
}

// root returns the place that stands for all that are the same memory.
func (p *place) root() *place {
	for p.joined != nil {
		if p.joined.joined != nil {
			p.joined = p.joined.joined
		}
		p = p.joined
	}
	return p
}

// each calls a function for the memory of a place and its parts.
func (p *place) each(f func(memory *place)) {
	if p.base != nil {
		f(p.root())
	}
	for _, q := range p.parts {
		q.each(f)
	}
}

// join makes two places the same memory, tuples part by part.
func (p *place) join(q *place) {
	switch {
	case p.base == nil && q.base == nil:
		for i := range min(len(p.parts), len(q.parts)) {
			p.parts[i].join(q.parts[i])
		}
	case p.base == nil:
		for _, x := range p.parts {
			x.join(q)
		}
	case q.base == nil:
		q.join(p)
	default:
		if x, y := p.root(), q.root(); x != y {
			x.joined, y.isRoot = y, true
		}
	}
}

// places returns the place of the value of each instruction of a computation.
func places(c *hlo.Computation) []*place {
	all := make([]*place, len(c.Instructions))
	for i, in := range c.Instructions {
		all[i] = placeOf(in, all)
	}
	if c.Root == nil {
		return all
	}
	for _, in := range c.Callers {
		if in.Opcode == "while" && in.CalledAs("body") == c {
			for i, p := range c.Instructions {
				if p.Opcode == "parameter" {
					all[i].join(all[c.Root.Index]) // the next iteration finds there what this one leaves
				}
			}
			break
		}
	}
	if c == c.Module.Entry {
		joinAliases(c, all)
	}
	return all
}

// joinAliases joins the parts of parameters and results of the entry computation that share memory.
func joinAliases(c *hlo.Computation, all []*place) {
	aliases, _ := c.Module.Aliases()
	for _, a := range aliases {
		for i, p := range c.Instructions {
			if n, ok := p.ParameterNumber(); ok && n == a.Operand {
				all[i].at(a.Index).join(all[c.Root.Index].at(a.Output))
			}
		}
	}
}

// at returns the place of a part, or the innermost one that is known.
func (p *place) at(index []int64) *place {
	for _, i := range index {
		if i < 0 || i >= int64(len(p.parts)) {
			return p
		}
		p = p.parts[i]
	}
	return p
}

// ownPlace returns the place of a value of some shape that an instruction allocates, or gets from a caller.
func ownPlace(in *hlo.Instruction, shape *hlo.Shape) *place {
	if shape == nil || !shape.IsTuple || in.IsStart() {
		return &place{base: in}
	}
	p := &place{}
	for _, s := range shape.Tuple {
		p.parts = append(p.parts, ownPlace(in, s))
	}
	return p
}

func placeOf(in *hlo.Instruction, all []*place) *place {
	if len(in.Operands) == 0 || all[in.Operands[0].Index] == nil {
		return ownPlace(in, in.Shape)
	}
	first := all[in.Operands[0].Index]
	switch in.Opcode {
	case "tuple":
		p := &place{}
		for _, o := range in.Operands {
			p.parts = append(p.parts, all[o.Index])
		}
		return p
	case "get-tuple-element":
		i, _ := in.Attribute("index").Int()
		return first.at([]int64{i})
	case "bitcast", "opt-barrier", "while", "add-dependency", "domain":
		return first
	}
	if in.IsDone() || in.IsUpdate() {
		return first
	}
	if updated := updates(in); len(updated) == 1 && (in.Shape == nil || !in.Shape.IsTuple) {
		return all[updated[0].Index]
	}
	return ownPlace(in, in.Shape)
}

// updates returns the operands whose memory an instruction writes in place.
func updates(in *hlo.Instruction) []*hlo.Instruction {
	if in.Opcode == "while" {
		return in.Operands
	}
	var all []*hlo.Instruction
	for _, a := range in.InPlace() {
		if a.Operand >= 0 && a.Operand < int64(len(in.Operands)) {
			all = append(all, in.Operands[a.Operand])
		}
	}
	return all
}

// touch is an instruction that reads or updates memory.
type touch struct {
	in      *hlo.Instruction
	updates bool
}

// memoryEdges returns pairs of instructions that keep their order, because both touch some memory and one of
// them writes what is there already. What an asynchronous operation reads it reads until its done.
func memoryEdges(c *hlo.Computation) [][2]*hlo.Instruction {
	at := places(c)
	touched, isUpdated := map[*place][]touch{}, map[*place]bool{}
	var memories []*place // in the order in which they are first touched
	touches := func(in *hlo.Instruction, p *place, updates bool) {
		p.each(func(memory *place) {
			if touched[memory] == nil {
				memories = append(memories, memory)
			}
			touched[memory] = append(touched[memory], touch{in, updates})
			isUpdated[memory] = isUpdated[memory] || updates
		})
	}
	for i, in := range c.Instructions {
		switch {
		case in.IsDone():
			if from := in.Start(); from != nil && from.Parent == c {
				updated := updates(from)
				for _, o := range from.Operands {
					touches(in, at[o.Index], slices.Contains(updated, o))
				}
			}
			if isShared(at[i]) {
				touches(in, at[i], true) // until here the operation may write
			}
			continue
		case isName(in):
			continue
		}
		updated := updates(in)
		for _, o := range in.Operands {
			touches(in, at[o.Index], slices.Contains(updated, o))
		}
		if in.Opcode != "parameter" && isShared(at[i]) {
			touches(in, at[i], true)
		}
	}
	var edges [][2]*hlo.Instruction
	for _, m := range memories {
		if isUpdated[m] {
			edges = orderTouches(edges, touched[m])
		}
	}
	return edges
}

// isShared reports whether a place, or a part of it, is the same memory as another one.
func isShared(p *place) bool {
	shared := p.joined != nil || p.isRoot
	for _, q := range p.parts {
		shared = shared || isShared(q)
	}
	return shared
}

// orderTouches adds the edges that keep updates in their places between reads.
func orderTouches(edges [][2]*hlo.Instruction, all []touch) [][2]*hlo.Instruction {
	var last *hlo.Instruction
	var reads []*hlo.Instruction
	for _, x := range all {
		if last != nil && last != x.in {
			edges = append(edges, [2]*hlo.Instruction{last, x.in})
		}
		if !x.updates {
			reads = append(reads, x.in)
			continue
		}
		for _, r := range reads {
			if r != x.in {
				edges = append(edges, [2]*hlo.Instruction{r, x.in})
			}
		}
		last, reads = x.in, nil
	}
	return edges
}

// isName reports whether an instruction names values and touches no memory.
func isName(in *hlo.Instruction) bool {
	switch in.Opcode {
	case "tuple", "get-tuple-element", "bitcast", "opt-barrier", "after-all", "add-dependency", "domain":
		return true
	}
	return in.IsUpdate() || in.IsDone()
}

// peak returns the most bytes that are in use at once in an order of the instructions of a computation. inner
// are the peaks of the computations that it calls. Memory is in use from the instruction that allocates it to
// the last one that touches it, or to the end if the result has it; parameters are those of the caller.
func peak(c *hlo.Computation, order []*hlo.Instruction, inner map[*hlo.Computation]int64) int64 {
	at := places(c)
	last := map[*place]int{} // the last position that touches a memory
	for i, in := range order {
		use := func(o *hlo.Instruction) {
			at[o.Index].each(func(memory *place) { last[memory] = i })
		}
		if !isName(in) {
			for _, o := range in.Operands {
				use(o)
			}
		}
		if from := in.Start(); in.IsDone() && from != nil && from.Parent == c {
			use(from)
			for _, o := range from.Operands {
				use(o)
			}
		}
	}
	if c.Root != nil {
		at[c.Root.Index].each(func(memory *place) { last[memory] = len(order) })
	}
	freed := make([]int64, len(order)+1)
	now, most := int64(0), int64(0)
	for i, in := range order {
		if bytes := allocated(in, at[in.Index]); bytes > 0 {
			end := i
			at[in.Index].each(func(memory *place) { end = max(end, last[memory]) })
			now += bytes
			freed[end] += bytes
		}
		within := int64(0)
		for _, call := range in.Called() {
			within = max(within, inner[call.Computation])
		}
		most = max(most, now+within)
		now -= freed[i]
	}
	return most
}

// allocated returns the bytes that an instruction allocates for its value, which is at a place.
func allocated(in *hlo.Instruction, at *place) int64 {
	if in.Opcode == "parameter" || in.Opcode == "constant" || !at.isOf(in) {
		return 0
	}
	if in.IsStart() && in.Shape != nil && in.Shape.IsTuple {
		if op := in.Wrapped(); op == "copy" || op == "recv" {
			return Bytes(in.Shape.At(0))
		}
		return Bytes(in.Shape.At(1))
	}
	return Bytes(in.Shape)
}

// hostSpace is the memory space of pinned memory of the host in layouts.
const hostSpace = 5

// Bytes returns the bytes of a value that are in memory of the device, up to a bound that sums of sizes stay
// below.
func Bytes(s *hlo.Shape) int64 {
	switch {
	case s == nil || s.MemorySpace() == hostSpace:
		return 0
	case !s.IsTuple:
		return min(s.Bytes(), 1<<50)
	}
	sum := int64(0)
	for _, t := range s.Tuple {
		sum = min(sum+Bytes(t), 1<<50)
	}
	return sum
}

// isOf reports whether a place is memory that an instruction has allocated.
func (p *place) isOf(in *hlo.Instruction) bool {
	if p.base == nil && len(p.parts) > 0 {
		return in.Opcode != "tuple" && p.parts[0].isOf(in)
	}
	return p.base == in
}
