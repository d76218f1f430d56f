package judge

import (
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// memory says which parts certainly share memory: a set of them is a buffer.
type memory struct {
	parent []part
	rank   []uint8
}

func newMemory(n int) *memory {
	m := &memory{parent: make([]part, n), rank: make([]uint8, n)}
	for i := range m.parent {
		m.parent[i] = part(i)
	}
	return m
}

// buffer returns the part that stands for the buffer of a part.
func (m *memory) buffer(p part) part {
	for m.parent[p] != p {
		m.parent[p] = m.parent[m.parent[p]]
		p = m.parent[p]
	}
	return p
}

func (m *memory) join(a, b part) {
	if a, b = m.buffer(a), m.buffer(b); a == b {
		return
	}
	if m.rank[a] < m.rank[b] {
		a, b = b, a
	}
	if m.rank[a] == m.rank[b] {
		m.rank[a]++
	}
	m.parent[b] = a
}

// joinForwarded joins what instructions hand on, in one computation and to those that it calls.
func (m *memory) joinForwarded(x *parts) {
	for p, from := range x.data {
		m.join(part(p), from)
	}
	for _, c := range x.computations {
		for _, in := range c.Instructions {
			m.joinCalled(x, in)
		}
	}
}

// joinCalled joins what an instruction hands to the computations that it calls, and gets from them.
func (m *memory) joinCalled(x *parts, in *hlo.Instruction) {
	p := x.of(in)
	switch in.Opcode {
	case "while":
		if len(in.Operands) == 0 {
			return
		}
		x.pairs(p, x.of(in.Operands[0]), m.join)
		for _, call := range in.Called() {
			x.pairs(p, x.parameter(call.Computation, 0), m.join)
			if call.Role == "body" {
				x.pairs(p, x.of(call.Computation.Root), m.join)
			}
		}
	case "conditional":
		for i, call := range in.Called() {
			if i+1 < len(in.Operands) {
				x.pairs(x.parameter(call.Computation, 0), x.of(in.Operands[i+1]), m.join)
			}
			x.pairs(p, x.of(call.Computation.Root), m.join)
		}
	case "call":
		if c := in.CalledAs("to_apply"); c != nil {
			m.joinArguments(x, in, c)
			x.pairs(p, x.of(c.Root), m.join)
		}
	default:
		if c := wrapped(in); c != nil {
			m.joinArguments(x, in, c)
			x.pairs(x.at(p, 1), x.of(c.Root), m.join)
		}
	}
}

func (m *memory) joinArguments(x *parts, in *hlo.Instruction, c *hlo.Computation) {
	for i, o := range in.Operands {
		x.pairs(x.parameter(c, int64(i)), x.of(o), m.join)
	}
}

// parameter returns the part of a parameter of a computation, none if there is none of that number.
func (x *parts) parameter(c *hlo.Computation, number int64) part {
	if x.first[c] == nil {
		return none
	}
	numbered := x.parameters[c]
	if numbered == nil {
		numbered = map[int64]part{}
		for _, in := range c.Instructions {
			if n, ok := in.ParameterNumber(); ok {
				if _, twice := numbered[n]; !twice {
					numbered[n] = x.of(in)
				}
			}
		}
		x.parameters[c] = numbered
	}
	if p, ok := numbered[number]; ok {
		return p
	}
	return none
}

// joinInPlace joins what instructions overwrite with what they return.
func (m *memory) joinInPlace(x *parts) {
	for _, c := range x.computations {
		for _, in := range c.Instructions {
			for _, a := range in.InPlace() {
				if int(a.Operand) < len(in.Operands) && a.Operand >= 0 {
					x.pairs(x.at(x.of(in), a.Output...), x.at(x.of(in.Operands[a.Operand]), a.Index...),
						m.join)
				}
			}
		}
	}
}

// joinDonated joins parameters of the entry computation with the outputs that input_output_alias gives their
// memory.
func (m *memory) joinDonated(x *parts, module *hlo.Module) {
	aliases, _ := module.Aliases()
	for _, a := range aliases {
		x.pairs(x.at(x.of(module.Entry.Root), a.Output...),
			x.at(x.parameter(module.Entry, a.Operand), a.Index...), m.join)
	}
}
