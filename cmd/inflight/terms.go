package main

// word is a word, an annotation, or a type of MLIR's own that explain tells of.
type word struct {
	name    string
	summary string
	text    string
	see     string // what else to explain, with blanks between
}

// terms are the words that reports, messages and documents use.
var terms = []word{
	{"statement", "One child of the body of a loop that is pipelined",
		"A pipelined loop says for each of its statements, in the order of the program, which stage it has " +
			"and where it stands in the steady body.", "stage order software_pipeline_stage"},
	{"stage", "How many iterations a statement lags behind the statements of stage 0",
		"At time t a statement of stage s runs for iteration t - s, if there is such an iteration. Times " +
			"run from 0 to the number of iterations plus the largest stage.",
		"software_pipeline_stage order prologue"},
	{"order", "The place of a statement in the steady body of a pipelined loop",
		"It is a permutation of the statements: 0 is the first. Dependences must point forward in time " +
			"and, within one time, in order.", "software_pipeline_order stage"},
	{"prologue", "The part of a pipelined loop before all stages run",
		"It fills the pipeline: the first stages run for the first iterations. It groups its commits as " +
			"the body does, so that the body's counts hold from its first iteration.", "body epilogue stage"},
	{"body", "The part of a pipelined loop where all stages run",
		"Each time runs every statement once, each for the iteration that its stage says.",
		"prologue epilogue"},
	{"epilogue", "The part of a pipelined loop after the first stage has run for the last iteration",
		"It empties the pipeline. Producers have ended, so that the counts of waits fall there.",
		"prologue body"},
	{"version", "One copy of a buffer that several iterations use at a time",
		"A buffer of n versions has n slots; iteration i uses slot i mod n. Reports say how many versions " +
			"there are, and how many are needed.", "slot hazard"},
	{"slot", "Where a version of a buffer lies",
		"A slot is filled again only when all that reads it is complete, asynchronous readers too.",
		"version"},
	{"queue", "A FIFO that tracks asynchronous groups",
		"Groups of one queue complete in the order in which they were committed. Each thread has queues of " +
			"its own.", "group commit wait"},
	{"group", "The asynchronous operations that were committed together",
		"A wait counts groups. An empty group is legal, and keeps counts exact where an operation does not " +
			"run.", "commit wait queue"},
	{"commit", "What makes a group of the operations issued since the last commit on a queue",
		"A commit never stands under a condition: only what is in its group does.",
		"group pipeline.commit_queue"},
	{"wait",
		"What blocks until at most N of the youngest groups of a queue are incomplete, or until a token is " +
			"ready",
		"The exact N is the number of groups that were committed after the last one that must be complete. " +
			"A wait covers only groups of its own thread.", "in-flight needed redundant too-weak too-strong"},
	{"in-flight", "What was issued and is not known to be complete",
		"The in-flight count of a wait is how many of the youngest groups may stay incomplete.", "wait"},
	{"token", "The completion of one operation or group, as a value",
		"An operation starts after the tokens that it depends on; awaiting a token orders what follows " +
			"after it. Counts and tokens say the same thing in two ways.",
		"wait tokens-to-counts counts-to-tokens !async.token"},
	{"value", "A token with a payload", "Awaiting it gives the payload.", "token !async.value"},
	{"hazard", "Two accesses to common memory, one a write, that nothing orders",
		"It is an error even if every run on today's hardware gives the right answer. RAW, WAR and WAW say " +
			"which access comes first in the program.", "RAW WAR WAW happens-before"},
	{"RAW", "Read after write: a read that may come before the write whose value it needs",
		"The wait between the two is missing, or its count is too large.", "hazard check-race-raw"},
	{"WAR", "Write after read: a write that may come before a read of the old value",
		"A slot is filled again too early: a wait is missing, or a version of the buffer.",
		"hazard check-race-war version"},
	{"WAW", "Write after write: two writes of which either may come last", "", "hazard check-race-waw"},
	{"happens-before", "The order that program order, queue order, waits, tokens and barriers create",
		"Two accesses with no such order between them, one a write, are a race.", "hazard"},
	{"race", "A hazard", "", "hazard"},
	{"needed", "The verdict on a wait without which there is a hazard", "Its count is exact.", "wait"},
	{"redundant", "The verdict on a wait that orders nothing",
		"It may go: elide-redundant-waits removes it, and so does inflight check --fix.",
		"wait elide-redundant-waits"},
	{"too-weak", "The verdict on a wait whose count is too large",
		"Something that must be complete may still be in flight behind it. The column 'exact N' has the " +
			"right count.", "wait hazard"},
	{"too-strong", "The verdict 'stronger than necessary', on a wait whose count could be larger",
		"It is right, but waits longer than it must. The column 'exact N' has the right count.", "wait"},
	{"not-judged", "The verdict on a wait where a limit was reached before the judge knew",
		"The reason stands behind NOT COMPLETE.", "wait check-incomplete"},
	{"thread", "A thread of a GPU or of the operating system", "", "strand barrier"},
	{"strand", "A sequence of operations in the simulator",
		"The main program is one, and each asynchronous operation that runs by itself is another.", "thread"},
	{"barrier", "Where threads of a block wait for each other",
		"A wait covers the copies of its own thread only, so that data which another thread copied needs a " +
			"barrier behind the wait.", "place-gpu-barriers"},
	{"overlap", "In the report of a run: how much faster a program is for what it does at the same time",
		"The program as written and the pipelined one run in turn on the engine, compiled by the same " +
			"passes, and the medians of their times are compared. Nothing of it is a model.", "hidden"},
	{"hidden", "The share of the asynchronous work that is done while other work is",
		"Of all moments of all asynchronous work, those at which another thread was busy too. What is not " +
			"hidden somebody waited for, or nobody did anything else.", "overlap"},
	{"tick", "The unit of time on the abstract machine",
		"An operation takes one, or as many as pipeline.cost says; a copy takes some for each of its bytes.",
		"pipeline.cost"},
	{"sequential",
		"The mode, and the program, in which every asynchronous operation runs at once, in program order",
		"That is always a legal execution. Its result is what every other execution is compared with.",
		"late"},
	{"late", "The mode of the simulator in which an operation completes only when a wait forces it",
		"It shows what happens without a wait that is missing.", "sequential"},
}

// annotations are attributes that a program gives its own operations to say how they are to run.
var annotations = []word{
	{"software_pipeline_stage", "Of a loop: the stage of each of its statements",
		"A list of integers, with one entry for each statement: software_pipeline_stage = [0, 1]. With " +
			"software_pipeline_order it makes the loop one that is pipelined.",
		"stage software_pipeline_order inject-software-pipeline"},
	{"software_pipeline_order", "Of a loop: the place of each of its statements in the steady body",
		"A permutation of the statements: software_pipeline_order = [0, 1].",
		"order software_pipeline_stage"},
	{"software_pipeline_async_stages", "Of a loop: the stages that run asynchronously",
		"A list of stages, not of statements: software_pipeline_async_stages = [0]. Their statements are " +
			"committed to a queue for each stage.", "queue commit software_pipeline_stage"},
	{"double_buffer_scope",
		"Of a pipeline.block: the number of a buffer that it writes and that is to have two versions at " +
			"least", "", "version pipeline.block"},
	{"manifest_shared_memory_local_stage", "Of a pipeline.block: its copy passes through a buffer of its own",
		"It becomes two statements: one loads into registers, one stores from there.", "pipeline.block"},
	{"pipeline.cost", "Of any operation: what it costs, in ticks",
		"Simulations in time take it in the place of their own estimate.", "tick form-async-regions"},
	{"pipeline.queue", "Of an asynchronous operation: which of its engine's queues it is issued on, from 0",
		"Tokens still say all that must be complete before it starts; its place on a queue may only make " +
			"waits for them superfluous.", "queue assign-queues"},
	{"pipeline.affinity", "Of an asynchronous operation: the number of the queue that it is to be on",
		"Operations with one number get one queue.", "assign-queues"},
	{"pipeline.exclusive",
		"Of an asynchronous operation: the number of a resource that it has for itself while it executes",
		"It orders nothing.", "assign-queues"},
}

// builtinTypes are the types of MLIR that no dialect's table has.
var builtinTypes = []word{
	{"index", "An integer of the width of addresses, for subscripts and sizes", "It has 64 bits.", ""},
	{"i32", "An integer of 32 bits without a sign; i1, i8, i64 and others have other widths",
		"The operation says whether it takes the bits as a number with a sign: arith.divsi and arith.divui.",
		""},
	{"f32", "A float of 32 bits; f16, bf16, f64 and others are other formats", "", ""},
	{"memref",
		"Memory with a shape: memref<4x?xf32>, or with a layout and a memory space memref<4xf32, " +
			"strided<[2]>, 3>",
		"A ? is an extent that is known at run time; --dim gives those of arguments. Distinct arguments " +
			"never overlap.", "memref.alloc memref.load"},
	{"tensor", "A value with a shape: tensor<4x?xf32>",
		"Engines know memory only: bufferize-tensors puts buffers in the place of tensors, and run does " +
			"that by itself.", "bufferize-tensors"},
	{"vector", "A value of several elements: vector<4xf32>", "", ""},
	{"none", "The type of a value that says nothing", "", ""},
}

// typeSummaries says what the types of dialects are.
var typeSummaries = map[string]string{
	"!async.token": "The completion of an asynchronous operation. async.await waits for " +
		"it; async.execute [%t] starts behind it.",
	"!async.value": "A token with a payload: !async.value<memref<4xf32>>. async.await " +
		"gives the payload.",
	"!async.group": "A set of tokens that are awaited together, with async.await_all.",
	"!async.coro.id": "What says which coroutine an operation belongs to, before lowering to " +
		"LLVM.",
	"!async.coro.handle": "A coroutine that can be resumed.",
	"!async.coro.state":  "What a coroutine keeps while it is suspended.",
	"!task.queue":        "Where tasks take their turns, in the order in which they were issued.",
	"!task.resource":     "What only one task at a time can hold.",
	"!coro.frame":        "The memory of a coroutine while it is suspended, with its layout.",
	"!gpu.async.token":   "The completion of an operation of a device. gpu.wait waits for it.",
	"!gpu.mma_matrix": "A matrix that the threads of a warp hold together: " +
		"!gpu.mma_matrix<16x16xf16, \"AOp\">.",
	"!nvgpu.device.async.token": "The completion of copies to shared memory (cp.async).",
	"!nvgpu.mbarrier.token":     "A phase of an mbarrier, which a thread that arrives can wait for.",
	"!nvgpu.mbarrier.group":     "Barriers in shared memory (mbarrier), one or several.",
	"!nvgpu.tensormap.descriptor": "What tells the TMA where a tensor lies and which box of it a copy " +
		"takes.",
	"!nvgpu.warpgroup.descriptor":  "A tile in shared memory that a product of a warpgroup (wgmma) reads.",
	"!nvgpu.warpgroup.accumulator": "The sum of products of a warpgroup, in registers of its threads.",
	"!llvm.void":                   "The result of a function of LLVM that returns nothing.",
	"!llvm.token":                  "A value of LLVM that ties operations together and cannot be stored.",
	"!llvm.label":                  "A block of LLVM, as a value.",
	"!llvm.metadata":               "Metadata of LLVM, as a value.",
	"!llvm.x86_amx":                "A tile register of x86's AMX.",
	"!llvm.ppc_fp128":              "The float of two doubles that PowerPC has.",
	"!llvm.ptr": "An address, in an address space: !llvm.ptr<3> is one of a GPU's " +
		"shared memory.",
	"!llvm.array":       "Several values of one type: !llvm.array<4 x f32>.",
	"!llvm.struct":      "Values of several types: !llvm.struct<(ptr, i64)>.",
	"!llvm.func":        "The type of a function of LLVM: !llvm.func<void (ptr)>.",
	"!ptr.ptr":          "An address in a memory space: !ptr.ptr<#ptr.generic_space>.",
	"!ptr.ptr_metadata": "What a memref has beside its address: extents and strides.",
}
