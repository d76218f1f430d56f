package convertfunctollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// The attributes of a func.func that say what the llvm.func is like.
const (
	linkageAttr    = "llvm.linkage"
	varargsAttr    = "func.varargs"
	readnoneAttr   = "llvm.readnone"
	cInterfaceAttr = "llvm.emit_c_interface"
)

// function lowers a func.func. Its arguments that were memrefs are put together from their members where they
// are used.
func (l *lowering) function(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	t := function.Type(op)
	more, ok := op.Attr(varargsAttr).(*ir.IntegerAttr)
	sig := l.signatureOf(c.Types, t, ok && more.Value != 0)
	if sig == nil {
		return nil, false
	}
	made := llvmtypes.NewFunc(c.Builder, op.SymbolName(), sig.typ, l.functionAttrs(op, sig)...)
	made.Region(0).TakeBody(op.Region(0))
	if entry := made.Body(); entry != nil {
		l.enter(c, entry, t, sig)
	}
	if op.Attr(cInterfaceAttr) != nil && !l.bare {
		l.wrap(c, op, made, sig)
	}
	return nil, true
}

// functionAttrs returns the attributes of the llvm.func: those of the func.func but for what has a form of
// its own.
func (l *lowering) functionAttrs(op *ir.Op, sig *signature) []ir.NamedAttr {
	c := op.Context()
	var attrs []ir.NamedAttr
	for _, a := range op.Attrs() {
		switch a.Name {
		case varargsAttr:
		case linkageAttr:
			attrs = append(attrs, ir.NamedAttr{Name: "linkage", Value: a.Value})
		case readnoneAttr:
			attrs = append(attrs, ir.NamedAttr{Name: "memory_effects", Value: noEffects(c)})
		default:
			attrs = append(attrs, a)
		}
	}
	if v := op.Attr("sym_visibility"); v != nil && op.StringAttr("sym_visibility") != "public" {
		attrs = append(attrs, ir.NamedAttr{Name: "sym_visibility", Value: v})
	}
	if dicts, ok := op.Attr("arg_attrs").(*ir.ArrayAttr); ok {
		attrs = append(attrs, argAttrs(c, dicts, sig)...)
	}
	if dicts, ok := op.Attr("res_attrs").(*ir.ArrayAttr); ok && len(dicts.Elems) == 1 {
		attrs = append(attrs, ir.NamedAttr{Name: "res_attrs", Value: dicts})
	}
	return attrs
}

func noEffects(c *ir.Context) ir.Attr {
	params := make([]ir.Attr, len(llvm.MemoryEffects.Fields))
	for i := range params {
		params[i] = c.Enum(llvm.ModRef, 0)
	}
	return c.ParametricAttr(llvm.MemoryEffects, params...)
}

// argAttrs keeps the attributes of arguments that became one argument.
func argAttrs(c *ir.Context, dicts *ir.ArrayAttr, sig *signature) []ir.NamedAttr {
	var list []ir.Attr
	for i, g := range sig.groups {
		for range g {
			d := ir.Attr(c.EmptyDict)
			if len(g) == 1 {
				d = dicts.Elems[i]
			}
			list = append(list, d)
		}
	}
	if !slices.ContainsFunc(list, func(a ir.Attr) bool { return a != ir.Attr(c.EmptyDict) }) {
		return nil
	}
	return []ir.NamedAttr{{Name: "arg_attrs", Value: c.Array(list)}}
}

// enter gives the entry block the arguments of the signature.
func (l *lowering) enter(c *llvmtypes.Conversion, entry *ir.Block, t *ir.FunctionType, sig *signature) {
	c.HideArgs(entry)
	for i, g := range sig.groups {
		old := entry.Arg(i)
		m, ok := t.Inputs[i].(*ir.MemRefType)
		if !ok {
			arg := c.Arena.AddArg(entry, g[0], old.Loc())
			c.Arena.SetName(arg, old.Name())
			c.Map(old, arg)
			continue
		}
		first := entry.NumArgs()
		for _, typ := range g {
			c.Arena.AddArg(entry, typ, old.Loc())
		}
		c.MapLater(old, func() *ir.Value { // before the arguments that there were are erased
			c.SetStart(entry)
			return l.descriptor(c, m, entry.Args()[first:first+len(g)])
		})
	}
}

// descriptor puts a memref together from the arguments that stand for it.
func (l *lowering) descriptor(c *llvmtypes.Conversion, m *ir.MemRefType, group []*ir.Value) *ir.Value {
	if l.bare {
		return c.FromPointer(m, group[0], group[0])
	}
	return c.FromArguments(m, group)
}
