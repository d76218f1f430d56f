package wasm

import (
	"context"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/team"
	"github.com/inflight-compiler/inflight/printed"
)

// instance is a module that can execute code of a run. A run of a program with tasks has several, which share
// the memory; each is used by one goroutine at a time.
type instance struct {
	of     *run
	module api.Module
	inner  context.Context // that of the functions of the host
	site   int             // where its code stopped, or -1
	line   *printed.Line   // what it has printed of a line
	noting bool            // whether what it prints is a note
	notes  []byte          // what it has printed of one
	// verdict is why the code that runs was stopped, if not at a site.
	verdict *diag.Diagnostic

	thread *team.Thread // that executes tasks in it, nil in programs without tasks
	calls  []api.Function
	stack  api.MutableGlobal
}

// runKey is the key of the instance in the context that host functions get.
type runKey struct{}

// newInstance makes an instance. Its context is that of the caller, which ends it only where it polls.
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
