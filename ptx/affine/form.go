package affine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ptx"
)

// Kind is what an atom is.
type Kind uint8

// The kinds of atoms.
const (
	NoAtom    Kind = iota
	Thread         // a place in the block, %tid
	Block          // a place in the grid, %ctaid
	BlockSize      // %ntid
	GridSize       // %nctaid
	Param          // what a parameter holds at an offset
	Variable       // the address of a variable
	Opaque         // anything else
)

// Atom is what a sum is made of. Atoms are comparable.
type Atom struct {
	Kind Kind
	// Dim is 0 for x, 1 for y and 2 for z, of a place or a size; for a parameter it is its position.
	Dim int
	// Offset is where in a parameter it stands, in bytes.
	Offset   int64
	Variable *ptx.Variable
	opaque   *opaque
}

// maxFactors is how many atoms a product has before it is taken for opaque: as many as the distance of planes
// times the place of a block in a volume, of blocks of any size.
const maxFactors = 4

// Product is one atom or several, the others being none. Products of the same atoms are equal.
type Product [maxFactors]Atom

// Form is a constant and products with their factors, none of which is 0.
type Form struct {
	Const int64
	Terms map[Product]int64
}

// Of returns the form that is just one atom.
func Of(a Atom) Form { return Form{Terms: map[Product]int64{{a}: 1}} }

// Factor returns the factor of an atom that stands alone in its product.
func (f Form) Factor(a Atom) int64 { return f.Terms[Product{a}] }

// maxTerms is how many terms a form has before it is taken for opaque.
const maxTerms = 24

// plus returns f + factor*g.
func (f Form) plus(g Form, factor int64) Form {
	sum := Form{Const: f.Const + factor*g.Const, Terms: maps.Clone(f.Terms)}
	if sum.Terms == nil {
		sum.Terms = map[Product]int64{}
	}
	for p, n := range g.Terms {
		if sum.Terms[p] += factor * n; sum.Terms[p] == 0 {
			delete(sum.Terms, p)
		}
	}
	return sum
}

// Minus returns f - g.
func (f Form) Minus(g Form) Form { return f.plus(g, -1) }

// Plus returns f + g.
func (f Form) Plus(g Form) Form { return f.plus(g, 1) }

// Times returns the product of a form and a number.
func (f Form) Times(n int64) Form { return Form{}.plus(f, n) }

// times returns the product of two forms, false if it has products of too many atoms.
func (f Form) times(g Form) (Form, bool) {
	all := Form{Const: f.Const * g.Const, Terms: map[Product]int64{}}
	add := func(p Product, n int64) {
		if all.Terms[p] += n; all.Terms[p] == 0 {
			delete(all.Terms, p)
		}
	}
	for p, n := range f.Terms {
		add(p, n*g.Const)
		for q, m := range g.Terms {
			if p.degree()+q.degree() > maxFactors {
				return Form{}, false
			}
			add(p.With(q[:q.degree()]...), n*m)
		}
	}
	for q, m := range g.Terms {
		add(q, m*f.Const)
	}
	return all, len(all.Terms) <= maxTerms
}

// NewProduct returns the product of at most maxFactors atoms, of which some may be none.
func NewProduct(atoms ...Atom) Product { return Product{}.With(atoms...) }

// With returns the product of p and atoms, which are together no more than maxFactors.
func (p Product) With(atoms ...Atom) Product {
	n := p.degree()
	for _, a := range atoms {
		if a.Kind != NoAtom {
			p[n] = a
			n++
		}
	}
	slices.SortFunc(p[:n], compareAtoms)
	return p
}

// Without returns what is left of a product without one of its atoms, false if it does not have that.
func (p Product) Without(a Atom) (Product, bool) {
	n := p.degree()
	i := slices.Index(p[:n], a)
	if i < 0 {
		return p, false
	}
	copy(p[i:], p[i+1:])
	p[maxFactors-1] = Atom{}
	return p, true
}

// IsOne reports whether a product is one atom alone.
func (p Product) IsOne() bool { return p.degree() == 1 }

// degree is how many atoms a product has.
func (p Product) degree() int {
	n := 0
	for n < len(p) && p[n].Kind != NoAtom {
		n++
	}
	return n
}

// compareAtoms orders atoms. It is 0 for equal ones, and for variables, of whose addresses there are no
// products.
func compareAtoms(a, b Atom) int {
	number := func(a Atom) int {
		if a.opaque == nil {
			return 0
		}
		return a.opaque.number
	}
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Dim, b.Dim), cmp.Compare(a.Offset, b.Offset),
		cmp.Compare(number(a), number(b)))
}

// Scaled returns the product of a form, a number and a product, false if it has products of too many atoms.
func (f Form) Scaled(n int64, by Product) (Form, bool) {
	if by == (Product{}) {
		return f.Times(n), true
	}
	return f.times(Form{Terms: map[Product]int64{by: n}})
}

// Replace puts a form in the place of an atom; false if that gives products of too many atoms.
func (f Form) Replace(a Atom, by Form) (Form, bool) {
	all, ok := Form{Const: f.Const}, true
	for p, n := range f.Terms {
		term := Form{Terms: map[Product]int64{p: n}}
		if rest, has := p.Without(a); has {
			fits := false
			if term, fits = by.Scaled(n, rest); !fits {
				ok = false
			}
		}
		all = all.Plus(term)
	}
	return all, ok
}

// Over returns what a product leaves of p if it divides it, false if it does not.
func (p Product) Over(by Product) (Product, bool) {
	for _, a := range by[:by.degree()] {
		var ok bool
		if p, ok = p.Without(a); !ok {
			return p, false
		}
	}
	return p, true
}

// All calls yield for each atom of a product, one that stands in it several times as often.
func (p Product) All(yield func(Atom) bool) {
	for _, a := range p[:p.degree()] {
		if !yield(a) {
			return
		}
	}
}

// key is a text that equal forms share.
func (f Form) key() string {
	var terms []string
	for p, n := range f.Terms {
		term := strconv.FormatInt(n, 10)
		for a := range p.All {
			switch {
			case a.opaque != nil:
				term += "*o" + strconv.Itoa(a.opaque.number)
			case a.Variable != nil:
				term += "*" + fmt.Sprintf("%p", a.Variable)
			default:
				term += fmt.Sprintf("*%d.%d.%d", a.Kind, a.Dim, a.Offset)
			}
		}
		terms = append(terms, term)
	}
	slices.Sort(terms)
	return strings.Join(append(terms, strconv.FormatInt(f.Const, 10)), "+")
}

// Equal reports whether two forms are the same sum.
func (f Form) Equal(g Form) bool { return f.Const == g.Const && maps.Equal(f.Terms, g.Terms) }

// IsConst reports whether the form has no terms.
func (f Form) IsConst() bool { return len(f.Terms) == 0 }

// Value returns what the form is where its atoms are numbers; false if one of them is not known.
func (f Form) Value(of func(Atom) (int64, bool)) (int64, bool) {
	sum := f.Const
	for p, n := range f.Terms {
		for _, a := range p[:p.degree()] {
			x, known := of(a)
			if !known {
				return 0, false
			}
			n *= x
		}
		sum += n
	}
	return sum, true
}

// Atoms calls yield for each atom of the form, one that stands in several products several times.
func (f Form) Atoms(yield func(Atom) bool) {
	for p := range f.Terms {
		for _, a := range p {
			if a.Kind != NoAtom && !yield(a) {
				return
			}
		}
	}
}

// opaque is a value that is no sum: what it was computed from is known.
type opaque struct {
	number int
	from   []Form
	// by is what makes it: "loop" for a register with several definitions, the opcode otherwise.
	by string
	// steps are what is added to a register with several definitions where it is defined by itself.
	steps []Form
	// counts says that one of two definitions raises the register, in a block of instructions with a number.
	counts bool
	block  int
	// divisor is by how much a quotient or a remainder divides, 0 if that is no number.
	divisor int64
	// floats is how many bits a float has that an instruction computes, 0 if it computes none.
	floats int
}

// Depends reports whether the value of a form may depend on an atom of which is holds, also by way of what is
// no sum.
func (f Form) Depends(is func(Atom) bool) bool {
	return f.depends(is, func(string) bool { return true }, map[*opaque]bool{})
}

// IsComputedFrom is Depends without what comparisons alone tell: how many threads found a number to be large
// is not computed from the number.
func (f Form) IsComputedFrom(is func(Atom) bool) bool {
	through := func(by string) bool { return by != "setp" && by != "set" }
	return f.depends(is, through, map[*opaque]bool{})
}

func (f Form) depends(is func(Atom) bool, through func(string) bool, seen map[*opaque]bool) bool {
	for a := range f.Atoms {
		if is(a) {
			return true
		}
		if a.Kind != Opaque || seen[a.opaque] || !through(a.opaque.by) {
			continue
		}
		seen[a.opaque] = true
		for _, g := range a.opaque.from {
			if g.depends(is, through, seen) {
				return true
			}
		}
	}
	return false
}

// Loaded reports whether an atom was loaded from global memory, or by a generic address.
func (a Atom) Loaded() bool { return a.Kind == Opaque && a.opaque.by == loaded }

// loaded is what makes values from global memory.
const loaded = "load"

// LoadedFrom returns the address from which an atom was loaded, false if it was not loaded from global
// memory.
func (a Atom) LoadedFrom() (Form, bool) {
	if !a.Loaded() || len(a.opaque.from) == 0 {
		return Form{}, false
	}
	return a.opaque.from[0], true
}

// Steps returns by how much a register that counts is raised, nothing if the atom is none.
func (a Atom) Steps() []Form {
	if a.Kind != Opaque {
		return nil
	}
	return a.opaque.steps
}

// Counter returns what a register of a loop begins with, and is raised by in each trip, with the number of
// the instructions that do that: registers of one number are raised equally often. It returns false if the
// atom is no such register.
func (a Atom) Counter() (start, step Form, block int, ok bool) {
	if a.Kind != Opaque || !a.opaque.counts {
		return Form{}, Form{}, 0, false
	}
	for _, f := range a.opaque.from {
		if f.Factor(a) != 1 {
			start, ok = f, true
		}
	}
	return start, a.opaque.steps[0], a.opaque.block, ok
}

// Divided returns the dividend and the divisor of an atom that is a quotient by a number, 0 if it is none.
func (a Atom) Divided() (Form, int64) {
	if a.Kind != Opaque || a.opaque.divisor == 0 || a.opaque.by == "rem" || a.opaque.by == "and" {
		return Form{}, 0
	}
	return a.opaque.from[0], a.opaque.divisor
}

// Remainder returns the dividend and the divisor of an atom that is a remainder by a number, 0 if it is none.
func (a Atom) Remainder() (Form, int64) {
	if a.Kind != Opaque || a.opaque.divisor == 0 || a.opaque.by != "rem" && a.opaque.by != "and" {
		return Form{}, 0
	}
	return a.opaque.from[0], a.opaque.divisor
}
