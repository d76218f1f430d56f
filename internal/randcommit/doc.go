// Package randcommit makes random structured programs, as text, whose asynchronous operations touch memory:
// scopes, copies of cp.async and block copies, committed under conditions and in loops, with tokens that
// conditions choose and waits for counts, constant or not, and for tokens.
//
// Every program verifies and runs without leaving memory. Whether it has races is for the simulator to say:
// waits and accesses are chosen so that about half of the programs have none.
package randcommit
