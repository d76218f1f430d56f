package sameprogram

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// linear is constant + the sum of factors times trees, in integers of some width.
type linear struct {
	constant int64
	terms    map[int]int64
}

func number(c int64) linear { return linear{constant: c} }

func (r *reader) linear(id int) linear { return linear{terms: map[int]int64{id: 1}} }

func (a linear) plus(b linear, factor int64) linear {
	sum := linear{constant: a.constant + b.constant*factor, terms: map[int]int64{}}
	for id, f := range a.terms {
		sum.terms[id] += f
	}
	for id, f := range b.terms {
		if sum.terms[id] += f * factor; sum.terms[id] == 0 {
			delete(sum.terms, id)
		}
	}
	return sum
}

func (a linear) isConst() bool { return len(a.terms) == 0 }

// text is the canonical text of a linear form of a width.
func (r *reader) text(a linear, width uint) string {
	ids := make([]int, 0, len(a.terms))
	for id, f := range a.terms {
		if wrap(f, width) != 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	var b strings.Builder
	fmt.Fprintf(&b, "i%d(%d", width, wrap(a.constant, width))
	for _, id := range ids {
		fmt.Fprintf(&b, "+%d*#%d", wrap(a.terms[id], width), id)
	}
	return b.String() + ")"
}

func wrap(v int64, width uint) int64 { return v << (64 - width) >> (64 - width) }

// tree returns the number of a linear form: that of its only term, if it is nothing else.
func (r *reader) tree(a linear, width uint) int {
	if a.constant == 0 && len(a.terms) == 1 {
		for id, f := range a.terms {
			if f == 1 {
				return id
			}
		}
	}
	id := r.id(r.text(a, width))
	if r.forms == nil {
		r.forms = map[int]linear{}
	}
	r.forms[id] = a
	return id
}

// form returns the linear form of a tree.
func (r *reader) form(id int) linear {
	if a, ok := r.forms[id]; ok {
		return a
	}
	return r.linear(id)
}

// cast returns the tree of a form of 64 bits as a narrower integer.
func (r *reader) cast(a linear, width uint) int {
	narrow := linear{constant: wrap(a.constant, width), terms: map[int]int64{}}
	for id, f := range a.terms {
		if f = wrap(f, width); f != 0 {
			narrow.terms[r.id(fmt.Sprintf("trunc%d(#%d)", width, id))] += f
		}
	}
	return r.tree(narrow, width)
}

// product returns a * b.
func (r *reader) product(a, b linear, width uint) linear {
	switch {
	case a.isConst():
		return number(0).plus(b, a.constant)
	case b.isConst():
		return number(0).plus(a, b.constant)
	}
	x, y := r.tree(a, width), r.tree(b, width)
	return r.linear(r.id(fmt.Sprintf("mul%d(#%d,#%d)", width, min(x, y), max(x, y))))
}

// quotient returns a // b.
func (r *reader) quotient(a, b linear, width uint) linear {
	if a.isConst() && b.isConst() && b.constant > 0 {
		q := a.constant / b.constant
		if a.constant%b.constant < 0 {
			q--
		}
		return number(q)
	}
	if b.isConst() && b.constant == 1 {
		return a
	}
	return r.linear(r.id(fmt.Sprintf("div%d(#%d,#%d)", width, r.tree(a, width), r.tree(b, width))))
}

// remainder returns a - a // b * b.
func (r *reader) remainder(a, b linear, width uint) linear {
	return a.plus(r.product(r.quotient(a, b, width), b, width), -1)
}

// extremum returns the tree of the smallest or largest of some forms, as the exporter nests them.
func (r *reader) extremum(name string, list []linear, width uint) linear {
	last := list[len(list)-1]
	for i := len(list) - 2; i >= 0; i-- {
		last = r.binaryExtremum(name, list[i], last, width)
	}
	return last
}

func (r *reader) binaryExtremum(name string, a, b linear, width uint) linear {
	if a.isConst() && b.isConst() {
		if (a.constant < b.constant) == (name == "min") {
			return a
		}
		return b
	}
	return r.linear(r.id(fmt.Sprintf("%s%d(#%d,#%d)", name, width, r.tree(a, width), r.tree(b, width))))
}

// affine returns the form of an affine expression.
func (r *reader) affine(e *affine.Expr, dims, symbols []*ir.Value) linear {
	switch e.Kind {
	case affine.Constant:
		return number(e.Value)
	case affine.Dim:
		return r.integer(dims[e.Value])
	case affine.Symbol:
		return r.integer(symbols[e.Value])
	}
	a, b := r.affine(e.LHS, dims, symbols), r.affine(e.RHS, dims, symbols)
	switch e.Kind {
	case affine.Add:
		return a.plus(b, 1)
	case affine.Mul:
		return r.product(a, b, 64)
	case affine.Mod:
		return r.remainder(a, b, 64)
	case affine.FloorDiv:
		return r.quotient(a, b, 64)
	}
	return r.linear(r.id(fmt.Sprintf("ceildiv64(#%d,#%d)", r.tree(a, 64), r.tree(b, 64))))
}

// affineMap returns the forms of the results of a map.
func (r *reader) affineMap(m *affine.Map, operands []*ir.Value) []linear {
	out := make([]linear, len(m.Results))
	for i, e := range m.Results {
		out[i] = r.affine(e, operands[:m.NumDims], operands[m.NumDims:])
	}
	return out
}

// atLeastZero is the tree of a >= 0, isZero of a == 0.
func (r *reader) atLeastZero(a linear) int {
	if a.isConst() {
		return r.truth(a.constant >= 0)
	}
	return r.id("ge0 " + r.text(a, 64))
}

func (r *reader) isZero(a linear) int {
	if a.isConst() {
		return r.truth(a.constant == 0)
	}
	x, y := r.text(a, 64), r.text(number(0).plus(a, -1), 64)
	return r.id("eq0 " + min(x, y))
}

func (r *reader) truth(v bool) int {
	if v {
		return r.id("truth 1")
	}
	return r.id("truth 0")
}

// width returns the bits of an integer type, 64 for index; 0 for other types and truth values.
func width(t ir.Type) uint {
	switch t := t.(type) {
	case *ir.IndexType:
		return 64
	case *ir.IntegerType:
		if t.Width > 1 && t.Width <= 64 && bits.Len32(t.Width) > 0 {
			return uint(t.Width)
		}
	}
	return 0
}
