package machine

import (
	"fmt"
	"math/bits"
)

// space is a state space.
type space uint8

const (
	genericSpace space = iota
	globalSpace
	sharedSpace
	localSpace
	constSpace
	paramSpace
	textureSpace // what textures and surfaces are in; no address is one of it
)

var spaceNames = [...]string{"memory", "global memory", "shared memory", "local memory", "constant memory",
	"the parameters", "textures"}

// Generic addresses: buffer n begins at n << bufferBits, variable n of the module behind variableBase, and
// each other space has a window.
const (
	bufferBits   = 36
	variableBase = 0x600 << bufferBits
	firstWindow  = 0x710
	sharedWindow = firstWindow << bufferBits
)

// sharedBase is the address of the first byte of shared memory in its space. Devices of compute capability
// 9.0 keep what lies below it for themselves, which others do not: the address of a variable is known from
// mov alone.
const sharedBase = 1024

// window returns the generic address at which a space begins, 0 for those that have none of their own.
func (s space) window() uint64 {
	switch s {
	case sharedSpace, localSpace, constSpace, paramSpace:
		return (firstWindow + uint64(s-sharedSpace)) << bufferBits
	}
	return 0
}

// maxGrown is the size up to which a buffer grows.
const maxGrown = 1 << 30

// memory is a buffer, the shared memory of a block, or another range of bytes.
type memory struct {
	name   string
	data   []byte
	buffer *Buffer // of the caller, nil for other memory
	shadow *shadow // nil where nobody else can come
	own    bool    // it is local memory
	home   *block  // of shared memory: the block that it is of
	// cells are where strong operations wrote, by place.
	cells map[uint64]*cell
}

// within returns the bytes [at, at+size) of a memory, nil if they are not in it.
func (m *memory) within(at uint64, size int) []byte {
	if end := at + uint64(size); at > end || end > uint64(len(m.data)) {
		if m.buffer == nil || !m.buffer.Grows || end > maxGrown {
			return nil
		}
		m.data = append(m.data, make([]byte, max(int(end), 2*len(m.data))-len(m.data))...)
	}
	return m.data[at : at+uint64(size)]
}

// find returns the memory of an address in a space, and the place in it; nil if there is none.
func (w *warp) find(lane int, s space, addr uint64) (*memory, uint64) {
	g := w.b.g
	n, at := addr>>bufferBits, addr&(1<<bufferBits-1)
	if s == genericSpace && n >= firstWindow && n <= firstWindow+uint64(paramSpace-sharedSpace) {
		s, addr = sharedSpace+space(n-firstWindow), at
	}
	switch s {
	case sharedSpace:
		return w.b.sharedAt(addr)
	case localSpace:
		size := int(g.k.local)
		return &memory{name: "local memory", own: true,
			data: w.local[lane*size : (lane+1)*size : (lane+1)*size]}, addr
	case constSpace:
		return g.constants, addr
	case paramSpace:
		return g.params, addr
	}
	switch {
	case n >= 1 && n <= uint64(len(g.buffers)):
		return g.buffers[n-1], at
	case n >= variableBase>>bufferBits && n < variableBase>>bufferBits+uint64(len(g.variables)):
		return g.variables[n-variableBase>>bufferBits], at
	case n == heapBase>>bufferBits:
		return g.reachHeap(at)
	}
	return nil, addr
}

// reach returns the bytes of an access with their memory and place; nil bytes after stopping the launch if
// there are none.
func (w *warp) reach(lane int, s space, addr uint64, size int, what string) ([]byte, *memory, uint64) {
	m, at := w.find(lane, s, addr)
	if next, distance := w.b.g.behind(s, addr); next != nil {
		w.b.g.fail(codeBounds, "%s %s %d bytes that begin %d bytes in front of %s", w.threads[lane].name(),
			what,
			size, distance, next.name)
		return nil, nil, 0
	}
	if m == nil {
		w.b.g.fail(codeBounds, "%s %s %d bytes at address %#x, where no memory is", w.threads[lane].name(),
			what, size, addr).
			Suggest("%s", expected(s, addr))
		return nil, nil, 0
	}
	if at%uint64(size) != 0 {
		w.b.g.fail(codeMisaligned, "%s %s %d bytes at %d of %s, which is not a multiple of %d",
			w.threads[lane].name(), what,
			size, at, m.name, size)
		return nil, nil, 0
	}
	data := m.within(at, size)
	if data == nil {
		w.b.g.fail(codeBounds, "%s %s bytes %s of %s, which has %d", w.threads[lane].name(), what,
			byteRange(int64(at), size), m.name,
			len(m.data))
		return nil, nil, 0
	}
	w.noteReach(m, at, at+uint64(size))
	return data, m, at
}

// noteReach notes which bytes the current instruction reaches in the memory of an argument, or in shared
// memory.
func (w *warp) noteReach(m *memory, at, end uint64) {
	g := w.b.g
	switch {
	case m.buffer != nil:
		switch r := &g.reached[g.site]; {
		case r.buffer == nil:
			*r = siteReach{m.buffer, at, end}
		case r.buffer == m.buffer:
			r.first, r.end = min(r.first, at), max(r.end, end)
		case end > r.end:
			*r = siteReach{m.buffer, at, end}
		}
	case m.home != nil:
		g.shared = max(g.shared, end)
	}
}

// siteReach is how far an instruction reached, and in which buffer.
type siteReach struct {
	buffer     *Buffer
	first, end uint64
}

// behind returns the buffer that begins not far behind an address of global memory, and how far; nil if the
// address is in no such place.
func (g *launch) behind(s space, addr uint64) (*memory, uint64) {
	n := addr>>bufferBits + 1
	distance := n<<bufferBits - addr
	if s != globalSpace && s != genericSpace || n > uint64(len(g.buffers)) || distance > maxGrown {
		return nil, 0
	}
	return g.buffers[n-1], distance
}

// expected says which addresses an access of a space takes, where it was given another.
func expected(s space, addr uint64) string {
	if s == sharedSpace && addr < sharedBase {
		return "shared memory begins where the driver says, not at 0: take the address of a variable with mov"
	}
	return fmt.Sprintf("addresses of %s are expected here", spaceNames[s])
}

func byteRange(at int64, size int) string { return fmt.Sprintf("%d to %d", at, at+int64(size)-1) }

func firstLane(mask uint32) int { return bits.TrailingZeros32(mask) }
func popcount(mask uint32) int  { return bits.OnesCount32(mask) }
