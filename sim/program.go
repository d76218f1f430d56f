package sim

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Program is a compiled function with everything it calls. It is immutable and may be run concurrently.
type Program struct {
	entry     *function
	functions []*function
	sites     []site
	globals   map[string]*ir.Op
	// host: kernels are not part of the program, but executed by Config.Launch.
	host bool
	// groupTokens: commits return the tokens of their groups, so that others than the thread that commits may
	// wait for them.
	groupTokens bool
	// counts: the program counts references to tokens, so that what it never frees is an error.
	counts bool
	// sharedGlobals are those that every block of a kernel has for itself.
	sharedGlobals map[string]*allocation
}

// function is a compiled function: instructions over two classes of registers, scalars and references.
type function struct {
	op      *ir.Op
	name    string
	code    []instr
	regs    []uint64 // initial scalar registers: the constants of the function
	numMems int32
	args    []int32 // registers of the arguments, by class of their types
	types   *ir.FunctionType
	returns []ir.Type // what its terminators return
	loops   *scope    // the empty nest at the top of the function
	vectors bool      // whether arguments or results are vectors
	// Of what a thread executes that an instruction issues: the site of that instruction, else -1, and what
	// fills the frame from that of the issuing thread.
	site     int32
	captures []move
}

// instr is one instruction. exec advances nothing: the loop that calls it has already set pc to the next
// instruction.
type instr struct {
	exec         func(t *thread, in *instr)
	dst, a, b, c int32     // registers or, for jumps, targets
	imm          uint64    // mask, shift, constant or target
	args         []int32   // registers of indices and other lists
	data         any       // what only one kind of instruction needs
	body         *function // what a thread executes that the instruction issues; nil: what follows
	site         int32     // index into Program.sites
	counted      bool      // whether it is the one instruction of its operation that costs time
	// whether it ends an iteration, or issues or commits something: timelines begin a new event
	pauses  bool
	touches bool // whether it accesses memory, so that schedules differ by when it runs
}

// site is what reports need to know about an operation with code.
type site struct {
	op    *ir.Op
	scope *scope
	name  string // label of asynchronous operations and blocks in timelines
	// instance: the operation is an instance of a statement of a pipelined loop, for that iteration or, when
	// relative, for as many after that of the innermost loop.
	instance, relative bool
	iteration          int
}

// span returns the place of the operation.
func (s *site) span() diag.Span { return s.op.Span() }

// scope is a loop nest: the registers that hold the induction variables while its body runs.
type scope struct {
	parent *scope
	names  []string
	regs   []int32
}

// scopeAt returns the loop nest of a site in the code of a function. What an operation issues has the loops
// around that in registers of its own.
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
