// Package interrupt ends long work in the middle when a context ends. Whoever works counts its steps on a
// Poll, which looks at the context now and then; when that has ended, the poll leaves the work by a panic
// that whoever began it catches with Caught. So code that is many calls deep has no error to hand through all
// of them.
//
// Start reading at Poll.
package interrupt
