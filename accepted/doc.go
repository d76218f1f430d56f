// Package accepted knows which findings of a judge somebody has accepted: those that a comment in the program
// names, and those that a baseline file lists. Each has a reason. A comment or an entry without a reason, and
// one that matches no finding, is itself reported.
//
// A comment accepts the findings with its codes at the statement on its line or, if it stands alone, at the
// next one:
//
//	ld.shared.u32 %r2, [%r1]; // inflight: allow ptx-race -- all threads write the same value
//
// A baseline file is JSON. It finds its findings again by fingerprints: hashes of the code, the function, the
// statement and the statements around it, without numbers of lines and registers.
//
// Start reading at Set (set.go); comment.go, baseline.go and fingerprint.go have the parts.
package accepted
