package sim

import (
	"context"
	"errors"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

// Device executes the device operations of a program that CompileHost has made, in the mode Sequential. It
// launches kernels, and has the memory that gpu.alloc allocates. An error ends the run; an error that is no
// diagnostic gets the place of the operation.
type Device interface {
	Do(ctx context.Context, o *DeviceOp) (Ticket, error)
}

// Ticket identifies an operation of a device that may not have ended. Later operations name with it the
// operations after which they start.
type Ticket any

// DeviceOp is an operation of a device: gpu.launch_func, gpu.alloc, gpu.dealloc, gpu.memcpy, gpu.memset, or
// gpu.wait, which only waits.
type DeviceOp struct {
	Op *ir.Op
	// Async is set if the operation has a token: it may end later. Any other operation has ended when Do
	// returns.
	Async bool
	// After has the tickets of the operations after whose end this one starts.
	After []Ticket
	// Launch is set for gpu.launch_func only.
	Launch *Launch
	// Memory is the memory that the operation allocates, frees or writes. Source is the memory that a copy
	// reads.
	Memory, Source *KernelArgument
	// Value has the bits that gpu.memset writes to every element.
	Value uint64
}

// Launch is a launch of a kernel that a Device executes.
type Launch struct {
	// Op is the gpu.launch_func. Kernel is the gpu.func that it names.
	Op, Kernel *ir.Op
	// Grid and Block are the numbers of blocks and of threads along x, y and z; Shared is the dynamic shared
	// memory in bytes.
	Grid, Block [3]int64
	Shared      int64
	Args        []KernelArgument
}

// KernelArgument is an argument of a kernel, or memory that another device operation accesses. Memory of the
// host is changed in place.
type KernelArgument struct {
	value.Value
	// Memory is the whole allocation of which Buffer shows a part. Origin is the byte of the allocation at
	// which Buffer.Data begins.
	Memory []byte
	Origin int64
	// OnDevice is set if the device has allocated the memory. Then Memory only identifies the allocation and
	// tells its size.
	OnDevice bool
}

var (
	codeDevice = diag.Register("sim-device", "a kernel that a device executes has failed",
		"The simulator executes the host's part of the program, and something else its kernels. The "+
			"message is what that says.")
	codeHostAccess = diag.Register("sim-host-access", "the host touches memory of the device",
		"Memory that gpu.alloc allocates, without host_shared, belongs to the device where one executes "+
			"the kernels: kernels and gpu.memcpy touch it.")
)

// CompileHost is Compile for a program whose kernels a Device executes: Config.Device, in the mode
// Sequential. The kernels are the functions that gpu.launch_func names. They may contain operations that the
// simulator does not support.
func CompileHost(module *ir.Op, entry string) (*Program, error) { return compile(module, entry, true) }

// inHost makes an emitter of an operation that a device executes in programs of CompileHost.
func inHost(e emitter) emitter {
	return func(c *compiler, op *ir.Op) error {
		if !c.prog.host || op.Is(gpu.Alloc) && op.Attr("hostShared") != nil {
			return e(c, op)
		}
		return emitDelegated(c, op)
	}
}

// delegated is the data of an instruction that a device executes. The registers in args hold first the tokens
// of the dependencies, then values: the arguments of a kernel, memory and source, or the sizes of an
// allocation.
type delegated struct {
	*launcher
	*allocation
	op, kernel *ir.Op
	after      int // number of registers with tokens
	types      []ir.Type
	token      int32 // a register, negative if there is no token
}

// emitDelegated emits a device operation.
func emitDelegated(c *compiler, op *ir.Op) error {
	d := &delegated{op: op, token: -1}
	values, err := d.values(c)
	if err != nil {
		return err
	}
	for _, v := range values {
		if hasLanes(v.Type()) || isObject(v.Type()) {
			return c.unsupported(op, "with an argument of type "+v.Type().String())
		}
		d.types = append(d.types, v.Type())
	}
	in := instr{exec: execDelegated, data: d, pauses: true, touches: true}
	in.args = c.slotsOf(op.AsyncDependencies())
	d.after = len(in.args)
	in.args = append(in.args, c.slotsOf(values)...)
	if token := op.AsyncToken(); token != nil {
		d.token = c.slot(token)
	}
	if d.allocation != nil {
		in.dst = c.result(op, 0)
	}
	c.emit(in)
	return nil
}

// values returns the operands of an operation without tokens, and fills in the rest of the description.
func (d *delegated) values(c *compiler) ([]*ir.Value, error) {
	op := d.op
	switch {
	case op.Is(gpu.LaunchFunc):
		d.kernel = c.resolve(op, "kernel")
		if d.kernel == nil || !d.kernel.Is(gpu.Func) {
			return nil, c.unsupported(op, "without a gpu.func of this module")
		}
		if gpu.HasClusters(op) {
			return nil, c.unsupported(op, "with clusters")
		}
		d.launcher = c.launcher(op)
		return gpu.KernelOperands(op), nil
	case op.Is(gpu.Alloc):
		if len(op.OperandsOf(2)) > 0 {
			return nil, c.unsupported(op, "with symbols of a layout")
		}
		d.allocation = newAllocation(op.Result(0).Type().(*ir.MemRefType), op.Result(0))
		d.allocation.away = true
		return op.OperandsOf(1), nil
	case op.Is(gpu.Wait):
		return nil, nil
	case op.Is(gpu.Dealloc):
		return []*ir.Value{gpu.Memory(op)}, nil
	}
	return []*ir.Value{gpu.Memory(op), gpu.Source(op)}, nil
}

func execDelegated(t *thread, in *instr) {
	d := in.data.(*delegated)
	o := &DeviceOp{Op: d.op, Async: d.token >= 0, After: t.tickets(in.args[:d.after])}
	if !d.fill(t, in, o) {
		return
	}
	ticket, err := t.m.device.Do(t.m.ctx, o)
	if err != nil {
		t.m.stop(t.deviceError(in, err))
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

// fill sets the fields of o for the operation. It returns false after stopping the machine.
func (d *delegated) fill(t *thread, in *instr, o *DeviceOp) bool {
	registers := in.args[d.after:]
	if d.allocation != nil {
		return d.allocate(t, in, o)
	}
	if d.op.Is(gpu.Dealloc) && !t.release(in, registers[0]) {
		return false
	}
	args := make([]KernelArgument, len(registers))
	for i, r := range registers {
		var ok bool
		if args[i], ok = t.kernelArgument(in, d.types[i], r); !ok {
			return false
		}
	}
	if d.launcher != nil {
		var g grid
		if !g.measure(t, in, d.launcher) {
			return false
		}
		o.Launch = &Launch{Op: d.op, Kernel: d.kernel, Grid: g.size, Block: g.block, Shared: g.shared,
			Args: args}
		return true
	}
	if len(args) > 0 {
		o.Memory = &args[0]
	}
	if len(args) == 2 {
		return d.source(t, in, o, &args[1])
	}
	return true
}

// release ends the life of memory for the host. It returns false after stopping the machine.
func (t *thread) release(in *instr, register int32) bool {
	if v := t.mems[register]; v != nil {
		t.free(in, v)
	}
	return t.m.err == nil
}

// source sets the source of a copy, or the value of a gpu.memset. It returns false after stopping the
// machine.
func (d *delegated) source(t *thread, in *instr, o *DeviceOp, from *KernelArgument) bool {
	if from.Buffer == nil {
		o.Value = from.Bits
		return true
	}
	o.Source = from
	if to := o.Memory.Buffer; !slices.Equal(to.Shape, from.Buffer.Shape) {
		t.fail(in, codeShape, "the source has shape %v, but the target %v", from.Buffer.Shape, to.Shape)
		return false
	}
	return true
}

// allocate makes a buffer that stands for memory of the device. It returns false after stopping the machine.
func (d *delegated) allocate(t *thread, in *instr, o *DeviceOp) bool {
	here := *in
	here.args, here.data = in.args[d.after:], d.allocation
	execAllocHere(t, &here)
	if t.m.err != nil {
		return false
	}
	a, ok := t.kernelArgument(in, d.op.Result(0).Type(), in.dst)
	o.Memory = &a
	return ok
}

// kernelArgument returns the argument of a type in a register. It returns false after stopping the machine.
func (t *thread) kernelArgument(in *instr, typ ir.Type, register int32) (KernelArgument, bool) {
	if !isMem(typ) {
		return KernelArgument{Value: value.Value{Type: typ, Bits: t.regs[register]}}, true
	}
	v := t.mems[register]
	switch {
	case v == nil:
		t.fail(in, hazard.Uninitialized, "a memref is used before it is defined")
		return KernelArgument{}, false
	case v.buf.freed && !in.data.(*delegated).op.Is(gpu.Dealloc) &&
		!t.mayUse(in, v.buf, v.origin, shadow.Read):
		return KernelArgument{}, false
	case !t.within(in, v):
		return KernelArgument{}, false
	}
	if !t.own(in, v.buf) {
		return KernelArgument{}, false
	}
	b := v.export(typ.(*ir.MemRefType))
	return KernelArgument{Value: value.Value{Type: typ, Buffer: b}, Memory: v.buf.data, Origin: v.origin,
		OnDevice: v.buf.away}, true
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

// deviceError gives the error of a device operation the operation's place, unless the error has a place.
func (t *thread) deviceError(in *instr, err error) *diag.Diagnostic {
	at := t.m.prog.sites[in.site].span()
	d, ok := errors.AsType[*diag.Diagnostic](err)
	if !ok {
		return diag.Errorf(codeDevice, at, "%v", err).Because(err)
	}
	if !d.Span.IsKnown() {
		d.Span = at
	}
	return d
}
