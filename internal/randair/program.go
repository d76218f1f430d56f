// Package randair makes random programs of mlir-air: a herd whose tiles and whose host compute, copy, and put
// and get on channels, with the tokens that their accesses need.
//
// The operations of a program have an order in which they can run one after the other, so that a program with
// all of its tokens is right. The package says what such a run computes, and which accesses have no order if
// a token is left out. It knows the rules, and nothing of the passes.
package randair

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Elements is the number of elements of each buffer.
const Elements = 2

// Kind is what an operation does.
type Kind int

// The kinds of operations.
const (
	Add  Kind = iota // to += 3 * from + 1
	Copy             // to = from
	Put              // of from
	Get              // to
)

// Op is an operation of an agent: of the host, which is agent 0, or of tile agent-1.
type Op struct {
	Kind     Kind
	Agent    int
	From, To int   // buffers of the agent
	Channel  int   // of a Put or a Get
	After    []int // operations whose tokens it starts after
}

// Program is a random program. The operations are in the order in which they can run one after the other.
type Program struct {
	Ops      []Op
	Tiles    int
	Slots    []int // by channel
	from, to []int // agents, by channel
}

// Buffers is the number of buffers of each agent.
const Buffers = 2

// New returns a random program with about n operations.
func New(r *rand.Rand, n int) *Program {
	p := &Program{Tiles: 1 + r.IntN(3)}
	for range 1 + r.IntN(3) {
		from, to := r.IntN(p.Tiles+1), r.IntN(p.Tiles)
		if to >= from {
			to++
		}
		p.Slots, p.from, p.to = append(p.Slots, 1+r.IntN(2)), append(p.from, from), append(p.to, to)
	}
	full := make([]int, len(p.Slots))
	for len(p.Ops) < n {
		if op, ok := p.pick(r, full); ok {
			p.append(op)
		}
	}
	for c := range full {
		for ; full[c] > 0; full[c]-- {
			p.append(Op{Kind: Get, Agent: p.to[c], To: r.IntN(Buffers), From: -1, Channel: c})
		}
	}
	return p
}

// pick returns an operation that can run next. full says how many slots of each channel are taken.
func (p *Program) pick(r *rand.Rand, full []int) (Op, bool) {
	op := Op{Kind: Kind(r.IntN(4)), Agent: r.IntN(p.Tiles + 1), From: r.IntN(Buffers), To: r.IntN(Buffers)}
	c := r.IntN(len(p.Slots))
	switch op.Kind {
	case Put:
		if full[c] == p.Slots[c] {
			return op, false
		}
		full[c]++
		op.Agent, op.To, op.Channel = p.from[c], -1, c
	case Get:
		if full[c] == 0 {
			return op, false
		}
		full[c]--
		op.Agent, op.From, op.Channel = p.to[c], -1, c
	default:
		return op, op.From != op.To && !p.repeats(op)
	}
	return op, true
}

// repeats reports whether the program has the same copy already. Two copies of one buffer write equal values,
// which need no order.
func (p *Program) repeats(op Op) bool {
	for _, o := range p.Ops {
		if op.Kind == Copy && o.Kind == Copy && o.Agent == op.Agent && o.To == op.To {
			return true
		}
	}
	return false
}

// append adds an operation with the tokens that its accesses need.
func (p *Program) append(op Op) {
	for i, before := range p.Ops {
		if before.conflicts(op) {
			op.After = append(op.After, i)
		}
	}
	p.Ops = append(p.Ops, op)
}

// conflicts reports whether two operations of one agent access a buffer, one of them writing.
func (op Op) conflicts(other Op) bool {
	return op.Agent == other.Agent && (op.To >= 0 && (op.To == other.To || op.To == other.From) ||
		other.To >= 0 && other.To == op.From)
}

// Unordered returns the first two operations whose accesses conflict and that nothing orders; ok is false if
// there are none.
func (p *Program) Unordered() (first, second int, ok bool) {
	before := p.order()
	for j := range p.Ops {
		for i := range j {
			if p.Ops[i].conflicts(p.Ops[j]) && !before[j][i] {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// order returns for each operation those that certainly end before it starts.
func (p *Program) order() []map[int]bool {
	before := make([]map[int]bool, len(p.Ops))
	puts, gets := map[int][]int{}, map[int][]int{}
	for j, op := range p.Ops {
		after := append([]int(nil), op.After...)
		c := op.Channel
		switch op.Kind {
		case Put:
			if k := len(puts[c]); k > 0 {
				after = append(after, puts[c][k-1])
			}
			if k := len(puts[c]) - p.Slots[c]; k >= 0 {
				after = append(after, gets[c][k])
			}
			puts[c] = append(puts[c], j)
		case Get:
			after = append(after, puts[c][len(gets[c])])
			if k := len(gets[c]); k > 0 {
				after = append(after, gets[c][k-1])
			}
			gets[c] = append(gets[c], j)
		}
		before[j] = map[int]bool{}
		for _, i := range after {
			before[j][i] = true
			for k := range before[i] {
				before[j][k] = true
			}
		}
	}
	return before
}

// Results returns what the buffers of the host have at the end, if they have begin at the beginning. Those of
// tile t begin with 10*t and 10*t+1.
func (p *Program) Results(begin [Buffers][Elements]int32) [Buffers][Elements]int32 {
	memory := make([][Buffers][Elements]int32, p.Tiles+1)
	memory[0] = begin
	for t := range p.Tiles {
		for b := range Buffers {
			for i := range Elements {
				memory[t+1][b][i] = int32(10*t + b)
			}
		}
	}
	slots := make([][][Elements]int32, len(p.Slots))
	for _, op := range p.Ops {
		m := &memory[op.Agent]
		switch op.Kind {
		case Add:
			for i := range Elements {
				m[op.To][i] += 3*m[op.From][i] + 1
			}
		case Copy:
			m[op.To] = m[op.From]
		case Put:
			slots[op.Channel] = append(slots[op.Channel], m[op.From])
		case Get:
			m[op.To], slots[op.Channel] = slots[op.Channel][0], slots[op.Channel][1:]
		}
	}
	return memory[0]
}

// Without returns the program without the n-th token, counted over all operations; ok is false if there are
// not so many.
func (p *Program) Without(n int) (fewer *Program, ok bool) {
	less := *p
	less.Ops = append([]Op(nil), p.Ops...)
	for i, op := range less.Ops {
		if n >= len(op.After) {
			n -= len(op.After)
			continue
		}
		less.Ops[i].After = append(append([]int(nil), op.After[:n]...), op.After[n+1:]...)
		return &less, true
	}
	return nil, false
}

// Text returns the program as @main of two buffers.
func (p *Program) Text() string {
	var b strings.Builder
	for c, n := range p.Slots {
		fmt.Fprintf(&b, "air.channel @c%d [1] {buffer_resources = %d : i64}\n", c, n)
	}
	t := fmt.Sprintf("memref<%dxi32>", Elements)
	fmt.Fprintf(&b, "func.func @main(%%b0: %s, %%b1: %s) {\n", t, t)
	fmt.Fprintf(&b, "  %%zero = arith.constant 0 : index\n  %%tiles = arith.constant %d : index\n", p.Tiles)
	b.WriteString("  %h = air.herd async tile (%x) in (%n=%tiles) {\n")
	p.tiles(&b)
	b.WriteString("  }\n")
	wait := []string{"%h"}
	for i, op := range p.Ops {
		if op.Agent == 0 {
			p.op(&b, i, t)
			wait = append(wait, fmt.Sprintf("%%t%d", i))
		}
	}
	fmt.Fprintf(&b, "  air.wait_all [%s]\n  return\n}\n", strings.Join(wait, ", "))
	return b.String()
}

// tiles prints the body of the herd.
func (p *Program) tiles(b *strings.Builder) {
	t := fmt.Sprintf("memref<%dxi32, 2>", Elements)
	b.WriteString(
		"%zero = arith.constant 0 : index\n%ten = arith.constant 10 : index\n%base = arith.muli %x, %ten : " +
			"index\n")
	for n := range Buffers {
		fmt.Fprintf(b, "%%b%d = memref.alloc() : %s\n%%k%d = arith.constant %d : index\n", n, t, n, n)
		fmt.Fprintf(b,
			"%%s%d = arith.addi %%base, %%k%d : index\n%%v%d = arith.index_cast %%s%d : index to i32\n",
			n, n, n, n)
		fmt.Fprintf(b, "affine.for %%i = 0 to %d {\n  memref.store %%v%d, %%b%d[%%i] : %s\n}\n", Elements, n,
			n, t)
	}
	for tile := range p.Tiles {
		fmt.Fprintf(b, "%%tile%d = arith.constant %d : index\n", tile, tile)
		fmt.Fprintf(b, "%%is%d = arith.cmpi eq, %%x, %%tile%d : index\nscf.if %%is%d {\n", tile, tile, tile)
		for i, op := range p.Ops {
			if op.Agent == tile+1 {
				p.op(b, i, t)
			}
		}
		b.WriteString("}\n")
	}
}

// op prints an operation on memory of type t.
func (p *Program) op(b *strings.Builder, i int, t string) {
	op := p.Ops[i]
	var tokens []string
	for _, n := range op.After {
		tokens = append(tokens, fmt.Sprintf("%%t%d", n))
	}
	after := " [" + strings.Join(tokens, ", ") + "]"
	if len(tokens) == 0 {
		after = ""
	}
	switch op.Kind {
	case Add:
		fmt.Fprintf(b, `%%t%d = air.execute%s {
  %%three = arith.constant 3 : i32
  %%one = arith.constant 1 : i32
  affine.for %%i = 0 to %d {
    %%p = memref.load %%b%d[%%i] : %s
    %%q = memref.load %%b%d[%%i] : %s
    %%m = arith.muli %%p, %%three : i32
    %%o = arith.addi %%m, %%one : i32
    %%s = arith.addi %%q, %%o : i32
    memref.store %%s, %%b%d[%%i] : %s
  }
}
`, i, after, Elements, op.From, t, op.To, t, op.To, t)
	case Copy:
		fmt.Fprintf(b, "%%t%d = air.dma_memcpy_nd async%s (%%b%d[] [] [], %%b%d[] [] []) : (%s, %s)\n", i,
			after,
			op.To, op.From, t, t)
	case Put:
		fmt.Fprintf(b, "%%t%d = air.channel.put async%s @c%d[%%zero] (%%b%d[] [] []) : (%s)\n", i, after,
			op.Channel,
			op.From, t)
	case Get:
		fmt.Fprintf(b, "%%t%d = air.channel.get async%s @c%d[%%zero] (%%b%d[0] [%d] [1]) : (%s)\n", i, after,
			op.Channel, op.To, Elements, t)
	}
}
