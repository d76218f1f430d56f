package machine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file has the arrays that instructions of textures and surfaces access by coordinates: PTX ISA,
// "Texture, Sampler and Surface Types". A kernel names one by a variable (.texref, .surfref, .samplerref), or
// by a handle of 64 bits. What lies behind a name is memory like any other: rows of texels, one behind the
// other. Of an array that nobody described each row is a memory of its own, as long as the launch needs.

var codeIncoherent = diag.Register("ptx-incoherent-read",
	"a read by way of the texture cache of what the same launch has written",
	"Textures, surfaces and ld.global.nc read through a cache that does not see what the launch writes, not "+
		"even what the same thread wrote, and whatever barrier or fence lies between: the value is "+
		"undefined "+
		"(CUDA C++ Programming Guide, \"Read/Write Coherency\"). Read what the launch writes with ld.global "+
		"or from shared memory, or write to another array, and read that one in the next launch.")

// AddressMode says what a coordinate outside of a texture means along one dimension.
type AddressMode uint8

// The modes. Wrap and mirror are for coordinates from 0 to 1, and clamp others.
const (
	ClampToEdge AddressMode = iota // the nearest texel
	Border                         // zero
	Wrap                           // the texture is repeated
	Mirror                         // it is repeated, every second time the other way round
)

// Sampling is how texels are taken from a texture.
type Sampling struct {
	Modes [3]AddressMode
	// Normalized says that coordinates go from 0 to 1.
	Normalized bool
	// Linear says that floats are mixed of the nearest texels.
	Linear bool
}

// Texture is an array, and how it is sampled.
type Texture struct {
	Name string
	// Width, Height and Depth are texels; those of dimensions that the array does not have are 0, all are 0
	// if nothing is known of it. Layers is for arrays of 1-D and 2-D textures, and 6 for each cube, else 0.
	Width, Height, Depth, Layers int
	// Channels is 1, 2 or 4, each of Format: u8, u16, u32, s8, s16, s32, f16 or f32.
	Channels int
	Format   ptx.Type
	// Buffer holds the texels from At on, Pitch bytes from row to row, 0 for no gaps.
	Buffer *Buffer
	At     int64
	Pitch  int64
	Sampling
}

// isOpen reports whether nothing is known of the size.
func (t *Texture) isOpen() bool { return t.Width == 0 }

// texel returns the bytes of a texel.
func (t *Texture) texel() int { return t.Channels * t.Format.Bits() / 8 }

// bytes returns the size of the array.
func (t *Texture) bytes() int64 { return t.pitch() * int64(max(t.Height, 1)) * int64(t.slices()) }

func (t *Texture) pitch() int64 { return max(t.Pitch, int64(t.Width*t.texel())) }

// slices returns how many planes of rows lie behind each other.
func (t *Texture) slices() int { return max(t.Depth, t.Layers, 1) }

// Check says what is wrong with a description, "" if nothing is.
func (t *Texture) Check() string {
	switch {
	case min(t.Width, t.Height, t.Depth, t.Layers) < 0 || max(t.Width, t.Height, t.Depth, t.Layers) > 1<<28:
		return "has extents that no device takes"
	case t.isOpen():
		return ""
	case t.Channels != 1 && t.Channels != 2 && t.Channels != 4:
		return fmt.Sprintf("has %d channels; there are 1, 2 or 4", t.Channels)
	case !slices.Contains([]ptx.Type{"u8", "u16", "u32", "s8", "s16", "s32", "f16", "f32"}, t.Format):
		return fmt.Sprintf("has channels of '%s'; they are u8, u16, u32, s8, s16, s32, f16 or f32", t.Format)
	case t.Pitch > 0 && t.Pitch < int64(t.Width*t.texel()):
		return fmt.Sprintf("has rows of %d bytes, and %d from row to row", t.Width*t.texel(), t.Pitch)
	case t.bytes() > maxGrown:
		return fmt.Sprintf("has %d bytes; the limit is %d", t.bytes(), maxGrown)
	}
	return ""
}

// handleBase is the handle of the first texture; none is an address of memory.
const handleBase = 0x7e0 << bufferBits

// texture is one of a launch.
type texture struct {
	*Texture
	name   string
	memory *memory            // of one that is described
	rows   map[[2]int]*memory // of another one, by row and slice
	texels func(n int) uint32
}

// isOpaque reports whether a variable names a texture, a surface or a sampler.
func isOpaque(v *ptx.Variable) bool {
	return v.Type == "texref" || v.Type == "surfref" || v.Type == "samplerref"
}

// placeOpaque gives a variable that names a texture its handle.
func (c *compiler) placeOpaque(v *ptx.Variable) {
	c.vars[v] = placed{globalSpace, handleBase + uint64(len(c.k.opaque))}
	c.k.opaque = append(c.k.opaque, v)
}

// bindTextures finds what the variables mean that name textures: their handles come first.
func (g *launch) bindTextures(placed map[*Buffer]uint64) error {
	for _, v := range g.k.opaque {
		t := Texture{Name: v.Name, Sampling: declaredSampling(v.Fields)}
		if given := g.config.Textures[v.Name]; given != nil {
			t = *given
		}
		if _, err := g.bind(&t, v.Name, placed); err != nil {
			return err
		}
	}
	return nil
}

// bind returns the handle of a texture.
func (g *launch) bind(t *Texture, name string, placed map[*Buffer]uint64) (uint64, error) {
	if n := slices.IndexFunc(g.textures, func(x *texture) bool { return x.Texture == t }); n >= 0 {
		return handleBase + uint64(n), nil
	}
	if why := t.Check(); why != "" {
		return 0, launchError(g.k, "texture '%s' %s", name, why)
	}
	x := g.open(t, cmp.Or(t.Name, name))
	if !t.isOpen() {
		b, need := t.Buffer, t.At+t.bytes()
		if b == nil {
			b = &Buffer{Name: name}
			b.Data = x.lengthen(b.Data, int(need))
		}
		at := g.layBuffer(b, name, placed)
		x.memory = g.buffers[at>>bufferBits-1]
		if x.memory.within(0, int(need)) == nil {
			return 0, launchError(g.k, "texture '%s' needs %d bytes of its buffer, which has %d", name, need,
				len(b.Data))
		}
	}
	g.textures = append(g.textures, x)
	return handleBase + uint64(len(g.textures)-1), nil
}

func (g *launch) open(t *Texture, name string) *texture {
	return &texture{Texture: t, name: name, rows: map[[2]int]*memory{}, texels: g.config.Texels}
}

// texture returns what a handle means. One that nobody gave is an array of which nothing is known.
func (g *launch) texture(handle uint64) *texture {
	if n := handle - handleBase; n < uint64(len(g.textures)) {
		return g.textures[n]
	}
	x := g.strange[handle]
	if x == nil {
		x = g.open(&Texture{}, fmt.Sprintf("handle %#x", handle))
		g.strange[handle] = x
	}
	return x
}

// The sizes that an array has for who asks, if nothing is known of it.
const (
	assumedWidth = 1024
	assumedSide  = 64
)

// extent returns the size along a dimension, or the number of layers for 3.
func (x *texture) extent(dim int) int {
	n := [...]int{x.Width, x.Height, x.Depth, x.Layers}[dim]
	switch {
	case !x.isOpen():
		return n
	case dim < 2:
		return assumedWidth
	}
	return assumedSide
}

// row returns the memory of a row, and where in it the row begins. With the bytes from at to end it is long
// enough, if it may grow; nil if it has no room for them.
func (x *texture) row(y, slice int, end uint64) (*memory, uint64) {
	if x.memory != nil {
		return x.memory, uint64(x.At + int64(slice*max(x.Height, 1)+y)*x.pitch())
	}
	if end > maxGrown || len(x.rows) >= maxRows {
		return nil, 0
	}
	m := x.rows[[2]int{y, slice}]
	if m == nil {
		m = &memory{name: x.rowName(y, slice), shadow: newShadow(0)}
		x.rows[[2]int{y, slice}] = m
	}
	m.data = x.lengthen(m.data, int(end))
	return m, 0
}

// maxRows is how many rows an array may have of which nothing is known.
const maxRows = 1 << 20

// lengthen appends what arrays hold of which nothing is known, to so many bytes at least.
func (x *texture) lengthen(data []byte, end int) []byte {
	for len(data) < end {
		v := uint32(0)
		if x.texels != nil {
			v = x.texels(len(data) / 4)
		}
		data = append(data, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return data
}

func (x *texture) rowName(y, slice int) string {
	if slice > 0 {
		return fmt.Sprintf("row %d of slice %d of '%s'", y, slice, x.name)
	}
	return fmt.Sprintf("row %d of '%s'", y, x.name)
}

// modeWords are the modes as PTX and CUDA name them.
var modeWords = map[string]AddressMode{"wrap": Wrap, "mirror": Mirror, "clamp_ogl": ClampToEdge,
	"clamp_to_edge": ClampToEdge, "clamp": ClampToEdge, "clamp_to_border": Border, "border": Border}

// ModeOf returns the mode of a word; false if there is none of that name.
func ModeOf(word string) (AddressMode, bool) {
	m, ok := modeWords[word]
	return m, ok
}

// declaredSampling returns what the initializer of a variable says: { name = value, ... }.
func declaredSampling(fields string) (s Sampling) {
	for field := range strings.SplitSeq(strings.Trim(fields, "{} \t\n"), ",") {
		name, value, _ := strings.Cut(field, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch {
		case name == "filter_mode":
			s.Linear = value == "linear"
		case name == "normalized_coords":
			s.Normalized = value != "0"
		case strings.HasPrefix(name, "addr_mode_"):
			if d := strings.Index("012", name[len("addr_mode_"):]); d >= 0 {
				s.Modes[d] = modeWords[value]
			}
		}
	}
	return s
}
