package wasm

import (
	"context"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/team"
	"github.com/inflight-compiler/inflight/printed"
)

// instance is a module that can execute code of a run. A run of a program with tasks has several instances,
// which share the memory. One goroutine at a time uses an instance.
type instance struct {
	of     *run
	module api.Module
	inner  context.Context // context of the functions of the host
	site   int             // site at which its code stopped, or -1
	line   *printed.Line   // line that it is printing
	noting bool            // whether it is printing a note
	notes  []byte          // text of that note so far
	// verdict is the reason why the running code was stopped, if it did not stop at a site.
	verdict *diag.Diagnostic
	// seen is the last error for which the code of a coroutine has asked.
	seen *diag.Diagnostic
	// boxes are addresses of memory that the code is to free next.
	boxes []uint32

	thread *team.Thread // thread that executes tasks in the instance, nil in programs without tasks
	calls  []api.Function
	stack  api.MutableGlobal
}

// runKey is the key of the instance in the context of host functions.
type runKey struct{}

// newInstance makes an instance. Its context is that of the caller, whose end stops it only where it polls.
func (r *run) newInstance(ctx context.Context) (*instance, error) {
	i := &instance{of: r, site: -1, line: r.options.Output.Line()}
	i.inner = context.WithValue(context.WithoutCancel(ctx), runKey{}, i)
	m, err := machine()
	if err != nil {
		return nil, err
	}
	i.module, err = m.InstantiateModule(withMemory(i.inner), r.compiled,
		wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return nil, err
	}
	return i, nil
}

// Close implements team.Worker.
func (i *instance) Close() { _ = i.module.Close(i.inner) }
