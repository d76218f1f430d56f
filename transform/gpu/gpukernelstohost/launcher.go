package gpukernelstohost

import (
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// launcher makes the function that the fake driver calls for each thread, and returns its name. It takes the
// addresses of the parameters, as the driver has them, and that of the twelve numbers.
func launcher(program *ir.Op, types *llvmtypes.Types, fn *ir.Op, callee string) string {
	c := program.Context()
	name := callee + "_thread"
	pointer := types.Pointer(0)
	b := ir.AtEnd(c, program.Body())
	b.Loc = fn.Loc()
	made := llvmtypes.NewFunc(b, name,
		llvm.FunctionType(c, llvm.VoidType(c), []ir.Type{pointer, pointer}, false))
	entry := ir.NewBlock(pointer, pointer)
	made.Region(0).Append(entry)
	b.SetEnd(entry)
	p := &params{b, types, entry.Arg(0), 0}
	var args []*ir.Value
	for _, t := range fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs {
		args = append(args, p.argument(t))
	}
	for i := range 3 * len(places) {
		at := llvmtypes.GEP(b, c.I64, entry.Arg(1), 0, ir.OpFoldResult{Const: int64(i)})
		args = append(args, cast(b, llvmtypes.Load(b, c.I64, at), c.Index))
	}
	b.Make(function.Call, args, []ir.Type{}, ir.NamedAttr{Name: "callee", Value: c.SymbolRef(callee)})
	b.Create(ir.OpState{Def: llvm.Return, Results: []ir.Type{}})
	return name
}

// params reads the parameters of a kernel, one after the other.
type params struct {
	*ir.Builder
	types *llvmtypes.Types
	list  *ir.Value
	next  int64
}

// one reads a parameter.
func (p *params) one(t ir.Type) *ir.Value {
	at := llvmtypes.GEP(p.Builder, p.list.Type(), p.list, 0, ir.OpFoldResult{Const: p.next})
	p.next++
	return llvmtypes.Load(p.Builder, t, llvmtypes.Load(p.Builder, p.list.Type(), at))
}

// argument reads what stands for an argument: of a memref the members of its descriptor.
func (p *params) argument(t ir.Type) *ir.Value {
	to := p.types.Type(t)
	m, ok := t.(*ir.MemRefType)
	if !ok {
		return cast(p.Builder, p.one(to), t)
	}
	v := llvmtypes.Poison(p.Builder, to)
	for i, member := range p.types.MemberTypes(m) {
		v = llvmtypes.Insert(p.Builder, p.one(member), v, llvmtypes.MemberPosition(len(m.Shape), i)...)
	}
	return cast(p.Builder, v, t)
}

// cast connects a value of LLVM with one of another type.
func cast(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return b.Make(builtin.UnrealizedConversionCast, []*ir.Value{v}, []ir.Type{t}).Result(0)
}
