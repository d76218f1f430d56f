package exporter

import (
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// loop prints a loop of any kind. A loop of several dimensions becomes a nest.
func (p *printer) loop(op *ir.Op) {
	inits, _ := op.Def().Loop.Inits(op)
	if op.NumResults() > 0 || len(inits) > 0 {
		p.fail(op.Errorf(codeCarried, "this loop has loop-carried values, and TVMScript has none").
			Suggest("store the value in a buffer of one element"))
		return
	}
	if op.Def().Loop.Dims(op) == 0 {
		if !p.isEmpty(op.Body()) {
			p.ops(op.Body().First())
		}
		return
	}
	if op.Attr("unsignedCmp") != nil {
		p.fail(op.Errorf(codeOp,
			"a loop with unsigned bounds has no form in TVMScript").
			Suggest("compare the bounds as signed numbers"))
	}
	if !isIndex(op.Def().Loop.InductionVar(op, 0).Type()) {
		p.fail(op.Errorf(codeType, "the loop variable has the type %v",
			op.Def().Loop.InductionVar(op, 0).Type()).
			Suggest("count in type index, and cast the variable in the body"))
		return
	}
	if nest := p.nest(op); len(nest) > 1 {
		p.grid(nest)
		return
	}
	p.dimension(op, 0)
}

// dimension prints dimension d of a loop. Its body has the next dimensions.
func (p *printer) dimension(op *ir.Op, d int) {
	loop := op.Def().Loop
	p.names.open()
	defer p.names.close()
	bounds := loop.Bounds(op, d)
	iv := p.name(loop.InductionVar(op, d), loopNames)
	p.text("for " + iv + " in ")
	p.text(p.loopFunction(op, d, &bounds))
	p.text("(")
	p.bounds(op, d, &bounds)
	if tag := p.threadTag(op, d); tag != "" {
		p.text(", thread=")
		p.quoted(tag)
	}
	if d == 0 {
		p.annotations(op)
	}
	p.text(")")
	p.open()
	empty := false
	if d+1 < loop.Dims(op) {
		p.dimension(op, d+1)
	} else {
		empty = !p.ops(op.Body().First())
	}
	p.close(empty)
}

// loopFunction returns the function that makes the loop: range, or a function of T.
func (p *printer) loopFunction(op *ir.Op, d int, bounds *ir.LoopBounds) string {
	kind := op.StringAttr(form.KindAttr)
	switch {
	case p.threadTag(op, d) != "":
		return "T.thread_binding"
	case kind != "":
		function := form.KindFunction(kind)
		if function == "" {
			p.fail(op.Errorf(codeOp, "loops of kind %q have no form in TVMScript", kind).
				Suggest(`use "parallel", "vectorized" or "unrolled"`))
		}
		return "T." + function
	case op.Def().Loop.Parallel:
		return "T.parallel"
	case len(annotations(op)) > 0 || !isUnit(bounds.Step):
		return "T.serial"
	}
	return "range"
}

// threadTag returns the thread that dimension d of a loop is bound to, "" for none.
func (p *printer) threadTag(op *ir.Op, d int) string {
	list, ok := op.Attr(form.MappingAttr).(*ir.ArrayAttr)
	if !ok || d >= len(list.Elems) {
		return ""
	}
	tag, _ := form.ThreadTag(op.Context().Array(list.Elems[d : d+1]))
	if tag == "" && d == 0 {
		p.fail(op.Errorf(codeOp, "mapping %v has no thread in TVMScript", list).
			Suggest("map to #gpu.thread<x> or #gpu.block<x>, or leave the mapping out"))
	}
	return tag
}

// bounds writes the arguments of a loop: extent, or lower and upper bound, and a step.
func (p *printer) bounds(op *ir.Op, d int, b *ir.LoopBounds) {
	if !isZero(b) || !isUnit(b.Step) {
		p.bound(b.Lower, b.LowerOperands, "max")
		p.text(", ")
	}
	p.upperBound(op, d, b)
	if !isUnit(b.Step) {
		p.text(", step=")
		if b.Step.Value != nil {
			p.value(b.Step.Value, anything, plain)
		} else {
			p.int(b.Step.Const)
		}
	}
}

// bound writes a bound. Affine loops can have several expressions, of which the bound is the largest or the
// smallest.
func (p *printer) bound(m *aff.Map, operands []*ir.Value, function string) {
	p.mapResults(m, p.inputs(operands, m.NumDims), function, anything)
}

// isZero reports whether a loop begins at 0.
func isZero(b *ir.LoopBounds) bool {
	if c, ok := b.Lower.SingleConstant(); ok {
		return c == 0
	}
	c, ok := lowerValue(b)
	return ok && c == 0
}

func lowerValue(b *ir.LoopBounds) (int64, bool) {
	if len(b.LowerOperands) != 1 || !b.Lower.IsIdentity() {
		return 0, false
	}
	return ir.ConstInt(b.LowerOperands[0])
}

func isUnit(step ir.OpFoldResult) bool {
	if step.Value == nil {
		return step.Const == 1
	}
	c, ok := ir.ConstInt(step.Value)
	return ok && c == 1
}

// annotations returns the attributes of a loop that are annotations.
func annotations(op *ir.Op) []ir.NamedAttr {
	var out []ir.NamedAttr
	for _, a := range op.Attrs() {
		if a.Name != form.KindAttr && a.Name != form.MappingAttr {
			out = append(out, a)
		}
	}
	return out
}

// annotations writes the attributes of a loop, among them those that ask for a pipeline.
func (p *printer) annotations(op *ir.Op) {
	if list := annotations(op); len(list) > 0 {
		p.text(", annotations=")
		p.dict(list, op)
	}
}

// nest returns the loops that one T.grid can make. Each is the whole body of the one before. The loops begin
// at 0, and no extent depends on the loops around it.
func (p *printer) nest(op *ir.Op) []*ir.Op {
	var nest []*ir.Op
	for op != nil && p.isPlain(op) && (len(nest) == 0 || p.isFixed(op, nest[0])) {
		nest = append(nest, op)
		op = p.onlyStatement(op.Body())
	}
	return nest
}

// isPlain reports whether a loop is serial, begins at 0 and has no annotations.
func (p *printer) isPlain(op *ir.Op) bool {
	if op.Name() != "scf.for" && op.Name() != "affine.for" || len(op.Attrs()) > 0 || op.NumResults() > 0 ||
		op.Attr("unsignedCmp") != nil {
		return false
	}
	b := op.Def().Loop.Bounds(op, 0)
	return isZero(&b) && isUnit(b.Step) && isIndex(op.Body().Arg(0).Type())
}

// isFixed reports whether the extent of a loop does not change while outer runs.
func (p *printer) isFixed(op, outer *ir.Op) bool {
	for _, v := range op.Def().Loop.Bounds(op, 0).UpperOperands {
		if !p.isOutside(v, outer) {
			return false
		}
	}
	return true
}

// isOutside reports whether v can be written in front of an operation: it has a name there, or is computed
// without memory from values that do.
func (p *printer) isOutside(v *ir.Value, op *ir.Op) bool {
	def := v.DefiningOp()
	if def == nil {
		return !op.IsAncestorOf(v.Owner().ParentOp())
	}
	if in := p.plan.of(def); in == nil || in.role == binding || in.role == statement {
		return !op.IsAncestorOf(def)
	}
	if !isExpression(def) || isLoad(def) || isIf(def) {
		return false
	}
	for i := range def.NumOperands() {
		if !p.isOutside(def.Operand(i), op) {
			return false
		}
	}
	return true
}

// onlyStatement returns the only operation of a block that has text, nil if there is not exactly one.
func (p *printer) onlyStatement(b *ir.Block) *ir.Op {
	var found *ir.Op
	for op := b.First(); op != nil; op = op.Next() {
		if role := p.plan.of(op).role; role == silent || role == inline {
			continue
		}
		if found != nil || p.plan.of(op).role != statement {
			return nil
		}
		found = op
	}
	return found
}

// grid prints a nest as one T.grid with the body of the innermost loop.
func (p *printer) grid(nest []*ir.Op) {
	p.names.open()
	defer p.names.close()
	ivs := make([]string, len(nest))
	for i, op := range nest {
		ivs[i] = p.name(op.Body().Arg(0), loopNames)
	}
	p.loopOver(ivs, func(d int) {
		b := nest[d].Def().Loop.Bounds(nest[d], 0)
		p.upperBound(nest[d], 0, &b)
	})
	p.body(nest[len(nest)-1].Body())
}
