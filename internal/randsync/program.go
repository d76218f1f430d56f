package randsync

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Config says what programs hold beside tasks, counted loops and loops with a condition.
type Config struct {
	Copies   bool // of cp.async, with tokens and counts
	Queues   bool // of the pipeline dialect
	Values   bool // tasks that give out a number
	Branches bool // cf branches
	Calls    bool // a private function
	Views    bool // parts of buffers, copied at once, and buffers that a block makes
	Parallel bool // parallel loops, where every execution gets to them
	Turns    bool // tasks on a queue in order
	Promises bool // of tasks, fulfilled before they end
}

// Any returns a configuration that is one of all with equal chance.
func Any(r *rand.Rand) Config {
	bit := func() bool { return r.IntN(2) == 0 }
	return Config{Copies: bit(), Queues: bit(), Values: bit(), Branches: bit(), Calls: r.IntN(3) == 0,
		Views: bit(), Parallel: r.IntN(3) == 0, Turns: r.IntN(3) == 0, Promises: r.IntN(3) == 0}
}

const (
	buffers  = 2
	elements = 4

	memType   = "memref<4xi32>"
	partType  = "memref<2xi32, strided<[1], offset: ?>>"
	smemType  = "memref<4xi32, 3>"
	tokenType = "!async.token"
	valueType = "!async.value<i32>"
	copyType  = "!nvgpu.device.async.token"

	parameters     = "%b0: " + memType + ", %b1: " + memType + ", %s0: " + smemType + ", %c: i1, %n: index"
	arguments      = "%b0, %b1, %s0, %c, %n"
	parameterTypes = memType + ", " + memType + ", " + smemType + ", i1, index"
)

// token is a value that stands for the completion of something.
type token struct {
	name, typ string
	task      bool // of a task, and not of what else a loop or branch may pass on
}

// generator writes one program.
type generator struct {
	cfg    Config
	r      *rand.Rand
	b      strings.Builder
	indent int
	names  int
	tidy   int // how many of ten waits are there at the end of a block

	callable, called bool // the private function
	turns            bool // there is a queue
}

// scope is what a place in the program sees.
type scope struct {
	tokens []token
	iv     string   // of the innermost loop
	local  []string // buffers that blocks have made
	depth  int
	top    bool // in a block of the function, not in a region of an operation
	nested bool // in a task or a parallel loop
}

func (s *scope) inner() *scope {
	return &scope{tokens: slices.Clone(s.tokens), iv: s.iv, local: s.local, depth: s.depth + 1,
		nested: s.nested}
}

// Program returns a module with the function @main of two buffers, one of shared memory, a condition and a
// number.
func Program(r *rand.Rand, cfg Config) string {
	g := &generator{cfg: cfg, r: r, tidy: r.IntN(11)}
	callee := 0
	if cfg.Calls {
		g.line("func.func private @callee(%s, %%t: %s) -> %s {", parameters, tokenType, tokenType)
		s := g.begin()
		s.tokens = []token{{name: "%t", typ: tokenType}}
		g.block(s, 1+r.IntN(3))
		g.line("return %s : %s", g.youngest(s, tokenType, 3), tokenType)
		g.end()
		callee = g.b.Len()
	}
	g.callable = cfg.Calls
	g.line("func.func @main(%s) {", parameters)
	s := g.begin()
	if g.turns = cfg.Turns; g.turns {
		g.line("%%q = task.queue")
	}
	g.block(s, 2+r.IntN(5))
	g.settle(s)
	g.line("return")
	g.end()
	if !g.called {
		return g.b.String()[callee:]
	}
	return g.b.String()
}

// begin writes the constants of a function, and end the end.
func (g *generator) begin() *scope {
	g.indent++
	for i := range 8 {
		g.line("%%i%d = arith.constant %d : index", i, i)
	}
	g.line("%%x = arith.constant 1 : i32")
	return &scope{top: true}
}

func (g *generator) end() {
	g.indent--
	g.line("}")
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *generator) one(of int) bool { return g.r.IntN(of) == 0 }

// settle waits for most tokens.
func (g *generator) settle(s *scope) {
	for _, t := range s.tokens {
		if g.r.IntN(10) < g.tidy {
			g.await(t, s)
		}
	}
	if s.top && g.cfg.Copies && g.r.IntN(10) < g.tidy {
		g.line("nvvm.cp.async.commit.group")
		g.line("nvvm.cp.async.wait.group 0")
	}
	if s.top && g.cfg.Queues && g.r.IntN(10) < g.tidy {
		g.line("pipeline.async_commit_stage 0")
		g.line("pipeline.async_wait_stage 0, 0")
	}
}

func (g *generator) block(s *scope, n int) {
	for range n {
		g.statement(s)
	}
}

func (g *generator) statement(s *scope) {
	switch k := g.r.IntN(24); {
	case k < 2:
		g.access(s)
	case k < 7:
		g.issue(s)
	case k < 10:
		g.wait(s)
	case k == 10:
		g.group(s)
	case g.cfg.Views && k == 11 && g.one(2):
		v := g.name("%m")
		g.line("%s = memref.alloc() : %s", v, memType)
		s.local = append(slices.Clip(s.local), v)
	case g.cfg.Parallel && k >= 11 && k < 13 && s.top && g.callable == g.cfg.Calls:
		g.parallel(s)
	case s.depth >= 2:
	case k < 13:
		g.conditional(s)
	case k < 16:
		g.loop(s)
	case k < 19:
		g.while(s)
	case k < 22 && g.cfg.Branches:
		g.branches(s)
	case g.callable && k >= 22:
		g.called = true
		t := token{name: g.name("%t"), typ: tokenType}
		g.line("%s = func.call @callee(%s, %s) : (%s, %s) -> %s", t.name, arguments,
			g.youngest(s, tokenType, 3), parameterTypes, tokenType, tokenType)
		s.tokens = append(s.tokens, t)
	}
}

// ofType returns the tokens of a type in scope.
func (s *scope) ofType(typ string) []token {
	return slices.DeleteFunc(slices.Clone(s.tokens), func(t token) bool { return t.typ != typ })
}

// youngest returns one of the last tokens of a type, making one where there is none.
func (g *generator) youngest(s *scope, typ string, of int) string {
	list := s.ofType(typ)
	if len(list) == 0 {
		if typ == copyType {
			g.commit(s)
		} else {
			g.execute(s)
		}
		list = s.ofType(typ)
	}
	return list[max(0, len(list)-1-g.r.IntN(of))].name
}

// any returns a token in scope.
func (g *generator) any(s *scope) (token, bool) {
	if len(s.tokens) == 0 {
		return token{}, false
	}
	return s.tokens[g.r.IntN(len(s.tokens))], true
}

// element returns a subscript.
func (g *generator) element(s *scope) string {
	if s.iv == "" || g.one(2) {
		return fmt.Sprintf("%%i%d", g.r.IntN(elements))
	}
	at := g.name("%e")
	g.line("%s = arith.remui %s, %%i%d : index", at, s.iv, 2+g.r.IntN(3))
	return at
}

// access reads or writes an element.
func (g *generator) access(s *scope) {
	if g.cfg.Views && g.one(4) {
		g.line("memref.copy %s, %s : %s to %s", g.part(s), g.part(s), partType, partType)
		return
	}
	at := g.element(s)
	b, typ := g.buffer(s), memType
	if g.cfg.Copies && g.one(3) {
		b, typ = "%s0", smemType
	}
	if g.one(2) {
		g.line("%s = memref.load %s[%s] : %s", g.name("%l"), b, at, typ)
	} else {
		g.line("memref.store %%x, %s[%s] : %s", b, at, typ)
	}
}

// buffer returns an argument, or a buffer that a block has made.
func (g *generator) buffer(s *scope) string {
	if len(s.local) > 0 && g.one(3) {
		return s.local[g.r.IntN(len(s.local))]
	}
	return fmt.Sprintf("%%b%d", g.r.IntN(buffers))
}

// part returns a view of two elements of a buffer.
func (g *generator) part(s *scope) string {
	at := fmt.Sprintf("%%i%d", g.r.IntN(elements-1))
	if s.iv != "" && g.one(3) {
		at = g.name("%e")
		g.line("%s = arith.remui %s, %%i%d : index", at, s.iv, 2+g.r.IntN(2))
	}
	v := g.name("%m")
	g.line("%s = memref.subview %s[%s] [2] [1] : %s to %s", v, g.buffer(s), at, memType, partType)
	return v
}

// parallel is a loop whose iterations are threads: of accesses, or of a task that each waits for.
func (g *generator) parallel(s *scope) {
	in := s.inner()
	in.iv, in.depth, in.nested = g.name("%k"), 2, true
	g.line("scf.parallel (%s) = (%%i0) to (%%i%d) step (%%i1) {", in.iv, 1+g.r.IntN(4))
	g.indent++
	g.access(in)
	if g.one(2) {
		g.execute(in)
		g.await(in.tokens[len(in.tokens)-1], in)
	}
	g.end()
}

// issue writes an asynchronous operation.
func (g *generator) issue(s *scope) {
	switch {
	case g.cfg.Copies && g.one(3):
		g.copy(s)
	case g.cfg.Queues && g.one(3):
		g.line("pipeline.async_scope%s {", g.after(s))
		g.indent++
		for range 1 + g.r.IntN(2) {
			g.access(s)
		}
		g.end()
		switch g.r.IntN(4) {
		case 0:
		case 1:
			t := token{name: g.name("%t"), typ: tokenType}
			g.line("%s = pipeline.async_commit_stage %d -> %s", t.name, g.r.IntN(2), tokenType)
			s.tokens = append(s.tokens, t)
		default:
			g.line("pipeline.async_commit_stage %d", g.r.IntN(2))
		}
	default:
		g.execute(s)
	}
}

// after returns the tokens that a scope starts after.
func (g *generator) after(s *scope) string {
	var list []string
	for _, t := range s.ofType(tokenType) {
		if g.one(4) {
			list = append(list, t.name)
		}
	}
	if list == nil {
		return ""
	}
	return " after(" + strings.Join(list, ", ") + ")"
}

func (g *generator) copy(s *scope) {
	from, to := g.element(s), g.element(s)
	t := g.name("%y")
	g.line("%s = nvgpu.device_async_copy %%b%d[%s], %%s0[%s], 1 : %s to %s", t, g.r.IntN(buffers), from, to,
		memType, smemType)
	switch g.r.IntN(4) {
	case 0:
		s.tokens = append(s.tokens, token{name: t, typ: copyType})
	case 1:
		g.line("nvvm.cp.async.commit.group")
	default:
		g.commit(s)
	}
}

func (g *generator) commit(s *scope) {
	t := token{name: g.name("%g"), typ: copyType}
	g.line("%s = \"nvgpu.device_async_create_group\"() : () -> %s", t.name, copyType)
	s.tokens = append(s.tokens, t)
}

// wait writes a wait of any kind.
func (g *generator) wait(s *scope) {
	switch {
	case g.cfg.Copies && g.one(5):
		g.line("nvvm.cp.async.wait.group %d", g.r.IntN(3))
	case g.cfg.Queues && g.one(4):
		g.line("pipeline.async_wait_stage %d, %d", g.r.IntN(2), g.r.IntN(3))
	default:
		if t, ok := g.any(s); ok {
			g.await(t, s)
		}
	}
}

// await waits for a token, and uses the number of a value.
func (g *generator) await(t token, s *scope) {
	switch t.typ {
	case copyType:
		count := ""
		if g.one(4) {
			count = fmt.Sprintf(" {numGroups = %d : i32}", g.r.IntN(3))
		}
		g.line("nvgpu.device_async_wait %s%s", t.name, count)
	case valueType:
		v := g.name("%v")
		g.line("%s = async.await %s : %s", v, t.name, t.typ)
		if g.one(3) {
			g.line("memref.store %s, %%b%d[%s] : %s", v, g.r.IntN(buffers), g.element(s), memType)
		}
	default:
		g.line("async.await %s : %s", t.name, t.typ)
	}
}

// execute writes a task.
func (g *generator) execute(s *scope) {
	var deps, values []string
	in := s.inner()
	in.depth, in.nested = 2, true
	// A task has a queue of copies of its own, which tokens of other groups mean nothing to.
	in.tokens = slices.DeleteFunc(in.tokens, func(t token) bool { return t.typ == copyType })
	for _, t := range s.tokens {
		switch {
		case !g.one(3):
		case t.typ == tokenType:
			deps = append(deps, t.name)
		case t.typ == valueType:
			values = append(values, fmt.Sprintf("%s as %s: %s", t.name, g.name("%p"), t.typ))
		}
	}
	t, head, result := g.name("%t"), "", ""
	if len(deps) > 0 {
		head += " [" + strings.Join(deps, ", ") + "]"
	}
	if len(values) > 0 {
		head += " (" + strings.Join(values, ", ") + ")"
	}
	dialect, queue := "async", ""
	if g.turns && !s.nested && g.one(2) {
		dialect, queue = "task", " on %q"
	}
	promise := ""
	if g.cfg.Promises && g.one(2) {
		promise = g.name("%e")
		g.line("%s = task.promise : %s", promise, tokenType)
	}
	if g.cfg.Values && g.one(3) {
		result = g.name("%v")
		g.line("%s, %s = %s.execute%s%s -> %s {", t, result, dialect, head, queue, valueType)
	} else {
		g.line("%s = %s.execute%s%s {", t, dialect, head, queue)
	}
	g.indent++
	g.access(in)
	if g.one(3) {
		g.inside(in)
	}
	if promise != "" {
		g.line("task.fulfill %s : %s", promise, tokenType)
		g.inside(in)
	}
	if result != "" {
		g.line("%s.yield %%x : i32", dialect)
		s.tokens = append(s.tokens, token{result, valueType, true})
	} else {
		g.line("%s.yield", dialect)
	}
	g.end()
	s.tokens = append(s.tokens, token{t, tokenType, true})
	if promise != "" {
		g.line("task.settle %s by %s : %s", promise, t, tokenType)
		s.tokens = append(s.tokens, token{promise, tokenType, false})
	}
}

// inside is more in the body of a task: waits, accesses and tasks of its own.
func (g *generator) inside(s *scope) {
	for range 1 + g.r.IntN(3) {
		switch g.r.IntN(4) {
		case 0:
			g.access(s)
		case 1:
			g.wait(s)
		case 2:
			g.issue(s)
		default:
			g.wait(s)
			g.access(s)
		}
	}
}

// group waits for several tokens at once, which may be added in a loop.
func (g *generator) group(s *scope) {
	// A group takes no tokens of groups of queues.
	list := slices.DeleteFunc(slices.Clone(s.tokens), func(t token) bool { return !t.task })
	if len(list) == 0 {
		return
	}
	group := g.name("%g")
	if g.one(4) {
		n := 1 + g.r.IntN(5)
		g.line("%s = async.create_group %%i%d : !async.group", group, n)
		in := s.inner()
		in.depth, in.iv = 2, g.name("%k")
		g.line("scf.for %s = %%i0 to %%i%d step %%i1 {", in.iv, n)
		g.indent++
		g.execute(in)
		last := in.tokens[len(in.tokens)-1]
		g.line("%s = async.add_to_group %s, %s : %s", g.name("%r"), last.name, group, last.typ)
		g.end()
	} else {
		n := 1 + g.r.IntN(3)
		g.line("%s = async.create_group %%i%d : !async.group", group, n)
		for range n {
			t := list[g.r.IntN(len(list))]
			g.line("%s = async.add_to_group %s, %s : %s", g.name("%r"), t.name, group, t.typ)
		}
	}
	if g.r.IntN(8) > 0 {
		g.line("async.await_all %s", group)
	}
}
