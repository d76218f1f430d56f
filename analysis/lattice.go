package analysis

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Lattice says which elements of its box an access touches, if not all. The elements of the buffer are
// numbered row by row. The touched elements have the numbers First plus any sum of steps of the levels.
// Numbers are counted from the element at the lower end of the box, whose subscript is 0 in dimensions that
// are Full. A lattice does not change when its box moves.
type Lattice struct {
	First   int64
	Levels  []Level // with different positive steps, the largest first
	Strides []int64 // by how much the number of an element changes with each subscript of the buffer
}

// Level is a step that occurs 0 to Count-1 times.
type Level struct{ Step, Count int64 }

// points holds the elements that a translation touches as vectors of subscripts: a corner, and steps from
// there. A subscript may be beyond its extent, as long as the number of the element is right.
type points struct {
	known  bool
	corner []Linear
	levels []vectorLevel
}

type vectorLevel struct {
	step  []int64
	count int64
}

// begin sets the points to those of a box, if it is the box of a memref of known rank.
func (p *points) begin(dims []Range, ranked bool) {
	*p = points{known: ranked, corner: make([]Linear, len(dims))}
	for d := range dims {
		r := &dims[d]
		p.known = p.known && !r.Full
		p.corner[d] = r.Base.AddConst(r.Lo)
		p.level(len(dims), d, max(r.Step, 1), r.length())
	}
}

// level adds a level with a step along one dimension.
func (p *points) level(rank, d int, step, count int64) {
	if count > 1 {
		one := vectorLevel{make([]int64, rank), count}
		one.step[d] = step
		p.levels = append(p.levels, one)
	}
}

// apply replaces the points of a view by the points of its source, which has this shape.
func (p *points) apply(t *translation, rows []row, shape []int64) {
	if !p.known {
		return
	}
	from := *p
	*p = points{known: true, corner: make([]Linear, len(shape))}
	for _, l := range from.levels {
		p.levels = append(p.levels, vectorLevel{make([]int64, len(shape)), l.count})
	}
	for i := range rows {
		r := &rows[i]
		offset := t.widened(r.offset)
		if p.known = p.known && !offset.Full; !p.known {
			return
		}
		at, ok := last(r.of, shape)
		if !ok {
			continue // an element of a memref of rank 0
		}
		p.corner[at] = offset.Base.AddConst(offset.Lo)
		p.level(len(shape), at, max(offset.Step, 1), offset.length())
		p.level(len(shape), at, 1, r.unit)
		for _, term := range r.terms {
			p.add(&from, at, term)
		}
	}
}

// last returns the last of these dimensions whose extent is not 1.
func last(dims, shape []int64) (int, bool) {
	for i := len(dims) - 1; i >= 0; i-- {
		if i == 0 || shape[dims[i]] != 1 {
			return int(dims[i]), true
		}
	}
	return 0, false
}

// add adds a multiple of one dimension of other points.
func (p *points) add(from *points, at int, term rowTerm) {
	product, ok := multiply(from.corner[term.dim], term.coef)
	p.known = p.known && ok
	p.corner[at] = p.corner[at].Add(product)
	for i := range from.levels {
		if step := from.levels[i].step[term.dim]; step != 0 {
			p.known = p.known && term.coef.IsConst()
			p.levels[i].step[at] += step * term.coef.Const
		}
	}
}

// latticeOf returns the lattice of a translation that has ended at a buffer. It returns nil if all elements
// of the box are touched, or the points are not known.
func (t *translation) latticeOf(buffer *ir.Value) *Lattice {
	if !t.began || t.kept || !t.points.known || isEmpty(t.dims) {
		return nil
	}
	of := rankedType(buffer)
	if of == nil || len(of.Shape) != len(t.points.corner) || len(of.Shape) == 0 {
		return nil
	}
	l := &Lattice{Strides: make([]int64, len(of.Shape))}
	from := Linear{}
	size := int64(1)
	for d := len(of.Shape) - 1; d >= 0; d-- {
		l.Strides[d] = size
		corner := t.points.corner[d]
		if r := &t.dims[d]; !r.Full {
			corner = corner.Sub(r.Base.AddConst(r.Lo))
		}
		from = from.Add(corner.Scale(size))
		if d == 0 {
			break
		}
		extent, ok := t.e.extent(buffer, int64(d))
		if !ok || !extent.IsConst() || extent.Const <= 0 || size > farthest/extent.Const {
			t.e.follow.decided(extent)
			return nil
		}
		size *= extent.Const
	}
	if !from.IsConst() {
		t.e.follow.decided(from)
		return nil
	}
	l.First = from.Const
	for i := range t.points.levels {
		l.add(&t.points.levels[i])
	}
	return l.sorted()
}

// farthest limits the numbers of elements.
const farthest = 1 << 40

// add adds a level. A negative step is turned into a positive one.
func (l *Lattice) add(v *vectorLevel) {
	one := Level{Count: v.count}
	for d, s := range v.step {
		one.Step += s * l.Strides[d]
	}
	if one.Step < 0 {
		l.First += one.Step * (one.Count - 1)
		one.Step = -one.Step
	}
	if one.Step != 0 {
		l.Levels = append(l.Levels, one)
	}
}

// sorted sorts the levels, the largest step first. It returns nil if numbers are too large.
func (l *Lattice) sorted() *Lattice {
	slices.SortFunc(l.Levels, func(a, b Level) int { return cmp.Compare(b.Step, a.Step) })
	for _, one := range l.Levels {
		if one.Count > farthest/one.Step {
			return nil
		}
	}
	return l
}

// Equal reports whether two lattices select the same elements of a box.
func (l *Lattice) Equal(m *Lattice) bool {
	if l == nil || m == nil {
		return l == m
	}
	return l.First == m.First && slices.Equal(l.Levels, m.Levels) && slices.Equal(l.Strides, m.Strides)
}

// sparse reports whether two accesses to one buffer, of which at least one has a lattice, certainly have no
// element in common.
func sparse(a, b *Access) bool {
	l, m := a.Lattice, b.Lattice
	if l == nil {
		l = boxOf(a, m.Strides)
	}
	if m == nil {
		m = boxOf(b, l.Strides)
	}
	if l == nil || m == nil || !slices.Equal(l.Strides, m.Strides) {
		return false
	}
	apart := Const(m.First - l.First)
	for d, stride := range l.Strides {
		apart = apart.Add(b.Dims[d].corner().Sub(a.Dims[d].corner()).Scale(stride))
	}
	return apart.IsConst() && !meets(l.Levels, m.Levels, apart.Const)
}

// Elements returns the subscripts of the elements of an access with a lattice, if there are at most so many.
// The symbols in the subscripts of the access are taken as 0.
func (a *Access) Elements(most int) ([][]int64, bool) {
	l := a.Lattice
	first := l.First
	for d, stride := range l.Strides {
		first += a.Dims[d].corner().Const * stride
	}
	numbers := []int64{first}
	for _, one := range l.Levels {
		if one.Count > int64(most/len(numbers)) {
			return nil, false
		}
		for i := len(numbers) - 1; i >= 0; i-- {
			for n := int64(1); n < one.Count; n++ {
				numbers = append(numbers, numbers[i]+n*one.Step)
			}
		}
	}
	all := make([][]int64, len(numbers))
	for i, n := range numbers {
		all[i] = make([]int64, len(l.Strides))
		for d, stride := range l.Strides {
			all[i][d] = floorDiv.of(n, stride)
			n -= all[i][d] * stride
		}
	}
	return all, true
}

// corner returns the lower end of a range, 0 if the range is Full.
func (r *Range) corner() Linear {
	if r.Full {
		return Linear{}
	}
	return r.Base.AddConst(r.Lo)
}

// boxOf returns a lattice that selects all elements of a box; nil if the box has a Full dimension.
func boxOf(a *Access, strides []int64) *Lattice {
	if len(a.Dims) != len(strides) {
		return nil
	}
	l := &Lattice{Strides: strides}
	for d := range a.Dims {
		r := &a.Dims[d]
		if r.Full {
			return nil
		}
		if n := r.length(); n > 1 {
			l.Levels = append(l.Levels, Level{strides[d] * max(r.Step, 1), n})
		}
	}
	return l.sorted()
}

// meets reports whether a sum of steps of l may equal apart plus a sum of steps of m.
func meets(l, m []Level, apart int64) bool {
	all := slices.Concat(l, m)
	for _, one := range m { // the levels of m are counted backwards
		apart += one.Step * (one.Count - 1)
	}
	slices.SortFunc(all, func(a, b Level) int { return cmp.Compare(b.Step, a.Step) })
	s := sums{levels: all, left: maxSums}
	for _, one := range all {
		s.reach += one.Step * (one.Count - 1)
	}
	return s.include(0, s.reach, apart)
}

// maxSums limits the work of a search for a sum. A search that reaches the limit reports that there may be
// one.
const maxSums = 20000

// sums is a search for a number among the sums of steps.
type sums struct {
	levels []Level
	reach  int64
	left   int
}

// include reports whether steps of the levels from i on, whose greatest sum is reach, may add up to a number.
func (s *sums) include(i int, reach, number int64) bool {
	if s.left--; s.left < 0 {
		return true
	}
	if number < 0 || number > reach {
		return false
	}
	if i == len(s.levels) {
		return true
	}
	divisor := int64(0)
	for _, one := range s.levels[i:] {
		divisor = gcd(divisor, one.Step)
	}
	if number%divisor != 0 {
		return false
	}
	one := s.levels[i]
	rest := reach - one.Step*(one.Count-1)
	for n := max(0, -floorDiv.of(rest-number, one.Step)); n < one.Count && n*one.Step <= number; n++ {
		if s.include(i+1, rest, number-n*one.Step) {
			return true
		}
	}
	return false
}
