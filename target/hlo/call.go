package hlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ir"
)

// block writes the operations of a block, but for its terminator.
func (c *computation) block(b *ir.Block) {
	for op := range b.Ops() {
		if op.Has(ir.Terminator) {
			continue
		}
		switch op.Name() {
		case "func.call":
			c.call(op)
		case "async.execute":
			c.execute(op)
		case "async.await":
			c.await(op)
		case "async.create_group":
			c.groups[op.Result(0)] = nil
		case "async.add_to_group":
			c.join(op)
		case "async.await_all":
			for _, f := range c.groups[op.Operand(0)] {
				c.finish(f, nil)
			}
		case "scf.while":
			c.while(op)
		case "scf.for":
			c.counted(op)
		case "scf.if", "scf.index_switch":
			c.conditional(op)
		case "memref.load":
			c.load(op)
		case "arith.index_cast":
			c.values[op.Result(0)] = c.read(op, op.Operand(0), nil)
		case "memref.alloc", "memref.alloca", "memref.dealloc", "memref.reinterpret_cast", "memref.cast",
			"arith.constant":
		default:
			c.w.refuse(op, ": it is neither a call, nor asynchronous, nor control flow")
		}
	}
}

// load takes the read of memory that is one scalar for that scalar.
func (c *computation) load(op *ir.Op) {
	if op.NumOperands() != 1 {
		c.w.refuse(op, ": only memory of rank 0 is read as a scalar")
		return
	}
	if r := c.read(op, op.Operand(0), nil); r != nil {
		c.values[op.Result(0)] = r
	}
}

// action is an instruction that a call becomes.
type action struct {
	op       *ir.Op
	name     string // a proposal
	opcode   string
	literal  string
	attrs    []string
	operands []*ref
	shape    *hlo.Shape
	native   bool // a declaration says what the instruction is
	outcomes []outcome
}

// outcome says what gets an element of the result of an instruction: memory, or a result of the call.
type outcome struct {
	memory *ir.Value
	result *ir.Value
	index  []int64
	adds   bool // the element is the same content in another shape
}

// call writes a call where it stands.
func (c *computation) call(op *ir.Op) {
	a := c.action(op)
	if a == nil {
		return
	}
	name := c.emit(a)
	c.settle(a, &ref{name: name, whole: a.shape, shape: a.shape})
}

// emit writes the instruction of an action and returns its name.
func (c *computation) emit(a *action) string {
	text := a.body(c.uses(a.operands))
	name := fresh(c.taken, a.name)
	c.add(name, text)
	return name
}

func (c *computation) uses(all []*ref) []string {
	operands := make([]string, len(all))
	for i, r := range all {
		operands[i] = c.use(r)
	}
	return operands
}

func (a *action) body(operands []string) string {
	text := fmt.Sprintf("%s %s(%s)", a.shape, a.opcode, a.literal+strings.Join(operands, ", "))
	for _, attr := range a.attrs {
		text += ", " + attr
	}
	return text
}

// settle gives memory and results the elements of what an action returns.
func (c *computation) settle(a *action, r *ref) {
	for _, o := range a.outcomes {
		e := &ref{name: r.name, whole: r.whole, index: append(slices.Clone(r.index), o.index...),
			shape: r.shape.At(o.index...)}
		switch {
		case o.adds:
			m := c.memory(o.memory)
			c.content[m] = append(c.content[m], e)
		case o.memory != nil:
			c.content[c.memory(o.memory)] = []*ref{e}
		default:
			c.bind(o.result, e)
		}
	}
}

// callee returns the function that a call calls.
func (c *computation) callee(op *ir.Op) *ir.Op {
	fn := c.w.symbols.Resolve(op, op.Def().Callee(op))
	if fn == nil || !fn.Is(function.Func) {
		c.w.refuse(op, ": what it calls is not a func.func")
		return nil
	}
	return fn
}

// action returns what a call becomes, nil if it cannot be written.
func (c *computation) action(op *ir.Op) *action {
	fn := c.callee(op)
	if fn == nil {
		return nil
	}
	if fn.Body() == nil && fn.Attr("hlo.opcode") != nil {
		return c.native(op, fn)
	}
	return c.foreign(op, fn)
}

// native returns the instruction that a declaration describes.
func (c *computation) native(op, fn *ir.Op) *action {
	a := &action{op: op, name: op.StringAttr("hlo.name"), opcode: fn.StringAttr("hlo.opcode"), native: true,
		literal: op.StringAttr("hlo.literal"), attrs: strs(op.Attr("hlo.attributes"))}
	if a.name == "" {
		a.name = fn.SymbolName()
	}
	args := op.Operands()
	for _, text := range strs(fn.Attr("hlo.operands")) {
		s, err := hlo.ParseShape(text)
		if err != nil {
			c.w.refuse(op, ": its declaration has a malformed shape %s", text)
			return nil
		}
		var items []item
		for _, l := range leaves(s) {
			if len(args) == 0 {
				c.w.refuse(op, ": its declaration describes other operands")
				return nil
			}
			items, args = append(items, item{ref: c.read(op, args[0], l.shape)}), args[1:]
		}
		a.operands = append(a.operands, c.assemble(s, items, ""))
	}
	var err error
	if a.shape, err = hlo.ParseShape(fn.StringAttr("hlo.shape")); err != nil ||
		slices.Contains(a.operands, nil) {
		c.w.refuse(op, ": its operands or its result cannot be made as its declaration describes them")
		return nil
	}
	if !isStart(a.opcode) {
		a.outcomes = c.outcomes(op, fn, a.shape)
	}
	return a
}

// outcomes says what gets the parts of a shape: the arrays what hlo.results names, the tokens the results of
// the call.
func (c *computation) outcomes(op, fn *ir.Op, s *hlo.Shape) (all []outcome) {
	numbers, _ := fn.Attr("hlo.results").(*ir.DenseArrayAttr)
	access, _ := function.Declared(fn)
	arrays, tokens := 0, 0
	for _, l := range leaves(s) {
		if l.shape.IsToken() {
			if tokens < op.NumResults() {
				all = append(all, outcome{result: op.Result(tokens), index: l.index})
			}
			tokens++
			continue
		}
		if numbers == nil || arrays >= len(numbers.Values) || numbers.Values[arrays] < 0 ||
			numbers.Values[arrays] >= int64(op.NumOperands()) {
			c.w.refuse(op, ": its declaration describes other results")
			return nil
		}
		i := int(numbers.Values[arrays])
		all = append(all, outcome{memory: op.Operand(i), index: l.index,
			adds: i < len(access) && !access[i].Writes})
		arrays++
	}
	return all
}

func isStart(opcode string) bool { return (&hlo.Instruction{Opcode: opcode}).IsStart() }

// foreign returns the custom call, or the call of a computation, that a call of any function becomes.
func (c *computation) foreign(op, fn *ir.Op) *action {
	a := &action{op: op, name: identifier(fn.SymbolName()), opcode: "custom-call"}
	access, known := function.Declared(fn)
	var made *callable
	if fn.Body() != nil {
		if made = c.w.callable(fn, c.thread); made == nil {
			return nil
		}
		a.opcode, a.attrs = "call", []string{"to_apply=%" + made.name}
	} else {
		a.attrs = []string{fmt.Sprintf("custom_call_target=%q", fn.SymbolName())}
	}
	var parts []*hlo.Shape
	for _, v := range op.Results() {
		s := shapeOf(v.Type())
		if s == nil {
			c.w.refuse(op, ": a result is of type %v", v.Type())
			return nil
		}
		a.outcomes = append(a.outcomes, outcome{result: v, index: []int64{int64(len(parts))}})
		parts = append(parts, s)
	}
	var shared []int
	for i, v := range op.Operands() {
		r := c.read(op, v, nil)
		if r == nil {
			return nil
		}
		a.operands = append(a.operands, r)
		_, isMemory := v.Type().(*ir.MemRefType)
		writes := isMemory && (made == nil && (!known || access[i].Writes) ||
			made != nil && slices.Contains(made.writes, i))
		if writes {
			a.outcomes = append(a.outcomes, outcome{memory: v, index: []int64{int64(len(parts))}})
			shared = append(shared, i)
			parts = append(parts, r.shape)
		}
	}
	a.shape = tupleOf(parts...)
	if len(parts) == 1 {
		a.shape, a.outcomes[0].index = parts[0], nil
	}
	if made == nil {
		a.attrs = append(a.attrs, effects(known, len(parts), op.NumResults(), shared)...)
	}
	return a
}

// effects returns the attributes that say what a custom call does beside returning values.
func effects(known bool, parts, results int, shared []int) (attrs []string) {
	if !known {
		attrs = append(attrs, "custom_call_has_side_effect=true")
	}
	var aliases []string
	for k, i := range shared {
		output := fmt.Sprintf("{%d}", results+k)
		if parts == 1 {
			output = "{}"
		}
		aliases = append(aliases, fmt.Sprintf("%s: (%d, {})", output, i))
	}
	if len(aliases) > 0 {
		attrs = append(attrs, "output_to_operand_aliasing={"+strings.Join(aliases, ", ")+"}")
	}
	return attrs
}

// callable returns the computation of a function on a thread, nil if it cannot be written.
func (w *writer) callable(fn *ir.Op, thread string) *callable {
	key := fn.SymbolName() + " " + thread
	if made := w.made[key]; made != nil {
		if made.open {
			w.refuse(fn, ": it calls itself, and HLO has no recursion")
			return nil
		}
		return made
	}
	made := &callable{open: true}
	w.made[key] = made
	before := len(w.errs)
	c := w.computation(thread)
	made.writes = c.function(fn, false)
	made.name, made.open = w.unique(identifier(fn.SymbolName())), false
	w.finish(c, "%"+made.name)
	if len(w.errs) > before {
		return nil
	}
	return made
}
