// Package stall finds waits that cannot end, before a program runs: circles of tokens and promises, queues
// that are full of what waits for those who issue, tasks that wait for a resource which they hold themselves,
// resources that are taken in different orders, and groups that do not get as many members as they wait for.
//
// Start reading at graph.go: what an operation needs to get on is a node, and those that can get on are found
// from those that need nothing. build.go makes the nodes of a function; order.go compares the orders of
// resources, groups.go counts members. What a condition or a loop does not do for sure is taken to do no
// harm, and what comes from elsewhere to be ready: so each circle that is found is one in every execution
// that gets there.
//
// # What it leaves out
//
// An error of this package is no false alarm. What conditions and other functions do it leaves to the
// simulator, which reports a wait that does not end with the circle of those that wait for each other.
package stall
