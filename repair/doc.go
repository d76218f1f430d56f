// Package repair rewrites the text of a program so that its synchronization is right and waits no longer than
// it must. Counts become the exact ones, missing waits and barriers are added, and redundant waits are
// removed.
//
// It asks the judge (package check) again after every change, so that the judge finds no hazard in a repaired
// program. All other text stays unchanged, with its comments.
//
// Start reading at Program (program.go). edit.go changes text; count.go and insert.go compute the changes.
package repair
