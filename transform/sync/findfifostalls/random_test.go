package findfifostalls_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// network is a random program: agents with what they share. Agent i is the core of tile (0, 2+i); a channel
// of the tile's DMA engine, or a link, is an agent, too.
type network struct {
	fifos  []fifo
	locks  []int // the first values
	agents []agent
	flows  [][2]int // of agents: which channel sends to which one
}

// fifo has the depths of its producer and its consumers: one for all if it has one only.
type fifo struct {
	sides  []int // tiles
	depths []int
}

type agent struct {
	kind  kind
	tile  int
	times int // iterations, 0 for no end
	ops   []op
}

type kind int

const (
	core kind = iota
	channel
	link
)

// op is an operation of an agent.
type op struct {
	what     what
	of, side int // a FIFO and its side, or a lock
	n        int
}

type what int

const (
	acquire what = iota
	release
	take  // from a lock
	give  // to a lock
	moves // data on the stream of the channel
)

// newNetwork returns a random network in which what is acquired is released, in a random order.
func newNetwork(r *rand.Rand) *network {
	n := &network{}
	cores, same := 2+r.IntN(2), r.IntN(3)
	for i := range cores {
		times := same
		if r.IntN(8) == 0 {
			times = 1 + r.IntN(3)
		}
		n.agents = append(n.agents, agent{tile: i, times: times})
	}
	for range 1 + r.IntN(2) {
		n.addFIFO(r, cores)
	}
	for range r.IntN(3) {
		n.addLocks(r, cores)
	}
	if r.IntN(3) == 0 {
		n.addSections(r, cores)
	}
	if r.IntN(3) == 0 {
		n.addStream(r, cores)
	}
	if r.IntN(5) == 0 {
		n.addLink(r, cores)
	}
	return n
}

// insert puts two operations into an agent, one behind the other: at the end, or in random places.
func (n *network) insert(r *rand.Rand, agent int, first, second op) {
	ops := n.agents[agent].ops
	i := len(ops)
	if r.IntN(4) == 0 {
		i = r.IntN(len(ops) + 1)
	}
	j := i + r.IntN(len(ops)+1-i)
	ops = slices.Insert(slices.Clone(ops), j, second)
	n.agents[agent].ops = slices.Insert(ops, i, first)
}

func (n *network) addFIFO(r *rand.Rand, cores int) {
	tiles := r.Perm(cores)[:2+r.IntN(cores-1)]
	f := fifo{sides: tiles, depths: []int{1 + r.IntN(3)}}
	if r.IntN(4) == 0 {
		for range tiles[1:] {
			f.depths = append(f.depths, 1+r.IntN(2))
		}
	}
	of := len(n.fifos)
	n.fifos = append(n.fifos, f)
	for side, tile := range tiles {
		k := 1 + r.IntN(f.depth(side))
		n.insert(r, tile, op{what: acquire, of: of, side: side, n: k},
			op{what: release, of: of, side: side, n: k})
	}
}

func (f fifo) depth(side int) int {
	if len(f.depths) == 1 {
		return f.depths[0]
	}
	return f.depths[side]
}

// addLocks adds a pair of locks by which two cores take turns, or a lock of several cores.
func (n *network) addLocks(r *rand.Rand, cores int) {
	at, tiles := len(n.locks), r.Perm(cores)
	if r.IntN(2) == 0 {
		n.locks = append(n.locks, 1+r.IntN(2))
		for _, tile := range tiles[:2] {
			n.insert(r, tile, op{what: take, of: at, n: 1}, op{what: give, of: at, n: 1})
		}
		return
	}
	n.locks = append(n.locks, 1+r.IntN(2), 0)
	k := 1 + r.IntN(n.locks[at])
	n.insert(r, tiles[0], op{what: take, of: at, n: k}, op{what: give, of: at + 1, n: k})
	n.insert(r, tiles[1], op{what: take, of: at + 1, n: k}, op{what: give, of: at, n: k})
}

// addSections adds two locks that two cores hold at once, each core in an order of its own.
func (n *network) addSections(r *rand.Rand, cores int) {
	at := len(n.locks)
	n.locks = append(n.locks, 1, 1)
	for _, tile := range r.Perm(cores)[:2] {
		first := r.IntN(2)
		n.agents[tile].ops = append(n.agents[tile].ops, op{what: take, of: at + first, n: 1},
			op{what: take, of: at + 1 - first, n: 1}, op{what: give, of: at, n: 1},
			op{what: give, of: at + 1, n: 1})
	}
}

// addStream adds a channel that sends what one core has made, and one or two that receive it for others.
func (n *network) addStream(r *rand.Rand, cores int) {
	tiles := r.Perm(cores)
	from := len(n.agents)
	for i, tile := range tiles[:2+r.IntN(cores-1)] {
		free, full := len(n.locks), len(n.locks)+1
		n.locks = append(n.locks, 1+r.IntN(2), 0)
		if i > 0 {
			n.flows = append(n.flows, [2]int{from, len(n.agents)})
			free, full = full, free
		}
		n.locks[free], n.locks[full] = n.locks[free]+n.locks[full], 0
		a, b := full, free // the channel waits for the one, and gives the other
		if i > 0 {
			a, b = free, full
			n.locks[free], n.locks[full] = 1, 0
		}
		n.agents = append(n.agents, agent{kind: channel, tile: tile, ops: []op{
			{what: take, of: a, n: 1}, {what: moves, n: 1 + r.IntN(2)}, {what: give, of: b, n: 1}}})
		n.insert(r, tile, op{what: take, of: b, n: 1}, op{what: give, of: a, n: 1})
	}
}

// addLink adds two FIFOs and a link between them, on a tile of its own.
func (n *network) addLink(r *rand.Rand, cores int) {
	tiles, middle, of := r.Perm(cores), cores, len(n.fifos)
	n.fifos = append(n.fifos, fifo{sides: []int{tiles[0], middle}, depths: []int{1 + r.IntN(2)}},
		fifo{sides: []int{middle, tiles[1]}, depths: []int{1 + r.IntN(2)}})
	for side, tile := range tiles[:2] {
		n.insert(r, tile, op{what: acquire, of: of + side, side: side, n: 1},
			op{what: release, of: of + side, side: side, n: 1})
	}
	n.agents = append(n.agents, agent{kind: link, tile: middle, ops: []op{
		{what: acquire, of: of, side: 1, n: 1}, {what: acquire, of: of + 1, n: 1},
		{what: release, of: of, side: 1, n: 1}, {what: release, of: of + 1, n: 1}}})
}

// mutated returns the network with one change of a core: an operation less, another number, or two operations
// exchanged.
func (n *network) mutated(r *rand.Rand) *network {
	m := *n
	m.agents = slices.Clone(n.agents)
	for {
		a := &m.agents[r.IntN(len(m.agents))]
		if a.kind != core || len(a.ops) == 0 {
			continue
		}
		a.ops = slices.Clone(a.ops)
		i, j := r.IntN(len(a.ops)), r.IntN(len(a.ops))
		switch o := &a.ops[i]; r.IntN(3) {
		case 0:
			a.ops = slices.Delete(a.ops, i, i+1)
		case 1:
			if o.n = 1 + r.IntN(2); o.what <= release {
				o.n = min(o.n, m.fifos[o.of].depth(o.side))
			}
		case 2:
			a.ops[i], a.ops[j] = a.ops[j], a.ops[i]
		}
		return &m
	}
}

// text returns the program.
func (n *network) text() string {
	var b strings.Builder
	b.WriteString("aie.device(npu1) {\n")
	for tile := range len(n.agents) + 1 {
		fmt.Fprintf(&b, "%%t%d = aie.tile(0, %d)\n%%mem%d = aie.buffer(%%t%d) : memref<8xi32>\n", tile,
			tile+2,
			tile, tile)
	}
	for i, v := range n.locks {
		fmt.Fprintf(&b, "%%l%d = aie.lock(%%t0) {init = %d : i32}\n", i, v)
	}
	for i, f := range n.fifos {
		var to, depths []string
		for _, tile := range f.sides[1:] {
			to = append(to, fmt.Sprintf("%%t%d", tile))
		}
		for _, d := range f.depths {
			depths = append(depths, fmt.Sprintf("%d : i32", d))
		}
		depth := depths[0]
		if len(depths) > 1 {
			depth = "[" + strings.Join(depths, ", ") + "]"
		}
		fmt.Fprintf(&b, "aie.objectfifo @f%d(%%t%d, {%s}, %s) : !aie.objectfifo<memref<4xi32>>\n", i,
			f.sides[0],
			strings.Join(to, ", "), depth)
	}
	for _, f := range n.flows {
		fmt.Fprintf(&b, "aie.flow(%%t%d, DMA : %d, %%t%d, DMA : %d)\n", n.agents[f[0]].tile, f[0],
			n.agents[f[1]].tile, f[1])
	}
	for i, a := range n.agents {
		n.agent(&b, i, a)
	}
	return b.String() + "}\n"
}

func (n *network) agent(b *strings.Builder, i int, a agent) {
	switch a.kind {
	case link:
		fmt.Fprintf(b, "aie.objectfifo.link [@f%d] -> [@f%d] ([] [])\n", a.ops[0].of, a.ops[1].of)
	case channel:
		direction := "S2MM"
		if slices.ContainsFunc(n.flows, func(f [2]int) bool { return f[0] == i }) {
			direction = "MM2S"
		}
		fmt.Fprintf(b, "%%d%d = aie.mem(%%t%d) {\n%%s%d = aie.dma_start(%s, %d, ^bd, ^end)\n^bd:\n", i,
			a.tile, i,
			direction, i)
		n.ops(b, a)
		b.WriteString("aie.next_bd ^bd\n^end:\naie.end\n}\n")
	default:
		end := a.times
		if end == 0 {
			end = 1 << 32
		}
		fmt.Fprintf(b,
			"%%c%d = aie.core(%%t%d) {\n%%lo = arith.constant 0 : index\n%%one = arith.constant 1 : "+
				"index\n%%hi = arith.constant %d : index\nscf.for %%i = %%lo to %%hi step %%one {\n", i,
			a.tile,
			end)
		n.ops(b, a)
		b.WriteString("}\naie.end\n}\n")
	}
}

func (n *network) ops(b *strings.Builder, a agent) {
	for k, o := range a.ops {
		port := map[bool]string{true: "Produce", false: "Consume"}[o.side == 0]
		switch o.what {
		case acquire:
			fmt.Fprintf(b,
				"%%v%d = aie.objectfifo.acquire @f%d(%s, %d) : !aie.objectfifosubview<memref<4xi32>>\n",
				k, o.of, port, o.n)
		case release:
			fmt.Fprintf(b, "aie.objectfifo.release @f%d(%s, %d)\n", o.of, port, o.n)
		case take:
			fmt.Fprintf(b, "aie.use_lock(%%l%d, AcquireGreaterEqual, %d)\n", o.of, o.n)
		case give:
			fmt.Fprintf(b, "aie.use_lock(%%l%d, Release, %d)\n", o.of, o.n)
		case moves:
			fmt.Fprintf(b, "aie.dma_bd(%%mem%d : memref<8xi32>, 0, %d)\n", a.tile, o.n)
		}
	}
}

// verdict returns what the pass says of a program: the code, or "" if it says nothing of cores that wait.
func verdict(t *testing.T, source string) string {
	t.Helper()
	said := find(t, source)
	for _, code := range []string{"aie-fifo-stall", "aie-fifo-release", "aie-lock-overflow",
		"aie-fifo-unknown"} {
		if strings.Contains(said, "["+code+"]") {
			return code
		}
	}
	return ""
}

// The pass and the execution of every order, step by step, have the same verdict, on programs in which what
// is acquired is released, and on those with one change.
func TestPropertyEveryOrder(t *testing.T) {
	count := map[string]int{}
	for i := range passtest.Programs(400) {
		r := rand.New(rand.NewPCG(uint64(i), 41))
		n := newNetwork(r)
		if i%2 == 1 {
			n = n.mutated(r)
		}
		want, ok := n.execute()
		if !ok {
			count["too many states"]++
			continue
		}
		source := n.text()
		if got := verdict(t, source); got != want {
			t.Fatalf("program %d: the pass says %q, and every order %q:\n%s\n%s", i, got, want, source,
				find(t, source))
		}
		count[want]++
	}
	t.Log(count)
	all := passtest.Programs(400)
	if count[""] < all/5 || count["aie-fifo-stall"] < all/5 || count["aie-fifo-release"] == 0 ||
		count["too many states"] > all/5 {
		t.Errorf("the programs are of one kind: %v", count)
	}
}
