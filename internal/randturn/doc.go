// Package randturn makes random programs, as text, of tasks with the task dialect: on queues of every order
// and depth, with resources, with promises that are fulfilled before their task ends, with the first of
// several, events, errors and what they skip, in loops and calls.
//
// A program's results do not depend on the schedule: tasks read what those they wait for have written, add to
// what a resource protects, and change what belongs to a queue only where the queue completes in order.
package randturn
