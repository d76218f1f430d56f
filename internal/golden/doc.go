// Package golden compares what a test got with what the repository says it should get, and rewrites the
// latter when INFLIGHT_UPDATE=1 is set. Only tests import it.
//
// Compare is for one file, Txtar for files that hold a case each: inputs and expected outputs as named
// sections. A golden passes only if rewriting it would change nothing.
package golden
