package sim

import "github.com/inflight-compiler/inflight/diag"

// IsUnsupported reports whether a diagnostic of Compile says that the simulator does not support an operation
// or type. Such a program may be correct.
func IsUnsupported(d *diag.Diagnostic) bool {
	return d.Code == codeUnsupportedOp || d.Code == codeUnsupportedType
}

// Codes of errors about memory.
var (
	codeOutOfBounds = diag.Register("sim-out-of-bounds", "an index lies outside of its dimension",
		"Every index must be at least 0 and less than the extent of its dimension.")
	codeUseAfterFree = diag.Register("sim-use-after-free", "memory is used after it was freed",
		"The buffer was deallocated, or the scope of its alloca has ended, before the access.")
	codeDoubleFree = diag.Register("sim-double-free", "memory is freed twice",
		"A buffer must be deallocated once.")
	codeBadFree = diag.Register("sim-bad-free", "memory is freed that memref.alloc did not make",
		"Only what memref.alloc returned may be deallocated, not a part of it, an argument, a global or an "+
			"alloca.")
	codeNegativeSize = diag.Register("sim-negative-size", "an extent is negative",
		"The extents of memory must be at least 0.")
)

// CodeShape is the code of errors about shapes, also of those that an executor finds.
var CodeShape = diag.Register("sim-shape-mismatch", "two shapes that must agree differ",
	"Extents that are known only at run time do not fit what the operation requires.")

// Codes of other errors that stop the machine.
var (
	codeAssert = diag.Register("sim-assert", "an assertion does not hold",
		"The operand of cf.assert was false; the message is that of the assertion. In a task that is an "+
			"error of the task, which the program ends in if nobody awaits it. Change the program, or give "+
			"arguments for "+
			"which it holds.")
	codeAsyncError = diag.Register("sim-async-error", "a task that the program awaits has ended in an error",
		"An assertion did not hold in the task, or in one that it depends on or awaits; the note names the "+
			"first. A task that "+
			"awaits one in error is in error, too; the entry function cannot go on.")
	codeGroupFull = diag.Register("sim-group-full", "a group is given more tokens than it has room for",
		"async.create_group says how many tokens and values are added; async.await_all waits for that many.")
	codeDivByZero = diag.Register("sim-div-by-zero", "an integer is divided by zero",
		"The divisor of a division or remainder was 0.")
	codeDivRange = diag.Register("sim-div-overflow", "a quotient does not fit its type",
		"The smallest signed integer was divided by -1.")
	codeRandom = diag.Register("sim-random", "a generator of random numbers is used that there is not",
		"rtsrand makes a generator, whose numbers rtrand returns until rtdrand removes it. A program may "+
			"have 4096 at once.")
	codeStep = diag.Register("sim-nonpositive-step", "a loop's step is not positive",
		"The step of a loop must be at least 1.")
	codeStuckWait = diag.Register("sim-stuck-wait", "a wait does not end",
		"A thread of control waits for a group that has not completed within the limit of steps.")
	codeSteps = diag.Register("sim-limit-steps", "the limit of steps is reached",
		"The program did not end within the allowed number of steps; raise the limit if it needs more.")
	codeMemory = diag.Register("sim-limit-memory", "the limit of memory is reached",
		"The program, with what the search for hazards records, needs more memory than is allowed; raise "+
			"the limit if it should.")
	codeDepth = diag.Register("sim-limit-depth", "calls are nested too deeply",
		"A recursion does not end, or needs a higher limit.")
)

// Codes of errors in the program or the arguments, found before the run.
var (
	codeUnsupportedOp = diag.Register("sim-unsupported-op", "the simulator cannot execute an operation",
		"The operation, or this form of it, is not part of what the abstract machine executes. Lower it to "+
			"operations of scf, "+
			"arith, memref or pipeline first.")
	codeUnsupportedType = diag.Register("sim-unsupported-type", "the simulator has no values of a type",
		"Values are integers of at most 64 bits, index, floats of at most 64 bits, vectors of fixed length "+
			"of them, and "+
			"memrefs of all these.")
	codeNoEntry = diag.Register("sim-no-entry", "the function to run does not exist",
		"The module has no function of that name with a body. --entry names another.")
	codeArguments = diag.Register("sim-bad-argument", "an argument does not fit the function",
		"The number, type, shape or aliasing of the arguments is not what the function's type says.")
	codeInternal = diag.Register("sim-internal", "the simulator has failed",
		"This is a mistake of the simulator, not of the program. Please report it, with the program.")
)
