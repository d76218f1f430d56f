package sim

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Program is a compiled function with all functions that it calls. It is immutable and may be run
// concurrently.
type Program struct {
	entry     *function
	functions []*function
	sites     []site
	globals   map[string]*ir.Op
	// groupTokens is set if commits return the tokens of their groups, so that threads other than the
	// committing one may wait for them.
	groupTokens bool
	// counts is set if the program counts references to tokens, so that an object which it never frees is an
	// error.
	counts bool
	// lazy is set if the program may make tasks that have not started, so that waits start them.
	lazy bool
	// sharedGlobals are the globals that each block of a kernel has for itself.
	sharedGlobals map[string]*allocation
}

// function is a compiled function: instructions over two classes of registers, scalars and references.
type function struct {
	op      *ir.Op
	name    string
	code    []instr
	regs    []uint64 // initial scalar registers: the constants of the function
	numMems int32
	args    []int32 // registers of the arguments; their types decide the classes
	types   *ir.FunctionType
	returns []ir.Type // types of the values that its terminators return
	loops   *scope    // the empty nest at the top of the function
	vectors bool      // whether an argument or a result is a vector
	// For the body of threads that an instruction issues: the site of that instruction, else -1, and the
	// moves that fill the frame from that of the issuing thread.
	site     int32
	captures []move
}

// instr is one instruction. The loop that calls exec has already set pc to the next instruction.
type instr struct {
	exec         func(t *thread, in *instr)
	dst, a, b, c int32   // registers or, for jumps, targets
	imm          uint64  // mask, shift, constant or target
	args         []int32 // registers of indices and other lists
	data         any     // data of one kind of instruction
	// body of the threads that the instruction issues; nil for the instructions that follow
	body    *function
	site    int32 // index into Program.sites
	counted bool  // whether it is the instruction of its operation that costs time
	// pauses is set if the instruction ends an iteration, or issues or commits an operation: timelines begin
	// a new event.
	pauses  bool
	touches bool // whether it accesses memory, so that schedules differ by when it runs
}

// site is an operation with code, and its description for reports.
type site struct {
	op    *ir.Op
	scope *scope
	name  string // label of asynchronous operations and blocks in timelines
	// instance is set if the operation is an instance of a statement of a pipelined loop. iteration is the
	// iteration of the instance; if relative is set, it counts from the iteration of the innermost loop.
	instance, relative bool
	iteration          int
}

// span returns the place of the operation.
func (s *site) span() diag.Span { return s.op.Span() }

// scope is a loop nest, with the registers that hold the induction variables while its body runs.
type scope struct {
	parent *scope
	names  []string
	regs   []int32
}

// scopeAt returns the loop nest of a site in the code of a function. The body of threads that an operation
// issues has the induction variables of the loops around the operation in registers of its own.
func (p *Program) scopeAt(fn *function, site int32) *scope {
	if site == fn.site {
		return fn.loops
	}
	return p.sites[site].scope
}

// depth returns the number of induction variables of the nest.
func (s *scope) depth() int {
	n := 0
	for ; s != nil; s = s.parent {
		n += len(s.regs)
	}
	return n
}

// Inputs returns the types of the entry function's arguments.
func (p *Program) Inputs() []ir.Type { return p.entry.types.Inputs }

// Results returns the types of the entry function's results.
func (p *Program) Results() []ir.Type { return p.entry.types.Results }

// Span returns the place of the entry function.
func (p *Program) Span() diag.Span { return p.entry.op.Span() }
