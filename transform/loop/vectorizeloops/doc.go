// Package vectorizeloops has the pass vectorize-loops: innermost affine loops whose iterations are
// independent, or combine numbers, become loops over vectors, with a loop over the rest behind them. The work
// is done by transform/loop/internal/loopvector.
package vectorizeloops
