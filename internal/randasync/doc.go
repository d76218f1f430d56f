// Package randasync makes random structured programs, as text, that commit groups to several queues and wait
// for them by counts and by tokens: with loops that carry tokens, conditions that choose between them, and
// calls. They touch no memory; what is asked of them is which groups are in flight where.
//
// Every program verifies. Its conditions and the number of iterations of some loops are arguments, so that
// every path of the control-flow graph is one that a run can take.
package randasync
