// Package team runs the tasks of a program on goroutines that take turns. At most a fixed number of
// goroutines execute code at the same time. A goroutine that has to wait gives its turn to another one. An
// engine provides the code that executes a task, as a Worker.
//
// Start reading at team.go: a Team has the tasks and the turns. thread.go has what a goroutine calls while it
// executes a task: to issue another task, or to await one. lazy.go has tasks that start when they are needed,
// task.go has tasks and how they end, group.go groups of tasks, turn.go the passing of turns, wait.go waits,
// and recorder.go a record of what each goroutine did. promise.go has what coroutines make and resolve: their
// tasks need no stack while they wait.
package team
