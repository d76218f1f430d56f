package machine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// litmusCode is an instruction of a litmus test with its text, in which # is a number of its own.
type litmusCode struct {
	litmusOp
	text string
}

// litmus is a litmus test: threads in blocks, and what each does.
type litmus struct {
	name    string
	blocks  []int
	threads [][]litmusCode
}

// scoped returns an access or a fence with a scope, which is the block alone or the grid.
func (o litmusOp) scoped(scope string) litmusOp {
	o.grid = scope != "cta"
	return o
}

// orderOf returns what a qualifier of an access says, and the qualifier with its scope.
func orderOf(order, scope string) (litmusOp, string) {
	switch order {
	case "weak":
		return litmusOp{}, ".weak"
	case "volatile":
		return litmusOp{strong: true, grid: true}, ".volatile"
	}
	o := litmusOp{strong: true, acquire: order == "acquire", release: order == "release"}
	return o.scoped(scope), "." + order + "." + scope
}

func litmusStore(order, scope string, place int) litmusCode {
	o, q := orderOf(order, scope)
	o.writes, o.place = true, place
	return litmusCode{o, fmt.Sprintf("st%s.global.u32 [%%out+%d], 1;", q, 256*place)}
}

// litmusLoad is a load of a result; one that awaits a value is repeated until it is there.
func litmusLoad(order, scope string, place, awaits int) litmusCode {
	o, q := orderOf(order, scope)
	o.reads, o.place, o.awaits = true, place, awaits
	text := fmt.Sprintf("L#: ld%s.global.u32 %%r1, [%%out+%d]; ", q, 256*place)
	if awaits == 0 {
		return litmusCode{o, text + "st.global.u32 [%out+2048+4*#], %r1;"}
	}
	return litmusCode{o, text + fmt.Sprintf("setp.ne.u32 %%p1, %%r1, %d; @%%p1 bra L#;", awaits)}
}

func litmusUpdate(order, scope string, place int) litmusCode {
	o, q := orderOf(order, scope)
	o.reads, o.writes, o.place, o.strong = true, true, place, true
	// Its result is nobody's, as those of atomic operations may be any.
	o.awaits = 0
	return litmusCode{o, fmt.Sprintf("atom%s.global.add.u32 %%r2, [%%out+%d], 1;", q, 256*place)}
}

func litmusFence(kind, scope string) litmusCode {
	o := litmusOp{fence: true, strong: true, acquire: true, release: true, total: kind == "sc"}
	return litmusCode{o.scoped(scope), "fence." + kind + "." + scope + ";"}
}

var litmusScopes = []string{"cta", "gpu", "sys"}

// litmusPart is a named part of a thread.
type litmusPart struct {
	name  string
	codes []litmusCode
}

// litmusTells are ways to set a flag, litmusAsks ways to wait for it.
func litmusTells(place int) []litmusPart {
	all := []litmusPart{
		{"weak", []litmusCode{litmusStore("weak", "", place)}},
		{"volatile", []litmusCode{litmusStore("volatile", "", place)}},
	}
	for _, s := range litmusScopes {
		all = append(all, litmusPart{"relaxed." + s, []litmusCode{litmusStore("relaxed", s, place)}},
			litmusPart{"release." + s, []litmusCode{litmusStore("release", s, place)}},
			litmusPart{"atom.release." + s, []litmusCode{litmusUpdate("release", s, place)}},
			litmusPart{"fence.acq_rel." + s + ", volatile", []litmusCode{litmusFence("acq_rel", s),
				litmusStore("volatile", "", place)}},
			litmusPart{"fence.acq_rel.gpu, relaxed." + s, []litmusCode{litmusFence("acq_rel", "gpu"),
				litmusStore("relaxed", s, place)}},
			litmusPart{"release." + s + ", relaxed", []litmusCode{litmusStore("release", s, place),
				litmusStore("relaxed", "gpu", place)}})
		for _, kind := range []string{"acq_rel", "sc"} {
			f, st := litmusFence(kind, s), litmusStore("relaxed", "gpu", place)
			all = append(all, litmusPart{"fence." + kind + "." + s, []litmusCode{f, st}},
				litmusPart{"late fence." + kind + "." + s, []litmusCode{st, f}})
		}
	}
	return all
}

func litmusAsks(place, awaits int) []litmusPart {
	all := []litmusPart{
		{"weak", []litmusCode{litmusLoad("weak", "", place, awaits)}},
		{"volatile", []litmusCode{litmusLoad("volatile", "", place, awaits)}},
	}
	for _, s := range litmusScopes {
		all = append(all, litmusPart{"relaxed." + s, []litmusCode{litmusLoad("relaxed", s, place, awaits)}},
			litmusPart{"acquire." + s, []litmusCode{litmusLoad("acquire", s, place, awaits)}},
			litmusPart{"volatile, fence.acq_rel." + s, []litmusCode{litmusLoad("volatile", "", place, awaits),
				litmusFence("acq_rel", s)}},
			litmusPart{"relaxed." + s + ", fence.acq_rel.gpu", []litmusCode{
				litmusLoad("relaxed", s, place, awaits), litmusFence("acq_rel", "gpu")}})
		for _, kind := range []string{"acq_rel", "sc"} {
			f, ld := litmusFence(kind, s), litmusLoad("relaxed", "gpu", place, awaits)
			all = append(all, litmusPart{"fence." + kind + "." + s, []litmusCode{ld, f}},
				litmusPart{"early fence." + kind + "." + s, []litmusCode{f, ld}})
		}
	}
	return all
}

// litmusData are ways to write data and to read them.
var litmusData = []litmusPart{
	{"weak", []litmusCode{litmusStore("weak", "", 0), litmusLoad("weak", "", 0, 0)}},
	{"volatile", []litmusCode{litmusStore("volatile", "", 0), litmusLoad("volatile", "", 0, 0)}},
	{"relaxed.cta", []litmusCode{litmusStore("relaxed", "cta", 0), litmusLoad("relaxed", "cta", 0, 0)}},
	{"relaxed.gpu", []litmusCode{litmusStore("relaxed", "gpu", 0), litmusLoad("relaxed", "gpu", 0, 0)}},
	{"acquire.gpu", []litmusCode{litmusStore("relaxed", "gpu", 0), litmusLoad("acquire", "gpu", 0, 0)}},
}

// litmusBlocks are the blocks that three threads can be in.
var litmusBlocks = [][]int{{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}, {0, 1, 2}}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// litmusOf makes a litmus test of the parts of each thread.
func litmusOf(shape string, blocks []int, threads ...[]litmusPart) litmus {
	l := litmus{name: shape, blocks: blocks}
	for _, parts := range threads {
		var codes []litmusCode
		l.name += " |"
		for _, p := range parts {
			l.name += " " + p.name + ";"
			codes = append(codes, p.codes...)
		}
		l.threads = append(l.threads, codes)
	}
	return l
}

// messagePassing is one thread that writes data and sets a flag, and one that waits and reads them.
func messagePassing(r *rand.Rand) litmus {
	data := pick(r, litmusData)
	return litmusOf("message passing", []int{0, r.IntN(2)},
		[]litmusPart{{data.name, data.codes[:1]}, pick(r, litmusTells(1))},
		[]litmusPart{pick(r, litmusAsks(1, 1)), {data.name, data.codes[1:]}})
}

// buffering are two threads that each store and load, in this order or the other, each what the other does.
func buffering(r *rand.Rand) litmus {
	s, st := pick(r, litmusScopes), pick(r, []string{"weak", "volatile", "relaxed", "release"})
	ld := pick(r, []string{"weak", "volatile", "relaxed", "acquire"})
	var fence litmusPart
	if kind := pick(r, []string{"", "acq_rel", "sc"}); kind != "" {
		scope := pick(r, litmusScopes)
		fence = litmusPart{kind + "." + scope, []litmusCode{litmusFence(kind, scope)}}
	}
	loads := r.IntN(2) == 0
	thread := func(first, second int) []litmusPart {
		if loads {
			return []litmusPart{{ld, []litmusCode{litmusLoad(ld, s, first, 0)}}, fence,
				{st, []litmusCode{litmusStore(st, s, second)}}}
		}
		return []litmusPart{{st, []litmusCode{litmusStore(st, s, first)}}, fence,
			{ld, []litmusCode{litmusLoad(ld, s, second, 0)}}}
	}
	return litmusOf("buffering", []int{0, r.IntN(2)}, thread(0, 1), thread(1, 0))
}

// chain is three threads: data and a flag, a flag behind a flag, and the data behind that.
func chain(r *rand.Rand) litmus {
	data := pick(r, litmusData)
	return litmusOf("chain", pick(r, litmusBlocks),
		[]litmusPart{{data.name, data.codes[:1]}, pick(r, litmusTells(1))},
		[]litmusPart{pick(r, litmusAsks(1, 1)), pick(r, litmusTells(2))},
		[]litmusPart{pick(r, litmusAsks(2, 1)), {data.name, data.codes[1:]}})
}

// rightChain is chain with parts of which most are patterns.
func rightChain(r *rand.Rand) litmus {
	data := pick(r, litmusData)
	few := func(parts []litmusPart, chance int) litmusPart {
		p := pick(r, parts)
		for !p.orders() && r.IntN(chance) > 0 {
			p = pick(r, parts)
		}
		return p
	}
	return litmusOf("chain", pick(r, litmusBlocks),
		[]litmusPart{{data.name, data.codes[:1]}, few(litmusTells(1), 8)},
		[]litmusPart{few(litmusAsks(1, 1), 8), few(litmusTells(2), 8)},
		[]litmusPart{few(litmusAsks(2, 1), 8), {data.name, data.codes[1:]}})
}

// orders reports whether a part has an operation that orders others across the grid.
func (p litmusPart) orders() bool {
	return slices.ContainsFunc(p.codes, func(c litmusCode) bool { return (c.acquire || c.release) && c.grid })
}

// passedOn is a chain in which the second thread has seen the data alone, and the third overwrites them.
func passedOn(r *rand.Rand) litmus {
	overwrites := litmusStore("weak", "", 0)
	overwrites.text = strings.Replace(overwrites.text, "1;", "9;", 1)
	return litmusOf("passed on", pick(r, litmusBlocks),
		[]litmusPart{{"relaxed.gpu", []litmusCode{litmusStore("relaxed", "gpu", 0)}}},
		[]litmusPart{pick(r, litmusAsks(0, 1)), pick(r, litmusTells(1))},
		[]litmusPart{pick(r, litmusAsks(1, 1)), {"overwrites", []litmusCode{overwrites}}})
}

// updates is a chain in which the second thread adds to the flag of the first, when that is set.
func updates(r *rand.Rand) litmus {
	tells := []litmusPart{}
	for _, order := range []string{"relaxed", "release"} {
		for _, s := range litmusScopes {
			add := litmusUpdate(order, s, 1)
			tells = append(tells, litmusPart{order + "." + s, []litmusCode{add}},
				litmusPart{"fence, " + order + "." + s, []litmusCode{litmusFence("acq_rel", "gpu"), add}})
		}
	}
	s := pick(r, litmusScopes)
	return litmusOf("updates", pick(r, litmusBlocks),
		[]litmusPart{{"weak", litmusData[0].codes[:1]}, pick(r, tells)},
		[]litmusPart{{"relaxed." + s, []litmusCode{litmusLoad("relaxed", s, 1, 1),
			litmusUpdate("relaxed", s, 1)}}},
		[]litmusPart{pick(r, litmusAsks(1, 2)), {"weak", litmusData[0].codes[1:]}})
}

// text writes a litmus test in PTX; each thread is the first of a warp.
func (l litmus) text() string {
	var b strings.Builder
	n := 0
	for i, codes := range l.threads {
		fmt.Fprintf(&b, "setp.eq.u32 %%p0, %%t, %d; @!%%p0 bra N%d;\n", 32*(len(l.threads)*l.blocks[i]+i), i)
		for _, c := range codes {
			text := strings.ReplaceAll(c.text, "4*#", fmt.Sprint(4*n))
			b.WriteString(strings.ReplaceAll(text, "#", fmt.Sprint(n)) + "\n")
			n++
		}
		fmt.Fprintf(&b, "ret; N%d:\n", i)
	}
	return fmt.Sprintf(`.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out)
{
.reg .pred %%p<2>; .reg .b32 %%t, %%r<4>; .reg .b64 %%out;
ld.param.u64 %%out, [out]; mov.u32 %%r0, %%ntid.x; mov.u32 %%r1, %%ctaid.x; mov.u32 %%t, %%tid.x; mad.lo.u32 %%t, %%r0, %%r1, %%t;
%sret;
}
`, &b)
}

// onMachine returns what the machine says of a litmus test in one order of execution.
func (l litmus) onMachine(t *testing.T, k *machine.Kernel, mode machine.Mode, seed uint64) litmusVerdict {
	t.Helper()
	grid := 1
	for _, b := range l.blocks {
		grid = max(grid, b+1)
	}
	r, err := machine.Launch(context.Background(), k, machine.Config{
		Grid: machine.Extents{grid, 1, 1}, Block: machine.Extents{32 * len(l.threads), 1, 1}, Mode: mode,
		Seed: seed, Steps: 1e5,
		Args: []machine.Arg{{Buffer: &machine.Buffer{Name: "out", Data: make([]byte, 4096)}}}})
	found := litmusRight
	for _, d := range append(r.Findings, diag.FromError(err)...) {
		switch d.Code {
		case "ptx-race":
			found = litmusRace
		case "ptx-stale-read":
			found = max(found, litmusStale)
		default:
			t.Fatalf("%s: %v\n%s", l.name, d, l.text())
		}
	}
	return found
}

// model returns a litmus test for the model.
func (l litmus) model() []litmusThread {
	var threads []litmusThread
	for i, codes := range l.threads {
		thread := litmusThread{block: l.blocks[i]}
		for _, c := range codes {
			thread.ops = append(thread.ops, c.litmusOp)
		}
		threads = append(threads, thread)
	}
	return threads
}

// judge returns what the model says, and whether a thread waits for a value.
func (l litmus) judge() (litmusVerdict, bool) {
	waits := slices.ContainsFunc(l.threads, func(codes []litmusCode) bool {
		return slices.ContainsFunc(codes, func(c litmusCode) bool { return c.awaits != 0 })
	})
	return judgeLitmus(l.model(), 3), waits
}

// checkLitmus compares the machine with the model. Where threads wait for what they are told, every order of
// execution shows the same. Where they do not, whom a load finds is chance: then no order shows more than the
// model, and some order all of it.
func checkLitmus(t *testing.T, l litmus) litmusVerdict {
	t.Helper()
	want, waits := l.judge()
	k := compile(t, l.name, l.text())
	worst := litmusRight
	for seed := range uint64(6) {
		mode := machine.Random
		if seed == 0 {
			mode = machine.Late
		}
		got := l.onMachine(t, k, mode, seed)
		worst = max(worst, got)
		if got > want || waits && got != want {
			t.Errorf("%s, order %d, blocks %v: the machine says %v, the model %v\n%s", l.name, seed, l.blocks,
				got, want, l.text())
			return want
		}
		if waits && seed == 2 || worst == want && seed > 1 {
			break
		}
	}
	if worst != want {
		t.Errorf("%s, blocks %v: the machine says %v in six orders, the model %v\n%s", l.name, l.blocks,
			worst,
			want, l.text())
	}
	return want
}

// The machine says of small programs what PTX's memory model says of all their executions.
func TestLitmus(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	for _, shape := range []struct {
		name string
		of   func(r *rand.Rand) litmus
	}{{"message passing", messagePassing}, {"buffering", buffering}, {"chains", chain},
		{"chains of patterns", rightChain}, {"passed on", passedOn}, {"updates", updates}} {
		count := map[litmusVerdict]int{}
		n := passtest.Programs(120)
		for range n {
			count[checkLitmus(t, shape.of(r))]++
			if t.Failed() {
				return
			}
		}
		t.Logf("%s: %v", shape.name, count)
		if count[litmusRight] < n/50 || count[litmusRace] < n/20 {
			t.Errorf("%s: of %d programs %d are right and %d race", shape.name, n, count[litmusRight],
				count[litmusRace])
		}
	}
}
