package judge

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/affine"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file infers the shape of the blocks from the arithmetic of the kernel.

// shape is what the arithmetic of a kernel says of its blocks.
type shape struct {
	block machine.Extents
	// why tells what says so, "" if nothing does. cut says that it tells of more threads than a block of the
	// kernel may have, so that these are a guess.
	why string
	cut bool
	// open reports whether the kernel asks how large its blocks are, so that it may take other ones.
	open bool
	// room is how many threads there is room for in shared arrays along each dimension, 0 for no bound, and
	// roles is how many there must be for all that threads are told apart by.
	room  [3]int64
	roles int64
}

// shaper collects what speaks for a size along each dimension.
type shaper struct {
	values *affine.Values
	// strides are the sizes with which places of the block are counted on, by dimension: those of
	// ctaid.x * 256 + tid.x first, those of tid.y * 16 + tid.x behind them.
	strides [3][]vote
	// room is how many threads there is room for in shared arrays, 0 for no bound.
	room [3]int64
	// limits are the numbers that places are compared with, by dimension.
	limits [3][]int64
}

// vote is a size and the sum that speaks for it.
type vote struct {
	size   int64
	strong bool
	text   string
}

const most = 1024 // threads of a block

var axis = [3]string{"x", "y", "z"}

// inferShape returns the shape that the arithmetic suggests, with at most so many threads in all.
func inferShape(values *affine.Values, threads int) shape {
	s := &shaper{values: values}
	for _, c := range values.Compared {
		s.compared(c)
	}
	for _, c := range values.Compared {
		s.form(c.Left)
		s.form(c.Right)
	}
	for _, a := range values.Accesses {
		s.form(a.Address)
	}
	for _, v := range s.arrays() {
		for d := range 3 {
			s.array(v, d)
		}
	}
	return s.choose(threads)
}

// form looks for sums such as ctaid.x * 256 + tid.x and tid.y * 16 + tid.x, whatever they are multiplied
// with.
func (s *shaper) form(f affine.Form) {
	for p, factor := range f.Terms {
		for _, a := range p {
			if a.Kind != affine.Thread {
				continue
			}
			other, _ := p.Without(a)
			s.ratio(f, factor, other, affine.Atom{Kind: affine.Block, Dim: a.Dim}, a.Dim, true,
				"ctaid.%[1]s * %[3]d + tid.%[1]s")
			if a.Dim < 2 {
				s.ratio(f, factor, other, affine.Atom{Kind: affine.Thread, Dim: a.Dim + 1}, a.Dim, false,
					"tid.%[2]s * %[3]d + tid.%[1]s")
			}
		}
	}
}

// ratio votes for the size along a dimension by which a sum counts on a place.
func (s *shaper) ratio(f affine.Form, factor int64, other affine.Product, counted affine.Atom, dim int,
	strong bool, text string) {
	by := f.Terms[other.With(counted)]
	if by == 0 || by%factor != 0 || by/factor < 2 || by/factor > most {
		return
	}
	s.strides[dim] = append(s.strides[dim],
		vote{by / factor, strong, fmt.Sprintf(text, axis[dim], axis[min(dim+1, 2)], by/factor)})
}

// compared notes the numbers that places are compared with.
func (s *shaper) compared(c affine.Compared) {
	for _, side := range [][2]affine.Form{{c.Left, c.Right}, {c.Right, c.Left}} {
		if !side[1].IsConst() || side[1].Const <= 1 {
			continue
		}
		for p, factor := range side[0].Terms {
			n := side[1].Const
			switch c.Word {
			case "gt", "le", "hi", "ls", "eq", "ne":
				n++
			}
			if p[0].Kind == affine.Thread && p.IsOne() && factor == 1 &&
				len(side[0].Terms) == 1 {
				s.limits[p[0].Dim] = append(s.limits[p[0].Dim], n-side[0].Const)
			}
			if of, by := p[0].Divided(); by > 0 && factor == 1 { // the number of the warp
				if x := of.Factor(affine.Atom{Kind: affine.Thread}); x == 1 {
					s.limits[0] = append(s.limits[0], n*by)
				}
			}
		}
	}
}

// arrays are the shared arrays that the kernel accesses.
func (s *shaper) arrays() []*ptx.Variable {
	var all []*ptx.Variable
	for _, a := range s.values.Accesses {
		for atom := range a.Address.Atoms {
			if v := atom.Variable; v != nil && v.Space == "shared" && v.Size() > 0 &&
				!slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	return all
}

// array bounds the places by the room in a shared array that they index. Where the first of several accesses
// that lie apart leaves about as much room as the others, these may be wrong; half of it and less is rows
// that one thread goes through.
func (s *shaper) array(v *ptx.Variable, d int) {
	place := affine.Atom{Kind: affine.Thread, Dim: d}
	first, rows, least := int64(0), int64(0), v.Size()
	for _, a := range s.values.Accesses {
		factor := a.Address.Factor(place)
		last := v.Size() - a.Address.Const - max(a.Bytes, 1)
		if a.Address.Factor(affine.Atom{Kind: affine.Variable, Variable: v}) != 1 || factor <= 0 ||
			last < 0 || a.Address.Const < 0 || s.guarded(a.Address, v.Size()) || ofSomeLanes(a.Instruction) {
			continue // what lies in front of a place is not for all threads
		}
		n := last/factor + 1
		for p, by := range a.Address.Terms { // a slot of a ring, or a row
			if p[0].Kind == affine.Opaque && by >= 2*factor {
				n = min(n, by/factor)
			}
			if _, step, _, ok := p[0].Counter(); ok && step.IsConst() && by*step.Const >= 2*factor {
				n = min(n, by*step.Const/factor) // groups of rows
			}
		}
		if slices.Contains(s.limits[d], n) { // for threads up to a number that they are compared with
			continue
		}
		if a.Address.Const < least || a.Address.Const == least && n < first {
			least, first = a.Address.Const, n
		}
		if rows == 0 || n < rows {
			rows = n
		}
	}
	if rows > 0 && rows*2 <= first && len(s.limits[d]) == 0 {
		first = rows
	}
	if first > 0 && (s.room[d] == 0 || first < s.room[d]) {
		s.room[d] = first
	}
}

// ofSomeLanes reports whether an instruction uses the addresses of some lanes alone: those of 8 give the rows
// of one matrix, those of 16 of two. All others may be anything.
func ofSomeLanes(in *ptx.Instruction) bool {
	return (in.Opcode == "ldmatrix" || in.Opcode == "stmatrix") && !in.Has("x4")
}

// guarded reports whether a sum of several places, which an address of an array of so many bytes counts with,
// is compared with a number of elements that there is room for: fewer threads than all come there.
func (s *shaper) guarded(address affine.Form, size int64) bool {
	return slices.ContainsFunc(s.values.Compared, func(c affine.Compared) bool {
		n := c.Right.Const - c.Left.Const
		places, unit := 0, int64(0)
		for p, by := range c.Left.Terms {
			if p[0].Kind != affine.Thread || !p.IsOne() || address.Terms[p]%by != 0 ||
				places > 0 && address.Terms[p]/by != unit {
				return false
			}
			places, unit = places+1, address.Terms[p]/by
		}
		return c.Right.IsConst() && places > 1 && n > 0 && unit > 0 && n*unit <= size
	})
}

// choose puts together what speaks for the sizes.
func (s *shaper) choose(threads int) shape {
	out := shape{block: machine.Extents{1, 1, 1}, room: s.room,
		roles: slices.Max(append(s.limits[0], 0))}
	var free []int
	for d := range 3 {
		if !s.values.Uses(affine.Thread, d) {
			continue
		}
		out.open = out.open || s.values.Uses(affine.BlockSize, d)
		votes := s.strides[d]
		slices.SortStableFunc(votes, func(a, b vote) int {
			if a.strong != b.strong {
				return map[bool]int{true: -1, false: 1}[a.strong]
			}
			return cmp.Compare(a.size, b.size)
		})
		switch {
		case len(votes) > 0 && (s.room[d] == 0 || votes[0].size < 2*s.room[d]):
			out.tell(d, int(votes[0].size), votes[0].text)
		case s.room[d] > 1 && (s.room[d]&(s.room[d]-1) == 0 || s.room[d]%32 == 0) && s.room[d] <= most ||
			len(votes) > 0:
			out.tell(d, int(s.room[d]),
				fmt.Sprintf("a shared array has room for %d along %s", s.room[d], axis[d]))
		default:
			free = append(free, d)
		}
	}
	s.fill(&out, free, threads)
	out.cutTo(threads)
	return out
}

// cutTo takes back what was told too much of: of rows first, of which a thread may go through several.
func (s *shape) cutTo(threads int) {
	for s.block.Count() > threads {
		last := 2
		for s.block[last] == 1 {
			last--
		}
		s.block[last] /= 2
		s.cut = s.why != ""
	}
}

func (s *shape) tell(dim, size int, why string) {
	s.block[dim] = size
	if s.why != "" {
		s.why += ", "
	}
	s.why += why
}

// fill gives the dimensions of which nothing is known a size: together as many threads as are assumed.
func (s *shaper) fill(out *shape, free []int, threads int) {
	left := min(assumedThreads, threads) / min(out.block.Count(), assumedThreads)
	for _, d := range free {
		size := max(left, 1)
		if len(free) > 1 || d > 0 {
			size = min(size, 16)
		}
		if n := slices.Max(append(s.limits[d], 0)); len(free) == 1 && d == 0 && int64(size) < n && n <= most {
			size = int(n+31) / 32 * 32 // roles of warps
			if !out.open && slices.Contains(s.limits[d], int64(size)) && size >= assumedThreads &&
				size+32 <= threads {
				size += 32
			}
		}
		if room := s.room[d]; room > 0 {
			for int64(size) > room && size > 1 {
				size /= 2
			}
		}
		out.block[d] = size
		left = max(left/size, 1)
	}
	if len(free) == 0 && out.why == "" { // no thread asks where it is
		out.block[0] = min(assumedThreads, threads)
	}
}
