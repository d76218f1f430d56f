package accepted

import "github.com/inflight-compiler/inflight/diag"

var (
	codeReason = diag.Register("accepted-without-reason", "a finding is accepted without a reason",
		"Say why the finding is none: behind '--' in a comment (// inflight: allow CODE -- reason), or "+
			"under "+
			"\"reason\" in the baseline file. The finding stays accepted.")
	codeUnused = diag.Register("accepted-unused", "what is accepted was not found",
		"The comment or the entry of the baseline file matches no finding of this check: the mistake is "+
			"gone, or this launch does not show it. If it is gone, remove the comment, or write the "+
			"baseline "+
			"file again with --write-baseline.")
	codeForm = diag.Register("accepted-form", "a comment that accepts findings is malformed",
		"Its form is: // inflight: allow CODE -- reason, with a comma between several codes. Codes stand in "+
			"brackets behind the message of a finding.")
	codeBaseline = diag.Register("baseline-form", "a baseline file cannot be used",
		"A baseline file is what --write-baseline writes: a JSON object with \"version\": 1 and a list "+
			"\"findings\", each with a \"fingerprint\" and a \"reason\".")
)
