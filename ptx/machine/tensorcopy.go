package machine

import (
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds copies of tiles: PTX ISA, "cp.async.bulk.tensor" and "cp.reduce.async.bulk.tensor". They
// are bulk copies whose bytes in global memory a tensor map tells, and are complete as those are.

// tensorCopy is the data of a copy of a box.
type tensorCopy struct {
	bulkCopy       // of which to and from are left out
	dims           int
	pixels, rows   bool // im2col; tile::gather4 and tile::scatter4
	tensor, shared location
	at, offsets    []int32
	reduction      string
	name           string
}

// tensorCopy decodes a copy of a box.
func (c *compiler) tensorCopy(in *ptx.Instruction) bool {
	switch {
	case in.Has("prefetch"):
		return decodeNothing(c, in)
	case oneOf(in, "im2col::w", "im2col::w::128", "cta_group::2") != "":
		return false
	}
	in = withoutPolicy(in)
	x := &tensorCopy{name: in.Name(), pixels: oneOf(in, "im2col", "im2col_no_offs") != "",
		rows:      oneOf(in, "tile::gather4", "tile::scatter4") != "",
		reduction: oneOf(in, "add", "min", "max", "inc", "dec", "and", "or", "xor")}
	x.site, x.toShared = c.site(), in.Has("mbarrier::complete_tx::bytes")
	operands := in.Operands
	if !in.Has("reduce") {
		x.reduction = ""
	}
	if x.toShared {
		if len(operands) < 3 {
			return false
		}
		x.shared = c.address(operands[0], sharedSpace)
		x.object = c.address(operands[2], sharedSpace)
		operands = operands[1:]
	} else {
		if len(operands) < 2 {
			return false
		}
		x.shared = c.address(operands[1], sharedSpace)
		x.shared.own = true
	}
	tensor, ok := operands[0].(*ptx.Address)
	if !ok || tensor.Coordinates == nil {
		return false
	}
	x.tensor = c.address(tensor, genericSpace)
	for _, e := range tensor.Coordinates.Elements {
		x.at = append(x.at, c.source(e, "b32"))
	}
	if in.Has("im2col") && len(operands) > 2 {
		for _, e := range elements(operands[2]) {
			x.offsets = append(x.offsets, c.source(e, "b16"))
		}
	}
	if in.Has("multicast::cluster") {
		x.multicast, x.mask = true, c.source(operands[len(operands)-1], "b16")
	}
	x.dims = len(x.at)
	if x.rows {
		x.dims = 2
	}
	c.k.boxes[int(c.site())] = x
	return c.perLane(x.run)
}

// run issues the copy of one thread.
func (x *tensorCopy) run(w *warp, l int) {
	m, place := w.tensorMap(l, x)
	if m == nil {
		return
	}
	t := w.threads[l]
	box := &tile{m: m, e: m.element(), place: place, toShared: x.toShared}
	if !x.find(w, l, box) {
		return
	}
	p := pending{to: box.shared, at: box.at, size: box.size, tile: box}
	if x.toShared {
		x.send(w, l, p)
		return
	}
	p.to = nil
	c := t.use(bulkStore)
	box.touch(t, access{queue: bulkStore, group: int32(c.commits), number: c.issued})
	t.issue(bulkStore, p)
}

// in returns the box in the shared memory of another block.
func (x *tile) in(shared *memory) *tile {
	other := *x
	other.shared = shared
	return &other
}

// touch records what a copy reads and what it writes.
func (x *tile) touch(t *thread, a access) {
	g := t.b.g
	if g.config.NoHazards {
		return
	}
	g.reading = x.place
	read := a
	read.kind = ofMap
	t.touch(x.place.memory, x.place.at, MapSize, read)
	shared, global := a, a
	if x.toShared {
		shared.kind = writes
	} else {
		global.kind = writes
	}
	x.eachLine(func(at uint64, n int) { t.touch(x.shared, at, n, shared) })
	if x.update != nil {
		global.kind = writes | strong | grid | updates
	}
	for i := 0; i < len(x.pieces); {
		p := x.pieces[i]
		for i++; i < len(x.pieces) && x.pieces[i].at == p.at+uint64(p.size); i++ {
			p.size += x.pieces[i].size
		}
		t.touchGlobal(x, p, global)
	}
}

// touchGlobal records the access to bytes in global memory, of a reduction element by element.
func (t *thread) touchGlobal(box *tile, p piece, a access) {
	if box.update == nil {
		t.touch(box.global, p.at, p.size, a)
		return
	}
	for n := 0; n < p.size; n += box.e.global {
		t.touch(box.global, p.at+uint64(n), box.e.global, a)
	}
}

// eachLine visits the bytes of shared memory that a box has. Where it ends within a line of a swizzle, they
// do not lie together.
func (x *tile) eachLine(visit func(at uint64, n int)) {
	if x.m.Swizzle == 0 || x.size%128 == 0 {
		visit(x.at, x.size)
		return
	}
	whole := x.size / 128 * 128
	if whole > 0 {
		visit(x.at, whole)
	}
	x.each(whole, x.size-whole, func(at uint64, _, n int) { visit(at, n) })
}

// find finds the memory of a box, and which of its bytes lie in the tensor; false after stopping the launch.
func (x *tensorCopy) find(w *warp, l int, box *tile) bool {
	g, m, t := w.b.g, box.m, w.threads[l]
	if m.open != nil {
		box.size = m.open.size(g)
	} else {
		if why := x.misfit(m); why != "" {
			g.fail(codeTensorMap, "%s copies by a tensor map that %s", t.name(), why)
			return false
		}
		rows := 0
		if x.rows {
			rows = 4
		}
		box.size = m.boxBytes(rows)
	}
	if !box.findShared(w, l, x.shared.of(w, l), x.shared.space) {
		return false
	}
	if m.open != nil {
		m.open.note(w, x, l, box)
		return true
	}
	if x.reduction != "" {
		if box.update = x.updates(box.e); box.update == nil {
			g.fail(codeTensorMap, "%s reduces elements of '%s' by '%s', which there is not", t.name(),
				box.e.name,
				x.reduction)
			return false
		}
	}
	c := x.coordinates(w, l)
	if why := x.outOfPlace(m, c); why != "" {
		g.fail(codeTensorMap, "%s %s", t.name(), why)
		return false
	}
	box.findPieces(c)
	return box.findGlobal(w, l)
}

// findShared finds the box in shared memory.
func (x *tile) findShared(w *warp, l int, addr uint64, s space) bool {
	const alignment = 128
	g, t := w.b.g, w.threads[l]
	x.shared, x.at = w.find(l, s, addr)
	switch {
	case x.shared == nil:
		g.fail(codeBounds, "%s copies a box of %d bytes at address %#x, where no memory is", t.name(), x.size,
			addr).Suggest("%s", expected(s, addr))
	case (x.at+sharedBase)%alignment != 0:
		g.fail(codeMisaligned, "%s copies a box at %d of %s, which is not a multiple of %d", t.name(), x.at,
			x.shared.name, alignment)
	case x.shared.within(x.at, x.size) == nil:
		g.fail(codeBounds, "%s copies a box of bytes %s of %s, which has %d", t.name(),
			byteRange(int64(x.at), x.size), x.shared.name, len(x.shared.data))
	default:
		w.noteReach(x.shared, x.at, x.at+uint64(x.size))
		return true
	}
	return false
}

// findGlobal finds the pieces of a box in global memory, of which all must be there.
func (x *tile) findGlobal(w *warp, l int) bool {
	if len(x.pieces) == 0 {
		return true
	}
	g, t := w.b.g, w.threads[l]
	m, base := w.find(l, globalSpace, x.m.Base)
	if m == nil {
		g.fail(codeTensorMap, "%s copies by a tensor map of address %#x, where no memory is", t.name(),
			x.m.Base)
		return false
	}
	x.global = m
	for i := range x.pieces {
		p := &x.pieces[i]
		if p.at += base; m.within(p.at, p.size) == nil {
			g.fail(codeBounds, "%s copies bytes %s of %s, which has %d: the tensor map describes more",
				t.name(),
				byteRange(int64(p.at), p.size), m.name, len(m.data))
			return false
		}
		w.noteReach(m, p.at, p.at+uint64(p.size))
	}
	return true
}

// misfit says why a map is not one for the instruction, as what the map is or does; "" if it is one.
func (x *tensorCopy) misfit(m *tensorMap) string {
	if why := m.check(); why != "" {
		return why
	}
	switch {
	case int(m.Rank) != x.dims:
		return fmt.Sprintf("has %d dimensions, where '%s' has %d", m.Rank, x.name, x.dims)
	case m.Im2col != x.pixels:
		return fmt.Sprintf("is made for another mode than that of '%s'", x.name)
	case x.rows && (m.Interleave != 0 || m.Box[1] != 1):
		return "is interleaved, or has boxes of more than one row, where four single rows are copied"
	case m.Atom == 2 && !x.toShared:
		return "flips 8 bytes, which is for copies to shared memory alone"
	}
	return ""
}

// coordinates reads the registers that say where a box lies.
func (x *tensorCopy) coordinates(w *warp, l int) *coordinates {
	c := &coordinates{}
	all := make([]int64, len(x.at))
	for d, r := range x.at {
		all[d] = signed(w.lanes(r)[l], 32)
	}
	copy(c.at[:], all)
	if x.rows {
		c.rows = all[1:]
	}
	for d, r := range x.offsets {
		c.offsets[d] = int64(w.lanes(r)[l] & 0xffff)
	}
	return c
}

// outOfPlace says why no box can be at a place, "" if one can.
func (x *tensorCopy) outOfPlace(m *tensorMap, c *coordinates) string {
	e := m.element()
	unit := int64(e.per)
	if e.isPadded() {
		unit = 128
	}
	if c.at[0]%unit != 0 {
		return fmt.Sprintf("copies a box at element %d of rows of '%s', which is not a multiple of %d",
			c.at[0],
			e.name, unit)
	}
	if !m.Im2col {
		return ""
	}
	for d := range int(m.Rank) - 2 {
		if at := c.at[d+1]; at < int64(m.Lower[d]) || at > m.last(d) {
			return fmt.Sprintf(
				"copies pixels from place %d along dimension %d on, which is not within the corners "+
					"%d to %d", at, d+1, m.Lower[d], m.last(d))
		}
	}
	return ""
}

// updates returns what a reduction does with elements, nil if there is none for the type.
func (x *tensorCopy) updates(e *element) func(old, v uint64) uint64 {
	t := ptx.Type(map[string]string{"f32.ftz": "f32", "tf32": "f32", "tf32.ftz": "f32"}[e.name])
	if t == "" {
		t = ptx.Type(e.name)
	}
	if !reduces(x.reduction, t) {
		return nil
	}
	return update(x.reduction, t)
}

// mapPlace is where a tensor map lies.
type mapPlace struct {
	memory *memory
	at     uint64
}

// tensorMap returns the map that a lane names, and where it lies; nil after stopping the launch.
func (w *warp) tensorMap(l int, x *tensorCopy) (*tensorMap, mapPlace) {
	g, t, addr := w.b.g, w.threads[l], x.tensor.of(w, l)
	m, at := w.find(l, x.tensor.space, addr)
	if m == nil && addr+MapSize <= uint64(len(g.params.data)) {
		m, at = g.params, addr // of a parameter whose address was not converted
	}
	place := mapPlace{m, at}
	data := []byte(nil)
	if m != nil {
		data = m.within(at, MapSize)
	}
	switch {
	case data == nil:
		g.fail(codeTensorMap, "%s copies by a tensor map at address %#x, where none is", t.name(), addr)
		return nil, place
	case m.home != nil || m.own:
		g.fail(codeTensorMap,
			"%s copies by a tensor map in %s; it lies in global memory, constants or parameters",
			t.name(), m.name).Suggest("copy it to global memory: tensormap.cp_fenceproxy")
		return nil, place
	case at%64 != 0:
		g.fail(codeTensorMap, "%s copies by a tensor map at %d of %s, which is not a multiple of 64",
			t.name(), at,
			m.name)
		return nil, place
	}
	read := readMap(data)
	if read == nil {
		g.fail(codeTensorMap, "%s copies by a tensor map at %d of %s, where other bytes are", t.name(), at,
			m.name)
		return nil, place
	}
	if !read.Boxed && !read.Im2col {
		read.open = g.openMap(place)
		read.Swizzle = 0
	}
	return read, place
}

var codeMapFence = diag.Register("ptx-tensormap-fence",
	"a copy reads a tensor map that was changed, without the fences of the proxy of tensor maps",
	"Copies of tiles read their map through a proxy of its own. Who changes a map executes "+
		"fence.proxy.tensormap::generic.release, or tensormap.cp_fenceproxy, which is one; who copies by it "+
		"executes fence.proxy.tensormap::generic.acquire with the address of the map and 128, behind what "+
		"orders "+
		"the two, and in front of the copy.")
