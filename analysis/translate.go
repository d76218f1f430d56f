package analysis

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// translation translates an access through views, from the elements of a view to those of the buffer. It
// keeps a box, whose subscripts lie within the extents, and the points in the box as sums of steps. A view of
// another shape can turn a box into one with gaps and with parts of rows; the points stay exact then.
type translation struct {
	e       *Evaluator
	widened func(Linear) Range

	dims  []Range
	exact bool // every element of dims is accessed
	// kept says that no view so far has made the box larger than the set of accessed elements.
	kept   bool
	began  bool
	points points
}

// row is an affine function of a view's subscripts. It returns the number of an element in some dimensions of
// the source, counted row by row.
type row struct {
	of     []int64
	offset Linear
	terms  []rowTerm
	unit   int64 // the number of consecutive elements of the source
}

type rowTerm struct {
	dim  int
	coef Linear
}

// through translates from the result of a view to its source, or to the memory that it returns.
func (t *translation) through(v *ir.View) *ir.Value {
	if !v.Reshape && v.Offsets == nil {
		return nil
	}
	t.begin(v)
	source := v.Source
	var next *ir.Value
	if v.Flat != nil && v.Flat.Base {
		source = t.e.base(source)
		next = source
	}
	to := rankedType(source)
	rows, ok := t.rows(v, source)
	switch {
	case to == nil:
		t.dims, t.exact, t.kept, t.points.known = nil, false, false, false
	case !ok:
		t.dims, t.exact, t.kept, t.points.known = t.e.whole(source), false, false, false
	default:
		t.apply(rows, source)
	}
	return next
}

// begin sets the box to the whole result of the first view, unless a box is given.
func (t *translation) begin(v *ir.View) {
	of := rankedType(v.Result)
	if t.dims == nil && of != nil && len(of.Shape) > 0 {
		t.dims, t.exact = t.e.whole(v.Result), false
	}
	if !t.began {
		t.began, t.kept = true, true
		t.points.begin(t.dims, of != nil)
	}
}

func rankedType(v *ir.Value) *ir.MemRefType {
	if t, ok := v.Type().(*ir.MemRefType); ok && t.Ranked {
		return t
	}
	return nil
}

// base returns the memory from whose beginning a view with Base counts its offset.
func (e *Evaluator) base(v *ir.Value) *ir.Value {
	var trail ir.Trail
	for !trail.Repeats(v) {
		v = v.Uncaptured()
		if from := sameAs(v); from != nil {
			v = from
			continue
		}
		op := v.DefiningOp()
		if op == nil || op.Def().View == nil {
			break
		}
		view, ok := op.Def().View(op)
		if !ok || view.Flat != nil && !view.Flat.Base {
			break
		}
		v = view.Source
	}
	return v
}

// rows returns the functions that describe a view, one per group of dimensions of the source.
func (t *translation) rows(v *ir.View, source *ir.Value) ([]row, bool) {
	if rankedType(v.Result) == nil {
		return nil, false
	}
	switch {
	case !v.Reshape:
		return t.partRows(v)
	case v.Split != nil:
		return t.splitRows(v)
	case v.Merged != nil:
		return mergedRows(v, len(t.dims))
	case v.Permuted != nil && len(v.Permuted) == len(t.dims):
		rows := make([]row, len(v.Permuted))
		for d, at := range v.Permuted {
			rows[at] = row{of: []int64{at}, terms: []rowTerm{{d, Const(1)}}}
		}
		return rows, true
	case v.Flat != nil && v.Flat.Unit > 0 && isContiguous(source):
		return t.flatRow(v, source)
	}
	return nil, false
}

// partRows returns the rows of a view of a part of its source: an offset and a stride for each dimension.
func (t *translation) partRows(v *ir.View) ([]row, bool) {
	rows, next := make([]row, len(v.Offsets)), 0
	for d := range v.Offsets {
		rows[d] = row{of: []int64{int64(d)}, offset: t.e.fold(v.Offsets[d])}
		if d < len(v.Dropped) && v.Dropped[d] {
			continue
		}
		if next == len(t.dims) {
			return nil, false
		}
		rows[d].terms = []rowTerm{{next, t.e.fold(v.Strides[d])}}
		next++
	}
	return rows, next == len(t.dims)
}

// splitRows returns the rows of a view that splits dimensions. Each is a number in mixed radix.
func (t *translation) splitRows(v *ir.View) ([]row, bool) {
	rows := make([]row, len(v.Split))
	for s, group := range v.Split {
		rows[s] = row{of: []int64{int64(s)}}
		if !t.digits(&rows[s], v.Result, group) {
			return nil, false
		}
	}
	return rows, true
}

// digits adds subscripts of a memref to a row as digits in mixed radix. The last subscript counts single
// elements; each other subscript counts as many as the product of the extents behind it.
func (t *translation) digits(r *row, of *ir.Value, dims []int64) bool {
	size := Const(1)
	for i := len(dims) - 1; i >= 0; i-- {
		d := dims[i]
		if int(d) >= len(t.dims) {
			return false
		}
		r.terms = append(r.terms, rowTerm{int(d), size})
		if i == 0 {
			break
		}
		extent, ok := t.e.extent(of, d)
		if !ok {
			return false
		}
		if size, ok = multiply(size, extent); !ok {
			t.e.follow.decided(size, extent)
			return false
		}
	}
	return true
}

func mergedRows(v *ir.View, rank int) ([]row, bool) {
	rows := make([]row, len(v.Merged))
	for d, group := range v.Merged {
		rows[d] = row{of: group, terms: []rowTerm{{d, Const(1)}}}
	}
	return rows, len(rows) == rank
}

// flatRow returns the only row of a view that is described by distances in memory.
func (t *translation) flatRow(v *ir.View, source *ir.Value) ([]row, bool) {
	r := row{offset: t.e.fold(v.Flat.Offset), unit: v.Flat.Unit}
	for d := range rankedType(source).Shape {
		r.of = append(r.of, int64(d))
	}
	if v.Flat.Strides == nil {
		dims := make([]int64, len(t.dims))
		for d := range dims {
			dims[d] = int64(d)
		}
		if !t.digits(&r, v.Result, dims) {
			return nil, false
		}
	}
	for d, s := range v.Flat.Strides {
		r.terms = append(r.terms, rowTerm{d, t.e.fold(s)})
	}
	for i := range r.terms {
		r.terms[i].coef = r.terms[i].coef.Scale(r.unit)
	}
	return []row{r}, len(v.Flat.Strides) == len(t.dims) || v.Flat.Strides == nil
}

// isContiguous reports whether the elements of a memref lie row by row from the beginning of its memory.
func isContiguous(v *ir.Value) bool {
	t := rankedType(v)
	if t == nil || t.Layout == nil {
		return t != nil
	}
	strides, offset, ok := memref.Strides(t)
	want := memref.RowMajor(t.Shape)
	for d := range strides {
		ok = ok && strides[d] == want[d] && want[d] != ir.Dynamic
	}
	return ok && offset == 0
}

// apply replaces box and points of the view by those of the source.
func (t *translation) apply(rows []row, source *ir.Value) {
	shape := rankedType(source).Shape
	out := t.e.rangeSlab.take(len(shape))
	if isEmpty(t.dims) {
		for d := range out {
			out[d] = Range{Hi: -1}
		}
		t.dims = out
		return
	}
	t.points.apply(t, rows, shape)
	for i := range rows {
		t.spread(t.sum(&rows[i]), rows[i].of, source, out)
	}
	t.dims = out
}

// isEmpty reports whether some dimension has no subscripts.
func isEmpty(dims []Range) bool {
	for i := range dims {
		if !dims[i].Full && dims[i].Hi < dims[i].Lo {
			return true
		}
	}
	return false
}

// sum returns the range of numbers that a row gives for the box.
func (t *translation) sum(r *row) Range {
	total := t.widened(r.offset)
	var few [4]stride
	spans := few[:0]
	if total.Lo < total.Hi {
		t.exact = false
		spans = append(spans, stride{max(total.Step, 1), total.length()})
	}
	if r.unit > 1 {
		total.Hi += r.unit - 1
		spans = append(spans, stride{1, r.unit})
	}
	for _, term := range r.terms {
		part := t.e.scaleRange(t.dims[term.dim], term.coef, t.widened)
		if part.Lo < part.Hi {
			// A stride that a loop changes is one number in each iteration, for all dimensions together.
			t.exact = t.exact && term.coef.IsConst()
			spans = append(spans, stride{max(part.Step, 1), part.length()})
		}
		total = total.plus(part)
	}
	if total.Full {
		t.exact, t.kept = false, false
		return total
	}
	step := int64(0)
	for _, s := range spans {
		step = gcd(step, s.step)
	}
	total.Step = step
	t.exact = t.exact && contiguous(spans)
	for i := range spans {
		spans[i].step /= step
	}
	t.kept = t.kept && contiguous(spans)
	return total
}

// spread translates numbers of elements to subscripts of the source's dimensions along which they are
// counted.
func (t *translation) spread(r Range, of []int64, source *ir.Value, out []Range) {
	for i := len(of) - 1; i > 0; i-- {
		size, ok := t.e.extent(source, of[i])
		if !ok || !size.IsConst() || size.Const <= 0 || r.Full {
			t.e.follow.decided(size)
			t.exact, t.kept = false, false
			for _, d := range of[:i+1] {
				out[d] = Range{Full: true}
			}
			return
		}
		r, out[of[i]] = t.divide(r, size.Const)
	}
	if len(of) > 0 {
		out[of[0]] = r
	}
}

// divide divides a range of elements, in rows of m elements, into the range of the rows and the range of the
// positions in a row.
func (t *translation) divide(r Range, m int64) (rows, places Range) {
	if m == 1 {
		return r, Range{}
	}
	whole, rest := r.Base.split(m)
	width := r.Hi - r.Lo
	within := rest.Interval()
	first, last := floorDiv.of(within.Lo+r.Lo, m), floorDiv.of(within.Hi+r.Hi, m)
	switch {
	case within.Lo > -Unbounded && within.Hi < Unbounded && first == last:
		places = r
		places.Base = rest.AddConst(-first * m)
		return Range{Base: whole.AddConst(first)}, places
	case r.Step > 0 && r.Step%m == 0 && width > 0:
		rows, places = t.element(rest.AddConst(r.Lo), whole, m)
		rows.Hi, rows.Step = width/m, r.Step/m
		return rows, places
	case rest.IsConst():
		from, to := rest.Const+r.Lo, rest.Const+r.Hi
		aligned := floorMod.of(from, m) == 0 && floorMod.of(to, m) == m-1
		t.exact, t.kept = t.exact && aligned, t.kept && aligned && r.Step <= 1
		return Range{Base: whole, Lo: first, Hi: last}, Range{Hi: m - 1}
	case staysInRow(rest, r, m):
		rows, places = t.element(rest.AddConst(r.Lo), whole, m)
		places.Hi, places.Step = width, r.Step
		return rows, places
	}
	t.e.follow.decided(rest)
	t.exact, t.kept = false, false
	rows, _ = t.element(rest.AddConst(r.Lo), whole, m)
	rows.Hi = (width + m - 1) / m
	return rows, Range{Hi: m - 1}
}

// element returns the row and the position in the row of one element.
func (t *translation) element(at, whole Linear, m int64) (row, place Range) {
	if at.weight() > maxWeight {
		t.e.follow.decided(at)
		t.exact, t.kept = false, false
		return Range{Full: true}, Range{Hi: m - 1}
	}
	quotient, _ := t.e.divide(floorDiv, at, m)
	remainder, _ := t.e.divide(floorMod, at, m)
	return Range{Base: whole.Add(quotient)}, Range{Base: remainder}
}

// staysInRow reports whether a range crosses no multiple of m, whatever values the symbols have: m and the
// coefficients of all symbols have a common divisor, and the range crosses no multiple of that divisor.
func staysInRow(rest Linear, r Range, m int64) bool {
	g := m
	for _, term := range rest.Terms {
		g = gcd(g, term.Coef)
	}
	return floorMod.of(rest.Const+r.Lo, g)+r.Hi-r.Lo < g
}

// split returns forms with a = m·times + rest. rest has the constant, and the terms that are not multiples of
// m.
func (a Linear) split(m int64) (times, rest Linear) {
	rest.Const = a.Const
	for _, t := range a.Terms {
		if t.Coef%m == 0 {
			times.Terms = append(times.Terms, Term{t.Sym, t.Coef / m})
		} else {
			rest.Terms = append(rest.Terms, t)
		}
	}
	return times, rest
}

// scaleRange returns the range of k times a subscript in r.
func (e *Evaluator) scaleRange(r Range, k Linear, widened func(Linear) Range) Range {
	switch {
	case r.Full:
		return r
	case k.IsConst():
		return r.scale(k.Const)
	case r.Base.IsConst() && r.Lo == r.Hi:
		return widened(k.Scale(r.Base.Const + r.Lo))
	}
	e.follow.decided(k)
	return Range{Full: true}
}

// whole returns the box of all elements of a memref of known rank.
func (e *Evaluator) whole(v *ir.Value) []Range {
	shape := rankedType(v).Shape
	dims := e.rangeSlab.take(len(shape))
	for d := range dims {
		size, ok := e.extent(v, int64(d))
		if !ok || !size.IsConst() {
			e.follow.decided(size)
			dims[d] = Range{Full: true}
			continue
		}
		dims[d] = Range{Hi: size.Const - 1}
	}
	return dims
}
