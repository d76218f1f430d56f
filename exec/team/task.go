package team

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// Job describes a task to its engine.
type Job struct {
	// Function is the number of the function that executes the task, and Frame the address of its arguments.
	Function, Frame uint32
	// Site is the number of the operation that issues the task.
	Site uint32
}

// Task is a piece of a program that may run at any time after the end of its dependencies. It must have ended
// when a wait for it ends.
type Task struct {
	Job
	id     uint32
	parent *Task // task that issued it, nil for the entry
	number int   // its number among the tasks that the parent has issued
	issued int   // number of tasks that it has issued itself

	children int  // number of those that are not forgotten
	failed   bool // it has ended in an error of its own, and is never forgotten

	state        state
	depth        int     // number of tasks that wait for each other on one goroutine, up to this one
	missing      int     // number of dependencies that have not ended
	dependencies []*Task // dependencies that had not ended, or had ended in an error
	dependents   []*Task // tasks that wait for its end
	groups       []*group
	waits        []*wait
	cause        *diag.Diagnostic // first cause of the error in which it has ended
}

// state is the progress of a task.
type state uint8

const (
	unstarted state = iota // until something needs it
	waiting                // for its dependencies
	ready                  // to run
	running                // or waiting for others in its code
	ended
)

// end ends a task, and returns the tasks that can run now. If the task has ended in an error, its dependents
// end in the same error, and so on. The lock is held.
func (t *Team) end(k *Task, cause *diag.Diagnostic) (runnable []*Task) {
	k.cause = cause
	for todo := []*Task{k}; len(todo) > 0; {
		k, todo = todo[len(todo)-1], todo[:len(todo)-1]
		k.state = ended
		t.pending--
		if k.cause == nil {
			delete(t.tasks, k.id) // a wait for it does not find it, and need not wait
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

// forget removes an ended task from the tree of tasks, which gives the order of the program. A task stays
// there if it has failed itself, or while a task that it has issued is there; it is removed with the last of
// these. The lock is held.
func (t *Team) forget(k *Task) {
	for k.state == ended && !k.failed && k.children == 0 && k.parent != nil {
		t.known--
		k.parent, k = nil, k.parent
		k.children--
	}
}

// shorten gives a task the position in the tree of its parent, if the parent has ended and has no other task
// left, and so on upwards. So a program whose tasks each issue the next one does not make a growing chain.
// The lock is held.
func (t *Team) shorten(k *Task) {
	for p := k.parent; p != nil && p.parent != nil && p.state == ended && !p.failed &&
		p.children == 1; p = k.parent {
		k.number, k.parent, p.parent = p.number, p.parent, nil
		t.known--
	}
}

// firstCause returns the error of the first task that has ended in one, nil if none has.
func firstCause(tasks []*Task) *diag.Diagnostic {
	for _, k := range tasks {
		if k.cause != nil {
			return k.cause
		}
	}
	return nil
}

// before reports whether t was issued before u in the order of the program, in which a task runs where it is
// issued.
func (t *Task) before(u *Task) bool {
	return slices.Compare(t.path(), u.path()) < 0
}

// path returns the numbers of the tasks around a task and of the task itself, the outermost first.
func (t *Task) path() []int {
	var path []int
	for ; t.parent != nil; t = t.parent {
		path = append(path, t.number)
	}
	slices.Reverse(path)
	return path
}
