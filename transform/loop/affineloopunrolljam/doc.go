// Package affineloopunrolljam has the pass affine-loop-unroll-jam, which is upstream's, but that it leaves
// loops alone that would compute something else. The work is done by transform/loop/internal/loopjam.
package affineloopunrolljam
