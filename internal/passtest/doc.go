// Package passtest is what tests of passes and analyses share: reading a program, running a textual pipeline
// on a copy of it, printing it, comparing what a pass made with a golden, and how many random programs to
// try. Only tests import it.
package passtest
