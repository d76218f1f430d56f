// Package randloop makes random annotated loops, as text, for property tests:
// loops of two to six statements over one to four buffers, nested or not, with
// constant and dynamic extents, conditions and carried dependences.
//
// Wild programs (wild.go) have much more, but no model of what they touch.
//
// Every program it makes is well defined when run in order: it reads nothing
// that was not written before. Beside the text it keeps which elements each statement
// touches, so that a test can decide the legality of an annotation by
// enumeration, independently of the compiler's analysis.
package randloop
