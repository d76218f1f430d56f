package importer

import (
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// threadLoop imports `for tx in T.thread_binding(32, thread="threadIdx.x")`. The first of two bounds is the
// lower one.
func (f *function) threadLoop(s *syntax.For, call *syntax.Call) error {
	args, err := f.args(call, "start", "stop?", "thread?", "annotations?")
	if err != nil {
		return err
	}
	stop, thread := args.Get("stop"), args.Get("thread")
	if text, ok := stop.(*syntax.Str); ok && thread == nil {
		stop, thread = nil, syntax.Expr(text)
	}
	if isNone(thread) {
		return f.ev.Errorf(codeThread, call,
			"T.thread_binding without a thread").Suggest("write thread=\"threadIdx.x\"")
	}
	mapping, _, err := f.mapping(thread)
	if err != nil {
		return err
	}
	head, err := f.head(args.Get("start"), stop, nil, args.Get("annotations"))
	if err != nil {
		return err
	}
	head.attrs = append(head.attrs, mapping)
	if err := f.checkThread(call, mapping.Value, head.upper); err != nil {
		return err
	}
	return f.loops(s, []loopHead{head})
}

// mapping returns the attribute that binds a loop to a thread tag.
func (f *function) mapping(thread syntax.Expr) (ir.NamedAttr, string, error) {
	tag, err := f.ev.ConstStr(thread)
	if err != nil {
		return ir.NamedAttr{}, "", err
	}
	a, ok := form.Mapping(f.imp.ctx, tag)
	if !ok {
		return ir.NamedAttr{}, "", f.ev.Errorf(codeThread, thread, "\"%s\" is no thread tag", tag).
			Suggest("write threadIdx.x, .y or .z, blockIdx.x, .y or .z, or vthread.x")
	}
	return ir.NamedAttr{Name: form.MappingAttr, Value: a}, tag, nil
}

// envThread imports tx = T.env_thread("threadIdx.x").
func (f *function) envThread(call *syntax.Call) (expr.Value, error) {
	args, err := f.args(call, "thread_tag", "dtype?")
	if err != nil {
		return nil, err
	}
	_, tag, err := f.mapping(args.Get("thread_tag"))
	if err != nil {
		return nil, err
	}
	v := &variable{dtype: form.Int32, thread: tag}
	if x := args.Get("dtype"); x != nil {
		v.dtype, err = f.ev.DtypeOf(x)
		if err == nil && v.dtype != form.Int32 && v.dtype != form.Int64 {
			err = f.ev.Errorf(codeThread, x, "a variable of threads is of dtype int32 or int64")
		}
	}
	return v, err
}

// launch imports T.launch_thread("threadIdx.x", 32). The tag may be a variable of T.env_thread. body imports
// the statements inside.
func (f *function) launch(call *syntax.Call, target syntax.Expr, body func()) error {
	args, err := f.args(call, "thread", "extent")
	if err != nil {
		return err
	}
	v, err := f.ev.Eval(args.Get("thread"))
	if err != nil {
		return err
	}
	switch v := v.(type) {
	case *variable:
		if v.thread != "" {
			return f.launchTag(call, v.thread, v, args.Get("extent"), target, body)
		}
	case *expr.Str:
		if _, _, err := f.mapping(args.Get("thread")); err != nil {
			return err
		}
		return f.launchTag(call, v.V, nil, args.Get("extent"), target, body)
	}
	return f.ev.Errorf(codeThread, args.Get("thread"), "%s is no thread", v.Kind()).
		Suggest("write T.launch_thread(\"threadIdx.x\", 32)")
}

// launchTag makes the loop over the threads of a tag. A variable of T.env_thread has its value in the loop.
func (f *function) launchTag(at syntax.Node, tag string, v *variable, extent, target syntax.Expr,
	body func()) error {
	h, err := f.head(extent, nil, nil, nil)
	if err != nil {
		return err
	}
	mapping, _ := form.Mapping(f.imp.ctx, tag)
	if err := f.checkThread(at, mapping, h.upper); err != nil {
		return err
	}
	f.ev.Locate(at)
	saved := f.b.Save()
	op := scf.NewFor(f.b, h.lower, h.upper, h.step, func(*ir.Builder, *ir.Value) {})
	op.SetAttr(form.MappingAttr, mapping)
	iv := &expr.Scalar{V: scf.InductionVar(op), Dtype: h.dtype}
	if v != nil {
		iv.Dtype = v.dtype
		v.value = iv
		iv.V.SetName(v.name)
		defer func() { v.value = nil }()
	}
	if target != nil {
		err = f.bindTarget(target, iv, at)
	}
	f.prim.loops = append(f.prim.loops, namedOp{iv.V.Name(), op})
	f.b.SetBefore(op.Body().Last())
	f.inLoop(newLoop([]*ir.Op{op}), at, body)
	f.b.Restore(saved)
	return err
}

// checkThread rejects a loop over the threads of a tag inside of one with another extent: a kernel has one
// number of threads.
func (f *function) checkThread(at syntax.Node, mapping ir.Attr, upper *ir.Value) error {
	n, known := ir.ConstInt(upper)
	block := f.b.Block()
	if !known || block == nil || block.ParentOp() == nil {
		return nil
	}
	tag, _ := form.ThreadTag(mapping)
	for op := block.ParentOp(); op != nil; op = op.Parent() {
		if !op.Is(scf.For) || op.Attr(form.MappingAttr) != mapping {
			continue
		}
		if m, ok := ir.ConstInt(scf.Upper(op)); ok && m != n {
			return f.ev.Errorf(codeThread, at, "%s has the extent %d here, and %d around it", tag, n, m).
				Note(op.Span(), "the loop around").
				Suggest("give both the same extent, and guard what fewer threads do by an if")
		}
	}
	return nil
}

// isLoopVariable reports whether a value is the variable of a loop.
func isLoopVariable(v *ir.Value) bool { return loopOf(v) != nil }

// loopOf returns the scf.for whose variable a value is, or nil.
func loopOf(v *ir.Value) *ir.Op {
	if b := v.Owner(); b != nil && v.Index() == 0 {
		if op := b.ParentOp(); op != nil && op.Is(scf.For) {
			return op
		}
	}
	return nil
}
