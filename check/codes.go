package check

import (
	"github.com/inflight-compiler/inflight/diag"
)

// The codes of remarks on waits and kernels, and of verdicts that are not complete.
var (
	CodeRedundant = diag.Register("check-wait-redundant",
		"a wait that orders nothing that other waits do not order",
		"Without the wait the program has no further race. It can be removed.")
	CodeTooStrong = diag.Register("check-wait-too-strong",
		"a wait that leaves fewer groups in flight than it could",
		"With the larger count that the message names the program has no further race, and more overlap.")
	CodeBarriers = diag.Register("check-barriers-missing",
		"barriers that a pass can place are missing in a kernel",
		"Threads of a block exchange data without a barrier. place-gpu-barriers puts barriers where they "+
			"are missing, behind inject-software-pipeline and inject-ptx-async-copy, as the way to PTX "+
			"does; the result can be checked with --as-is.")
	CodeIncomplete = diag.Register("check-incomplete", "a limit was reached before everything was checked",
		"What was checked has the verdicts that the report says, but longer executions than those may "+
			"behave differently.")
)
