package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

func init() { register(map[string]decoder{"call": decodeCall, "brx": decodeBranchIndexed}) }

// call is a call as it is written.
type call struct {
	in            *ptx.Instruction
	callee        *ptx.Name // a function, or a register with the address of one
	results, args []ptx.Operand
	// among names the functions that an address may be of, nil if the call does not say
	among *ptx.Name
}

// readCall takes a call apart: results in parentheses, the callee, arguments in parentheses, targets.
func readCall(in *ptx.Instruction) call {
	x := call{in: in}
	for _, o := range in.Operands {
		list, isList := o.(*ptx.List)
		name, isName := o.(*ptx.Name)
		switch {
		case isList && x.callee == nil:
			x.results = list.Elements
		case isList:
			x.args = list.Elements
		case isName && x.callee == nil:
			x.callee = name
		case isName:
			x.among = name
		}
	}
	return x
}

// direct returns the function that a call names, nil if it goes through an address.
func (c *compiler) direct(x call) *ptx.Function {
	if x.callee == nil {
		return nil
	}
	if sym := c.top.Lookup(x.callee.Name); sym != nil {
		return sym.Function
	}
	return nil
}

// callees returns the functions that an instruction may call: the one that it names, or for a call through an
// address all whose address is taken.
func (c *compiler) callees(in *ptx.Instruction) []*ptx.Function {
	if in.Opcode != "call" {
		return nil
	}
	if f := c.direct(readCall(in)); f != nil {
		return []*ptx.Function{f}
	}
	return c.pointed
}

// decodeCall decodes a call: the body of the function takes its place. A call through an address tries the
// functions that it may reach, one after the other.
func decodeCall(c *compiler, in *ptx.Instruction) bool {
	x := readCall(in)
	if x.callee == nil {
		return false
	}
	if f := c.direct(x); f != nil {
		c.guarded(func() { c.enter(x, f) })
		return true
	}
	address := c.source(x.callee, "b64")
	c.guarded(func() { c.dispatch(x, address) })
	return true
}

// guarded emits operations that are executed by those lanes for which the guard of the instruction holds.
func (c *compiler) guarded(body func()) {
	skip := -1
	if c.in.Guard != nil {
		skip = len(c.k.ops)
		c.emit(op{flow: branch})
		c.k.ops[skip].negated = !c.k.ops[skip].negated
	}
	c.unguarded = true
	body()
	c.unguarded = false
	if skip >= 0 {
		c.k.ops[skip].target = int32(len(c.k.ops))
	}
}

// enter emits the body of a function with what the call passes to it.
func (c *compiler) enter(x call, f *ptx.Function) {
	if f.Body == nil {
		c.external(x, f)
		return
	}
	if slices.Contains(c.calling, f) {
		c.errs.Add(ptx.BadOperand(x.in.Span, "'%s' calls itself, which is not supported", f.Name))
		return
	}
	if len(x.results) != len(f.Returns) || len(x.args) != len(f.Params) {
		c.errs.Add(ptx.BadOperand(x.in.Span, "'%s' has %d parameters and %d results, not %d and %d", f.Name,
			len(f.Params), len(f.Returns), len(x.args), len(x.results)))
		return
	}
	scope := c.top.Enter(f)
	for i, v := range f.Params {
		c.pass(v, x.args[i], scope)
	}
	for i, v := range f.Returns {
		c.receive(v, x.results[i])
	}
	in := c.in
	c.function(f, scope)
	c.in = in
	for i, v := range f.Returns {
		c.deliver(v, x.results[i], scope)
	}
}

// variableOf returns the variable that an argument names, nil if it is a register or a number.
func (c *compiler) variableOf(o ptx.Operand) *ptx.Variable {
	if n, ok := o.(*ptx.Name); ok {
		if sym := c.scope.Lookup(n.Name); sym != nil {
			return sym.Variable
		}
	}
	return nil
}

// pass gives a parameter its argument: the place of a variable, or the value of a register or number.
func (c *compiler) pass(v *ptx.Variable, o ptx.Operand, scope *ptx.Scope) {
	from := c.variableOf(o)
	switch {
	case from != nil && v.Space != "reg":
		if from.Size() < v.Size() {
			c.bad(o, "expected a variable in .param of %d bytes", v.Size())
		}
		c.vars[v] = c.vars[from]
	case v.Space == "reg":
		c.move(c.registerOf(v, scope), c.source(o, v.Type))
	default:
		c.place(v)
		c.copyTo(v, c.source(o, v.Type))
	}
}

// receive gives a result in memory its place.
func (c *compiler) receive(v *ptx.Variable, o ptx.Operand) {
	to := c.variableOf(o)
	switch {
	case v.Space == "reg":
	case to == nil:
		c.place(v)
	case to.Size() < v.Size():
		c.bad(o, "expected a variable in .param of %d bytes", v.Size())
	default:
		c.vars[v] = c.vars[to]
	}
}

// deliver gives a register of the caller the value of a result.
func (c *compiler) deliver(v *ptx.Variable, o ptx.Operand, scope *ptx.Scope) {
	if c.variableOf(o) != nil && v.Space != "reg" {
		return // it is there
	}
	d := c.result(o)
	if v.Space == "reg" {
		c.move(d, c.registerOf(v, scope))
		return
	}
	x := &transfer{where: c.placeIn(v), registers: []int32{d}, size: v.Type.Bits() / 8,
		masks: []uint64{maskOf(v.Type.Bits())}, site: c.site()}
	c.emitPlain(x.load)
}

// registerOf returns the register of a parameter of a function.
func (c *compiler) registerOf(v *ptx.Variable, scope *ptx.Scope) int32 {
	outer := c.scope
	c.scope = scope
	r := c.register(v.Name)
	c.scope = outer
	return r
}

// placeIn returns the location of a variable in local memory.
func (c *compiler) placeIn(v *ptx.Variable) location {
	c.touched.places = append(c.touched.places, where{space: localSpace, variable: v})
	return location{space: localSpace, base: c.constant(c.vars[v].offset), mask: ^uint64(0)}
}

// copyTo emits a store of a register to a variable in local memory.
func (c *compiler) copyTo(v *ptx.Variable, from int32) {
	x := &transfer{where: c.placeIn(v), registers: []int32{from}, size: v.Type.Bits() / 8, kind: writes,
		masks: []uint64{maskOf(v.Type.Bits())}, site: c.site()}
	c.emitPlain(x.store)
}

// move emits a move between registers.
func (c *compiler) move(d, a int32) {
	c.touched.written, c.touched.values = append(c.touched.written, d), append(c.touched.values, a)
	c.unary(d, a, func(v uint64) uint64 { return v })
}

// ---- calls and branches through addresses ----

// dispatch emits a call through an address: the functions that it may reach, each for the lanes that mean it.
func (c *compiler) dispatch(x call, address int32) {
	var done []int
	for _, f := range c.candidates(x) {
		done = append(done, c.when(address, functionAddress(c.module, f), func() {
			if slices.Contains(c.calling, f) {
				c.failing(codeTrap, "'%s' calls itself through an address, which is not supported", f.Name)
				return
			}
			c.enter(x, f)
		}))
	}
	c.failing(codeBounds, "'%s' holds the address of no function that this call may reach", x.callee.Name)
	for _, at := range done {
		c.k.ops[at].target = int32(len(c.k.ops))
	}
}

// when emits operations for the lanes whose register has a value, and returns their branch to the end, whose
// target is open.
func (c *compiler) when(r int32, value uint64, body func()) int {
	differs := c.newRegister()
	c.touched.written, c.touched.values = append(c.touched.written, differs), append(c.touched.values, r)
	c.unary(differs, r, func(v uint64) uint64 { return truth(v != value) })
	skip := len(c.k.ops)
	c.emit(op{flow: branch})
	c.k.ops[skip].guard = differs
	body()
	out := len(c.k.ops)
	c.emit(op{flow: branch})
	c.k.ops[skip].target = int32(len(c.k.ops))
	return out
}

// candidates returns the functions that a call through an address may reach: those of its .calltargets, or
// those with the parameters of its prototype whose address is taken.
func (c *compiler) candidates(x call) []*ptx.Function {
	if x.among == nil {
		return c.pointed
	}
	sym := c.scope.Lookup(x.among.Name)
	switch {
	case sym == nil:
		return c.pointed
	case sym.Targets != nil:
		var all []*ptx.Function
		for _, name := range sym.Targets.Names {
			if f := c.top.Lookup(name); f != nil && f.Function != nil {
				all = append(all, f.Function)
			}
		}
		return all
	case sym.Prototype != nil:
		return slices.DeleteFunc(slices.Clone(c.pointed), func(f *ptx.Function) bool {
			return !sameSizes(f.Params, sym.Prototype.Function.Params) ||
				!sameSizes(f.Returns, sym.Prototype.Function.Returns)
		})
	}
	return c.pointed
}

// sameSizes reports whether parameters have the same sizes, one by one.
func sameSizes(a, b []*ptx.Variable) bool {
	return slices.EqualFunc(a, b, func(a, b *ptx.Variable) bool { return a.Size() == b.Size() })
}

// decodeBranchIndexed decodes brx.idx: a branch to a label of a list, by its number.
func decodeBranchIndexed(c *compiler, in *ptx.Instruction) bool {
	if !in.Has("idx") || !counts(in, 2) {
		return false
	}
	n, ok := in.Operands[1].(*ptx.Name)
	var sym *ptx.Symbol
	if ok {
		sym = c.scope.Lookup(n.Name)
	}
	if sym == nil || sym.Targets == nil {
		c.bad(in.Operands[1], "expected the label of .branchtargets")
		return true
	}
	index := c.source(in.Operands[0], "u32")
	c.guarded(func() {
		for i, name := range sym.Targets.Names {
			label := c.scope.Lookup(name)
			if label == nil || label.Label == nil {
				c.bad(n, "'%s' of '%s' is no label", name, n.Name)
				return
			}
			c.branches[c.when(index, uint64(i), func() {})] = label
		}
		c.failing(codeBounds, "'%s' has %d labels; none has the number that is asked for", n.Name,
			len(sym.Targets.Names))
	})
	return true
}
