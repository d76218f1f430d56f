package program

import (
	"fmt"
	"strings"
)

// Shape is a way in which the tasks of a program depend on each other.
type Shape struct {
	Name  string
	write func(d *drawer, n int)
}

// TaskShapes are the shapes of Tasks.
var TaskShapes = []Shape{
	{"independent", independentTasks},
	{"chain", chainOfTasks},
	{"groups", groupsOfTasks},
	{"nests", nestsOfTasks},
	{"parallel", parallelLoops},
}

// Tasks returns a program of n asynchronous tasks, a multiple of ten, in one of the shapes: one function
// whose tasks are independent, one whose tasks each wait for the one before, functions with a group of ten,
// functions with tasks that wait for one within them, ten deep, and functions with one parallel loop, to be
// made tasks by async-parallel-for.
//
// The operations, types, nesting and constants of every task are drawn at random from the seed: no two tasks
// are alike but for the names of their values and the numbers of their constants.
func Tasks(s Shape, n int, seed uint64) []byte {
	d := newDrawer(seed)
	s.write(d, n)
	return d.Bytes()
}

// task writes the statements of a task.
func (d *drawer) task() {
	d.distinct(1, 4, func(n int) {
		d.statements(n, 2)
		d.store()
	})
}

// execute writes a task with what stands in front of its statements, and the tokens that it waits for.
func (d *drawer) execute(token, dependencies string, inner func()) {
	d.line("%s = async.execute %s{", token, dependencies)
	d.scope(func() {
		if inner != nil {
			inner()
		}
		d.task()
		d.line("async.yield")
	})
	d.line("}")
}

func independentTasks(d *drawer, n int) {
	d.function("f0", func() {
		for i := range n {
			d.execute(fmt.Sprintf("%%t%d", i), "", nil)
		}
		for i := range n {
			d.line("async.await %%t%d : !async.token", i)
		}
	})
}

func chainOfTasks(d *drawer, n int) {
	d.function("f0", func() {
		d.execute("%t0", "", nil)
		for i := 1; i < n; i++ {
			d.execute(fmt.Sprintf("%%t%d", i), fmt.Sprintf("[%%t%d] ", i-1), nil)
		}
		d.line("async.await %%t%d : !async.token", n-1)
	})
}

func groupsOfTasks(d *drawer, n int) {
	for f := range n / 10 {
		d.function(fmt.Sprintf("f%d", f), func() {
			d.line("%%g = async.create_group %%c10 : !async.group")
			for i := range 10 {
				d.execute(fmt.Sprintf("%%t%d", i), "", nil)
				d.line("%%r%d = async.add_to_group %%t%d, %%g : !async.token", i, i)
			}
			d.line("async.await_all %%g")
		})
	}
}

func nestsOfTasks(d *drawer, n int) {
	for f := range n / 10 {
		d.function(fmt.Sprintf("f%d", f), func() {
			d.nest(0)
			d.line("async.await %%t0 : !async.token")
		})
	}
}

// nest writes a task, and the one inside of it that it waits for.
func (d *drawer) nest(level int) {
	inner := func() {
		d.nest(level + 1)
		d.line("async.await %%t%d : !async.token", level+1)
	}
	if level == 9 {
		inner = nil
	}
	d.execute(fmt.Sprintf("%%t%d", level), "", inner)
}

func parallelLoops(d *drawer, n int) {
	for f := range n {
		d.function(fmt.Sprintf("f%d", f), func() {
			var variables, from, to, by []string
			for i := range 1 + d.r.IntN(2) {
				variables, from, to, by = append(variables, fmt.Sprintf("%%p%d", i)), append(from, "%c0"),
					append(to, "%n"), append(by, "%c1")
			}
			list := func(names []string) string { return strings.Join(names, ", ") }
			d.line("scf.parallel (%s) = (%s) to (%s) step (%s) {", list(variables), list(from), list(to),
				list(by))
			d.scope(func() {
				for _, name := range variables {
					d.values = append(d.values, value{name, "index"})
				}
				d.task()
				d.line("scf.reduce")
			})
			d.line("}")
		})
	}
}
