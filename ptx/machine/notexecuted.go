package machine

import "github.com/inflight-compiler/inflight/diag"

// This file has what the machine knows and does not execute.

var codeNotExecuted = diag.Register("ptx-not-executed",
	"an instruction or a function that is known, and not executed here",
	"The text is right as far as it can be checked, but what it means is not part of the machine: hardware "+
		"that "+
		"the model does not have, or a function that another module defines. What does not depend on it is "+
		"judged; where its result decides an address or a branch, the execution stops.")
