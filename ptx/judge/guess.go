package judge

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ptx/affine"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Guess is something of a launch that nobody said, with the values to try.
type Guess struct {
	// What names it: a parameter, "blocks of threads", "grid", or "contents of the buffers".
	What string
	// Flag gives it a value, which stands behind the flag. "" if no flag does.
	Flag string
	// Why tells what in the kernel suggests the values, "" if nothing does.
	Why string
	// Legal says that every value is of a launch that the kernel provides for: a hazard with any of them is
	// the kernel's mistake. Otherwise other values are tried where a hazard was found.
	Legal bool
	// Values are what to try, that of the plan first.
	Values []Choice

	integer bool
	counts  bool // trips of a loop that all threads share
	guards  bool
	depth   int64
	role    *role // of an integer
	// together says that the values are of all integers at once.
	together bool
	// beside are flags that belong to the values, each with a space in front.
	beside string
	// fewer is, of blocks, from which value on these have fewer rows than was inferred.
	fewer int
}

// Choice is one value of a guess.
type Choice struct {
	Text   string
	number int64
	set    func(*machine.Config)
}

// mostBlocks is along each dimension of the grid how many blocks a sweep tries.
const mostBlocks = 3

// The names of the guesses of block and grid.
const (
	blockName = "the block"
	gridName  = "the grid"
)

// guessBlock adds the shapes to try of blocks.
func (p *Plan) guessBlock(s shape, threads int) {
	p.openBlock = s.open
	g := &Guess{What: blockName, Flag: "--block ", Why: s.why}
	add := func(e machine.Extents) {
		same := func(c Choice) bool { return c.Text == extentsText(e) }
		if len(g.Values) > 0 && int64(e.Count()) < s.roles {
			return
		}
		for d, room := range s.room {
			if room > 0 && int64(e[d]) > room && len(g.Values) > 0 {
				return
			}
		}
		if e.Count() <= threads && !slices.ContainsFunc(g.Values, same) {
			g.Values = append(g.Values, Choice{extentsText(e), int64(e.Count()),
				func(c *machine.Config) { c.Block = e }})
		}
	}
	add(p.Config.Block)
	flat := p.Config.Block[1] == 1 && p.Config.Block[2] == 1
	sizes := []int{32, 64, 256, 512}
	if !p.Kernel.NumbersThreads() { // it may be meant for one
		sizes = append([]int{1}, sizes...)
	}
	for _, n := range sizes {
		if flat {
			add(machine.Extents{n, 1, 1})
		}
	}
	if !flat {
		for _, e := range []machine.Extents{{8, 8, 1}, {16, 16, 1}, {32, 8, 1}, {32, 32, 1}, {128, 1, 1}} {
			add(e)
		}
	}
	g.addFewerRows(p.Config.Block)
	p.Guesses = append(p.Guesses, g)
}

// addFewerRows adds blocks of a half and a quarter of the rows, whose threads may each go through several.
func (g *Guess) addFewerRows(e machine.Extents) {
	g.fewer = len(g.Values)
	for range 2 {
		if e[1]%2 != 0 || e[1] < 4 {
			return
		}
		e[1] /= 2
		block := e
		g.Values = append(g.Values, Choice{extentsText(e), int64(e.Count()),
			func(c *machine.Config) { c.Block = block }})
	}
}

// extentsText writes extents as the flags take them.
func extentsText(e machine.Extents) string {
	text := strconv.Itoa(e[0])
	for d := 1; d < 3 && (e[1] > 1 || e[2] > 1) && (d == 1 || e[2] > 1); d++ {
		text += "," + strconv.Itoa(e[d])
	}
	return text
}

// guessGrid adds grids of several blocks along the dimensions in which the kernel asks for its block.
func (p *Plan) guessGrid() {
	g := &Guess{What: gridName, Flag: "--grid ", Legal: true}
	cluster := p.Kernel.Cluster(p.Config)
	for n := 1; n <= mostBlocks; n++ {
		e := cluster
		for d := range 3 {
			if v := p.Kernel.Values(); v.Uses(affine.Block, d) || v.Uses(affine.GridSize, d) {
				e[d] = n * cluster[d]
				g.Why = "the kernel asks for its block"
			}
		}
		if n == 1 || e.Count() > cluster.Count() {
			g.Values = append(g.Values, Choice{extentsText(e), int64(e.Count()),
				func(c *machine.Config) { c.Grid = e }})
		}
	}
	p.Guesses = append(p.Guesses, g)
}

// guessInteger adds the values to try of an integer.
func (p *Plan) guessInteger(x *role, depth int64) {
	g := &Guess{What: slotName(p.Kernel, x.slot), Flag: slotFlag(p.Kernel, x.slot),
		Legal: x.guards || x.counts, integer: true, counts: x.counts, guards: x.guards, depth: depth * x.step,
		role: x}
	add := func(n int64) { g.Values = append(g.Values, p.choose(x, n)) }
	add(x.base())
	switch {
	case x.guards:
		g.Why = "threads compare their places with it"
	case x.counts && x.step > 1:
		g.Why = fmt.Sprintf("a loop counts by %d up to it", x.step)
	case x.counts:
		g.Why = "a loop counts up to it"
	}
	more := x.values(p.Config.Block, depth)
	if !g.Legal {
		more = []int64{x.legal(max(1, x.least)), 0, 32, 4096}
		if x.least > 0 { // what lies so far apart may be larger than was seen
			more = append(more, x.legal(8*x.base()))
		}
	}
	for _, n := range more {
		if n != x.base() {
			add(n)
		}
	}
	p.Guesses = append(p.Guesses, g)
}

// choose returns the choice of a value of an integer.
func (p *Plan) choose(x *role, n int64) Choice {
	return Choice{strconv.FormatInt(n, 10), n, func(c *machine.Config) { p.setInteger(c, x.slot, n) }}
}

// guessTogether adds a launch in which all integers are small at once, and the same where they may be: a
// matrix with as many rows as columns, and no more between its rows. They are as many as the block has
// threads along its longest side, as an even number keeps vectors aligned.
func (p *Plan) guessTogether(all []*role) {
	if len(all) < 2 {
		return
	}
	n := int64(min(slices.Max(p.Config.Block[:]), 32))
	p.Guesses = append(p.Guesses,
		&Guess{What: "all integers", together: true, integer: true, Values: []Choice{
			{"what is assumed", assumedInteger, func(*machine.Config) {}},
			{"about " + strconv.FormatInt(n, 10), n, func(c *machine.Config) {
				for _, x := range all {
					p.setInteger(c, x.slot, x.legal((max(n, x.least)+15)/16*16))
				}
			}}}})
}

// setInteger gives a slot of the parameters a value.
func (p *Plan) setInteger(c *machine.Config, s affine.Slot, n int64) {
	a := &c.Args[s.Param]
	if !p.Kernel.Params[s.Param].IsStruct() {
		a.Bits = uint64(n)
		return
	}
	a.Bytes = slices.Clone(a.Bytes)
	for _, f := range p.Kernel.Params[s.Param].Fields {
		if f.Offset == s.Offset {
			var full [8]byte
			binary.LittleEndian.PutUint64(full[:], uint64(n))
			copy(a.Bytes[s.Offset:], full[:f.Type.Bits()/8])
		}
	}
}
