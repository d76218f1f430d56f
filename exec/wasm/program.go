package wasm

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/wasm"
	"github.com/inflight-compiler/inflight/value"
)

var (
	codeClosed = diag.Register("wasm-closed", "a program is run after it was closed",
		"Program.Close gives the machine code back. Compile the program again, or close it when all runs "+
			"have begun.")
	codeEngine = diag.Register("wasm-engine", "the machine code of a program cannot be made",
		"The runtime of WebAssembly refused the program that the compiler made. This is a mistake in the "+
			"compiler; please report it.")
)

// Program is a compiled program. Its machine code is freed by Close, or when nothing refers to the program
// any more.
type Program struct {
	entry     *wasm.Entry
	signature value.Signature
	code      *wasm.Module
	compiled  wazero.CompiledModule
	memory    wazero.CompiledModule // shared by the instances, nil if there are no tasks
	span      diag.Span             // of the entry
	cleanup   runtime.Cleanup

	use    sync.RWMutex // held for reading by runs
	closed bool
}

// Compile compiles a module that begins with the function entry. The module is not changed.
func Compile(ctx context.Context, module *ir.Op, entryName string, c config.Code) (*Program, error) {
	go prepare() // while the passes run
	fn := ir.NewSymbolTables().Lookup(module, entryName)
	e, err := wasm.EntryOf(fn)
	if err != nil {
		return nil, err
	}
	code, err := wasm.Compile(ctx, module,
		wasm.Options{Code: c, Exports: map[string]string{entryName: entryExport}, Tasks: true})
	if err != nil {
		return nil, err
	}
	m, err := machine()
	if err != nil {
		return nil, notStarted(err, fn.Span())
	}
	compiled, err := machineCode(ctx, m, code.Bytes)
	if interrupt.Is(err) {
		return nil, err
	}
	if err != nil {
		return nil, diag.Errorf(codeEngine, fn.Span(), "the compiled code of '@%s' is refused: %v", entryName,
			err).Because(err)
	}
	p := &Program{entry: e, signature: value.SignatureOf(fn), code: code, compiled: compiled, span: fn.Span()}
	made := []wazero.CompiledModule{compiled}
	if code.Memory != nil {
		if p.memory, err = machineCode(ctx, m, code.Memory); err != nil {
			_ = closeAll(made)
			if interrupt.Is(err) {
				return nil, err
			}
			return nil, diag.Errorf(codeEngine, fn.Span(), "the memory of '@%s' is refused: %v", entryName,
				err).Because(err)
		}
		made = append(made, p.memory)
	}
	p.cleanup = runtime.AddCleanup(p, func(all []wazero.CompiledModule) { _ = closeAll(all) }, made)
	return p, nil
}

// machineCode compiles WebAssembly to machine code. The compiler ignores the end of its context.
func machineCode(ctx context.Context, m wazero.Runtime, code []byte) (wazero.CompiledModule, error) {
	return interrupt.Await(ctx, func() (wazero.CompiledModule, error) { return m.CompileModule(ctx, code) },
		func(c wazero.CompiledModule) { _ = closeAll([]wazero.CompiledModule{c}) })
}

// closeAll frees machine code.
func closeAll(all []wazero.CompiledModule) error {
	var errs []error
	for _, c := range all {
		if c != nil {
			errs = append(errs, c.Close(context.Background()))
		}
	}
	return errors.Join(errs...)
}

// prepare starts the WebAssembly runtime, once in a process.
func prepare() {
	wasm.Prepare()
	_, _ = machine()
}

// notStarted is the error of a runtime that does not start.
func notStarted(err error, span diag.Span) error {
	code := codeEngine
	if _, ok := errors.AsType[platformError](err); ok {
		code = codePlatform
	}
	return diag.Errorf(code, span, "the runtime of WebAssembly cannot be started: %v",
		err).Because(err).Suggest("use --engine sim")
}

// Close frees the machine code, after the end of the runs in progress. Later runs return an error. Further
// calls do nothing.
func (p *Program) Close() error {
	p.use.Lock()
	defer p.use.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	p.cleanup.Stop()
	return closeAll([]wazero.CompiledModule{p.compiled, p.memory})
}

// entryExport is the name under which modules export the entry.
const entryExport = "entry"
