package convertfunctollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// The interface of C has a pointer to a descriptor for each memref and, where the result is a struct, a
// pointer to it in front.

const wrapperPrefix = "_mlir_ciface_"

// wrap makes the function with the interface of C: for a definition one that calls it, for a declaration one
// that it calls.
func (l *lowering) wrap(c *llvmtypes.Conversion, op, made *ir.Op, sig *signature) {
	t := function.Type(op)
	outer, indirect := wrapperType(c, t, sig)
	saved := c.Save()
	defer c.Restore(saved)
	c.SetAfter(made)
	wrapper := llvmtypes.NewFunc(c.Builder, wrapperPrefix+op.SymbolName(), outer,
		wrapperAttrs(op, indirect)...)
	if made.Body() != nil {
		l.wrapDefinition(c, t, made, wrapper, sig, indirect)
		return
	}
	made.SetAttr("linkage", c.Ctx.Enum(llvm.Linkage, llvm.LinkagePrivate))
	l.wrapDeclaration(c, t, made, wrapper, sig, indirect)
}

// wrapperType returns the type of the wrapper, and whether the result goes to memory.
func wrapperType(c *llvmtypes.Conversion, t *ir.FunctionType, sig *signature) (outer ir.Type, indirect bool) {
	var args []ir.Type
	result := sig.result
	if _, isStruct := llvm.Members(result); isStruct {
		indirect = true
		args = append(args, c.Types.Pointer(0))
		result = llvm.VoidType(c.Ctx)
	}
	for i, in := range t.Inputs {
		if _, ok := in.(*ir.MemRefType); ok {
			args = append(args, c.Types.Pointer(0))
		} else {
			args = append(args, sig.groups[i]...)
		}
	}
	return llvm.FunctionType(c.Ctx, result, args, sig.more), indirect
}

// wrapperAttrs returns the attributes of the wrapper. It has one argument for each of the function.
func wrapperAttrs(op *ir.Op, indirect bool) []ir.NamedAttr {
	c := op.Context()
	attrs := slices.DeleteFunc(slices.Clone(op.Attrs()), func(a ir.NamedAttr) bool {
		return a.Name == linkageAttr || a.Name == varargsAttr || a.Name == readnoneAttr
	})
	if v := op.Attr("sym_visibility"); v != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "sym_visibility", Value: v})
	}
	if dicts, ok := op.Attr("arg_attrs").(*ir.ArrayAttr); ok {
		list := dicts.Elems
		if indirect {
			list = append([]ir.Attr{c.EmptyDict}, list...)
		}
		attrs = append(attrs, ir.NamedAttr{Name: "arg_attrs", Value: c.Array(list)})
	}
	if dicts, ok := op.Attr("res_attrs").(*ir.ArrayAttr); ok && !indirect && len(dicts.Elems) == 1 {
		attrs = append(attrs, ir.NamedAttr{Name: "res_attrs", Value: dicts})
	}
	return attrs
}

// newEntry gives a function a block with its arguments.
func newEntry(f *ir.Op) *ir.Block {
	_, args, _ := llvm.FuncType(llvm.TypeOf(f))
	b := ir.NewBlock(args...)
	f.Region(0).Append(b)
	return b
}

// wrapDefinition loads the descriptors and calls the function.
func (l *lowering) wrapDefinition(c *llvmtypes.Conversion, t *ir.FunctionType, made, wrapper *ir.Op,
	sig *signature, indirect bool) {
	entry := newEntry(wrapper)
	c.SetEnd(entry)
	args := entry.Args()
	if indirect {
		args = args[1:]
	}
	var operands []*ir.Value
	for i, in := range t.Inputs {
		if _, ok := in.(*ir.MemRefType); ok {
			operands = l.pass(operands, c, in, llvmtypes.Load(c.Builder, c.Types.Type(in), args[i]))
		} else {
			operands = append(operands, args[i])
		}
	}
	call := llvmtypes.CallTo(c.Builder, made.SymbolName(), resultOrNil(sig.result), operands...)
	if indirect {
		llvmtypes.Store(c.Builder, call.Result(0), entry.Arg(0))
		ret(c)
		return
	}
	ret(c, call.Results()...)
}

// wrapDeclaration gives the function a body that stores the descriptors and calls the wrapper, which C
// defines.
func (l *lowering) wrapDeclaration(c *llvmtypes.Conversion, t *ir.FunctionType, made, wrapper *ir.Op,
	sig *signature, indirect bool) {
	entry := newEntry(made)
	c.SetEnd(entry)
	var operands []*ir.Value
	if indirect {
		operands = append(operands,
			llvmtypes.Alloca(c.Builder, c.Types.Pointer(0), sig.result, c.ConstIndex(1), 0))
	}
	args := entry.Args()
	for i, in := range t.Inputs {
		group := args[:len(sig.groups[i])]
		args = args[len(group):]
		m, ok := in.(*ir.MemRefType)
		if !ok {
			operands = append(operands, group[0])
			continue
		}
		d := l.descriptor(c, m, group)
		at := llvmtypes.Alloca(c.Builder, c.Types.Pointer(0), d.Type(), c.ConstIndex(1), 0)
		llvmtypes.Store(c.Builder, d, at)
		operands = append(operands, at)
	}
	if !indirect {
		ret(c, llvmtypes.CallTo(c.Builder, wrapper.SymbolName(), resultOrNil(sig.result),
			operands...).Results()...)
		return
	}
	llvmtypes.CallTo(c.Builder, wrapper.SymbolName(), nil, operands...)
	ret(c, llvmtypes.Load(c.Builder, sig.result, operands[0]))
}

func resultOrNil(t ir.Type) ir.Type {
	if llvm.IsVoid(t) {
		return nil
	}
	return t
}

func ret(c *llvmtypes.Conversion, values ...*ir.Value) {
	c.Make(llvm.Return, values, []ir.Type{})
}
