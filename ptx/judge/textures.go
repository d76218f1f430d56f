package judge

import (
	"maps"
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/affine"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file gives a launch its textures, surfaces and samplers: what a description says, else arrays of which
// nothing is known.

// texture returns what a handle or a variable is.
func (a *arguments) texture(name string, known *launchfile.Texture) (*machine.Texture, error) {
	if known == nil {
		a.assume("%s = an array as large as the launch needs", name)
		return &machine.Texture{Name: name}, nil
	}
	t := &machine.Texture{Name: name, Width: known.Width, Height: known.Height, Depth: known.Depth,
		Layers: known.Layers, Channels: known.Channels, Format: ptx.Type(known.Format), Pitch: known.Pitch,
		At: known.Offset, Sampling: machine.Sampling{Normalized: known.Normalized,
			Linear: known.Filter == "linear"}}
	bad := func(format string, args ...any) error {
		return diag.Errorf(codeKernel, a.Kernel.Function.Span, "texture '%s' "+format,
			append([]any{name}, args...)...)
	}
	if why := t.Check(); why != "" {
		return nil, bad("%s", why)
	}
	if known.Filter != "" && known.Filter != "linear" && known.Filter != "nearest" {
		return nil, bad("has the filter '%s'; it is nearest or linear", known.Filter)
	}
	if n := len(known.Address); n > 3 {
		return nil, bad("has modes of address for %d dimensions", n)
	}
	for d := range t.Modes {
		if len(known.Address) == 0 {
			break
		}
		mode, ok := machine.ModeOf(known.Address[min(d, len(known.Address)-1)])
		if !ok {
			return nil, bad("has the mode of address '%s'; it is clamp, border, wrap or mirror",
				known.Address[min(d, len(known.Address)-1)])
		}
		t.Modes[d] = mode
	}
	if known.Size > 0 || known.Data != "" || known.Buffer != nil {
		to, err := a.pointer(name, known.Pointer)
		if err != nil {
			return nil, err
		}
		t.Buffer = to.Buffer
	}
	return t, nil
}

// textureFields gives a struct the handles in it.
func (a *arguments) textureFields(i int, param *machine.Param, known launchfile.Parameter,
	arg *machine.Arg) error {
	all := map[int64]*launchfile.Texture{}
	for _, f := range param.Fields {
		if f.Texture {
			all[f.Offset] = nil
		}
	}
	for _, f := range known.Fields {
		if f.Texture != nil {
			all[f.At] = f.Texture
		}
	}
	for _, at := range slices.Sorted(maps.Keys(all)) {
		t, err := a.texture(slotName(a.Kernel, affine.Slot{Param: i, Offset: at}), all[at])
		if err != nil {
			return err
		}
		if arg.Textures == nil {
			arg.Textures = map[int64]*machine.Texture{}
		}
		arg.Textures[at] = t
	}
	return nil
}

// moduleTextures binds the variables that a description knows.
func (a *arguments) moduleTextures(meta launchfile.Description) error {
	a.Config.Textures = map[string]*machine.Texture{}
	for _, v := range a.Kernel.Module().Variables() {
		known := meta.Textures[v.Name]
		if known == nil {
			continue
		}
		t, err := a.texture(v.Name, known)
		if err != nil {
			return err
		}
		a.Config.Textures[v.Name] = t
	}
	return nil
}

// hasOpenTextures reports whether the kernel fetches from arrays of which nothing may be known.
func (p *Plan) hasOpenTextures() bool {
	for in := range p.Kernel.Values().Instructions {
		if in.Opcode == "tex" || in.Opcode == "tld4" || in.Opcode == "suld" {
			return true
		}
	}
	return false
}

// texels returns the words of such arrays, as numbers in some order: floats where floats are fetched.
func (p *Plan) texels(order func(int) int) func(n int) uint32 {
	floats := false
	for in := range p.Kernel.Values().Instructions {
		floats = floats || (in.Opcode == "tex" || in.Opcode == "tld4") && in.Has("f32") &&
			in.Types()[0] == "f32"
	}
	return func(n int) uint32 {
		if n >= numbered {
			return 0
		}
		if floats {
			return math.Float32bits(float32(order(n)))
		}
		return uint32(order(n))
	}
}
