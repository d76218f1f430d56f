package main

// word is an entry that explain prints: a word of the glossary, an annotation, or a builtin type of MLIR.
type word struct {
	name    string
	summary string
	text    string
	see     string // other subjects of explain, separated by blanks
}

// annotations are attributes that a program gives its own operations to say how the operations are to run.
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
	{"pipeline.title", "Of any operation: what messages call it",
		"A pass sets it where one operation of a program becomes several: \"air.channel.put of tile (0, " +
			"1)\".",
		"air-to-async"},
	{"stream.entry_points",
		"Of a memref.alloca: the functions of a dispatch of IREE, which its users stand for",
		"stream-to-async sets it, and async-to-stream makes the dispatch again.", "stream-to-async"},
	{"pipeline.engine", "Of an asynchronous operation: the processor or DMA engine that executes it",
		"Simulations in time take it if the machine has an engine of that name.", "pipeline.queue"},
	{"pipeline.queue", "Of an asynchronous operation: which of its engine's queues it is issued on, from 0",
		"Tokens still say all that must be complete before it starts; its place on a queue may only make " +
			"waits for them superfluous.", "queue assign-queues"},
	{"pipeline.affinity", "Of an asynchronous operation: the number of the queue that it is to be on",
		"Operations with one number get one queue.", "assign-queues"},
	{"pipeline.exclusive",
		"Of an asynchronous operation: the number of a resource that it has for itself while it executes",
		"It orders nothing.", "assign-queues"},
}

// builtinTypes are the builtin types of MLIR, which stand in no dialect's table.
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

// typeSummaries has the explanations of the dialects' types, by name.
var typeSummaries = map[string]string{
	"!aie.objectfifo":        "An object FIFO of mlir-aie, with the type of its elements.",
	"!aie.objectfifosubview": "The elements of an object FIFO that a core of mlir-aie holds.",
	"!air.async.token":       "The completion of an operation of mlir-air. air.wait_all waits for it.",
	"!air.token":             "Another spelling of !air.async.token.",
	"!stream.timepoint": "The completion of work in IREE's programs. stream.timepoint.await waits for it; " +
		"stream.cmd.execute await(%t) starts behind it.",
	"!stream.resource": "Memory of a device in IREE's programs, with its lifetime: " +
		"!stream.resource<transient>.",
	"!stream.binding":    "What a dispatch of IREE hands to a function of an executable.",
	"!stream.channel":    "The participants of collective operations in IREE's programs.",
	"!stream.test.fence": "A fence of tests in IREE's programs.",
	"!util.buffer":       "Memory of the host in IREE's programs.",
	"!hal.buffer":        "Memory of a device in IREE's programs, as the runtime has it.",
	"!hal.buffer_view":   "Memory of a device with a shape and a type in IREE's programs.",
	"!hal.device":        "A device in IREE's programs.",
	"!hal.fence":         "The completion of work in IREE's programs, as the runtime has it.",

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
	"!tfrt.chain": "The completion of effects: a kernel with such an operand runs after the kernel " +
		"that has it as a result.",
	"!tfrt.string":        "A text, in programs of TFRT.",
	"!tfrt.device":        "A device, in programs of TFRT.",
	"!tfrt.tensor_type":   "The kind of a tensor's storage, in programs of TFRT.",
	"!tfrt.test.resource": "What kernels of tfrt_test allocate and free.",
	"!mpi.comm":           "The ranks that send messages to each other.",
	"!mpi.request":        "The completion of a message. mpi.wait waits for it.",
	"!mpi.retval":         "What a function of MPI returns: success, or an error.",
	"!mpi.status":         "Where a message came from, and what it was.",
	"!coro.frame":         "The memory of a coroutine while it is suspended, with its layout.",
	"!gpu.async.token":    "The completion of an operation of a device. gpu.wait waits for it.",
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
