// Package roles draws how the warps of a kernel in PTX work together: warps that do the same are a role, with
// a lane of its own, and arrows lead from what completes a phase of a barrier object to the waits for it.
//
// What is drawn is what the first block of a launch did, as package ptx/judge saw it. It imports diag,
// ptx/judge, ptx/machine and tokengraph, whose drawings it makes. Start reading at roles.go.
package roles
