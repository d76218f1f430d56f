package streamtoasync

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/hal"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
)

// bytes is the type of memory that resources become.
func (l *lowering) bytes() *ir.MemRefType { return l.memory(ir.Dynamic) }

func (l *lowering) memory(size int64) *ir.MemRefType {
	return l.Ctx.MemRef([]int64{size}, l.Ctx.I8, nil, nil)
}

// converted returns the type that stands for a type.
func (l *lowering) converted(t ir.Type) ir.Type {
	switch {
	case stream.IsResource(t):
		return l.bytes()
	case stream.IsTimepoint(t) || hal.IsFence(t):
		return async.TokenType(l.Ctx)
	case stream.IsChannel(t):
		return l.Ctx.Index
	}
	if f, ok := t.(*ir.FunctionType); ok {
		return l.Ctx.Function(l.convertedAll(f.Inputs), l.convertedAll(f.Results))
	}
	return t
}

func (l *lowering) convertedAll(types []ir.Type) []ir.Type {
	list := make([]ir.Type, len(types))
	for i, t := range types {
		list[i] = l.converted(t)
	}
	return list
}

// retype replaces the types of all values, and those of functions.
func (l *lowering) retype(m *ir.Op) {
	for op := range m.Walk() {
		for _, v := range op.Results() {
			v.SetType(l.converted(v.Type()))
		}
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				for _, v := range b.Args() {
					v.SetType(l.converted(v.Type()))
				}
			}
		}
		if a, ok := op.Attr("function_type").(*ir.TypeAttr); ok {
			op.SetAttr("function_type", l.Ctx.TypeAttr(l.converted(a.Type)))
		}
	}
}

// bindSizes gives the resources that a program is called with their sizes, if those are constant: memory of a
// known size is cast where the function begins.
func (l *lowering) bindSizes(m *ir.Op) {
	called := map[string]bool{}
	for op := range m.Walk() {
		if op.Is(util.Call) {
			called[op.Def().Callee(op).Root] = true
		}
	}
	for f := range m.Body().Ops() {
		if !f.Is(util.Func) || f.Body() == nil || called[f.SymbolName()] {
			continue
		}
		inputs := append([]ir.Type{}, util.FunctionType(f).Inputs...)
		for i, v := range f.Body().Args() {
			size, ok := constantSize(v)
			if !ok || !stream.IsResource(v.Type()) {
				continue
			}
			l.SetStart(f.Body())
			l.Loc = v.Loc()
			cast := memref.NewCast(l.Builder, l.static(v, size), l.bytes())
			v.ReplaceUsesIf(cast, func(u *ir.Operand) bool { return u.Owner() != cast.DefiningOp() })
			cast.SetName(v.Name())
			inputs[i] = v.Type()
		}
		f.SetAttr("function_type", l.Ctx.TypeAttr(l.Ctx.Function(inputs, util.FunctionType(f).Results)))
	}
}

// static gives an argument the type of memory with a size.
func (l *lowering) static(v *ir.Value, size int64) *ir.Value {
	v.SetType(l.memory(size))
	return v
}

// constantSize returns the size of a resource where an operation has it as a constant.
func constantSize(v *ir.Value) (int64, bool) {
	for use := range v.Uses() {
		op := use.Owner()
		for _, of := range []string{"target", "source", "update"} {
			n, ok := ir.ConstantValue(stream.Named(op, of+"_size")).(*ir.IntegerAttr)
			if ok && stream.Named(op, of) == v {
				return n.Value, true
			}
		}
		sizes := stream.AllNamed(op, "resource_operand_sizes")
		for _, operand := range stream.AllNamed(op, "resource_operands") {
			if !stream.IsResource(operand.Type()) || len(sizes) == 0 {
				continue
			}
			if n, ok := ir.ConstantValue(sizes[0]).(*ir.IntegerAttr); operand == v && ok {
				return n.Value, true
			}
			sizes = sizes[1:]
		}
	}
	return 0, false
}
