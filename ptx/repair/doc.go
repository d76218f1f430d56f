// Package repair rewrites the text of kernels in PTX so that their synchronization is right in the launches
// that are judged. Waits get the counts that they need, and missing waits, commits, fences and barriers are
// added, with the indentation of the text and nothing else changed.
//
// It asks the judge again after every change, and keeps a change only if it removes what was wrong and adds
// nothing. What only makes the synchronization stronger cannot make another launch wrong: a barrier is added
// only where all threads of a block come to it in every launch. A wait or a fence is made weaker, or removed,
// only in a kernel that is right, and only if nothing of the launch was assumed, or if no path needs it.
//
// Where nothing that can be added helps, instructions that are there are changed: who executes them, which
// barrier object and which of its phases they are about, what that counts, how accesses order memory, and
// where a read stands (exchange.go, orders.go). Such a change is kept if nothing is wrong behind it. One that
// takes work from threads must leave the same in the buffers where all that is asynchronous happens at once
// (alike.go), and no load gets an order whose value is a result, as the order would not say which value it
// returns. Barriers of some warps, and those in front of arrivals that not all lanes can be shown to come to,
// are for the launch that is given.
//
// Start reading at Text (text.go). edit.go changes text; change.go finds what can be added.
package repair
