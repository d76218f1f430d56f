package judge

import "github.com/inflight-compiler/inflight/diag"

var (
	codeRace = diag.Register("hlo-race",
		"an instruction accesses memory of an asynchronous operation in flight",
		"Between its start and its done, an asynchronous operation may read its operands and write its "+
			"result "+
			"at any moment. Move its done in front of the instruction, keep it there with "+
			"control-predecessors, or give one of the two another buffer: a copy of the operand.")
	codeOverwritten = diag.Register("hlo-overwritten", "a value is overwritten before its last use",
		"The memory of the value has another value in it when it is read. With a buffer assignment two "+
			"values "+
			"have been given the same bytes; without one an instruction that works in place needs a copy in "+
			"front of it, which XLA's copy insertion adds.")
	codeStreams = diag.Register("hlo-collectives-cross",
		"two collectives on different streams can wait for each other",
		"Each device may start collectives of different streams in another order. If the groups of two of "+
			"them share more than one device, or form a circle, each can wait for a device that waits for "+
			"the "+
			"other. Put the done of one in front of the start of the other, or both on one stream.")
	codeCircle = diag.Register("hlo-wait-circle", "sends and receives wait for each other in a circle",
		"A send completes when the other device has posted the receive. If all devices wait for their sends "+
			"before they post their receives, none goes on. Start the receives before the sends are waited "+
			"for.")
	codePartner = diag.Register("hlo-no-partner", "a send or a receive has no counterpart",
		"A send on a channel needs a receive on the same channel whose pairs have the same source and "+
			"target, "+
			"and the reverse.")
	codeNotScheduled = diag.Register("hlo-not-scheduled", "a module that is not scheduled is not judged",
		"The order of the instructions and their memory are decided when XLA schedules the module and "+
			"assigns "+
			"buffers. Give the dump whose name ends in after_optimizations.txt; its header says "+
			"is_scheduled=true.")
	codeNotJudged = diag.Register("hlo-not-judged", "a part of a module is not judged",
		"The message says what the judge does not follow. The verdict holds for the rest.")
	codeMismatch = diag.Register("hlo-buffers-mismatch", "a buffer assignment is that of another module",
		"The names, shapes and sizes of an assignment are those of the module that it was written with. "+
			"Give "+
			"the file that XLA wrote beside this dump, with --buffers.")
)
