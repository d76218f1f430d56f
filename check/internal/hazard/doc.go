// Package hazard describes pairs of accesses that nothing orders, as errors and as lines of a report. It
// groups them by cause (cause.go). It compares no accesses: packages machine and simt find hazards, and
// package check reports them.
package hazard
