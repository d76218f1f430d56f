package streamtoasync

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
)

// constant makes memory with the bytes of an attribute.
func (l *lowering) constant(op *ir.Op) ([]*ir.Value, error) {
	size := stream.Named(op, "result_size")
	made := l.newMemory(size)
	l.contents(op.Attr("value"), made, size)
	return []*ir.Value{made}, nil
}

// constants makes memory, and a task that writes its contents.
func (l *lowering) constants(op *ir.Op) ([]*ir.Value, error) {
	var list []*ir.Value
	sizes := stream.AllNamed(op, "result_sizes")
	for _, size := range sizes {
		list = append(list, l.newMemory(size))
	}
	task := l.newTask(nil, op)
	l.SetBefore(task.Body().Terminator())
	for i, value := range op.Attr("values").(*ir.ArrayAttr).Elems {
		l.contents(value, list[i], sizes[i])
	}
	return append(list, task.Result(0)), nil
}

// unknown is each byte of a constant whose bytes the program does not have.
const unknown = 0x5A

// fewBytes are written one by one; more come from a memref.global.
const fewBytes = 16

// contents writes an attribute into memory.
func (l *lowering) contents(value ir.Attr, memory, size *ir.Value) {
	dense, ok := value.(*ir.DenseElementsAttr)
	if !ok || dense.Strings != nil || ir.ElemBytes(dense.Type.ElemType()) == 0 {
		l.fillRange(memory, l.zero(), size, arith.ConstInt(l.Builder, l.Ctx.I8, unknown))
		return
	}
	bytes := dense.Data
	if n := dense.NumElems(); dense.Splat && n > 0 {
		if width := len(bytes); width <= 8 && width&(width-1) == 0 {
			pattern := l.Ctx.Integer(uint32(8 * width))
			length := arith.ConstIndex(l.Builder, n*int64(width))
			bits := int64(dense.Element(0)) << (64 - 8*width) >> (64 - 8*width)
			l.fillRange(memory, l.zero(), length, arith.ConstInt(l.Builder, pattern, bits))
			return
		}
		bytes = strings.Repeat(bytes, int(n))
	}
	if len(bytes) > fewBytes {
		l.fromGlobal(bytes, memory)
		return
	}
	for i := range len(bytes) {
		v := arith.ConstInt(l.Builder, l.Ctx.I8, int64(int8(bytes[i])))
		memref.NewStore(l.Builder, v, memory, arith.ConstIndex(l.Builder, int64(i)))
	}
}

// fromGlobal copies bytes from a constant of the module.
func (l *lowering) fromGlobal(bytes string, memory *ir.Value) {
	n := int64(len(bytes))
	t := l.memory(n)
	name := l.names.Unique(l.run.Op, "constant")
	at := l.Save()
	l.SetStart(l.run.Op.Body())
	l.Create(ir.OpState{Def: memref.Global, Results: []ir.Type{}, Attrs: []ir.NamedAttr{
		{Name: "sym_name", Value: l.Ctx.String(name)},
		{Name: "sym_visibility", Value: l.Ctx.String("private")},
		{Name: "type", Value: l.Ctx.TypeAttr(t)}, {Name: "constant", Value: l.Ctx.Unit},
		{Name: "initial_value", Value: l.Ctx.Dense(l.Ctx.Tensor([]int64{n}, l.Ctx.I8, nil), bytes, false)}}})
	l.Restore(at)
	global := l.Create(ir.OpState{Def: memref.GetGlobal, Results: []ir.Type{t},
		Attrs: []ir.NamedAttr{{Name: "name", Value: l.Ctx.SymbolRef(name)}}}).Result(0)
	target := l.Make(memref.View, []*ir.Value{memory, l.zero()}, []ir.Type{t}).Result(0)
	memref.NewCopy(l.Builder, global, target)
}
