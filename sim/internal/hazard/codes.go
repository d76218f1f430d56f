package hazard

import "github.com/inflight-compiler/inflight/diag"

// The codes of hazards.
var (
	RAW = diag.Register("sim-race-raw", "a read is not ordered after a write that it follows",
		"Two accesses touch the same bytes and nothing orders them: in program order the first writes what "+
			"the second reads, "+
			"but the second does not wait for the first. Wait for the group of the write before the read, "+
			"with a count that "+
			"leaves no group as old as it in flight.")
	WAR = diag.Register("sim-race-war", "a write is not ordered after a read that it follows",
		"A buffer is overwritten while an earlier asynchronous operation may still read it. Wait for the "+
			"reader's group before "+
			"the write, or give the buffer one more version.")
	WAW = diag.Register("sim-race-waw", "a write is not ordered after a write that it follows",
		"Two writes to the same bytes may take effect in either order. Wait for the first before the "+
			"second, or let them write "+
			"different versions of the buffer.")
	InFlight = diag.Register("sim-in-flight-at-return",
		"an asynchronous operation is in flight at the end",
		"Nothing waits for the operation, but it touches memory that lives on. Wait for its group before "+
			"the end.")
	Uninitialized = diag.Register("sim-uninitialized-read", "an element is read that nothing has written",
		"The element was allocated but not written before the read, not even by a group that is still in "+
			"flight in this run.")
	Equal = diag.Register("sim-equal-writes",
		"threads or tasks write equal values to the same bytes, and nothing orders them",
		"The result does not depend on which write comes last, but each pays for one. Let one of them write "+
			"where that is simple, and order what others read after it.")
)
