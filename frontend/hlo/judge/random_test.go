package judge_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// A random program is made twice: as the text of a module with its assignment, and as steps on places for the
// oracle in oracle_test.go, which knows nothing of HLO.

// value is a value of a random program.
type value struct {
	name  string // in HLO
	place int    // index of the place, whose set decides; -1 without one
	kind  string // "" for an array, else the kind of the operation that it is a handle of
	from  *value // the operand of a handle's operation
}

// step is a step of the program.
type step struct {
	kind   string // def, start, done, loop, choose
	name   string
	reads  []*value
	result *value
	// a loop has a state, parameters and results for each part of it, and steps
	state, params, next, results []*value
	body                         []step
	inPlace                      bool // the operation may write where it reads
	// one of the branches is executed; a call has one
	branches []branch
}

// branch is a computation that is called, with what it gets and returns.
type branch struct {
	args, params, returns []*value
	body                  []step
}

// generator makes random programs.
type generator struct {
	r        *rand.Rand
	assigned bool
	called   bool     // the program has calls, conditionals, threads and sends
	parent   []int    // sets of places that are one
	at       [][2]int // offset and size of the place of a set, if assigned
	names    []string // of the values in the assignment, by place; "" for those without
	bodies   strings.Builder
	count    int
	arena    int
}

const cells = 2 // elements of an array

func (g *generator) place(name string) int {
	p := len(g.parent)
	g.parent = append(g.parent, p)
	g.names = append(g.names, name)
	offset := g.arena
	if g.arena > cells && g.r.Intn(4) == 0 {
		offset = g.r.Intn(g.arena) // overlaps with something, perhaps
	}
	g.arena = max(g.arena, offset+cells)
	g.at = append(g.at, [2]int{offset, cells})
	return p
}

func (g *generator) set(p int) int {
	for g.parent[p] != p {
		p = g.parent[p]
	}
	return p
}

func (g *generator) join(p, q int) {
	if p, q = g.set(p), g.set(q); p != q {
		g.parent[max(p, q)] = min(p, q)
	}
}

func (g *generator) name(prefix string) string {
	g.count++
	return fmt.Sprintf("%s%d", prefix, g.count)
}

const array = "f32[2]{0}"

// pick returns one of the arrays.
func (g *generator) pick(env []*value) *value {
	var arrays []*value
	for _, v := range env {
		if v.kind == "" {
			arrays = append(arrays, v)
		}
	}
	return arrays[max(g.r.Intn(len(arrays)), g.r.Intn(len(arrays)))] // rather a late one
}

// block makes some steps. It appends the text to b, and returns the values that there are behind it.
func (g *generator) block(b *strings.Builder, env []*value, n, depth int) ([]step, []*value) {
	var steps []step
	var open []*value
	for range n {
		switch k := g.r.Intn(10); {
		case k < 3:
			s := g.define(b, env)
			steps, env = append(steps, s), append(env, s.result)
		case k < 6:
			s := g.start(b, env)
			steps, open = append(steps, s), append(open, s.result)
		case k < 9 && len(open) > 0:
			i := g.r.Intn(len(open))
			s := g.done(b, open[i])
			open = slices.Delete(open, i, i+1)
			steps, env = append(steps, s), withArray(env, s.result)
		case depth > 0:
			part := g.loop
			if g.called && g.r.Intn(2) == 0 {
				part = g.choose
			}
			s := part(b, env, depth)
			steps = append(steps, s)
			for _, v := range s.results {
				if v.kind != "" {
					open = append(open, v)
				} else {
					env = append(env, v)
				}
			}
		}
	}
	for _, h := range open {
		s := g.done(b, h)
		steps, env = append(steps, s), withArray(env, s.result)
	}
	return steps, env
}

// withArray adds a value, nil for none.
func withArray(env []*value, v *value) []*value {
	if v == nil {
		return env
	}
	return append(env, v)
}

// define makes an instruction that has completed when the next one begins.
func (g *generator) define(b *strings.Builder, env []*value) step {
	x, y := g.pick(env), g.pick(env)
	name := g.name("v")
	v := &value{name: name, place: g.place(name)}
	if g.r.Intn(3) == 0 {
		fmt.Fprintf(b, "  %s = %s dynamic-update-slice(%s, u, zero)\n", name, array, x.name)
		switch {
		case !g.assigned:
			g.join(v.place, x.place)
		case g.r.Intn(2) == 0:
			g.at[v.place] = g.at[g.set(x.place)]
		}
		return step{kind: "def", name: name, reads: []*value{x}, result: v}
	}
	fmt.Fprintf(b, "  %s = %s add(%s, %s)\n", name, array, x.name, y.name)
	return step{kind: "def", name: name, reads: []*value{x, y}, result: v}
}

// start begins an operation.
func (g *generator) start(b *strings.Builder, env []*value) step {
	x := g.pick(env)
	name := g.name("s")
	h := &value{name: name, from: x}
	kinds := 3
	if g.called {
		kinds = 5
	}
	inPlace := false
	switch g.r.Intn(kinds) {
	case 4:
		h.kind, h.place = "send", -1
		fmt.Fprintf(b, "  %s_k = token[] after-all()\n", name)
		fmt.Fprintf(b, "  %s = %s send(%s, %[1]s_k), is_host_transfer=true\n", name, handle, x.name)
	case 3:
		h.kind, h.place = "async", g.place(name+"{1}")
		inPlace = g.threaded(b, name, x, h)
	case 0:
		h.kind, h.place = "collective-permute", g.place(name+"{1}")
		fmt.Fprintf(b,
			"  %s = (%s, %s, u32[], u32[]) collective-permute-start(%s), source_target_pairs={{0,1}}\n",
			name, array, array, x.name)
	case 1:
		h.kind, h.place = "copy", g.place(name+"{0}")
		fmt.Fprintf(b, "  %s = (%s, %s, u32[]) copy-start(%s)\n", name, array, array, x.name)
	default:
		h.kind, h.place = "all-reduce", g.place(name)
		fmt.Fprintf(b, "  %s = %s all-reduce-start(%s), to_apply=sum\n", name, array, x.name)
		if !g.assigned {
			g.join(h.place, x.place)
		}
	}
	return step{kind: "start", name: name, reads: []*value{x}, result: h,
		inPlace: inPlace || h.kind == "all-reduce"}
}

// threaded begins a computation on a thread. It reports whether the computation may write where it reads.
func (g *generator) threaded(b *strings.Builder, name string, x, h *value) bool {
	root, inPlace := "negate("+name+"_y)", g.r.Intn(3) == 0
	if inPlace {
		root = "custom-call(" + name +
			"_y), custom_call_target=\"f\", output_to_operand_aliasing={{}: (0, {})}"
		if !g.assigned {
			g.join(h.place, x.place)
		} else if g.r.Intn(2) == 0 {
			g.at[h.place] = g.at[g.set(x.place)]
		}
	}
	fmt.Fprintf(&g.bodies, "thread%s {\n  %[1]s_y = %s parameter(0)\n  ROOT %[1]s_n = %[2]s %s\n}, "+
		"execution_thread=\"other\"\n\n", name, array, root)
	fmt.Fprintf(b, "  %s = ((%s), %[2]s, u32[]) async-start(%s), async_execution_thread=\"other\", "+
		"calls=thread%[1]s\n", name, array, x.name)
	return true // a computation of its own may have its result where its operand is
}

// done ends an operation.
func (g *generator) done(b *strings.Builder, h *value) step {
	name := g.name("d")
	v := &value{name: name, place: h.place}
	if h.kind == "send" {
		fmt.Fprintf(b, "  %s = token[] send-done(%s), is_host_transfer=true\n", name, h.name)
		return step{kind: "done", name: name, reads: []*value{h}}
	}
	if h.kind == "recv" {
		fmt.Fprintf(b, "  %s_t = (%s, token[]) recv-done(%s), is_host_transfer=true\n", name, array, h.name)
		fmt.Fprintf(b, "  %s = %s get-tuple-element(%[1]s_t), index=0\n", name, array)
	} else {
		fmt.Fprintf(b, "  %s = %s %s-done(%s)\n", name, array, h.kind, h.name)
	}
	return step{kind: "done", name: name, reads: []*value{h}, result: v}
}

// receive begins a receive, whose handle a loop may carry.
func (g *generator) receive(b *strings.Builder) step {
	name := g.name("r")
	fmt.Fprintf(b, "  %s_k = token[] after-all()\n", name)
	fmt.Fprintf(b, "  %s = %s recv(%[1]s_k), is_host_transfer=true\n", name, handle)
	return step{kind: "start", name: name,
		result: &value{name: name, kind: "recv", place: g.place(name + "{0}")}}
}

const handle = "(" + array + ", u32[], token[])"

// loop makes a loop with two arrays as its state, and sometimes a receive.
func (g *generator) loop(b *strings.Builder, env []*value, depth int) step {
	name := g.name("w")
	s := step{kind: "loop", name: name}
	carries := g.r.Intn(2) == 0
	for range 2 {
		init := g.define(b, env)
		s.body = append(s.body, init)
		s.state = append(s.state, init.result)
	}
	types := []string{array, array}
	if carries {
		first := g.receive(b)
		s.body = append(s.body, first)
		s.state = append(s.state, first.result)
		types = append(types, handle)
	}
	before := s.body
	all := "(" + strings.Join(types, ", ") + ", pred[], " + array + ", s32[])"
	var text strings.Builder
	fmt.Fprintf(&text, "body%s {\n  %[1]s_p = %s parameter(0)\n", name, all)
	var inner []*value
	for i, v := range s.state {
		p := &value{name: fmt.Sprintf("%s_p%d", name, i), place: v.place, kind: v.kind}
		fmt.Fprintf(&text, "  %s = %s get-tuple-element(%s_p), index=%d\n", p.name, types[i], name, i)
		inner = append(inner, p)
	}
	s.params = inner
	k := len(types)
	g.constants(&text, name, k)
	s.body = g.inside(&text, inner, carries, depth)
	s.next = g.nextState(&s, inner, carries)
	g.bodies.WriteString(renamed(text.String(), name))
	fmt.Fprintf(&g.bodies, "  ROOT %s_n = %s tuple(%s, %[1]s_c, %[1]s_u, %[1]s_z)\n}\n\n", name, all,
		names(s.next))
	fmt.Fprintf(&g.bodies,
		"cond%s {\n  %[1]s_q = %s parameter(0)\n  ROOT %[1]s_b = pred[] get-tuple-element(%[1]s_q), "+
			"index=%[3]d\n}\n\n", name, all, k)
	fmt.Fprintf(b, "  %s_i = %s tuple(%s, go, u, zero)\n", name, all, names(s.state))
	fmt.Fprintf(b, "  %s = %s while(%[1]s_i), condition=cond%[1]s, body=body%[1]s\n", name, all)
	for i, v := range s.state {
		r := &value{name: fmt.Sprintf("%s_r%d", name, i), place: v.place, kind: v.kind}
		fmt.Fprintf(b, "  %s = %s get-tuple-element(%s), index=%d\n", r.name, types[i], name, i)
		s.results = append(s.results, r)
	}
	return step{kind: "block", body: append(slices.Clone(before), s), results: s.results}
}

// choose makes a conditional, or a call. Each branch gets two arrays and sometimes a receive to wait for, and
// returns an array and sometimes another receive.
func (g *generator) choose(b *strings.Builder, env []*value, depth int) step {
	name := g.name("k")
	branches, waits, starts := 1+g.r.Intn(2), g.r.Intn(3) == 0, g.r.Intn(3) == 0
	s := step{kind: "choose", name: name}
	var before []step
	in, out := []string{array, array}, []string{array}
	var handed *value
	if waits {
		first := g.receive(b)
		before, handed, in = append(before, first), first.result, append(in, handle)
	}
	if starts {
		out = append(out, handle)
	}
	all := "(" + strings.Join(in, ", ") + ", pred[], " + array + ", s32[])"
	var operands, computations []string
	for i := range branches {
		at := fmt.Sprintf("%s_%d", name, i)
		args := []*value{g.pick(env), g.pick(env)}
		if waits {
			args = append(args, handed)
		}
		fmt.Fprintf(b, "  %s_i = %s tuple(%s, go, u, zero)\n", at, all, names(args))
		s.branches = append(s.branches, g.branch(at, all, in, out, args, depth))
		operands, computations = append(operands, at+"_i"), append(computations, "branch"+at)
	}
	result := "(" + strings.Join(out, ", ") + ")"
	if branches == 1 {
		fmt.Fprintf(b, "  %s = %s call(%s), to_apply=%s\n", name, result, operands[0], computations[0])
	} else {
		fmt.Fprintf(b, "  %s = %s conditional(go, %s), true_computation=%s, false_computation=%s\n", name,
			result, strings.Join(operands, ", "), computations[0], computations[1])
	}
	for i, v := range s.branches[0].returns {
		r := &value{name: fmt.Sprintf("%s_r%d", name, i), place: v.place, kind: v.kind}
		for _, other := range s.branches[1:] {
			g.unify(v.place, other.returns[i].place)
		}
		fmt.Fprintf(b, "  %s = %s get-tuple-element(%s), index=%d\n", r.name, out[i], name, i)
		s.results = append(s.results, r)
	}
	return step{kind: "block", body: append(before, s), results: s.results}
}

// branch makes a computation that is called with a tuple.
func (g *generator) branch(name, all string, in, out []string, args []*value, depth int) branch {
	var text strings.Builder
	fmt.Fprintf(&text, "branch%s {\n  %[1]s_p = %s parameter(0)\n", name, all)
	c := branch{args: args}
	for i, v := range args {
		p := &value{name: fmt.Sprintf("%s_p%d", name, i), place: v.place, kind: v.kind}
		fmt.Fprintf(&text, "  %s = %s get-tuple-element(%s_p), index=%d\n", p.name, in[i], name, i)
		c.params = append(c.params, p)
	}
	g.constants(&text, name, len(in))
	env := slices.Clone(c.params[:2])
	part := func() {
		steps, more := g.block(&text, env, 1+g.r.Intn(3), depth-1)
		c.body, env = append(c.body, steps...), more
	}
	part()
	if len(args) > 2 {
		s := g.done(&text, c.params[2])
		c.body, env = append(c.body, s), append(env, s.result)
		part()
	}
	last := g.define(&text, env)
	c.body = append(c.body, last)
	c.returns = []*value{last.result}
	if g.r.Intn(5) == 0 {
		c.returns[0] = c.params[g.r.Intn(2)]
	}
	if len(out) > 1 {
		s := g.receive(&text)
		c.body, c.returns = append(c.body, s), append(c.returns, s.result)
	}
	g.bodies.WriteString(renamed(text.String(), name))
	fmt.Fprintf(&g.bodies, "  ROOT %s_n = (%s) tuple(%s)\n}\n\n", name, strings.Join(out, ", "),
		names(c.returns))
	return c
}

// constants takes what never changes out of the tuple that a computation gets, from an index on.
func (g *generator) constants(text *strings.Builder, name string, k int) {
	fmt.Fprintf(text, "  %s_c = pred[] get-tuple-element(%[1]s_p), index=%d\n", name, k)
	fmt.Fprintf(text, "  %s_u = %s get-tuple-element(%[1]s_p), index=%[3]d\n", name, array, k+1)
	fmt.Fprintf(text, "  %s_z = s32[] get-tuple-element(%[1]s_p), index=%d\n", name, k+2)
}

// renamed gives what never changes its names in a computation.
func renamed(text, name string) string {
	return strings.NewReplacer(", go, u, zero)", ", "+name+"_c, "+name+"_u, "+name+"_z)",
		", u, zero)", ", "+name+"_u, "+name+"_z)", "conditional(go,", "conditional("+name+"_c,").Replace(text)
}

// inside makes the steps of a loop's body. The receive of the iteration before is waited for at a random
// place, and the next one begins at another one.
func (g *generator) inside(text *strings.Builder, inner []*value, carries bool, depth int) []step {
	env := slices.Clone(inner[:2])
	var body []step
	part := func() {
		steps, more := g.block(text, env, 1+g.r.Intn(3), depth-1)
		body, env = append(body, steps...), more
	}
	part()
	if carries {
		wait := func() {
			s := g.done(text, inner[2])
			body, env = append(body, s), append(env, s.result)
		}
		next := func() { body = append(body, g.receive(text)) }
		steps := []func(){wait, part, next}
		if g.r.Intn(4) == 0 {
			steps = []func(){next, part, wait}
		}
		for _, f := range steps {
			f()
		}
	}
	part()
	// What the next iteration begins with is defined last, or handed on.
	for range 2 {
		s := g.define(text, env)
		body, env = append(body, s), append(env, s.result)
	}
	return body
}

// nextState chooses the state of the next iteration, and puts it where the state is.
func (g *generator) nextState(s *step, inner []*value, carries bool) []*value {
	var defined []*value
	for _, x := range s.body {
		if x.kind == "def" {
			defined = append(defined, x.result)
		}
	}
	next := []*value{inner[0], inner[1]}
	last := len(defined) - 1
	for i, v := range []*value{defined[last-1], defined[last]} {
		if g.r.Intn(4) > 0 {
			next[i] = v
			g.unify(v.place, s.state[i].place)
		}
	}
	if carries {
		for _, x := range s.body {
			if x.kind == "start" && x.result.kind == "recv" {
				next = append(next, x.result)
				g.unify(x.result.place, s.state[2].place)
			}
		}
	}
	return next
}

// unify puts two values at one place.
func (g *generator) unify(p, q int) { g.join(p, q) }

func names(all []*value) string {
	var text []string
	for _, v := range all {
		text = append(text, v.name)
	}
	return strings.Join(text, ", ")
}

// program is a random program, as text and as steps.
type program struct {
	text, buffers string
	steps         []step
	inputs        []*value
	last          *value
	place         func(v *value) [2]int // offset and size, of a value that has a place
}

// newProgram makes a random program.
func newProgram(seed int64, assigned, called bool) program {
	g := &generator{r: rand.New(rand.NewSource(seed)), assigned: assigned, called: called}
	var b strings.Builder
	var env []*value
	for i := range 2 {
		name := fmt.Sprintf("p%d", i)
		env = append(env, &value{name: name, place: g.place(name)})
		g.at[i] = [2]int{g.arena, cells}
		g.arena += cells
		fmt.Fprintf(&b, "  %s = %s parameter(%d)\n", name, array, i)
	}
	inputs := env
	b.WriteString("  u = " + array +
		" parameter(2)\n  zero = s32[] parameter(3)\n  go = pred[] parameter(4)\n")
	steps, env := g.block(&b, env, 4+g.r.Intn(8), 2)
	last := env[len(env)-1]
	fmt.Fprintf(&b, "  ROOT root = (%s) tuple(%s)\n", array, last.name)
	p := program{steps: steps, inputs: inputs, last: last}
	p.text = "HloModule m, is_scheduled=true\n\nsum {\n  sa = f32[] parameter(0)\n  sb = f32[] " +
		"parameter(1)\n" +
		"  ROOT sc = f32[] add(sa, sb)\n}\n\n" + g.bodies.String() + "ENTRY e {\n" + b.String() + "}\n"
	p.place = func(v *value) [2]int {
		if !assigned {
			return [2]int{g.set(v.place) * cells, cells}
		}
		return g.at[g.set(v.place)]
	}
	if assigned {
		p.buffers = g.buffers()
	}
	return p
}

// buffers returns the text of the assignment.
func (g *generator) buffers() string {
	var b strings.Builder
	b.WriteString("BufferAssignment:\n")
	for i, v := range []string{"u (size=8,offset=0): f32[2]{0}", "zero (size=4,offset=0): s32[]",
		"go (size=1,offset=0): pred[]"} {
		name, rest, _ := strings.Cut(v, " ")
		fmt.Fprintf(&b, "allocation %d: size 8:\n value: <%[1]d %s @0> %s\n", i, name, rest)
	}
	fmt.Fprintf(&b, "allocation 3: size %d, preallocated-temp:\n", 4*g.arena)
	for p, name := range g.names {
		at := g.at[g.set(p)]
		fmt.Fprintf(&b, " value: <%d %s @0> (size=%d,offset=%d): %s\n", p+3, name, 4*at[1], 4*at[0], array)
	}
	return b.String()
}
