package expr

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// Condition returns the condition of a statement as an i1.
func (e *Evaluator) Condition(x syntax.Expr) (*ir.Value, error) {
	v, err := e.Value(x)
	if err != nil {
		return nil, err
	}
	return e.StatementCondition(v, x)
}

// StatementCondition returns a value as the condition of a statement. In an if, a while and an assert TVM
// accepts an integer, which holds if it is not zero. Conditions in expressions are of dtype bool.
func (e *Evaluator) StatementCondition(v Value, at syntax.Node) (*ir.Value, error) {
	if s, ok := v.(*Scalar); ok && s.Dtype.IsInt() && s.Dtype.Lanes == 1 {
		return e.nonZero(s, at)
	}
	return e.ToCondition(v, at)
}

// ToCondition returns a value as an i1.
func (e *Evaluator) ToCondition(v Value, at syntax.Node) (*ir.Value, error) {
	v, err := e.Force(v, at)
	if err != nil {
		return nil, err
	}
	_, isBuffer := v.(*Buffer)
	_, isPointer := v.(*Pointer)
	_, isTruthless := v.(Truthless)
	if isPython(v) || isBuffer || isPointer || isTruthless { // the last three are errors
		truth, err := e.Truth(v, at)
		if err != nil {
			return nil, err
		}
		return e.constant(e.Ctx.Bool(truth), at)
	}
	s, err := e.ToScalar(v, at)
	if err != nil {
		return nil, err
	}
	if s.Dtype != form.Boolean {
		return nil, e.Errorf(CodeDtype, at, "a condition is of dtype bool, and this is %s", s.Dtype).
			Suggest("compare it: x != 0")
	}
	return s.V, nil
}

func truthValue(v *ir.Value) *Scalar { return &Scalar{v, form.Boolean} }

// comparison is an operator with its predicates.
type comparison struct{ int, uint, float int64 }

var comparisons = map[syntax.Op]comparison{
	syntax.Eq: {arith.EQ, arith.EQ, arith.OEQ},
	syntax.Ne: {arith.NE, arith.NE, arith.UNE},
	syntax.Lt: {arith.SLT, arith.ULT, arith.OLT},
	syntax.Le: {arith.SLE, arith.ULE, arith.OLE},
	syntax.Gt: {arith.SGT, arith.UGT, arith.OGT},
	syntax.Ge: {arith.SGE, arith.UGE, arith.OGE},
}

// compare evaluates a < b <= c: the conjunction of the comparisons. Each operand is evaluated once.
func (e *Evaluator) compare(x *syntax.Compare) (Value, error) {
	left, err := e.comparand(x.X, x.Ops[0])
	if err != nil {
		return nil, err
	}
	return e.compareRest(left, x, 0)
}

// comparand evaluates an operand. An element is not loaded for a comparison of identity.
func (e *Evaluator) comparand(x syntax.Expr, op syntax.Op) (Value, error) {
	if _, isOrder := comparisons[op]; isOrder {
		return e.Value(x)
	}
	return e.Eval(x)
}

// compareRest compares left with operand number i, and that operand with the rest. Each operand is evaluated
// once, and only if the comparisons before it do not decide the result.
func (e *Evaluator) compareRest(left Value, x *syntax.Compare, i int) (Value, error) {
	between := e.mark()
	right, err := e.comparand(x.Rest[i], x.Ops[i])
	if err != nil {
		return nil, err
	}
	first, err := e.compareAt(x.Ops[i], left, right, between, x)
	if err != nil || i+1 == len(x.Ops) {
		return first, err
	}
	return e.chain(syntax.And, first, x, func() (Value, error) { return e.compareRest(right, x, i+1) })
}

// Compare returns x op y for a comparison.
func (e *Evaluator) Compare(op syntax.Op, x, y Value, at syntax.Node) (Value, error) {
	return e.compareAt(op, x, y, mark{}, at)
}

// compareAt is Compare with a mark for the conversion of the left operand.
func (e *Evaluator) compareAt(op syntax.Op, x, y Value, between mark, at syntax.Node) (Value, error) {
	for _, v := range []Value{x, y} {
		if u, ok := v.(*Unknown); ok {
			return u, nil
		}
	}
	c, isOrder := comparisons[op]
	if !isOrder {
		return e.identity(op, x, y, at)
	}
	if imm, ok := x.(*Imm); ok && isFoldable(y) {
		x = imm.plain()
	}
	if imm, ok := y.(*Imm); ok && isFoldable(x) {
		y = imm.plain()
	}
	if isFoldable(x) && isFoldable(y) || isSymbolic(x) || isSymbolic(y) {
		truth, err := e.pythonCompare(op, x, y, at)
		return &Bool{truth}, err
	}
	return e.compareScalars(op, c, x, y, between, at)
}

// isFoldable reports whether a comparison with the value may have a result at import time.
func isFoldable(v Value) bool {
	_, isImm := v.(*Imm)
	return isImm && !isHuge(v) || isPython(v)
}

// isSymbolic reports whether Python compares a value as a whole: a string, a sequence, a function.
func isSymbolic(v Value) bool {
	switch v.(type) {
	case *Str, *None, *Seq, *Dict, *Ellipsis, *Dtype, *Builtin, *Func, *Method:
		return true
	}
	return false
}

// compareScalars compares values of the IR. NaN differs from every number, and is neither less nor greater.
func (e *Evaluator) compareScalars(op syntax.Op, c comparison, x, y Value, between mark,
	at syntax.Node) (Value, error) {
	t, err := e.unify(x, y, at)
	if err != nil {
		return nil, err
	}
	if t.dtype.Code == form.Bool && op != syntax.Eq && op != syntax.Ne {
		return nil, e.Errorf(CodeDtype, at, "%s is not defined for dtype bool",
			op).Suggest("convert the truth values: T.Cast(\"int32\", x)")
	}
	a, b, err := e.both(x, y, t, between, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	d := form.Boolean
	d.Lanes = t.dtype.Lanes
	switch {
	case t.dtype.IsFloat():
		return &Scalar{e.compareFloats(c.float, a.V, b.V), d}, nil
	case t.dtype.Code == form.UInt:
		return &Scalar{arith.Cmp(e.B, c.uint, a.V, b.V), d}, nil
	}
	return &Scalar{arith.Cmp(e.B, c.int, a.V, b.V), d}, nil
}

func (e *Evaluator) compareFloats(predicate int64, x, y *ir.Value) *ir.Value {
	a := ir.NamedAttr{Name: "predicate", Value: e.Ctx.Int(e.Ctx.I64, predicate)}
	return e.B.Op(arith.CmpF, []*ir.Value{x, y}, a).Result(0)
}

// identity evaluates x in y, x is y and their negations, whose results are known at import time.
func (e *Evaluator) identity(op syntax.Op, x, y Value, at syntax.Node) (Value, error) {
	var truth bool
	var err error
	switch op {
	case syntax.Is, syntax.IsNot:
		truth, err = e.same(x, y, at)
	default:
		truth, err = e.memberOf(x, y, at)
	}
	if err != nil {
		return nil, err
	}
	return &Bool{truth == (op == syntax.Is || op == syntax.In)}, nil
}

// same reports whether two values are identical. Values without identity are identical if they are equal and
// of one type.
func (e *Evaluator) same(x, y Value, at syntax.Node) (bool, error) {
	switch x.(type) {
	case *Int, *Float, *Bool, *Str, *None, *Dtype, *Imm:
		if x.Kind() != y.Kind() {
			return false, nil
		}
		return e.equal(x, y, at)
	}
	return x == y, nil
}

// memberOf evaluates x in y.
func (e *Evaluator) memberOf(x, y Value, at syntax.Node) (bool, error) {
	if s, ok := y.(*Str); ok {
		part, ok := x.(*Str)
		if !ok {
			return false, e.Errorf(CodeType, at, "%s is not searched for in a string", x.Kind())
		}
		return strings.Contains(s.V, part.V), e.steps(len(s.V), at)
	}
	elems, err := e.Iterate(y, at)
	if err != nil {
		return false, err
	}
	return e.contains(elems, x, at)
}

// not evaluates the negation of a condition.
func (e *Evaluator) not(x syntax.Expr, at syntax.Node) (Value, error) {
	v, err := e.Value(x)
	if err != nil {
		return nil, err
	}
	return e.Not(v, at)
}

// Not returns not x.
func (e *Evaluator) Not(v Value, at syntax.Node) (Value, error) {
	if u, ok := v.(*Unknown); ok {
		return u, nil
	}
	if _, isScalar := v.(*Scalar); !isScalar {
		truth, err := e.Truth(v, at)
		return &Bool{!truth}, err
	}
	if s := v.(*Scalar); s.Dtype.Code != form.Bool {
		return nil, e.Errorf(CodeDtype, at, "not is defined for conditions, and this is %s",
			s.Dtype).Suggest("compare it: x == 0")
	}
	return e.withConstant(arith.XOrI, v.(*Scalar), 1, at)
}

// logical evaluates x and y, x or y.
func (e *Evaluator) logical(x *syntax.Logical) (Value, error) {
	v, err := e.Value(x.X)
	if err != nil {
		return nil, err
	}
	return e.chain(x.Op, v, x, func() (Value, error) { return e.Value(x.Y) })
}

// chain evaluates v and rest, v or rest. It evaluates rest only if v does not decide the result. If v is a
// value of the IR, it evaluates both.
func (e *Evaluator) chain(op syntax.Op, v Value, at syntax.Node, rest func() (Value, error)) (Value, error) {
	if s, isScalar := v.(*Scalar); isScalar {
		if s.Dtype.Code == form.Bool && s.Dtype.Lanes > 1 {
			return nil, e.Errorf(CodeDtype, at, "%s is not defined for vectors",
				op).Suggest("use & and | for vectors of truth values")
		}
		c, err := e.ToCondition(s, at)
		if err != nil {
			return nil, err
		}
		return e.chainScalars(op, c, at, rest)
	}
	if u, ok := v.(*Unknown); ok {
		return u, nil
	}
	truth, err := e.Truth(v, at)
	if err != nil {
		return nil, err
	}
	if truth == (op == syntax.And) {
		return rest()
	}
	return v, nil
}

// chainScalars first evaluates the rest into a block of its own. If that block has no effect and cannot fail,
// its operations are put in front of an arith.andi or arith.ori. Otherwise the block becomes a branch of an
// scf.if.
func (e *Evaluator) chainScalars(op syntax.Op, c *ir.Value, at syntax.Node,
	rest func() (Value, error)) (Value, error) {
	var second *ir.Value
	block, err := e.inBlock(func() error {
		v, err := rest()
		if err != nil {
			return err
		}
		second, err = e.ToCondition(v, at)
		return err
	})
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	return truthValue(e.join(op, c, block, second)), nil
}

// AndThen returns c and second, where second comes from the operations of a detached block. They are executed
// only if c holds, or if executing them has no effect and cannot fail.
func (e *Evaluator) AndThen(c *ir.Value, block *ir.Block, second *ir.Value) *ir.Value {
	return e.join(syntax.And, c, block, second)
}

// join returns c and second, or c or second, where second comes from the operations of a detached block.
func (e *Evaluator) join(op syntax.Op, c *ir.Value, block *ir.Block, second *ir.Value) *ir.Value {
	if isHarmless(block) {
		e.splice(block)
		def := map[syntax.Op]*ir.OpDef{syntax.And: arith.AndI, syntax.Or: arith.OrI}[op]
		return arith.Binary(e.B, def, c, second)
	}
	known := e.ConstBool(op == syntax.Or)
	if op == syntax.And {
		return e.choose(c, block, ir.NewBlock(), second, known)
	}
	return e.choose(c, ir.NewBlock(), block, known, second)
}

// inBlock calls f with the builder in a detached block.
func (e *Evaluator) inBlock(f func() error) (*ir.Block, error) {
	block := ir.NewBlock()
	if e.B == nil {
		return block, f()
	}
	var err error
	e.B.InBlock(block, func() { err = f() })
	return block, err
}

// isHarmless reports whether the operations of a block may run where the program would not run them: it has
// no loads, no calls, and no division by a number that may be zero.
func isHarmless(block *ir.Block) bool {
	for op := range block.Ops() {
		if op.NumRegions() > 0 || !op.IsEffectFree() {
			return false
		}
		if op.Def().Speculate != nil && !op.Def().Speculate(op) {
			return false
		}
	}
	return true
}

// splice moves the operations of a detached block to the insertion point.
func (e *Evaluator) splice(block *ir.Block) {
	for op := block.First(); op != nil; op = block.First() {
		op.Remove()
		e.B.Insert(op)
	}
}

// choose makes an scf.if of two blocks that yield a value each.
func (e *Evaluator) choose(c *ir.Value, then, els *ir.Block, x, y *ir.Value) *ir.Value {
	e.B.InBlock(then, func() { scf.NewYield(e.B, x) })
	e.B.InBlock(els, func() { scf.NewYield(e.B, y) })
	return e.B.Create(ir.OpState{
		Def: scf.If, Operands: []*ir.Value{c}, Results: []ir.Type{x.Type()},
		Regions: []*ir.Region{ir.NewRegion(then), ir.NewRegion(els)},
	}).Result(0)
}

// conditional evaluates a if c else b, and T.if_then_else(c, a, b). Only one of the two values is computed.
func (e *Evaluator) conditional(cond, then, els syntax.Expr, at syntax.Node) (Value, error) {
	c, err := e.Value(cond)
	if err != nil {
		return nil, err
	}
	if u, ok := c.(*Unknown); ok {
		return u, nil
	}
	if _, isScalar := c.(*Scalar); !isScalar {
		truth, err := e.Truth(c, cond)
		if err != nil {
			return nil, err
		}
		if truth {
			return e.Eval(then)
		}
		return e.Eval(els)
	}
	v, err := e.ToCondition(c, cond)
	if err != nil {
		return nil, err
	}
	return e.branches(v, then, els, at)
}

// branches evaluates both sides into blocks, which become those of an scf.if.
func (e *Evaluator) branches(c *ir.Value, then, els syntax.Expr, at syntax.Node) (Value, error) {
	var values [2]Value
	var blocks [2]*ir.Block
	for i, x := range []syntax.Expr{then, els} {
		block, err := e.inBlock(func() (err error) {
			values[i], err = e.Value(x)
			return err
		})
		if err != nil {
			return nil, err
		}
		blocks[i] = block
	}
	t, err := e.unify(values[0], values[1], at)
	if err != nil {
		return nil, err
	}
	var results [2]*ir.Value
	for i, x := range []syntax.Expr{then, els} {
		e.B.InBlock(blocks[i], func() {
			var s *Scalar
			if s, err = e.as(values[i], t, x); err == nil {
				results[i] = s.V
			}
		})
		if err != nil {
			return nil, err
		}
	}
	e.Locate(at)
	return &Scalar{e.choose(c, blocks[0], blocks[1], results[0], results[1]), t.dtype}, nil
}
