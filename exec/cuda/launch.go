package cuda

import (
	"context"
	"unsafe"

	"github.com/inflight-compiler/inflight/codegen/ptx"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
	"github.com/inflight-compiler/inflight/sim"
)

const (
	// repeats is how often the first launch of a kernel is measured, after one that is not.
	repeats = 5
	// longLaunch is the time, in milliseconds, of a launch that is not repeated.
	longLaunch = 200
)

var codeParameters = diag.Register("cuda-parameters", "the arguments of a launch are not those of the kernel",
	"The parameters that the compiled kernel has do not follow from the types of the arguments. This is a mistake in Inflight.")

var codeAlignment = diag.Register("cuda-alignment", "an argument of a kernel begins where kernels do not take it",
	"A kernel takes the memory of its arguments to begin at multiples of 16 bytes, so that it can access several elements at once. Pass the whole buffer, and give the kernel the offset as a number.")

// launch is one launch: the memory of its arguments is copied to the device, and back when the kernel has ended.
func (r *run) launch(_ context.Context, l *sim.Launch) error {
	code, kernel := r.program.kernel(l.Kernel)
	if kernel == nil {
		return l.Op.Errorf(codeParameters, "the kernel is in no code")
	}
	m, err := r.module(code)
	if err != nil {
		return err
	}
	x := &execution{run: r, op: l, module: m, kernel: kernel, images: map[*byte]*image{}}
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
	op     *sim.Launch
	module *device.Module
	kernel *ptx.Kernel
	images map[*byte]*image // by the first byte of the host's memory
	order  []*image
}

// image is memory of the host on the device.
type image struct {
	memory []byte
	at     device.Address
	saved  device.Address // the contents before the launch; 0 if there is no room for them
}

// upload copies every allocation that an argument shows a part of, once.
func (x *execution) upload() error {
	for _, a := range x.op.Args {
		key := unsafe.SliceData(a.Memory)
		if a.Buffer == nil || x.images[key] != nil {
			continue
		}
		at, err := x.take(int64(len(a.Memory)))
		if err != nil {
			return err
		}
		i := &image{memory: a.Memory, at: at}
		x.images[key], x.order = i, append(x.order, i)
		if err := x.device.Write(at, a.Memory); err != nil {
			return err
		}
	}
	return nil
}

// download copies what the kernel may have changed back.
func (x *execution) download() error {
	for _, i := range x.order {
		if err := x.device.Read(i.at, i.memory); err != nil {
			return err
		}
	}
	return nil
}

// release gives the memory of the device back.
func (x *execution) release() {
	for _, i := range x.order {
		x.give(int64(len(i.memory)), i.at)
		if i.saved != 0 {
			x.give(int64(len(i.memory)), i.saved)
		}
	}
}

// execute runs the kernel. The first launch of its kind is repeated for its time, each time from the memory that it found.
func (x *execution) execute() error {
	l, err := x.parameters()
	if err != nil {
		return err
	}
	key := launchKey{name: x.kernel.Name, grid: x.op.Grid, block: x.op.Block, shared: x.op.Shared}
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

// save keeps the contents of all memory on the device, and says in a timing how they are restored. False means that there is no room.
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
		t.Restore = append(t.Restore, protocol.Region{To: uint64(i.at), From: uint64(at), Bytes: int64(len(i.memory))})
	}
	return true
}

// parameters lays out the arguments as the kernel has them: a memref is its address, twice, its offset, its sizes and its strides.
func (x *execution) parameters() (device.Launch, error) {
	l := device.Launch{Kernel: x.kernel.Name, Shared: uint32(x.op.Shared + x.kernel.DynamicSharedBytes)}
	for d := range 3 {
		l.Grid[d], l.Block[d] = uint32(x.op.Grid[d]), uint32(x.op.Block[d])
	}
	rest := x.kernel.Params
	for number, a := range x.op.Args {
		n := 1
		if a.Buffer != nil {
			n = 3 + 2*len(a.Buffer.Shape)
		}
		if len(rest) < n {
			return l, x.op.Op.Errorf(codeParameters, "the kernel has %d parameters, fewer than the arguments need", len(x.kernel.Params))
		}
		if a.Buffer != nil {
			if a.Origin%ptx.ArgumentAlign != 0 {
				return l, x.misaligned(number, a.Origin)
			}
			at := x.images[unsafe.SliceData(a.Memory)].at + device.Address(a.Origin)
			l.Params.AddMemRef(at, a.Buffer.Offset, a.Buffer.Shape, a.Buffer.Strides)
		} else {
			l.Params.Add(a.Bits, int(rest[0].Bytes))
		}
		rest = rest[n:]
	}
	if len(rest) > 0 {
		return l, x.op.Op.Errorf(codeParameters, "the kernel has %d parameters, %d more than the arguments give", len(x.kernel.Params), len(rest))
	}
	return l, nil
}

// misaligned says that an argument begins at a byte of its allocation where kernels do not take it.
func (x *execution) misaligned(number int, origin int64) error {
	return x.op.Op.Errorf(codeAlignment, "argument %d of @%s begins at byte %d of its allocation, which is no multiple of %d", number, x.kernel.Name, origin,
		ptx.ArgumentAlign).Suggest("pass the whole buffer, and the offset as a number")
}
