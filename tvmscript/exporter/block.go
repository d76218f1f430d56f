package exporter

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// sblock prints a block.
func (p *printer) sblock(op *ir.Op) {
	if scope, ok := op.Attr(form.ScopeAttr).(*ir.DictAttr); ok && len(op.Attrs()) == 1 && isScope(scope) {
		p.otherScope(op, scope)
		return
	}
	p.sblockWhere(op, nil)
}

// isScope reports whether a dictionary has the entries that T.attr needs.
func isScope(scope *ir.DictAttr) bool {
	_, ok := scope.Get("key").(*ir.StringAttr)
	return ok && isAnnotation(scope.Get("node")) && isAnnotation(scope.Get("value"))
}

// otherScope prints a T.attr scope that has a meaning only in TVM.
func (p *printer) otherScope(op *ir.Op, scope *ir.DictAttr) {
	p.text("with T.attr(")
	if combiner, identity, ok := reducerOf(scope); ok {
		p.text("T.comm_reducer(" + combiner + ", ")
		p.list(len(identity), func(i int) { p.text(identity[i]) })
		p.text(`), "` + form.ReduceScope + `", T.reinterpret("handle", T.uint64(0)))`)
		p.body(op.Body())
		return
	}
	for i, part := range []string{"node", "key", "value"} {
		if i > 0 {
			p.text(", ")
		}
		p.annotation(scope.Get(part), op)
	}
	p.text(")")
	p.body(op.Body())
}

// reducerOf returns the text of the reducer that is the node of a scope. ok is false if the node is not a
// reducer.
func reducerOf(scope *ir.DictAttr) (combiner string, identity []string, ok bool) {
	key, _ := scope.Get("key").(*ir.StringAttr)
	node, isDict := scope.Get("node").(*ir.DictAttr)
	if !isDict || key.Value != form.ReduceScope {
		return "", nil, false
	}
	text, ok1 := node.Get(form.ReducerAttr).(*ir.StringAttr)
	list, ok2 := node.Get(form.IdentityAttr).(*ir.ArrayAttr)
	if _, isLambda := expressionIn(text).(*syntax.Lambda); !ok1 || !ok2 || !isLambda {
		return "", nil, false
	}
	for _, e := range list.Elems {
		s, isString := e.(*ir.StringAttr)
		if !isString || expressionIn(s) == nil {
			return "", nil, false
		}
		identity = append(identity, s.Value)
	}
	return text.Value, identity, true
}

// expressionIn returns the expression in a text of Python, nil if the text is not exactly one expression.
// Text from the program is printed only after this check.
func expressionIn(a *ir.StringAttr) syntax.Expr {
	if a == nil || strings.ContainsAny(a.Value, "#\n") {
		return nil
	}
	file, diags := syntax.Parse(diag.NewFile("", []byte("("+a.Value+"\n)\n")))
	if diags.HasErrors() || len(file.Body) != 1 {
		return nil
	}
	s, ok := file.Body[0].(*syntax.ExprStmt)
	if !ok {
		return nil
	}
	x, ok := s.X.(*syntax.Paren)
	if !ok {
		return nil
	}
	return x.X
}

// sblockWhere prints a block that runs only if a condition holds. where is the scf.if, nil for none.
func (p *printer) sblockWhere(block, where *ir.Op) {
	p.text("with T.sblock(")
	p.quoted(block.StringAttr(pipeline.NameAttr))
	p.text(")")
	p.open()
	axes, rest := p.leadingAxes(block.Body())
	p.axes(axes)
	if where != nil {
		p.text("T.where(")
		p.condition(where.Operand(0), anything)
		p.text(")")
		p.end()
	}
	p.accesses(block, p.initOf(rest, axes) != nil)
	if attrs := block.Attrs(); len(attrs) > 0 {
		p.text("T.sblock_attr(")
		p.dict(attrs, block)
		p.text(")")
		p.end()
	}
	p.header = true
	p.close(!p.blockBody(rest, axes))
}

// leadingAxes returns the axes at the beginning of a block, and the first operation behind them.
func (p *printer) leadingAxes(b *ir.Block) (axes []*ir.Op, rest *ir.Op) {
	rest = b.First()
	for op := rest; op != nil; op = op.Next() {
		if op.Name() == "pipeline.axis" {
			axes = append(axes, op)
			rest = op.Next()
			continue
		}
		if role := p.plan.of(op).role; role != inline && role != silent {
			break
		}
	}
	return axes, rest
}

// blockBody prints the statements of a block, with its T.init. It reports whether there are any.
func (p *printer) blockBody(op *ir.Op, axes []*ir.Op) bool {
	before := len(p.out)
	init := p.initOf(op, axes)
	for ; op != nil; op = op.Next() {
		if op != init {
			p.op(op)
			continue
		}
		p.text("with T.init()")
		p.body(op.Region(0).Entry())
	}
	return len(p.out) > before
}

// initOf returns the scf.if that is T.init, or nil. It is the first operation behind the axes, op, and its
// condition is that all reduce axes are at their lower end.
func (p *printer) initOf(op *ir.Op, axes []*ir.Op) *ir.Op {
	for ; op != nil; op = op.Next() {
		role := p.plan.of(op).role
		if role == inline || role == silent || isAlloc(op) || isView(op) {
			continue
		}
		if op.Name() == "scf.if" && op.NumResults() == 0 && op.Region(1).Empty() &&
			atLowerEnd(op.Operand(0), axes) {
			return op
		}
		return nil
	}
	return nil
}

// atLowerEnd reports whether the condition is that all reduce axes, in their order, are at their lower end.
func atLowerEnd(condition *ir.Value, axes []*ir.Op) bool {
	comparisons := conjuncts(condition, nil)
	n := 0
	for _, axis := range axes {
		if axis.StringAttr("kind") != "reduce" {
			continue
		}
		if n == len(comparisons) || !isEqual(comparisons[n], axis.Result(0), axis.Operand(1)) {
			return false
		}
		n++
	}
	return n > 0 && n == len(comparisons)
}

func conjuncts(v *ir.Value, list []*ir.Value) []*ir.Value {
	if op := v.DefiningOp(); op != nil && op.Name() == "arith.andi" && len(list) < 64 {
		return conjuncts(op.Operand(1), conjuncts(op.Operand(0), list))
	}
	return append(list, v)
}

// isEqual reports whether v is the comparison a == b.
func isEqual(v, a, b *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil || op.Name() != "arith.cmpi" {
		return false
	}
	predicate, _ := op.IntAttr("predicate")
	return predicate == arith.EQ && op.Operand(0) == a && same(op.Operand(1), b)
}

// axes prints the axes of a block. Neighbouring axes that are loop variables with the loops' ranges are
// remapped together.
func (p *printer) axes(axes []*ir.Op) {
	for len(axes) > 0 {
		n := 0
		for n < len(axes) && p.isRemapped(axes[n]) {
			n++
		}
		if n < 2 {
			p.axis(axes[0])
			axes = axes[1:]
			continue
		}
		p.remap(axes[:n])
		axes = axes[n:]
	}
}

// axis prints one axis.
func (p *printer) axis(op *ir.Op) {
	value := p.detached(func() { p.value(op.Operand(0), anything, plain) })
	bounds := p.detached(func() { p.axisBounds(op) })
	p.text(p.axisName(op) + " = T.axis." + op.StringAttr("kind") + "(" + bounds + ", " + value + ")")
	p.end()
}

func (p *printer) axisBounds(op *ir.Op) {
	end := op.Operand(2)
	write := func() { p.value(end, anything, plain) }
	if p.wide[op.Result(0)] && !p.hasWideText(end) {
		inner := write
		write = func() { p.asInt64(func() (int64, bool) { return 0, false }, []*ir.Value{end}, inner) }
	}
	if c, ok := ir.ConstInt(op.Operand(1)); ok && c == 0 {
		write()
		return
	}
	p.text("(")
	p.value(op.Operand(1), anything, plain)
	p.text(", ")
	write()
	p.text(")")
}

// axisKind returns the kind of an axis. An axis is an int64 if one end of its domain is. A remapped axis has
// the dtype of the variable.
func (p *printer) axisKind(op *ir.Op) kind {
	k := kind{index, form.Int32}
	if p.wide[op.Result(0)] || p.hasWideText(op.Operand(1)) || p.hasWideText(op.Operand(2)) {
		k.dtype = form.Int64
	}
	return k
}

// detached returns the text that f writes, instead of adding it to the statement.
func (p *printer) detached(f func()) string {
	start := len(p.line)
	f()
	text := string(p.line[start:])
	p.line = p.line[:start]
	return text
}

// axisName gives an axis a name: that of its loop variable, with a prefix, if the axis is one.
func (p *printer) axisName(op *ir.Op) string {
	v := op.Result(0)
	p.kinds[v] = p.axisKind(op)
	if name := p.values[op.Operand(0)]; p.hint(v) == "" && name != "" && op.Operand(0).IsArgument() {
		return p.name(v, []string{"v" + name})
	}
	return p.name(v, axisNames)
}

// isRemapped reports whether an axis is a loop variable and has the range of the loop.
func (p *printer) isRemapped(op *ir.Op) bool {
	kind := op.StringAttr("kind")
	v := op.Operand(0)
	if p.kind(v) != p.axisKind(op) {
		return false // the axis would have the dtype of the variable
	}
	if kind != "spatial" && kind != "reduce" || !v.IsArgument() || v.Owner().ParentOp() == nil {
		return false
	}
	loop := v.Owner().ParentOp()
	if loop.Def().Loop == nil {
		return false
	}
	for d := range loop.Def().Loop.Dims(loop) {
		if loop.Def().Loop.InductionVar(loop, d) == v {
			b := loop.Def().Loop.Bounds(loop, d)
			return isUnit(b.Step) &&
				isBound(b.Lower.SingleConstant, b.LowerOperands, b.Lower.IsIdentity(), op.Operand(1)) &&
				isBound(b.Upper.SingleConstant, b.UpperOperands, b.Upper.IsIdentity(), op.Operand(2))
		}
	}
	return false
}

// isBound reports whether a bound of a loop is v.
func isBound(constant func() (int64, bool), operands []*ir.Value, identity bool, v *ir.Value) bool {
	if c, ok := constant(); ok {
		n, isConst := ir.ConstInt(v)
		return isConst && n == c
	}
	return identity && len(operands) == 1 && same(operands[0], v)
}

// remap prints several axes in one line.
func (p *printer) remap(axes []*ir.Op) {
	kinds, values := "", ""
	for i, op := range axes {
		if i > 0 {
			values += ", "
		}
		kinds += map[string]string{"spatial": "S", "reduce": "R"}[op.StringAttr("kind")]
		values += p.values[op.Operand(0)]
	}
	for i, op := range axes {
		if i > 0 {
			p.text(", ")
		}
		p.text(p.axisName(op))
	}
	p.text(` = T.axis.remap("` + kinds + `", [` + values + "])")
	p.end()
}
