package affine

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ptx"
)

// Values are the registers of a kernel and of the functions that it calls, as forms. They do not change:
// several goroutines may ask for them.
type Values struct {
	Kernel *ptx.Function
	// Accesses and Compared are in the order of the text, those of functions behind those of the kernel.
	Accesses []Access
	Compared []Compared
	// objects are addresses by instruction, and handles what names textures, surfaces and samplers.
	objects map[*ptx.Instruction][]Form
	handles []Form

	reads    []Read
	pointers map[Slot]bool
	floats   map[Slot]int

	top     *ptx.Scope
	params  map[*ptx.Variable]int
	defined map[*ptx.Symbol][]definition
	flow    flow
	stored  map[*ptx.Variable][]definition // variables of space .param and .local
	locals  map[place]*ptx.Symbol          // registers that local variables are followed as
	aliases map[*ptx.Variable][]*ptx.Variable
	forms   map[reaching]Form
	// computed are the values that are no sums, by what computes them of what.
	computed map[string]Form
	opaques  int
	visited  map[*ptx.Function]bool
	placed   []placed
	scopes   map[*ptx.Function]*ptx.Scope
	last     map[*ptx.Function]int // behind the last instruction
}

// placed is an instruction with its number and the scope in which its names are meant.
type placed struct {
	in    *ptx.Instruction
	scope *ptx.Scope
	at    int
}

// definition is an operand of an instruction that defines a register, or stores to a variable.
type definition struct {
	placed
	operand ptx.Operand
	index   int   // of the element, where a vector is loaded or a value taken apart
	offset  int64 // of a store
}

// Analyze looks at a kernel of a verified module.
func Analyze(m *ptx.Module, kernel *ptx.Function) *Values {
	v := &Values{Kernel: kernel, top: ptx.NewScope(m), params: map[*ptx.Variable]int{},
		defined: map[*ptx.Symbol][]definition{}, stored: map[*ptx.Variable][]definition{},
		aliases: map[*ptx.Variable][]*ptx.Variable{}, forms: map[reaching]Form{}, computed: map[string]Form{},
		scopes: map[*ptx.Function]*ptx.Scope{}, last: map[*ptx.Function]int{},
		visited: map[*ptx.Function]bool{}, flow: flow{labels: map[*ptx.Symbol]int{}}}
	for i, p := range kernel.Params {
		v.params[p] = i
	}
	v.function(kernel)
	v.flow.link(v.placed)
	for _, p := range v.placed {
		v.store(p)
	}
	v.findLocals()
	clear(v.forms) // those that were made before all stores were known
	clear(v.computed)
	v.followLocals()
	for _, p := range v.placed {
		v.access(p)
	}
	v.reads, v.pointers, v.floats = v.findReads(), v.findPointers(), v.findFloats()
	v.objects = map[*ptx.Instruction][]Form{}
	for _, a := range v.Accesses {
		v.objects[a.Instruction] = append(v.objects[a.Instruction], a.Address)
	}
	return v
}

// Reads returns the slots of the kernel's parameters that it loads, each once, in the order of their places.
func (v *Values) Reads() []Read { return v.reads }

// Pointers returns the slots of the parameters that hold addresses: those that stand with the factor 1 in the
// address of an access, or in what is converted to one, also where it is selected or counted from.
func (v *Values) Pointers() map[Slot]bool { return v.pointers }

// FloatSlots returns the slots of pointers to floats, with the bits of one.
func (v *Values) FloatSlots() map[Slot]int { return v.floats }

// function lists the instructions of a function, and of those that it calls.
func (v *Values) function(f *ptx.Function) {
	if f.Body == nil || v.visited[f] {
		return
	}
	v.visited[f] = true
	var calls []placed
	v.scopes[f] = v.top.Enter(f)
	v.block(v.scopes[f], f.Body, &calls)
	v.flow.ends = append(v.flow.ends, len(v.placed))
	v.last[f] = len(v.placed)
	for _, p := range calls {
		v.call(p)
	}
}

func (v *Values) block(outer *ptx.Scope, b *ptx.Block, calls *[]placed) {
	scope := outer.Block(b)
	for _, item := range b.Items {
		switch x := item.(type) {
		case *ptx.Block:
			v.block(scope, x, calls)
		case *ptx.Label:
			v.flow.labels[scope.Lookup(x.Name)] = len(v.placed)
		case *ptx.Instruction:
			p := placed{x, scope, len(v.placed)}
			v.placed = append(v.placed, p)
			if x.Opcode == "call" {
				*calls = append(*calls, p)
				continue
			}
			v.define(p)
		}
	}
}

// call makes the parameters of a function mean those of the caller.
func (v *Values) call(p placed) {
	var f *ptx.Function
	var lists [2][]ptx.Operand // results and arguments
	for _, o := range p.in.Operands {
		switch x := o.(type) {
		case *ptx.Name:
			if sym := p.scope.Lookup(x.Name); sym != nil && sym.Function != nil {
				f = sym.Function
			}
		case *ptx.List:
			if f == nil {
				lists[0] = x.Elements
			} else {
				lists[1] = x.Elements
			}
		}
	}
	if f == nil {
		return
	}
	v.function(f)
	v.passRegisters(p, f, lists[0], lists[1])
	v.bind(p.scope, f.Returns, lists[0], func(formal, actual *ptx.Variable) {
		v.aliases[actual] = append(v.aliases[actual], formal)
	})
	v.bind(p.scope, f.Params, lists[1], func(formal, actual *ptx.Variable) {
		v.aliases[formal] = append(v.aliases[formal], actual)
	})
}

// passRegisters makes parameters that are registers what the caller gives, and its results what they return.
func (v *Values) passRegisters(p placed, f *ptx.Function, results, args []ptx.Operand) {
	inside := v.scopes[f]
	if inside == nil {
		return
	}
	for i, formal := range f.Params[:min(len(f.Params), len(args))] {
		if sym := inside.Lookup(formal.Name); sym != nil && sym.Register {
			v.defined[sym] = append(v.defined[sym], definition{placed: p, operand: args[i]})
		}
	}
	for i, formal := range f.Returns[:min(len(f.Returns), len(results))] {
		n, ok := results[i].(*ptx.Name)
		if !ok {
			continue
		}
		if sym := p.scope.Lookup(n.Name); sym != nil && sym.Register {
			v.defined[sym] = append(v.defined[sym], definition{placed: placed{p.in, inside, v.last[f]},
				operand: &ptx.Name{Span: formal.Span, Name: formal.Name}})
		}
	}
}

// bind calls meet for each parameter of a function with the variable that the caller gives for it.
func (v *Values) bind(s *ptx.Scope, formal []*ptx.Variable, actual []ptx.Operand,
	meet func(formal, actual *ptx.Variable)) {
	for i, f := range formal[:min(len(formal), len(actual))] {
		if n, ok := actual[i].(*ptx.Name); ok {
			if sym := s.Lookup(n.Name); sym != nil && sym.Variable != nil {
				meet(f, sym.Variable)
			}
		}
	}
}

// define notes what an instruction defines.
func (v *Values) define(p placed) {
	for _, result := range ptx.Results(p.in) {
		for i, o := range elements(result) {
			n, ok := o.(*ptx.Name)
			if !ok {
				continue
			}
			if sym := p.scope.Lookup(n.Name); sym != nil && sym.Register {
				v.defined[sym] = append(v.defined[sym], definition{placed: p, index: i})
			}
		}
	}
}

// store notes what is stored to a variable of the thread.
func (v *Values) store(p placed) {
	if p.in.Opcode != "st" || len(p.in.Operands) != 2 || p.in.Has("global") || p.in.Has("shared") {
		return
	}
	a, ok := p.in.Operands[0].(*ptx.Address)
	if !ok {
		return
	}
	x, at := v.address(p, a).within()
	if x == nil {
		return
	}
	size := typeOf(p.in).Bits() / 8
	for i, o := range elements(p.in.Operands[1]) {
		v.stored[x] = append(v.stored[x], definition{placed: p, operand: o, offset: at + int64(i*size)})
	}
}

// within returns the variable of which a form is a place, and the offset of the place; nil if it is none.
func (f Form) within() (*ptx.Variable, int64) {
	if len(f.Terms) != 1 {
		return nil, 0
	}
	for p, factor := range f.Terms {
		if p[0].Kind == Variable && p.IsOne() && factor == 1 {
			return p[0].Variable, f.Const
		}
	}
	return nil, 0
}

// elements returns the operands of a vector, of a pair, or the operand alone.
func elements(o ptx.Operand) []ptx.Operand {
	switch x := o.(type) {
	case *ptx.Vector:
		return x.Elements
	case *ptx.Pair:
		return []ptx.Operand{x.First, x.Second}
	}
	return []ptx.Operand{o}
}

func typeOf(in *ptx.Instruction) ptx.Type {
	if ts := in.Types(); len(ts) > 0 {
		return ts[len(ts)-1]
	}
	return ""
}

// opaque returns a form of something that is no sum.
func (v *Values) opaque(by string, from ...Form) Form {
	v.opaques++
	return Of(Atom{Kind: Opaque, opaque: &opaque{number: v.opaques, from: from, by: by}})
}

// value returns the form of an operand.
func (v *Values) value(p placed, o ptx.Operand, t ptx.Type) Form {
	switch x := o.(type) {
	case *ptx.Immediate:
		return Form{Const: integer(x, t)}
	case *ptx.Name:
		sym := p.scope.Lookup(x.Name)
		switch {
		case sym == nil || sym.Label != nil || sym.Function != nil:
			return v.opaque("name")
		case sym.Variable != nil:
			f := Of(Atom{Kind: Variable, Variable: sym.Variable})
			f.Const = x.Offset
			return f
		case sym.Special:
			return v.special(x.Name)
		}
		return v.register(p, sym)
	}
	var from []Form
	for _, e := range elements(o) {
		if e != o {
			from = append(from, v.value(p, e, t))
		}
	}
	return v.opaque("vector", from...)
}

// integer returns the number that an immediate is for an instruction of a type.
func integer(x *ptx.Immediate, t ptx.Type) int64 {
	switch {
	case x.Kind != ptx.Integer:
		return 0
	case t.Bits() == 32:
		return int64(int32(x.Bits))
	case t.Bits() == 16:
		return int64(int16(x.Bits))
	}
	return int64(x.Bits)
}

// places are the special registers that say where a thread is.
var places = map[string]Kind{"%tid": Thread, "%ctaid": Block, "%ntid": BlockSize, "%nctaid": GridSize}

func (v *Values) special(name string) Form {
	register, dimension, _ := strings.Cut(name, ".")
	kind, dim := places[register], strings.Index("xyz", dimension)
	switch {
	case kind != NoAtom && dimension != "" && dim >= 0:
		return Of(Atom{Kind: kind, Dim: dim})
	case name == "%laneid" || name == "%warpid":
		return v.opaque("special", Of(Atom{Kind: Thread}))
	}
	return v.opaque("special")
}

// register returns the form of a register in front of an instruction.
func (v *Values) register(p placed, sym *ptx.Symbol) Form {
	defs, key := v.flow.reaching(p.at, sym, v.defined[sym])
	if f, ok := v.forms[key]; ok {
		return f
	}
	own := v.opaque("loop") // what the register is to its own definition
	v.forms[key] = own
	var all []Form
	for _, d := range defs {
		all = append(all, v.definition(d))
	}
	if f, ok := sole(all, own); ok {
		v.forms[key] = f
		return f
	}
	for p := range own.Terms {
		o := p[0].opaque
		for i, f := range all {
			if f.Terms[p] == 1 {
				o.steps = append(o.steps, f.Minus(own))
				o.block = v.flow.blocks[defs[i].at]
			}
		}
		o.from = all
		o.counts = len(all) == 2 && len(o.steps) == 1 && defs[0].in.Guard == nil && defs[1].in.Guard == nil
	}
	return own
}

// sole returns the form that all definitions give, if they do not need the register itself.
func sole(all []Form, own Form) (Form, bool) {
	if len(all) == 0 {
		return Form{}, false
	}
	for _, f := range all {
		if !f.Equal(all[0]) {
			return Form{}, false
		}
	}
	itself := func(a Atom) bool { return own.Factor(a) == 1 }
	return all[0], !all[0].Depends(itself)
}

// definition returns what an instruction gives a register.
func (v *Values) definition(d definition) Form {
	in, t := d.in, typeOf(d.in)
	if d.operand != nil {
		return v.value(d.placed, d.operand, t)
	}
	arg := func(i int) Form { return v.value(d.placed, in.Operands[i], t) }
	var args []Form
	for i := 1; i < len(in.Operands); i++ {
		if a, ok := in.Operands[i].(*ptx.Address); ok {
			if in.Opcode == "ld" {
				if f, ok := v.variable(d, a); ok {
					return f
				}
			}
			args = append(args, v.address(d.placed, a))
			continue
		}
		args = append(args, arg(i))
	}
	if _, pair := in.Operands[0].(*ptx.Name); pair && t.Kind() != ptx.Float && t.Kind() != ptx.Predicate {
		if f, ok := v.arithmetic(in, args); ok && len(f.Terms) <= maxTerms {
			return f
		}
	}
	by := in.Opcode
	if (by == "ld" || by == "ldu") && !in.Has("shared") && !in.Has("shared::cta") && !in.Has("const") {
		by = loaded
	}
	if accessesTextures(in) && by != "txq" && by != "suq" {
		by = loaded
	}
	key := ""
	if slices.Contains(pure, by) {
		key = by
		for _, f := range args {
			key += " " + f.key()
		}
		if f, ok := v.computed[key]; ok {
			return f
		}
	}
	f := v.opaque(by, args...)
	if key != "" {
		v.computed[key] = f
	}
	for p := range f.Terms {
		p[0].opaque.divisor = divisor(in, args)
		p[0].opaque.floats = resultFloats(in)
	}
	return f
}

// pure are the instructions of which the same operands give the same value, which is then one atom.
var pure = []string{"and", "or", "xor", "shr", "div", "rem", "min", "max"}

// resultFloats returns the bits of the float that an instruction computes, 0 if it computes none.
func resultFloats(in *ptx.Instruction) int {
	if ts := in.Types(); len(ts) > 0 && ts[0].Kind() == ptx.Float && in.Opcode != "setp" {
		return ts[0].Bits()
	}
	return 0
}

// arithmetic returns the result of an instruction that is a sum.
func (v *Values) arithmetic(in *ptx.Instruction, args []Form) (Form, bool) {
	switch n := len(args); {
	case n == 1:
		switch in.Opcode {
		case "mov", "cvt", "cvta":
			_, apart := in.Operands[1].(*ptx.Vector)
			return args[0], !apart
		case "neg":
			return Form{}.plus(args[0], -1), true
		}
	case in.Opcode == "mapa":
		return args[0], true
	case n == 2:
		switch in.Opcode {
		case "add":
			return args[0].plus(args[1], 1), true
		case "or": // of bits that are not both set, as compilers add them
			return args[0].plus(args[1], 1), args[0].IsConst() == args[1].IsConst() || smallBits(args)
		case "sub":
			return args[0].plus(args[1], -1), true
		case "shl":
			if by := args[1]; by.IsConst() && by.Const >= 0 && by.Const < 32 {
				return Form{}.plus(args[0], 1<<by.Const), true
			}
		case "mul", "mul24":
			return whenLow(in, args)
		}
	case n == 3 && (in.Opcode == "mad" || in.Opcode == "mad24"):
		f, ok := whenLow(in, args)
		return f.plus(args[2], 1), ok
	}
	return Form{}, false
}

// smallBits reports whether the constant among two operands may fill low bits of the other.
func smallBits(args []Form) bool {
	c, other := args[0], args[1]
	if other.IsConst() {
		c, other = other, c
	}
	if c.Const < 0 {
		return false
	}
	for _, factor := range other.Terms {
		if factor&(1<<bits.Len64(uint64(c.Const))-1) != 0 {
			return false
		}
	}
	return true
}

// whenLow returns the product of two numbers unless just its high half is taken.
func whenLow(in *ptx.Instruction, args []Form) (Form, bool) {
	if in.Has("hi") {
		return Form{}, false
	}
	return args[0].times(args[1])
}

// divisor returns by what a quotient or a remainder divides, 0 if the instruction is neither, or divides by
// what is no number.
func divisor(in *ptx.Instruction, args []Form) int64 {
	if len(args) != 2 || !args[1].IsConst() {
		return 0
	}
	n := args[1].Const
	switch {
	case slices.Contains([]string{"div", "rem"}, in.Opcode) && n > 0:
		return n
	case in.Opcode == "shr" && n >= 0 && n < 32:
		return 1 << n
	case in.Opcode == "and" && n > 0 && n&(n+1) == 0:
		return n + 1
	}
	return 0
}

// variable returns what a load from a parameter, or from a variable of the thread, gives.
func (v *Values) variable(d definition, a *ptx.Address) (Form, bool) {
	x, at := v.address(d.placed, a).within()
	if x == nil || x.Space == "shared" || x.Space == "global" || x.Space == "const" {
		return Form{}, false
	}
	at += int64(d.index * typeOf(d.in).Bits() / 8)
	if sym := v.locals[place{x, at}]; sym != nil {
		return v.register(d.placed, sym), true
	}
	return v.content(x, at)
}

// content returns what a variable holds at an offset.
func (v *Values) content(x *ptx.Variable, at int64) (Form, bool) {
	if i, ok := v.params[x]; ok {
		return Of(Atom{Kind: Param, Dim: i, Offset: at}), true
	}
	var all []Form
	for _, place := range append([]*ptx.Variable{x}, v.aliases[x]...) {
		for _, d := range v.stored[place] {
			if d.offset == at {
				all = append(all, v.value(d.placed, d.operand, typeOf(d.in)))
			}
		}
		if _, ok := v.params[place]; ok && place != x {
			f, _ := v.content(place, at)
			all = append(all, f)
		}
	}
	if f, ok := sole(all, Form{}); ok {
		return f, true
	}
	return v.opaque("variable", all...), len(all) > 0
}

// address returns the form of an address in brackets.
func (v *Values) address(p placed, a *ptx.Address) Form {
	f := Form{}
	if a.Base != "" {
		f = v.value(p, &ptx.Name{Span: a.Span, Name: a.Base}, "b64")
	}
	return f.plus(Form{Const: a.Offset}, 1)
}
