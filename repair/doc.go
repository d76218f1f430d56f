// Package repair rewrites the text of a program so that its synchronization is right and waits for no more
// than it must: counts become the exact ones, waits and barriers that are missing are added, waits for
// nothing go.
//
// It asks the judge (package check) again after every change, so that a repaired program is one that the
// judge passes. Everything else in the text stays as it is, comments included.
//
// Start reading at Program (program.go); edit.go changes text, count.go and insert.go say what to write.
package repair
