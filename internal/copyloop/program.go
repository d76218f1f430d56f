package copyloop

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Program is a random loop in a function @f: every iteration fills buffers of shared memory from arrays, and
// stores what is in them.
type Program struct {
	Trips   int64
	Dynamic bool // the extent is the argument %n
	Copies  []*Copy
	// Stages and Order are those of the statements: the copies, and then their uses; Async lists the
	// asynchronous stages.
	Stages, Order, Async []int
}

// Copy is a statement that fills a buffer.
type Copy struct {
	Elem   string // element type
	N      int64  // elements of the buffer
	Rows   int64  // of the buffer, where Form is Block
	Form   Form
	Guard  Guard
	Inside bool  // the buffer is allocated in the loop
	Flat   bool  // the array has one dimension
	Pad    int64 // elements that rows of the array are longer than N
	Limit  int64 // with Limited, the first iteration that reads nothing
	Block  bool  // wrapped into a pipeline.block
}

// Form is how a copy is written.
type Form uint8

// The forms of copies.
const (
	Elements   Form = iota // a loop over elements
	Vectorized             // one with loop_kind = "vectorized"
	Vector                 // vector.load and vector.store
	Block                  // memref.copy of rows
	Strided                // a vectorized loop over every other element
	Computed               // no copy
	forms
)

// Guard is the predicate of a copy.
type Guard uint8

// The guards of copies.
const (
	None    Guard = iota
	Value         // zero where the predicate is false, as the stored value
	Branch        // zero where the predicate is false, by a second store
	Limited       // as Value, and there is nothing to read where it is false
	guards
)

// New returns a random program.
func New(r *rand.Rand) *Program {
	p := &Program{Trips: 1 + r.Int64N(7), Dynamic: r.IntN(4) == 0}
	for range 1 + r.IntN(3) {
		p.Copies = append(p.Copies, newCopy(r, p.Trips))
	}
	p.schedule(r)
	return p
}

var elements = []string{"f32", "i32", "f16", "i8", "f64"}

func newCopy(r *rand.Rand, trips int64) *Copy {
	c := &Copy{
		Elem: elements[r.IntN(len(elements))], N: 1 << r.IntN(6), Rows: 1 << r.IntN(3),
		Form: Form(r.IntN(int(forms))), Inside: r.IntN(2) == 0, Flat: r.IntN(2) == 0,
		Limit: r.Int64N(trips + 1),
		Block: r.IntN(3) == 0,
	}
	if r.IntN(3) == 0 {
		c.Pad = r.Int64N(5)
	}
	if c.Form == Vector && r.IntN(3) == 0 {
		c.N += c.N / 2
	}
	if c.Form != Block && c.Form != Computed && r.IntN(2) == 0 {
		c.Guard = Guard(r.IntN(int(guards)))
	}
	if c.Form == Block || c.Form == Vector {
		c.Flat = false
	}
	return c
}

// schedule gives the copies stages before their uses, and makes some of them asynchronous.
func (p *Program) schedule(r *rand.Rand) {
	n := len(p.Copies)
	last := 1 + r.IntN(3)
	for range n {
		p.Stages = append(p.Stages, r.IntN(min(last, 2)))
	}
	slices.Sort(p.Stages)
	p.Stages[0] = 0
	for range n {
		p.Stages = append(p.Stages, last)
	}
	for i := range 2 * n {
		p.Order = append(p.Order, i)
	}
	p.Async = []int{0}
	if r.IntN(2) == 0 && slices.Contains(p.Stages, 1) && last > 1 {
		p.Async = []int{0, 1}
	}
}

// Exact reports whether the checker knows everything that the program does.
func (p *Program) Exact() bool {
	return !p.Dynamic && !slices.ContainsFunc(p.Copies, func(c *Copy) bool { return c.Guard != None })
}

// Name returns the name of the array of copy i.
func (p *Program) Name(i int) string { return fmt.Sprintf("A%d", i) }
