package hazard

import (
	"github.com/inflight-compiler/inflight/diag"
)

// The codes of hazards, and of writes of equal values.
var (
	CodeRAW = diag.Register("check-race-raw",
		"a read may see memory before the asynchronous write to it has completed",
		"An asynchronous operation, or another thread, writes what an access reads, and nothing orders the "+
			"two. Wait for its group or token before the read; between threads, put a barrier behind the "+
			"wait.")
	CodeWAR = diag.Register("check-race-war",
		"a write may change memory that an asynchronous operation still reads",
		"An asynchronous operation reads what another access overwrites, and nothing orders the two. Wait "+
			"for the reader's group before the write, or give the buffer one more version.")
	CodeWAW = diag.Register("check-race-waw", "two writes to the same memory are not ordered",
		"An asynchronous operation writes what another access writes as well, and nothing orders the two. "+
			"Wait for the first one's group, or give the buffer one more version.")
	CodeEqual = diag.Register("check-equal-writes",
		"threads or tasks write equal values to the same elements, and nothing orders them",
		"The result does not depend on which write comes last, but each pays for one. Let one of them "+
			"write where that is simple, and order what others read after it.")
	CodeAtReturn = diag.Register("check-in-flight-at-return",
		"an asynchronous operation may outlive the function that issued it",
		"The function returns while the operation may still touch memory that the caller sees. End the "+
			"function with a wait for its queue.")
)
