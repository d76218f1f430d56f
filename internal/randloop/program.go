package randloop

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Program is a random loop in a function @f.
type Program struct {
	Trips   int64 // iterations of the pipelined loop
	Dynamic bool  // the extent is the argument %n
	Lower   int64
	Step    int64

	Arrays  []*Array
	Buffers []*Buffer
	Stmts   []*Stmt
	// Shares: most statements add a value that the body loads once, from memory that nothing writes.
	Shares bool
	Annotation
}

// Annotation is the schedule of a program's loop.
type Annotation struct {
	Stages, Order, Async []int
}

// Array is a function argument that all iterations share.
type Array struct {
	Name string
}

// Buffer is a scratch allocation.
type Buffer struct {
	Name   string
	Size   int64
	Inside bool // allocated in the loop's body
	// filled: some statement has written all of it, in every iteration.
	filled bool
}

// Access is one element, or all of a buffer, that a statement touches: Array[i
// + Offset] for the original induction variable i, or Buffer[Offset].
type Access struct {
	Array  *Array
	Buffer *Buffer
	Whole  bool // every element of Buffer
	Offset int64
	Write  bool
}

// Stmt is one statement of the loop.
type Stmt struct {
	Accesses []Access
	// Guard: the statement runs only where the predicate array is true.
	Guard bool
	// Form is how the statement is written.
	Form Form
	// Salt varies the arithmetic.
	Salt int
}

// Form is how a statement is written.
type Form uint8

// The forms of statements.
const (
	Plain Form = iota // loads, arithmetic, one store
	Loop              // a loop over the elements of the written buffer
	Block             // a pipeline.block
	Inner             // an inner loop over the written buffer that is pipelined itself
)

// margin is how far offsets reach beyond the iteration space of arrays.
const margin = 8

// New returns a random program with a random annotation that keeps the order
// of the statements within an iteration.
func New(r *rand.Rand) *Program {
	p := &Program{
		Trips: int64(r.IntN(8)), Dynamic: r.IntN(3) == 0,
		Lower: int64(r.IntN(3)), Step: 1 + int64(r.IntN(2)),
	}
	if r.IntN(6) == 0 {
		p.Trips += 12
	}
	for i := range 1 + r.IntN(4) {
		p.Buffers = append(p.Buffers,
			&Buffer{Name: fmt.Sprintf("B%d", i), Size: 1 + int64(r.IntN(3)), Inside: r.IntN(2) == 0})
	}
	for i := range 2 + r.IntN(3) {
		p.Arrays = append(p.Arrays, &Array{fmt.Sprintf("A%d", i)})
	}
	for i := range 2 + r.IntN(5) {
		p.Stmts = append(p.Stmts, p.newStmt(r, i))
	}
	p.Annotation = p.LegalAnnotation(r)
	p.Shares = r.IntN(2) == 0
	return p
}

func (p *Program) newStmt(r *rand.Rand, index int) *Stmt {
	s := &Stmt{Salt: r.IntN(100)}
	for range 1 + r.IntN(2) {
		s.Accesses = append(s.Accesses, p.source(r))
	}
	s.Accesses = append(s.Accesses, p.target(r, index))
	w := s.write()
	switch {
	case w.Buffer != nil && w.Whole:
		s.Form = []Form{Loop, Loop, Block, Inner}[r.IntN(4)]
		if s.Form == Inner && (w.Buffer.Size < 2 || s.reads(w.Buffer)) {
			s.Form = Loop
		}
	case r.IntN(4) == 0:
		s.Form = Block
	}
	// A guarded write must not be the one that fills a buffer.
	s.Guard = s.Form != Inner && r.IntN(5) == 0 && (w.Array != nil || w.Buffer.filled)
	if w.Buffer != nil && !s.Guard && (w.Whole || w.Buffer.Size == 1) {
		w.Buffer.filled = true
	}
	return s
}

// reads reports whether the statement reads the buffer.
func (s *Stmt) reads(b *Buffer) bool {
	return slices.ContainsFunc(s.Accesses, func(a Access) bool { return a.Buffer == b && !a.Write })
}

func (s *Stmt) write() *Access { return &s.Accesses[len(s.Accesses)-1] }

// source picks something to read that was written before.
func (p *Program) source(r *rand.Rand) Access {
	var filled []*Buffer
	for _, b := range p.Buffers {
		if b.filled {
			filled = append(filled, b)
		}
	}
	if len(filled) > 0 && r.IntN(4) > 0 {
		b := filled[r.IntN(len(filled))]
		return Access{Buffer: b, Offset: r.Int64N(b.Size)}
	}
	return Access{Array: p.Arrays[r.IntN(len(p.Arrays))], Offset: p.offset(r)}
}

// target picks something to write: mostly buffers first, arrays at the end.
func (p *Program) target(r *rand.Rand, index int) Access {
	b := p.Buffers[r.IntN(len(p.Buffers))]
	switch {
	case index > 0 && r.IntN(2) == 0:
		return Access{Array: p.Arrays[r.IntN(len(p.Arrays))], Offset: p.offset(r), Write: true}
	case b.Size == 1 || b.filled && r.IntN(3) == 0:
		return Access{Buffer: b, Offset: r.Int64N(b.Size), Write: true}
	}
	return Access{Buffer: b, Whole: true, Write: true}
}

// offset is mostly zero; others make carried dependences.
func (p *Program) offset(r *rand.Rand) int64 {
	if r.IntN(3) > 0 {
		return 0
	}
	return r.Int64N(2*margin-1) - margin + 1
}

// LegalAnnotation returns stages that do not fall from statement to statement and an order that keeps
// statements of one stage. It breaks no dependence within an iteration; carried ones it may break.
func (p *Program) LegalAnnotation(r *rand.Rand) Annotation {
	a := Annotation{}
	stage := 0
	for i := range p.Stmts {
		if i > 0 && r.IntN(2) == 0 {
			stage += 1 + r.IntN(2)
		}
		a.Stages = append(a.Stages, stage)
	}
	a.Order = r.Perm(len(p.Stmts))
	a.sortWithinStages()
	a.Async = randomAsync(r, a.Stages)
	return a
}

// AnyAnnotation returns stages and order without regard to dependences.
func (p *Program) AnyAnnotation(r *rand.Rand) Annotation {
	a := Annotation{Order: r.Perm(len(p.Stmts))}
	for range p.Stmts {
		a.Stages = append(a.Stages, r.IntN(4))
	}
	a.Async = randomAsync(r, a.Stages)
	return a
}

// sortWithinStages deals the orders of each stage's statements out again, in
// the order of the statements.
func (a *Annotation) sortWithinStages() {
	byStage := map[int][]int{}
	for i, s := range a.Stages {
		byStage[s] = append(byStage[s], a.Order[i])
	}
	for _, orders := range byStage {
		slices.Sort(orders)
	}
	for i, s := range a.Stages {
		a.Order[i] = byStage[s][0]
		byStage[s] = byStage[s][1:]
	}
}

func randomAsync(r *rand.Rand, stages []int) []int {
	var async []int
	for _, s := range slices.Compact(slices.Sorted(slices.Values(stages))) {
		if r.IntN(2) == 0 {
			async = append(async, s)
		}
	}
	return async
}

// ArraySize returns the number of elements of every array.
func (p *Program) ArraySize() int64 { return p.Lower + p.Step*max(p.Trips, 1) + 2*margin }

// Text returns the program in MLIR's syntax.
func (p *Program) Text() string {
	w := &writer{p: p}
	w.program()
	return w.b.String()
}

// ints formats [0, 1].
func ints(vs []int) string {
	s := make([]string, len(vs))
	for i, v := range vs {
		s[i] = fmt.Sprint(v)
	}
	return "[" + strings.Join(s, ", ") + "]"
}
