package machine

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file has fetches of textures: PTX ISA, "Texture Instructions"; what a coordinate means is in CUDA C++
// Programming Guide, "Texture Fetching". A texture has one level: whatever level a fetch asks for, it is the
// base. Fetches that compare depths, and those of several samples, are not executed.

func init() {
	register(map[string]decoder{"tex": decodeFetch, "tld4": decodeFetch, "txq": decodeQuery,
		"suq": decodeQuery})
}

// geometry is what the coordinates of an access are: the number of a layer, then one for each dimension. A
// cube has three, for a direction.
type geometry struct {
	dims          int
	layered, cube bool
}

// geometryOf returns what an instruction says of its coordinates; false if that is not known.
func geometryOf(in *ptx.Instruction) (geometry, bool) {
	word := oneOf(in, "1d", "2d", "3d", "a1d", "a2d", "cube", "acube")
	if word == "" {
		return geometry{}, false
	}
	plain, layered := strings.CutPrefix(word, "a")
	if plain == "cube" {
		return geometry{3, layered, true}, true
	}
	return geometry{int(plain[0] - '0'), layered, false}, true
}

// coordinates returns the registers with the coordinates of an access, and with the layer, -1 for none.
func (c *compiler) coordinates(o ptx.Operand, g geometry, t ptx.Type) (layer int32, at []int32, ok bool) {
	a, isAddress := o.(*ptx.Address)
	if !isAddress || a.Coordinates == nil {
		c.bad(o, "expected a name and coordinates in brackets")
		return 0, nil, false
	}
	all := a.Coordinates.Elements
	need := g.dims
	if g.layered {
		need++
	}
	if len(all) < need || len(all) > max(need, 4) || need < 3 && len(all) > need {
		c.bad(o, "%d coordinates; there are %d", len(all), need)
		return 0, nil, false
	}
	layer = -1
	if g.layered {
		layer, all = c.source(all[0], "u32"), all[1:]
	}
	for _, e := range all[:g.dims] {
		at = append(at, c.source(e, t))
	}
	return layer, at, true
}

// handle returns a register with the handle that a name stands for.
func (c *compiler) handle(o ptx.Operand, name string) int32 {
	sym := c.scope.Lookup(name)
	switch {
	case sym == nil:
		c.bad(o, "'%s' is not defined", name)
		return 0
	case sym.Register:
		r := c.register(name)
		c.touched.bases = append(c.touched.bases, r)
		c.touched.places = append(c.touched.places, where{space: textureSpace})
		return r
	case sym.Variable != nil && c.vars[sym.Variable].space == paramSpace:
		at, r := int(c.vars[sym.Variable].offset), c.newRegister()
		c.k.fills = append(c.k.fills, fill{r, func(w *warp, _ int) uint64 {
			return load(w.b.g.params.data[at:], 8)
		}})
		c.touched.places = append(c.touched.places, where{space: textureSpace, variable: sym.Variable})
		return r
	case sym.Variable != nil && isOpaque(sym.Variable):
		at, _ := c.placeOf(sym.Variable)
		c.touched.places = append(c.touched.places, where{space: textureSpace, variable: sym.Variable})
		return c.constant(at.offset)
	}
	c.bad(o, "'%s' names no texture", name)
	return 0
}

// fetch is the data of a fetch.
type fetch struct {
	geometry
	texture, sampler int32 // handles; -1 for no sampler
	layer            int32
	at               []int32
	integers         bool // the coordinates are integers
	offset           []int32
	results          []int32
	resident         int32 // a predicate, -1 for none
	as               ptx.Type
	gathers          int // the channel of which the four nearest texels are wanted, -1 for a fetch
}

// decodeFetch decodes tex and tld4.
func decodeFetch(c *compiler, in *ptx.Instruction) bool {
	g, ok := geometryOf(in)
	ts := in.Types()
	if !ok || len(ts) != 2 || len(in.Operands) < 2 {
		return false
	}
	x := &fetch{geometry: g, sampler: -1, resident: -1, as: ts[0], integers: ts[1] == "s32", gathers: -1}
	if in.Opcode == "tld4" {
		x.gathers = slices.Index([]string{"r", "g", "b", "a"}, oneOf(in, "r", "g", "b", "a"))
		if x.gathers < 0 {
			return false
		}
	}
	rest, ok := c.fetchOptions(in, x)
	if !ok || len(rest) > 0 {
		return false // it compares depths
	}
	a, isAddress := in.Operands[1].(*ptx.Address)
	if x.layer, x.at, ok = c.coordinates(in.Operands[1], g, ts[1]); !ok || !isAddress {
		return true
	}
	x.texture = c.handle(a, a.Base)
	if a.Sampler != nil {
		x.sampler = c.handle(a, a.Sampler.Name)
	}
	c.fetchResults(in.Operands[0], x)
	return c.emitPlain(x.run)
}

// fetchOptions reads the operands behind the address, and returns those that are left over.
func (c *compiler) fetchOptions(in *ptx.Instruction, x *fetch) ([]ptx.Operand, bool) {
	rest := in.Operands[2:]
	skip := map[string]int{"level": 1, "grad": 2}[oneOf(in, "level", "grad")]
	if len(rest) < skip {
		return nil, false
	}
	for _, o := range rest[:skip] { // the level of detail, or how coordinates change: there is one level
		for _, e := range elements(o) {
			c.source(e, "b32")
		}
	}
	rest = rest[skip:]
	if len(rest) > 0 {
		if v, isVector := rest[0].(*ptx.Vector); isVector {
			for _, e := range v.Elements[:min(len(v.Elements), x.dims)] {
				x.offset = append(x.offset, c.source(e, "s32"))
			}
			rest = rest[1:]
		}
	}
	return rest, true
}

// fetchResults notes the registers of the results.
func (c *compiler) fetchResults(o ptx.Operand, x *fetch) {
	if p, isPair := o.(*ptx.Pair); isPair {
		o, x.resident = p.First, c.result(p.Second)
	}
	for _, e := range elements(o) {
		x.results = append(x.results, c.result(e))
	}
	want := 4
	if x.as == "f16x2" {
		want = 2
	}
	if len(x.results) != want {
		c.bad(o, "expected %d registers, found %d", want, len(x.results))
	}
}

func (x *fetch) run(w *warp, mask uint32) {
	each(mask, func(l int) {
		if w.b.g.stopped() {
			return
		}
		t := w.b.g.texture(w.lanes(x.texture)[l])
		s := &sampler{fetch: x, w: w, lane: l, t: t, Sampling: t.Sampling}
		if x.sampler >= 0 {
			s.Sampling = w.b.g.texture(w.lanes(x.sampler)[l]).Sampling
		}
		s.slice = s.place()
		var texel [4]uint64
		if x.gathers >= 0 {
			texel = s.gather()
		} else {
			texel = s.sample()
		}
		x.give(w, l, texel)
	})
}

// give writes the four channels of a texel to the results.
func (x *fetch) give(w *warp, lane int, texel [4]uint64) {
	switch x.as {
	case "f16x2":
		w.lanes(x.results[0])[lane] = texel[0] | texel[1]<<16
		w.lanes(x.results[1])[lane] = texel[2] | texel[3]<<16
	default:
		for i, r := range x.results[:min(len(x.results), 4)] {
			w.lanes(r)[lane] = texel[i]
		}
	}
	if x.resident >= 0 {
		w.lanes(x.resident)[lane] = 1
	}
}

// sampler is one fetch of a lane.
type sampler struct {
	*fetch
	Sampling
	w     *warp
	lane  int
	t     *texture
	slice int        // a layer
	point [3]float64 // the place, in texels
}

// place finds the place in texels, and returns the layer.
func (s *sampler) place() int {
	layer := 0
	if s.layered {
		layer = int(min(s.w.lanes(s.layer)[s.lane], 1<<28))
	}
	var at [3]float64
	for d, r := range s.at {
		v := s.w.lanes(r)[s.lane]
		if at[d] = float64(signed(v, 32)); !s.integers {
			at[d] = decode(ir.F32, v)
		}
	}
	if s.cube {
		face, u, v := cubeFace(at)
		at = [3]float64{u, v}
		layer = 6*layer + face
	}
	for d := range s.flat() {
		s.point[d] = s.texels(d, at[d])
		if d < len(s.offset) {
			s.point[d] += float64(signed(s.w.lanes(s.offset[d])[s.lane], 32))
		}
	}
	if layers := s.t.Layers; layers > 0 {
		layer = min(layer, layers-1)
	}
	return layer
}

// flat returns the dimensions of a face or a layer.
func (s *sampler) flat() int {
	if s.cube {
		return 2
	}
	return s.dims
}

// texels returns a coordinate in texels. One that is normalized is brought into the texture first.
func (s *sampler) texels(d int, v float64) float64 {
	n := float64(s.size(d))
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	if s.integers || !s.Normalized && !s.cube {
		return v
	}
	switch whole := math.Floor(v); {
	case s.cube:
	case s.Modes[d] == Wrap:
		v -= whole
	case s.Modes[d] == Mirror && math.Mod(whole, 2) != 0:
		v = 1 - (v - whole)
	case s.Modes[d] == Mirror:
		v -= whole
	}
	return v * n
}

// size returns the texels along a dimension.
func (s *sampler) size(d int) int {
	if s.t.isOpen() {
		return s.t.extent(d)
	}
	return max([]int{s.t.Width, s.t.Height, s.t.Depth}[d], 1)
}

// cubeFace returns the face of a cube that a direction meets, and where, from 0 to 1: CUDA C++ Programming
// Guide, "Cubemap Textures". Of equal components the first decides.
func cubeFace(v [3]float64) (face int, s, t float64) {
	x, y, z := v[0], v[1], v[2]
	var m float64
	switch ax, ay, az := math.Abs(x), math.Abs(y), math.Abs(z); {
	case ax >= ay && ax >= az && x >= 0:
		face, m, s, t = 0, x, -z, -y
	case ax >= ay && ax >= az:
		face, m, s, t = 1, -x, z, -y
	case ay >= az && y >= 0:
		face, m, s, t = 2, y, x, z
	case ay >= az:
		face, m, s, t = 3, -y, x, -z
	case z >= 0:
		face, m, s, t = 4, z, x, -y
	default:
		face, m, s, t = 5, -z, -x, -y
	}
	if m == 0 {
		return 0, 0.5, 0.5
	}
	return face, (s/m + 1) / 2, (t/m + 1) / 2
}

// sample returns the channels of the nearest texel, or of a mixture of those around.
func (s *sampler) sample() [4]uint64 {
	if s.Linear && !s.integers && s.as != "u32" && s.as != "s32" {
		return s.mixed()
	}
	var at [3]int
	for d := range s.flat() {
		at[d] = int(math.Floor(s.point[d]))
	}
	return s.texel(at)
}

// mixed returns a mixture of the texels around the place: CUDA C++ Programming Guide, "Linear Filtering". The
// weights have 8 bits of fraction, to which they are rounded; sums are rounded once.
func (s *sampler) mixed() [4]uint64 {
	var first [3]int
	var weight [3]float64
	for d := range s.flat() {
		whole := math.Floor(s.point[d] - 0.5)
		first[d], weight[d] = int(whole), math.RoundToEven((s.point[d]-0.5-whole)*256)/256
	}
	var sum [4]float64
	kind := floatKind(s.as)
	for corner := range 1 << s.flat() {
		at, w := first, 1.0
		for d := range s.flat() {
			if corner>>d&1 == 1 {
				at[d]++
				w *= weight[d]
			} else {
				w *= 1 - weight[d]
			}
		}
		for i, v := range s.texel(at) {
			sum[i] += w * decode(kind, v)
		}
	}
	var texel [4]uint64
	for i, v := range sum {
		texel[i] = encode(kind, v)
	}
	return texel
}

// gather returns a channel of the four texels around the place, counter-clockwise from the lower left.
func (s *sampler) gather() (four [4]uint64) {
	i, j := int(math.Floor(s.point[0]-0.5)), int(math.Floor(s.point[1]-0.5))
	for n, at := range [4][3]int{{i, j + 1}, {i + 1, j + 1}, {i + 1, j}, {i, j}} {
		four[n] = s.texel(at)[s.gathers]
	}
	return four
}

// texel returns the channels of a texel. Those that a format does not have are 0, and the last is 1.
func (s *sampler) texel(at [3]int) [4]uint64 {
	outside := false
	for d := range s.flat() {
		n := s.size(d)
		if s.t.isOpen() {
			n = max(at[d]+1, 1)
		}
		if at[d] >= 0 && at[d] < n {
			continue
		}
		switch mode := s.Modes[d]; {
		case mode == Border:
			outside = true
		case mode == Wrap && s.Normalized && !s.integers:
			at[d] = (at[d]%n + n) % n
		default:
			at[d] = min(max(at[d], 0), n-1)
		}
	}
	if outside {
		return [4]uint64{}
	}
	return s.read(at)
}

// read reads a texel that is in the texture.
func (s *sampler) read(at [3]int) (texel [4]uint64) {
	format, channels := s.t.Format, s.t.Channels
	if s.t.isOpen() { // four channels as they are wanted
		format, channels = s.as, 4
		if half, isPacked := s.as.Packed(); isPacked {
			format = half
		}
	}
	size := format.Bits() / 8
	data := s.t.bytesAt(s.w, s.lane, at[1], at[2]+s.slice, uint64(at[0]*channels*size), channels*size)
	texel[3] = s.one()
	for i := range channels {
		if data != nil {
			texel[i] = s.channel(format, load(data[i*size:], size))
		}
	}
	return texel
}

// one returns what the last channel is where the format does not have it.
func (s *sampler) one() uint64 {
	if s.as == "u32" || s.as == "s32" {
		return 1
	}
	return encode(floatKind(s.as), 1)
}

// channel returns what a result is of a channel. Integers of 8 and 16 bits are numbers from 0 or -1 to 1
// where floats are wanted; those of 32 bits are taken as they are.
func (s *sampler) channel(format ptx.Type, v uint64) uint64 {
	bits, asInteger := format.Bits(), s.as == "u32" || s.as == "s32"
	switch {
	case format.Kind() == ptx.Float && asInteger:
		return encode(ir.F32, decode(floatKind(format), v))
	case format.Kind() == ptx.Float:
		return encode(floatKind(s.as), decode(floatKind(format), v))
	case asInteger && format.Kind() == ptx.Signed:
		return uint64(signed(v, bits)) & maskOf(32)
	case asInteger || bits == 32:
		return v
	case format.Kind() == ptx.Signed:
		return encode(floatKind(s.as), max(float64(signed(v, bits))/float64(maskOf(bits-1)), -1))
	}
	return encode(floatKind(s.as), float64(v)/float64(maskOf(bits)))
}

// bytesAt reads bytes of a row by way of the texture cache; nil after stopping the launch if there are none.
func (x *texture) bytesAt(w *warp, lane, y, slice int, at uint64, size int) []byte {
	m, data, place := x.reach(w, lane, y, slice, at, size, "reads")
	if data == nil {
		return nil
	}
	w.sees(lane, m, place, data, false)
	w.threads[lane].touch(m, place, size, plainAccess(fetches))
	return data
}

// reach returns bytes of a row with their memory and place in it.
func (x *texture) reach(w *warp, lane, y, slice int, at uint64, size int, what string) (*memory, []byte,
	uint64) {
	m, begin := x.row(y, slice, at+uint64(size))
	if m == nil {
		w.b.g.fail(codeBounds, "%s %s bytes %s of row %d of slice %d of '%s'; no array is so large",
			w.threads[lane].name(), what, byteRange(int64(at), size), y, slice, x.name)
		return nil, nil, 0
	}
	data := m.within(begin+at, size)
	if data == nil {
		w.b.g.fail(codeBounds, "%s %s bytes %s of %s, which has %d", w.threads[lane].name(), what,
			byteRange(int64(begin+at), size), m.name, len(m.data))
		return nil, nil, 0
	}
	w.noteReach(m, begin+at, begin+at+uint64(size))
	return m, data, begin + at
}

// decodeQuery decodes txq and suq, as far as the numbers that they give are known.
func decodeQuery(c *compiler, in *ptx.Instruction) bool {
	what := oneOf(in, "width", "height", "depth", "array_size", "channel_data_type", "channel_order",
		"normalized_coords", "num_mipmap_levels")
	a, isAddress := in.Operands[1].(*ptx.Address)
	if what == "" || !isAddress || len(in.Operands) > 3 {
		return false
	}
	if len(in.Operands) == 3 {
		c.source(in.Operands[2], "b32") // the level, of which there is one
	}
	handle, d := c.handle(a, a.Base), c.result(in.Operands[0])
	return c.perLane(func(w *warp, l int) {
		w.lanes(d)[l] = uint64(w.b.g.texture(w.lanes(handle)[l]).property(what))
	})
}

// The numbers of formats, and of channels by how many there are, are those of OpenCL: PTX ISA, "Channel Data
// Type and Channel Order Fields".
var (
	formatNumbers = map[ptx.Type]int{"s8": 0x10d7, "s16": 0x10d8, "s32": 0x10d9, "u8": 0x10da, "u16": 0x10db,
		"u32": 0x10dc, "f16": 0x10dd, "f32": 0x10de}
	channelNumbers = map[int]int{1: 0x10b0, 2: 0x10b2, 4: 0x10b5}
)

// property returns what a query gives. An array of which nothing is known has four channels of f32.
func (x *texture) property(what string) int {
	if d := slices.Index([]string{"width", "height", "depth", "array_size"}, what); d >= 0 {
		return x.extent(d)
	}
	switch what {
	case "channel_order":
		return cmp.Or(channelNumbers[x.Channels], channelNumbers[4])
	case "channel_data_type":
		return cmp.Or(formatNumbers[x.Format], formatNumbers["f32"])
	case "normalized_coords":
		return int(truth(x.Normalized))
	}
	return 1 // num_mipmap_levels
}
