package randturn

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// turns is how many queues, and how many resources, a program has.
const turns = 3

// program is a program in the making.
type program struct {
	r     *rand.Rand
	b     strings.Builder
	known []completion
	await []string // tokens that the host waits for at the end
	n     int      // of names
}

// completion is a token or a value, with the elements of %A that are written before it is ready.
type completion struct {
	name  string
	value bool
	cells []int
}

// Text returns a program of n steps. Its function @main takes %A of n elements, %R and %Q of three, all of
// i64.
func Text(r *rand.Rand, n int) string {
	p := &program{r: r}
	p.line("func.func private @add(%%R: memref<3xi64>, %%i: index, %%x: i64) {")
	p.line(
		"  %%v = memref.load %%R[%%i] : memref<3xi64>\n  %%w = arith.addi %%v, %%x : i64\n  memref.store " +
			"%%w, %%R[%%i] : memref<3xi64>\n  return\n}")
	p.line(
		"func.func private @issue(%%t: !async.token, %%q: !task.queue, %%r: !task.resource, %%R: " +
			"memref<3xi64>, %%i: index, %%x: i64) -> !async.token {")
	p.line(
		"  %%u = task.execute [%%t] on %%q holding(%%r) {\n    func.call @add(%%R, %%i, %%x) : " +
			"(memref<3xi64>, index, i64) -> ()\n    task.yield\n  }\n  return %%u : !async.token\n}")
	p.line("func.func @main(%%A: memref<%dxi64>, %%R: memref<3xi64>, %%Q: memref<3xi64>) {", n)
	for i := range max(n, turns+1) {
		p.line("  %%c%d = arith.constant %d : index", i, i)
		p.line("  %%k%d = arith.constant %d : i64", i, i+5)
	}
	for i := range turns {
		// The first queue completes in order, so that what belongs to it has a result.
		p.line("  %%q%d = task.queue {order = \"%s\", depth = %d}", i,
			[]string{"complete", "issue", "none"}[i], r.IntN(4))
		p.line("  %%r%d = task.resource", i)
	}
	p.line("  %%failed = task.promise : !async.token\n  task.fail %%failed, \"given up\" : !async.token")
	for i := range n {
		p.step(n, i)
	}
	for _, t := range p.await {
		p.line("  async.await %s : !async.token", t)
	}
	p.line("  return\n}")
	return p.b.String()
}

func (p *program) line(format string, args ...any) {
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

func (p *program) step(n, i int) {
	switch k := p.r.IntN(12); {
	case k == 0:
		p.event(i)
	case k == 1 && len(p.known) > 0:
		p.any(i)
	case k == 2 && len(p.known) > 0:
		p.skipped(i)
	case k == 3:
		p.loop(i)
	case k == 4 && len(p.known) > 0:
		p.call(i)
	default:
		p.task(n, i)
	}
}

// some returns a few of what is known so far, tokens in front of values.
func (p *program) some() (tokens, values []completion) {
	for range min(len(p.known), p.r.IntN(4)) {
		c := p.known[len(p.known)-1-p.r.IntN(min(len(p.known), 12))]
		if c.value {
			values = append(values, c)
		} else {
			tokens = append(tokens, c)
		}
	}
	return tokens, values
}

// aToken returns the name of a known token, %start if there is none.
func (p *program) aToken() completion {
	for range 10 {
		if c := p.known[p.r.IntN(len(p.known))]; !c.value {
			return c
		}
	}
	return completion{name: "%failed"}
}

func names(list []completion) string {
	var out []string
	for _, c := range list {
		out = append(out, c.name)
	}
	return strings.Join(out, ", ")
}

// task makes a task that writes element i.
func (p *program) task(n, i int) {
	tokens, values := p.some()
	var cells []int
	clauses := ""
	if len(tokens) > 0 {
		clauses += " [" + names(tokens) + "]"
	}
	if len(values) > 0 {
		var list []string
		for j, v := range values {
			list = append(list, fmt.Sprintf("%s as %%x%d_%d: !async.value<i64>", v.name, i, j))
		}
		clauses += " (" + strings.Join(list, ", ") + ")"
	}
	queue, held := p.r.IntN(2*turns), p.r.Perm(turns)[:p.r.IntN(turns)]
	if queue < turns {
		clauses += fmt.Sprintf(" on %%q%d", queue)
	}
	if len(held) > 0 {
		var list []string
		for _, r := range held {
			list = append(list, fmt.Sprintf("%%r%d", r))
		}
		clauses += " holding(" + strings.Join(list, ", ") + ")"
	}
	promised := p.r.IntN(3) == 0
	if promised {
		p.line("  %%p%d = task.promise : !async.value<i64>", i)
	}
	p.line("  %%t%d, %%v%d = task.execute%s -> !async.value<i64> {", i, i, clauses)
	sum := fmt.Sprintf("%%k%d", i)
	add := func(x string) {
		p.n++
		p.line("    %%m%d = arith.muli %s, %%k2 : i64\n    %%s%d = arith.addi %%m%d, %s : i64", p.n, sum, p.n,
			p.n, x)
		sum = fmt.Sprintf("%%s%d", p.n)
	}
	for j := range values {
		add(fmt.Sprintf("%%x%d_%d", i, j))
	}
	for _, c := range append(tokens, values...) {
		for _, cell := range c.cells {
			cells = append(cells, cell)
			p.n++
			p.line("    %%l%d = memref.load %%A[%%c%d] : memref<%dxi64>", p.n, cell, n)
			add(fmt.Sprintf("%%l%d", p.n))
		}
	}
	p.line("    memref.store %s, %%A[%%c%d] : memref<%dxi64>", sum, i, n)
	if promised {
		p.line("    task.fulfill %%p%d : !async.value<i64> with %s : i64", i, sum)
	}
	for _, r := range held {
		p.line("    func.call @add(%%R, %%c%d, %%k%d) : (memref<3xi64>, index, i64) -> ()", r, i)
	}
	if queue == 0 {
		p.n++
		p.line("    %%h%d = memref.load %%Q[%%c0] : memref<3xi64>", p.n)
		add(fmt.Sprintf("%%h%d", p.n))
		p.line("    memref.store %s, %%Q[%%c0] : memref<3xi64>", sum)
	}
	p.line("    task.yield %%k%d : i64\n  }", i)
	p.await = append(p.await, fmt.Sprintf("%%t%d", i))
	done := []int{i}
	if len(cells) > 0 {
		done = append(done, cells[p.r.IntN(len(cells))])
	}
	p.known = append(p.known, completion{fmt.Sprintf("%%t%d", i), false, done},
		completion{fmt.Sprintf("%%v%d", i), true, done})
	if promised {
		p.line("  task.settle %%p%d by %%t%d : !async.value<i64>", i, i)
		p.known = append(p.known, completion{fmt.Sprintf("%%p%d", i), true, []int{i}})
	}
}

// event imports one of few events.
func (p *program) event(i int) {
	p.line("  %%e%d = task.import \"event%d\"", i, i%3)
	p.known = append(p.known, completion{name: fmt.Sprintf("%%e%d", i)})
}

// any waits for the first of two, of which one is an error.
func (p *program) any(i int) {
	c := p.known[p.r.IntN(len(p.known))]
	t := "!async.token"
	if c.value {
		t = "!async.value<i64>"
	}
	p.first(i, "%failed", "!async.token", c, t)
}

func (p *program) first(i int, failed, failedType string, c completion, t string) {
	p.line("  %%f%d = task.any %s, %s : %s, %s", i, failed, c.name, failedType, t)
	p.line("  %%g%d = task.execute (%%f%d as %%which%d: !async.value<index>) {\n    task.yield\n  }", i, i, i)
	p.await = append(p.await, fmt.Sprintf("%%g%d", i))
	p.known = append(p.known, completion{fmt.Sprintf("%%g%d", i), false, c.cells})
}

// skipped makes a task that is cancelled before it starts, and one that is skipped because of it.
func (p *program) skipped(i int) {
	p.line("  %%u%d = task.execute on %%q%d holding(%%r%d) unless %%failed {", i, p.r.IntN(turns),
		p.r.IntN(turns))
	p.line("    func.call @add(%%R, %%c0, %%k%d) : (memref<3xi64>, index, i64) -> ()\n    task.yield\n  }", i)
	p.line("  %%w%d = task.execute [%%u%d] on %%q%d holding(%%r%d) {", i, i, p.r.IntN(turns), p.r.IntN(turns))
	p.line("    func.call @add(%%R, %%c1, %%k%d) : (memref<3xi64>, index, i64) -> ()\n    task.yield\n  }", i)
	c := p.known[p.r.IntN(len(p.known))]
	t := "!async.token"
	if c.value {
		t = "!async.value<i64>"
	}
	p.first(i, fmt.Sprintf("%%w%d", i), "!async.token", c, t)
}

// loop issues tasks in a loop that carries the token of the last one.
func (p *program) loop(i int) {
	q, r := p.r.IntN(turns), p.r.IntN(turns)
	p.line("  %%b%d = task.execute {\n    task.yield\n  }", i)
	p.line("  %%o%d = scf.for %%i = %%c0 to %%c3 step %%c1 iter_args(%%last = %%b%d) -> (!async.token) {", i,
		i)
	p.line("    %%next = task.execute [%%last] on %%q%d holding(%%r%d) {", q, r)
	p.line(
		"      func.call @add(%%R, %%c%d, %%k%d) : (memref<3xi64>, index, i64) -> ()\n      task.yield\n   "+
			" }\n    scf.yield %%next : !async.token\n  }", r, i)
	p.await = append(p.await, fmt.Sprintf("%%o%d", i))
	p.known = append(p.known, completion{name: fmt.Sprintf("%%o%d", i)})
}

// call issues a task in a function that is handed a queue, a resource and a token.
func (p *program) call(i int) {
	c := p.aToken()
	if c.name == "%failed" {
		return
	}
	q, r := p.r.IntN(turns), p.r.IntN(turns)
	p.line(
		"  %%y%d = func.call @issue(%s, %%q%d, %%r%d, %%R, %%c%d, %%k%d) : (!async.token, !task.queue, "+
			"!task.resource, memref<3xi64>, index, i64) -> !async.token",
		i, c.name, q, r, r, i)
	p.await = append(p.await, fmt.Sprintf("%%y%d", i))
	p.known = append(p.known, completion{fmt.Sprintf("%%y%d", i), false, c.cells})
}
