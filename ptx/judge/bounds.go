package judge

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx/affine"
)

// This file takes an address apart into places that the kernel compares with bounds: in a[y * pitch + x],
// where y < rows and x < columns, they are y, of rows that lie pitch apart, and x.

// bound is a place that is compared with a number, without a constant: i + 1 < n says that i counts n
// elements, of which the last is another thread's.
type bound struct {
	place, count affine.Form
	// launched says that it is a place in the grid, with which nothing is compared.
	launched bool
}

// dimension is a place in an address: the distance of its elements is a number times a product of numbers of
// the launch.
type dimension struct {
	bound
	factor   int64
	distance affine.Product
}

// indexing is an address behind its pointer, as places and a rest that the launch tells.
type indexing struct {
	dimensions []dimension
	rest       affine.Form
}

// isOfLaunch reports whether the launch says what an atom is.
func isOfLaunch(a affine.Atom) bool {
	return a.Kind == affine.Param || a.Kind == affine.BlockSize || a.Kind == affine.GridSize
}

func onlyOfLaunch(p affine.Product) bool {
	for a := range p.All {
		if !isOfLaunch(a) {
			return false
		}
	}
	return true
}

// boundsOf returns the places that a kernel compares with numbers which its parameters tell.
func boundsOf(values *affine.Values) []bound {
	var all []bound
	for _, c := range values.Compared {
		difference := c.Left.Minus(c.Right)
		stepped := false
		for a := range difference.Atoms {
			for _, step := range a.Steps() {
				// Where a loop compares the next place, the one of this trip is simpler.
				now := difference.Plus(step.Times(-difference.Factor(a)))
				if !step.IsConst() && len(now.Terms) < len(difference.Terms) {
					stepped = true
					all = appendBound(all, now)
				}
			}
		}
		if !stepped {
			all = appendBound(all, difference)
		}
	}
	return all
}

// appendBound adds what a difference of two numbers that are compared says of a place.
func appendBound(all []bound, difference affine.Form) []bound {
	place, count := affine.Form{}, affine.Form{}
	positive := 0
	for p, n := range difference.Terms {
		term := affine.Form{Terms: map[affine.Product]int64{p: n}}
		switch {
		case onlyOfLaunch(p):
			count = count.Minus(term)
		case n > 0:
			place = place.Plus(term)
			positive++
		default:
			place = place.Plus(term)
			positive--
		}
	}
	behind := -difference.Const
	if positive < 0 {
		place, count, behind = place.Times(-1), count.Times(-1), -behind
	}
	ofParam := func(a affine.Atom) bool { return a.Kind == affine.Param }
	if place.IsConst() || !count.Depends(ofParam) {
		return all
	}
	count.Const = max(behind, 0)
	return append(all, bound{place: place, count: count})
}

// grid are the places of blocks, which the launch bounds.
func grid() []bound {
	var all []bound
	for d := range 3 {
		all = append(all, bound{place: affine.Of(affine.Atom{Kind: affine.Block, Dim: d}),
			count: affine.Of(affine.Atom{Kind: affine.GridSize, Dim: d}), launched: true})
	}
	return all
}

// indexings returns the ways in which the rest of an address behind its pointer is places with bounds. The
// place of the block counts where the bounds alone do not do.
func indexings(offset affine.Form, bounds []bound) []indexing {
	all := takeApart(offset, bounds, 0)
	if len(all) == 0 {
		all = takeApart(offset, slices.Concat(bounds, grid()), 0)
	}
	return slices.DeleteFunc(all, func(x indexing) bool {
		return !slices.ContainsFunc(x.dimensions, func(d dimension) bool { return !d.launched })
	})
}

// byCounters writes what a loop counts in terms of the counters that are compared with bounds: compilers let
// addresses count along.
func byCounters(f affine.Form, bounds []bound) affine.Form {
	compared := map[affine.Atom]bool{}
	for _, b := range bounds {
		for a := range b.place.Atoms {
			if _, _, _, counts := a.Counter(); counts {
				compared[a] = true
			}
		}
	}
	for range mostDimensions {
		replaced := false
		for a := range f.Atoms {
			if compared[a] {
				continue
			}
			if g, ok := byCounter(f, a, compared); ok {
				f, replaced = g, true
				break
			}
		}
		if !replaced {
			break
		}
	}
	return f
}

// byCounter replaces a register that a loop raises by one that is raised with it.
func byCounter(f affine.Form, a affine.Atom, compared map[affine.Atom]bool) (affine.Form, bool) {
	start, step, block, ok := a.Counter()
	if !ok || len(step.Terms) > 1 {
		return f, false
	}
	for c := range compared {
		cStart, cStep, cBlock, _ := c.Counter()
		if cBlock != block || !cStep.IsConst() || cStep.Const == 0 {
			continue
		}
		factor, by := step.Const, affine.Product{}
		for p, n := range step.Terms {
			if step.Const == 0 {
				factor, by = n, p
			}
		}
		if factor%cStep.Const != 0 {
			continue
		}
		along, ok := affine.Of(c).Minus(cStart).Scaled(factor/cStep.Const, by)
		if !ok {
			continue
		}
		return f.Replace(a, start.Plus(along))
	}
	return f, false
}

// mostDimensions is how many places an address is taken apart into.
const mostDimensions = 4

// takeApart is indexings, with places taken out already.
func takeApart(offset affine.Form, bounds []bound, taken int) []indexing {
	open, found := affine.Product{}, false
	for p := range offset.Terms {
		if !onlyOfLaunch(p) {
			open, found = p, true
			break
		}
	}
	if !found {
		return []indexing{{rest: offset}}
	}
	if taken == mostDimensions {
		return nil
	}
	var all []indexing
	for _, b := range bounds {
		d, rest, ok := takeOut(offset, b, open)
		if !ok {
			continue
		}
		for _, x := range takeApart(rest, bounds, taken+1) {
			x.dimensions = append(x.dimensions, d)
			all = append(all, x)
		}
	}
	return all
}

// takeOut takes a place out of an address of which one product is a part of it; false if it is not in the
// address as a whole.
func takeOut(offset affine.Form, b bound, part affine.Product) (dimension, affine.Form, bool) {
	for p, n := range b.place.Terms {
		distance, ok := part.Over(p)
		if !ok || offset.Terms[part]%n != 0 || !onlyOfLaunch(distance) {
			continue
		}
		d := dimension{bound: b, factor: offset.Terms[part] / n, distance: distance}
		whole, ok := b.place.Scaled(d.factor, distance)
		if !ok {
			continue
		}
		if rest := offset.Minus(whole); len(rest.Terms) == len(offset.Terms)-len(whole.Terms) {
			return d, rest, true
		}
	}
	return dimension{}, affine.Form{}, false
}

// isTableOfStarts reports whether what is loaded is where something ends that begins with an element before:
// a loop counts from the one to the other. Such a table has an element more than there are things.
func isTableOfStarts(values *affine.Values, a affine.Access) bool {
	return slices.ContainsFunc(values.Compared, func(c affine.Compared) bool {
		begins, ends, counts := false, false, false
		look := func(x affine.Atom) bool {
			counts = counts || len(x.Steps()) > 0
			if from, ok := x.LoadedFrom(); ok {
				apart := a.Address.Minus(from)
				ends = ends || apart.IsConst() && apart.Const == 0
				begins = begins || apart.IsConst() && apart.Const > 0
			}
			return false
		}
		c.Left.Depends(look)
		c.Right.Depends(look)
		return begins && ends && counts
	})
}
