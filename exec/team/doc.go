// Package team runs the tasks of a program on goroutines that take turns: at most so many execute code at
// once, and one that has to wait gives its turn to another. Who executes the code of a task is for the engine
// to say (Worker).
//
// Start reading at team.go: a Team has the tasks and the turns. thread.go is what a goroutine may ask for
// while it executes a task: issue another one, await one. task.go has tasks and how they end, group.go groups
// of them, turn.go how turns are given away, and recorder.go who did what when.
package team
