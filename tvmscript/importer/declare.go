package importer

import (
	"errors"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	funcs "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// declareAccesses makes the regions of T.reads and T.writes the operands of a block that calls opaque
// functions: nothing else is known of their accesses. A missing clause stands for all the memory that the
// body may access.
func (f *function) declareAccesses(blk *block, accesses []analysis.Access) error {
	reads, err := f.operands(blk, blk.reads)
	if err != nil {
		return err
	}
	writes, err := f.operands(blk, blk.writes)
	if err != nil {
		return err
	}
	for i := range accesses {
		a := &accesses[i]
		switch {
		case a.Op.Is(funcs.Call):
			reads, writes = f.passed(blk, a.Op, reads, writes)
		case a.Buffer != nil && a.Kind == ir.Write:
			writes = f.withRoot(writes, a.Buffer)
		case a.Buffer != nil && a.Kind == ir.Read:
			reads = f.withRoot(reads, a.Buffer)
		}
	}
	blk.op.SetOperands(append(append([]*ir.Value{}, reads...), writes...))
	blk.op.SetAttr(constraint.OperandSegmentSize.Name,
		f.imp.ctx.I32Array(int64(len(reads)), int64(len(writes))))
	return nil
}

// passed adds the memory that an opaque function gets to the missing clauses. Clauses that are present are
// complete.
func (f *function) passed(blk *block, call *ir.Op, reads, writes []*ir.Value) (r, w []*ir.Value) {
	for _, v := range call.Operands() {
		if _, ok := v.Type().(*ir.MemRefType); !ok {
			continue
		}
		root := f.judge.Root(v)
		if root == nil || isInside(root, blk.op) {
			continue
		}
		if blk.reads == nil {
			reads = f.withRoot(reads, root)
		}
		if blk.writes == nil {
			writes = f.withRoot(writes, root)
		}
	}
	return reads, writes
}

// withRoot adds a buffer to a clause that has no part of the buffer.
func (f *function) withRoot(list []*ir.Value, root *ir.Value) []*ir.Value {
	for _, v := range list {
		if f.judge.Root(v) == root {
			return list
		}
	}
	return append(list, root)
}

// operands makes the memrefs of a clause in front of a block: whole buffers, or parts of them. In the
// subscripts, the values to which the axes are bound replace the axes.
func (f *function) operands(blk *block, call *syntax.Call) ([]*ir.Value, error) {
	if call == nil {
		return nil, nil
	}
	saved, hidden := f.b.Save(), f.names.hidden
	f.b.SetBefore(blk.op)
	f.names.hidden = blk.depth
	undo, err := f.axesOutside(blk)
	defer func() {
		undo()
		f.names.hidden = hidden
		f.b.Restore(saved)
	}()
	if err != nil {
		return nil, err
	}
	var out []*ir.Value
	for _, x := range regionArgs(call) {
		if f.isOwn(blk, x) {
			continue
		}
		v, err := f.ev.Eval(x)
		if err != nil {
			return nil, f.notOutside(x, err)
		}
		buffer, ranges, err := f.region(v, x)
		if err != nil {
			return nil, err
		}
		if isInside(buffer.V, blk.op) {
			continue
		}
		f.ev.Locate(x)
		m, err := f.part(buffer, ranges, x)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// isInside reports whether a value is defined in an operation.
func isInside(v *ir.Value, op *ir.Op) bool {
	b := v.ParentBlock()
	return b != nil && b.ParentOp() != nil && op.IsAncestorOf(b.ParentOp())
}

// isOwn reports whether a region is part of a buffer that the block allocates.
func (f *function) isOwn(blk *block, x syntax.Expr) bool {
	if sub, ok := x.(*syntax.Subscript); ok {
		x = sub.X
	}
	name, ok := x.(*syntax.Name)
	if !ok {
		return false
	}
	b := f.names.table[name.Name]
	return b != nil && b.role == asBuffer && b.depth >= blk.depth
}

// notOutside explains why a region cannot be evaluated in front of its block.
func (f *function) notOutside(x syntax.Expr, err error) error {
	d := new(diag.Diagnostic)
	if !errors.As(err, &d) || d.Code != expr.CodeName {
		return err
	}
	return f.ev.Errorf(codeReads, x,
		"a region of a block that calls opaque functions depends on values of its body").
		Note(d.Span, "%s", "this is bound in the block").
		Suggest("use axes and loop variables only, or name the whole buffer")
}

// axesOutside binds the names of the axes, in front of the block, to the values that the axes are bound to.
// undo ends that.
func (f *function) axesOutside(blk *block) (undo func(), err error) {
	old := map[*binding]binding{}
	undo = func() {
		for b, was := range old {
			*b = was
		}
	}
	var seen []*binding
	var values []expr.Value
	for _, a := range blk.axes {
		if b := f.bindingOf(a.value); b != nil {
			v, err := f.ev.Index(a.bound)
			if err != nil {
				return undo, err
			}
			dtype := b.value.(*expr.Scalar).Dtype
			seen, values = append(seen, b), append(values, &expr.Scalar{V: v, Dtype: dtype})
		}
	}
	for i, b := range seen {
		old[b] = *b
		b.value, b.depth = values[i], 0
	}
	return undo, nil
}

func (f *function) bindingOf(v *ir.Value) *binding {
	if b := f.names.table[v.Name()]; b != nil {
		if s, ok := b.value.(*expr.Scalar); ok && s.V == v {
			return b
		}
	}
	return nil
}

// part returns a buffer, or a view of a part of it.
func (f *function) part(buffer *expr.Buffer, ranges []interval, at syntax.Node) (*ir.Value, error) {
	if err := f.checkInside(buffer, ranges, at); err != nil {
		return nil, err
	}
	t := buffer.V.Type().(*ir.MemRefType)
	whole := true
	slice := memref.Slice{}
	for i, r := range ranges {
		whole = whole && r.min == ir.OpFoldResult{} && r.extent.Value == nil && r.extent.Const == t.Shape[i]
		slice.Offsets = append(slice.Offsets, r.min)
		slice.Sizes = append(slice.Sizes, r.extent)
		slice.Strides = append(slice.Strides, ir.OpFoldResult{Const: 1})
	}
	if whole {
		return buffer.V, nil
	}
	return memref.NewSubView(f.b, nil, buffer.V, slice), nil
}
