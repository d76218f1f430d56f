package machine

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file has accesses of surfaces: PTX ISA, "Surface Instructions". Writes are plain writes, and race like
// those; reads go by way of the texture cache. A reduction is taken as an atomic operation of the device.

func init() {
	register(map[string]decoder{"suld": decodeSurface, "sust": decodeSurface, "sured": decodeSurface})
}

// surfaceOrder is the order of a reduction.
var surfaceOrder = order{strong: true, reach: inGrid}

// surface is the data of an access.
type surface struct {
	geometry
	handle    int32
	layer     int32
	at        []int32
	size      int // of an element, in bytes
	registers []int32
	samples   bool   // the coordinate counts samples, and the elements are channels
	outside   string // trap, clamp or zero
	// update is what a reduction stores for what it finds in a channel of a format, and its operand.
	update func(format ptx.Type) func(old, v uint64) uint64
}

// decodeSurface decodes suld, sust and sured.
func decodeSurface(c *compiler, in *ptx.Instruction) bool {
	g, ok := geometryOf(in)
	t := typeOf(in)
	if !ok || g.cube || t == "" || !counts(in, 2) || in.Has("p") == in.Has("b") ||
		in.Opcode == "suld" && in.Has("p") {
		return false
	}
	place, data := in.Operands[0], in.Operands[1]
	if in.Opcode == "suld" {
		place, data = data, place
	}
	x := &surface{geometry: g, size: t.Bits() / 8, samples: in.Has("p"), outside: "trap"}
	if word := oneOf(in, "trap", "clamp", "zero"); word != "" {
		x.outside = word
	}
	if x.layer, x.at, ok = c.coordinates(place, g, "s32"); !ok {
		return true
	}
	a := place.(*ptx.Address)
	x.handle = c.handle(a, a.Base)
	for _, e := range elements(data) {
		if in.Opcode == "suld" {
			x.registers = append(x.registers, c.result(e))
		} else {
			x.registers = append(x.registers, c.source(e, t))
		}
	}
	if want := map[string]int{"": 1, "v2": 2, "v4": 4}[oneOf(in, "v2", "v4")]; want != len(x.registers) {
		c.bad(data, "expected %d registers, found %d", want, len(x.registers))
	}
	switch {
	case in.Opcode == "suld":
		return c.perLane(x.load)
	case in.Opcode == "sust":
		return c.perLane(x.store)
	}
	return c.surfaceReduction(in, x, t)
}

// surfaceReduction decodes sured.
func (c *compiler) surfaceReduction(in *ptx.Instruction, x *surface, t ptx.Type) bool {
	name := oneOf(in, "add", "min", "max", "and", "or")
	x.update = func(format ptx.Type) func(old, v uint64) uint64 {
		if x.samples && format.Kind() == ptx.Signed { // the format says what the bits are
			return update(name, ptx.Type("s"+string(t[1:])))
		}
		if t.Kind() == ptx.Bits && name != "and" && name != "or" {
			return update(name, ptx.Type("u"+string(t[1:])))
		}
		return update(name, t)
	}
	if name == "" || x.update("u32") == nil {
		return false
	}
	return c.perLane(x.reduce)
}

// spot is where a lane accesses a surface.
type spot struct {
	t        *texture
	y, slice int
	at       uint64 // in the row, in bytes
}

// find returns where a lane accesses a surface; false if nothing is accessed, since it is outside of it.
func (x *surface) find(w *warp, l, size int) (spot, bool) {
	p := spot{t: w.b.g.texture(w.lanes(x.handle)[l])}
	limits := [3]int64{int64(p.t.Width * p.t.texel()), int64(p.t.Height), int64(p.t.Depth)}
	step := int64(size) // of the lowest dimension
	if x.samples {
		limits[0], step = int64(p.t.Width), 1
	}
	var at [3]int64
	inside := true
	for d, r := range x.at {
		at[d] = signed(w.lanes(r)[l], 32)
		last := max(limits[d], 1) - 1
		if d == 0 {
			last = max(limits[0], step) - step
		}
		if p.t.isOpen() {
			last = 1 << 40
		}
		inside = inside && at[d] >= 0 && at[d] <= last
		at[d] = min(max(at[d], 0), last)
	}
	if x.layered {
		layer := int64(w.lanes(x.layer)[l])
		if n := int64(max(p.t.Layers, 1)); !p.t.isOpen() && layer >= n {
			layer, inside = n-1, false
		}
		at[2] = layer
	}
	p.at, p.y, p.slice = uint64(at[0]), int(at[1]), int(at[2])
	switch {
	case inside || x.outside == "clamp":
	case x.outside == "trap":
		x.trap(w, l, p.t)
		fallthrough
	default:
		return p, false
	}
	if x.samples {
		p.at *= uint64(p.t.texel())
		return p, true
	}
	if p.at%uint64(size) != 0 {
		w.b.g.fail(codeMisaligned,
			"%s accesses %d bytes at byte %d of a row of '%s', which is not a multiple of %d",
			w.threads[l].name(), size, p.at, p.t.name, size)
		return p, false
	}
	return p, true
}

// trap stops the launch, since an access is outside of a surface.
func (x *surface) trap(w *warp, l int, t *texture) {
	var at []int64
	for _, r := range x.at {
		at = append(at, signed(w.lanes(r)[l], 32))
	}
	unit := "byte"
	if x.samples {
		unit = "sample"
	}
	d := w.b.g.fail(codeBounds, "%s accesses %s %d of a row outside of the surface '%s', at %v",
		w.threads[l].name(), unit,
		at[0], t.name, at)
	if !t.isOpen() {
		d.Suggest(
			"its rows have %d bytes, and it has %d rows in each of %d slices: the first coordinate counts "+
				"bytes",
			t.Width*t.texel(), max(t.Height, 1), t.slices())
	}
}

func (x *surface) load(w *warp, l int) {
	size := x.size * len(x.registers)
	p, ok := x.find(w, l, size)
	var data []byte
	if ok {
		data = p.t.bytesAt(w, l, p.y, p.slice, p.at, size)
	}
	for i, r := range x.registers {
		if w.lanes(r)[l] = 0; data != nil {
			w.lanes(r)[l] = load(data[i*x.size:], x.size)
		}
	}
}

func (x *surface) store(w *warp, l int) {
	size := x.size * len(x.registers)
	if x.samples {
		x.storeSample(w, l)
		return
	}
	p, ok := x.find(w, l, size)
	if !ok {
		return
	}
	m, data, at := p.t.reach(w, l, p.y, p.slice, p.at, size, "writes")
	if data == nil {
		return
	}
	w.own = false
	for i, r := range x.registers {
		w.put(data[i*x.size:], x.size, w.lanes(r)[l])
	}
	w.threads[l].touch(m, at, size, plainAccess(writes|valued))
}

// storeSample writes the channels that the format has.
func (x *surface) storeSample(w *warp, l int) {
	p, ok := x.find(w, l, 1)
	if !ok {
		return
	}
	format, channels := p.t.Format, p.t.Channels
	if p.t.isOpen() {
		format, channels = "b32", 4
		p.at *= 16
	}
	size := format.Bits() / 8
	m, data, at := p.t.reach(w, l, p.y, p.slice, p.at, size*channels, "writes")
	if data == nil {
		return
	}
	w.own = false
	for i := range channels {
		v := uint64(0) // a channel that is not written holds something
		if i < len(x.registers) {
			v = toChannel(format, w.lanes(x.registers[i])[l])
		}
		w.put(data[i*size:], size, v)
	}
	w.threads[l].touch(m, at, size*channels, plainAccess(writes|valued))
}

// toChannel converts 32 bits to a format: a float for formats of floats, an integer for others, which becomes
// the nearest of the format.
func toChannel(format ptx.Type, v uint64) uint64 {
	bits := format.Bits()
	switch format.Kind() {
	case ptx.Float:
		return encode(floatKind(format), decode(ir.F32, v))
	case ptx.Signed:
		most := int64(maskOf(bits - 1))
		return uint64(min(max(signed(v, 32), -most-1), most)) & maskOf(bits)
	}
	return min(v&maskOf(32), maskOf(bits))
}

func (x *surface) reduce(w *warp, l int) {
	p, ok := x.find(w, l, x.size)
	if !ok {
		return
	}
	if x.samples && p.t.isOpen() {
		p.at *= 16
	}
	if x.samples && !p.t.isOpen() && p.t.Format.Bits() != 8*x.size && p.t.texel() != x.size {
		w.b.g.fail(codeBounds, "%s updates %d bytes of '%s', whose channels have %d", w.threads[l].name(),
			x.size, p.t.name, p.t.Format.Bits()/8)
		return
	}
	m, data, at := p.t.reach(w, l, p.y, p.slice, p.at, x.size, "updates")
	if data == nil {
		return
	}
	w.own = false
	old, v := load(data, x.size), w.lanes(x.registers[0])[l]
	w.threads[l].strongAccess(m, at, x.size, writes|updates, surfaceOrder, true)
	w.put(data, x.size, x.update(p.t.Format)(old, v))
}
