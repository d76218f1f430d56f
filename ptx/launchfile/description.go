package launchfile

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Description says how a kernel is launched, as far as somebody knows.
type Description struct {
	// Name is that of the kernel.
	Name string `json:"name"`
	// Module is the file with the code of the kernel, relative to the folder of the description; "" if the
	// description lies beside it.
	Module string `json:"module"`
	// Grid is the number of blocks along x, y and z, Block the threads of a block, and Cluster the blocks of
	// a cluster; nil if unknown. They may have fewer than three numbers.
	Grid    []int `json:"grid"`
	Block   []int `json:"block"`
	Cluster []int `json:"cluster"`
	// Cooperative says that all blocks of the grid are alive at once.
	Cooperative bool `json:"cooperative"`
	// ProgrammaticDependent says that the launch may begin before the launch in front of it has ended.
	ProgrammaticDependent bool `json:"programmaticDependent"`
	// DynamicSharedBytes is shared memory beside what the kernel declares. MoreDynamicShared says that the
	// launch decides how much more there is.
	DynamicSharedBytes int64 `json:"dynamicSharedBytes"`
	MoreDynamicShared  bool  `json:"moreDynamicShared"`
	// Scratch are the bytes that the last parameters point to, for each block of the grid; it comes from
	// Triton.
	Scratch []int64 `json:"-"`
	// Params are the parameters in their order. One with a name is the parameter of that name.
	Params []Parameter `json:"params"`
	// Textures are what variables of the module name: textures, surfaces and samplers.
	Textures map[string]*Texture `json:"textures"`
	// TensorMaps are those that parameters are, or point to, by the name of the parameter or as "param_3".
	TensorMaps map[string]*TensorMap `json:"tensormaps"`

	triton
}

// Parameter is what is known of a parameter.
type Parameter struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
	Pointer
	// Value is the number of an integer parameter, nil if unknown.
	Value *int64 `json:"value"`
	// Hex is the bytes of the parameter, "" if unknown, or if they are zeros.
	Hex Bytes `json:"hex"`
	// Texture is what the parameter is a handle of, nil if unknown.
	Texture *Texture `json:"texture"`
	// Fields are the pointers, handles of textures and tensor maps inside of it.
	Fields []Field `json:"fields"`
}

// Pointer is memory of the device that a parameter, or a part of it, points to.
type Pointer struct {
	IsPointer bool `json:"pointer"`
	// Buffer numbers the allocations of a launch: two pointers with one number share it. It is nil if nothing
	// is known of sharing.
	Buffer *int `json:"buffer"`
	// Offset is where in the allocation the pointer points, in bytes, and Size the bytes of the whole
	// allocation, 0 if unknown.
	Offset int64 `json:"offset"`
	Size   int64 `json:"size"`
	// Data is a file with the contents of the allocation, relative to the folder of the description.
	Data string `json:"data"`
}

// Field is a pointer, a handle of a texture or a tensor map inside of a parameter, At bytes behind its
// beginning.
type Field struct {
	At int64 `json:"at"`
	Pointer
	Texture   *Texture   `json:"texture"`
	TensorMap *TensorMap `json:"tensorMap"`
}

// Texture is an array with how it is sampled: a texture, a surface or, without extents, a sampler. The memory
// is that of the pointer, from Offset on.
type Texture struct {
	// Width, Height, Depth and Layers are the extents in texels; those that the array does not have are 0,
	// and Width is 0 if nothing is known. Pitch is bytes from row to row, 0 if there are no gaps.
	Width  int   `json:"width"`
	Height int   `json:"height"`
	Depth  int   `json:"depth"`
	Layers int   `json:"layers"`
	Pitch  int64 `json:"pitch"`
	// Channels is 1, 2 or 4, each of Format, a type of PTX: "u8", "u16", "u32", "s8", ..., "f16" or "f32".
	Channels int    `json:"channels"`
	Format   string `json:"format"`
	Pointer
	// Address is "clamp", "border", "wrap" or "mirror" for each dimension, or one for all of them; Filter is
	// "nearest" or "linear".
	Address    []string `json:"address"`
	Filter     string   `json:"filter"`
	Normalized bool     `json:"normalized"`
}

// TensorMap is how a tensor map was encoded: the arguments of cuTensorMapEncodeTiled, or of
// cuTensorMapEncodeIm2col where Pixels is not 0 (CUDA Driver API, "Tensor Map Object Management").
type TensorMap struct {
	// Type is a type of PTX: "f16", "bf16", "tf32", "u8", ...
	Type string `json:"dtype"`
	// Dims are elements, the innermost dimension first; Strides are bytes, of all dimensions but the
	// innermost; Box and ElementStrides are elements.
	Dims           []uint64 `json:"dims"`
	Strides        []uint64 `json:"strides"`
	Box            []uint32 `json:"box"`
	ElementStrides []uint32 `json:"elementStrides"`
	// Interleave is "none", "16B" or "32B", Swizzle "none", "32B", "64B" or "128B", perhaps with the size of
	// its atoms, and OutOfBounds "zero" or "nan".
	Interleave  string `json:"interleave"`
	Swizzle     string `json:"swizzle"`
	OutOfBounds string `json:"oob"`
	// LowerCorner and UpperCorner are those of the box of pixels, innermost first, Channels the elements of
	// a pixel, and Pixels how many pixels are copied.
	LowerCorner []int `json:"lowerCorner"`
	UpperCorner []int `json:"upperCorner"`
	Channels    int   `json:"channels"`
	Pixels      int   `json:"pixels"`
	// Global is where the tensor lies. Base is, where nobody recorded that, the pointer of that name, or
	// memory of its own: maps of one base share it.
	Global Pointer `json:"global"`
	Base   string  `json:"base"`
}

// Bytes are written in hexadecimal.
type Bytes []byte

// UnmarshalJSON reads a string of digits.
func (b *Bytes) UnmarshalJSON(text []byte) error {
	var digits string
	if err := json.Unmarshal(text, &digits); err != nil {
		return err
	}
	decoded, err := hex.DecodeString(digits)
	*b = decoded
	return err
}

// triton is what Triton writes beside its PTX.
type triton struct {
	NumWarps    int    `json:"num_warps"`
	Shared      int64  `json:"shared"`
	ClusterDims []int  `json:"cluster_dims"`
	Dependent   bool   `json:"launch_pdl"`
	Together    bool   `json:"launch_cooperative_grid"`
	Target      device `json:"target"`
	// The bytes of memory that a launch gives each block, and how they are aligned: Triton adds a parameter
	// for each of the two. nil for versions that add none.
	GlobalScratch  *int64 `json:"global_scratch_size"`
	GlobalAlign    int64  `json:"global_scratch_align"`
	ProfileScratch *int64 `json:"profile_scratch_size"`
	ProfileAlign   int64  `json:"profile_scratch_align"`
}

// device is what Triton says of a device. Inflight's own descriptions have the name of one in this place.
type device struct{ warpSize int }

// UnmarshalJSON reads an object, and ignores all else.
func (d *device) UnmarshalJSON(text []byte) error {
	var object struct {
		WarpSize int `json:"warp_size"`
	}
	if json.Unmarshal(text, &object) == nil {
		d.warpSize = object.WarpSize
	}
	return nil
}

// describe makes a description of what Triton wrote: all of its shared memory is dynamic.
func (t *triton) describe(d *Description) {
	if t.NumWarps == 0 {
		return
	}
	d.Block = []int{t.NumWarps * cmp.Or(t.Target.warpSize, 32)}
	d.DynamicSharedBytes = t.Shared
	d.Cluster = t.ClusterDims
	d.ProgrammaticDependent, d.Cooperative = t.Dependent, t.Together
	for _, bytes := range []*int64{t.GlobalScratch, t.ProfileScratch} {
		if bytes != nil {
			d.Scratch = append(d.Scratch, *bytes)
		}
	}
}

// TensorMap returns the map that a parameter is or points to, nil if nothing says so.
func (d *Description) TensorMap(name string, number int) *TensorMap {
	if m := d.TensorMaps[name]; m != nil {
		return m
	}
	return d.TensorMaps[fmt.Sprintf("param_%d", number)]
}

// Param returns what is known of a parameter, by its name or its number.
func (d *Description) Param(name string, number int) Parameter {
	for _, p := range d.Params {
		if p.Name != "" && p.Name == name {
			return p
		}
	}
	if number < len(d.Params) && d.Params[number].Name == "" {
		return d.Params[number]
	}
	return Parameter{}
}
