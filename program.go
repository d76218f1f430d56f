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
	"github.com/inflight-compiler/inflight/target/llvm"
	"github.com/inflight-compiler/inflight/target/ptx"
	"github.com/inflight-compiler/inflight/target/wasm"
	"github.com/inflight-compiler/inflight/value"
)

// CompileConfig says what Compile makes.
type CompileConfig struct {
	Entry string // "" for the only public function, or of several @main
	// Engine is the name of an engine, "" for wasm or, for programs that it cannot compile, the simulator.
	Engine string
	// BoundsChecks has the engine native check every access to memory; the others always do.
	BoundsChecks bool
	// DeviceGraphs has the engine native give the device graphs of its operations, in place of streams and
	// events.
	DeviceGraphs bool
	// Pipeline says how annotated loops are pipelined, and Check how far the judge goes.
	Pipeline PipelineOptions
	Check    check.Options
	// AsIs takes the module as it is: annotated loops are not pipelined. Without it a module is pipelined as
	// Run does, which leaves one that Pipeline has made as it is.
	AsIs bool
	// Unchecked compiles the module without a verdict on its synchronization. Compiled code with a race
	// computes anything.
	Unchecked bool
	// Options are those of every run.
	Options exec.Options
}

// Program is a function that is ready to run on an engine, from several goroutines at once. It keeps no file
// and no process open.
type Program struct {
	entry    *ir.Op
	engine   string
	prepared exec.Program
	options  exec.Options
	warnings diag.List
	verdict  *check.Report
}

// Compile pipelines the annotated loops of the module, judges the result, and prepares a function of it for
// an engine. As with Run, a module in whose synchronization the judge finds a hazard is refused, whatever its
// entry reaches; the fields AsIs and Unchecked of the configuration leave the two steps out.
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
	engine, prepared, remark, err := prepare(ctx, m.op, fn.SymbolName(), c.Engine,
		llvm.Config{BoundsChecks: c.BoundsChecks, Graphs: c.DeviceGraphs})
	if err != nil {
		return nil, err
	}
	if p.engine, p.prepared = engine.Name(), prepared; remark != nil {
		p.warnings.Add(remark)
	}
	p.warnings.Add(exec.Remarks(engine, m.op)...)
	return p, nil
}

// forEngine returns the program that Compile hands to an engine, judged if it is to be.
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

// ready reports an engine that does not exist, or cannot run on this machine, before anything is done with
// the program.
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

// prepare prepares a function for an engine, which it chooses if the name is "". Then there may be a remark
// about the choice.
func prepare(ctx context.Context, module *ir.Op, entry, name string, c llvm.Config) (exec.Engine,
	exec.Program, *diag.Diagnostic, error) {
	if name == "" {
		return exec.Choose(ctx, module, entry)
	}
	engine, err := exec.Lookup(name)
	if err != nil {
		return nil, nil, nil, err
	}
	engine = exec.Native(engine, c)
	program, err := exec.Compile(ctx, engine, module, entry)
	return engine, program, nil, err
}

// Engine returns the name of the engine that the program runs on.
func (p *Program) Engine() string { return p.engine }

// Warnings returns the warnings and remarks of pipelining, and of the choice of the engine.
func (p *Program) Warnings() diag.List { return p.warnings }

// Verdict returns what the judge found when the program was compiled, nil if it was compiled unchecked.
func (p *Program) Verdict() *check.Report { return p.verdict }

// Close gives back what the engine has prepared, after the runs in progress; runs that come later may fail. A
// program that is not closed is cleaned up when nothing refers to it any more.
func (p *Program) Close() error {
	if c, ok := p.prepared.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Arguments makes arguments for the program: from files and numbers, random where in says nothing.
func (p *Program) Arguments(in exec.Inputs) ([]exec.Argument, error) { return in.Arguments(p.entry) }

// Start runs the program on arguments, as values that exec.Values or the functions of package value make, and
// returns at once; Go takes slices and numbers of Go. Their buffers are the program's until the run has
// ended; then they hold what it wrote. When ctx ends, so does the run, with an error: the engine native ends
// the process.
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

// run turns a panic, which is a mistake of ours, into an error: a goroutine of this package must not end its
// user's program.
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

// BuildConfig says what BuildExecutable, BuildLibrary, BuildObject and LLVM make.
type BuildConfig struct {
	Entry string // of an executable, "" for the only public function, or of several @main
	// BoundsChecks has every access to memory checked.
	BoundsChecks bool
	// DeviceGraphs gives the device graphs of its operations, in place of streams and events.
	DeviceGraphs bool
}

func (c BuildConfig) native() llvm.Config {
	return llvm.Config{BoundsChecks: c.BoundsChecks, Graphs: c.DeviceGraphs}
}

// BuildExecutable compiles the module, as it is, to an executable that runs the entry on the arguments of its
// command line. It needs clang 22.
func (m *Module) BuildExecutable(ctx context.Context, c BuildConfig, file string) error {
	m, err := m.Threads(ctx)
	if err != nil {
		return err
	}
	fn, err := exec.Entry(m.op, c.Entry)
	if err != nil {
		return err
	}
	return native.BuildExecutable(ctx, m.op, fn.SymbolName(), file, c.native())
}

// BuildLibrary compiles the module, as it is, to a shared library with its public functions, and writes a C
// header beside it. It needs clang 22.
func (m *Module) BuildLibrary(ctx context.Context, c BuildConfig, file string) error {
	m, err := m.Threads(ctx)
	if err != nil {
		return err
	}
	return native.BuildLibrary(ctx, m.op, file, c.native())
}

// BuildObject compiles the module, as it is, to an object file or, with a name in .a, a static library with
// its public functions, and writes a C header beside it. It needs clang 22 and objcopy.
func (m *Module) BuildObject(ctx context.Context, c BuildConfig, file string) error {
	m, err := m.Threads(ctx)
	if err != nil {
		return err
	}
	return native.BuildObject(ctx, m.op, file, c.native())
}

// LLVM lowers the module, as it is, and returns its LLVM IR: that of an executable for the entry or, if there
// is none, that of a library.
func (m *Module) LLVM(ctx context.Context, c BuildConfig) ([]byte, error) {
	m, err := m.Threads(ctx)
	if err != nil {
		return nil, err
	}
	if c.Entry == "" {
		return llvm.LibraryText(ctx, m.op, c.native())
	}
	fn, err := exec.Entry(m.op, c.Entry)
	if err != nil {
		return nil, err
	}
	return llvm.Text(ctx, m.op, fn.SymbolName(), c.native())
}

// WebAssembly lowers the module, as it is, and returns it as a module of WebAssembly that node and browsers
// can run: the function entry with what it calls or, if entry is "", every public function, and a custom
// section that describes them (examples/wasm/inflight.mjs reads it).
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

// PTX compiles the kernels of the module, as they are, to the code of NVIDIA's devices, and describes them in
// JSON: parameters, shared memory, the sizes of blocks. Loops that are bound to threads must be free of
// hazards between these.
func (m *Module) PTX(ctx context.Context, o ptx.Options) (*ptx.Kernels, error) {
	threads, err := m.judgedThreads(ctx)
	if err != nil {
		return nil, err
	}
	kernels, err := ptx.Compile(ctx, threads.op, o)
	if err == nil && threads != m {
		kernels.Remarks = append(slices.Clone(threads.warnings[len(m.warnings):]), kernels.Remarks...)
	}
	return kernels, err
}

// LLVMText returns the LLVM IR of a module of the llvm dialect. Nothing is lowered.
func (m *Module) LLVMText() ([]byte, error) {
	text, diags := llvm.Append(nil, m.op)
	return text, diags.Err()
}
