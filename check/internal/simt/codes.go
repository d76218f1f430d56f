package simt

import (
	"github.com/inflight-compiler/inflight/diag"
)

// CodeDivergent is the code of errors about barriers that not all threads of a block reach.
var CodeDivergent = diag.Register("check-divergent-barrier", "not all threads of a block come to a barrier",
	"A barrier lets threads go on when all threads of the block have come to it. In a condition that only "+
		"some threads fulfil, or in a loop that some leave earlier, it waits for ever, or meets another "+
		"barrier. Take it out of the condition, so that all threads execute it or none.")
