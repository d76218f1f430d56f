package machine

import (
	"fmt"
	"sort"
)

// This file has malloc and free of a kernel: CUDA C++ Programming Guide, "Dynamic Global Memory Allocation".

// The heap begins at heapBase, behind all variables, and has the 8 MiB that a device gives it without being
// asked for more. What is freed is not used again, so that an access behind free is found.
const (
	heapBase      = 0x6ff << bufferBits
	maxHeap       = 8 << 20
	heapAlignment = 16
)

// heap is the memory that threads have asked for.
type heap struct {
	blocks []heapBlock // by place
	end    uint64
	used   uint64
}

type heapBlock struct {
	at     uint64
	memory *memory
	freed  bool
}

// find returns the block with a place, nil if there is none. What lies between blocks belongs to the one
// before, so that accesses behind its end are found.
func (h *heap) find(at uint64) *heapBlock {
	n := sort.Search(len(h.blocks), func(i int) bool { return h.blocks[i].at > at })
	if n == 0 {
		return nil
	}
	return &h.blocks[n-1]
}

// allocate returns the address of new memory, 0 if there is not enough.
func (h *heap) allocate(size uint64) uint64 {
	if size == 0 || size > maxHeap || h.used+size > maxHeap {
		return 0
	}
	at := h.end
	name := fmt.Sprintf("%d bytes that malloc gave", size)
	data := make([]byte, size)
	h.blocks = append(h.blocks,
		heapBlock{at, &memory{name: name, data: data, shadow: newShadow(len(data))}, false})
	h.end += (size + 2*heapAlignment - 1) / heapAlignment * heapAlignment // with a gap
	h.used += size
	return heapBase + at
}

func externalMalloc(c *compiler, args []int32, result int32) {
	c.perLane(func(w *warp, l int) {
		w.changed()
		if v := w.b.g.heap.allocate(w.lanes(args[0])[l]); result >= 0 {
			w.lanes(result)[l] = v
		}
	})
}

func externalFree(c *compiler, args []int32, _ int32) {
	c.perLane(func(w *warp, l int) {
		g, addr := w.b.g, w.lanes(args[0])[l]
		if addr == 0 {
			return
		}
		block := g.heap.find(addr - heapBase)
		switch {
		case addr < heapBase || block == nil || block.at != addr-heapBase:
			g.fail(codeBounds, "%s frees address %#x, which malloc did not give", w.threads[l].name(), addr)
		case block.freed:
			g.fail(codeBounds, "%s frees %s a second time", w.threads[l].name(), block.memory.name)
		default:
			block.freed = true
			w.changed()
			g.heap.used -= uint64(len(block.memory.data))
		}
	})
}

// reachHeap returns the memory of an address in the heap, nil if there is none or it was freed.
func (g *launch) reachHeap(at uint64) (*memory, uint64) {
	block := g.heap.find(at)
	if block == nil || block.freed {
		return nil, at
	}
	return block.memory, at - block.at
}
