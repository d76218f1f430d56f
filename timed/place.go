package timed

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
)

// place is what executes a thread of control.
type place struct {
	processor int   // index in Machine.Processors, of what executes it if no DMA engine can
	dma       []int // indices in Machine.DMAs of those that may execute it
}

// placeOf returns what executes an asynchronous operation on a device: what says that it does, the host
// otherwise. A task that does nothing but what a DMA engine executes is on that.
func (b *Builder) placeOf(op *ir.Op, device int) place {
	for i, p := range b.machine.Processors {
		if slices.Contains(p.Executes, op.Name()) && machine.IsOf(p.Devices, device) {
			return place{processor: i}
		}
	}
	var x place
	for i, d := range b.machine.DMAs {
		if machine.IsOf(d.Devices, device) &&
			(slices.Contains(d.Executes, op.Name()) || onlyExecutes(op, d.Executes)) {
			x.dma = append(x.dma, i)
		}
	}
	return x
}

// placeNamed returns the processor or the DMA engine of a name.
func (b *Builder) placeNamed(engine string) (place, bool) {
	for i, p := range b.machine.Processors {
		if p.Name == engine {
			return place{processor: i}, true
		}
	}
	for i, d := range b.machine.DMAs {
		if d.Name == engine {
			return place{dma: []int{i}}, true
		}
	}
	return place{}, false
}

// onlyExecutes reports whether an operation has a body of operations of these names, and of others without
// effects.
func onlyExecutes(op *ir.Op, names []string) bool {
	found := false
	for i := range op.NumRegions() {
		for _, block := range op.Region(i).Blocks() {
			for inner := range block.Ops() {
				switch {
				case slices.Contains(names, inner.Name()):
					found = true
				case !inner.Has(ir.Pure) && !inner.Has(ir.Terminator):
					return false
				}
			}
		}
	}
	return found
}

// HasDevice reports whether the machine has a device.
func (b *Builder) HasDevice(device int) bool { return b.machine.HasDevice(device) }

// MemoryOf returns the memory in which an operation, nil for none, makes memory of a type for a device.
func (b *Builder) MemoryOf(op *ir.Op, t *ir.MemRefType, device int) int32 {
	if op != nil {
		for i, m := range b.machine.Memories {
			if slices.Contains(m.AllocatedBy, op.Name()) && machine.IsOf(m.Devices, device) {
				return int32(i)
			}
		}
	}
	space := ""
	if t.MemorySpace != nil {
		space = attrText(t.MemorySpace)
	}
	for i, m := range b.machine.Memories {
		if slices.Contains(m.Spaces, space) && machine.IsOf(m.Devices, device) {
			return int32(i)
		}
	}
	return 0
}

// attrText returns an attribute as a memref type shows it: integers without their type.
func attrText(a ir.Attr) string {
	if n, ok := a.(*ir.IntegerAttr); ok {
		return strconv.FormatInt(n.Value, 10)
	}
	return a.String()
}

// queueOf returns the queue that an operation on a device is issued on, None without one. Queues of one
// number on two devices are two.
func (b *Builder) queueOf(op *ir.Op, device int) int32 {
	number, ok := pipeline.OnQueue(op)
	if !ok {
		return None
	}
	if n := int64(b.machine.Queues.Count); n > 0 {
		number = (number%n + n) % n
	}
	name := queueName(number)
	if device > 0 {
		name += fmt.Sprintf(", device %d", device)
	}
	return b.queue(name, b.order, b.machine.Queues.Depth)
}

// Label returns a word or two for an asynchronous operation.
func Label(op *ir.Op) string {
	_, name, _ := strings.Cut(op.Name(), ".")
	switch {
	case op.Is(gpu.LaunchFunc):
		if kernel, ok := op.Attr("kernel").(*ir.SymbolRefAttr); ok && len(kernel.Nested) > 0 {
			return kernel.Nested[len(kernel.Nested)-1]
		}
	case op.Is(gpu.Memcpy), op.Is(gpu.Memset), op.Is(gpu.Dealloc):
		return name + " " + gpu.Memory(op).Name()
	case op.NumResults() > 0 && op.Result(0).Name() != "":
		return name + " " + op.Result(0).Name()
	}
	return name
}
