// Package hoistcommits has the pass hoist-commits, which makes the numbers of groups that a program commits
// independent of the path that it takes, so that the counts of waits can be constants: a commit is never
// predicated, only the operations that it commits are.
//
// Where the number of groups is path-independent only at run time, because a loop commits as often as data
// says, the pass counts them in an index that the loop carries, and chooses among waits with constant counts
// by it.
//
// Start reading at pass.go. weight.go counts the commits of an operation; condition.go takes conditions
// apart, hoist.go moves commits behind them and balance.go adds empty ones; pending.go says what an added
// commit would take. counter.go counts at run time, and choose.go makes the choice among waits. rebuild.go
// adds and drops results.
package hoistcommits
