package bounds

import (
	"github.com/inflight-compiler/inflight/diag"
)

// CodeOutOfBounds is the code of accesses that certainly go beyond the extents of their memory.
var CodeOutOfBounds = diag.Register("check-out-of-bounds",
	"an access certainly goes beyond the extents of its memory",
	"Every execution of the function makes the access: it stands under no condition, or in a kernel under "+
		"one that lets in the threads with numbers below a constant; and constants, numbers of threads, or "+
		"loops with constant bounds decide its subscripts. Where such an access is under a condition, or "+
		"depends on sizes, the simulator finds it.")
