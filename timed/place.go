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

// place is the engine that executes a thread of control.
type place struct {
	processor int   // index in Machine.Processors; used if no DMA engine can execute it
	dma       []int // indices in Machine.DMAs of the engines that may execute it
}

// placeOf returns the engine of an asynchronous operation on a device: the engine that the operation names,
// the engine whose description names the operation, otherwise the host. A task whose body only has operations
// of a DMA engine runs on that engine.
func (b *Builder) placeOf(op *ir.Op, device int) place {
	if x, ok := b.placeNamed(op.StringAttr(pipeline.EngineAttr)); ok {
		return x
	}
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

// placeNamed returns the processor or DMA engine with a name.
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

// onlyExecutes reports whether the body of an operation has only operations with the given names, and pure
// ones.
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

// MemoryOf returns the memory in which an operation allocates memory of a type on a device. op is nil if no
// operation is known.
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

// attrText returns the text of an attribute in a memref type: integers without their type.
func attrText(a ir.Attr) string {
	if n, ok := a.(*ir.IntegerAttr); ok {
		return strconv.FormatInt(n.Value, 10)
	}
	return a.String()
}

// queueOf returns the queue on which an operation is issued on a device, None if it has none. Queues with the
// same number on two devices are different.
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

// Label returns the title of an asynchronous operation, or one or two words for it.
func Label(op *ir.Op) string {
	_, name, _ := strings.Cut(op.Name(), ".")
	switch {
	case op.StringAttr(pipeline.TitleAttr) != "":
		return pipeline.Title(op)
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
