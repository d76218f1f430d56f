// Package randlazy makes random programs of lazy and eager tasks whose effects can be told apart, for
// comparisons of the order in which they happen: with the simulator, with engines, and with Python's asyncio.
//
// Every effect is an entry of a log, and each entry occurs once. Which entries occur, and the value that a
// program computes, do not depend on the schedule. Start reading at program.go.
package randlazy
