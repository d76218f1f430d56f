package gputollvm

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// A token that leaves its block is an event of the scope, that of the operation that gives it out. The event
// is created once in a scope: recorded again, it stands for all that its queue did until then, and so also
// for what it stood for before.
//
// A token that leaves its scope outlives what the scope destroys. It has an event of its own, which an object
// of the asynchronous runtime owns: a token of the host to whatever counts references. In a scope that takes
// or gives such tokens, all that leave their blocks are of this kind, so that those which meet in a block
// argument have one form.

// findShared finds the scopes that tokens of the device enter or leave.
func (l *lowering) findShared() {
	l.shared = map[*ir.Op]bool{}
	for op := range l.module.Walk() {
		if isScope(op) && op.Body() != nil {
			for _, a := range op.Body().Args() {
				l.shared[op] = l.shared[op] || gpu.IsToken(a.Type())
			}
		}
		here := scopeOf(op.Parent())
		for _, v := range op.Operands() {
			if there := scopeOf(v.ParentBlock().ParentOp()); gpu.IsToken(v.Type()) &&
				(there != here || crosses(op)) {
				l.shared[here], l.shared[there] = true, true
			}
		}
		for _, r := range op.Results() {
			if gpu.IsToken(r.Type()) && crosses(op) {
				l.shared[here] = true
			}
		}
	}
}

// crosses reports whether the tokens that an operation takes or gives out leave or enter its scope.
func crosses(op *ir.Op) bool {
	switch {
	case op.Is(async.Await), op.Is(async.Yield), op.Is(async.Return), op.Is(function.Return):
		return true
	}
	return op.Def().Callee != nil && !op.Is(gpu.LaunchFunc)
}

// form returns the type that a token of the device has in a scope: that of an event, or of a token of the
// host.
func (l *lowering) form(scope *ir.Op) ir.Type {
	if l.shared[scope] {
		return async.TokenType(l.module.Context())
	}
	return l.types.Pointer(0)
}

// checkLaunch reports launches of a form that the driver is not called for.
func checkLaunch(op *ir.Op) error {
	switch {
	case op.Is(gpu.Launch):
		return op.Errorf(codeUnsupported,
			"a launch with a body cannot become calls").Suggest("run gpu-kernel-outlining before")
	case op.Is(gpu.LaunchFunc) && gpu.HasClusters(op):
		return op.Errorf(codeUnsupported,
			"a launch with clusters cannot become calls").Suggest("leave the clusters out")
	case op.Is(gpu.LaunchFunc) && gpu.Stream(op) != nil:
		return op.Errorf(codeUnsupported,
			"a launch on a stream of its own cannot become calls").
			Suggest("give it tokens, or nothing, in the place of the stream")
	}
	return nil
}

// scopeOf returns the scope that an operation is, or stands in.
func scopeOf(op *ir.Op) *ir.Op {
	for op != nil && !isScope(op) {
		op = op.Parent()
	}
	return op
}

// retype gives the tokens that are left their forms.
func (l *lowering) retype() {
	var casts []*ir.Op
	for op := range l.module.Walk() {
		for _, r := range op.Results() {
			l.retypeValue(r, scopeOf(op.Parent()))
		}
		for _, region := range op.Regions() {
			for _, b := range region.Blocks() {
				for _, a := range b.Args() {
					l.retypeValue(a, scopeOf(op))
				}
			}
		}
		if op.Is(function.Func) || op.Is(async.Func) {
			c, t := l.module.Context(), function.Type(op)
			op.SetAttr("function_type", c.TypeAttr(c.Function(l.signature(t.Inputs), l.signature(t.Results))))
		}
		if op.Is(builtin.UnrealizedConversionCast) && op.NumOperands() == 1 {
			casts = append(casts, op)
		}
	}
	for _, op := range casts {
		if op.Operand(0).Type() == op.Result(0).Type() {
			op.Result(0).ReplaceAllUsesWith(op.Operand(0))
			op.Erase()
		}
	}
}

func (l *lowering) retypeValue(v *ir.Value, scope *ir.Op) {
	if t := l.convert(v.Type(), l.form(scope)); t != v.Type() {
		v.SetType(t)
	}
}

// signature returns the types that functions have in the place of types with tokens.
func (l *lowering) signature(types []ir.Type) []ir.Type {
	list := make([]ir.Type, len(types))
	for i, t := range types {
		list[i] = l.convert(t, async.TokenType(l.module.Context()))
	}
	return list
}

// convert returns a type with what a token becomes in its place. The payload of a value has left its scope.
func (l *lowering) convert(t, token ir.Type) ir.Type {
	if gpu.IsToken(t) {
		return token
	}
	c := l.module.Context()
	if inner := async.Payload(t); inner != nil && gpu.IsToken(inner) {
		return async.ValueType(c, async.TokenType(c))
	}
	return t
}
