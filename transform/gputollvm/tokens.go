package gputollvm

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// A token that leaves its block is the event of the operation that gives it out. The event is created once in a scope: recorded again, it
// stands for all that its queue did until then, and so also for what it stood for before.

// checkTokens reports tokens that outlive the events of their scope, or come from one that may have ended.
func (l *lowering) checkTokens(s *scope) error {
	for op := range s.op.Walk() {
		for _, v := range op.Operands() {
			if !gpu.IsToken(v.Type()) {
				continue
			}
			switch {
			case op.Is(function.Return):
				return op.Errorf(codeUnsupported, "a token of the device cannot be returned").Suggest("wait for it in the function, with gpu.wait")
			case scopeOf(v.ParentBlock().ParentOp()) != scopeOf(op.Parent()):
				return op.Errorf(codeUnsupported, "a token of the device is used in another asynchronous region than where it comes from").
					Note(v.ParentBlock().ParentOp().Span(), "it comes from here").Suggest("wait for it before, with gpu.wait")
			case op.Is(async.Call) || op.Is(async.Yield):
				return op.Errorf(codeUnsupported, "a token of the device cannot leave its asynchronous region").Suggest("wait for it there, with gpu.wait")
			}
		}
	}
	return nil
}

// checkLaunch reports launches of a form that the driver is not called for.
func checkLaunch(op *ir.Op) error {
	switch {
	case op.Is(gpu.Launch):
		return op.Errorf(codeUnsupported, "a launch with a body cannot become calls").Suggest("run gpu-kernel-outlining before")
	case op.Is(gpu.LaunchFunc) && gpu.HasClusters(op):
		return op.Errorf(codeUnsupported, "a launch with clusters cannot become calls").Suggest("leave the clusters out")
	case op.Is(gpu.LaunchFunc) && op.OptionalOperand(12) != nil:
		return op.Errorf(codeUnsupported, "a launch on a stream of its own cannot become calls").Suggest("give it tokens, or nothing, in the place of the stream")
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

// retype makes pointers of the tokens that are left: they are events.
func (l *lowering) retype() error {
	c := l.module.Context()
	pointer := l.types.Pointer(0)
	var casts []*ir.Op
	for op := range l.module.Walk() {
		for _, r := range op.Results() {
			if gpu.IsToken(r.Type()) {
				r.SetType(pointer)
			}
		}
		for _, region := range op.Regions() {
			for _, b := range region.Blocks() {
				for _, a := range b.Args() {
					if gpu.IsToken(a.Type()) {
						a.SetType(pointer)
					}
				}
			}
		}
		if op.Is(function.Func) {
			t := function.Type(op)
			op.SetAttr("function_type", c.TypeAttr(c.Function(pointers(t.Inputs, pointer), pointers(t.Results, pointer))))
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
	return nil
}

// pointers returns types with pointers in the place of tokens.
func pointers(types []ir.Type, pointer ir.Type) []ir.Type {
	list := make([]ir.Type, len(types))
	for i, t := range types {
		if list[i] = t; gpu.IsToken(t) {
			list[i] = pointer
		}
	}
	return list
}
