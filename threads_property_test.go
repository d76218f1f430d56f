package inflight_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
)

// A threadProgram is a random kernel of one block: loops over threads, one after the other, whose statements
// exchange data through memory of the block (S, U), of a thread (L, P) and of the device (O). The test has an
// interpreter of its own for it, which executes one statement after the other, each in all threads.
type threadProgram struct {
	n      int // threads
	phases []threadPhase
}

// threadPhase is a loop over threads. It has statements, or is a reduction that adds the elements of a buffer
// to R[0].
type threadPhase struct {
	body   []threadStatement
	reduce string // the buffer, "" for statements
}

// threadStatement is an assignment, a sync, a condition or a loop.
type threadStatement struct {
	kind      string // "assign", "sync", "if", "for"
	buffer    string
	place     threadPlace
	terms     []threadTerm
	constant  int32
	limit     int // of a condition: threads below it; of a loop: iterations
	odd       bool
	pipelined bool
	body      []threadStatement
}

type threadTerm struct {
	factor int32
	buffer string
	place  threadPlace
}

// threadPlace is a subscript: a form of the number of the thread and, in a loop, of the iteration.
type threadPlace struct {
	form     int
	constant int
	iterates bool
}

// beyond is the form of a subscript that may be n or more: memory of the block has twice as many elements as
// there are threads.
const beyond = 7

// at returns the subscript in a thread and an iteration.
func (p threadPlace) at(n, tx, k int) int {
	if p.iterates {
		tx = (tx + k) % n
	}
	switch p.form {
	case 0:
		return tx
	case 1:
		return (tx + p.constant) % n
	case 2:
		return n - 1 - tx
	case 3:
		return tx ^ p.constant
	case 4:
		return tx * 5 % n
	case 5:
		return tx / 2
	case beyond:
		return tx + p.constant
	}
	return 0
}

// text returns the subscript in TVMScript.
func (p threadPlace) text(n int) string {
	tx := "tx"
	if p.iterates {
		tx = fmt.Sprintf("((tx + k) %% %d)", n)
	}
	return [...]string{tx, fmt.Sprintf("(%s + %d) %% %d", tx, p.constant, n), fmt.Sprintf("%d - %s", n-1, tx),
		fmt.Sprintf("T.bitwise_xor(%s, %d)", tx, p.constant), fmt.Sprintf("%s * 5 %% %d", tx, n),
		tx + " // 2", "0",
		fmt.Sprintf("%s + %d", tx, p.constant)}[p.form]
}

// threadGenerator makes programs.
type threadGenerator struct {
	*rand.Rand
	n     int
	depth int
	loop  bool // within a loop
}

func randomThreads(r *rand.Rand) *threadProgram {
	g := &threadGenerator{Rand: r, n: 32 << r.IntN(2)}
	p := &threadProgram{n: g.n}
	own := threadPlace{}
	first := threadPhase{}
	for _, b := range []string{"S", "U", "P", "L"} {
		fill := threadStatement{kind: "assign", buffer: b, constant: r.Int32N(9)}
		fill.terms = []threadTerm{{1 + r.Int32N(3), "A", own}}
		first.body = append(first.body, fill)
		if b == "S" || b == "U" {
			fill.place = threadPlace{form: beyond, constant: g.n}
			first.body = append(first.body, fill)
		}
	}
	first.body = append(first.body, g.statements(1+r.IntN(4))...)
	p.phases = append(p.phases, first)
	if r.IntN(2) == 0 {
		p.phases = append(p.phases, threadPhase{reduce: []string{"A", "S", "P"}[r.IntN(3)]})
		use := threadStatement{kind: "assign", buffer: "L",
			terms: []threadTerm{{1, "A", own}, {1, "R", threadPlace{form: 6}}}}
		p.phases = append(p.phases,
			threadPhase{body: append([]threadStatement{use}, g.statements(1+r.IntN(2))...)})
	}
	last := &p.phases[len(p.phases)-1]
	result := threadStatement{kind: "assign", buffer: "O"}
	result.terms = []threadTerm{{2, "O", own}, {1, "L", own}, {3, "A", own}, {1, "S", g.place()}}
	last.body = append(last.body, result)
	return p
}

func (g *threadGenerator) statements(n int) (list []threadStatement) {
	for range n {
		list = append(list, g.statement())
	}
	return list
}

func (g *threadGenerator) statement() threadStatement {
	kind := g.IntN(10)
	switch {
	case kind == 0:
		return threadStatement{kind: "sync"}
	case kind == 1 && g.depth < 2:
		g.depth++
		defer func() { g.depth-- }()
		limit, odd := 1+g.IntN(g.n), g.IntN(2) == 0
		return threadStatement{kind: "if", limit: limit, odd: odd, body: g.statements(1 + g.IntN(2))}
	case kind < 4 && !g.loop:
		g.loop = true
		defer func() { g.loop = false }()
		s := threadStatement{kind: "for", limit: 2 + g.IntN(3), body: g.statements(1 + g.IntN(2))}
		assigns := !slices.ContainsFunc(s.body, func(s threadStatement) bool { return s.kind != "assign" })
		s.pipelined = len(s.body) == 2 && assigns
		return s
	}
	s := threadStatement{kind: "assign", constant: g.Int32N(5)}
	s.buffer = []string{"S", "S", "U", "U", "L", "P", "O"}[g.IntN(7)]
	switch {
	case s.buffer == "S" || s.buffer == "U":
		s.place = g.inBlock(g.injective())
	case s.buffer == "O" && g.IntN(8) == 0:
		s.place = g.place()
	}
	for range 1 + g.IntN(2) {
		s.terms = append(s.terms, g.term())
	}
	return s
}

func (g *threadGenerator) term() threadTerm {
	t := threadTerm{factor: 1 + g.Int32N(4)}
	t.buffer = []string{"S", "S", "S", "U", "U", "L", "P", "A", "O"}[g.IntN(9)]
	switch {
	case t.buffer == "S" || t.buffer == "U":
		t.place = g.inBlock(g.place())
	case t.buffer == "A":
		t.place = g.place()
	case t.buffer == "O" && g.IntN(8) == 0:
		t.place = g.place()
	}
	return t
}

func (g *threadGenerator) place() threadPlace {
	p := threadPlace{form: g.IntN(7), iterates: g.loop && g.IntN(2) == 0}
	if p.constant = 1 + g.IntN(g.n-1); p.form == 6 {
		p.iterates = false
	}
	return p
}

// inBlock replaces some subscripts of memory of the block by a form that may be n or more.
func (g *threadGenerator) inBlock(p threadPlace) threadPlace {
	if g.IntN(4) == 0 {
		p.form = beyond
	}
	return p
}

// injective returns a subscript that is mostly different in each thread.
func (g *threadGenerator) injective() threadPlace {
	p := g.place()
	if p.form >= 5 && g.IntN(12) > 0 {
		p.form = 0
	}
	return p
}

// text returns the program in TVMScript.
func (p *threadProgram) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, `from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((%[1]d,), "int32"), O: T.Buffer((%[1]d,), "int32")):
    S = T.sblock_alloc_buffer((%[2]d,), "int32", scope="shared")
    U = T.sblock_alloc_buffer((%[2]d,), "int32", scope="shared")
    P = T.sblock_alloc_buffer((%[1]d,), "int32", scope="local")
    R = T.sblock_alloc_buffer((1,), "int32", scope="local")
    L = T.sblock_alloc_buffer((%[1]d,), "int32", scope="local")
    for bx in T.thread_binding(1, thread="blockIdx.x"):
`, p.n, 2*p.n)
	for i, phase := range p.phases {
		fmt.Fprintf(&b, "        for tx in T.thread_binding(%d, thread=\"threadIdx.x\"):\n", p.n)
		fmt.Fprintf(&b, "            with T.sblock(\"b%d\"):\n", i)
		if phase.reduce != "" {
			fmt.Fprintf(&b, `                vt = T.axis.reduce(%d, tx)
                with T.init():
                    R[0] = 7
                R[0] = R[0] + %s[vt]
`, p.n, phase.reduce)
			continue
		}
		p.write(&b, phase.body, "                ")
	}
	return b.String()
}

func (p *threadProgram) write(b *strings.Builder, list []threadStatement, indent string) {
	for _, s := range list {
		b.WriteString(indent)
		switch s.kind {
		case "sync":
			b.WriteString("T.evaluate(T.tvm_storage_sync(\"shared\"))\n")
		case "if":
			condition := fmt.Sprintf("tx < %d", s.limit)
			if s.odd {
				condition = "tx % 2 == 1"
			}
			fmt.Fprintf(b, "if %s:\n", condition)
			p.write(b, s.body, indent+"    ")
		case "for":
			head := fmt.Sprintf("range(%d)", s.limit)
			if s.pipelined {
				annotations := `{"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}`
				head = fmt.Sprintf("T.serial(%d, annotations=%s)", s.limit, annotations)
			}
			fmt.Fprintf(b, "for k in %s:\n", head)
			p.write(b, s.body, indent+"    ")
		default:
			fmt.Fprintf(b, "%s[%s] = %d", s.buffer, s.place.text(p.n), s.constant)
			for _, t := range s.terms {
				fmt.Fprintf(b, " + %d * %s[%s]", t.factor, t.buffer, t.place.text(p.n))
			}
			b.WriteString("\n")
		}
	}
}

// threadRun is an execution of the interpreter.
type threadRun struct {
	n      int
	memory map[string][]int32
	// elements of O since the last barrier, with the threads, and whether one wrote
	touched map[int]map[int]bool
	wrote   map[int]bool
	// Reasons for which a program may be refused: threads exchange data through O; two threads write one
	// element in one statement; threads wait or exchange data under a condition.
	global, twice, divergent bool
}

// run executes the program on its arguments.
func (p *threadProgram) run(a, o []int32) *threadRun {
	r := &threadRun{n: p.n, memory: map[string][]int32{"A": slices.Clone(a), "O": slices.Clone(o), "R": {0}}}
	for _, b := range []string{"S", "U", "P", "L"} {
		r.memory[b] = make([]int32, 2*p.n)
	}
	all := make([]bool, p.n)
	for tx := range all {
		all[tx] = true
	}
	for _, phase := range p.phases {
		r.barrier()
		if phase.reduce != "" {
			r.memory["R"][0] = 7
			for tx := range p.n {
				r.memory["R"][0] += r.memory[phase.reduce][tx]
			}
			continue
		}
		r.statements(phase.body, all, 0)
	}
	return r
}

func (r *threadRun) barrier() { r.touched, r.wrote = map[int]map[int]bool{}, map[int]bool{} }

func (r *threadRun) statements(list []threadStatement, mask []bool, k int) {
	for i := range list {
		s := &list[i]
		switch s.kind {
		case "sync":
			r.divergent = r.divergent || slices.Contains(mask, false)
			r.barrier()
		case "if":
			inner := slices.Clone(mask)
			for tx := range inner {
				inner[tx] = mask[tx] && (s.odd && tx%2 == 1 || !s.odd && tx < s.limit)
			}
			r.divergent = true // what is exchanged in it may be refused
			r.statements(s.body, inner, k)
		case "for":
			for k := range s.limit {
				r.statements(s.body, mask, k)
			}
		default:
			r.assign(s, mask, k)
		}
	}
}

// assign computes the value in all threads, and then writes it in all threads.
func (r *threadRun) assign(s *threadStatement, mask []bool, k int) {
	values := make([]int32, r.n)
	for tx, on := range mask {
		if !on {
			continue
		}
		values[tx] = s.constant
		for _, t := range s.terms {
			values[tx] += t.factor * *r.element(t.buffer, t.place, tx, k, false)
		}
	}
	written := map[int]bool{}
	for tx, on := range mask {
		if !on {
			continue
		}
		at := s.place.at(r.n, tx, k)
		r.twice = r.twice || written[at]
		written[at] = true
		*r.element(s.buffer, s.place, tx, k, true) = values[tx]
	}
}

// element returns an element that a thread accesses. Memory of a thread has elements for each thread.
func (r *threadRun) element(buffer string, p threadPlace, tx, k int, write bool) *int32 {
	at := p.at(r.n, tx, k)
	if buffer == "O" {
		if r.touched[at] == nil {
			r.touched[at] = map[int]bool{}
		}
		r.touched[at][tx] = true
		r.wrote[at] = r.wrote[at] || write
		r.global = r.global || len(r.touched[at]) > 1 && r.wrote[at]
	}
	return &r.memory[buffer][at]
}

// Random threads exchange data. If check proves a program, run and build accept it, the PTX is right by the
// judge of PTX, and the PTX and the simulator compute the results of the interpreter. If check does not prove
// a program, run and build refuse it as well. Programs without races in global memory and without conditions
// are proven.
func TestPropertyThreadsExchangeData(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	r := rand.New(rand.NewPCG(21, 4))
	verdicts := map[string]int{}
	n := passtest.Programs(60)
	for range n {
		p := randomThreads(r)
		verdicts[tryThreads(t, p)]++
	}
	t.Log(verdicts)
	if verdicts["proven"] < n/4 {
		t.Errorf("%d of %d programs are proven", verdicts["proven"], n)
	}
}

// tryThreads compares the verdicts on a program and its results with the interpreter, and returns the
// verdict.
func tryThreads(t *testing.T, p *threadProgram) string {
	t.Helper()
	source := p.text()
	m, err := inflight.Parse(diag.NewFile("threads.py", []byte(source)))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	args, err := exec.Inputs{Seed: 7}.Arguments(m.Op().Body().First())
	if err != nil {
		t.Fatal(err)
	}
	want := p.run(integersOf(t, args[0]), integersOf(t, args[1]))
	verdict, _ := judgeThreads(m)
	pipelines := verdict == "pipeline-dependence" && strings.Contains(source, "software_pipeline")
	if verdict != "proven" && !want.global && !want.twice && !want.divergent && !pipelines {
		t.Fatalf("check says %s\n%s", verdict, source)
	}
	k, built := buildPTX(m)
	result, ran := m.Run(context.Background(),
		inflight.RunConfig{Engine: "sim", Inputs: exec.Inputs{Seed: 7}})
	if verdict != "proven" {
		if built == nil || ran == nil {
			t.Fatalf("check says %s, build says %v, run says %v\n%s", verdict, built, ran, source)
		}
		return verdict
	}
	if built != nil || ran != nil {
		t.Fatalf("proven, and build says %v, run says %v\n%s", built, ran, source)
	}
	after, findings := executePTX(t, k, args)
	if len(findings) > 0 {
		t.Fatalf("proven, and the judge says %v\n%s\n%s", findings, source, k.Text)
	}
	simulated, err := result.Arguments[1].Array()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(after[1], simulated.Data) {
		t.Fatalf("the PTX computes something else than the simulator\n%s\n%s", source, k.Text)
	}
	for i, w := range want.memory["O"] {
		if got := int32(binary.LittleEndian.Uint32(after[1][4*i:])); got != w {
			t.Fatalf("element %d is %d, want %d\n%s", i, got, w, source)
		}
	}
	return verdict
}

func integersOf(t *testing.T, a exec.Argument) (list []int32) {
	t.Helper()
	array, err := a.Array()
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(array.Data) / 4 {
		list = append(list, int32(binary.LittleEndian.Uint32(array.Data[4*i:])))
	}
	return list
}
