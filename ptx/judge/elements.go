package judge

import (
	"slices"

	"github.com/inflight-compiler/inflight/npy"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// ElementTypes returns, for each parameter of a kernel, the type of the elements that the kernel loads and
// stores by way of it, as an array has them: bytes, if there are none or they differ in size. PTX gives
// pointers no type, so the instructions are asked that access what an address computed from the parameter
// points to.
func ElementTypes(k *machine.Kernel) []npy.DType {
	p := pointers{of: map[string]string{}}
	for _, param := range k.Function.Params {
		p.of[param.Name] = param.Name
	}
	for p.grew = true; p.grew; {
		p.grew = false
		p.visit(k.Function.Body, p.flow)
	}
	p.accessed = map[string][]ptx.Type{}
	p.visit(k.Function.Body, p.access)
	types := make([]npy.DType, len(k.Params))
	for i, param := range k.Params {
		types[i] = elementType(p.accessed[param.Name])
	}
	return types
}

// pointers says which parameter each register was computed from. Registers of several blocks that have one
// name are taken for one.
type pointers struct {
	of       map[string]string
	grew     bool
	accessed map[string][]ptx.Type
}

// several is what registers are computed from that point into one of several buffers.
const several = "?"

func (p *pointers) visit(b *ptx.Block, f func(*ptx.Instruction)) {
	for _, item := range b.Items {
		switch item := item.(type) {
		case *ptx.Block:
			p.visit(item, f)
		case *ptx.Instruction:
			f(item)
		}
	}
}

// addressing are the instructions whose results point where an operand points.
var addressing = []string{"mov", "add", "sub", "mad", "cvta", "cvt", "selp", "and", "or"}

// flow notes where the result of an instruction points.
func (p *pointers) flow(in *ptx.Instruction) {
	loads := in.Opcode == "ld" && slices.Contains(in.Modifiers, "param")
	if len(in.Operands) < 2 || !loads && !slices.Contains(addressing, in.Opcode) {
		return
	}
	result, ok := in.Operands[0].(*ptx.Name)
	if !ok {
		return
	}
	for _, o := range in.Operands[1:] {
		from := ""
		switch o := o.(type) {
		case *ptx.Name:
			from = p.of[o.Name]
		case *ptx.Address:
			if loads {
				from = p.of[o.Base]
			}
		}
		if from == "" || p.of[result.Name] == from || p.of[result.Name] == several {
			continue
		}
		if p.grew = true; p.of[result.Name] != "" {
			from = several
		}
		p.of[result.Name] = from
	}
}

// access notes the type of a load or a store.
func (p *pointers) access(in *ptx.Instruction) {
	if !slices.Contains([]string{"ld", "ldu", "st", "red", "atom"}, in.Opcode) ||
		slices.Contains(in.Modifiers, "param") {
		return
	}
	for _, o := range in.Operands {
		if at, ok := o.(*ptx.Address); ok && p.of[at.Base] != "" {
			p.accessed[p.of[at.Base]] = append(p.accessed[p.of[at.Base]],
				ptx.Type(in.Modifiers[len(in.Modifiers)-1]))
		}
	}
}

// arrayTypes are what arrays have for types of PTX. Bits are unsigned integers.
var arrayTypes = map[ptx.Type]npy.DType{
	"f16": npy.Float16, "bf16": npy.BFloat16, "f32": npy.Float32, "f64": npy.Float64,
	"s8": npy.Int8, "s16": npy.Int16, "s32": npy.Int32, "s64": npy.Int64,
	"u8": npy.Uint8, "u16": npy.Uint16, "u32": npy.Uint32, "u64": npy.Uint64,
	"b8": npy.Uint8, "b16": npy.Uint16, "b32": npy.Uint32, "b64": npy.Uint64,
}

// elementType returns the type of elements that accesses of some types have: of those of one size the one
// that says most, a float before an integer before bits.
func elementType(accesses []ptx.Type) npy.DType {
	best, size, rank := npy.Uint8, 0, 0
	for _, t := range accesses {
		d, ok := arrayTypes[t]
		if !ok || size != 0 && d.Size() != size {
			return npy.Uint8
		}
		size = d.Size()
		if r := map[ptx.Kind]int{ptx.Bits: 1, ptx.Unsigned: 2, ptx.Signed: 3,
			ptx.Float: 4}[t.Kind()]; r > rank {
			best, rank = d, r
		}
	}
	return best
}

// Array returns the contents of a buffer behind the launch, as elements of a type, nil if the parameter is
// none. What is no whole element at the end is left out.
func (r *Result) Array(i int, d npy.DType) *npy.Array {
	if r.Buffers[i] == nil {
		return nil
	}
	n := len(r.Buffers[i].Data) / d.Size()
	return &npy.Array{DType: d, Shape: []int{n}, Data: r.Buffers[i].Data[:n*d.Size()]}
}

// Changed reports whether the launch has changed a buffer.
func (r *Result) Changed(i int) bool {
	return r.Buffers[i] != nil && changed(r.before[i], r.Buffers[i].Data) > 0
}
