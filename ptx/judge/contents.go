package judge

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/affine"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file says what buffers may hold of which nothing is known: zeros, and numbers that all differ. Zeros
// are what counters, locks and flags begin with, so what a kernel writes itself keeps them, unless the
// hazard is of the kind that other numbers may excuse. Numbers are floats where the kernel computes with
// floats, and begin with 0, so that tables of places are in order, and small.

// contentsName names the guess of what buffers hold.
const contentsName = "what the buffers hold"

// numbered is how many numbers stand in a buffer whose contents are numbers.
const numbered = 1 << 12

// guessContents adds the contents of buffers of which nothing is known: zeros, and numbers that all differ.
func (p *Plan) guessContents() {
	if !p.hasGrowing() && !p.hasOpenTextures() || !p.followsLoads() {
		return
	}
	written := p.writtenSlots()
	g := &Guess{What: contentsName, Why: "addresses or conditions are computed from it",
		Values: []Choice{{"zeros", 0, func(*machine.Config) {}}}}
	if len(written) > 0 {
		g.Values = append(g.Values, Choice{"the numbers 0, 1, 2, ... where it writes nothing", 1,
			func(c *machine.Config) { p.fillWithNumbers(c, written, inOrder) }})
	}
	g.Values = append(g.Values,
		Choice{"the numbers 0, 1, 2, ...", 2, func(c *machine.Config) { p.fillWithNumbers(c, nil, inOrder) }},
		Choice{"the numbers 1, 0, 3, 2, ...", 3, func(c *machine.Config) {
			p.fillWithNumbers(c, nil, swapped)
		}})
	p.Guesses = append(p.Guesses, g)
}

// inOrder and swapped are orders of the numbers. In the first a thread may find its own place.
func inOrder(n int) int { return n }

func swapped(n int) int { return n ^ 1 }

// scrambled is an order in which neighbors are far from each other.
func scrambled(n int) int { return n * 2654435761 % numbered }

// followsLoads reports whether what the kernel does depends on what it loads.
func (p *Plan) followsLoads() bool {
	loads := func(a affine.Atom) bool { return a.Loaded() }
	values := p.Kernel.Values()
	for _, a := range values.Accesses {
		if a.Address.Depends(loads) {
			return true
		}
	}
	for _, c := range values.Compared {
		if c.Left.Depends(loads) || c.Right.Depends(loads) {
			return true
		}
	}
	return values.ComparesFloats()
}

// writtenSlots are the slots of pointers through which the kernel writes.
func (p *Plan) writtenSlots() map[affine.Slot]bool {
	written := map[affine.Slot]bool{}
	for _, a := range p.Kernel.Values().Accesses {
		for _, s := range a.Address.PointersOf() {
			if a.Writes {
				written[s] = true
			}
		}
	}
	return written
}

func (p *Plan) hasGrowing() bool {
	for _, a := range p.Config.Args {
		for _, b := range buffersOf(a) {
			if b.Grows {
				return true
			}
		}
	}
	return false
}

// buffersOf returns the buffers of an argument.
func buffersOf(a machine.Arg) []*machine.Buffer {
	var all []*machine.Buffer
	for _, at := range slices.Sorted(maps.Keys(placesOf(a))) {
		all = append(all, placesOf(a)[at])
	}
	return all
}

// placesOf returns the buffers of an argument by the offset of the pointer to them.
func placesOf(a machine.Arg) map[int64]*machine.Buffer {
	all := map[int64]*machine.Buffer{}
	if a.Buffer != nil {
		all[0] = a.Buffer
	}
	for at, to := range a.Pointers {
		all[at] = to.Buffer
	}
	return all
}

// fillWithNumbers puts 0, 1, 2, ... in some order into the buffers that were assumed, but for those of some
// slots.
func (p *Plan) fillWithNumbers(c *machine.Config, but map[affine.Slot]bool, order func(int) int) {
	floats, sizes := p.Kernel.Values().FloatSlots(), p.loadedSizes()
	c.Texels = p.texels(order)
	for i, a := range c.Args {
		for at, b := range placesOf(a) {
			s := affine.Slot{Param: i, Offset: at}
			if b == nil || !b.Grows || but[s] {
				continue
			}
			b.Data = make([]byte, p.inside)
			for n := range numbered {
				b.Data = append(b.Data, numberBytes(order(n), sizes[s], floats[s])...)
			}
		}
	}
}

// loadedSizes returns the bytes of the elements that are loaded by way of pointers, the smallest of each.
func (p *Plan) loadedSizes() map[affine.Slot]int {
	sizes := map[affine.Slot]int{}
	for _, a := range p.Kernel.Values().Accesses {
		types := a.Instruction.Types()
		if a.Bytes == 0 || len(types) == 0 {
			continue
		}
		n := types[len(types)-1].Bits() / 8
		for _, s := range a.Address.PointersOf() {
			if old := sizes[s]; old == 0 || n < old {
				sizes[s] = n
			}
		}
	}
	return sizes
}

// numberBytes returns a number as an element of so many bytes, 4 if that is not known: a float if floats of
// that size are what is expected.
func numberBytes(n, size, floatBits int) []byte {
	var full [8]byte
	switch {
	case floatBits == 16 && size == 2:
		binary.LittleEndian.PutUint16(full[:], uint16(ir.EncodeFloat(ir.F16, float64(n))))
	case floatBits == 32 && size == 4:
		binary.LittleEndian.PutUint32(full[:], math.Float32bits(float32(n)))
	case floatBits == 64 && size == 8:
		binary.LittleEndian.PutUint64(full[:], math.Float64bits(float64(n)))
	default:
		binary.LittleEndian.PutUint64(full[:], uint64(n))
	}
	if size < 1 || size > len(full) {
		size = 4
	}
	return full[:size]
}
