package convertgputonvvm

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// promote makes memory that a function declares for a block of what it allocates, in loops as well: memory of
// a block is there as long as the block.
func promote(module *ir.Op) {
	for _, f := range module.Find(gpu.Func) {
		for _, op := range f.Find(memref.Alloc) {
			m := op.Result(0).Type().(*ir.MemRefType)
			if !nvgpu.IsShared(m.MemorySpace) || !memref.IsStatic(m.Shape) {
				continue
			}
			n := len(gpu.WorkgroupMemory(f))
			at := len(f.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs) + n
			v := f.Body().InsertArg(at, m, op.Loc())
			f.SetAttr("workgroup_attributions", module.Context().Int(module.Context().I64, int64(n+1)))
			describe(f, n, alignmentAttrs(op))
			eraseDeallocs(op.Result(0))
			op.Result(0).ReplaceAllUsesWith(v)
			op.Erase()
		}
	}
}

// alignmentAttrs returns the attributes of memory that a function declares, of an allocation.
func alignmentAttrs(alloc *ir.Op) *ir.DictAttr {
	c := alloc.Context()
	n, ok := alloc.IntAttr("alignment")
	if !ok {
		return c.EmptyDict
	}
	return c.Dict([]ir.NamedAttr{{Name: "llvm.align", Value: c.Int(c.I64, n)}})
}

// describe gives memory number n of a function, its last one, attributes. Those in front may have none.
func describe(f *ir.Op, n int, attrs *ir.DictAttr) {
	c := f.Context()
	dicts, ok := f.Attr("workgroup_attrib_attrs").(*ir.ArrayAttr)
	if !ok && len(attrs.Entries) == 0 {
		return
	}
	var elems []ir.Attr
	if ok {
		elems = slices.Clone(dicts.Elems)
	}
	for len(elems) < n {
		elems = append(elems, c.EmptyDict)
	}
	f.SetAttr("workgroup_attrib_attrs", c.Array(append(elems, attrs)))
}

// tensorMapPointer returns what stands for a tensor map: its address.
func tensorMapPointer(t *llvmtypes.Types, typ ir.Type) (ir.Type, bool) {
	if !isTensorMap(typ) {
		return nil, false
	}
	return t.Pointer(llvm.Generic), true
}

func isTensorMap(t ir.Type) bool {
	p, ok := t.(*ir.ParametricType)
	return ok && p.Def == nvgpu.TensorMap
}

// The size and the alignment of a tensor map: CUDA driver API, CUtensorMap.
const (
	tensorMapBytes = 128
	tensorMapAlign = 64
)

// passedWhole returns the attributes of an argument that is a tensor map: the launch passes the map itself,
// and the kernel uses the address of its parameter, since only maps that the host has passed so, or in memory
// behind a fence, are seen by the tensor memory accelerator.
func passedWhole(op *ir.Op, groups [][]ir.Type, i int) ir.Attr {
	c := op.Context()
	list := []ir.NamedAttr{
		{Name: "llvm.align", Value: c.Int(c.I64, tensorMapAlign)},
		{Name: "llvm.byval", Value: c.TypeAttr(llvm.ArrayType(c, tensorMapBytes, c.I8))},
		{Name: "nvvm.grid_constant", Value: c.Unit},
	}
	inputs := op.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs
	if tensor, ok := nvgpu.MappedArguments(op)[i]; ok && tensor < len(inputs) {
		pointer := int64(1) // the second member of a memref is where its elements begin
		for _, g := range groups[:tensor] {
			pointer += int64(len(g))
		}
		list = append(list, ir.NamedAttr{Name: nvgpu.MapAttr, Value: c.Dict([]ir.NamedAttr{
			{Name: "map", Value: c.TypeAttr(inputs[i])}, {Name: "pointer", Value: c.Int(c.I64, pointer)},
			{Name: "tensor", Value: c.TypeAttr(inputs[tensor])}})})
	}
	return c.Dict(list)
}

func eraseDeallocs(v *ir.Value) {
	var list []*ir.Op
	for u := range v.Uses() {
		if u.Owner().Is(memref.Dealloc) {
			list = append(list, u.Owner())
		}
	}
	for _, op := range list {
		op.Erase()
	}
}

// declareShared makes a global of shared memory for each memory that a function declares for a block, and one
// for the memory whose size the launch tells.
func (l *lowering) declareShared(module *ir.Op, types *llvmtypes.Types) {
	b := ir.NewBuilder(module.Context())
	for _, op := range module.Find(gpu.Func) {
		b.SetBefore(op)
		b.Loc = op.Loc()
		for i, v := range gpu.WorkgroupMemory(op) {
			l.shared[op] = append(l.shared[op], "")
			m := v.Type().(*ir.MemRefType)
			elem := types.Type(m.Elem)
			if elem == nil || !memref.IsStatic(m.Shape) {
				continue // the function is reported
			}
			name := fmt.Sprintf("__wg_%s_%d", op.SymbolName(), i)
			l.shared[op][i] = name
			sharedGlobal(b, name, llvm.ArrayType(b.Ctx, ir.NumElements(m.Shape), elem),
				alignmentOf(op, "workgroup_attrib_attrs", i))
		}
	}
	if len(module.Find(gpu.DynamicSharedMemory)) > 0 {
		b.SetStart(module.Body())
		l.dynamic = "__dynamic_shmem__0"
		sharedGlobal(b, l.dynamic, llvm.ArrayType(b.Ctx, 0, b.Ctx.I8), 16)
	}
}

func sharedGlobal(b *ir.Builder, name string, t ir.Type, alignment int64) {
	attrs := []ir.NamedAttr{{Name: "addr_space", Value: b.Ctx.Int(b.Ctx.I32, llvm.Shared)}}
	if alignment > 0 {
		attrs = append(attrs, ir.NamedAttr{Name: "alignment", Value: b.Ctx.Int(b.Ctx.I64, alignment)})
	}
	llvmtypes.NewGlobal(b, name, t, llvm.LinkageInternal, attrs...)
}

// entries are the attributes of an argument, or of memory that a function declares.
func entries(op *ir.Op, attrs string, i int) []ir.NamedAttr {
	dicts, ok := op.Attr(attrs).(*ir.ArrayAttr)
	if !ok || i >= len(dicts.Elems) {
		return nil
	}
	if d, ok := dicts.Elems[i].(*ir.DictAttr); ok {
		return d.Entries
	}
	return nil
}

// alignmentOf returns the alignment that the attributes of a function say of memory that it declares, 0 if
// they say none.
func alignmentOf(op *ir.Op, attrs string, i int) int64 {
	for _, a := range entries(op, attrs, i) {
		if n, ok := a.Value.(*ir.IntegerAttr); ok && a.Name == "llvm.align" {
			return n.Value
		}
	}
	return 0
}

// function lowers a gpu.func. A memref is passed as the members of its descriptor.
func (l *lowering) function(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	t := op.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	groups, result := signatureOf(c.Types, t)
	if result == nil || slices.Contains(l.shared[op], "") || !isStatic(c.Types, gpu.PrivateMemory(op)) {
		return nil, false
	}
	made := llvmtypes.NewFunc(c.Builder, op.SymbolName(),
		llvm.FunctionType(c.Ctx, result, slices.Concat(groups...), false), attributes(op)...)
	shared, private := gpu.WorkgroupMemory(op), gpu.PrivateMemory(op)
	if list := arguments(op, groups); list != nil {
		made.SetAttr("arg_attrs", list)
	}
	made.Region(0).TakeBody(op.Region(0))
	entry := made.Body()
	old := slices.Clone(entry.Args())
	c.HideArgs(entry)
	for i, g := range groups {
		enter(c, entry, old[i], g)
	}
	for i, v := range shared {
		name := l.shared[op][i]
		c.MapLater(v, func() *ir.Value {
			c.SetStart(entry)
			return sharedMemory(c, name, v)
		})
	}
	for i, v := range private {
		alignment := alignmentOf(op, "private_attrib_attrs", i)
		c.MapLater(v, func() *ir.Value {
			c.SetStart(entry)
			return privateMemory(c, v, alignment)
		})
	}
	return nil, true
}

// signatureOf returns the types that each argument becomes and the type of the result, nil if there is no
// counterpart.
func signatureOf(types *llvmtypes.Types, t *ir.FunctionType) (groups [][]ir.Type, result ir.Type) {
	for _, in := range t.Inputs {
		to := types.Type(in)
		if to == nil {
			return nil, nil
		}
		if m, ok := in.(*ir.MemRefType); ok {
			groups = append(groups, types.MemberTypes(m))
		} else {
			groups = append(groups, []ir.Type{to})
		}
	}
	results := types.All(t.Results)
	switch {
	case results == nil && len(t.Results) > 0:
		return nil, nil
	case len(results) == 0:
		return groups, llvm.VoidType(types.Ctx)
	case len(results) == 1:
		return groups, results[0]
	}
	return groups, llvm.StructType(types.Ctx, results...)
}

func isStatic(types *llvmtypes.Types, list []*ir.Value) bool {
	return !slices.ContainsFunc(list, func(v *ir.Value) bool {
		m := v.Type().(*ir.MemRefType)
		return !memref.IsStatic(m.Shape) || types.Type(m) == nil
	})
}

// lowered are the attributes of a gpu.func that have another form, or nothing to say any more.
var lowered = []string{"gpu.kernel", "sym_name", "function_type", "arg_attrs", "res_attrs",
	"workgroup_attributions", "workgroup_attrib_attrs",
	"private_attrib_attrs", "known_block_size", "known_grid_size", "known_cluster_size"}

// attributes returns the attributes of the llvm.func.
func attributes(op *ir.Op) []ir.NamedAttr {
	c := op.Context()
	var attrs []ir.NamedAttr
	for _, a := range op.Attrs() {
		if !slices.Contains(lowered, a.Name) {
			attrs = append(attrs, a)
		}
	}
	if gpu.IsKernel(op) {
		attrs = append(attrs, ir.NamedAttr{Name: "gpu.kernel", Value: c.Unit},
			ir.NamedAttr{Name: "nvvm.kernel", Value: c.Unit})
	}
	for _, name := range []string{"known_block_size", "known_grid_size", "known_cluster_size"} {
		if a := op.Attr(name); a != nil {
			attrs = append(attrs, ir.NamedAttr{Name: "gpu." + name, Value: a})
		}
	}
	if a := op.Attr("known_block_size"); a != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "nvvm.maxntid", Value: a})
	}
	if a := op.Attr("known_cluster_size"); a != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "nvvm.cluster_dim", Value: a})
	}
	return attrs
}

// ofPointers are the attributes of a memref that its pointers have then.
var ofPointers = []string{
	"llvm.readonly", "llvm.writeonly", "llvm.writable", "llvm.nonnull", "llvm.dereferenceable",
	"llvm.dereferenceable_or_null", "llvm.nofree",
}

// arguments returns the attributes of the arguments that each argument becomes, nil if none has any. That a
// memref overlaps nothing is not so of its two pointers.
func arguments(op *ir.Op, groups [][]ir.Type) ir.Attr {
	c := op.Context()
	var list []ir.Attr
	found := false
	inputs := op.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs
	for i, g := range groups {
		if isTensorMap(inputs[i]) && gpu.IsKernel(op) {
			list, found = append(list, passedWhole(op, groups, i)), true
			continue
		}
		for _, t := range g {
			var kept []ir.NamedAttr
			for _, a := range entries(op, "arg_attrs", i) {
				pointer := slices.Contains(ofPointers, a.Name) || a.Name == "llvm.noalias" && len(g) == 1
				if a.Name == "llvm.noundef" || pointer && llvm.IsPointer(t) {
					kept = append(kept, a)
				}
			}
			found = found || len(kept) > 0
			list = append(list, c.Dict(kept))
		}
	}
	if !found {
		return nil
	}
	return c.Array(list)
}

// enter adds the arguments that stand for one.
func enter(c *llvmtypes.Conversion, entry *ir.Block, old *ir.Value, types []ir.Type) {
	group := make([]*ir.Value, len(types))
	for i, t := range types {
		group[i] = entry.AddArg(t, old.Loc())
	}
	m, ok := old.Type().(*ir.MemRefType)
	if !ok {
		group[0].SetName(old.Name())
		c.Map(old, group[0])
		return
	}
	c.MapLater(old, func() *ir.Value {
		c.SetStart(entry)
		return c.FromArguments(m, group)
	})
}

// sharedMemory is the memref that a global of shared memory holds.
func sharedMemory(c *llvmtypes.Conversion, name string, v *ir.Value) *ir.Value {
	m := v.Type().(*ir.MemRefType)
	p := address(c, name)
	at := llvmtypes.GEP(c.Builder, llvm.ArrayType(c.Ctx, ir.NumElements(m.Shape), c.Types.Type(m.Elem)), p, 0,
		ir.OpFoldResult{}, ir.OpFoldResult{})
	return c.FromPointer(m, at, at)
}

func address(c *llvmtypes.Conversion, name string) *ir.Value {
	return c.Create(ir.OpState{Def: llvm.AddressOf, Results: []ir.Type{c.Types.Pointer(llvm.Shared)},
		Attrs: []ir.NamedAttr{{Name: "global_name", Value: c.Ctx.SymbolRef(name)}}}).Result(0)
}

// privateMemory is a memref of a thread.
func privateMemory(c *llvmtypes.Conversion, v *ir.Value, alignment int64) *ir.Value {
	m := v.Type().(*ir.MemRefType)
	n := llvmtypes.ConstInt(c.Builder, c.Ctx.I64, ir.NumElements(m.Shape))
	p := llvmtypes.Alloca(c.Builder, c.Types.Pointer(llvm.Generic), c.Types.Type(m.Elem), n, alignment)
	return c.FromPointer(m, p, p)
}

// dynamicShared is the memref of the shared memory whose size the launch tells. What it is used for knows its
// size.
func (l *lowering) dynamicShared(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	m := op.Result(0).Type().(*ir.MemRefType)
	p := address(c, l.dynamic)
	d := c.NewDescriptor(c.Types.Type(m))
	d.SetAllocated(p)
	d.SetAligned(p)
	d.SetOffset(c.ConstIndex(0))
	d.SetSize(0, c.ConstIndex(0))
	d.SetStride(0, c.ConstIndex(1))
	return one(d.V)
}

// returns lowers the end of a function: several values become a struct.
func returns(c *llvmtypes.Conversion, _ *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	if len(args) > 1 {
		types := make([]ir.Type, len(args))
		for i, v := range args {
			types[i] = v.Type()
		}
		packed := llvmtypes.Poison(c.Builder, llvm.StructType(c.Ctx, types...))
		for i, v := range args {
			packed = llvmtypes.Insert(c.Builder, v, packed, int64(i))
		}
		args = []*ir.Value{packed}
	}
	c.Create(ir.OpState{Def: llvm.Return, Operands: args, Results: []ir.Type{}})
	return nil, true
}
