// Package randjump writes random nests of serial and while loops with break and continue in them, as the body
// of a function that CPython executes as it stands and that TVMScript reads.
package randjump

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Elements is how many elements the two buffers of a program have.
const Elements = 8

// Program returns the statements of a function of two lists, A, which is read, and C, which is written, each
// indented by four blanks. They end in any case: the counter of a while loop is increased first in its body.
// What is behind a jump in a suite is part of some programs.
func Program(r *rand.Rand) string {
	w := &writer{r: r, budget: 4 + r.IntN(14)}
	for w.budget > 0 {
		w.loop(1, nil, 0)
	}
	return w.b.String()
}

type writer struct {
	b       strings.Builder
	r       *rand.Rand
	counter int
	budget  int // of statements
}

func (w *writer) line(depth int, format string, args ...any) {
	w.b.WriteString(strings.Repeat("    ", depth))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

// loop writes a loop; variables are those of the loops around it.
func (w *writer) loop(depth int, variables []string, loops int) {
	w.counter++
	w.budget--
	name := fmt.Sprintf("i%d", w.counter)
	inside := append(variables[:len(variables):len(variables)], name)
	switch w.r.IntN(6) {
	case 0:
		w.line(depth, "for %s in T.serial(%d, %d):", name, w.r.IntN(3), 2+w.r.IntN(4))
	case 1:
		w.line(depth, "for %s in T.grid(%d):", name, 1+w.r.IntN(4))
	case 2, 3:
		w.line(depth, "for %s in range(%d):", name, w.r.IntN(5))
	default:
		w.line(depth, "%s: T.int32 = 0", name)
		w.line(depth, "%s = %d", name, w.r.IntN(2))
		w.line(depth, "while %s:", w.heads(name, variables))
		w.line(depth+1, "%s += 1", name)
	}
	w.suite(depth+1, inside, loops+1)
}

// heads returns the condition of a while loop that counts name up.
func (w *writer) heads(name string, variables []string) string {
	n := 1 + w.r.IntN(4)
	if w.r.IntN(4) > 0 {
		return fmt.Sprintf("%s < %d", name, n)
	}
	// The element is there only as long as the loop is not left.
	return fmt.Sprintf("%s < %d and C[%s] != %d", name, n, name, w.r.IntN(9))
}

// suite writes a few statements of a loop's body.
func (w *writer) suite(depth int, variables []string, loops int) {
	for n := 1 + w.r.IntN(4); n > 0; n-- {
		w.statement(depth, variables, loops)
	}
}

func (w *writer) statement(depth int, variables []string, loops int) {
	w.budget--
	switch kind := w.r.IntN(10); {
	case kind < 3 || depth > 7:
		i := w.r.IntN(Elements)
		w.line(depth, "C[%d] = (C[%d] * 3 + %s + %d) %% 97", i, w.r.IntN(Elements), w.value(variables),
			w.r.IntN(9))
	case kind < 4:
		w.line(depth, "%s", w.jump())
	case kind < 5 && loops < 3 && w.budget > 0:
		w.loop(depth, variables, loops)
	case kind < 6:
		w.line(depth, `with T.sblock("b"):`)
		w.suite(depth+1, variables, loops)
	case kind < 7:
		w.line(depth, "if %s:", [2]string{"True", "False"}[w.r.IntN(2)])
		w.branch(depth+1, variables, loops)
	default:
		w.line(depth, "if %s:", w.condition(variables))
		w.branch(depth+1, variables, loops)
		for w.r.IntN(3) == 0 {
			w.line(depth, "elif %s:", w.condition(variables))
			w.branch(depth+1, variables, loops)
		}
		if w.r.IntN(3) == 0 {
			w.line(depth, "else:")
			w.branch(depth+1, variables, loops)
		}
	}
}

// branch writes a branch of an if, at the end of which there mostly is a jump.
func (w *writer) branch(depth int, variables []string, loops int) {
	jumps := w.r.IntN(3) > 0
	if !jumps || w.r.IntN(2) == 0 {
		w.suite(depth, variables, loops)
	}
	if jumps {
		w.line(depth, "%s", w.jump())
	}
}

func (w *writer) jump() string { return [2]string{"break", "continue"}[w.r.IntN(2)] }

func (w *writer) value(variables []string) string {
	if w.r.IntN(3) == 0 {
		return fmt.Sprintf("A[%d]", w.r.IntN(Elements))
	}
	return variables[w.r.IntN(len(variables))]
}

func (w *writer) condition(variables []string) string {
	x := w.value(variables)
	if w.r.IntN(2) == 0 {
		return fmt.Sprintf("(C[%d] + %s) %% 3 == %d", w.r.IntN(Elements), x, w.r.IntN(3))
	}
	return fmt.Sprintf("%s %s %d", x, []string{"==", ">", "<", "!="}[w.r.IntN(4)], w.r.IntN(4))
}
