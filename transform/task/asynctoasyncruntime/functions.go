package asynctoasyncruntime

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// lowerFunctions makes a coroutine of each async.func, and calls of the calls. Bodies are lowered as well.
func lowerFunctions(root *ir.Op, causes bool) error {
	arena := &ir.Arena{}
	if async.HasLazy(root) {
		startDependencies(root)
	}
	for op := range root.WalkPost() {
		switch {
		case op.Is(async.Call):
			replaceCall(op)
		case op.Is(async.Func):
			if err := lowerFunction(op, causes, arena); err != nil {
				return err
			}
		}
	}
	return nil
}

func replaceCall(op *ir.Op) {
	b := ir.At(op)
	call := b.Make(function.Call, op.Operands(), op.ResultTypes(),
		append(append([]ir.NamedAttr{}, op.Properties()...), op.Attrs()...)...)
	op.ReplaceAllUsesWith(call.Results())
	op.Erase()
}

// lowerFunction makes a func.func of an async.func. Its body starts at once, on the thread of the caller, or
// behind a gate if the function is lazy.
func lowerFunction(op *ir.Op, causes bool, arena *ir.Arena) error {
	lazy := async.IsLazy(op)
	op.RemoveAttr(async.LazyAttr)
	fn := asFunction(op)
	if fn.Region(0).Empty() {
		return nil
	}
	start := fn.Body()
	ramp := ir.NewBlock()
	for _, arg := range start.Args() {
		arg.ReplaceAllUsesWith(ramp.AddArg(arg.Type(), arg.Loc()))
	}
	for start.NumArgs() > 0 {
		start.EraseArg(start.NumArgs() - 1)
	}
	fn.Region(0).Insert(0, ramp)
	c := newCoroutine(fn, resultsOf(fn), arena)
	c.causes = causes
	if lazy {
		c.suspendBehindGate(start)
	} else {
		cf.NewBr(c.Builder, start)
	}
	return c.lowerBody(async.Return)
}

// asFunction puts a func.func with the same attributes and body in place of op.
func asFunction(op *ir.Op) *ir.Op {
	region := ir.NewRegion()
	region.TakeBody(op.Region(0))
	fn := ir.At(op).Create(ir.OpState{
		Def: function.Func, Results: []ir.Type{}, Regions: []*ir.Region{region},
		Attrs: append(append([]ir.NamedAttr{}, op.Properties()...), op.Attrs()...),
	})
	op.Erase()
	return fn
}

func resultsOf(fn *ir.Op) []ir.Type {
	return fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Results
}
