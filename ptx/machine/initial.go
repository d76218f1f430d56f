package machine

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file has the initial values of variables, which may be addresses.

// functionBase is the generic address of the first function. No memory is there, so that a function that is
// read or written is found.
const functionBase = 0x7f0 << bufferBits

// functionAddress returns the address of a function: they lie 16 bytes apart in the order of the text.
func functionAddress(m *ptx.Module, f *ptx.Function) uint64 {
	for i, other := range m.Functions() {
		if other.Name == f.Name {
			return functionBase + uint64(i)*16
		}
	}
	return 0
}

func initialSize(v *ptx.Variable) int64 {
	return max(v.Size(), int64(len(v.Init)*v.Type.Bits()/8))
}

// initialize writes the initial values of a variable.
func initialize(data []byte, v *ptx.Variable, values []uint64) {
	size := v.Type.Bits() / 8
	for i, n := range values {
		store(data[i*size:], size, n)
	}
}

// initialValues computes the initial values of the module's variables when all have their places.
func (c *compiler) initialValues() {
	c.k.initial = map[*ptx.Variable][]uint64{}
	for _, v := range c.module.Variables() {
		var values []uint64
		for _, o := range v.Init {
			values = append(values, c.initialValue(o, v.Type))
		}
		switch at := c.vars[v]; {
		case values == nil:
		case v.Space == "const":
			initialize(c.k.constants[at.offset:], v, values)
		default:
			c.k.initial[v] = values
		}
	}
}

func (c *compiler) initialValue(o ptx.Operand, t ptx.Type) uint64 {
	n, ok := o.(*ptx.Name)
	if !ok {
		return immediateBits(o.(*ptx.Immediate), t)
	}
	v := uint64(n.Offset)
	switch sym := c.top.Lookup(n.Name); {
	case sym == nil:
		c.bad(o, "'%s' is not defined", n.Name)
	case sym.Function != nil:
		v += functionAddress(c.module, sym.Function)
	case sym.Variable != nil:
		at, found := c.placeOf(sym.Variable)
		if !found {
			c.bad(o, "'%s' has no address here", n.Name)
		}
		if v += at.offset; n.Generic {
			v += at.space.window()
		}
	}
	if n.Mask != 0 {
		v = v & n.Mask >> bits.TrailingZeros64(n.Mask)
	}
	return v & maskOf(t.Bits())
}

// addressTaken returns the functions whose address is taken: by mov, or in an initializer.
func addressTaken(m *ptx.Module, top *ptx.Scope) []*ptx.Function {
	var all []*ptx.Function
	take := func(o ptx.Operand) {
		n, ok := o.(*ptx.Name)
		if !ok {
			return
		}
		if sym := top.Lookup(n.Name); sym != nil && sym.Function != nil {
			all = append(all, sym.Function)
		}
	}
	for _, v := range m.Variables() {
		for _, o := range v.Init {
			take(o)
		}
	}
	for _, f := range m.Functions() {
		if f.Body != nil {
			moved(f.Body, take)
		}
	}
	return unique(all)
}

func unique(all []*ptx.Function) []*ptx.Function {
	seen := map[*ptx.Function]bool{}
	var out []*ptx.Function
	for _, f := range all {
		if !seen[f] {
			out = append(out, f)
		}
		seen[f] = true
	}
	return out
}

// moved calls f with the source of every mov, and with the names of every .calltargets.
func moved(b *ptx.Block, f func(ptx.Operand)) {
	for _, item := range b.Items {
		switch x := item.(type) {
		case *ptx.Block:
			moved(x, f)
		case *ptx.Targets:
			for _, name := range x.Names {
				f(&ptx.Name{Span: x.Span, Name: name})
			}
		case *ptx.Instruction:
			if x.Opcode == "mov" && len(x.Operands) == 2 {
				f(x.Operands[1])
			}
		}
	}
}
