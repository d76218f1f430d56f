package machine_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// textureHead gives each thread four words of in, %r0 to %r3 and %f0 to %f3, and what it stores are %r4 to
// %r7. %t and %s are handles of a texture and a surface, and the module has some of its own.
const textureHead = `.version 7.8
.target sm_90
.address_size 64
.global .texref tex_a;
.global .surfref surf_a;
.global .samplerref smp_a = { addr_mode_0 = clamp_to_border, addr_mode_1 = clamp_to_border, filter_mode = nearest };
.visible .entry k(.param .u64 out, .param .u64 in, .param .u64 t, .param .u64 s, .param .texref of)
{
	.reg .b32 %r<12>; .reg .f32 %f<12>; .reg .b64 %rd<12>; .reg .b16 %h<8>; .reg .pred %p<4>; .reg .b64 %t, %s;
	.shared .align 16 .b8 mem[1024];
	ld.param.u64 %rd0, [out]; ld.param.u64 %rd1, [in]; ld.param.u64 %t, [t]; ld.param.u64 %s, [s];
	mov.u32 %r8, %tid.x; mul.wide.u32 %rd2, %r8, 16; add.s64 %rd3, %rd1, %rd2; add.s64 %rd4, %rd0, %rd2;
	ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%rd3]; ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd3];
	mov.b32 %r4, 0; mov.b32 %r5, 0; mov.b32 %r6, 0; mov.b32 %r7, 0;
`

const textureTail = `
	st.global.v4.b32 [%rd4], {%r4, %r5, %r6, %r7};
	ret;
}`

// numbers are the bytes of numbers of 32 bits.
func numbers(values ...uint32) []byte {
	var data []byte
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, v)
	}
	return data
}

// launchTextures runs a body for as many threads as it gets points, and returns the report and what they
// store.
func launchTextures(t *testing.T, body string, in []byte, tex, surf *machine.Texture) (*machine.Report,
	[]byte, error) {
	t.Helper()
	k, err := tryCompile("texture.ptx", textureHead+body+textureTail)
	if err != nil {
		t.Fatal(body, err)
	}
	if n := k.NotExecuted(); len(n) > 0 {
		t.Fatal(body, n[0])
	}
	tex, surf = cmp.Or(tex, &machine.Texture{}), cmp.Or(surf, &machine.Texture{})
	out := make([]byte, len(in))
	r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
		Block:    machine.Extents{len(in) / 16, 1, 1},
		Textures: map[string]*machine.Texture{"tex_a": tex, "surf_a": surf},
		Args: []machine.Arg{{Buffer: &machine.Buffer{Data: out}}, {Buffer: &machine.Buffer{Data: in}},
			{Textures: map[int64]*machine.Texture{0: tex}}, {Textures: map[int64]*machine.Texture{0: surf}},
			{Textures: map[int64]*machine.Texture{0: tex}}}})
	return r, out, err
}

// volume is a texture of floats, of which no two are equal.
func volume(w, h, d, layers int) *machine.Texture {
	t := &machine.Texture{Width: w, Height: h, Depth: d, Layers: layers, Channels: 1, Format: "f32"}
	var data []byte
	for n := range w * max(h, 1) * max(d, layers, 1) {
		data = append(data, floats(float32(3*n+1))...)
	}
	t.Buffer = &machine.Buffer{Data: data}
	return t
}

// at is the texel at a place, by its definition.
func texelAt(t *machine.Texture, x, y, z int) float64 {
	return float64(float(t.Buffer.Data, (z*max(t.Height, 1)+y)*t.Width+x))
}

// wanted is the texel with a number along one dimension, by the formulas of the programming guide for point
// sampling; -1 for none.
func wanted(x float64, n int, mode machine.AddressMode, normalized bool) int {
	if normalized {
		switch mode {
		case machine.Wrap:
			x -= math.Floor(x)
		case machine.Mirror:
			if whole := math.Floor(x); int(whole)%2 != 0 {
				x = 1 - (x - whole)
			} else {
				x -= whole
			}
		}
		x *= float64(n)
	}
	i := int(math.Floor(x))
	switch {
	case i >= 0 && i < n:
		return i
	case mode == machine.Border:
		return -1
	case i < 0:
		return 0
	}
	return n - 1
}

// Point sampling gives the texel that the programming guide says, for each mode of address, with coordinates
// in texels and from 0 to 1, in textures of one to three dimensions.
func TestPointSampling(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	bodies := []string{"tex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%f0}];",
		"tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [tex_a, {%f0, %f1}];",
		"tex.3d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [of, {%f0, %f1, %f2, %f3}];"}
	for dims, body := range bodies {
		for mode := machine.ClampToEdge; mode <= machine.Mirror; mode++ {
			for _, normalized := range []bool{false, true} {
				if !normalized && (mode == machine.Wrap || mode == machine.Mirror) {
					continue
				}
				size := [3]int{1 + r.IntN(6), 1 + r.IntN(5), 1 + r.IntN(4)}
				x := volume(size[0], size[1]*min(dims, 1), size[2]*(dims/2), 0)
				x.Normalized, x.Modes = normalized, [3]machine.AddressMode{mode, mode, mode}
				var points []float32
				for range 4 * 64 {
					v := r.Float64()*14 - 5
					if normalized {
						v = math.Round((r.Float64()*6-3)*256) / 256
					}
					points = append(points, float32(v))
				}
				_, out, err := launchTextures(t,
					body+" mov.b32 %r4, %f4; mov.b32 %r5, %f5; mov.b32 %r6, %f7;",
					floats(points...), x, nil)
				if err != nil {
					t.Fatal(err)
				}
				for n := range 64 {
					want, ones := 0.0, 1.0
					var at [3]int
					for d := range dims + 1 {
						at[d] = wanted(float64(points[4*n+d]), size[d], mode, normalized)
					}
					if slices.Min(at[:]) < 0 {
						ones = 0
					} else {
						want = texelAt(x, at[0], at[1], at[2])
					}
					if got := float64(float(out, 4*n)); got != want || float(out, 4*n+1) != 0 ||
						float64(float(out, 4*n+2)) != ones {
						t.Errorf("mode %d, normalized %v, size %v at %v: got %v, want %v", mode, normalized,
							size,
							points[4*n:4*n+dims+1], got, want)
					}
				}
			}
		}
	}
}

// Linear filtering mixes the texels around a place with weights of 8 bits of fraction.
func TestLinearFiltering(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	x := volume(5, 4, 0, 0)
	x.Linear = true
	var points []float32
	for range passtest.Programs(4 * 64) {
		points = append(points, float32(r.Float64()*8-2))
	}
	points = append(points[:len(points)/4*4], 0.5, 0.5, 0, 0, 1.5, 2.5, 0, 0, 2, 2, 0, 0)
	_, out, err := launchTextures(t,
		"tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%f0, %f1}]; mov.b32 %r4, %f4;",
		floats(points...), x, nil)
	if err != nil {
		t.Fatal(err)
	}
	weight := func(v float64) (int, float64) {
		i := math.Floor(v - 0.5)
		return int(i), math.RoundToEven((v-0.5-i)*256) / 256
	}
	inside := func(i, n int) int { return min(max(i, 0), n-1) }
	for n := range len(points) / 4 {
		i, a := weight(float64(points[4*n]))
		j, b := weight(float64(points[4*n+1]))
		texel := func(di, dj int) float64 { return texelAt(x, inside(i+di, 5), inside(j+dj, 4), 0) }
		want := float32((1-a)*(1-b)*texel(0, 0) + a*(1-b)*texel(1, 0) + (1-a)*b*texel(0, 1) + a*b*texel(1, 1))
		if got := float(out, 4*n); math.Abs(float64(got-want)) > 1e-5 {
			t.Errorf("at %v: got %v, want %v", points[4*n:4*n+2], got, want)
		}
	}
}

// fetches are fetches at the point (1.25, 2.5, 0, 0), or at (1, 2, 0, 0) for integers, and what they give:
// the texel n of a volume is 3 n + 1.
var fetches = []struct {
	body string
	tex  *machine.Texture
	in   []byte
	want []uint32
}{
	{"tex.2d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%t, {%r0, %r1}]; mov.b32 %r4, %f4;", volume(4, 3, 0, 0),
		numbers(1, 2, 0, 0), []uint32{math.Float32bits(28)}},
	// an offset in texels, a level that does not exist, gradients, a predicate
	{"tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%f0, %f1}], {-1, -2}; mov.b32 %r4, %f4;",
		volume(4, 3, 0, 0),
		floats(1.25, 2.5, 0, 0), []uint32{math.Float32bits(1)}},
	{"tex.level.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%f0, %f1}], %f2; mov.b32 %r4, %f4;",
		volume(4, 3, 0, 0),
		floats(1.25, 2.5, 7, 0), []uint32{math.Float32bits(28)}},
	{"tex.grad.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}|%p1, [%t, {%f0, %f1}], {%f2, %f3}, {%f3, %f2}; " +
		"selp.u32 %r4, 1, 2, %p1;", volume(4, 3, 0, 0), floats(1.25, 2.5, 7, 0), []uint32{1}},
	// layers, one behind the last
	{"tex.a1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%r0, %f1}]; mov.b32 %r4, %f4;", volume(4, 0, 0, 3),
		append(numbers(2), floats(2.5, 0, 0)...), []uint32{math.Float32bits(31)}},
	{"tex.a2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%r0, %f1, %f2, %f2}]; mov.b32 %r4, %f4;",
		volume(2, 2, 0, 2),
		append(numbers(9), floats(1.5, 1.5, 0)...), []uint32{math.Float32bits(22)}},
	// one coordinate without braces, and a sampler of its own: a border
	{"tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%t, %r0]; mov.b32 %r4, %f4;", volume(4, 0, 0, 0),
		numbers(9, 0, 0, 0), []uint32{math.Float32bits(10)}},
	{"tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%t, smp_a, {%r0}]; mov.b32 %r4, %f4;", volume(4, 0, 0, 0),
		numbers(9, 0, 0, 0), []uint32{0}},
	// halves
	{"tex.1d.v4.f16.s32 {%h0, %h1, %h2, %h3}, [%t, {%r0}]; cvt.u32.u16 %r4, %h0; cvt.u32.u16 %r5, %h3;",
		volume(4, 0, 0, 0), numbers(1, 0, 0, 0), []uint32{0x4400, 0x3c00}},
	{"tex.1d.v2.f16x2.s32 {%r4, %r5}, [%t, {%r0}];", volume(4, 0, 0, 0), numbers(1, 0, 0, 0),
		[]uint32{0x4400, 0x3c000000}},
	// the faces of a cube, along +y and -z, and of the second cube
	{"tex.cube.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%f0, %f1, %f2, %f2}]; mov.b32 %r4, %f4;",
		volume(1, 1, 0, 6),
		floats(0.5, 2, 0, 0), []uint32{math.Float32bits(7)}},
	{"tex.cube.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%f0, %f1, %f2, %f2}]; mov.b32 %r4, %f4;",
		volume(2, 2, 0, 6),
		floats(-0.5, 0.5, -2, 0), []uint32{math.Float32bits(64)}},
	{"tex.acube.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%r0, %f1, %f2, %f3}]; mov.b32 %r4, %f4;",
		volume(1, 1, 0, 12),
		append(numbers(1), floats(-1, 0, 0)...), []uint32{math.Float32bits(22)}},
	// the four texels around (2, 1): counter-clockwise from the lower left
	{"tld4.r.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%f0, %f1}]; mov.b32 %r4, %f4; mov.b32 %r5, %f5; " +
		"mov.b32 %r6, %f6; mov.b32 %r7, %f7;", volume(4, 3, 0, 0), floats(2, 1, 0, 0),
		[]uint32{math.Float32bits(16), math.Float32bits(19), math.Float32bits(7), math.Float32bits(4)}},
	{"tld4.a.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%f0, %f1}]; mov.b32 %r4, %f4;", volume(4, 3, 0, 0),
		floats(2, 1, 0, 0), []uint32{math.Float32bits(1)}},
	// formats: floats from 0 or -1 to 1 of integers, integers as they are
	{
		"tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%t, {0}]; mov.b32 %r4, %f4; mov.b32 %r5, %f5; mov.b32 " +
			"%r6, %f6;",
		pixel("u8", 4, 0xff, 0x33, 0, 0x80), numbers(0, 0, 0, 0),
		[]uint32{math.Float32bits(1), math.Float32bits(0.2), 0}},
	{"tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%t, {0}]; mov.b32 %r4, %f4; mov.b32 %r5, %f5;",
		pixel("s8", 2, 0x80, 0x7f), numbers(0, 0, 0, 0), []uint32{math.Float32bits(-1), math.Float32bits(1)}},
	{"tex.1d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%t, {0}];", pixel("u8", 2, 0xfe, 3), numbers(0, 0, 0, 0),
		[]uint32{0xfe, 3, 0, 1}},
	{"tex.1d.v4.s32.s32 {%r4, %r5, %r6, %r7}, [%t, {0}];", pixel("s16", 1, 0xfe, 0xff), numbers(0, 0, 0, 0),
		[]uint32{0xfffffffe, 0, 0, 1}},
	{"tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%t, {0}]; mov.b32 %r4, %f4;", pixel("f16", 1, 0, 0xc0),
		numbers(0, 0, 0, 0), []uint32{math.Float32bits(-2)}},
	// linear filtering of a texture that is repeated: half of the last texel, half of the first
	{"tex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%f0}]; mov.b32 %r4, %f4;", repeated(), floats(0, 0, 0, 0),
		[]uint32{math.Float32bits(5.5)}},
	// what is asked of a texture
	{"txq.width.b32 %r4, [%t]; txq.height.b32 %r5, [tex_a]; txq.channel_order.b32 %r6, [%t]; " +
		"txq.channel_data_type.b32 %r7, [%t];", volume(4, 3, 0, 0), numbers(0, 0, 0, 0),
		[]uint32{4, 3, 0x10b0, 0x10de}},
	{"txq.depth.b32 %r4, [%t]; suq.array_size.b32 %r5, [%t]; txq.level.width.b32 %r6, [%t], 3; " +
		"txq.normalized_coords.b32 %r7, [%t];", volume(4, 3, 0, 2), numbers(0, 0, 0, 0),
		[]uint32{0, 2, 4, 0}},
}

// pixel is a texture of one texel.
func pixel(format ptx.Type, channels int, data ...byte) *machine.Texture {
	return &machine.Texture{Width: 1, Channels: channels, Format: format, Buffer: &machine.Buffer{Data: data}}
}

func TestFetches(t *testing.T) {
	for _, c := range fetches {
		r, out, err := launchTextures(t, c.body, c.in, c.tex, nil)
		if err != nil || len(r.Findings) > 0 {
			t.Errorf("%s: %v %v", c.body, err, r.Findings)
			continue
		}
		for i, want := range c.want {
			if got := binary.LittleEndian.Uint32(out[4*i:]); got != want {
				t.Errorf("%s: result %d is %#x, want %#x", c.body, i, got, want)
			}
		}
	}
}

// grid is a surface of bytes that count, 8 in a row, in 3 rows and 2 slices.
func grid(layers int) *machine.Texture {
	t := &machine.Texture{Name: "grid", Width: 2, Height: 3, Depth: 2, Channels: 1, Format: "u32",
		Buffer: &machine.Buffer{}}
	if layers > 0 {
		t.Depth, t.Layers = 0, layers
	}
	for n := range 48 {
		t.Buffer.Data = append(t.Buffer.Data, byte(n))
	}
	return t
}

// Accesses of surfaces are at the place of their coordinates, the first of which counts bytes; what lies
// outside traps, is left out, or is the nearest place, by what the instruction says. All places around a
// surface are tried, with 2-D, 3-D and layered ones.
func TestSurfacePlaces(t *testing.T) {
	for _, geometry := range []string{"2d", "3d", "a2d"} {
		for _, outside := range []string{"trap", "zero", "clamp"} {
			for n := range 5 * 5 * 4 {
				x, y, z := 2*(n%5)-2+n%5/4*2, n/5%5-1, n/25-1
				checkSurface(t, geometry, outside, [3]int{x, y, z})
			}
		}
	}
}

func checkSurface(t *testing.T, geometry, outside string, at [3]int) {
	t.Helper()
	surf, coordinates, limits := grid(0), "{%r0, %r1, %r2, %r2}", [3]int{6, 2, 1}
	switch geometry {
	case "2d":
		coordinates, at[2] = "{%r0, %r1}", 0
	case "a2d":
		surf, coordinates = grid(2), "{%r2, %r0, %r1, %r1}"
	}
	place, inside := at, true
	for d := range 3 {
		place[d] = min(max(at[d], 0), limits[d])
		if geometry == "a2d" && d == 2 && at[d] < 0 {
			place[d] = limits[d] // an index without a sign
		}
		inside = inside && at[d] == place[d]
	}
	in := numbers(uint32(at[0]), uint32(at[1]), uint32(at[2]), 0)
	byteAt := byte(place[2]*24 + place[1]*8 + place[0])
	_, out, err := launchTextures(t,
		fmt.Sprintf("suld.b.%s.b16.%s %%h0, [%%s, %s]; cvt.u32.u16 %%r4, %%h0;", geometry,
			outside, coordinates), in, nil, surf)
	want := uint32(byteAt) | uint32(byteAt+1)<<8
	if !inside && outside == "zero" {
		want = 0
	}
	if (err != nil) != (!inside && outside == "trap") ||
		err == nil && binary.LittleEndian.Uint32(out) != want {
		t.Errorf("suld.%s.%s at %v: %v, %#x", geometry, outside, at, err, out[:4])
	}
	_, _, err = launchTextures(t,
		fmt.Sprintf("mov.b16 %%h0, 0xeeff; sust.b.%s.b16.%s [%%s, %s], %%h0;", geometry,
			outside, coordinates), in, nil, surf)
	stored := grid(0).Buffer.Data
	if err == nil && (inside || outside == "clamp") {
		stored[byteAt], stored[byteAt+1] = 0xff, 0xee
	}
	if (err != nil) != (!inside && outside == "trap") || !slices.Equal(surf.Buffer.Data, stored) {
		t.Errorf("sust.%s.%s at %v: %v, %x", geometry, outside, at, err, surf.Buffer.Data)
	}
}

// surfaces are accesses by the coordinates (4, 1, 0, 0) and what the first row of a surface holds behind
// them.
var surfaces = []struct {
	body string
	surf *machine.Texture
	want []byte
}{
	{"sust.b.1d.v2.b8.trap [%s, {2}], {%h0, %h1};", pixel("u32", 1, 1, 2, 3, 4), []byte{1, 2, 5, 6}},
	{"sust.p.1d.v2.b32.trap [%s, {0}], {%r4, %r5};", pixel("u8", 2, 0, 0), []byte{7, 255}},
	{"sust.p.1d.v4.b32.trap [%s, {0}], {%r5, %r6, %r4, %r4};", pixel("s8", 2, 0, 0), []byte{127, 128}},
	{"sust.p.1d.b32.trap [%s, {0}], 0f3F800000;", pixel("f16", 1, 0, 0), []byte{0, 0x3c}},
	{"sured.b.add.1d.u32.trap [%s, {0}], %r4;", pixel("u32", 1, 1, 0, 0, 0), []byte{8, 0, 0, 0}},
	{"sured.p.min.1d.b32.trap [%s, {0}], %r6;", pixel("s32", 1, 1, 0, 0, 0), []byte{0x38, 0xff, 0xff, 0xff}},
	{"sured.p.min.1d.b32.trap [%s, {0}], %r6;", pixel("u32", 1, 1, 0, 0, 0), []byte{1, 0, 0, 0}},
	{"sured.b.or.1d.b32.zero [%s, {-4}], %r6;", pixel("u32", 1, 1, 0, 0, 0), []byte{1, 0, 0, 0}},
	{"sust.b.1d.b32.trap [surf_a, {0}], %r4;", pixel("u32", 1, 1, 0, 0, 0), []byte{7, 0, 0, 0}},
}

func TestSurfaces(t *testing.T) {
	for _, c := range surfaces {
		_, _, err := launchTextures(t,
			"mov.b16 %h0, 5; mov.b16 %h1, 6; mov.b32 %r4, 7; mov.b32 %r5, 300; mov.b32 %r6, -200; "+
				c.body, numbers(4, 1, 0, 0), nil, c.surf)
		if err != nil || !slices.Equal(c.surf.Buffer.Data, c.want) {
			t.Errorf("%s: %v, %x", c.body, err, c.surf.Buffer.Data)
		}
	}
}

// textureOrder are bodies for two threads and what is found; "" for nothing. Nothing is known of the arrays.
var textureOrder = []struct{ body, want string }{
	{"sust.b.1d.b32.trap [%s, {0}], %r8;", "ptx-race"},
	{"shl.b32 %r9, %r8, 2; sust.b.1d.b32.trap [%s, {%r9}], %r8;", ""},
	{"sust.b.2d.b32.trap [%s, {0, %r8}], %r8;", ""},
	{"sust.b.a1d.b32.trap [%s, {%r8, 0}], %r8;", ""},
	{
		"setp.eq.u32 %p1, %r8, 0; @%p1 sust.b.1d.b32.trap [%s, {0}], 5; bar.sync 0; @!%p1 " +
			"sust.b.1d.b32.trap [%s, {0}], 6;",
		""},
	{"sured.b.add.1d.u32.trap [%s, {0}], 1;", ""},
	// reads do not see what the launch writes
	{"shl.b32 %r9, %r8, 2; sust.b.1d.b32.trap [%s, {%r9}], %r8; suld.b.1d.b32.trap %r4, [%s, {%r9}];",
		"ptx-incoherent-read"},
	{
		"setp.eq.u32 %p1, %r8, 0; @%p1 sust.b.1d.b32.trap [%s, {0}], 5; bar.sync 0; @!%p1 " +
			"suld.b.1d.b32.trap %r4, [%s, {0}];",
		"ptx-incoherent-read"},
	{
		"setp.eq.u32 %p1, %r8, 0; @%p1 sust.b.1d.b32.trap [%s, {0}], 5; @!%p1 suld.b.1d.b32.trap %r4, [%s, " +
			"{0}];", "ptx-race"},
	{
		"setp.eq.u32 %p1, %r8, 0; @%p1 suld.b.1d.b32.trap %r4, [%s, {0}]; bar.sync 0; @!%p1 " +
			"sust.b.1d.b32.trap [%s, {0}], 5;",
		""},
	{
		"setp.eq.u32 %p1, %r8, 0; @%p1 st.global.u32 [%rd0], 5; bar.sync 0; @!%p1 ld.global.nc.u32 %r4, " +
			"[%rd0]; bar.sync 0;",
		"ptx-incoherent-read"},
	{
		"setp.eq.u32 %p1, %r8, 0; @%p1 st.global.u32 [%rd0], 5; bar.sync 0; @!%p1 ld.global.u32 %r4, " +
			"[%rd0]; bar.sync 0;", ""},
	{"ld.global.nc.u32 %r4, [%rd1];", ""},
	{"tex.1d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%t, {%r8}]; sust.b.1d.b32.trap [surf_a, {0}], 5;",
		"ptx-same-value"},
	{"sust.b.1d.b32.trap [%s, {-4}], %r8;", "ptx-out-of-bounds"},
	{"sust.b.1d.b32.zero [%s, {-4}], %r8;", ""},
	{"add.u32 %r9, %r8, 1; sust.b.1d.b32.trap [%s, {%r9}], %r8;", "ptx-misaligned"},
}

func TestOrderOfTextures(t *testing.T) {
	for _, c := range textureOrder {
		r, _, err := launchTextures(t, c.body, make([]byte, 32), &machine.Texture{}, &machine.Texture{})
		var got []string
		for _, d := range r.Findings {
			got = append(got, string(d.Code))
		}
		if err != nil {
			got = append(got, err.Error())
		}
		if all := strings.Join(got, " "); (c.want == "") != (all == "") || !strings.Contains(all, c.want) {
			t.Errorf("%s: found %q, want %q", c.body, all, c.want)
		}
	}
}

// A texture and a pointer may have the same memory: a fetch does not see a store through the pointer.
func TestTextureOfBuffer(t *testing.T) {
	k := compile(t, "texture.ptx", textureHead+`st.global.u32 [%rd1], 5;
		tex.1d.v4.u32.s32 {%r4, %r5, %r6, %r7}, [%t, {0}];`+textureTail)
	shared := &machine.Buffer{Data: make([]byte, 16)}
	r, err := machine.Launch(t.Context(), k, machine.Config{Grid: machine.Extents{1, 1, 1},
		Block: machine.Extents{1, 1, 1}, VerdictOnly: true,
		Args: []machine.Arg{{Buffer: &machine.Buffer{Data: make([]byte, 16)}}, {Buffer: shared},
			{Textures: map[int64]*machine.Texture{0: {Width: 4, Channels: 1, Format: "u32", Buffer: shared}}},
			{}, {}}})
	if err != nil || len(r.Findings) != 1 || r.Findings[0].Code != "ptx-incoherent-read" {
		t.Errorf("%v, %v", err, r.Findings)
	}
}

// repeated is a texture of four texels that are mixed, and repeated without end.
func repeated() *machine.Texture {
	t := volume(4, 0, 0, 0)
	t.Normalized, t.Linear, t.Modes[0] = true, true, machine.Wrap
	return t
}
