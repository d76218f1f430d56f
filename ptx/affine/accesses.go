package affine

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ptx"
)

// Access is an operand that is an address of memory.
type Access struct {
	Instruction *ptx.Instruction
	Address     Form
	// Space is the word of the instruction for the state space, empty for a generic address.
	Space string
	// Bytes is how much of memory is accessed; 0 where the instruction does not say.
	Bytes int64
	// Writes is set for what changes memory.
	Writes bool
}

// Compared is a comparison of two integers.
type Compared struct {
	Instruction *ptx.Instruction
	// Word is the comparison: eq, ne, lt, le, gt, ge, and lo, ls, hi, hs.
	Word        string
	Left, Right Form
}

// spaces are the words of instructions for the state spaces of memory.
var spaces = []string{"global", "shared", "shared::cta", "shared::cluster", "local", "const", "param",
	"param::entry", "param::func"}

// access notes what an instruction accesses and compares.
func (v *Values) access(p placed) {
	in := p.in
	if (in.Opcode == "setp" || in.Opcode == "set") && len(in.Operands) >= 3 && len(in.Modifiers) > 0 {
		if k := typeOf(in).Kind(); k != ptx.Float {
			v.Compared = append(v.Compared, Compared{in, in.Modifiers[0],
				v.value(p, in.Operands[1], typeOf(in)), v.value(p, in.Operands[2], typeOf(in))})
		}
	}
	named := slices.DeleteFunc(slices.Clone(in.Modifiers), func(m string) bool {
		return !slices.Contains(spaces, m)
	})
	addresses := 0
	for i, o := range in.Operands {
		a, ok := o.(*ptx.Address)
		if !ok {
			continue
		}
		space := ""
		if len(named) > 0 { // the n-th word is that of the n-th address
			space = named[min(addresses, len(named)-1)]
		}
		addresses++
		if accessesTextures(in) {
			v.handles = append(v.handles, v.handleForms(p, a)...)
			continue
		}
		if space == "param" || space == "param::entry" || space == "param::func" || a.Coordinates != nil {
			continue
		}
		v.Accesses = append(v.Accesses, Access{Instruction: in, Address: v.address(p, a), Space: space,
			Bytes: bytesOf(in), Writes: writes(in, i)})
	}
}

// accessesTextures reports whether the names in brackets of an instruction are those of textures, surfaces
// and samplers.
func accessesTextures(in *ptx.Instruction) bool {
	switch in.Opcode {
	case "tex", "tld4", "txq", "suq", "suld", "sust", "sured":
		return true
	}
	return false
}

// handleForms returns the values of the registers that name a texture and a sampler.
func (v *Values) handleForms(p placed, a *ptx.Address) (all []Form) {
	names := []string{a.Base}
	if a.Sampler != nil {
		names = append(names, a.Sampler.Name)
	}
	for _, name := range names {
		if sym := p.scope.Lookup(name); sym != nil && sym.Register {
			all = append(all, v.register(p, sym))
		}
	}
	return all
}

// writes reports whether an instruction changes the memory that an operand names.
func writes(in *ptx.Instruction, operand int) bool {
	switch in.Opcode {
	case "st", "red", "atom", "stmatrix":
		return true
	case "cp", "cp.async":
		return operand == 0
	}
	return false
}

// bytesOf returns how many bytes a load or a store accesses, 0 for other instructions.
func bytesOf(in *ptx.Instruction) int64 {
	if !slices.Contains([]string{"ld", "ldu", "st", "red", "atom"}, in.Opcode) {
		return 0
	}
	n := int64(typeOf(in).Bits() / 8)
	for _, o := range in.Operands {
		if vector, ok := o.(*ptx.Vector); ok {
			n *= int64(len(vector.Elements))
		}
	}
	return n
}

// Slot is where in the parameters a kernel reads: the position of a parameter and an offset in it.
type Slot struct {
	Param  int
	Offset int64
}

// Read is a slot that the kernel reads, with the type of the load.
type Read struct {
	Slot
	Type ptx.Type
}

// findReads lists what Reads returns.
func (v *Values) findReads() []Read {
	seen := map[Slot]ptx.Type{}
	for _, p := range v.placed {
		if p.in.Opcode != "ld" || !p.in.Has("param") && !p.in.Has("param::entry") || len(p.in.Operands) != 2 {
			continue
		}
		a, ok := p.in.Operands[1].(*ptx.Address)
		if !ok {
			continue
		}
		x, at := v.address(p, a).within()
		i, ok := v.params[x]
		for n := range elements(p.in.Operands[0]) {
			if ok {
				seen[Slot{i, at + int64(n*typeOf(p.in).Bits()/8)}] = typeOf(p.in)
			}
		}
	}
	var all []Read
	for s, t := range seen {
		all = append(all, Read{s, t})
	}
	slices.SortFunc(all, func(a, b Read) int {
		if a.Param != b.Param {
			return a.Param - b.Param
		}
		return int(a.Offset - b.Offset)
	})
	return all
}

// Uses reports whether an instruction names the special register of a place or a size along a dimension.
func (v *Values) Uses(kind Kind, dim int) bool {
	for _, p := range v.placed {
		for _, o := range p.in.Operands {
			n, ok := o.(*ptx.Name)
			if !ok || len(n.Name) == 0 || n.Name[0] != '%' {
				continue
			}
			if register, dimension, found := strings.Cut(n.Name, "."); found && places[register] == kind &&
				strings.Index("xyz", dimension) == dim {
				return true
			}
		}
	}
	return false
}

// ComparesFloats reports whether the kernel compares floats.
func (v *Values) ComparesFloats() bool {
	for in := range v.Instructions {
		if (in.Opcode == "setp" || in.Opcode == "set") && typeOf(in).Kind() == ptx.Float {
			return true
		}
	}
	return false
}

// Instructions calls yield for each instruction of the kernel and of the functions that it calls.
func (v *Values) Instructions(yield func(*ptx.Instruction) bool) {
	for _, p := range v.placed {
		if !yield(p.in) {
			return
		}
	}
}
