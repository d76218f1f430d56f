package check

import "github.com/inflight-compiler/inflight/diag"

// The stable codes of the package's diagnostics.
var (
	CodeRAW = diag.Register("check-race-raw", "a read may see memory before the asynchronous write to it has completed",
		"An asynchronous operation, or another thread, writes what an access reads, and nothing orders the two. Wait for its group or token before the read; between threads, put a barrier behind the wait.")
	CodeWAR = diag.Register("check-race-war", "a write may change memory that an asynchronous operation still reads",
		"An asynchronous operation reads what another access overwrites, and nothing orders the two. Wait for the reader's group before the write, or give the buffer one more version.")
	CodeWAW = diag.Register("check-race-waw", "two writes to the same memory are not ordered",
		"An asynchronous operation writes what another access writes as well, and nothing orders the two. Wait for the first one's group, or give the buffer one more version.")
	CodeEqual = diag.Register("check-equal-writes", "threads or tasks write equal values to the same elements, and nothing orders them",
		"The result does not depend on which write comes last, but each pays for one. Let one of them write where that is simple, and order what others read after it.")
	CodeAtReturn = diag.Register("check-in-flight-at-return", "an asynchronous operation may outlive the function that issued it",
		"The function returns while the operation may still touch memory that the caller sees. End the function with a wait for its queue.")
	CodeRedundant = diag.Register("check-wait-redundant", "a wait that orders nothing that other waits do not order",
		"Without the wait the program has no further race. It can be removed.")
	CodeTooStrong = diag.Register("check-wait-too-strong", "a wait that leaves fewer groups in flight than it could",
		"With the larger count that the message names the program has no further race, and more overlap.")
	CodeBarriers = diag.Register("check-barriers-missing", "barriers that a pass can place are missing in a kernel",
		"Threads of a block exchange data without a barrier. place-gpu-barriers puts barriers where they are missing, behind inject-software-pipeline and inject-ptx-async-copy, as the way to PTX does; the result can be checked with --as-is.")
	CodeDivergent = diag.Register("check-divergent-barrier", "not all threads of a block come to a barrier",
		"A barrier lets threads go on when all threads of the block have come to it. In a condition that only some threads fulfil, or in a loop that some leave earlier, it waits for ever, or meets another barrier. Take it out of the condition, so that all threads execute it or none.")
	CodeOutOfBounds = diag.Register("check-out-of-bounds", "an access certainly goes beyond the extents of its memory",
		"Every execution of the function makes the access: it stands under no condition, and constants or loops with constant bounds decide its subscripts. Where such an access is under a condition, or depends on sizes, the simulator finds it.")
	CodeUnsupported = diag.Register("check-unsupported-control-flow", "synchronization under control flow that the checker does not follow",
		"The checker follows loops, conditions, branches between blocks and calls. Synchronization in another region gets no verdict.")
	CodeIncomplete = diag.Register("check-incomplete", "a limit was reached before everything was checked",
		"What was checked has the verdicts that the report says, but longer executions than those may behave differently.")
)
