package exec_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	code "github.com/inflight-compiler/inflight/target/wasm"
)

// worthTasks makes the loops of parallelPrograms worth tasks on this engine: it adds divisions, which cost
// the simulator little.
func worthTasks(source string) string {
	source = strings.NewReplacer("<100x", "<300x", "constant 100 :", "constant 300 :").Replace(source)
	source = regexp.MustCompile(`%v = (memref.load %m.*xi32>)`).ReplaceAllString(source,
		"%w0 = $1\n"+divisions("w", "v"))
	return regexp.MustCompile(`%y = (\S+ %x, %\w : i32)`).ReplaceAllString(source,
		"%w0 = $1\n"+divisions("w", "y"))
}

// divisions returns code that divides %from0 repeatedly; the result is %to.
func divisions(from, to string) string {
	code := "%three = arith.constant 3 : i32\n"
	for i := range 4 {
		code += fmt.Sprintf("%%%s%d = arith.remsi %%%s%d, %%three : i32\n", from, i+1, from, i)
	}
	return code + fmt.Sprintf("%%%s = arith.addi %%%s0, %%%s4 : i32", to, from, from)
}

// Parallel loops run on goroutines, and have the same results as on the simulator in order, with any number
// of threads.
func TestWasmParallelLoops(t *testing.T) {
	for name, p := range parallelPrograms {
		t.Run(name, func(t *testing.T) {
			m := parseModule(t, worthTasks(p.source))
			compareThreads(t, "wasm", m)
			if n := waitsForLoops(t, m); n != p.functions {
				t.Errorf("there are %d waits for loops, want %d", n, p.functions)
			}
		})
	}
}

// waitsForLoops counts the operations of a compiled program that wait for the tasks of a loop.
func waitsForLoops(t *testing.T, m *ir.Op) int {
	t.Helper()
	c, err := code.Compile(t.Context(), m, code.Options{Tasks: true})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, s := range c.Sites {
		if s.Reason == code.AwaitLoop {
			n++
		}
	}
	return n
}

// An iteration that fails gives the same error as in order, on whichever goroutine it runs.
func TestWasmParallelFailure(t *testing.T) {
	m := parseModule(t, strings.NewReplacer("<?", "<1000000", "%c0 =",
		"%all = arith.constant 1000000 : index\n%c0 =", "to (%n)", "to (%all)").Replace(failingLoop))
	if n := waitsForLoops(t, m); n == 0 {
		t.Fatal("the loop runs in order")
	}
	for _, at := range []int{0, 70_000, 999_999} {
		for _, threads := range []int{1, 2, 8} {
			args := inputsOf(t, m, exec.Inputs{Args: map[string]string{"bad": fmt.Sprint(at)}})
			_, err := runOn(t, "wasm", m, args,
				exec.Options{Limits: exec.Limits{Time: time.Minute, Threads: threads}})
			d, ok := errors.AsType[*diag.Diagnostic](err)
			if !ok || d.Code != "wasm-assert" || d.Message != "assertion failed: never the bad one" ||
				d.Span.Place().Line != 7 {
				t.Errorf("iteration %d, %d threads: got %v", at, threads, err)
			}
		}
	}
}
