package sameprogram

import (
	"fmt"
	"math"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// equalities takes the assertions at the entry that make extents equal.
func (r *reader) equalities(entry *ir.Block) {
	for op := range entry.Ops() {
		if op.Name() != "cf.assert" || !strings.Contains(op.StringAttr("msg"), ".shape[") {
			continue
		}
		cmp := op.Operand(0).DefiningOp()
		if cmp == nil || cmp.Name() != "arith.cmpi" {
			continue
		}
		dim := cmp.Operand(0).DefiningOp()
		predicate, _ := cmp.IntAttr("predicate")
		if dim == nil || dim.Name() != "memref.dim" || predicate != arith.EQ ||
			dim.Operand(0).DefiningOp() != nil {
			continue
		}
		if d, ok := ir.ConstInt(dim.Operand(1)); ok {
			to := r.value(cmp.Operand(1))
			r.emit("extent %d of #%d is #%d", d, r.buffer(dim.Operand(0)), to)
			r.shapes[[2]any{dim.Operand(0), d}] = to
		}
	}
}

// block reads the operations of a block that have effects.
func (r *reader) block(b *ir.Block) {
	if b == nil {
		return
	}
	r.region[b] = len(r.lines)
	for op := range b.Ops() {
		r.statement(op)
	}
}

func (r *reader) statement(op *ir.Op) {
	if rule := statements[op.Name()]; rule != nil {
		rule(r, op)
		return
	}
	switch {
	case op.Def().Loop != nil && op.Def().Loop.Dims(op) > 0:
		r.loop(op, 0)
	case isLoad(op):
		if op.Unused() {
			r.emit("evaluate #%d", r.value(op.Result(0)))
		}
	case op.Has(ir.Terminator), op.Has(ir.Pure), op.Def().View != nil, op.IsPure(), isPart(op):
	default:
		r.unknown(op)
	}
}

func isLoad(op *ir.Op) bool {
	return strings.HasSuffix(op.Name(), ".load") || op.Name() == "affine.vector_load"
}

// isPart reports whether an operation is part of trees although it is not pure: a division, a gather.
func isPart(op *ir.Op) bool {
	return op.NumResults() > 0 && op.NumRegions() == 0 &&
		(op.Def().DialectName() == "arith" || op.Name() == "vector.gather")
}

var statements map[string]func(r *reader, op *ir.Op)

func init() {
	ignored := func(*reader, *ir.Op) {}
	statements = map[string]func(r *reader, op *ir.Op){
		"memref.alloc": ignored, "memref.alloca": ignored, "memref.dealloc": ignored, "memref.dim": ignored,
		"scf.if": (*reader).branch, "affine.if": (*reader).branch, "memref.copy": (*reader).copy,
		"memref.store": (*reader).store, "affine.store": (*reader).store, "vector.store": (*reader).store,
		"affine.vector_store": (*reader).store, "cf.assert": (*reader).assert, "scf.while": (*reader).while,
		"pipeline.block": (*reader).sblock, "pipeline.axis": (*reader).axis, "func.call": (*reader).call,
		"pipeline.async_commit_stage": (*reader).scope, "pipeline.async_wait_stage": (*reader).scope,
		"pipeline.commit_queue": (*reader).scope, "pipeline.wait_queue": (*reader).scope,
		"pipeline.async_scope": (*reader).scope,
		"scf.execute_region":   func(r *reader, op *ir.Op) { r.block(op.Body()) },
	}
}

func (r *reader) store(op *ir.Op) {
	v := r.value(op.Operand(0))
	r.emit("store %v %s = #%d", elementText(op.Operand(0).Type()),
		r.element(op.Operand(1), r.subscripts(op, 2)), v)
}

// copy is read as the loop that it is.
func (r *reader) copy(op *ir.Op) {
	from, to := op.Operand(0), op.Operand(1)
	t := to.Type().(*ir.MemRefType)
	subs := make([]linear, len(t.Shape))
	for d := range t.Shape {
		n := r.extent(from, int64(d))
		if e := r.extent(to, int64(d)); e.isConst() {
			n = e
		}
		r.emit("for #%d #%d #%d  {", r.tree(number(0), 64), r.tree(n, 64), r.tree(number(1), 64))
		subs[d] = r.linear(r.fresh("iv"))
	}
	load := r.id(fmt.Sprintf("load:%v %s %s", elementText(t.Elem), r.element(from, subs),
		r.arrival.copied(op, root(from))))
	r.emit("store %v %s = #%d", elementText(t.Elem), r.element(to, subs), load)
	for range t.Shape {
		r.emit("}")
	}
}

// copied describes when the load of a copy happens: it is in a loop that writes the target only.
func (a *arrival) copied(op *ir.Op, buffer *ir.Value) string { return a.of(op, buffer) }

func (r *reader) loop(op *ir.Op, d int) {
	loop := op.Def().Loop
	b := loop.Bounds(op, d)
	lower := r.extremum("max", r.affineMap(b.Lower, b.LowerOperands), 64)
	upper := r.extremum("min", r.affineMap(b.Upper, b.UpperOperands), 64)
	r.emit("for #%d #%d #%d %s {", r.tree(lower, 64), r.tree(upper, 64), r.tree(r.fold(b.Step), 64),
		loopAttributes(op, d))
	iv := r.fresh("iv")
	r.values[loop.InductionVar(op, d)] = iv
	if step := r.fold(b.Step); step.isConst() && step.constant > 0 {
		r.least[iv] = leastBound(&b)
	}
	if d+1 < loop.Dims(op) {
		r.loop(op, d+1)
	} else {
		r.block(op.Body())
	}
	r.emit("}")
}

// leastBound returns a number that a loop does not begin below.
func leastBound(b *ir.LoopBounds) int64 {
	least := int64(math.MinInt32)
	for _, e := range b.Lower.Results {
		switch {
		case e.Kind == affine.Constant:
			least = max(least, e.Value)
		case e.Kind == affine.Dim || e.Kind == affine.Symbol && b.Lower.NumDims == 0:
			low, _ := form.Bounds(b.LowerOperands[e.Value])
			least = max(least, low)
		}
	}
	return least
}

// loopAttributes has the annotations, and the kind of loops that are parallel by themselves.
func loopAttributes(op *ir.Op, d int) string {
	if op.Def().Loop.Parallel {
		if list, ok := op.Attr("mapping").(*ir.ArrayAttr); ok {
			return " mapping=[" + attribute(list.Elems[d]) + "]"
		}
		return ` loop_kind="parallel"`
	}
	return attributes(op)
}

func (r *reader) branch(op *ir.Op) {
	if op.NumResults() > 0 {
		return
	}
	if i, ok := decided(op); ok {
		if b := op.Region(i).Entry(); b != nil {
			r.region[b] = r.region[op.Block()]
			for inner := range b.Ops() {
				r.statement(inner)
			}
		}
		return
	}
	r.emit("if #%d {", r.condition(op))
	r.block(op.Region(0).Entry())
	at := len(r.lines)
	r.emit("} else {")
	r.block(op.Region(1).Entry())
	if len(r.lines) == at+1 {
		r.lines = r.lines[:at]
	}
	r.emit("}")
}

func (r *reader) while(op *ir.Op) {
	before := op.Region(0).Entry()
	r.emit("while #%d {", r.value(before.Terminator().Operand(0)))
	r.block(op.Region(1).Entry())
	r.emit("}")
}

// assert reads an assertion; those that make extents equal were read.
func (r *reader) assert(op *ir.Op) {
	if !strings.Contains(op.StringAttr("msg"), ".shape[") {
		r.emit("assert #%d %q", r.value(op.Operand(0)), op.StringAttr("msg"))
	}
}

func (r *reader) sblock(op *ir.Op) {
	accesses := ""
	if callsOpaque(op) {
		for i := range op.NumOperands() {
			accesses += " " + r.memref(op.Operand(i))
		}
		accesses += fmt.Sprint(" reads ", len(pipeline.Reads(op)))
	}
	r.emit("block %q%s%s {", op.StringAttr(pipeline.NameAttr), attributes(op), accesses)
	r.block(op.Body())
	r.emit("}")
}

// callsOpaque reports whether the block declares what cannot be seen.
func callsOpaque(op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner.Name() == "func.call" {
			return true
		}
	}
	return false
}

func (r *reader) axis(op *ir.Op) {
	r.emit("axis %s #%d in #%d to #%d", op.StringAttr("kind"), r.value(op.Operand(0)), r.value(op.Operand(1)),
		r.value(op.Operand(2)))
	r.values[op.Result(0)] = r.fresh("axis")
}

// scope reads a scope; intrinsic commits and waits are scopes of nothing.
func (r *reader) scope(op *ir.Op) {
	switch op.Name() {
	case "pipeline.async_scope":
		r.emit("async {")
	case "pipeline.commit_queue", "pipeline.async_commit_stage":
		r.emit("commit %d {", pipeline.Queue(op))
	default:
		n, v := pipeline.Count(op)
		count := number(n)
		if v != nil {
			count = r.integer(v)
		}
		r.emit("wait %d leaving #%d {", pipeline.Queue(op), r.tree(count, 64))
	}
	if op.NumRegions() > 0 {
		r.block(op.Body())
	}
	r.emit("}")
}

func (r *reader) call(op *ir.Op) {
	r.emit("%s", r.callText(op))
	for _, v := range op.Results() {
		r.values[v] = r.fresh("result")
	}
}

// callText describes a call by what is called, and with what.
func (r *reader) callText(op *ir.Op) string {
	name := op.Attr("callee").String()
	via := `"call_extern"` // where a declaration does not say
	if callee := ir.NewSymbolTables().Resolve(op, op.Attr("callee").(*ir.SymbolRefAttr)); callee != nil {
		if a := callee.Attr("tvm.call"); a != nil {
			via = attribute(a)
		}
		if s := callee.StringAttr("tvm.extern"); s != "" {
			name = "@" + s
		}
		for _, told := range []string{form.DtypeAttr, form.StringsAttr} {
			if a := callee.Attr(told); a != nil {
				via += " " + attribute(a)
			}
		}
	}
	s := ""
	for i := range op.NumOperands() {
		s += " " + r.operand(op.Operand(i))
	}
	return fmt.Sprintf("call %s %s%s : %v", name, via, s, op.ResultTypes())
}

// unknown reads any other operation.
func (r *reader) unknown(op *ir.Op) {
	s := op.Name() + properties(op) + attributes(op)
	for i := range op.NumOperands() {
		s += " " + r.operand(op.Operand(i))
	}
	r.emit("%s", s)
	for _, v := range op.Results() {
		r.values[v] = r.fresh("result")
	}
	for _, region := range op.Regions() {
		r.emit("{")
		for _, b := range region.Blocks() {
			r.block(b)
		}
		r.emit("}")
	}
}

// attributes is the text of the annotations of an operation.
func attributes(op *ir.Op) string {
	s := ""
	for _, a := range ir.SortedAttrs(op.Attrs()) {
		s += " " + a.Name + "=" + attribute(a.Value)
	}
	return s
}

// attribute is the text of an attribute as Python would have it.
func attribute(a ir.Attr) string {
	switch a := a.(type) {
	case nil:
		return ""
	case *ir.IntegerAttr:
		return fmt.Sprint(a.Value)
	case *ir.UnitAttr:
		return "1"
	case *ir.DenseArrayAttr:
		return "[" + strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Values), " ", ","), "[]") + "]"
	case *ir.ArrayAttr:
		list := make([]string, len(a.Elems))
		for i, e := range a.Elems {
			list[i] = attribute(e)
		}
		return "[" + strings.Join(list, ",") + "]"
	case *ir.DictAttr:
		s := "{"
		for _, e := range a.Entries {
			s += e.Name + ":" + attribute(e.Value) + ","
		}
		return s + "}"
	case *ir.FloatAttr:
		return fmt.Sprint(a.Float64())
	}
	return a.String()
}
