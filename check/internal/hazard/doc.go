// Package hazard describes pairs of accesses that nothing orders: as errors, as lines of a report, and folded
// to one for each cause (cause.go). It compares no accesses: packages machine and simt find hazards, package
// check reports them.
package hazard
