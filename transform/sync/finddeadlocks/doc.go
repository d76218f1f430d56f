// Package finddeadlocks is the pass find-deadlocks, which reports waits that cannot end and changes nothing.
//
// Everything is in pass.go; what it reports, analysis/stall finds.
package finddeadlocks
