package randtask

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Elements is the number of elements of every argument of @main that is memory. Behind them, it has a
// condition.
const Elements = 16

const (
	memType   = "memref<16xi32>"
	tokenType = "!async.token"
	valueType = "!async.value<i32>"
)

var buffers = []string{"%a", "%b", "%c", "%d"}

// task is an async.execute in scope that nothing has waited for.
type task struct {
	token  string
	values []string
	reads  map[string]bool
	writes map[string]bool
}

func (k *task) conflicts(reads, writes map[string]bool) bool {
	for b := range writes {
		if k.reads[b] || k.writes[b] {
			return true
		}
	}
	for b := range reads {
		if k.writes[b] {
			return true
		}
	}
	return false
}

// generator writes one program.
type generator struct {
	r      *rand.Rand
	b      strings.Builder
	indent int
	names  int
	open   []*task  // in scope, the oldest first
	ints   []string // values of type i32 in scope
}

// Program returns a module with the function @main.
func Program(r *rand.Rand) string {
	g := &generator{r: r}
	g.line("func.func @main(%%a: %s, %%b: %s, %%c: %s, %%d: %s, %%p: i1) {", memType, memType, memType,
		memType)
	g.indent++
	for i := range Elements {
		g.line("%%c%d = arith.constant %d : index", i, i)
	}
	g.line("%%k = arith.constant 7 : i32")
	g.ints = []string{"%k"}
	g.block(2, 8)
	g.waitAll(0)
	g.line("return")
	g.indent--
	g.line("}")
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%%%s%d", prefix, g.names)
}

// often is true but for one time in n.
func (g *generator) often(n int) bool { return g.r.IntN(n) > 0 }

func pick[T any](g *generator, list []T) T { return list[g.r.IntN(len(list))] }

func (g *generator) block(depth, statements int) {
	for range 1 + g.r.IntN(statements) {
		g.statement(depth)
	}
}

func (g *generator) statement(depth int) {
	switch k := g.r.IntN(16); {
	case k < 9:
		g.execute(depth)
	case k == 9:
		if len(g.open) > 0 {
			g.await(g.r.IntN(len(g.open)))
		}
	case k == 10:
		g.access()
	case k == 11 && len(g.open) > 1:
		g.group()
	case k == 12:
		x := g.name("x")
		g.line("%s = arith.addi %s, %s : i32", x, pick(g, g.ints), pick(g, g.ints))
		g.ints = append(g.ints, x)
	case depth > 0:
		g.control(depth)
	}
}

// touched chooses the buffers of a task or of an access.
func (g *generator) touched(reads, writes int) (r, w map[string]bool) {
	r, w = map[string]bool{}, map[string]bool{}
	for range g.r.IntN(reads + 1) {
		r[pick(g, buffers)] = true
	}
	for range g.r.IntN(writes + 1) {
		w[pick(g, buffers)] = true
	}
	return r, w
}

func sorted(set map[string]bool) []string {
	list := []string{}
	for _, b := range buffers {
		if set[b] {
			list = append(list, b)
		}
	}
	return list
}

// execute writes a task that depends on those it conflicts with, and sometimes on others.
func (g *generator) execute(depth int) {
	reads, writes := g.touched(2, 2)
	var deps, values []string
	for _, k := range g.open {
		switch needed := k.conflicts(reads, writes); {
		case needed && g.often(40) || !needed && !g.often(5):
			if len(k.values) > 0 && g.r.IntN(2) == 0 {
				values = append(values, pick(g, k.values))
			} else {
				deps = append(deps, k.token)
			}
		}
	}
	k := &task{token: g.name("t"), reads: reads, writes: writes}
	g.head(k, deps, values, depth)
	g.open = append(g.open, k)
}

// head writes a task with its body.
func (g *generator) head(k *task, deps, values []string, depth int) {
	outer := &generator{r: g.r, indent: g.indent + 1, names: g.names, ints: slices.Clone(g.ints)}
	text := ""
	if len(deps) > 0 {
		text += " [" + strings.Join(deps, ", ") + "]"
	}
	for i, v := range values {
		arg := outer.name("arg")
		outer.ints = append(outer.ints, arg)
		values[i] = fmt.Sprintf("%s as %s: %s", v, arg, valueType)
	}
	if len(values) > 0 {
		text += " (" + strings.Join(values, ", ") + ")"
	}
	results := outer.body(k, depth)
	g.names = outer.names
	names := []string{k.token}
	if len(results) > 0 {
		text += " -> (" + strings.Repeat(", "+valueType, len(results))[2:] + ")"
		for range results {
			k.values = append(k.values, g.name("v"))
		}
	}
	g.line("%s = async.execute%s {", strings.Join(append(names, k.values...), ", "), text)
	g.b.WriteString(outer.b.String())
	if len(results) > 0 {
		g.line("  async.yield %s : %s", strings.Join(results, ", "),
			strings.Repeat(", i32", len(results))[2:])
	} else {
		g.line("  async.yield")
	}
	g.line("}")
}

// body writes what a task does, and returns what it yields.
func (g *generator) body(k *task, depth int) (results []string) {
	if depth > 0 && g.r.IntN(6) == 0 {
		inner := &task{token: g.name("t"), reads: k.reads, writes: k.writes}
		g.head(inner, nil, nil, 0)
		if len(inner.values) > 0 {
			x := g.name("x")
			g.line("%s = async.await %s : %s", x, inner.values[0], valueType)
			g.ints = append(g.ints, x)
		} else {
			g.line("async.await %s : %s", inner.token, tokenType)
		}
	}
	if len(k.writes) == 0 && g.r.IntN(3) == 0 {
		g.ints = append(g.ints, g.sum(""))
	}
	for _, b := range sorted(k.reads) {
		g.ints = append(g.ints, g.sum(b))
	}
	for _, b := range sorted(k.writes) {
		g.store(b)
	}
	for range g.r.IntN(3) {
		results = append(results, g.ints[len(g.ints)-1-g.r.IntN(min(2, len(g.ints)))])
	}
	return results
}

// bounds returns constants for a loop that stays in memory.
func (g *generator) bounds() (lo, hi int) {
	lo = g.r.IntN(Elements - 2)
	return lo, lo + 1 + g.r.IntN(Elements-1-lo)
}

// sum writes a loop that adds elements of a buffer, or numbers for "", and returns the sum.
func (g *generator) sum(b string) string {
	lo, hi := g.bounds()
	s, acc, x, y := g.name("s"), g.name("acc"), g.name("x"), g.name("y")
	i := g.name("i")
	g.line("%s = scf.for %s = %%c%d to %%c%d step %%c1 iter_args(%s = %s) -> (i32) {", s, i, lo, hi, acc,
		pick(g, g.ints))
	if b == "" {
		g.line("  %s = arith.index_cast %s : index to i32", x, i)
	} else {
		g.line("  %s = memref.load %s[%s] : %s", x, b, i, memType)
	}
	g.line("  %s = arith.addi %s, %s : i32", y, acc, x)
	g.line("  scf.yield %s : i32", y)
	g.line("}")
	return s
}

// store writes a loop, or a single store, to a buffer.
func (g *generator) store(b string) {
	if g.r.IntN(3) == 0 {
		g.line("memref.store %s, %s[%%c%d] : %s", pick(g, g.ints), b, g.r.IntN(Elements), memType)
		return
	}
	lo, hi := g.bounds()
	i := g.name("i")
	g.line("scf.for %s = %%c%d to %%c%d step %%c1 {", i, lo, hi)
	g.line("  memref.store %s, %s[%s] : %s", pick(g, g.ints), b, i, memType)
	g.line("}")
}

// await waits for a task, for its token or for one of its values.
func (g *generator) await(i int) {
	k := g.open[i]
	g.open = slices.Delete(g.open, i, i+1)
	if len(k.values) == 0 || g.r.IntN(2) == 0 {
		g.line("async.await %s : %s", k.token, tokenType)
		return
	}
	x := g.name("x")
	g.line("%s = async.await %s : %s", x, pick(g, k.values), valueType)
	g.ints = append(g.ints, x)
}

// waitAll waits for the tasks from number n on. Values are waited for early, now and then, and their token at
// the end.
func (g *generator) waitAll(n int) {
	for i := len(g.open) - 1; i >= n; i-- {
		k := g.open[i]
		if len(k.values) > 0 && g.r.IntN(3) > 0 {
			x := g.name("x")
			g.line("%s = async.await %s : %s", x, pick(g, k.values), valueType)
			g.line("memref.store %s, %s[%%c%d] : %s", x, pick(g, buffers), g.r.IntN(Elements), memType)
		}
	}
	for _, k := range g.open[n:] {
		if g.often(40) {
			g.line("async.await %s : %s", k.token, tokenType)
		}
	}
	g.open = g.open[:n]
}

// access writes a synchronous access, behind the tasks that it conflicts with.
func (g *generator) access() {
	reads, writes := g.touched(1, 1)
	for i := len(g.open) - 1; i >= 0; i-- {
		if g.open[i].conflicts(reads, writes) && g.often(40) {
			g.await(i)
		}
	}
	for _, b := range sorted(reads) {
		x := g.name("x")
		g.line("%s = memref.load %s[%%c%d] : %s", x, b, g.r.IntN(Elements), memType)
		g.ints = append(g.ints, x)
	}
	for _, b := range sorted(writes) {
		g.line("memref.store %s, %s[%%c%d] : %s", pick(g, g.ints), b, g.r.IntN(Elements), memType)
	}
}

// group waits for two tasks by a group of tokens.
func (g *generator) group() {
	group := g.name("g")
	g.line("%s = async.create_group %%c2 : !async.group", group)
	for range 2 {
		i := g.r.IntN(len(g.open))
		g.line("%s = async.add_to_group %s, %s : %s", g.name("rank"), g.open[i].token, group, tokenType)
		g.open = slices.Delete(g.open, i, i+1)
	}
	g.line("async.await_all %s", group)
}

// control writes a loop or a condition, whose tasks end inside of it.
func (g *generator) control(depth int) {
	ints, open := len(g.ints), len(g.open)
	if g.r.IntN(2) == 0 {
		for g.r.IntN(2) == 0 && len(g.open) > 0 {
			g.await(len(g.open) - 1)
		}
		ints, open = len(g.ints), len(g.open)
		g.line("scf.for %s = %%c0 to %%c%d step %%c1 {", g.name("i"), 1+g.r.IntN(3))
	} else {
		g.line("scf.if %%p {")
	}
	before := slices.Clone(g.open)
	g.indent++
	g.block(depth-1, 4)
	// What was waited for inside may not have been on the other path.
	inside := slices.DeleteFunc(slices.Clone(g.open), func(k *task) bool {
		return slices.Contains(before, k)
	})
	g.open = inside
	g.waitAll(0)
	g.indent--
	g.line("}")
	g.open, g.ints = before[:open], g.ints[:ints]
}
