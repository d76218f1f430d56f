package sim

import (
	"context"
	"errors"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

// Delegation says how something else executes an operation of a program: launches, copies, fills, allocations
// and waits that the simulator hands to Config.Executor.
type Delegation struct {
	// Operands are the operands whose values the executor gets. They do not include the operation's async
	// dependencies.
	Operands []*ir.Value
	// Allocates is set if the result in front of the token is memory that only delegated operations may
	// access. Operands are then its dynamic extents.
	Allocates bool
	// Frees is set if the life of the memory that the first operand shows ends.
	Frees bool
}

// Delegate decides about each operation when a program is compiled. It returns nil for an operation that the
// simulator executes itself. The operation may be one that the simulator does not support. An error, such as
// one of Unsupported, ends the compilation.
type Delegate func(op *ir.Op) (*Delegation, error)

// Executor executes the delegated operations of a program that CompileFor has made, in the mode Sequential.
// An error ends the run. An error that is no diagnostic, or has no place, gets the place of the operation.
type Executor interface {
	Do(ctx context.Context, o *Operation) (Ticket, error)
}

// Ticket identifies a delegated operation that may not have ended. Later operations name with it the
// operations after which they start.
type Ticket any

// Operation is an execution of a delegated operation.
type Operation struct {
	Op *ir.Op
	// Async is set if the operation has a token: it may end later. Any other operation has ended when Do
	// returns.
	Async bool
	// After has the tickets of the operations after whose end this one starts.
	After []Ticket
	// Args are the values of Delegation.Operands or, if the operation allocates, the memory alone.
	Args []Argument
}

// Argument is a value that a delegated operation gets. Memory of the program is changed in place. A tensor
// map has its own type, and the memory of its tensor.
type Argument struct {
	value.Value
	// Memory is the whole allocation of which Buffer shows a part. Origin is the byte of the allocation at
	// which Buffer.Data begins.
	Memory []byte
	Origin int64
	// Away is set if a delegated operation has allocated the memory. Then Memory only identifies the
	// allocation and tells its size.
	Away bool
}

var (
	codeExecutor = diag.Register("sim-device", "a kernel that a device executes has failed",
		"The simulator executes the host's part of the program, and something else its kernels. The "+
			"message is what that says.")
	codeHostAccess = diag.Register("sim-host-access", "the host touches memory of the device",
		"Memory that gpu.alloc allocates, without host_shared, belongs to the device where one executes "+
			"the kernels: kernels and gpu.memcpy touch it.")
)

// CompileFor is Compile for a program of which Config.Executor executes some operations, in the mode
// Sequential: those for which delegate returns a delegation.
func CompileFor(module *ir.Op, entry string, delegate Delegate) (*Program, error) {
	return compile(module, entry, delegate)
}

// delegated is the data of an instruction that the executor executes. The registers of the instruction's
// arguments hold first the tokens of the dependencies, then the operands of the delegation.
type delegated struct {
	*allocation // of the result, nil if there is none
	op          *ir.Op
	frees       bool
	after       int // number of registers with tokens
	types       []ir.Type
	token       int32 // a register, negative if there is no token
}

// emitDelegated returns an emitter of a delegated operation.
func emitDelegated(how *Delegation) emitter {
	return func(c *compiler, op *ir.Op) error {
		d := &delegated{op: op, frees: how.Frees, token: -1}
		for _, v := range how.Operands {
			if hasLanes(v.Type()) || isObject(v.Type()) && !isTensorMap(v.Type()) {
				return c.unsupported(op, "with an argument of type "+v.Type().String())
			}
			d.types = append(d.types, v.Type())
		}
		in := instr{exec: execDelegated, data: d, pauses: true, touches: true}
		in.args = c.slotsOf(op.AsyncDependencies())
		d.after = len(in.args)
		in.args = append(in.args, c.slotsOf(how.Operands)...)
		if token := op.AsyncToken(); token != nil {
			d.token = c.slot(token)
		}
		if how.Allocates {
			d.allocation = newAllocation(op.Result(0).Type().(*ir.MemRefType), op.Result(0))
			d.allocation.away = true
			in.dst = c.result(op, 0)
		}
		c.emit(in)
		return nil
	}
}

func execDelegated(t *thread, in *instr) {
	d := in.data.(*delegated)
	o := &Operation{Op: d.op, Async: d.token >= 0, After: t.tickets(in.args[:d.after])}
	if !d.fill(t, in, o) {
		return
	}
	ticket, err := t.m.executor.Do(t.m.ctx, o)
	if err != nil {
		t.m.stop(t.executorError(in, err))
		t.halt()
		return
	}
	if d.token >= 0 {
		t.mems[d.token] = &view{object: &task{strand: t.strand, resolved: true, ticket: ticket}}
	}
}

// tickets returns the tickets of the tokens in registers.
func (t *thread) tickets(registers []int32) (list []Ticket) {
	for _, r := range registers {
		if k := completion(t.mems[r]); k != nil && k.ticket != nil {
			list = append(list, k.ticket)
		}
	}
	return list
}

// fill sets the arguments of o. It returns false after stopping the machine.
func (d *delegated) fill(t *thread, in *instr, o *Operation) bool {
	registers := in.args[d.after:]
	if d.allocation != nil {
		return d.allocate(t, in, o)
	}
	if d.frees && !t.endLife(in, registers[0]) {
		return false
	}
	o.Args = make([]Argument, len(registers))
	for i, r := range registers {
		var ok bool
		if o.Args[i], ok = t.argument(in, d.types[i], r); !ok {
			return false
		}
	}
	return true
}

// endLife ends the life of memory for the program. It returns false after stopping the machine.
func (t *thread) endLife(in *instr, register int32) bool {
	if v := t.mems[register]; v != nil {
		t.free(in, v)
	}
	return t.m.err == nil
}

// allocate makes a buffer that stands for memory of the executor. It returns false after stopping the
// machine.
func (d *delegated) allocate(t *thread, in *instr, o *Operation) bool {
	here := *in
	here.args, here.data = in.args[d.after:], d.allocation
	execAllocHere(t, &here)
	if t.m.err != nil {
		return false
	}
	a, ok := t.argument(in, d.op.Result(0).Type(), in.dst)
	o.Args = []Argument{a}
	return ok
}

// argument returns the value of a type in a register. It returns false after stopping the machine.
func (t *thread) argument(in *instr, typ ir.Type, register int32) (Argument, bool) {
	if !isMem(typ) && !isTensorMap(typ) {
		return Argument{Value: value.Value{Type: typ, Bits: t.regs[register]}}, true
	}
	v := t.mems[register]
	if v != nil && isTensorMap(typ) {
		v = v.object.(*tensorMap).tensor
	}
	switch {
	case v == nil:
		t.fail(in, hazard.Uninitialized, "a memref is used before it is defined")
		return Argument{}, false
	case v.buf.freed && !in.data.(*delegated).frees && !t.mayUse(in, v.buf, v.origin, shadow.Read):
		return Argument{}, false
	case !t.within(in, v):
		return Argument{}, false
	}
	if !t.own(in, v.buf) {
		return Argument{}, false
	}
	memory, ok := typ.(*ir.MemRefType)
	if !ok {
		memory = nvgpu.Tile(typ) // of its elements; the extents are the tensor's
	}
	b := v.export(memory)
	return Argument{Value: value.Value{Type: typ, Buffer: b}, Memory: v.buf.data, Origin: v.origin,
		Away: v.buf.away}, true
}

func isTensorMap(t ir.Type) bool {
	p, ok := t.(*ir.ParametricType)
	return ok && p.Def == nvgpu.TensorMap
}

// within reports whether the first and the last element of a view are in the buffer. If not, it stops the
// machine.
func (t *thread) within(in *instr, v *view) bool {
	first, last := v.offset, v.offset
	for d, n := range v.sizes {
		if n == 0 {
			return true
		}
		if by := (n - 1) * v.strides[d]; by < 0 {
			first += by
		} else {
			last += by
		}
	}
	_, ok := t.locate(in, v, first)
	if ok {
		_, ok = t.locate(in, v, last)
	}
	return ok
}

// executorError gives an error of the executor the operation's place, and the iterations around it, unless
// the error has a place.
func (t *thread) executorError(in *instr, err error) *diag.Diagnostic {
	d, ok := errors.AsType[*diag.Diagnostic](err)
	if !ok {
		d = diag.Errorf(codeExecutor, diag.Span{}, "%v", err).Because(err)
	}
	if !d.Span.IsKnown() {
		d.Span = t.m.prog.sites[in.site].span()
		t.explain(d, t.iterations(t.m.prog.scopeAt(t.fn, in.site)))
	}
	return d
}
