package hlo

import "github.com/inflight-compiler/inflight/diag"

var (
	codeSyntax = diag.Register("hlo-syntax", "the text is not HLO",
		"The text does not follow the grammar of HLO modules as XLA prints them. The message says what "+
			"would "+
			"have been accepted. Text is what XLA writes with --xla_dump_to=FOLDER --xla_dump_hlo_as_text.")
	codeName = diag.Register("hlo-undefined-name", "a name is not defined where it is used",
		"An operand is an instruction of the same computation; a called computation is one of the module. "+
			"Names are written with % or without it.")
	codeTwice = diag.Register("hlo-defined-twice", "a name is defined twice",
		"Instructions of one computation have different names, and so have the computations of a module.")
	codeDepth = diag.Register("hlo-nesting", "shapes, operands or computations are nested too deeply",
		"Inflight reads shapes, operands and computations that are nested 100 levels deep at most. Give "+
			"inner "+
			"instructions names of their own.")
	codeAttribute = diag.Register("hlo-attribute", "the value of an attribute is malformed",
		"Attributes that Inflight reads have the form that XLA prints, such as "+
			"replica_groups={{0,1},{2,3}} or "+
			"[2,4]<=[8], source_target_pairs={{0,1}}, input_output_alias={ {0}: (1, {}, may-alias) }.")
	codeOpcode = diag.Register("hlo-opcode", "an opcode is not known",
		"The opcode is not in XLA's list, and is not the asynchronous form OPCODE-start, OPCODE-update or "+
			"OPCODE-done of one. The instruction is kept as it is.")
	codeOperands = diag.Register("hlo-operands",
		"an instruction has another number of operands than its opcode",
		"The message says how many operands the opcode takes.")
	codeShape = diag.Register("hlo-shape", "a shape is not what operands or computations make it",
		"The shape that is written differs from the one that the operand, the parameter or the root of the "+
			"computation has. Layouts are not compared.")
	codeParameter = diag.Register("hlo-parameter", "the parameters of a computation are not numbered from 0",
		"The parameters of a computation have the numbers 0, 1, 2 and so on, each once, and as many as the "+
			"header of the computation states.")
	codeCall = diag.Register("hlo-call",
		"a computation is missing, or does not fit the instruction that calls it",
		"The message says which attribute names a computation, and what the instruction expects of it.")
	codeRecursion = diag.Register("hlo-recursion", "a computation calls itself",
		"HLO has no recursion: no computation may reach itself through calls, loops, branches or reductions.")
	codeCycle = diag.Register("hlo-cycle", "instructions wait for each other",
		"Operands and control-predecessors come before an instruction. The notes list the instructions of "+
			"the "+
			"circle; at least one of their edges must go.")
	codeOrder = diag.Register("hlo-order", "a scheduled instruction stands in front of what it needs",
		"The order of a module with is_scheduled=true is the order of execution: operands and "+
			"control-predecessors stand in front of their users.")
	codePair = diag.Register("hlo-pair", "a start and its done do not belong together",
		"Each start and update has exactly one user, which is the update or the done of the same "+
			"operation; only "+
			"send and recv may be carried in a tuple. A done or an update has such a start as its operand.")
	codeAsyncShape = diag.Register("hlo-async-shape", "the shape of an asynchronous operation is wrong",
		"async-start has ((operands), result, ...); all-reduce-start its result; all-gather-start (operand, "+
			"result); collective-permute-start (operand, result, ...); copy-start (destination, source, "+
			"u32[]); send "+
			"and recv (data, u32[], token[]). The done has the result.")
	codeAsyncCall = diag.Register("hlo-async-computation",
		"the computation of an asynchronous operation is wrong",
		"async-start calls one computation of parameters and a root, or of sends and receives. Updates and "+
			"the "+
			"done name the same one or none, and its execution thread is that of the operation.")
	codeThread = diag.Register("hlo-thread",
		"an instruction is on another execution thread than what it calls",
		"async_execution_thread is the execution_thread of the called computation; without async-start a "+
			"computation is called on the thread of its caller. The thread is \"main\" where none is "+
			"written.")
	codeOverlap = diag.Register("hlo-async-overlap",
		"an asynchronous operation starts again before it is done",
		"A start in a loop has one execution context: before it is reached again, its done must have been. "+
			"Put "+
			"the done, which the loop carries, in front of the start.")
	codeChannel = diag.Register("hlo-channel", "a channel is used in two ways",
		"A send or recv and its done have the same channel_id and is_host_transfer, and no other kind of "+
			"operation uses that channel.")
	codeGroups = diag.Register("hlo-replica-groups", "the groups of a collective operation are not valid",
		"Each device is in one group, groups have the same size (but those of all-reduce), and devices are "+
			"numbered from 0 below replica_count times num_partitions.")
	codeManyDevices = diag.Register("hlo-many-devices", "groups have too many devices to be listed",
		"The groups are right as they are written, and are not compared with the devices of the module. "+
			"What needs to know who waits for whom leaves the operation out, and says so.")
	codePairs = diag.Register("hlo-source-target-pairs", "a device sends or receives twice",
		"In source_target_pairs each device is the source of one pair at most, and the target of one at "+
			"most, "+
			"and is numbered from 0 below replica_count times num_partitions.")
	codeAlias = diag.Register("hlo-alias", "an alias names a place that does not exist, or one twice",
		"input_output_alias names parts of the result and of the parameters of the entry computation, "+
			"output_to_operand_aliasing those of an instruction; both parts have the same size.")
)
