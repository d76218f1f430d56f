package importer

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// The names of attributes that operations use themselves. Annotations cannot have these names.
var (
	loopAttrs = map[string]bool{form.KindAttr: true, form.MappingAttr: true, "unsignedCmp": true,
		"operandSegmentSizes": true}
	allocAttrs = map[string]bool{form.DtypeAttr: true, "alignment": true, "operandSegmentSizes": true}
	blockAttrs = map[string]bool{pipeline.NameAttr: true, "operandSegmentSizes": true, form.ScopeAttr: true}
	funcAttrs  = map[string]bool{
		"sym_name": true, "function_type": true, "sym_visibility": true, "arg_attrs": true, "res_attrs": true,
		"no_inline": true,
	}
)

// annotations reads a dict of annotations.
func (f *function) annotations(x syntax.Expr, taken map[string]bool) ([]ir.NamedAttr, error) {
	v, err := f.ev.Eval(x)
	if err != nil {
		return nil, err
	}
	dict, ok := v.(*expr.Dict)
	if !ok {
		return nil, f.ev.Errorf(codeAttr, x, "annotations are a dict, and this is %s",
			v.Kind()).Suggest("write {\"key\": value}")
	}
	attrs := make([]ir.NamedAttr, len(dict.Keys))
	written, _ := unwrapped(x).(*syntax.Dict)
	for i, k := range dict.Keys {
		key, ok := k.(*expr.Str)
		if !ok || key.V == "" {
			return nil, f.ev.Errorf(codeAttr, x, "the key of an annotation is %s",
				k.Kind()).Suggest("keys are strings that are not empty")
		}
		if attrs[i], err = f.namedAttr(key.V, dict.Values[i], x, taken); err != nil {
			return nil, err
		}
		var at syntax.Node = x
		if written != nil && len(written.Keys) == len(dict.Keys) {
			at = written.Keys[i]
		}
		f.imp.warnUnused(key.V, at)
	}
	return attrs, nil
}

// warnUnused warns about an annotation that has a meaning in TVM or TileLang, and that no pass here uses.
func (imp *importer) warnUnused(key string, at syntax.Node) {
	if a, known := form.AnnotationOf(key); known && a.Use == form.Unused {
		imp.warn(imp.errorf(codeUnused, at, "the annotation '%s' is not used", key).Suggest("%s", a.Why))
	}
}

// annotate gives an operation the annotations of a dict x, and records the place of each.
func (f *function) annotate(op *ir.Op, attrs []ir.NamedAttr, x syntax.Expr) {
	for _, a := range attrs {
		op.SetAttr(a.Name, a.Value)
	}
	dict, ok := unwrapped(x).(*syntax.Dict)
	if !ok {
		return
	}
	for i, key := range dict.Keys {
		name, isStr := key.(*syntax.Str)
		if !isStr || op.Attr(name.Value) == nil {
			continue
		}
		start, _ := key.Pos()
		_, end := dict.Values[i].Pos()
		op.SetLoc(ir.WithAttrSpan(op.Loc(), ir.AttrSpan{Name: name.Value, Start: start, End: end}))
	}
}

// unwrapped returns an expression without the parentheses around it.
func unwrapped(x syntax.Expr) syntax.Expr {
	for {
		p, ok := x.(*syntax.Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}

func (f *function) namedAttr(key string, v expr.Value, at syntax.Node, taken map[string]bool) (ir.NamedAttr,
	error) {
	if taken[key] {
		return ir.NamedAttr{},
			f.ev.Errorf(codeAttr, at, "an annotation cannot be named \"%s\"",
				key).Suggest("choose another name")
	}
	a, err := f.ev.Attr(v, at)
	return ir.NamedAttr{Name: key, Value: a}, err
}

// blockAttr imports T.sblock_attr({...}).
func (f *function) blockAttr(call *syntax.Call) error {
	blk, err := f.inBlock(call)
	if err != nil {
		return err
	}
	attrs, err := f.attrArgument(call, blockAttrs)
	if err != nil {
		return err
	}
	if blk.op == nil && len(attrs) > 0 {
		f.materialize(blk)
	}
	if len(attrs) == 0 {
		return nil
	}
	for _, a := range attrs {
		blk.op.SetAttr(a.Name, a.Value)
	}
	return verified(f.ev, blk.op, codeAttr, call, "correct the value")
}

// funcAttr imports T.func_attr({...}). It ignores a global symbol that is the function's name.
func (f *function) funcAttr(call *syntax.Call) error {
	attrs, err := f.attrArgument(call, funcAttrs)
	if err != nil {
		return err
	}
	for _, a := range attrs {
		if s, ok := a.Value.(*ir.StringAttr); ok && a.Name == "global_symbol" && s.Value == f.prim.name {
			continue
		}
		f.prim.op.SetAttr(a.Name, a.Value)
	}
	return nil
}

func (f *function) attrArgument(call *syntax.Call, taken map[string]bool) ([]ir.NamedAttr, error) {
	args, err := f.args(call, "attrs")
	if err != nil {
		return nil, err
	}
	return f.annotations(args.Get("attrs"), taken)
}

// attrContext imports T.attr(node, key, value): the scope of asynchronous operations, the extent of a thread,
// or another attribute, which is kept at a block.
func (f *function) attrContext(call *syntax.Call, target syntax.Expr, body func()) error {
	args, err := f.args(call, "node", "attr_key", "value")
	if err != nil {
		return err
	}
	key, err := f.ev.ConstStr(args.Get("attr_key"))
	if err != nil {
		return err
	}
	if target != nil {
		return f.ev.Errorf(codeAttr, target, "T.attr has no value").Suggest("remove `as`")
	}
	value := args.Get("value")
	switch key {
	case "async_scope":
		f.ev.Locate(call)
		pipeline.NewAsyncScope(f.b, f.filler(body))
		return nil
	case "async_commit_queue_scope":
		q, err := f.queue(value)
		if err != nil {
			return err
		}
		f.ev.Locate(call)
		op := pipeline.NewCommitQueue(f.b, q, nil)
		f.b.InBlock(op.Body(), body)
		return verified(f.ev, op, codeQueue, call, "end the outer scope first")
	case "async_wait_queue_scope":
		return f.waitScope(call, value, body)
	case "async_wait_inflight_count":
		return f.waitCount(call, value, body)
	case "thread_extent", "virtual_thread":
		return f.threadExtent(call, &args, body)
	}
	switch key {
	case form.ReduceScope:
		return f.reduceScope(call, &args, body)
	case pipeline.DoubleBufferAttr:
		f.imp.warn(f.ev.Errorf(codeAttr, call,
			"T.attr(..., \"%s\", ...) has no effect: the buffer has one version", key).
			Suggest(
				"write T.sblock_attr({\"%s\": 0}) in a block of a pipelined loop: the buffer that it "+
					"writes gets two versions", key))
	}
	return f.otherScope(call, &args, key, body)
}

func (f *function) filler(body func()) func(*ir.Builder) { return func(*ir.Builder) { body() } }

// queue returns the number of a queue.
func (f *function) queue(x syntax.Expr) (int64, error) {
	q, err := f.ev.ConstInt(x)
	if err == nil && q < 0 {
		err = f.ev.Errorf(codeQueue, x, "the number of a queue is %d",
			q).Suggest("queues have numbers from 0")
	}
	return q, err
}

// wait is an async_wait_queue_scope whose count has not been imported yet.
type wait struct {
	queue      int64
	at         *syntax.Call
	statements int // number of statements imported before it
}

// waitScope imports the outer half of a wait. The count must stand directly inside.
func (f *function) waitScope(call *syntax.Call, value syntax.Expr, body func()) error {
	q, err := f.queue(value)
	if err != nil {
		return err
	}
	outer := f.wait
	f.wait = &wait{queue: q, at: call, statements: f.imp.statements}
	body()
	pending := f.wait
	f.wait = outer
	if pending != nil && pending.at == call {
		return f.ev.Errorf(codeQueue, call, "a wait without a count").
			Suggest("write `with T.attr(0, \"async_wait_inflight_count\", n):` inside of it")
	}
	return nil
}

// waitCount imports the inner half of a wait: the number of groups that may stay in flight.
func (f *function) waitCount(call *syntax.Call, value syntax.Expr, body func()) error {
	if f.wait == nil || f.imp.statements > f.wait.statements+1 {
		if f.wait != nil {
			f.wait.at = nil // the count is there, in the wrong place
		}
		return f.ev.Errorf(codeQueue, call,
			"async_wait_inflight_count that does not stand directly in async_wait_queue_scope").
			Suggest(
				"write `with T.attr(0, \"async_wait_queue_scope\", q):` around it, and nothing between them")
	}
	q := f.wait.queue
	f.wait = nil
	v, err := f.ev.Value(value)
	if err != nil {
		return err
	}
	if n, ok := number(v); ok {
		if n < 0 {
			return f.ev.Errorf(codeQueue, value, "the count of a wait is %d",
				n).Suggest("write 0 to wait for everything")
		}
		f.ev.Locate(call)
		pipeline.NewWaitQueue(f.b, q, n, f.filler(body))
		return nil
	}
	n, err := f.ev.ToIndex(v, value)
	if err != nil {
		return err
	}
	f.ev.Locate(call)
	op := pipeline.NewWaitQueue(f.b, q, 0, nil)
	op.RemoveAttr("count")
	op.SetOperands([]*ir.Value{n})
	f.b.InBlock(op.Body(), body)
	return nil
}

// threadExtent imports T.attr(tx, "thread_extent", 32) for tx = T.env_thread("threadIdx.x").
func (f *function) threadExtent(call *syntax.Call, args *arguments, body func()) error {
	v, err := f.ev.Eval(args.Get("node"))
	if err != nil {
		return err
	}
	n, ok := v.(*variable)
	if !ok || n.thread == "" {
		return f.ev.Errorf(codeThread, args.Get("node"), "%s is no thread", v.Kind()).
			Suggest("write tx = T.env_thread(\"threadIdx.x\") before, and T.launch_thread(tx, 32) here")
	}
	return f.launchTag(call, n.thread, n, args.Get("value"), nil, body)
}

// otherScope keeps, at a block, a scope that has a meaning only in TVM.
func (f *function) otherScope(call *syntax.Call, args *arguments, key string, body func()) error {
	node, err := f.ev.Eval(args.Get("node"))
	if err != nil {
		return err
	}
	if b, ok := node.(*expr.Buffer); ok {
		node = &expr.Str{V: b.Name}
	}
	value, err := f.ev.Value(args.Get("value"))
	if err != nil {
		return err
	}
	if !isPython(node) || !isPython(value) || key == "" {
		return f.ev.Errorf(codeAttr, call,
			"T.attr(..., \"%s\", ...) with a value that is not known at import time", key).
			Suggest("use a constant, or remove the scope")
	}
	nodeAttr, err := f.ev.Attr(node, args.Get("node"))
	if err != nil {
		return err
	}
	valueAttr, err := f.ev.Attr(value, args.Get("value"))
	if err != nil {
		return err
	}
	f.scopeBlock(call, key, nodeAttr, valueAttr, body)
	return nil
}

// scopeBlock makes the block of a T.attr scope that has a meaning only in TVM.
func (f *function) scopeBlock(call *syntax.Call, key string, node, value ir.Attr, body func()) {
	c := f.imp.ctx
	f.ev.Locate(call)
	op := pipeline.NewBlock(f.b, nil, nil, nil)
	op.SetAttr(form.ScopeAttr, c.Dict([]ir.NamedAttr{
		{Name: "key", Value: c.String(key)}, {Name: "node", Value: node}, {Name: "value", Value: value},
	}))
	f.enclosed(func() { f.b.InBlock(op.Body(), body) })
}
