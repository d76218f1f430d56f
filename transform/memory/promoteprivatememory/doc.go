// Package promoteprivatememory has the pass promote-private-memory: small memory of a thread, of which every
// access names an element that is known, becomes values.
//
// pass.go has the pass and finds the memory, thread.go rewrites a thread of control.
package promoteprivatememory
