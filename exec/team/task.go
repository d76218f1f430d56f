package team

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// Job says what a task is to its engine.
type Job struct {
	// Function and Frame are what the engine's code calls: a function, and the address of what it is given.
	Function, Frame uint32
	// Site is the number of the place where the task is issued.
	Site uint32
}

// Task is a part of a program that may run at any moment between the end of those that it depends on and the
// moment when somebody needs it to have ended.
type Task struct {
	Job
	id     uint32
	parent *Task // that issued it, nil for the entry
	number int   // among those that the parent issued
	issued int   // how many it has issued itself

	children int  // how many of those are not forgotten
	failed   bool // it has ended in an error of its own, and is never forgotten

	state        state
	depth        int     // in tasks that wait for each other on one goroutine
	missing      int     // tasks that it depends on and that have not ended
	dependencies []*Task // those that had not ended, or in an error
	dependents   []*Task // that wait for its end
	groups       []*group
	waits        []*wait
	cause        *diag.Diagnostic // the first cause of the error that it has ended in
}

// state is how far a task is.
type state uint8

const (
	waiting state = iota // for what it depends on
	ready                // to run
	running              // or waiting for others in its code
	ended
)

// end makes a task one that has ended, and returns those that can run now. Those that depend on it and
// cannot, because it has ended in an error, end in the same one, and so on. The lock is held.
func (t *Team) end(k *Task, cause *diag.Diagnostic) (runnable []*Task) {
	k.cause = cause
	for todo := []*Task{k}; len(todo) > 0; {
		k, todo = todo[len(todo)-1], todo[:len(todo)-1]
		k.state = ended
		t.pending--
		if k.cause == nil {
			delete(t.tasks, k.id) // who asks for it does not find it, and need not wait
		}
		for _, g := range k.groups {
			t.left(g)
		}
		for _, w := range k.waits {
			t.over(w)
		}
		for _, d := range k.dependents {
			if d.missing--; d.missing > 0 {
				continue
			}
			if d.cause = firstCause(d.dependencies); d.cause != nil {
				todo = append(todo, d)
				continue
			}
			d.state = ready
			runnable = append(runnable, d)
		}
		k.groups, k.waits, k.dependents, k.dependencies = nil, nil, nil, nil
		t.forget(k)
	}
	return runnable
}

// forget takes a task that has ended out of the order of the program, unless it is needed there: for an error
// of its own, or for what it has issued. Then it goes with the last of that. The lock is held.
func (t *Team) forget(k *Task) {
	for k.state == ended && !k.failed && k.children == 0 && k.parent != nil {
		t.known--
		k.parent, k = nil, k.parent
		k.children--
	}
}

// shorten gives a task the places of those around it that have ended and of which it is the only thing left:
// tasks that each issue the next are not a chain that grows. The lock is held.
func (t *Team) shorten(k *Task) {
	for p := k.parent; p != nil && p.parent != nil && p.state == ended && !p.failed &&
		p.children == 1; p = k.parent {
		k.number, k.parent, p.parent = p.number, p.parent, nil
		t.known--
	}
}

// firstCause returns the error of the first task that has ended in one.
func firstCause(tasks []*Task) *diag.Diagnostic {
	for _, k := range tasks {
		if k.cause != nil {
			return k.cause
		}
	}
	return nil
}

// before reports whether a task was issued before another in the order of the program, in which a task runs
// where it is issued.
func (t *Task) before(u *Task) bool {
	return slices.Compare(t.path(), u.path()) < 0
}

// path returns the numbers of a task and of those that it is in, the outermost first.
func (t *Task) path() []int {
	var path []int
	for ; t.parent != nil; t = t.parent {
		path = append(path, t.number)
	}
	slices.Reverse(path)
	return path
}
