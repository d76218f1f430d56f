package judge

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/affine"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Given is an argument that a user gave.
type Given struct {
	// Key is the name of a parameter or its position, with the offset of a field behind a dot for a part of a
	// struct: "n", "2", "params.8", "3.8".
	Key string
	// One of Number, Buffer and Bytes is set: the text of a number, memory, or the bytes of the parameter. At
	// is the byte of Buffer that the pointer points to.
	Number string
	Buffer *machine.Buffer
	At     int64
	Bytes  []byte
}

// arguments are the arguments being chosen.
type arguments struct {
	*Plan
	folder string
	// known are the slots that were given or described, shared the allocations of a description by number.
	known  map[affine.Slot]bool
	shared map[int]*machine.Buffer
}

// args chooses the arguments: what is given, what the description says, and what is assumed.
func (p *Plan) args(o Options, meta launchfile.Description) error {
	a := &arguments{Plan: p, folder: o.Folder, known: map[affine.Slot]bool{},
		shared: map[int]*machine.Buffer{}}
	if n := len(p.Kernel.Params); len(meta.Params) > n {
		return diag.Errorf(codeKernel, p.Kernel.Function.Span,
			"'%s' has %s; the description of its launch has %d", p.Kernel.Name, diag.Count(n, "parameter"),
			len(meta.Params))
	}
	for i := range p.Kernel.Params {
		param := &p.Kernel.Params[i]
		known := meta.Param(param.Name, i)
		if size := param.Variable.Size(); known.Bytes != 0 && known.Bytes != size {
			return diag.Errorf(codeKernel, param.Variable.Span,
				"parameter '%s' has %d bytes; the description of its launch says %d", param.Name, size,
				known.Bytes)
		}
		arg, err := a.described(i, param, known)
		if err != nil {
			return err
		}
		p.Config.Args = append(p.Config.Args, arg)
	}
	if err := a.tensorMaps(meta); err != nil {
		return err
	}
	if err := a.moduleTextures(meta); err != nil {
		return err
	}
	a.takeScratch(meta)
	for _, g := range o.Given {
		if err := a.give(g); err != nil {
			return err
		}
	}
	for name, arg := range o.Args {
		s, _, err := a.slot(name)
		if err != nil {
			return err
		}
		a.known[s] = true
		p.Config.Args[s.Param] = arg
	}
	p.allocateScratch(&p.Config)
	a.guessNumbers()
	p.guessContents()
	return nil
}

// takeScratch finds the last parameters, for which a launch allocates memory by the number of its blocks.
func (a *arguments) takeScratch(meta launchfile.Description) {
	a.scratch = map[int]int64{}
	first := len(a.Kernel.Params) - len(meta.Scratch)
	for i, bytes := range meta.Scratch {
		if first >= 0 && a.Config.Args[first+i].Buffer != nil {
			a.scratch[first+i] = bytes
		}
	}
}

// allocateScratch makes the memory of which a description says how much each block has.
func (p *Plan) allocateScratch(c *machine.Config) {
	for i, bytes := range p.scratch {
		if b := c.Args[i].Buffer; b != nil {
			b.Data, b.Grows = make([]byte, int64(c.Grid.Count())*bytes), false
		}
	}
}

// described returns the argument that a description has, or zeros: buffers where the kernel takes pointers.
func (a *arguments) described(i int, param *machine.Param, known launchfile.Parameter) (machine.Arg, error) {
	size := param.Variable.Size()
	if size == 8 && (param.Texture || known.Texture != nil) && !param.IsStruct() {
		a.known[affine.Slot{Param: i}] = true
		t, err := a.texture(param.Name, known.Texture)
		return machine.Arg{Textures: map[int64]*machine.Texture{0: t}}, err
	}
	if size == 8 && (param.Pointer || known.IsPointer) && !param.IsStruct() {
		to, err := a.pointer(param.Name, known.Pointer)
		return machine.Arg{Buffer: to.Buffer, At: to.At}, err
	}
	arg := machine.Arg{Bytes: make([]byte, size), Pointers: map[int64]machine.Address{}}
	copy(arg.Bytes, known.Hex)
	if len(known.Hex) > 0 || known.Value != nil {
		a.known[affine.Slot{Param: i}] = true
		for _, f := range param.Fields {
			a.known[affine.Slot{Param: i, Offset: f.Offset}] = true
		}
	}
	for _, f := range param.Fields {
		if f.Pointer {
			to, err := a.pointer(slotName(a.Kernel, affine.Slot{Param: i, Offset: f.Offset}),
				launchfile.Pointer{})
			if err != nil {
				return arg, err
			}
			arg.Pointers[f.Offset] = to
		}
	}
	for _, f := range known.Fields {
		if f.IsPointer {
			to, err := a.pointer(slotName(a.Kernel, affine.Slot{Param: i, Offset: f.At}), f.Pointer)
			if err != nil {
				return arg, err
			}
			arg.Pointers[f.At] = to
		}
	}
	if err := a.textureFields(i, param, known, &arg); err != nil {
		return arg, err
	}
	if param.IsStruct() || size > 8 {
		return arg, nil
	}
	var full [8]byte
	copy(full[:], arg.Bytes)
	if known.Value != nil {
		return machine.Arg{Bits: uint64(*known.Value)}, nil
	}
	return machine.Arg{Bits: binary.LittleEndian.Uint64(full[:])}, nil
}

// pointer returns the memory that a pointer of a description points to: a buffer that grows if its size is
// not known.
func (a *arguments) pointer(name string, known launchfile.Pointer) (machine.Address, error) {
	b := &machine.Buffer{Name: name, Data: make([]byte, known.Size), Grows: known.Size == 0}
	if known.Buffer != nil {
		if old := a.shared[*known.Buffer]; old != nil {
			return machine.Address{Buffer: old, At: known.Offset}, nil
		}
		a.shared[*known.Buffer] = b
	}
	if known.Data != "" {
		content, err := os.ReadFile(filepath.Join(a.folder, known.Data))
		if err != nil {
			return machine.Address{}, err
		}
		if known.Size > 0 && int64(len(content)) > known.Size {
			return machine.Address{}, diag.Errorf(codeKernel, a.Kernel.Function.Span,
				"%s has %d bytes, and '%s' points to %d", known.Data, len(content), name, known.Size)
		}
		b.Data = append(content, make([]byte, max(known.Size-int64(len(content)), 0))...)
		b.Grows = false
	}
	return machine.Address{Buffer: b, At: known.Offset}, nil
}

// slot returns what a key names, with the type of the number that it takes.
func (a *arguments) slot(key string) (affine.Slot, ptx.Type, error) {
	params := a.Kernel.Params
	find := func(key string) int {
		if n, err := strconv.Atoi(key); err == nil && n >= 0 && n < len(params) {
			return n
		}
		return slices.IndexFunc(params, func(p machine.Param) bool { return p.Name == key })
	}
	if i := find(key); i >= 0 {
		return affine.Slot{Param: i}, params[i].Variable.Type, nil
	}
	if dot := strings.LastIndexByte(key, '.'); dot > 0 {
		i := find(key[:dot])
		at, err := strconv.ParseInt(key[dot+1:], 10, 64)
		if i >= 0 && err == nil {
			return a.field(i, at)
		}
	}
	d := diag.Errorf(codeKernel, a.Kernel.Function.Span, "'%s' has no parameter '%s'", a.Kernel.Name, key)
	if len(params) > 0 {
		var names []string
		for _, p := range params {
			names = append(names, p.Name)
		}
		d.Suggest("it has: %s; a number is a position, from 0", strings.Join(names, ", "))
	}
	return affine.Slot{}, "", d
}

// field returns a field of a struct.
func (a *arguments) field(i int, at int64) (affine.Slot, ptx.Type, error) {
	p := &a.Kernel.Params[i]
	var places []string
	for _, f := range p.Fields {
		if f.Offset == at {
			return affine.Slot{Param: i, Offset: at}, f.Type, nil
		}
		places = append(places, fmt.Sprint(f.Offset))
	}
	d := diag.Errorf(codeKernel, p.Variable.Span, "the kernel reads no field of '%s' at byte %d", p.Name, at)
	if len(places) > 0 {
		d.Suggest("it reads those at bytes %s", strings.Join(places, ", "))
	}
	return affine.Slot{}, "", d
}

// give takes an argument of a user.
func (a *arguments) give(g Given) error {
	s, t, err := a.slot(g.Key)
	if err != nil {
		return err
	}
	p, arg := &a.Kernel.Params[s.Param], &a.Config.Args[s.Param]
	whole := !strings.Contains(g.Key, ".") || g.Key == p.Name
	a.known[s] = true
	delete(a.scratch, s.Param)
	if g.Buffer != nil { // the position that a flag names says less
		g.Buffer.Name = slotName(a.Kernel, s)
	}
	size := p.Variable.Size()
	switch {
	case g.Bytes != nil && whole:
		if int64(len(g.Bytes)) != size {
			return diag.Errorf(codeKernel, p.Variable.Span, "parameter '%s' has %d bytes, not %d", p.Name,
				size,
				len(g.Bytes))
		}
		for _, f := range p.Fields {
			a.known[affine.Slot{Param: s.Param, Offset: f.Offset}] = true
		}
		*arg = machine.Arg{Bytes: g.Bytes, Pointers: arg.Pointers}
		return nil
	case g.Buffer != nil && whole && !p.IsStruct():
		*arg = machine.Arg{Buffer: g.Buffer, At: g.At}
		return nil
	case g.Buffer != nil && !whole:
		arg.Pointers[s.Offset] = machine.Address{Buffer: g.Buffer, At: g.At}
		return nil
	case g.Buffer != nil || g.Bytes != nil || whole && p.IsStruct():
		return diag.Errorf(codeKernel, p.Variable.Span, "parameter '%s' is a struct of %d bytes", p.Name,
			size).Suggest("give its bytes, %d=hex:..., or a field by its offset, %[1]d.8=5", s.Param)
	}
	bits, err := numberBits(t, g.Number)
	if err != nil {
		return diag.Errorf(codeKernel, p.Variable.Span, "'%s' is no number for '%s', of type %s", g.Number,
			g.Key,
			t)
	}
	if whole {
		*arg = machine.Arg{Bits: bits}
		return nil
	}
	a.put(s, t, bits)
	return nil
}

// put writes a number into a field.
func (a *arguments) put(s affine.Slot, t ptx.Type, bits uint64) {
	var full [8]byte
	binary.LittleEndian.PutUint64(full[:], bits)
	copy(a.Config.Args[s.Param].Bytes[s.Offset:], full[:t.Bits()/8])
}

// numberBits returns the bits of a number of a type. It is a float if the type is one, or if the text is no
// integer.
func numberBits(t ptx.Type, text string) (uint64, error) {
	if n, err := strconv.ParseInt(text, 0, 64); err == nil && t.Kind() != ptx.Float {
		return uint64(n), nil
	}
	if n, err := strconv.ParseUint(text, 0, 64); err == nil && t.Kind() != ptx.Float {
		return n, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if t.Bits() == 32 {
		return uint64(math.Float32bits(float32(v))), err
	}
	return math.Float64bits(v), err
}

// guessNumbers assumes the numbers that nobody gave: floats are 1, and integers what a sweep begins with.
func (a *arguments) guessNumbers() {
	depth := ringDepth(a.Kernel.Values())
	for _, r := range a.Kernel.Values().Reads() {
		p := &a.Kernel.Params[r.Param]
		t := r.Type
		if !p.IsStruct() {
			t = p.Variable.Type
		}
		one := map[ptx.Type]uint64{"f32": uint64(math.Float32bits(1)), "f64": math.Float64bits(1)}
		if bits, isFloat := one[t]; isFloat && !a.known[r.Slot] {
			if p.IsStruct() {
				a.put(r.Slot, t, bits)
			} else {
				a.Config.Args[r.Param].Bits = bits
			}
		}
	}
	var open []*role
	for _, x := range rolesOf(a.Kernel, a.Config.Block) {
		if a.known[x.slot] {
			continue
		}
		open = append(open, x)
		a.setInteger(&a.Config, x.slot, x.base())
		a.assume("%s = %d", slotName(a.Kernel, x.slot), x.base())
		a.guessInteger(x, depth)
	}
	a.guessTogether(open)
}
