package inflight

import (
	"context"
	"io"
	"slices"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/native"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/asyncio"
	"github.com/inflight-compiler/inflight/target/hlo"
	"github.com/inflight-compiler/inflight/target/llvm"
	"github.com/inflight-compiler/inflight/target/ptx"
	"github.com/inflight-compiler/inflight/target/wasm"
	"github.com/inflight-compiler/inflight/value"
)

// CompileConfig configures Compile.
type CompileConfig struct {
	Entry string // "" for the only public function, or for @main if there are several
	// Engine is the name of an engine, "" for wasm or, for programs that it cannot compile, the simulator.
	Engine string
	// Code says how the engine compiles the program.
	exec.Code
	// Pipeline says how annotated loops are pipelined, and Check how far the judge goes.
	Pipeline PipelineOptions
	Check    check.Options
	// AsIs compiles the module without pipelining its annotated loops. Otherwise Compile pipelines the module
	// as Run does; a module that Pipeline has made does not change by that.
	AsIs bool
	// Unchecked compiles the module without a verdict on its synchronization. The results of code with a race
	// are not defined.
	Unchecked bool
	// Options are those of every run.
	Options exec.Options
}

// Program is a function that is compiled for an engine. Several goroutines may run it at the same time. It
// keeps no file and no process open.
type Program struct {
	entry    *ir.Op
	engine   string
	prepared exec.Program
	options  exec.Options
	warnings diag.List
	verdict  *check.Report
}

// Compile pipelines the annotated loops of the module, judges the result, and compiles a function of it for
// an engine. Like Run, Compile refuses a module with a hazard, also if the entry does not reach the function
// with the hazard. The fields AsIs and Unchecked of the configuration omit the first two steps.
func (m *Module) Compile(ctx context.Context, c CompileConfig) (*Program, error) {
	proof, err := m.forEngine(ctx, c)
	if err != nil {
		return nil, err
	}
	m = proof.piped
	fn, err := exec.Entry(m.op, c.Entry)
	if err != nil {
		return nil, err
	}
	p := &Program{entry: fn, options: c.Options, warnings: proof.warnings, verdict: proof.verdict}
	engine, prepared, remark, err := prepare(ctx, m.op, fn.SymbolName(), c.Engine, c.Code)
	if err != nil {
		return nil, err
	}
	if p.engine, p.prepared = engine.Name(), prepared; remark != nil {
		p.warnings.Add(remark)
	}
	p.warnings.Add(exec.Remarks(engine, m.op)...)
	return p, nil
}

// forEngine returns the program that Compile gives to an engine. The program is judged unless c.Unchecked is
// set.
func (m *Module) forEngine(ctx context.Context, c CompileConfig) (*proof, error) {
	if err := ready(ctx, c.Engine); err != nil {
		return nil, err
	}
	m, err := m.onBuffers(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := exec.Entry(m.op, c.Entry); err != nil {
		return nil, err
	}
	var p *proof
	if c.AsIs {
		p, err = proofAsIs(ctx, m)
	} else {
		p, err = newProof(ctx, m, c.Pipeline)
	}
	if err == nil && !c.Unchecked {
		p.check = c.Check
		err = p.judge(ctx)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// ready returns an error if no engine has this name, or if the engine cannot run on this machine. It is
// called before any work on the program.
func ready(ctx context.Context, name string) error {
	if name == "" {
		return nil
	}
	engine, err := exec.Lookup(name)
	if err != nil {
		return err
	}
	return exec.Ready(ctx, engine)
}

// prepare compiles a function for the named engine. If the name is "", it chooses the engine, and may return
// a remark about the choice.
func prepare(ctx context.Context, module *ir.Op, entry, name string, c exec.Code) (exec.Engine,
	exec.Program, *diag.Diagnostic, error) {
	if name == "" {
		return exec.Choose(ctx, module, entry, c)
	}
	engine, err := exec.Lookup(name)
	if err != nil {
		return nil, nil, nil, err
	}
	program, err := engine.Compile(ctx, module, entry, c)
	return engine, program, nil, err
}

// Engine returns the name of the engine that the program runs on.
func (p *Program) Engine() string { return p.engine }

// Warnings returns the warnings and remarks of pipelining, and of the choice of the engine.
func (p *Program) Warnings() diag.List { return p.warnings }

// Verdict returns the judge's report from the compilation, nil if the program was compiled unchecked.
func (p *Program) Verdict() *check.Report { return p.verdict }

// Close frees the resources that the engine has allocated, after the runs in progress have ended. Later runs
// may fail. The resources of a program that is not closed are freed when the garbage collector finds it
// unreachable.
func (p *Program) Close() error {
	if c, ok := p.prepared.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Arguments makes arguments for the program from files and numbers. An argument that in does not mention gets
// random contents.
func (p *Program) Arguments(in exec.Inputs) ([]exec.Argument, error) { return in.Arguments(p.entry) }

// Start starts the program and returns at once. The arguments are values that exec.Values or the functions of
// package value make; Go takes Go slices and numbers instead. The caller must not touch the buffers of the
// arguments until the run has ended; then they hold the values that the program wrote. When ctx ends, the run
// ends with an error; the engine native kills the process of the run.
func (p *Program) Start(ctx context.Context, args []value.Value) *Future {
	ctx, cancel := context.WithCancel(ctx)
	f := &Future{done: make(chan struct{}), cancel: cancel}
	go func() {
		defer cancel()
		defer close(f.done)
		f.values, f.err = p.run(ctx, args)
	}()
	return f
}

// run returns a panic of an engine, which is a mistake in Inflight, as an error: a goroutine of this package
// must not end the process of its user.
func (p *Program) run(ctx context.Context, args []value.Value) (values []value.Value, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = diag.Errorf(codeRunPanic, p.entry.Span(), "internal error while running '@%s': %v",
				p.entry.SymbolName(), cause)
		}
	}()
	return p.prepared.Run(ctx, args, p.options)
}

var codeRunPanic = diag.Register("run-internal", "an engine has failed",
	"This is a mistake in Inflight, not in the program. Please report it with the program.")

// Future is a run in progress. Its methods may be called from any goroutine, any number of times.
type Future struct {
	done   chan struct{}
	cancel context.CancelFunc
	values []value.Value
	err    error
}

// Wait waits for the run to end and returns its results or its error. If ctx ends first, Wait returns that
// error, and the run goes on: Cancel, or the end of the context that Start was given, ends it.
func (f *Future) Wait(ctx context.Context) ([]value.Value, error) {
	select {
	case <-f.done:
		return f.values, f.err
	default:
	}
	select {
	case <-f.done:
		return f.values, f.err
	case <-ctx.Done():
		return nil, interrupt.Error(ctx)
	}
}

// Done returns a channel that is closed when the run has ended.
func (f *Future) Done() <-chan struct{} { return f.done }

// Cancel ends the run; Wait then returns an error, unless the run had ended before.
func (f *Future) Cancel() { f.cancel() }

// BuildConfig configures BuildExecutable, BuildLibrary, BuildObject and LLVM.
type BuildConfig struct {
	Entry string // of an executable; "" for the only public function, or for @main if there are several
	// Code says how the program is compiled, as for the engine native.
	exec.Code
}

// BuildExecutable compiles the module, without pipelining or judging it, to an executable that runs the entry
// on the arguments of its command line. It needs clang 22.
func (m *Module) BuildExecutable(ctx context.Context, c BuildConfig, file string) error {
	m, err := m.Threads(ctx)
	if err != nil {
		return err
	}
	fn, err := exec.Entry(m.op, c.Entry)
	if err != nil {
		return err
	}
	return native.BuildExecutable(ctx, m.op, fn.SymbolName(), file, c.Code)
}

// BuildLibrary compiles the module, without pipelining or judging it, to a shared library with its public
// functions, and writes a C header beside it. It needs clang 22.
func (m *Module) BuildLibrary(ctx context.Context, c BuildConfig, file string) error {
	m, err := m.Threads(ctx)
	if err != nil {
		return err
	}
	return native.BuildLibrary(ctx, m.op, file, c.Code)
}

// BuildObject compiles the module, without pipelining or judging it, to an object file with its public
// functions, or to a static library if the file's name ends in .a. It writes a C header beside it. It needs
// clang 22 and objcopy.
func (m *Module) BuildObject(ctx context.Context, c BuildConfig, file string) error {
	m, err := m.Threads(ctx)
	if err != nil {
		return err
	}
	return native.BuildObject(ctx, m.op, file, c.Code)
}

// LLVM lowers the module, without pipelining or judging it, and returns its LLVM IR: that of an executable
// for the entry or, if there is no entry, that of a library.
func (m *Module) LLVM(ctx context.Context, c BuildConfig) ([]byte, error) {
	m, err := m.Threads(ctx)
	if err != nil {
		return nil, err
	}
	if c.Entry == "" {
		return llvm.LibraryText(ctx, m.op, c.Code)
	}
	fn, err := exec.Entry(m.op, c.Entry)
	if err != nil {
		return nil, err
	}
	return llvm.Text(ctx, m.op, fn.SymbolName(), c.Code)
}

// WebAssembly lowers the module, without pipelining or judging it, and returns a WebAssembly module that node
// and browsers can run. The WebAssembly module has the function entry and the functions that it calls or, if
// entry is "", every public function. A custom section describes the functions; examples/wasm/inflight.mjs
// reads it.
func (m *Module) WebAssembly(ctx context.Context, entry string) ([]byte, error) {
	m, err := m.Threads(ctx)
	if err != nil {
		return nil, err
	}
	if entry != "" {
		if _, err := exec.Entry(m.op, entry); err != nil {
			return nil, err
		}
	}
	return wasm.Build(ctx, m.op, entry)
}

// What PTX takes and returns.
type (
	// PTXOptions says how kernels are compiled.
	PTXOptions = ptx.Options
	// Kernels is the text of kernels in PTX, with a description of each.
	Kernels = ptx.Kernels
	// Kernel has the data that a caller needs to launch a kernel.
	Kernel = ptx.Kernel
	// KernelParameter is one parameter of a kernel.
	KernelParameter = ptx.Parameter
	// KernelTensorMap is how a tensor map among a kernel's parameters is to be encoded.
	KernelTensorMap = ptx.TensorMap
)

// PTX compiles the kernels of the module, without pipelining them, to PTX, and describes them in JSON:
// parameters, shared memory, sizes of blocks. It returns an error if the threads of a loop that is bound to
// threads have a hazard between them, or if a kernel with barrier objects is wrong.
func (m *Module) PTX(ctx context.Context, o PTXOptions) (*Kernels, error) {
	threads, err := m.judgedThreads(ctx)
	if err != nil {
		return nil, err
	}
	kernels, err := ptx.Compile(ctx, threads.op, o)
	if err == nil {
		err = judgeWritten(ctx, threads.op, kernels)
	}
	if err != nil {
		return nil, err
	}
	if threads != m {
		kernels.Remarks = append(slices.Clone(threads.warnings[len(m.warnings):]), kernels.Remarks...)
	}
	return kernels, err
}

// Asyncio returns the module as a program in Python, whose tasks run on asyncio. What cannot be written is an
// error with its place.
func (m *Module) Asyncio() ([]byte, error) { return asyncio.Write(m.op) }

// HLO returns the module as a scheduled module of XLA's HLO: calls as instructions, asynchronous regions as
// starts and dones. What cannot be written is an error with its place.
func (m *Module) HLO(ctx context.Context) ([]byte, error) { return hlo.Write(ctx, m.op) }

// LLVMText returns the LLVM IR of a module of the llvm dialect. Nothing is lowered.
func (m *Module) LLVMText() ([]byte, error) {
	text, diags := llvm.Append(nil, m.op)
	return text, diags.Err()
}
