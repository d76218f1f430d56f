// Package analysis answers questions about programs that both the judge and
// the transforms ask: which elements of which buffers an operation may touch,
// in symbolic form, and whether two such regions may overlap.
//
// Transforms and the checker must agree on these answers exactly: a wait that
// one finds needed, the other must not find redundant. So they live here once.
//
// Start reading at linear.go (symbolic integers), then access.go (regions).
package analysis
