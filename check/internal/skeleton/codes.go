package skeleton

import (
	"github.com/inflight-compiler/inflight/diag"
)

// CodeUnsupported is the code of errors about synchronization in regions that the checker does not follow.
var CodeUnsupported = diag.Register("check-unsupported-control-flow",
	"synchronization under control flow that the checker does not follow",
	"The checker follows loops, conditions, branches between blocks and calls. Synchronization in another "+
		"region gets no verdict.")
