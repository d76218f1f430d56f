package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// decoder makes operations of an instruction.
type decoder func(c *compiler, in *ptx.Instruction) bool

// decoders is the table of the instructions, filled by the files that have them. One that returns false does
// not know the form of the instruction.
var decoders = map[string]decoder{}

func register(all map[string]decoder) {
	for opcode, d := range all {
		decoders[opcode] = d
	}
}

// function decodes the body of a kernel, or of a function that it calls, with the names of its parameters.
func (c *compiler) function(f *ptx.Function, scope *ptx.Scope) {
	outer, call, unguarded := c.scope, c.touched, c.unguarded
	c.scope, c.unguarded = scope, false
	c.calling = append(c.calling, f)
	c.returns = append(c.returns, nil)
	c.block(f.Body)
	for _, at := range c.returns[len(c.returns)-1] {
		c.k.ops[at].target = int32(len(c.k.ops))
	}
	c.returns = c.returns[:len(c.returns)-1]
	c.calling = c.calling[:len(c.calling)-1]
	c.scope, c.touched, c.unguarded = outer, call, unguarded
}

func (c *compiler) block(b *ptx.Block) {
	outer := c.scope
	c.scope = outer.Block(b)
	for _, item := range b.Items {
		switch x := item.(type) {
		case *ptx.Block:
			c.block(x)
		case *ptx.Label:
			c.labels[c.scope.Lookup(x.Name)] = int32(len(c.k.ops))
		case *ptx.Instruction:
			c.instruction(x)
		}
	}
	c.scope = outer
}

func (c *compiler) instruction(in *ptx.Instruction) {
	c.in, c.touched = in, touched{}
	first, errs := len(c.k.ops), len(c.errs)
	d, whole := decoders[in.Opcode], c.scope.SpreadAll(in)
	if (d == nil || !ptx.Executable(in) || !d(c, whole)) && len(c.errs) == errs {
		c.forget(first)
		if !ptx.Beyond(in) {
			c.errs.Add(ptx.UnknownForm(in))
		} else {
			c.notExecuted(whole)
		}
	}
	c.noteRegisters(in, first)
}

// forget takes back the operations from a number on: a decoder did not know the form of the instruction.
func (c *compiler) forget(first int) {
	c.k.ops, c.k.sites = c.k.ops[:first], c.k.sites[:first]
}

// emit adds an operation under the guard of the instruction.
func (c *compiler) emit(o op) {
	o.guard, o.effect = -1, effectOf(c.in)
	if g := c.in.Guard; g != nil && !c.unguarded {
		o.guard, o.negated = c.register(g.Name), g.Negated
	}
	c.k.ops = append(c.k.ops, o)
	c.k.sites = append(c.k.sites, c.in)
}

// emitPlain adds an operation that goes on with the next.
func (c *compiler) emitPlain(run func(w *warp, mask uint32)) bool {
	c.emit(op{run: run})
	return true
}

// bad reports an operand.
func (c *compiler) bad(o ptx.Operand, format string, args ...any) {
	c.errs.Add(ptx.BadOperand(o.Place(), format, args...))
}

// site is the number that the next operation gets.
func (c *compiler) site() int32 { return int32(len(c.k.ops)) }

// newRegister returns a register that no name means.
func (c *compiler) newRegister() int32 {
	c.k.registers++
	return c.k.registers - 1
}

// register returns the register that a name means.
func (c *compiler) register(name string) int32 {
	sym := c.scope.Lookup(name)
	if sym == nil || sym.Special {
		return c.special(name)
	}
	r, ok := c.regs[sym]
	if !ok {
		r = c.newRegister()
		c.regs[sym] = r
		if sym.Type == "b128" {
			c.newRegister() // of the upper half
		}
	}
	return r
}

// constant returns a register that holds a constant.
func (c *compiler) constant(bits uint64) int32 {
	r, ok := c.consts[bits]
	if !ok {
		r = c.newRegister()
		c.consts[bits] = r
		c.k.fills = append(c.k.fills, fill{r, func(*warp, int) uint64 { return bits }})
	}
	return r
}

// special returns a register that holds where the thread is.
func (c *compiler) special(name string) int32 {
	r, ok := c.specials[name]
	if !ok {
		r = c.newRegister()
		c.specials[name] = r
		c.k.numbersThreads = c.k.numbersThreads || numbersThreads(name)
		value := specialValue(name)
		c.k.fills = append(c.k.fills, fill{r, value})
	}
	return r
}

// result returns the register of a result; "_" gets one that nothing reads.
func (c *compiler) result(o ptx.Operand) int32 {
	n, ok := o.(*ptx.Name)
	if !ok {
		c.bad(o, "expected a register for a result")
		return 0
	}
	if n.Name == "_" {
		return c.newRegister()
	}
	if sym := c.scope.Lookup(n.Name); sym == nil || !sym.Register {
		c.bad(o, "expected a register for a result")
		return 0
	}
	r := c.register(n.Name)
	c.touched.written = append(c.touched.written, r)
	return r
}

// width returns the bits of the register that an operand is, t's bits if it is none.
func (c *compiler) width(o ptx.Operand, t ptx.Type) int {
	if n, ok := o.(*ptx.Name); ok {
		if sym := c.scope.Lookup(n.Name); sym != nil && sym.Register {
			return sym.Type.Bits()
		}
	}
	return t.Bits()
}

// source returns the register that holds an operand of a type.
func (c *compiler) source(o ptx.Operand, t ptx.Type) int32 {
	r := c.operand(o, t)
	c.touched.sources = append(c.touched.sources, r)
	return r
}

// operand is source for one that is not noted as such.
func (c *compiler) operand(o ptx.Operand, t ptx.Type) int32 {
	switch x := o.(type) {
	case *ptx.Immediate:
		return c.constant(immediateBits(x, t))
	case *ptx.Name:
		sym := c.scope.Lookup(x.Name)
		if sym != nil && sym.Variable != nil {
			at, ok := c.placeOf(sym.Variable)
			if !ok {
				c.bad(o, "'%s' has no address here", x.Name)
			}
			if at.space == sharedSpace {
				return c.sharedConstant(at.offset+uint64(x.Offset), maskOf(t.Bits()))
			}
			return c.constant((at.offset + uint64(x.Offset)) & maskOf(t.Bits()))
		}
		if sym != nil && sym.Function != nil {
			return c.constant(functionAddress(c.module, sym.Function) & maskOf(t.Bits()))
		}
		if sym == nil || sym.Label != nil || x.Name == "_" {
			c.bad(o, "'%s' has no value", x.Name)
			return 0
		}
		r := c.register(x.Name)
		c.touched.values = append(c.touched.values, r)
		if x.Negated {
			return c.negated(r)
		}
		return r
	}
	c.bad(o, "expected a register or a number")
	return 0
}

// negated returns a register with the opposite of a predicate, computed here.
func (c *compiler) negated(r int32) int32 {
	d := c.newRegister()
	c.emit(op{run: func(w *warp, _ uint32) {
		for l := range w.lanes(d) {
			w.lanes(d)[l] = w.lanes(r)[l] ^ 1
		}
	}})
	return d
}

// elements returns the operands of a vector, or the operand alone.
func elements(o ptx.Operand) []ptx.Operand {
	if v, ok := o.(*ptx.Vector); ok {
		return v.Elements
	}
	return []ptx.Operand{o}
}

// oneOf returns the first modifier of an instruction that is one of those given, "" if there is none.
func oneOf(in *ptx.Instruction, modifiers ...string) string {
	for _, m := range in.Modifiers {
		if slices.Contains(modifiers, m) {
			return m
		}
	}
	return ""
}

// typeOf returns the last type among the modifiers.
func typeOf(in *ptx.Instruction) ptx.Type {
	if ts := in.Types(); len(ts) > 0 {
		return ts[len(ts)-1]
	}
	return ""
}
