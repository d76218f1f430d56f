// Package convertscftocf has the pass convert-scf-to-cf: structured loops and conditions become blocks and
// branches. What becomes of each operation is in package transform/internal/branches.
package convertscftocf
