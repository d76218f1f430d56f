package cuda

import (
	"slices"
	"unsafe"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/ptx"
)

const (
	// repeats is the number of measurements of a kernel's first launch, after a launch that is not measured.
	repeats = 5
	// longLaunch is the time, in milliseconds, from which on a launch is not repeated.
	longLaunch = 200
)

var codeParameters = diag.Register("cuda-parameters", "the arguments of a launch are not those of the kernel",
	"The parameters that the compiled kernel has do not follow from the types of the arguments. This is a "+
		"mistake in Inflight.")

var codeAlignment = diag.Register("cuda-alignment",
	"an argument of a kernel begins where kernels do not take it",
	"A kernel takes the memory of its arguments to begin at multiples of 16 bytes, so that it can access "+
		"several elements at once. Pass the whole buffer, and give the kernel the offset as a number.")

// launched launches a kernel. If all memory of its arguments is on the device, the launch goes to a queue,
// and may end later.
func (r *run) launched(o *operation, after []*ticket) ([]*ticket, error) {
	x, err := r.execution(o.launch)
	if err != nil {
		return nil, err
	}
	hasHost := slices.ContainsFunc(o.launch.args, func(a sim.Argument) bool {
		return a.Buffer != nil && !a.Away
	})
	if o.Async && !hasHost {
		return x.issue(after)
	}
	if err := r.flow.wait(after); err != nil {
		return nil, err
	}
	return nil, x.atOnce()
}

// execution prepares a launch: it finds the code of the kernel.
func (r *run) execution(l *launch) (*execution, error) {
	code, kernel := r.program.kernel(l.kernel)
	if kernel == nil {
		return nil, l.op.Errorf(codeParameters, "the kernel is in no code")
	}
	m, err := r.module(code)
	if err != nil {
		return nil, err
	}
	return &execution{run: r, op: l, module: m, kernel: kernel, images: map[*byte]*image{}}, nil
}

// issue puts the launch on its queue.
func (x *execution) issue(after []*ticket) ([]*ticket, error) {
	if err := x.upload(); err != nil { // copies nothing: all memory is on the device
		return nil, err
	}
	l, err := x.parameters()
	if err != nil {
		return nil, err
	}
	t, err := x.flow.issue(x.op.op, after,
		func(s *device.Stream, order device.Order) (device.Moments, error) {
			return s.Launch(x.module, l, order)
		})
	if err == nil {
		t.launch = x.key()
		if x.flow.graphs != nil {
			x.record(t.launch, nil)
		}
	}
	return one(t, err)
}

// atOnce executes a launch for which the host waits. Memory of the arguments is copied to the device before
// the kernel, and back after it.
func (x *execution) atOnce() error {
	defer x.release()
	if err := x.upload(); err != nil {
		return err
	}
	if err := x.execute(); err != nil {
		return err
	}
	return x.download()
}

// execution is a launch in progress.
type execution struct {
	*run
	op     *launch
	module *device.Module
	kernel *ptx.Kernel
	images map[*byte]*image // by the first byte of the host's memory
	order  []*image
}

// image is the copy on the device of memory of the host.
type image struct {
	memory []byte
	at     device.Address
	stays  bool           // memory that the program has allocated on the device
	saved  device.Address // contents before the launch; 0 if there is no memory for them
}

// upload copies each allocation of which an argument shows a part, once.
func (x *execution) upload() error {
	for _, a := range x.op.args {
		key := unsafe.SliceData(a.Memory)
		if a.Buffer == nil || x.images[key] != nil {
			continue
		}
		i := &image{memory: a.Memory, stays: a.Away}
		if err := x.bring(i); err != nil {
			return err
		}
		x.images[key], x.order = i, append(x.order, i)
	}
	return nil
}

// bring copies memory of the host to the device. Memory of the device is not copied.
func (x *execution) bring(i *image) (err error) {
	if i.stays {
		i.at = x.resident[unsafe.SliceData(i.memory)].at
		return nil
	}
	if err := x.arrive(i.memory); err != nil {
		return err
	}
	if i.at, err = x.take(int64(len(i.memory))); err != nil {
		return err
	}
	return x.device.Write(i.at, i.memory)
}

// download copies the memory that the kernel may have changed back to the host.
func (x *execution) download() error {
	for _, i := range x.order {
		if i.stays {
			continue
		}
		if err := x.device.Read(i.at, i.memory); err != nil {
			return err
		}
	}
	return nil
}

// release frees the memory of the launch on the device.
func (x *execution) release() {
	for _, i := range x.order {
		if !i.stays && i.at != 0 {
			x.give(int64(len(i.memory)), i.at)
		}
		if i.saved != 0 {
			x.give(int64(len(i.memory)), i.saved)
		}
	}
}

// execute runs the kernel. The first launch with its key is repeated for measurements, each time from the
// same contents of memory.
func (x *execution) execute() error {
	l, err := x.parameters()
	if err != nil {
		return err
	}
	key := x.key()
	again := protocol.Timing{Warmup: 1, Repeats: repeats}
	isFirst := x.times[key] == nil
	saved := isFirst && x.save(&again)
	times, err := x.module.Launch(l, protocol.Timing{})
	if err == nil && saved && times[0] < longLaunch {
		times, err = x.module.Launch(l, again)
	}
	if err == nil {
		x.record(key, times)
	}
	return err
}

// key returns the key of the launch. Launches with equal keys have comparable times.
func (x *execution) key() launchKey {
	return launchKey{name: x.kernel.Name, grid: x.op.grid, block: x.op.block, shared: x.op.shared}
}

// save keeps the contents of all memory on the device, and adds the copies that restore them to a timing. It
// returns false if there is no memory for them.
func (x *execution) save(t *protocol.Timing) bool {
	for _, i := range x.order {
		at, err := x.take(int64(len(i.memory)))
		if err != nil {
			return false
		}
		i.saved = at
		if _, err := x.device.Copy(at, i.at, int64(len(i.memory)), protocol.Timing{}); err != nil {
			return false
		}
		t.Restore = append(t.Restore,
			protocol.Region{To: uint64(i.at), From: uint64(at), Bytes: int64(len(i.memory))})
	}
	return true
}

// parameters returns the launch with the arguments in the layout of kernels: a memref is its address, twice,
// its offset, its sizes and its strides.
func (x *execution) parameters() (device.Launch, error) {
	l := device.Launch{Kernel: x.kernel.Name, Shared: uint32(x.op.shared + x.kernel.DynamicSharedBytes)}
	for d := range 3 {
		l.Grid[d], l.Block[d] = uint32(x.op.grid[d]), uint32(x.op.block[d])
	}
	rest := x.kernel.Params
	for number, a := range x.op.args {
		n := 1
		isMap := isTensorMap(a.Type)
		if a.Buffer != nil && !isMap {
			n = 3 + 2*len(a.Buffer.Shape)
		}
		if len(rest) < n {
			return l, x.op.op.Errorf(codeParameters,
				"the kernel has %d parameters, fewer than the arguments need", len(x.kernel.Params))
		}
		switch {
		case isMap:
			m, err := x.tensorMap(&a)
			if err != nil {
				return l, err
			}
			m.At = l.Params.AddTensorMap()
			l.TensorMaps = append(l.TensorMaps, m)
		case a.Buffer != nil:
			if a.Origin%ptx.ArgumentAlign != 0 {
				return l, x.misaligned(number, a.Origin)
			}
			at := x.images[unsafe.SliceData(a.Memory)].at + device.Address(a.Origin)
			l.Params.AddMemRef(at, a.Buffer.Offset, a.Buffer.Shape, a.Buffer.Strides)
		default:
			l.Params.Add(a.Bits, int(rest[0].Bytes))
		}
		rest = rest[n:]
	}
	if len(rest) > 0 {
		return l, x.op.op.Errorf(codeParameters,
			"the kernel has %d parameters, %d more than the arguments give", len(x.kernel.Params), len(rest))
	}
	return l, nil
}

// misaligned returns the error about an argument that begins at a byte of its allocation that kernels do not
// support.
func (x *execution) misaligned(number int, origin int64) error {
	return x.op.op.Errorf(codeAlignment,
		"argument %d of @%s begins at byte %d of its allocation, which is no multiple of %d", number,
		x.kernel.Name, origin,
		ptx.ArgumentAlign).Suggest("pass the whole buffer, and the offset as a number")
}
