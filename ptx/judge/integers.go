package judge

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/affine"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file says which values an integer of the launch may have that nobody gave, from what the kernel does
// with it.

// role is what a kernel does with an integer that it takes.
type role struct {
	slot affine.Slot
	// guards says that places of threads are compared with it, or numbers of their own: every value is a
	// launch that the kernel provides for.
	guards bool
	// counts says that a number which all threads share is compared with it, step what that is raised by.
	counts bool
	step   int64
	// multiple is what the integer must be a multiple of, for accesses to be aligned.
	multiple int64
	// least is the smallest value with which rows that the integer is the length of do not overlap.
	least int64
	// size is the value to begin with, before it is rounded.
	size int64
}

// rolesOf returns what a kernel does with its integers.
func rolesOf(k *machine.Kernel, block machine.Extents) []*role {
	values := k.Values()
	pointers, textures := values.Pointers(), values.Textures()
	var all []*role
	for _, r := range values.Reads() {
		p := &k.Params[r.Param]
		kind := r.Type.Kind()
		if pointers[r.Slot] || textures[r.Slot] || p.Pointer ||
			p.Variable.Type.Kind() == ptx.Float && !p.IsStruct() ||
			kind == ptx.Float || r.Type.Bits() < 16 || r.Type.Bits() > 64 {
			continue
		}
		x := &role{slot: r.Slot, step: 1, multiple: 1}
		for _, c := range values.Compared {
			x.compared(c)
		}
		all = append(all, x)
	}
	for _, x := range all {
		for _, a := range values.Accesses {
			x.accessed(a, block, all, values)
		}
	}
	sizes, counters := 0, 0
	for _, x := range all {
		if x.guards || x.counts || x.least > 0 {
			sizes++
		}
		if x.onlyCounts() {
			counters++
		}
	}
	for _, x := range all {
		x.size = assumedInteger
		if sizes > 2 { // of a volume
			x.size = assumedSide
		}
		if counters > 1 && x.onlyCounts() { // of loops in each other
			x.size = min(x.size, assumedTrips*x.step)
		}
	}
	return all
}

// assumedSide is what each side of a volume is assumed to be, and assumedTrips how often loops are executed
// that may lie in each other.
const (
	assumedSide  = 64
	assumedTrips = 16
)

// onlyCounts reports whether the integer is for nothing but how often a loop is executed.
func (x *role) onlyCounts() bool { return x.counts && !x.guards && x.least == 0 }

// atom is the integer in a sum.
func (x *role) atom() affine.Atom {
	return affine.Atom{Kind: affine.Param, Dim: x.slot.Param, Offset: x.slot.Offset}
}

func (x *role) is(a affine.Atom) bool { return a == x.atom() }

func ofThread(a affine.Atom) bool { return a.Kind == affine.Thread || a.Kind == affine.Block }

// compared looks at a comparison: what is compared with the integer, and how that counts.
func (x *role) compared(c affine.Compared) {
	difference := c.Left.Minus(c.Right)
	if !difference.Depends(x.is) {
		return
	}
	for _, side := range [][2]affine.Form{{c.Left, c.Right}, {c.Right, c.Left}} {
		if side[0].Depends(x.is) && side[1].Depends(ofThread) {
			x.guards = true
			return
		}
	}
	direct := difference.Factor(x.atom())
	for p, factor := range difference.Terms {
		a := p[0]
		if of, by := a.Divided(); by > 1 && of.Depends(x.is) {
			x.counts, x.step = true, max(x.step, by)
		}
		for _, step := range a.Steps() {
			if step.IsConst() && step.Const != 0 && (direct != 0 || a.Kind == affine.Opaque) {
				x.counts = true
				if direct != 0 && p.IsOne() {
					x.step = max(x.step, abs(step.Const*factor/direct))
				}
			}
		}
	}
	x.counts = x.counts || direct != 0 && len(difference.Terms) > 1
}

func abs(n int64) int64 { return max(n, -n) }

// accessed looks at an address in which the integer is a factor: the distance of rows, or of matrices whose
// rows are as long as another integer says.
func (x *role) accessed(a affine.Access, block machine.Extents, all []*role, values *affine.Values) {
	distance, rows, rest := int64(0), int64(0), max(a.Bytes, 1)
	for p, factor := range a.Address.Terms {
		switch others, ok := p.Without(x.atom()); {
		case ok && p.IsOne():
		case ok:
			if distance == 0 || abs(factor) < distance {
				distance = abs(factor)
			}
			if slices.ContainsFunc(others[:], ofThread) {
				rows++
			}
		default:
			rest += abs(factor) * x.mostOf(p, block, all, values)
		}
	}
	if distance == 0 {
		return
	}
	if a.Bytes > distance && a.Bytes%distance == 0 {
		x.multiple = lcm(x.multiple, a.Bytes/distance)
	}
	if rows > 0 && a.Writes && a.Space != "shared" {
		x.least = max(x.least, (rest+distance-1)/distance)
	}
}

// mostOf returns the largest value that the launches which are tried give to a product, 0 if it is not known,
// or if the product is of a distance that may be larger than this one.
func (x *role) mostOf(p affine.Product, block machine.Extents, all []*role, values *affine.Values) int64 {
	most := int64(1)
	for a := range p.All {
		switch a.Kind {
		case affine.Thread:
			most *= int64(block[a.Dim] - 1)
		case affine.Block:
			most *= mostBlocks - 1
		case affine.Param:
			i := slices.IndexFunc(all, func(y *role) bool { return y.is(a) })
			if i < 0 || x.guards || x.counts || !all[i].guards {
				return 0
			}
			most *= max(int64(2*slices.Max(block[:])+1), assumedSide)
		default:
			most *= countedTo(a, values)
		}
	}
	return most
}

// countedTo returns the number that a loop counts up to, 0 if it is none that the text tells.
func countedTo(a affine.Atom, values *affine.Values) int64 {
	start, step, _, ok := a.Counter()
	if !ok || !start.IsConst() || start.Const < 0 || !step.IsConst() || step.Const <= 0 {
		return 0
	}
	for _, c := range values.Compared {
		difference := c.Right.Minus(c.Left).Plus(affine.Of(a))
		if c.Left.Factor(a) == 1 && difference.IsConst() && difference.Const > 0 {
			return difference.Const
		}
	}
	return 0
}

func lcm(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// base is the value that the integer has while others are varied.
func (x *role) base() int64 { return x.legal(max(x.size, x.least)) }

// legal returns the next value from n on that keeps to what the integer must be a multiple of.
func (x *role) legal(n int64) int64 {
	m := x.multiple
	if !x.guards {
		m = lcm(m, x.step)
		n = max(n, x.least)
	}
	return (n + m - 1) / m * m
}

// values returns the values to try beside the base, the smallest first.
func (x *role) values(block machine.Extents, depth int64) []int64 {
	var all []int64
	add := func(n int64) {
		if v := x.legal(n); n >= 0 && v != x.base() && !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	if x.guards {
		for d := range 3 {
			if e := int64(block[d]); e > 1 {
				for _, n := range []int64{0, 1, e - 1, e, e + 1, 2*e + 1} {
					add(n)
				}
			}
		}
	}
	if x.counts {
		for n := range 2*depth + 3 {
			add(n * x.step)
		}
	}
	slices.Sort(all)
	return all
}

// ringDepth returns how many stages the rings of a kernel have, 2 if nothing tells.
func ringDepth(values *affine.Values) int64 {
	depth := int64(2)
	note := func(n int64) {
		if n >= 2 && n <= 8 {
			depth = max(depth, n)
		}
	}
	objects := map[string]bool{}
	for in := range values.Instructions {
		switch {
		case in.Opcode == "mbarrier" && in.Has("init"):
			objects[fmt.Sprint(in.Operands[0])] = true
		case (in.Has("wait_group") || in.Opcode == "wgmma" && in.Has("wait_group")) && len(in.Operands) == 1:
			if n, ok := in.Operands[0].(*ptx.Immediate); ok {
				note(int64(n.Bits) + 1)
			}
		}
	}
	note(int64(len(objects)) / 2)
	for _, c := range values.Compared {
		for _, side := range [][2]affine.Form{{c.Left, c.Right}, {c.Right, c.Left}} {
			for a := range side[0].Atoms {
				if len(a.Steps()) > 0 && side[1].IsConst() && (c.Word == "eq" || c.Word == "ne") {
					note(side[1].Const)
				}
				if _, by := a.Remainder(); by > 0 {
					note(by)
				}
			}
		}
	}
	return depth
}

// slotName is how a slot is called: the name of the parameter, with the offset of a field behind it.
func slotName(k *machine.Kernel, s affine.Slot) string {
	p := &k.Params[s.Param]
	if p.IsStruct() {
		return p.Name + "." + strconv.FormatInt(s.Offset, 10)
	}
	return p.Name
}

// slotFlag is the flag that gives a slot a value, by its position.
func slotFlag(k *machine.Kernel, s affine.Slot) string {
	if k.Params[s.Param].IsStruct() {
		return fmt.Sprintf("--arg %d.%d=", s.Param, s.Offset)
	}
	return fmt.Sprintf("--arg %d=", s.Param)
}
