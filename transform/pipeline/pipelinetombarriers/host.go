package pipelinetombarriers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// tensorMap is an argument that the kernel gets: how boxes of a size are copied of one of its other
// arguments.
type tensorMap struct {
	tensor int // the number of that argument
	typ    ir.Type
	box    []int64
	value  *ir.Value
}

// addMaps gives the kernel the tensor maps of its boxes, behind its other arguments.
func (k *kernel) addMaps() {
	c := k.f.Context()
	type key struct {
		tensor int
		typ    ir.Type
	}
	made := map[key]*tensorMap{}
	for _, r := range k.rings {
		for _, b := range r.boxes {
			is := key{b.tensor.Index(), b.mapType(c)}
			if made[is] == nil {
				made[is] = &tensorMap{tensor: is.tensor, typ: is.typ, box: b.shape}
				k.maps = append(k.maps, made[is])
			}
			b.tmap = made[is]
		}
	}
	inputs := slices.Clone(k.arguments())
	for _, m := range k.maps {
		m.value = k.f.Body().InsertArg(len(inputs), m.typ, k.f.Loc())
		inputs = append(inputs, m.typ)
	}
	var elems []ir.Attr
	if list, ok := k.f.Attr("arg_attrs").(*ir.ArrayAttr); ok {
		elems = slices.Clone(list.Elems)
	}
	for len(elems) < len(inputs)-len(k.maps) {
		elems = append(elems, c.EmptyDict)
	}
	for _, m := range k.maps {
		elems = append(elems, nvgpu.MappedTo(c, m.tensor))
	}
	k.f.SetAttr("arg_attrs", c.Array(elems))
	k.f.SetAttr("function_type", c.TypeAttr(c.Function(inputs, nil)))
}

// mapType returns the type of the tensor map of a box.
func (b *box) mapType(c *ir.Context) ir.Type {
	tile := c.MemRef(b.shape, b.typ().Elem, nil, b.to.Result(0).Type().(*ir.MemRefType).MemorySpace)
	return nvgpu.TensorMapOf(c, tile, b.swizzle() != 0)
}

// grow gives each launch tensor maps and a warpgroup more.
func (k *kernel) grow() {
	for _, launch := range k.launches {
		b := ir.At(launch)
		b.Loc = launch.Loc()
		args := gpu.KernelOperands(launch)
		var maps []*ir.Value
		for _, m := range k.maps {
			maps = append(maps, nvgpu.NewTensorMap(b, args[m.tensor], m.box, m.typ))
		}
		k.enlarge(b, launch, maps)
	}
}

// Where the operands of a launch are: the number of threads along x, and the group of the kernel's arguments.
const (
	threadsOperand = 4
	argumentsGroup = 11
)

// enlarge adds arguments and threads to a launch.
func (k *kernel) enlarge(b *ir.Builder, launch *ir.Op, maps []*ir.Value) {
	first, n := launch.OperandGroup(argumentsGroup)
	operands := slices.Insert(slices.Clone(launch.Operands()), first+n, maps...)
	x, _ := launch.OperandGroup(threadsOperand)
	more := arith.Binary(b, arith.AddI, operands[x], constant(b, operands[x].Type()))
	operands[x] = more
	sizes := slices.Clone(launch.Ints(constraint.OperandSegmentSize.Name))
	sizes[argumentsGroup] += int64(len(maps))
	launch.SetOperands(operands)
	launch.SetAttr(constraint.OperandSegmentSize.Name, b.Ctx.I32Array(sizes...))
}

// constant makes the size of a warpgroup, in the type of the sizes of a launch.
func constant(b *ir.Builder, t ir.Type) *ir.Value {
	if constraint.IsIndex(t) {
		return arith.ConstIndex(b, warpgroup)
	}
	return arith.ConstInt(b, t, warpgroup)
}
