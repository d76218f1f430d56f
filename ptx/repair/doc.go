// Package repair rewrites the text of kernels in PTX so that their synchronization is right in the launches
// that are judged. Waits get the counts that they need, and missing waits, commits, fences and barriers are
// added, with the indentation of the text and nothing else changed.
//
// It asks the judge again after every change, and keeps a change only if it removes what was wrong and adds
// nothing. What only makes the synchronization stronger cannot make another launch wrong: a barrier is added
// only where all threads of a block come to it in every launch. A wait or a fence is made weaker, or removed,
// only in a kernel that is right, and only if nothing of the launch was assumed, or if no path needs it.
//
// Start reading at Text (text.go). edit.go changes text; change.go finds the changes.
package repair
