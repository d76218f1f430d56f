package cuda

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// operation is an operation of the device: gpu.launch_func, gpu.alloc, gpu.dealloc, gpu.memcpy, gpu.memset,
// or gpu.wait, which only waits.
type operation struct {
	*sim.Operation
	// launch is set for gpu.launch_func only.
	launch *launch
	// memory is the memory that the operation allocates, frees or writes. source is the memory that a copy
	// reads.
	memory, source *sim.Argument
	// value has the bits that gpu.memset writes to every element.
	value uint64
}

// launch is a launch of a kernel.
type launch struct {
	// op is the gpu.launch_func. kernel is the gpu.func that it names.
	op, kernel *ir.Op
	// grid and block are the numbers of blocks and of threads along x, y and z; shared is the dynamic shared
	// memory in bytes.
	grid, block [3]int64
	shared      int64
	args        []sim.Argument
}

// delegate leaves the operations of the device to a run. The simulator executes all others, and allocations
// that the host shares.
func (p *Program) delegate(op *ir.Op) (*sim.Delegation, error) {
	switch {
	case op.Is(gpu.LaunchFunc):
		return p.delegateLaunch(op)
	case op.Is(gpu.Launch):
		return nil, sim.Unsupported(op, "where kernels are executed by a device: they must be functions")
	case op.Is(gpu.Alloc) && op.Attr("hostShared") != nil:
		return nil, nil
	case op.Is(gpu.Alloc):
		if len(op.OperandsOf(2)) > 0 {
			return nil, sim.Unsupported(op, "with symbols of a layout")
		}
		return &sim.Delegation{Operands: op.OperandsOf(1), Allocates: true}, nil
	case op.Is(gpu.Dealloc):
		return &sim.Delegation{Operands: []*ir.Value{gpu.Memory(op)}, Frees: true}, nil
	case op.Is(gpu.Memcpy), op.Is(gpu.Memset):
		return &sim.Delegation{Operands: []*ir.Value{gpu.Memory(op), gpu.Source(op)}}, nil
	case op.Is(gpu.Wait):
		return &sim.Delegation{}, nil
	}
	return nil, nil
}

// delegateLaunch hands over the six sizes of a launch, the size of the dynamic shared memory if there is one,
// and the arguments of the kernel.
func (p *Program) delegateLaunch(op *ir.Op) (*sim.Delegation, error) {
	kernel := p.symbols.Resolve(op, op.Attr("kernel").(*ir.SymbolRefAttr))
	switch {
	case gpu.Stream(op) != nil:
		return nil, sim.Unsupported(op, "on a stream")
	case kernel == nil || !kernel.Is(gpu.Func):
		return nil, sim.Unsupported(op, "without a gpu.func of this module")
	case gpu.HasClusters(op):
		return nil, sim.Unsupported(op, "with clusters")
	}
	p.launched[op] = kernel
	grid, block := gpu.GridSize(op), gpu.BlockSize(op)
	operands := slices.Concat(grid[:], block[:])
	if shared := gpu.DynamicSharedMemorySize(op); shared != nil {
		operands = append(operands, shared)
	}
	return &sim.Delegation{Operands: append(operands, gpu.KernelOperands(op)...)}, nil
}

// decode returns what an operation of a program asks of the device.
func (p *Program) decode(o *sim.Operation) (*operation, error) {
	d := &operation{Operation: o}
	if o.Op.Is(gpu.LaunchFunc) {
		var err error
		d.launch, err = p.decodeLaunch(o)
		return d, err
	}
	if len(o.Args) > 0 {
		d.memory = &o.Args[0]
	}
	if len(o.Args) < 2 {
		return d, nil
	}
	if o.Args[1].Buffer == nil {
		d.value = o.Args[1].Bits
		return d, nil
	}
	d.source = &o.Args[1]
	if to, from := d.memory.Buffer.Shape, d.source.Buffer.Shape; !slices.Equal(to, from) {
		return nil, diag.Errorf(sim.CodeShape, diag.Span{}, "the source has shape %v, but the target %v",
			from,
			to)
	}
	return d, nil
}

// decodeLaunch returns a launch, an error if no device has its sizes, or the kernel promises others.
func (p *Program) decodeLaunch(o *sim.Operation) (*launch, error) {
	l := &launch{op: o.Op, kernel: p.launched[o.Op], args: o.Args[6:]}
	for d := range 3 {
		l.grid[d], l.block[d] = o.Args[d].Int(), o.Args[3+d].Int()
	}
	if gpu.DynamicSharedMemorySize(o.Op) != nil {
		l.shared, l.args = max(l.args[0].Int(), 0), l.args[1:]
	}
	if wrong := gpu.LaunchSizeError(l.kernel, l.grid[:], l.block[:]); wrong != "" {
		return nil, diag.Errorf(sim.CodeLaunchSize, diag.Span{}, "%s", wrong)
	}
	return l, nil
}
