package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/ir"
	"pgregory.net/rapid"
)

// A spec is a small program in a form that both the IR and a naive interpreter are made from. The interpreter
// knows nothing of packages analysis and check.

type specKind int

const (
	specAccess specKind = iota
	specAsync
	specCommit
	specWait
	specLoop
	specIf
)

type spec struct {
	kind     specKind
	id       int
	accesses []specIndex // of an access or an asynchronous operation
	queue    int64
	n        int64
	trips    int64
	dynamic  bool // the number of trips is the function's argument
	body     []*spec
	below    int64 // of an if: runs the body where the innermost variable is smaller
}

// specIndex is an access to element (coef·i + outer·o + add) mod mod of a buffer; mod 0 means no remainder.
type specIndex struct {
	buffer           int
	write            bool
	coef, outer, add int64
	mod              int64
}

func (x specIndex) at(i, o int64) int64 {
	v := x.coef*i + x.outer*o + x.add
	if x.mod > 0 {
		return v % x.mod
	}
	return v
}

const specBuffers = 3

// ---- generator ----

type specGen struct {
	t  *rapid.T
	id int
}

func (g *specGen) int(lo, hi int, label string) int64 {
	return int64(rapid.IntRange(lo, hi).Draw(g.t, label))
}

func (g *specGen) block(depth int, dynamic bool) []*spec {
	var list []*spec
	for range g.int(2, 5, "statements") {
		list = append(list, g.statement(depth, dynamic))
	}
	return list
}

func (g *specGen) statement(depth int, dynamic bool) *spec {
	g.id++
	s := &spec{id: g.id}
	kinds := []specKind{specAccess, specAsync, specAsync, specCommit, specCommit, specWait, specWait}
	if depth > 0 && depth < 2 {
		kinds = append(kinds, specIf)
	}
	s.kind = rapid.SampledFrom(kinds).Draw(g.t, "kind")
	switch s.kind {
	case specAccess:
		s.accesses = []specIndex{g.index(depth)}
	case specAsync:
		s.accesses = []specIndex{g.index(depth)}
		if rapid.Bool().Draw(g.t, "second") {
			s.accesses = append(s.accesses, g.index(depth))
		}
	case specCommit:
		s.queue = g.int(0, 1, "queue")
	case specWait:
		s.queue, s.n = g.int(0, 1, "queue"), g.int(0, 4, "n")
	case specIf:
		s.below, s.body = g.int(0, 12, "below"), []*spec{g.leaf(depth), g.leaf(depth)}
	}
	return s
}

// leaf returns a statement other than an if.
func (g *specGen) leaf(depth int) *spec {
	for {
		if s := g.statement(depth, false); s.kind != specIf {
			return s
		}
	}
}

func (g *specGen) index(depth int) specIndex {
	x := specIndex{buffer: int(g.int(0, specBuffers-1, "buffer")), write: rapid.Bool().Draw(g.t, "write"),
		add: g.int(0, 4, "add")}
	if depth > 0 {
		x.coef = g.int(0, 2, "coef")
		x.mod = rapid.SampledFrom([]int64{0, 2, 3, 4}).Draw(g.t, "mod")
	}
	if depth > 1 {
		x.outer = g.int(0, 1, "outer")
	}
	return x
}

// program returns a prologue, a loop that may contain another loop, and an epilogue.
func (g *specGen) program(dynamic bool) []*spec {
	list := []*spec{}
	if rapid.Bool().Draw(g.t, "prologue") {
		list = g.block(0, dynamic)
	}
	body := g.block(1, dynamic)
	if rapid.Bool().Draw(g.t, "nested") {
		// A loop without synchronization would be summarized, which is less exact; this test is not about
		// that.
		inner := append(g.block(2, dynamic), &spec{kind: specCommit, queue: 1})
		g.id++
		body = append(body, &spec{kind: specLoop, id: g.id, trips: g.int(0, 14, "inner trips"), body: inner})
	}
	g.id++
	body = append(body, &spec{kind: specCommit, queue: 1})
	list = append(list, &spec{kind: specLoop, id: g.id, trips: g.int(0, 40, "trips"), dynamic: dynamic,
		body: body})
	return append(list, g.block(0, dynamic)...)
}

// pipeline returns a program like that of a software pipeline, right or nearly so: a producer that runs ahead
// and one or two consumers, of which the first may be asynchronous.
func (g *specGen) pipeline(dynamic bool) []*spec {
	lead := g.int(1, 3, "lead")
	slots := lead + g.int(0, 2, "slots")
	in := func(add int64) specIndex { return specIndex{buffer: 2, coef: 1, add: add} }
	produce := func(coef, add int64) []*spec {
		mod := slots
		if coef == 0 {
			mod = 0
		}
		x := specIndex{buffer: 0, write: true, coef: coef, add: add, mod: mod}
		return []*spec{g.make(specAsync, 0, 0, x, specIndex{buffer: 2, coef: coef, add: add}),
			g.make(specCommit, 0, 0)}
	}
	var list []*spec
	for i := range lead {
		list = append(list, produce(0, i)...)
	}
	body := produce(1, lead)
	body = append(body, g.make(specWait, 0, max(0, lead+g.int(-1, 1, "n"))))
	read := specIndex{buffer: 0, coef: 1, mod: slots}
	if rapid.Bool().Draw(g.t, "async consumer") {
		body = append(body, g.make(specAsync, 0, 0, read,
			specIndex{buffer: 1, coef: 1, write: true, mod: g.int(1, 3, "slots")}), g.make(specCommit, 1, 0))
		body = append(body, g.make(specWait, 1, g.int(0, 2, "n")))
		if back := g.int(0, 2, "back"); back > 0 {
			body = append(body, g.make(specAccess, 0, 0, specIndex{buffer: 1, coef: 1, mod: 3}))
		}
	} else {
		body = append(body, g.make(specAccess, 0, 0, read), g.make(specAccess, 0, 0, in(0)))
	}
	if k := g.int(0, int(len(body)), "rotate"); rapid.Bool().Draw(g.t, "rotated") {
		body = append(slices.Clone(body[k:]), body[:k]...)
	}
	list = append(list, &spec{kind: specLoop, id: g.next(), trips: g.int(0, 40, "trips"), dynamic: dynamic,
		body: body})
	list = append(list, g.make(specWait, 0, g.int(0, 1, "n")))
	list = append(list, g.make(specAccess, 0, 0,
		specIndex{buffer: 0, add: g.int(0, 4, "add"), write: rapid.Bool().Draw(g.t, "write")}))
	return append(list, g.make(specWait, 1, 0))
}

func (g *specGen) next() int {
	g.id++
	return g.id
}

func (g *specGen) make(k specKind, queue, n int64, accesses ...specIndex) *spec {
	return &spec{kind: k, id: g.next(), queue: queue, n: n, accesses: accesses}
}

// ---- the IR ----

type specIR struct {
	b       *ir.Builder
	buffers []*ir.Value
	extent  *ir.Value
	ops     map[*ir.Op]int // statement of each operation
}

func specModule(list []*spec) (module, fn *ir.Op, ops map[*ir.Op]int) {
	c := ir.NewContext(arith.Dialect, builtin.Dialect, function.Dialect, memref.Dialect, pipeline.Dialect,
		scf.Dialect)
	module = builtin.NewModule(c)
	b := ir.AtEnd(c, module.Body())
	fn = function.New(b, "f", c.Function([]ir.Type{c.Index}, nil))
	s := &specIR{b: ir.AtEnd(c, fn.Body()), extent: fn.Body().Arg(0), ops: map[*ir.Op]int{}}
	for range specBuffers {
		t := c.MemRef([]int64{1024}, c.F32, nil, nil)
		s.buffers = append(s.buffers,
			s.b.Create(ir.OpState{Def: memref.Alloc, Results: []ir.Type{t}}).Result(0))
	}
	s.block(list, nil, nil)
	s.b.Create(ir.OpState{Def: function.Return, Results: []ir.Type{}})
	return module, fn, s.ops
}

func (s *specIR) block(list []*spec, i, o *ir.Value) {
	for _, one := range list {
		s.statement(one, i, o)
	}
}

func (s *specIR) statement(one *spec, i, o *ir.Value) {
	b := s.b
	switch one.kind {
	case specAccess:
		s.access(one, i, o)
	case specAsync:
		op := pipeline.NewAsyncScope(b, func(*ir.Builder) { s.access(one, i, o) })
		s.ops[op] = one.id
	case specCommit:
		pipeline.NewAsyncCommitStage(b, one.queue)
	case specWait:
		s.ops[pipeline.NewAsyncWaitStage(b, one.queue, one.n)] = one.id
	case specLoop:
		upper := s.extent
		if !one.dynamic {
			upper = arith.ConstIndex(b, one.trips)
		}
		scf.NewFor(b, arith.ConstIndex(b, 0), upper, arith.ConstIndex(b, 1),
			func(_ *ir.Builder, iv *ir.Value) { s.block(one.body, iv, i) })
	case specIf:
		scf.NewIf(b, arith.Cmp(b, arith.SLT, i, arith.ConstIndex(b, one.below)), func(*ir.Builder) {
			s.block(one.body, i, o)
		}, nil)
	}
}

func (s *specIR) access(one *spec, i, o *ir.Value) {
	for j, x := range one.accesses {
		at := s.index(x, i, o)
		var op *ir.Op
		if x.write {
			op = s.b.Create(ir.OpState{Def: memref.Store,
				Operands: []*ir.Value{arith.ConstFloat(s.b, s.b.Ctx.F32, 1), s.buffers[x.buffer], at},
				Results:  []ir.Type{}})
		} else {
			op = s.b.Create(ir.OpState{Def: memref.Load, Operands: []*ir.Value{s.buffers[x.buffer], at},
				Results: []ir.Type{s.b.Ctx.F32}})
		}
		s.ops[op] = 10*one.id + j
	}
}

func (s *specIR) index(x specIndex, i, o *ir.Value) *ir.Value {
	b := s.b
	v := arith.ConstIndex(b, x.add)
	if i != nil {
		v = arith.Binary(b, arith.AddI, v, arith.Binary(b, arith.MulI, i, arith.ConstIndex(b, x.coef)))
	}
	if o != nil {
		v = arith.Binary(b, arith.AddI, v, arith.Binary(b, arith.MulI, o, arith.ConstIndex(b, x.outer)))
	}
	if x.mod > 0 {
		v = arith.Binary(b, arith.RemSI, v, arith.ConstIndex(b, x.mod))
	}
	return v
}

// ---- the naive interpreter ----

type naiveOp struct {
	elements []naiveElement
}

type naiveElement struct {
	id     int
	buffer int
	at     int64
	write  bool
}

type naive struct {
	extent  int64
	pending []naiveOp
	queues  map[int64][]naiveGroup
	weaken  int
	by      int64
	hazards map[string]bool
	waited  map[string]bool // hazards with the last wait between the two
	exact   map[int]int64   // per wait, the count that its hazards ask for
}

type naiveGroup struct {
	ops  []naiveOp
	wait int   // the last wait on the queue since
	age  int64 // the number of younger groups at that wait
}

func runNaive(list []*spec, extent int64, weaken int, by int64) *naive {
	n := &naive{extent: extent, queues: map[int64][]naiveGroup{}, weaken: weaken, by: by,
		hazards: map[string]bool{}, waited: map[string]bool{}, exact: map[int]int64{}}
	n.block(list, 0, 0)
	return n
}

func (n *naive) block(list []*spec, i, o int64) {
	for _, s := range list {
		n.statement(s, i, o)
	}
}

func (n *naive) statement(s *spec, i, o int64) {
	switch s.kind {
	case specAccess:
		n.judge(n.elements(s, i, o))
	case specAsync:
		op := n.elements(s, i, o)
		n.judge(op)
		n.pending = append(n.pending, op)
	case specCommit:
		n.queues[s.queue] = append(n.queues[s.queue], naiveGroup{ops: n.pending})
		n.pending = nil
	case specWait:
		n.wait(s)
	case specLoop:
		trips := s.trips
		if s.dynamic {
			trips = n.extent
		}
		for k := range trips {
			n.block(s.body, k, i)
		}
	case specIf:
		if i < s.below {
			n.block(s.body, i, o)
		}
	}
}

func (n *naive) wait(s *spec) {
	count := s.n
	if s.id == n.weaken {
		if n.by == naiveForget {
			return
		}
		count += n.by
	}
	q := n.queues[s.queue]
	q = slices.Clone(q[max(0, int64(len(q))-count):])
	for i := range q {
		q[i].wait, q[i].age = s.id, int64(len(q)-1-i)
	}
	n.queues[s.queue] = q
}

func (n *naive) elements(s *spec, i, o int64) naiveOp {
	op := naiveOp{}
	for j, x := range s.accesses {
		op.elements = append(op.elements, naiveElement{10*s.id + j, x.buffer, x.at(i, o), x.write})
	}
	return op
}

func (n *naive) judge(now naiveOp) {
	n.judgeGroup(naiveGroup{ops: n.pending}, now)
	for _, q := range n.queues {
		for _, g := range q {
			n.judgeGroup(g, now)
		}
	}
}

func (n *naive) judgeGroup(g naiveGroup, now naiveOp) {
	for _, f := range g.ops {
		for _, a := range f.elements {
			for _, b := range now.elements {
				if a.buffer == b.buffer && a.at == b.at && (a.write || b.write) {
					kind := map[bool]map[bool]string{true: {true: "WAW", false: "RAW"},
						false: {true: "WAR"}}[a.write][b.write]
					key := fmt.Sprintf("%s %d %d", kind, a.id, b.id)
					n.hazards[key] = true
					n.waited[fmt.Sprint(key, " ", g.wait)] = true
					if was, ok := n.exact[g.wait]; !ok || g.age < was {
						n.exact[g.wait] = g.age
					}
				}
			}
		}
	}
}

const naiveForget = 1 << 40

// naiveWaits judges the waits by the definition of the verdicts.
func naiveWaits(list []*spec, extents []int64, waits []*spec) map[int]string {
	base, exact := map[int64]map[string]bool{}, map[int]int64{}
	for _, e := range extents {
		n := runNaive(list, e, -1, 0)
		base[e] = n.waited
		for id, age := range n.exact {
			if was, ok := exact[id]; !ok || age < was {
				exact[id] = age
			}
		}
	}
	holds := func(id int, by int64) bool {
		for _, e := range extents {
			for h := range runNaive(list, e, id, by).waited {
				if !base[e][h] {
					return false
				}
			}
		}
		return true
	}
	out := map[int]string{}
	for _, w := range waits {
		if age, ok := exact[w.id]; ok {
			out[w.id] = fmt.Sprintf("too weak %d", age)
			continue
		}
		switch {
		case holds(w.id, naiveForget):
			out[w.id] = "redundant"
		case holds(w.id, 1):
			by := int64(1)
			for holds(w.id, by+1) {
				by++
			}
			out[w.id] = fmt.Sprintf("stronger than necessary %d", w.n+by)
		default:
			out[w.id] = "needed"
		}
	}
	return out
}

func specWaits(list []*spec) []*spec {
	var found []*spec
	for _, s := range list {
		if s.kind == specWait {
			found = append(found, s)
		}
		found = append(found, specWaits(s.body)...)
	}
	return found
}

// ---- the property ----

// agree compares the checker with the naive interpreter on hazards and waits.
func agree(t *rapid.T, list []*spec, extents []int64) {
	module, _, ops := specModule(list)
	r, err := Module(t.Context(), module, Options{MaxSteps: 100_000, MaxExtent: 31})
	if err != nil {
		t.Fatal(err)
	}
	f := r.Functions[0]
	if !f.Complete {
		t.Skip("not complete")
	}
	want := map[string]bool{}
	for _, e := range extents {
		maps.Copy(want, runNaive(list, e, -1, 0).hazards)
	}
	got := map[string]bool{}
	for _, h := range f.Hazards {
		got[fmt.Sprintf("%s %d %d", h.Kind, ops[h.First.Op], ops[h.Second.Op])] = true
	}
	if !maps.Equal(got, want) {
		t.Fatalf("hazards %v, want %v\n%s", sorted(got), sorted(want), describe(list, 0))
	}
	verdicts := naiveWaits(list, extents, specWaits(list))
	for _, w := range f.Waits {
		text := w.Verdict.String()
		if w.Verdict == TooStrong || w.Verdict == TooWeak {
			text += fmt.Sprint(" ", w.Exact)
		}
		if want := verdicts[ops[w.Op]]; text != want {
			t.Fatalf("wait %d is %s, want %s\n%s%s", ops[w.Op], text, want, describe(list, 0), r.Text())
		}
	}
}

func sorted(set map[string]bool) []string {
	return slices.SortedFunc(maps.Keys(set), cmp.Compare[string])
}

func describe(list []*spec, depth int) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s%d: kind %d %+v queue %d n %d trips %d below %d\n", strings.Repeat("  ", depth),
			s.id, s.kind, s.accesses, s.queue, s.n, s.trips, s.below)
		b.WriteString(describe(s.body, depth+1))
	}
	return b.String()
}

var dynamicExtents = []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 24, 31}

func TestAgreesOnAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { agree(t, (&specGen{t: t}).program(false), []int64{0}) })
}

func TestAgreesOnPipelines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { agree(t, (&specGen{t: t}).pipeline(false), []int64{0}) })
}

func TestAgreesOnDynamicPipelines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { agree(t, (&specGen{t: t}).pipeline(true), dynamicExtents) })
}

// Programs with a dynamic extent. There are few of them, because the naive interpreter takes long for them.
func TestAgreesOnDynamicExtents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if rapid.IntRange(0, 3).Draw(t, "dice") > 0 {
			return
		}
		agree(t, (&specGen{t: t}).program(true), dynamicExtents)
	})
}

// Skipping iterations changes nothing in a report except its cost.
func TestSkippingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &specGen{t: t}
		list := g.pipeline(false)
		any := rapid.Bool().Draw(t, "any")
		if any {
			list = g.program(false)
		}
		_, fn, _ := specModule(list)
		var texts [2]string
		for i, unroll := range []bool{false, true} {
			c := newChecker(t.Context(), Options{MaxSteps: 1_000_000}, source.NewCalls())
			c.Unroll = unroll
			f, err := c.function(fn)
			if err != nil {
				t.Fatal(err)
			}
			c.Settle(map[*ir.Value]string{})
			for j := range f.Buffers {
				// With hazards it may be that of the number of iterations. In a loop that does not fill its
				// slots in every iteration, skipping takes old contents along the ring.
				if b := &f.Buffers[j]; b.Hazards > 0 || any {
					b.VersionsNeeded = 0
				}
			}
			for _, h := range f.Hazards {
				h.Missing, _, _ = strings.Cut(h.Missing, ", or")
			}
			texts[i] = (&Report{Functions: []*FuncReport{f}}).Text()
		}
		if texts[0] != texts[1] {
			t.Fatalf("skipping:\n%sunrolled:\n%s%s", texts[0], texts[1], describe(list, 0))
		}
	})
}
