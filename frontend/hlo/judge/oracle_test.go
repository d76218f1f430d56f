package judge_test

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// happening is what happens when a program is executed: an access, the start of an operation, its end, or a
// look at values that must be intact.
type happening struct {
	kind          string // access, start, end, look
	id            int
	reads, writes [][2]int
	want          []uint64 // what is read, in a program that shares no memory
	result        uint64
	started       int // of an end, the index of the start
	inPlace       bool
}

// run flattens a program for one number of iterations of all its loops.
type run struct {
	p     program
	trips int
	// choices has a bit for each execution of a conditional, chosen counts these executions.
	choices uint64
	chosen  int
	out     []happening
	env     map[*value]uint64 // contents, or the index of the start
	seed    maphash.Seed
}

func (r *run) hash(name string, inputs ...uint64) uint64 {
	return maphash.String(r.seed, fmt.Sprint(name, inputs))
}

func (r *run) steps(all []step) {
	for _, s := range all {
		h := happening{id: len(r.out)}
		for _, v := range s.reads {
			if s.kind == "def" || s.kind == "start" {
				h.reads = append(h.reads, r.p.place(v))
				h.want = append(h.want, r.env[v])
			}
		}
		switch s.kind {
		case "def", "start":
			h.kind = map[string]string{"def": "access", "start": "start"}[s.kind]
			if s.result.place >= 0 {
				h.writes = [][2]int{r.p.place(s.result)}
			}
			h.result = r.hash(fmt.Sprint(s.name, h.id), h.want...)
			h.inPlace = s.inPlace
			r.env[s.result] = h.result
			if s.kind == "start" {
				r.env[s.result] = uint64(h.id)
			}
			r.out = append(r.out, h)
		case "done":
			h.kind, h.started = "end", int(r.env[s.reads[0]])
			if s.result != nil {
				r.env[s.result] = r.out[h.started].result
			}
			r.out = append(r.out, h)
		case "block":
			r.steps(s.body)
		case "loop":
			r.loop(s)
		case "choose":
			r.choose(s)
		}
	}
}

// set gives values what others are, at once.
func (r *run) set(to, from []*value) {
	carried := make([]uint64, len(from))
	for i, v := range from {
		carried[i] = r.env[v]
	}
	for i, v := range to {
		r.env[v] = carried[i]
	}
}

// choose executes one branch, which the next of the choices says.
func (r *run) choose(s step) {
	b := s.branches[0]
	if len(s.branches) > 1 {
		b = s.branches[r.choices>>(r.chosen%64)&1]
		r.chosen++
	}
	r.set(b.params, b.args)
	r.steps(b.body)
	r.look(b.returns)
	r.set(s.results, b.returns)
}

func (r *run) loop(s step) {
	r.look(s.state)
	r.set(s.params, s.state)
	for range r.trips {
		r.steps(s.body)
		r.look(s.next)
		r.set(s.params, s.next)
	}
	r.set(s.results, s.params)
}

// look notes that arrays must be intact.
func (r *run) look(all []*value) {
	h := happening{kind: "look", id: len(r.out)}
	for _, v := range all {
		if v.kind == "" {
			h.reads, h.want = append(h.reads, r.p.place(v)), append(h.want, r.env[v])
		}
	}
	r.out = append(r.out, h)
}

// mix is a number for two numbers in order, another one for others with all but certainty.
func mix(a, b uint64) uint64 {
	h := (a ^ b>>29) * 0x9e3779b97f4a7c15
	h = (h ^ h>>32 ^ b) * 0xd6e8feb86659fd93
	return h ^ h>>32
}

// execute executes what happens, with one operation that takes effect in front of another happening, and the
// others at their starts. It returns what each of them has read, and whether that is what they want.
func execute(p program, all []happening, inputs map[*value]uint64, late, when int) ([]uint64, bool) {
	memory := map[int]uint64{}
	for _, v := range p.inputs {
		content := inputs[v]
		for c := range p.place(v)[1] {
			memory[p.place(v)[0]+c] = content + uint64(c)
		}
	}
	logs, intact := make([]uint64, len(all)), true
	read := func(h *happening, places [][2]int, want []uint64) bool {
		whole := true
		for i, at := range places {
			for c := range at[1] {
				got := memory[at[0]+c]
				logs[h.id] = mix(logs[h.id], got)
				whole = whole && (want == nil || got == want[i]+uint64(c))
			}
		}
		intact = intact && whole
		return whole
	}
	effect := func(h *happening) {
		content := h.result
		if !read(h, h.reads, h.want) {
			content = mix(uint64(h.id)+1, logs[h.id])
		}
		for _, at := range h.writes {
			for c := range at[1] {
				memory[at[0]+c] = content + uint64(c)
			}
		}
	}
	for i := range all {
		h := &all[i]
		if late >= 0 && i == when {
			effect(&all[late])
		}
		switch h.kind {
		case "access":
			effect(h)
		case "start":
			if i != late {
				effect(h)
			}
		case "look":
			was := logs[h.id]
			read(h, h.reads, h.want)
			logs[h.id] = was // a look is no access
		case "end":
			read(h, all[h.started].writes, nil)
		}
	}
	return logs, intact
}

// mostChoices is how many conditionals of an execution have both branches tried, in all combinations.
const mostChoices = 4

// oracle says whether any order of a program's effects has another result than the order of the starts, and
// whether that order has the values of a program that shares no memory. Sure says that all combinations of
// branches were tried.
func oracle(p program) (race, intact, sure bool) {
	intact, sure = true, true
	for trips := range 4 {
		most := 0
		for choices := uint64(0); (choices < 1<<min(most, mostChoices) || choices == 0) && !race; choices++ {
			r := &run{p: p, trips: trips, choices: choices, env: map[*value]uint64{},
				seed: maphash.MakeSeed()}
			found, whole := r.try()
			race, intact, most = race || found, intact && whole, max(most, r.chosen)
		}
		sure = sure && most <= mostChoices
	}
	return race, intact, sure
}

// try executes a program once for each moment at which one of its operations may take effect.
func (r *run) try() (race, intact bool) {
	p, inputs := r.p, map[*value]uint64{}
	for _, v := range p.inputs {
		inputs[v] = r.hash(v.name)
		r.env[v] = inputs[v]
	}
	r.steps(p.steps)
	r.look([]*value{p.last})
	base, intact := execute(p, r.out, inputs, -1, 0)
	for i, h := range r.out {
		if h.kind != "start" || race {
			continue
		}
		for _, a := range h.reads {
			for _, b := range h.writes {
				overlap := a[0] < b[0]+b[1] && b[0] < a[0]+a[1]
				race = race || overlap && !(a == b && h.inPlace)
			}
		}
		end := slices.IndexFunc(r.out, func(e happening) bool {
			return e.kind == "end" && e.started == i
		})
		for when := i + 1; when <= end && !race; when++ {
			logs, _ := execute(p, r.out, inputs, i, when)
			race = race || !slices.Equal(logs, base)
		}
	}
	return race, intact
}

// TestPropertyRandom holds the judge against all moments at which each operation of random programs may take
// effect: the judge reports a race exactly if one of them has another result, and without a race an
// overwritten value exactly if the program in order reads another value.
func TestPropertyRandom(t *testing.T) {
	agree(t, false)
}

// TestPropertyCalled is TestPropertyRandom with conditionals, calls, threads and sends: what the judge finds
// is found in one of all combinations of branches.
func TestPropertyCalled(t *testing.T) {
	agree(t, true)
}

func agree(t *testing.T, called bool) {
	var counts [2][2]int
	unsure := 0
	programs := passtest.Programs(600)
	if called {
		programs = passtest.Programs(200)
	}
	for seed := range int64(programs) {
		p := newProgram(seed, seed%2 == 0, called)
		race, intact, sure := oracle(p)
		r := check(t, p.text, p.buffers)
		found, overwritten := has(r, "hlo-race"), has(r, "hlo-overwritten")
		if !sure && (found && !race || overwritten && intact) {
			unsure++
			continue
		}
		if found != race {
			t.Fatalf("seed %d: the judge finds a race: %v, there is one: %v\n%s\n%s\n%s", seed, found, race,
				summary(r), p.text, p.buffers)
		}
		if !race && overwritten == intact {
			t.Fatalf("seed %d: the judge finds a value overwritten: %v, all are intact: %v\n%s\n%s\n%s", seed,
				overwritten, intact, summary(r), p.text, p.buffers)
		}
		if r.Partial {
			t.Fatalf("seed %d: not judged wholly\n%s\n%s", seed, summary(r), p.text)
		}
		counts[b2i(race)][b2i(intact)]++
	}
	if unsure > programs/10 {
		t.Errorf("of %d programs not all combinations of branches were tried", unsure)
	}
	for race, row := range counts {
		for intact, n := range row {
			if n < programs/100 {
				t.Errorf("only %d programs have race %d and intact %d", n, race, intact)
			}
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func has(r *judge.Report, code string) bool {
	for _, d := range r.Findings {
		if strings.EqualFold(string(d.Code), code) {
			return true
		}
	}
	return false
}
