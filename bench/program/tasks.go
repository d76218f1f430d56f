package program

import (
	"bytes"
	"fmt"
)

// Shape is a way in which the tasks of a program depend on each other.
type Shape struct {
	Name  string
	write func(w *taskWriter, n int)
}

// TaskShapes are the shapes of Tasks. Each task stores a number.
var TaskShapes = []Shape{
	{"independent", independentTasks},
	{"chain", chainOfTasks},
	{"groups", groupsOfTasks},
	{"nests", nestsOfTasks},
	{"parallel", parallelLoops},
}

// Tasks returns a program of n asynchronous tasks, a multiple of ten, in one of the shapes: one function whose tasks are
// independent, one whose tasks each wait for the one before, functions with a group of ten, functions with tasks that wait
// for one within them, ten deep, and functions with one parallel loop, to be made tasks by async-parallel-for. All store what they are
// given; distinct ones each store a number of their own.
func Tasks(s Shape, n int, distinct bool) []byte {
	w := &taskWriter{distinct: distinct}
	s.write(w, n)
	return w.Bytes()
}

// taskWriter writes a program of tasks.
type taskWriter struct {
	bytes.Buffer
	distinct bool
	tasks    int
}

func (w *taskWriter) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// store writes what a task does.
func (w *taskWriter) store(index string) {
	number := "%x"
	if w.distinct {
		w.tasks++
		number = "%k"
		w.line("    %%k = arith.constant %d.0 : f32", w.tasks)
	}
	w.line("    memref.store %s, %%m[%s] : memref<?xf32>", number, index)
}

// storeAndYield writes the body of a task.
func (w *taskWriter) storeAndYield() {
	w.store("%c0")
	w.line("    async.yield\n  }")
}

// function writes a function around a body.
func (w *taskWriter) function(f int, body func()) {
	w.line(`func.func @f%d(%%m: memref<?xf32>, %%x: f32, %%n: index) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c10 = arith.constant 10 : index`, f)
	body()
	w.line("  return\n}")
}

func independentTasks(w *taskWriter, n int) {
	w.function(0, func() {
		for i := range n {
			w.line("  %%t%d = async.execute {", i)
			w.storeAndYield()
		}
		for i := range n {
			w.line("  async.await %%t%d : !async.token", i)
		}
	})
}

func chainOfTasks(w *taskWriter, n int) {
	w.function(0, func() {
		w.line("  %%t0 = async.execute {")
		w.storeAndYield()
		for i := range n - 1 {
			w.line("  %%t%d = async.execute [%%t%d] {", i+1, i)
			w.storeAndYield()
		}
		w.line("  async.await %%t%d : !async.token", n-1)
	})
}

func groupsOfTasks(w *taskWriter, n int) {
	for f := range n / 10 {
		w.function(f, func() {
			w.line("  %%g = async.create_group %%c10 : !async.group")
			for i := range 10 {
				w.line("  %%t%d = async.execute {", i)
				w.storeAndYield()
				w.line("  %%r%d = async.add_to_group %%t%d, %%g : !async.token", i, i)
			}
			w.line("  async.await_all %%g")
		})
	}
}

func nestsOfTasks(w *taskWriter, n int) {
	for f := range n / 10 {
		w.function(f, func() {
			for i := range 10 {
				w.line("  %%t%d = async.execute {", i)
			}
			w.storeAndYield()
			for i := 9; i >= 1; i-- {
				w.line("    async.await %%t%d : !async.token\n    async.yield\n  }", i)
			}
			w.line("  async.await %%t0 : !async.token")
		})
	}
}

func parallelLoops(w *taskWriter, n int) {
	for f := range n {
		w.function(f, func() {
			w.line("  scf.parallel (%%i) = (%%c0) to (%%n) step (%%c1) {")
			w.store("%i")
			w.line("    scf.reduce\n  }")
		})
	}
}
