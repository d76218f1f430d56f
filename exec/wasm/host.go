package wasm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/inflight-compiler/inflight/elementary"
	"github.com/inflight-compiler/inflight/target/wasm"
)

// machine returns the WebAssembly runtime with the functions of the host. All programs of the process share
// it.
var machine = sync.OnceValues(func() (wazero.Runtime, error) { return newMachine(context.Background()) })

// newMachine starts a WebAssembly runtime. The runtime panics on systems for which it has no compiler.
func newMachine(ctx context.Context) (m wazero.Runtime, err error) {
	if err := thisPlatform().check(); err != nil {
		return nil, err
	}
	defer func() {
		if cause := recover(); cause != nil {
			err = platformError(fmt.Sprint(cause))
		}
	}()
	m = wazero.NewRuntimeWithConfig(ctx,
		wazero.NewRuntimeConfigCompiler().
			WithCoreFeatures(api.CoreFeaturesV2|experimental.CoreFeaturesThreads))
	host := m.NewHostModuleBuilder(wasm.HostModule)
	for name, s := range wasm.Host {
		f, ok := hostFunction(name, s)
		if !ok {
			return nil, errors.New("nothing implements the host function " + name)
		}
		host.NewFunctionBuilder().WithGoFunction(f.call, f.params, f.results).Export(name)
	}
	_, err = host.Instantiate(ctx)
	return m, err
}

// function is a function of the host.
type function struct {
	call            api.GoFunc
	params, results []api.ValueType
}

// hostFunction returns the function of the host with a name and a signature.
func hostFunction(name string, s wasm.Signature) (function, bool) {
	switch name {
	case "trap":
		return function{trap, []api.ValueType{api.ValueTypeI32}, nil}, true
	case "poll":
		return function{poll, nil, nil}, true
	}
	if f, ok := taskFunctions[name]; ok {
		return f, true
	}
	if f, ok := coroutineFunctions[name]; ok {
		return f, true
	}
	if f, ok := printFunctions[name]; ok {
		return f, true
	}
	n, floats := s.Floats()
	call, ok := mathFunction(name, n)
	if !floats || !ok {
		return function{}, false
	}
	params := make([]api.ValueType, n)
	for i := range params {
		params[i] = api.ValueTypeF64
	}
	return function{call, params, []api.ValueType{api.ValueTypeF64}}, true
}

// stopped is the value of the panic by which a host function ends a program.
type stopped struct{}

func (stopped) Error() string { return "the program was stopped" }

// trap ends a program at a site.
func trap(ctx context.Context, stack []uint64) {
	ctx.Value(runKey{}).(*instance).site = int(uint32(stack[0]))
	panic(stopped{})
}

// poll lets other goroutines run. It ends a program whose time is up, or that was canceled.
func poll(ctx context.Context, _ []uint64) {
	runtime.Gosched()
	i := ctx.Value(runKey{}).(*instance)
	if i.of.limited.Err() != nil || i.thread != nil && i.of.tasks.team.Stopped() {
		panic(stopped{})
	}
}

// mathFunction returns the mathematical function with n operands that an import names. It is the simulator's
// function.
func mathFunction(name string, n int) (api.GoFunc, bool) {
	const prefix, suffix = "math_", "_f64"
	if len(name) < len(prefix)+len(suffix) {
		return nil, false
	}
	name = name[len(prefix) : len(name)-len(suffix)]
	switch n {
	case 1:
		f, ok := elementary.Unary[name]
		return func(_ context.Context, stack []uint64) {
			stack[0] = math.Float64bits(f(math.Float64frombits(stack[0])))
		}, ok
	case 2:
		f, ok := elementary.Binary[name]
		return func(_ context.Context, stack []uint64) {
			stack[0] = math.Float64bits(f(math.Float64frombits(stack[0]), math.Float64frombits(stack[1])))
		}, ok
	}
	return func(_ context.Context, stack []uint64) {
		x, y, z := math.Float64frombits(stack[0]), math.Float64frombits(stack[1]),
			math.Float64frombits(stack[2])
		stack[0] = math.Float64bits(math.FMA(x, y, z))
	}, name == "fma"
}
