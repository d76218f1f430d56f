// Package packoperands has the pass pack-operands: what innermost loops read again and again is copied into
// contiguous memory, in the order in which they read it. The work is done by
// transform/loop/internal/looppack.
package packoperands
