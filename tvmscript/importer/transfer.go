package importer

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// place is the element of a buffer at which a transfer begins.
type place struct {
	buffer  *expr.Buffer
	indices []*ir.Value
}

// cpAsync imports T.ptx_cp_async(dtype, dst, dstOffset, src, srcOffset, bytes[, predicate]). If the predicate
// does not hold, zeros are written.
func (f *function) cpAsync(call *syntax.Call) (expr.Value, error) {
	args, err := f.opArgs(call, "dtype", "shared_ptr", "shared_offset", "global_ptr", "global_offset",
		"bytes", "predicate?")
	if err != nil {
		return nil, err
	}
	return f.predicatedCopy(call, &args)
}

// cpAsyncLegacy imports T.s_tir.cp_async_raw.legacy(dst, dstOffset, src, srcOffset, bytes, dtype=...).
func (f *function) cpAsyncLegacy(call *syntax.Call) (expr.Value, error) {
	args, err := f.args(call, "shared_ptr", "shared_offset", "global_ptr", "global_offset", "bytes", "dtype?")
	if err != nil {
		return nil, err
	}
	return f.predicatedCopy(call, &args)
}

// cpAsyncPointers imports T.ptx.cp_async(dst, src, bytes), whose pointers have no offsets. If the first
// argument is a dtype, the arguments are those of T.ptx_cp_async.
func (f *function) cpAsyncPointers(call *syntax.Call) (expr.Value, error) {
	if len(call.Args) > 0 {
		if s, ok := call.Args[0].Value.(*syntax.Str); ok && call.Args[0].Name == "" {
			if _, isDtype := form.ParseDtype(s.Value); isDtype {
				return f.cpAsync(call)
			}
		}
	}
	args, err := f.opArgs(call, "shared_ptr", "global_ptr", "bytes", "predicate?")
	if err != nil {
		return nil, err
	}
	return f.predicatedCopy(call, &args)
}

// predicatedCopy makes an asynchronous copy that reads nothing if a predicate does not hold.
func (f *function) predicatedCopy(call *syntax.Call, args *arguments) (expr.Value, error) {
	predicate := args.Get("predicate")
	if predicate == nil {
		return f.copyBetween(call, args, false, nil)
	}
	return f.copyBetween(call, args, false, func(c *nvgpu.Copy) (err error) {
		c.SrcElements, err = f.readElements(predicate, c.Elements)
		return err
	})
}

// copyBetween makes an asynchronous copy from global_ptr to shared_ptr. With bypass it does not use the L1
// cache. read returns the number of elements that are read; a nil read means all.
func (f *function) copyBetween(call *syntax.Call, args *arguments, bypass bool,
	read func(*nvgpu.Copy) error) (expr.Value, error) {
	dst, err := f.place(args.Get("shared_ptr"), args.Get("shared_offset"))
	if err != nil {
		return nil, err
	}
	src, err := f.source(args.Get("global_ptr"), args.Get("global_offset"), read != nil)
	if err != nil {
		return nil, err
	}
	n, err := f.elementCount(dst, args.Get("bytes"))
	if err != nil {
		return nil, err
	}
	c := nvgpu.Copy{Dst: dst.buffer.V, Src: src.buffer.V, DstIndices: dst.indices, SrcIndices: src.indices,
		Elements: n}
	if read != nil {
		if err := read(&c); err != nil {
			return nil, err
		}
	}
	f.ev.Locate(call)
	op := nvgpu.NewDeviceAsyncCopy(f.b, c)
	if bypass {
		op.SetAttr("bypassL1", f.imp.ctx.Unit)
	}
	return &expr.None{}, f.verified(op, call)
}

// source returns the place that a copy reads from. A copy with a predicate may read nothing.
func (f *function) source(x, offset syntax.Expr, isPredicated bool) (place, error) {
	saved := f.guarded
	f.guarded = f.guarded || isPredicated
	defer func() { f.guarded = saved }()
	return f.place(x, offset)
}

// readElements returns the number of elements that a predicated copy reads: all or none.
func (f *function) readElements(x syntax.Expr, n int64) (*ir.Value, error) {
	v, err := f.ev.Value(x)
	if err != nil {
		return nil, err
	}
	if isPython(v) {
		truth, err := f.ev.Truth(v, x)
		if err != nil || !truth {
			return f.ev.ConstIndex(0), err
		}
		return f.ev.ConstIndex(n), nil
	}
	cond, err := f.ev.ToCondition(v, x)
	if err != nil {
		return nil, err
	}
	all, none := f.ev.ConstIndex(n), f.ev.ConstIndex(0)
	f.ev.Locate(x)
	return arith.NewSelect(f.b, cond, all, none), nil
}

// verified reports the verifier's error about an operation at the call that makes it.
func (f *function) verified(op *ir.Op, call *syntax.Call) error {
	return verified(f.ev, op, codeTransfer, call, "copy with a loop, and let the pipeline place it")
}

// verified checks an operation by the rules of its dialect.
func verified(e *expr.Evaluator, op *ir.Op, code diag.Code, at syntax.Node, suggestion string) error {
	if op.Def().Verify == nil {
		return nil
	}
	if err := op.Def().Verify(op); err != nil {
		return e.Errorf(code, at, "%s", why(err)).Suggest("%s", suggestion)
	}
	return nil
}

// elementCount converts a number of bytes to a number of elements of a buffer.
func (f *function) elementCount(p place, x syntax.Expr) (int64, error) {
	bytes, err := f.ev.ConstInt(x)
	if err != nil {
		return 0, err
	}
	size := int64(ir.ElemBytes(p.buffer.V.Type().(*ir.MemRefType).Elem))
	if bytes < 1 || size == 0 || bytes%size != 0 {
		return 0, f.ev.Errorf(codeTransfer, x,
			"%d bytes are no number of elements of '%s', which have %d each", bytes, p.buffer.Name, size).
			Suggest("give a multiple of the size of an element")
	}
	return bytes / size, nil
}

// place evaluates a pointer with an offset in elements.
func (f *function) place(x, offset syntax.Expr) (place, error) {
	v, err := f.ev.Eval(x)
	if err != nil {
		return place{}, err
	}
	p, ok := v.(*expr.Pointer)
	if !ok {
		return place{}, f.ev.Errorf(codeTransfer, x, "%s is no pointer",
			v.Kind()).Suggest("write T.address_of(A[i, j]) or A.data")
	}
	var by expr.Value = &expr.Int{}
	if offset != nil {
		if by, err = f.ev.Value(offset); err != nil {
			return place{}, err
		}
	}
	if p.Offset != nil {
		if by, err = f.ev.Binary(syntax.Add, p.Offset, by, x); err != nil {
			return place{}, err
		}
	}
	values, err := f.moved(p, by, x)
	if err != nil {
		return place{}, err
	}
	out := place{buffer: p.Buffer, indices: make([]*ir.Value, len(values))}
	for i, v := range values {
		if out.indices[i], err = f.ev.ToIndex(v, x); err != nil {
			return place{}, err
		}
	}
	return out, nil
}

// moved returns the subscripts of the element that lies by elements behind a pointer.
func (f *function) moved(p *expr.Pointer, by expr.Value, at syntax.Expr) ([]expr.Value, error) {
	indices := p.Indices
	if indices == nil {
		indices = make([]expr.Value, len(p.Buffer.Shape))
		for i := range indices {
			indices[i] = &expr.Int{}
		}
	}
	if n, ok := number(by); ok && n == 0 {
		return indices, nil
	}
	if len(indices) == 1 && p.Indices == nil {
		return []expr.Value{by}, nil
	}
	if len(indices) == 1 {
		v, err := f.ev.Binary(syntax.Add, indices[0], by, at)
		return []expr.Value{v}, err
	}
	t := p.Buffer.V.Type().(*ir.MemRefType)
	if p.Indices != nil || !memref.IsStatic(t.Shape) || t.Layout != nil || len(indices) == 0 {
		return nil, f.ev.Errorf(codeTransfer, at,
			"an offset from an element of a buffer with several dimensions").
			Suggest("write the element: T.address_of(%s[i, j]), and the offset 0", p.Buffer.Name)
	}
	return f.delinearized(by, t.Shape, at)
}

// delinearized returns the subscripts of the element with a number in a row-major buffer.
func (f *function) delinearized(n expr.Value, shape []int64, at syntax.Expr) ([]expr.Value, error) {
	strides := memref.RowMajor(shape)
	out := make([]expr.Value, len(shape))
	for i := range shape {
		v, err := n, error(nil)
		if strides[i] > 1 {
			v, err = f.ev.Binary(syntax.FloorDiv, n, &expr.Int{V: strides[i]}, at)
		}
		if err == nil && i > 0 {
			v, err = f.ev.Binary(syntax.Mod, v, &expr.Int{V: max(shape[i], 1)}, at)
		}
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (f *function) commitGroup(call *syntax.Call) (expr.Value, error) {
	if _, err := f.opArgs(call); err != nil {
		return nil, err
	}
	f.ev.Locate(call)
	nvvm.NewCpAsyncCommitGroup(f.b)
	return &expr.None{}, nil
}

// waitAll imports T.ptx.cp.async_.wait_all(). It also waits for copies that were not committed: the
// instruction is defined as a commit and a wait for all groups.
func (f *function) waitAll(call *syntax.Call) (expr.Value, error) {
	if _, err := f.commitGroup(call); err != nil {
		return nil, err
	}
	nvvm.NewCpAsyncWaitGroup(f.b, 0)
	return &expr.None{}, nil
}

func (f *function) waitGroup(call *syntax.Call) (expr.Value, error) {
	args, err := f.opArgs(call, "num")
	if err != nil {
		return nil, err
	}
	n, err := f.ev.ConstInt(args.Get("num"))
	if err != nil {
		return nil, err
	}
	if n < 0 || n > 1<<30 {
		return nil, f.ev.Errorf(codeQueue, args.Get("num"), "the count of a wait is %d",
			n).Suggest("write 0 to wait for everything")
	}
	f.ev.Locate(call)
	nvvm.NewCpAsyncWaitGroup(f.b, n)
	return &expr.None{}, nil
}

// dmaCopy imports T.dma_copy(queue, dst, src, bytes, bypass).
func (f *function) dmaCopy(call *syntax.Call) (expr.Value, error) {
	args, err := f.opArgs(call, "queue", "dst", "src", "bytes", "bypass?")
	if err != nil {
		return nil, err
	}
	q, err := f.queue(args.Get("queue"))
	if err != nil {
		return nil, err
	}
	var parts [2]*ir.Value
	for i, name := range []string{"dst", "src"} {
		p, err := f.place(args.Get(name), nil)
		if err != nil {
			return nil, err
		}
		n, err := f.elementCount(p, args.Get("bytes"))
		if err != nil {
			return nil, err
		}
		if parts[i], err = f.contiguous(p, n, args.Get(name)); err != nil {
			return nil, err
		}
	}
	f.ev.Locate(call)
	return &expr.None{}, f.verified(pipeline.NewDmaCopy(f.b, q, parts[0], parts[1]), call)
}

// contiguous returns the n elements from a place on: the buffer, or a view without the dimensions of extent
// 1.
func (f *function) contiguous(p place, n int64, at syntax.Expr) (*ir.Value, error) {
	t := p.buffer.V.Type().(*ir.MemRefType)
	sizes, ok := blockSizes(t, p.indices, n)
	if !ok {
		return nil, f.ev.Errorf(codeTransfer, at, "%d elements from here on are no block of '%s'", n,
			p.buffer.Name).
			Suggest("copy whole rows, or parts of one row")
	}
	slice := memref.Slice{}
	var kept []int64
	for i, size := range sizes {
		offset := ir.OpFoldResult{Value: p.indices[i]}
		if c, isConst := ir.ConstInt(p.indices[i]); isConst {
			offset = ir.OpFoldResult{Const: c}
		}
		slice.Offsets = append(slice.Offsets, offset)
		slice.Sizes = append(slice.Sizes, ir.OpFoldResult{Const: size})
		slice.Strides = append(slice.Strides, ir.OpFoldResult{Const: 1})
		if size != 1 {
			kept = append(kept, size)
		}
	}
	if memref.IsStatic(t.Shape) && ir.NumElements(t.Shape) == n {
		return p.buffer.V, nil
	}
	offsets, _ := ir.SplitIndices(slice.Offsets)
	steps, _ := ir.SplitIndices(slice.Strides)
	f.ev.Locate(at)
	return memref.NewSubView(f.b, memref.ReducedSubViewType(f.imp.ctx, kept, t, offsets, sizes, steps),
		p.buffer.V, slice), nil
}

// blockSizes returns the extents of n elements from indices on. They must form a block: all of the inner
// dimensions, a part of one dimension, and one element of each outer dimension.
func blockSizes(t *ir.MemRefType, indices []*ir.Value, n int64) ([]int64, bool) {
	strides, _, ok := memref.Strides(t)
	sizes := make([]int64, len(t.Shape))
	next := int64(1)
	for i := len(sizes) - 1; i >= 0; i-- {
		low, isConst := ir.ConstInt(indices[i])
		switch extent := t.Shape[i]; {
		case n == 1:
			sizes[i] = 1
		case !ok || strides[i] != next || extent == ir.Dynamic || extent < 1:
			return nil, false
		case n >= extent && n%extent == 0 && isConst && low == 0:
			sizes[i] = extent
			n /= extent
			next *= extent
		case n < extent && (!isConst || low+n <= extent):
			sizes[i] = n
			n = 1
		default:
			return nil, false
		}
	}
	return sizes, n == 1
}

// dmaWait imports T.dma_wait(queue, n).
func (f *function) dmaWait(call *syntax.Call) (expr.Value, error) {
	args, err := f.opArgs(call, "queue", "inflight")
	if err != nil {
		return nil, err
	}
	q, err := f.queue(args.Get("queue"))
	if err != nil {
		return nil, err
	}
	v, err := f.ev.Value(args.Get("inflight"))
	if err != nil {
		return nil, err
	}
	if n, ok := number(v); ok {
		if n < 0 {
			return nil, f.ev.Errorf(codeQueue, args.Get("inflight"), "the count of a wait is %d",
				n).Suggest("write 0 to wait for everything")
		}
		f.ev.Locate(call)
		pipeline.NewDmaWait(f.b, q, n)
		return &expr.None{}, nil
	}
	n, err := f.ev.ToIndex(v, args.Get("inflight"))
	if err != nil {
		return nil, err
	}
	f.ev.Locate(call)
	pipeline.NewDmaWaitValue(f.b, q, n)
	return &expr.None{}, nil
}

// dmaGroup imports the statements from T.dma_start_group(queue) to T.dma_end_group(queue). It returns their
// number in the suite, 0 if no group begins.
func (f *function) dmaGroup(body []syntax.Stmt) int {
	start := f.groupCall(body[0], "T.dma_start_group")
	if start == nil {
		return 0
	}
	f.names.poisoned, f.names.missing = false, ""
	end := 1
	for end < len(body) && f.groupCall(body[end], "T.dma_end_group") == nil {
		end++
	}
	if end == len(body) {
		f.fail(f.ev.Errorf(codeTransfer, start, "T.dma_start_group without T.dma_end_group").
			Suggest("end the group in the same suite of statements"))
		return 1
	}
	q, err := f.groupQueue(start)
	if err == nil {
		var last int64
		if last, err = f.groupQueue(f.groupCall(body[end], "T.dma_end_group")); err == nil && last != q {
			err = f.ev.Errorf(codeTransfer, body[end], "the group of queue %d ends with queue %d", q,
				last).Suggest("write the same queue")
		}
	}
	if err == nil && f.inGroup {
		err = f.ev.Errorf(codeTransfer, start,
			"a group inside of a group").Suggest("end the outer group first")
	}
	if err != nil {
		f.fail(err)
		f.suite(body[1:end])
		return end + 1
	}
	f.ev.Locate(body[0])
	f.inGroup = true
	pipeline.NewDmaGroup(f.b, q, func(*ir.Builder) { f.suite(body[1:end]) })
	f.inGroup = false
	return end + 1
}

// groupCall returns the call of a function that is a statement by itself or in T.evaluate, nil for other
// statements.
func (f *function) groupCall(s syntax.Stmt, name string) *syntax.Call {
	x, ok := s.(*syntax.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := x.X.(*syntax.Call)
	if ok && !canName(call, name) {
		return nil
	}
	if ok && len(call.Args) == 1 && f.callee(call.Fun) == "T.evaluate" {
		call, ok = call.Args[0].Value.(*syntax.Call)
	}
	if !ok || f.callee(call.Fun) != name {
		return nil
	}
	return call
}

// canName reports whether a call, or the call in its argument, may be one of a function, given the last part
// of its name.
func canName(call *syntax.Call, name string) bool {
	at, ok := call.Fun.(*syntax.Attribute)
	return !ok || strings.HasSuffix(name, at.Name.Name) || at.Name.Name == "evaluate"
}

func (f *function) groupQueue(call *syntax.Call) (int64, error) {
	args, err := f.args(call, "queue")
	if err != nil {
		return 0, err
	}
	return f.queue(args.Get("queue"))
}
