// Package locateassertions has the pass locate-assertions: an assertion that does not hold ends the program
// in a call of the host, with its message and its place, and so does waiting for a task that has ended in an
// error.
package locateassertions
