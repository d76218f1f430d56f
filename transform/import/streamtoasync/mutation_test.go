package streamtoasync_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/task/asynctostream"
)

// A program of work is a list of executions in the order of the text. Each has groups of commands; those of a
// group are concurrent.
type (
	access struct {
		resource, offset, length int
		kind                     string // ro, wo or rw
	}
	command   struct{ accesses []access }
	execution struct {
		awaits []int // which executions it starts behind
		groups [][]command
	}
	program []execution
)

const resourceBytes = 16

// Programs of work, right and changed: a range shrinks, a command moves into a concurrent region, or work
// does not await a timepoint. The verdict is what ranges and order say.
func TestPropertyMutations(t *testing.T) {
	races := map[string]int{}
	clean := map[string]int{}
	n := passtest.Programs(30)
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 43))
		right := work(r)
		verdict(t, "right", right, clean, races)
		for _, name := range slices.Sorted(maps.Keys(mutations)) {
			mutate := mutations[name]
			if p := right.clone(); mutate(r, p) {
				verdict(t, name, p, clean, races)
				shrink(r, p)
				verdict(t, name+", shrunk", p, clean, races)
			}
		}
	}
	t.Logf("clean: %v, races: %v", clean, races)
	if races["right"]+races["shrink"] > 0 {
		t.Errorf("right programs have races: %v", races)
	}
	for _, name := range []string{"concurrent", "timepoint"} {
		if races[name] < n/10 || clean[name]+clean[name+", shrunk"] < n/30 {
			t.Errorf("%s: %d races, %d without, of %d programs", name, races[name], clean[name], n)
		}
	}
}

// verdict compares what the simulator says of a program, and of the one that async-to-stream makes of its
// tasks, with what its ranges and order say.
func verdict(t *testing.T, name string, p program, clean, races map[string]int) {
	t.Helper()
	source := p.String()
	module := passtest.Transform(t, passtest.Parse(t, source), "builtin.module(stream-to-async)")
	race := p.race()
	if got := !passtest.Clean(t, module, 3); got != race {
		t.Fatalf("%s: a race is found: %v, is there: %v\n%s", name, got, race, source)
	}
	again := passtest.Transform(t, module, "builtin.module(async-to-stream,stream-to-async)")
	if got := !passtest.Clean(t, again, 3); got != race {
		t.Fatalf("%s, there and back: a race is found: %v, is there: %v\n%s", name, got, race, source)
	}
	if race {
		races[name]++
	} else {
		clean[name]++
	}
}

var mutations = map[string]func(*rand.Rand, program) bool{
	"shrink": shrink,
	"concurrent": func(r *rand.Rand, p program) bool {
		e := &p[r.IntN(len(p))]
		if len(e.groups) < 2 {
			return false
		}
		at := r.IntN(len(e.groups) - 1)
		e.groups[at] = append(e.groups[at], e.groups[at+1]...)
		e.groups = slices.Delete(e.groups, at+1, at+2)
		return true
	},
	"timepoint": func(r *rand.Rand, p program) bool {
		e := &p[r.IntN(len(p))]
		if len(e.awaits) == 0 {
			return false
		}
		at := r.IntN(len(e.awaits))
		e.awaits = slices.Delete(e.awaits, at, at+1)
		return true
	},
}

// shrink takes half of a range away, at its begin or at its end. It keeps copies, whose ranges have the same
// length, by shrinking all ranges of a command.
func shrink(r *rand.Rand, p program) bool {
	e := p[r.IntN(len(p))]
	group := e.groups[r.IntN(len(e.groups))]
	c := group[r.IntN(len(group))]
	if c.accesses[0].length < 2 {
		return false
	}
	end := r.IntN(2)
	for i := range c.accesses {
		half := c.accesses[i].length / 2
		c.accesses[i].offset += end * half
		c.accesses[i].length -= half
	}
	return true
}

// work makes a right program: each execution awaits those before it that it conflicts with. The first one
// uses each resource, so that none loses its size on the way.
func work(r *rand.Rand) program {
	p := program{{groups: [][]command{{{[]access{{0, 0, 2, "ro"}, {1, 0, 2, "ro"}, {2, 0, 2, "wo"}}}}}}}
	for range 2 + r.IntN(5) {
		var e execution
		for range 1 + r.IntN(3) {
			e.groups = append(e.groups, []command{randomCommand(r)})
		}
		for i := range p {
			if conflicts(p[i].commands(), e.commands()) {
				e.awaits = append(e.awaits, i)
			}
		}
		p = append(p, e)
	}
	return p
}

func randomCommand(r *rand.Rand) command {
	length := 1 + r.IntN(6)
	kinds := [][]string{{"wo"}, {"ro", "wo"}, {"ro", "rw"}, {"ro", "ro", "wo"}}[r.IntN(4)]
	var c command
	for i, resource := range r.Perm(3)[:len(kinds)] {
		c.accesses = append(c.accesses,
			access{resource, r.IntN(resourceBytes - length + 1), length, kinds[i]})
	}
	return c
}

func (e execution) commands() []command { return slices.Concat(e.groups...) }

func (p program) clone() program {
	made := make(program, len(p))
	for i, e := range p {
		made[i].awaits = slices.Clone(e.awaits)
		for _, g := range e.groups {
			var group []command
			for _, c := range g {
				group = append(group, command{slices.Clone(c.accesses)})
			}
			made[i].groups = append(made[i].groups, group)
		}
	}
	return made
}

// conflicts reports whether a command of one list writes bytes that one of the other reads or writes.
func conflicts(a, b []command) bool {
	for _, x := range a {
		for _, y := range b {
			for _, m := range x.accesses {
				for _, n := range y.accesses {
					if m.resource == n.resource && (m.kind != "ro" || n.kind != "ro") &&
						m.offset < n.offset+n.length && n.offset < m.offset+m.length {
						return true
					}
				}
			}
		}
	}
	return false
}

// race reports whether commands conflict that nothing orders.
func (p program) race() bool {
	for i, e := range p {
		behind := p.behind(i)
		for k := range i {
			if !behind[k] && conflicts(p[k].commands(), e.commands()) {
				return true
			}
		}
		for _, g := range e.groups {
			for k := range g {
				if conflicts(g[:k], g[k:k+1]) {
					return true
				}
			}
		}
	}
	return false
}

// behind returns the executions that one starts behind.
func (p program) behind(i int) map[int]bool {
	list := map[int]bool{}
	for _, k := range p[i].awaits {
		list[k] = true
		for before := range p.behind(k) {
			list[before] = true
		}
	}
	return list
}

func (p program) String() string {
	var b strings.Builder
	b.WriteString("util.func public @main(%a: !stream.resource<external>, %b: !stream.resource<external>, " +
		"%c: !stream.resource<external>) {\n  %value = arith.constant 7 : i8\n")
	for i := range resourceBytes + 1 {
		fmt.Fprintf(&b, "  %%c%d = arith.constant %d : index\n", i, i)
	}
	var all []string
	for i, e := range p {
		await := ""
		if len(e.awaits) > 0 {
			var list []string
			for _, k := range e.awaits {
				list = append(list, fmt.Sprintf("%%t%d", k))
			}
			fmt.Fprintf(&b, "  %%j%d = stream.timepoint.join max(%s) => !stream.timepoint\n", i,
				strings.Join(list, ", "))
			await = fmt.Sprintf("await(%%j%d) => ", i)
		}
		fmt.Fprintf(&b,
			"  %%t%d = stream.cmd.execute on(#hal.device.affinity<@d%d>) %swith(%%a as %%r0: %s, "+
				"%%b as %%r1: %s, %%c as %%r2: %s) {\n", i, i%3, await, whole, whole, whole)
		for _, g := range e.groups {
			writeGroup(&b, g)
		}
		b.WriteString("  } => !stream.timepoint\n")
		all = append(all, fmt.Sprintf("%%t%d", i))
	}
	fmt.Fprintf(&b, "  %%all = stream.timepoint.join max(%s) => !stream.timepoint\n", strings.Join(all, ", "))
	fmt.Fprintf(&b, "  %%end = stream.timepoint.await sync %%all => %%a : %s\n  util.return\n}\n", whole)
	return b.String()
}

const whole = "!stream.resource<external>{%c16}"

func writeGroup(b *strings.Builder, g []command) {
	if len(g) > 1 {
		b.WriteString("    stream.cmd.concurrent {\n")
	}
	for _, c := range g {
		first, last := c.accesses[0], c.accesses[len(c.accesses)-1]
		switch {
		case len(c.accesses) == 1:
			fmt.Fprintf(b, "    stream.cmd.fill %%value, %%r%d[%%c%d for %%c%d] : i8 -> %s\n", first.resource,
				first.offset, first.length, whole)
		case len(c.accesses) == 2 && last.kind == "wo":
			fmt.Fprintf(b, "    stream.cmd.copy %%r%d[%%c%d], %%r%d[%%c%d], %%c%d : %s -> %s\n",
				first.resource, first.offset, last.resource, last.offset, first.length, whole, whole)
		default:
			var list []string
			for _, a := range c.accesses {
				list = append(list, fmt.Sprintf("      %s %%r%d[%%c%d for %%c%d] : %s", a.kind, a.resource,
					a.offset, a.length, whole))
			}
			fmt.Fprintf(b, "    stream.cmd.dispatch @e::@f {\n%s\n    }\n", strings.Join(list, ",\n"))
		}
	}
	if len(g) > 1 {
		b.WriteString("    }\n")
	}
}
