package importer

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// axis is an axis of a block.
type axis struct {
	kind         string
	value        *ir.Value
	lower, upper *ir.Value
	call         *syntax.Call // with the domain; nil if the domain is that of a loop
	// bound is the expression that the axis is bound to.
	bound syntax.Expr
}

// two returns the first two arguments of a call. Most calls have no others, and give them no names.
func (f *function) two(call *syntax.Call, params ...string) (a, b syntax.Expr, err error) {
	if len(call.Args) == 2 && isPlain(call.Args[0]) && isPlain(call.Args[1]) {
		return call.Args[0].Value, call.Args[1].Value, nil
	}
	args, err := f.args(call, params...)
	if err != nil {
		return nil, nil, err
	}
	return args.Get(params[0]), args.Get(params[1]), nil
}

func isPlain(a *syntax.Arg) bool { return a.Kind == syntax.Plain && a.Name == "" }

// letters are the kinds of axes in T.axis.remap.
var letters = map[byte]string{'S': "spatial", 'R': "reduce"}

func axisOf(kind string) func(f *function, call *syntax.Call) (expr.Value, error) {
	return func(f *function, call *syntax.Call) (expr.Value, error) { return f.axis(call, kind) }
}

// axis imports T.axis.spatial(extent, value), T.axis.reduce((lower, upper), value) and the other kinds.
func (f *function) axis(call *syntax.Call, kind string) (expr.Value, error) {
	if _, err := f.axisPlace(call); err != nil {
		return nil, err
	}
	dom, bound, err := f.two(call, "dom", "value", "dtype?")
	if err != nil {
		return nil, err
	}
	lower, upper, dtype, err := f.domain(dom)
	if err != nil {
		return nil, err
	}
	if dtype, err = f.axisDtype(call, dtype); err != nil {
		return nil, err
	}
	value, err := f.ev.Index(bound)
	if err != nil {
		return nil, err
	}
	if _, isConst := ir.ConstInt(value); isConst && isLoopVariable(upper) {
		return nil, f.ev.Errorf(codeAxis, call,
			"the extent of the axis is the variable of a loop, and its value is a constant").
			Suggest("the extent comes first: T.axis.%s(extent, value)", kind)
	}
	v := f.newAxis(call, kind, &expr.Scalar{V: value, Dtype: dtype}, lower, upper, bound)
	f.block.axes[len(f.block.axes)-1].call = call
	return v, nil
}

// axisDtype returns the dtype of an axis: that of dtype=, or int64 if an end of the domain is an int64.
func (f *function) axisDtype(call *syntax.Call, domain form.Dtype) (form.Dtype, error) {
	x := argument(call, "dtype", 2)
	if x == nil {
		return domain, nil
	}
	d, err := f.ev.DtypeOf(x)
	if err == nil && d != form.Int32 && d != form.Int64 {
		err = f.ev.Errorf(codeAxis, x, "an axis is of dtype int32 or int64, and this is %s", d)
	}
	if domain == form.Int64 {
		d = domain
	}
	return d, err
}

// argument returns an argument of a call, by its name or by its position. It is nil if the call has none.
func argument(call *syntax.Call, name string, place int) syntax.Expr {
	for i, a := range call.Args {
		if a.Name == name || a.Name == "" && i == place {
			return a.Value
		}
	}
	return nil
}

// newAxis makes an axis of the block, with the dtype of the value.
func (f *function) newAxis(
	call *syntax.Call, kind string, value *expr.Scalar, lower, upper *ir.Value, bound syntax.Expr,
) expr.Value {
	f.ev.Locate(call)
	v := pipeline.NewAxis(f.b, kind, value.V, lower, upper)
	f.block.axes = append(f.block.axes, axis{kind: kind, value: v, lower: lower, upper: upper, bound: bound})
	return &expr.Scalar{V: v, Dtype: value.Dtype}
}

// axisPlace rejects axes that do not stand at the beginning of a block.
func (f *function) axisPlace(call *syntax.Call) (*block, error) {
	if f.block == nil || f.block.op == nil {
		return nil, f.ev.Errorf(codeAxis, call,
			"an axis outside of a block").Suggest("write it in `with T.sblock(\"name\"):`")
	}
	if f.b.Block() != f.block.body || hasEffects(f.block.body) {
		return nil, f.ev.Errorf(codeAxis, call,
			"an axis behind statements of its block").Note(f.file.Span(f.block.at), "the block").
			Suggest("move it to the beginning of the block")
	}
	return f.block, nil
}

// checkDomains reports the axes of a block that certainly have values outside of their domains. It needs the
// whole block, because a T.where behind the axes may guard it.
func (f *function) checkDomains(blk *block) {
	if blk.predicate != nil {
		return
	}
	check := claimCheck{f: f, blk: blk}
	for _, a := range blk.axes {
		lower, ok1 := ir.ConstInt(a.lower)
		upper, ok2 := ir.ConstInt(a.upper)
		if a.call == nil || !ok1 || !ok2 {
			continue
		}
		if v, outside := check.leavesDomain(a.value.DefiningOp().Operand(0), lower, upper); outside {
			f.imp.report(f.ev.Errorf(codeAxis, a.bound, "the axis becomes %d, and its domain is [%d, %d)", v,
				lower, upper).
				Note(f.file.Span(a.call), "the axis").
				Suggest("correct the extent or the value, or guard the block: T.where(%s < %d)",
					f.file.Span(a.bound).Text(), upper))
		}
	}
}

// leavesDomain returns a value outside of [lower, upper) that an index certainly has in some iteration.
// outside is false if there is none.
func (c *claimCheck) leavesDomain(v *ir.Value, lower, upper int64) (value int64, outside bool) {
	form := c.f.judge.Eval(v)
	if least, most, known := c.span(form); known {
		if most >= upper {
			return most, true
		}
		return least, least < lower
	}
	if !hasDivision(form) {
		return 0, false
	}
	outside = anySample(samplesAround(c.blk.op), func(at func(*ir.Value) (int64, bool)) bool {
		n, ok := form.At(at)
		value = n
		return ok && (n < lower || n >= upper)
	})
	return value, outside
}

// domain returns the interval of an axis, either from 0 to an extent, or (lower, upper). It also returns the
// dtype that the ends give the axis.
func (f *function) domain(x syntax.Expr) (lower, upper *ir.Value, dtype form.Dtype, err error) {
	ends, err := f.domainEnds(x)
	if err != nil {
		return nil, nil, dtype, err
	}
	dtype = form.Int32
	values, places := make([]*ir.Value, len(ends)), elements(x)
	for i, v := range ends {
		at := x
		if len(places) == len(ends) {
			at = places[i].(syntax.Expr)
		}
		s, err := f.ev.IndexScalar(v, at)
		if err != nil {
			return nil, nil, dtype, err
		}
		if values[i] = s.V; s.Dtype == form.Int64 {
			dtype = form.Int64
		}
	}
	if len(values) == 1 {
		return f.ev.ConstIndex(0), values[0], dtype, nil
	}
	return values[0], values[1], dtype, nil
}

// domainEnds evaluates the extent of an axis, or the two ends of its interval.
func (f *function) domainEnds(x syntax.Expr) ([]expr.Value, error) {
	v, err := f.ev.Value(x)
	if err != nil {
		return nil, err
	}
	seq, ok := v.(*expr.Seq)
	switch {
	case !ok:
		return []expr.Value{v}, nil
	case len(seq.Elems) == 2:
		return seq.Elems, nil
	}
	return nil, f.ev.Errorf(codeAxis, x, "the interval of an axis has %d ends", len(seq.Elems)).
		Suggest("write an extent, or (lower, upper)")
}

// remap imports T.axis.remap("SSR", [i, j, k]): axes with the ranges of loops.
func (f *function) remap(call *syntax.Call) (expr.Value, error) {
	if _, err := f.axisPlace(call); err != nil {
		return nil, err
	}
	letters, bindings, err := f.two(call, "kinds", "bindings", "dtype?")
	if err != nil {
		return nil, err
	}
	kinds, err := f.ev.ConstStr(letters)
	if err != nil {
		return nil, err
	}
	v, err := f.ev.Value(bindings)
	if err != nil {
		return nil, err
	}
	values, at := []expr.Value{v}, elements(bindings)
	if seq, ok := v.(*expr.Seq); ok {
		values = seq.Elems
	}
	if len(kinds) != len(values) {
		return nil, f.ev.Errorf(codeAxis, call, "%s for %s", diag.Count(len(kinds), "letter"),
			diag.Count(len(values), "loop variable")).
			Suggest("write one letter, S or R, per variable")
	}
	axes := &expr.Seq{}
	for i, v := range values {
		place := bindings
		if len(at) == len(values) {
			place = at[i].(syntax.Expr)
		}
		a, err := f.remapped(call, kinds[i], v, letters, place)
		if err != nil {
			return nil, err
		}
		axes.Elems = append(axes.Elems, a)
	}
	if len(axes.Elems) == 1 {
		return axes.Elems[0], nil
	}
	return axes, nil
}

func (f *function) remapped(call *syntax.Call, letter byte, v expr.Value, kinds, at syntax.Expr) (expr.Value,
	error) {
	kind, ok := letters[letter]
	if !ok {
		return nil, f.ev.Errorf(codeAxis, kinds, "'%c' is no kind of an axis", letter).
			Suggest("write S for a spatial axis and R for a reduce axis")
	}
	s, ok := v.(*expr.Scalar)
	if !ok || !isLoopVariable(s.V) {
		return nil, f.ev.Errorf(codeAxis, at, "T.axis.remap of something that is no loop variable").
			Suggest("write T.axis.%s(extent, value)", kind)
	}
	loop := loopOf(s.V)
	return f.newAxis(call, kind, s, scf.Lower(loop), scf.Upper(loop), at), nil
}
