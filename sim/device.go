package sim

import (
	"errors"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// Launch is a launch of a kernel that the machine does not execute itself.
type Launch struct {
	// Op is the gpu.launch_func, Kernel the gpu.func that it names.
	Op, Kernel *ir.Op
	// Grid and Block are the numbers of blocks and of threads along x, y and z; Shared is the dynamic shared memory in bytes.
	Grid, Block [3]int64
	Shared      int64
	Args        []KernelArgument
}

// KernelArgument is an argument of a kernel. Memory is changed in place.
type KernelArgument struct {
	Value
	// Memory is all of the allocation that Buffer shows a part of, and Origin the byte of it at which Buffer.Data begins.
	Memory []byte
	Origin int64
}

var codeDevice = diag.Register("sim-device", "a kernel that a device executes has failed",
	"The simulator executes the host's part of the program, and something else its kernels. The message is what that says.")

// CompileHost is Compile for a program whose kernels the machine does not execute: Config.Launch does, of the mode Sequential. They
// are functions that gpu.launch_func names, and may hold what the simulator does not have.
func CompileHost(module *ir.Op, entry string) (*Program, error) { return compile(module, entry, true) }

// delegated is the data of the instruction that has a kernel executed.
type delegated struct {
	*launcher
	op, kernel *ir.Op
	types      []ir.Type
}

// emitDelegated emits a launch of a kernel that is not part of the program.
func emitDelegated(c *compiler, op *ir.Op) error {
	kernel := c.resolve(op, "kernel")
	if kernel == nil || !kernel.Is(gpu.Func) {
		return c.unsupported(op, "without a gpu.func of this module")
	}
	if gpu.HasClusters(op) {
		return c.unsupported(op, "with clusters")
	}
	d := &delegated{launcher: c.launcher(op), op: op, kernel: kernel}
	for _, v := range gpu.KernelOperands(op) {
		if _, ok := v.Type().(*ir.VectorType); ok || isObject(v.Type()) {
			return c.unsupported(op, "with an argument of type "+v.Type().String())
		}
		d.types = append(d.types, v.Type())
	}
	c.emit(instr{exec: execDelegated, args: c.slotsOf(gpu.KernelOperands(op)), data: d, pauses: true, touches: true})
	return nil
}

func execDelegated(t *thread, in *instr) {
	d := in.data.(*delegated)
	var g grid
	if !g.measure(t, in, d.launcher) {
		return
	}
	l := &Launch{Op: d.op, Kernel: d.kernel, Grid: g.size, Block: g.block, Shared: g.shared}
	for i, r := range in.args {
		a, ok := t.kernelArgument(in, d.types[i], r)
		if !ok {
			return
		}
		l.Args = append(l.Args, a)
	}
	if err := t.m.device(t.m.ctx, l); err != nil {
		t.m.stop(t.deviceError(in, err))
		t.halt()
	}
}

// kernelArgument returns what is in a register, or false after stopping the machine.
func (t *thread) kernelArgument(in *instr, typ ir.Type, register int32) (KernelArgument, bool) {
	if !isMem(typ) {
		return KernelArgument{Value: Value{Type: typ, Bits: t.regs[register]}}, true
	}
	v := t.mems[register]
	switch {
	case v == nil:
		t.fail(in, codeUninitialized, "a memref is used before it is defined")
		return KernelArgument{}, false
	case v.buf.freed && !t.mayUse(in, v.buf, v.origin, accessRead):
		return KernelArgument{}, false
	}
	b := v.export(typ.(*ir.MemRefType))
	return KernelArgument{Value: Value{Type: typ, Buffer: b}, Memory: v.buf.data, Origin: v.origin}, true
}

// deviceError gives the error of a launch the place of the launch, unless it has one.
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
