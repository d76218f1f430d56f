package importer

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// loopFunctions are the functions in heads of loops, with the value of KindAttr.
var loopFunctions = map[string]string{
	"range": "", "T.serial": "", "T.parallel": "parallel", "T.vectorized": "vectorized",
	"T.unroll": "unrolled",
}

// maxNesting bounds the nesting of loops: T.grid makes nested loops of a list of any length.
const maxNesting = 256

// loopHead is the evaluated head of a loop.
type loopHead struct {
	lower, upper, step *ir.Value
	dtype              form.Dtype     // of the variable: int64 if one of the bounds is, else int32
	attrs              []ir.NamedAttr // for the kind of the loop
	annotations        []ir.NamedAttr
	annotated          syntax.Expr // the dict of the annotations
}

// forLoop imports a loop. A loop over values that are known at import time is unrolled.
func (f *function) forLoop(s *syntax.For) error {
	if len(s.Else) > 0 {
		f.imp.report(f.ev.Errorf(codeLoop, s.Else[0],
			"a loop with else").Suggest("write these statements behind the loop"))
	}
	call, ok := s.Iter.(*syntax.Call)
	if !ok {
		return f.unrolled(s)
	}
	name := f.callee(call.Fun)
	var err error
	switch kind, isLoop := loopFunctions[name]; {
	case isLoop:
		err = f.countedLoop(s, call, kind)
	case name == "T.grid":
		err = f.grid(s, call)
	case name == "T.thread_binding":
		err = f.threadLoop(s, call)
	default:
		return f.unrolled(s)
	}
	if err != nil {
		f.brokenLoop(s, err)
	}
	return nil
}

// brokenLoop reports an error in the head of a loop, and looks for errors in its body.
func (f *function) brokenLoop(s *syntax.For, err error) {
	f.fail(err)
	outer := f.loop
	f.loop = &loop{broken: true}
	f.names.push(false)
	f.poisonNames(s.Target)
	f.suite(s.Body)
	f.names.pop()
	f.loop = outer
}

// countedLoop imports `for i in T.serial(lower, upper, step=..., annotations={...})`.
func (f *function) countedLoop(s *syntax.For, call *syntax.Call, kind string) error {
	args, err := f.args(call, "start", "stop?", "step?", "annotations?")
	if err != nil {
		return err
	}
	head, err := f.head(args.Get("start"), args.Get("stop"), args.Get("step"), args.Get("annotations"))
	if err != nil {
		return err
	}
	if kind != "" {
		head.attrs = append(head.attrs, ir.NamedAttr{Name: form.KindAttr, Value: f.imp.ctx.String(kind)})
	}
	return f.loops(s, []loopHead{head})
}

// head evaluates the bounds of a loop. The lower bound is 0 if only one is given.
func (f *function) head(start, stop, step, annotations syntax.Expr) (h loopHead, err error) {
	if isNone(stop) {
		start, stop = nil, start
	}
	h.dtype = form.Int32
	if start == nil {
		h.lower = f.ev.ConstIndex(0)
	} else if h.lower, err = f.boundOf(&h, start); err != nil {
		return h, err
	}
	if h.upper, err = f.boundOf(&h, stop); err != nil {
		return h, err
	}
	by := int64(1)
	if !isNone(step) {
		if by, err = f.ev.ConstInt(step); err != nil {
			return h, err
		}
		if by < 1 {
			return h, f.ev.Errorf(codeLoop, step, "the step of a loop is %d", by).
				Suggest("loops count upwards: write T.serial(n), and n - 1 - i in place of i")
		}
	}
	h.step = f.ev.ConstIndex(by)
	if !isNone(annotations) {
		h.annotated = annotations
		h.annotations, err = f.annotations(annotations, loopAttrs)
	}
	return h, err
}

// boundOf evaluates a bound of a loop, whose dtype counts for that of the variable.
func (f *function) boundOf(h *loopHead, x syntax.Expr) (*ir.Value, error) {
	v, err := f.ev.Value(x)
	if err != nil {
		return nil, err
	}
	return f.boundValue(h, v, x)
}

// boundValue is boundOf for a value. In TVM the variable of a loop over uint8 is a uint8, whose arithmetic
// wraps. Here variables are signed and have at least 32 bits.
func (f *function) boundValue(h *loopHead, v expr.Value, at syntax.Node) (*ir.Value, error) {
	s, err := f.ev.IndexScalar(v, at)
	if err != nil {
		return nil, err
	}
	if d, given := givenDtype(v); given && d != form.Int32 && d != form.Int64 {
		return nil, f.ev.Errorf(codeLoop, at,
			"the bound of the loop is of dtype %s, and so is its variable in TVM", d).
			Suggest("convert it: T.Cast(\"int32\", %s)", f.file.Span(at).Text())
	}
	if s.Dtype == form.Int64 {
		h.dtype = form.Int64
	}
	return s.V, nil
}

// givenDtype returns the dtype of a value. ok is false for a value without a dtype of its own.
func givenDtype(v expr.Value) (form.Dtype, bool) {
	switch v := v.(type) {
	case *expr.Imm:
		return v.Dtype, true
	case *expr.Scalar:
		return v.Dtype, true
	}
	return form.Dtype{}, false
}

func isNone(x syntax.Expr) bool {
	c, ok := x.(*syntax.Constant)
	return x == nil || ok && c.Kind == syntax.None
}

// grid imports `for i, j in T.grid(n, m)`: nested loops.
func (f *function) grid(s *syntax.For, call *syntax.Call) error {
	args, err := f.ev.BindArgs(call, "*extents")
	if err != nil {
		return err
	}
	heads := make([]loopHead, 0, len(args.Rest()))
	for _, x := range args.Rest() {
		if star, ok := x.(*syntax.Starred); ok {
			x = star.X
		}
		more, err := f.gridHeads(x)
		if err != nil {
			return err
		}
		if heads = append(heads, more...); len(heads) > maxNesting {
			break // f.loops reports it
		}
	}
	if len(heads) == 0 {
		return f.ev.Errorf(codeLoop, call, "T.grid without extents").Suggest("write T.grid(n, m)")
	}
	return f.loops(s, heads)
}

// gridHeads returns the loops for an argument of T.grid: an extent, an interval (lower, upper), or a list
// with a star.
func (f *function) gridHeads(x syntax.Expr) ([]loopHead, error) {
	if bounds := elements(x); len(bounds) == 2 {
		h, err := f.head(bounds[0].(syntax.Expr), bounds[1].(syntax.Expr), nil, nil)
		return []loopHead{h}, err
	}
	v, err := f.ev.Value(x)
	if err != nil {
		return nil, err
	}
	extents := []expr.Value{v}
	if seq, ok := v.(*expr.Seq); ok {
		extents = seq.Elems
	}
	heads := make([]loopHead, len(extents))
	for i, n := range extents {
		heads[i].lower, heads[i].dtype = f.ev.ConstIndex(0), form.Int32
		if n, err = f.ev.Force(n, x); err != nil {
			return nil, err
		}
		if heads[i].upper, err = f.boundValue(&heads[i], n, x); err != nil {
			return nil, err
		}
		heads[i].step = f.ev.ConstIndex(1)
	}
	return heads, nil
}

// loops makes nested loops, binds their variables to the target, and imports the body.
func (f *function) loops(s *syntax.For, heads []loopHead) error {
	targets := targetsOf(s.Target)
	if n := len(targets); n != len(heads) && !hasStar(targets) && !isName(s.Target) {
		return f.ev.Errorf(codeLoop, s.Target, "%s for %s", diag.Count(n, "variable"),
			diag.Count(len(heads), "loop")).
			Suggest("write one variable per extent")
	}
	if f.nesting += len(heads); f.nesting > maxNesting {
		f.imp.stop(f.ev.Errorf(codeSize, s, "loops are nested more than %d deep",
			maxNesting).Suggest("a kernel has a few; see what T.grid is given"))
		return errReported
	}
	defer func() { f.nesting -= len(heads) }()
	f.names.push(false)
	f.ev.Locate(s)
	at, saved := f.b.Loc, f.b.Save()
	ivs := make([]expr.Value, len(heads))
	var ops []*ir.Op
	for i, h := range heads {
		f.b.Loc = at
		op := scf.NewFor(f.b, h.lower, h.upper, h.step, func(*ir.Builder, *ir.Value) {})
		f.annotate(op, h.annotations, h.annotated)
		for _, a := range h.attrs {
			op.SetAttr(a.Name, a.Value)
		}
		ops = append(ops, op)
		ivs[i] = &expr.Scalar{V: scf.InductionVar(op), Dtype: h.dtype}
		f.b.SetBefore(op.Body().Last())
	}
	if err := f.bindLoops(s.Target, targets, ivs); err != nil {
		f.fail(err)
		f.poisonNames(s.Target)
	}
	for i, op := range ops {
		f.prim.loops = append(f.prim.loops, namedOp{ivs[i].(*expr.Scalar).V.Name(), op})
	}
	f.inLoop(newLoop(ops), s, func() { f.suite(s.Body) })
	f.b.Restore(saved)
	f.names.pop()
	return nil
}

func (f *function) bindLoops(target syntax.Expr, targets []syntax.Expr, ivs []expr.Value) error {
	if len(ivs) != 1 && isName(target) { // the targets of T.grid(n, m)
		return f.bindTarget(target, &expr.Seq{Elems: ivs}, target)
	}
	if len(ivs) == 1 && !hasStar(targets) {
		return f.bindTarget(targets[0], ivs[0], target)
	}
	return f.unpack(target, targets, &expr.Seq{Elems: ivs}, target)
}

func isName(x syntax.Expr) bool {
	_, ok := x.(*syntax.Name)
	return ok
}

func targetsOf(x syntax.Expr) []syntax.Expr {
	switch x := x.(type) {
	case *syntax.Paren:
		return targetsOf(x.X)
	case *syntax.Tuple:
		return x.Elems
	case *syntax.List:
		return x.Elems
	}
	return []syntax.Expr{x}
}

func hasStar(xs []syntax.Expr) bool {
	for _, x := range xs {
		if _, ok := x.(*syntax.Starred); ok {
			return true
		}
	}
	return false
}

// unrolled imports a loop over values that are known at import time. Each iteration has a scope of its own.
func (f *function) unrolled(s *syntax.For) error {
	v, err := f.ev.Eval(s.Iter)
	if err == nil {
		var elems []expr.Value
		if elems, err = f.ev.Iterate(v, s.Iter); err == nil {
			return f.iterations(s, elems)
		}
		if !isPython(v) {
			err = f.ev.Errorf(codeLoop, s.Iter, "a loop over %s", v.Kind()).
				Suggest("loop over range, T.serial, T.grid and the like, or over a Python list")
		}
	}
	f.brokenLoop(s, err)
	return nil
}

func (f *function) iterations(s *syntax.For, elems []expr.Value) error {
	outer := f.loop
	f.loop = &loop{at: f.file.Span(s), barred: "is written out, once per element of a list",
		advice: "loop over range, or " + adviceGuard}
	defer func() { f.loop = outer }()
	for _, e := range elems {
		if f.imp.full() {
			return nil
		}
		if err := f.imp.spend(s); err != nil {
			f.imp.stop(err)
			return nil
		}
		f.names.push(true)
		if err := f.bindTarget(s.Target, e, s.Iter); err != nil {
			f.names.pop()
			return err
		}
		f.suite(s.Body)
		f.names.pop()
	}
	return nil
}

// whileLoop imports `while cond:`. The condition is evaluated before each iteration.
func (f *function) whileLoop(s *syntax.While) error {
	if len(s.Else) > 0 {
		f.imp.report(f.ev.Errorf(codeLoop, s.Else[0],
			"a loop with else").Suggest("write these statements behind the loop"))
	}
	return f.whileOp(s, s.Cond, func() { f.scoped(s.Body) })
}

// whileOp makes an scf.while without values. x is evaluated in front of each iteration.
func (f *function) whileOp(at syntax.Node, x syntax.Expr, body func()) error {
	f.ev.Locate(at)
	before, after := ir.NewBlock(), ir.NewBlock()
	op := f.b.Create(ir.OpState{
		Def: scf.While, Results: []ir.Type{},
		Regions: []*ir.Region{ir.NewRegion(before), ir.NewRegion(after)},
	})
	var err error
	f.b.InBlock(before, func() {
		var cond *ir.Value
		if cond, err = f.ev.Condition(x); err == nil {
			f.ev.Locate(at)
			f.b.Create(ir.OpState{Def: scf.Condition, Operands: []*ir.Value{cond}, Results: []ir.Type{}})
		}
	})
	f.b.InBlock(after, func() {
		f.inLoop(&loop{op: op, body: after, at: op.Span()}, at, body)
		f.b.SetEnd(after)
		f.ev.Locate(at)
		scf.NewYield(f.b)
	})
	return err
}
