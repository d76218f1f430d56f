package program

import (
	"bytes"
	"fmt"
	"io"
)

// Shape is a way in which the tasks of a program depend on each other.
type Shape struct {
	Name  string
	write func(w io.Writer, n int)
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
// for one within them, ten deep, and functions with one parallel loop, to be made tasks by async-parallel-for.
func Tasks(s Shape, n int) []byte {
	var b bytes.Buffer
	s.write(&b, n)
	return b.Bytes()
}

// storeAndYield is the body of a task.
const storeAndYield = `    memref.store %x, %m[%c0] : memref<?xf32>
    async.yield
  }
`

// taskFunction writes a function around a body.
func taskFunction(w io.Writer, f int, body func()) {
	fmt.Fprintf(w, `func.func @f%d(%%m: memref<?xf32>, %%x: f32, %%n: index) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c10 = arith.constant 10 : index
`, f)
	body()
	io.WriteString(w, "  return\n}\n")
}

func independentTasks(w io.Writer, n int) {
	taskFunction(w, 0, func() {
		for i := range n {
			fmt.Fprintf(w, "  %%t%d = async.execute {\n%s", i, storeAndYield)
		}
		for i := range n {
			fmt.Fprintf(w, "  async.await %%t%d : !async.token\n", i)
		}
	})
}

func chainOfTasks(w io.Writer, n int) {
	taskFunction(w, 0, func() {
		fmt.Fprintf(w, "  %%t0 = async.execute {\n%s", storeAndYield)
		for i := range n - 1 {
			fmt.Fprintf(w, "  %%t%d = async.execute [%%t%d] {\n%s", i+1, i, storeAndYield)
		}
		fmt.Fprintf(w, "  async.await %%t%d : !async.token\n", n-1)
	})
}

func groupsOfTasks(w io.Writer, n int) {
	for f := range n / 10 {
		taskFunction(w, f, func() {
			io.WriteString(w, "  %g = async.create_group %c10 : !async.group\n")
			for i := range 10 {
				fmt.Fprintf(w, "  %%t%d = async.execute {\n%s", i, storeAndYield)
				fmt.Fprintf(w, "  %%r%d = async.add_to_group %%t%d, %%g : !async.token\n", i, i)
			}
			io.WriteString(w, "  async.await_all %g\n")
		})
	}
}

func nestsOfTasks(w io.Writer, n int) {
	for f := range n / 10 {
		taskFunction(w, f, func() {
			for i := range 10 {
				fmt.Fprintf(w, "  %%t%d = async.execute {\n", i)
			}
			io.WriteString(w, storeAndYield)
			for i := 9; i >= 1; i-- {
				fmt.Fprintf(w, "    async.await %%t%d : !async.token\n    async.yield\n  }\n", i)
			}
			io.WriteString(w, "  async.await %t0 : !async.token\n")
		})
	}
}

func parallelLoops(w io.Writer, n int) {
	for f := range n {
		taskFunction(w, f, func() {
			io.WriteString(w, `  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf32>
    scf.reduce
  }
`)
		})
	}
}
