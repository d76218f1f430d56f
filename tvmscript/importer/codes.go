package importer

import "github.com/inflight-compiler/inflight/diag"

// The codes of errors in statements. Those of expressions are in package expr.
var (
	codeBound = diag.Register("tvmscript-bound-twice", "a name is bound twice in one scope",
		"In TVMScript a name that a buffer, a loop or a value has keeps its meaning to the end of its "+
			"scope. Choose another name. Only "+
			"a variable that is declared with its dtype, x: T.float32 = 0.0, can be assigned to again.")
	codeScope = diag.Register("tvmscript-scope", "a name is used outside of its scope",
		"Loop variables, axes, buffers and values can be used in the suite of statements that binds them, "+
			"and in what is nested in it.")
	codeParameter = diag.Register("tvmscript-parameter", "a parameter of a prim_func is not understood",
		"Parameters are buffers (A: T.Buffer((16,), \"float32\")), handles (a: T.handle), which "+
			"T.match_buffer gives a shape, or "+
			"scalars (n: T.int32). They have no default values.")
	codeFunction = diag.Register("tvmscript-function", "a function cannot be imported as it is",
		"A prim_func has a name of its own, stands at the top of a file, in a class under @I.ir_module or "+
			"in a Python function that "+
			"makes it, and has neither results nor calls of itself.")
	codeBuffer = diag.Register("tvmscript-buffer", "a buffer is not understood",
		"Buffers have a shape of integers that are not negative, a dtype that elements can have, strides "+
			"of the same number as "+
			"dimensions, and one of TVM's storage scopes. The message says which of these is wrong.")
	codeMatch = diag.Register("tvmscript-match-buffer", "a T.match_buffer does not fit what it matches",
		"T.match_buffer gives a parameter of type T.handle its shape, once, or names a part of a buffer "+
			"inside of a block; then the "+
			"shape must be that of the part, without dimensions of one element if wanted.")
	codeAxis = diag.Register("tvmscript-axis", "an axis of a block is wrong",
		"Axes stand at the beginning of a block: T.axis.remap(\"SR\", [i, j]) with a letter per loop "+
			"variable, S or R, or "+
			"T.axis.spatial(extent, value) and T.axis.reduce(extent, value) for other values.")
	codeBlock = diag.Register("tvmscript-block", "a part of a block stands in the wrong place",
		"T.where, T.reads, T.writes, T.init and the attributes of a block stand in a block, each once, and "+
			"T.init before the "+
			"statements of the block.")
	codeReads = diag.Register("tvmscript-reads", "T.reads or T.writes does not tell the truth",
		"What a block declares with T.reads and T.writes should contain what its body reads and writes. "+
			"Inflight goes by the body; "+
			"passes of TVM go by the declaration. Correct the region, or leave the line out: then it "+
			"follows from the body.")
	codeLoop = diag.Register("tvmscript-loop", "a loop is not understood",
		"Loops run over range, T.serial, T.parallel, T.vectorized, T.unroll, T.thread_binding or T.grid, "+
			"with as many variables as "+
			"extents and a step that is a positive constant, or over a Python list that is known at import "+
			"time.")
	codeThread = diag.Register("tvmscript-thread", "a thread tag is not understood",
		"Loops are bound to threadIdx.x, .y, .z, blockIdx.x, .y, .z, or to virtual threads: vthread, "+
			"vthread.x.")
	codeAttr = diag.Register("tvmscript-attr", "an attribute or annotation is not understood",
		"Keys are strings, values are numbers, strings, truth values, or lists and dicts of these. Some "+
			"names are taken by what "+
			"Inflight itself keeps at the operation.")
	codeUnused = diag.Register("tvmscript-annotation",
		"an annotation that changes the program in TVM or TileLang is not used",
		"The annotation of a loop or block has a meaning there, such as how a loop is pipelined, that "+
			"Inflight does not give it. The "+
			"program is what it is without the annotation. The suggestion says what to write instead, if "+
			"there is something.")
	codeQueue = diag.Register("tvmscript-queue", "a scope of asynchronous operations is not understood",
		"The number of a queue is a constant that is not negative. T.attr(0, \"async_wait_queue_scope\", "+
			"q) and "+
			"T.attr(0, \"async_wait_inflight_count\", n) stand together, the count inside.")
	codeJump = diag.Register("tvmscript-jump", "a break or continue that has no meaning where it stands",
		"break and continue concern the innermost loop around them, whose iterations must run one after "+
			"the other: range, T.serial, "+
			"T.grid of one axis, or while. The loop is not pipelined, bound to threads, parallel, "+
			"vectorized, unrolled or written "+
			"out over a list. In others, put the rest of the body under an if.")
	codeStatement = diag.Register("tvmscript-statement", "a statement that has no meaning in a prim_func",
		"The statement is Python that cannot be translated, or TVMScript that stands in the wrong place. "+
			"The suggestion says what "+
			"to write instead.")
	codeCall = diag.Register("tvmscript-prim-func-call", "a call of a prim_func does not fit its parameters",
		"Buffers are passed for buffers of the same shape and dtype, numbers for scalars, one argument per "+
			"parameter.")
	codeSchedule = diag.Register("tvmscript-schedule", "a schedule does something other than annotating",
		"Inflight reads the program as it is written, with sch.annotate lines. Other primitives change the "+
			"program: apply them in "+
			"TVM first, and give Inflight what sch.mod.script() prints.")
	codeEmpty = diag.Register("tvmscript-empty", "the file has no prim_func",
		"A TVMScript file has a function under @T.prim_func, alone or in a class under @I.ir_module. "+
			"Python functions that make "+
			"prim_funcs must be called in the file: f = make(128).")
	codeMany = diag.Register("tvmscript-many-errors", "too many errors",
		"Only the first errors are shown. Correct them and import again.")
	codeSize = diag.Register("tvmscript-size", "the program becomes too large",
		"Loops over Python lists and macros are written out at import time. What they make is limited to "+
			"some hundred thousand "+
			"statements. Use a loop of TVMScript, T.serial or T.unroll, for what is to run in the kernel.")
	codeTransfer = diag.Register("tvmscript-transfer", "an asynchronous copy is not understood",
		"T.ptx_cp_async copies 4, 8 or 16 contiguous bytes to shared memory: (dtype, pointer, offset, "+
			"pointer, offset, bytes). "+
			"T.ptx.cp.async_.ca.shared.global_ does: (pointer, pointer, bytes), with the bytes that are "+
			"read behind them. "+
			"T.dma_copy copies contiguous bytes that are a block of both buffers: (queue, pointer, "+
			"pointer, bytes). Pointers are "+
			"T.address_of(A[i, j]) or A.data.")
)
