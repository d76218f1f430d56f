package judge

import (
	"slices"

	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// part is a number for a part of what an instruction returns: the whole, an element of a tuple, an element of
// that. The parts of one instruction follow each other, each in front of its elements.
type part int32

// none is no part.
const none part = -1

// parts numbers the parts of all instructions that are executed one by one: those of the entry computation
// and of what loops, conditionals, calls and asynchronous operations call.
type parts struct {
	// computations are those, each once, callers first.
	computations []*hlo.Computation
	first        map[*hlo.Computation][]part // the whole, by the index of the instruction
	owner        []*hlo.Instruction
	shape        []*hlo.Shape
	size         []int32 // how many parts a part has, itself included
	// elements are the elements of all tuples, from is where those of a part begin.
	elements   []part
	from       []int32
	parameters map[*hlo.Computation]map[int64]part

	// data is the part of the same computation that a part has its value from, itself if the instruction
	// defines it. handle is the same for what stands for an operation in flight, and ends at starts.
	data, handle []part
}

// numberParts numbers the parts of a module. It returns an instruction without a shape, if there is one.
func numberParts(m *hlo.Module) (*parts, *hlo.Instruction) {
	x := &parts{first: map[*hlo.Computation][]part{}, parameters: map[*hlo.Computation]map[int64]part{}}
	x.computations = []*hlo.Computation{m.Entry}
	for i := 0; i < len(x.computations); i++ {
		c := x.computations[i]
		if x.first[c] != nil {
			continue
		}
		x.first[c] = make([]part, len(c.Instructions))
		for k, in := range c.Instructions {
			if in.Shape == nil {
				return nil, in
			}
			x.first[c][k] = part(len(x.owner))
			x.add(in, in.Shape)
			if isExecuted(in) {
				for _, call := range in.Called() {
					x.computations = append(x.computations, call.Computation)
				}
			}
		}
	}
	x.computations = distinct(x.computations)
	x.forward()
	return x, nil
}

// isExecuted reports whether the instructions of what an instruction calls have memory of their own. What
// fusions and reductions call has none.
func isExecuted(in *hlo.Instruction) bool {
	switch in.Opcode {
	case "while", "conditional", "call":
		return true
	}
	return wrapped(in) != nil
}

// wrapped returns the computation that an asynchronous call executes, nil for other instructions.
func wrapped(in *hlo.Instruction) *hlo.Computation {
	switch in.Opcode {
	case "async-start":
		return in.CalledAs("calls")
	case "call-start":
		return in.CalledAs("to_apply")
	}
	return nil
}

func distinct(all []*hlo.Computation) []*hlo.Computation {
	seen := map[*hlo.Computation]bool{}
	var out []*hlo.Computation
	for _, c := range all {
		if !seen[c] {
			seen[c] = true
			out = append(out, c)
		}
	}
	return out
}

// add numbers a part, and its elements behind it.
func (x *parts) add(in *hlo.Instruction, s *hlo.Shape) {
	p, from := len(x.owner), len(x.elements)
	x.owner, x.shape = append(x.owner, in), append(x.shape, s)
	x.size, x.from = append(x.size, 1), append(x.from, int32(from))
	x.elements = slices.Grow(x.elements, len(s.Tuple))[:from+len(s.Tuple)]
	for i, t := range s.Tuple {
		x.elements[from+i] = part(len(x.owner))
		x.add(in, t)
	}
	x.size[p] = int32(len(x.owner) - p)
}

// of returns the whole of an instruction, none for one that is not executed.
func (x *parts) of(in *hlo.Instruction) part {
	if first := x.first[in.Parent]; in.Index < len(first) {
		return first[in.Index]
	}
	return none
}

// end returns the part behind the elements of a part.
func (x *parts) end(p part) part { return p + part(x.size[p]) }

// at returns an element of a part, none if there is none.
func (x *parts) at(p part, index ...int64) part {
	for _, i := range index {
		if p == none || i < 0 || i >= int64(len(x.shape[p].Tuple)) {
			return none
		}
		p = x.elements[int64(x.from[p])+i]
	}
	return p
}

// pairs calls f with the parts of a and those of b that stand at the same index.
func (x *parts) pairs(a, b part, f func(a, b part)) {
	if a == none || b == none {
		return
	}
	f(a, b)
	for i := range min(len(x.shape[a].Tuple), len(x.shape[b].Tuple)) {
		x.pairs(x.at(a, int64(i)), x.at(b, int64(i)), f)
	}
}

// forward computes data and handle.
func (x *parts) forward() {
	x.data, x.handle = make([]part, len(x.owner)), make([]part, len(x.owner))
	for p := range x.data {
		x.data[p], x.handle[p] = part(p), part(p)
	}
	for _, c := range x.computations {
		for _, in := range c.Instructions {
			x.forwards(in, func(to, from part) { x.data[to] = from },
				func(to, from part) { x.data[to], x.handle[to] = from, from })
		}
	}
	for _, c := range x.computations {
		for _, in := range c.Instructions {
			if called := wrapped(in); called != nil {
				x.handsBack(in, called)
			}
		}
	}
	resolve(x.data)
	resolve(x.handle)
}

// handsBack finds the parts of the result of an asynchronous computation that are parts of its operands, as
// the data of a send is.
func (x *parts) handsBack(in *hlo.Instruction, called *hlo.Computation) {
	x.pairs(x.at(x.of(in), 1), x.of(called.Root), func(a, b part) {
		for steps := 0; x.data[b] != b && steps < len(x.data); steps++ {
			b = x.data[b]
		}
		n, ok := x.owner[b].ParameterNumber()
		if !ok || x.owner[b].Parent != called || n < 0 || n >= int64(len(in.Operands)) {
			return
		}
		if from := x.at(x.of(in.Operands[n]), x.index(b)...); from != none {
			x.data[a] = from
		}
	})
}

// resolve makes each part lead to the end of its chain.
func resolve(from []part) {
	for p := range from {
		end := part(p)
		for steps := 0; from[end] != end && steps <= len(from); steps++ {
			end = from[end]
		}
		for at := part(p); from[at] != at && at != end; {
			at, from[at] = from[at], end
		}
	}
}

// forwards calls both with the parts of an instruction that are parts of its operands, and data with those of
// an asynchronous operation that are.
func (x *parts) forwards(in *hlo.Instruction, data, both func(to, from part)) {
	to := x.of(in)
	operand := func(i int) part {
		if i < len(in.Operands) {
			return x.of(in.Operands[i])
		}
		return none
	}
	switch in.Opcode {
	case "tuple":
		for i := range in.Operands {
			x.pairs(x.at(to, int64(i)), operand(i), both)
		}
	case "get-tuple-element":
		if i, ok := in.Attribute("index").Int(); ok && len(in.Operands) > 0 {
			x.pairs(to, x.at(operand(0), i), both)
		}
	case "bitcast", "opt-barrier", "optimization-barrier", "domain", "add-dependency":
		x.pairs(to, operand(0), both)
	default:
		switch phase, base := in.Async(); phase {
		case hlo.Start:
			x.starts(in, base, to, operand, data)
		case hlo.Update:
			x.pairs(to, operand(0), both)
		case hlo.Done:
			x.dones(base, to, operand(0), data)
		}
	}
}

// starts are the parts of a start that are its operands.
func (x *parts) starts(in *hlo.Instruction, base string, to part, operand func(int) part,
	data func(to, from part)) {
	switch {
	case base == "all-reduce":
	case base == "copy":
		x.pairs(x.at(to, 1), operand(0), data)
	case base == "send":
		x.pairs(x.at(to, 0), operand(0), data)
	case base == "recv":
	case !in.IsGeneric() && (base == "collective-permute" && len(in.Operands) == 4 || len(in.Operands) == 1):
		x.pairs(x.at(to, 0), operand(0), data)
	default:
		for i := range in.Operands {
			x.pairs(x.at(to, 0, int64(i)), operand(i), data)
		}
	}
}

// dones are the parts of a done that are the result of its start.
func (x *parts) dones(base string, to, start part, data func(to, from part)) {
	switch base {
	case "all-reduce":
		x.pairs(to, start, data)
	case "copy":
		x.pairs(to, x.at(start, 0), data)
	case "send":
	case "recv":
		x.pairs(x.at(to, 0), x.at(start, 0), data)
	default:
		if from := x.at(start, 1); from != none && x.size[from] == x.size[to] {
			x.pairs(to, from, data)
		}
	}
}

// defined returns the parts of an instruction that it defines: those that are not parts of its operands.
func (x *parts) defined(in *hlo.Instruction, f func(p part)) {
	p := x.of(in)
	if p == none {
		return
	}
	for end := x.end(p); p < end; p++ {
		if x.data[p] == p {
			f(p)
		}
	}
}

// arrays calls f with the parts of an operand that hold data: arrays, not tuples or tokens.
func (x *parts) arrays(in *hlo.Instruction, f func(p part)) {
	p := x.of(in)
	if p == none {
		return
	}
	for end := x.end(p); p < end; p++ {
		if s := x.shape[p]; s.IsArray() || s.IsBuffer() {
			f(p)
		}
	}
}

// index returns where a part stands in what its instruction returns.
func (x *parts) index(p part) []int64 {
	var index []int64
	for at := x.of(x.owner[p]); at != p; {
		elements := x.elements[x.from[at]:][:len(x.shape[at].Tuple)]
		behind, found := slices.BinarySearch(elements, p) // the numbers of elements grow
		if !found {
			behind--
		}
		if behind < 0 {
			break
		}
		at, index = elements[behind], append(index, int64(behind))
	}
	return index
}
