package attributes

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/sim"
	llvmtarget "github.com/inflight-compiler/inflight/target/llvm"
	"github.com/inflight-compiler/inflight/target/ptx"
	"github.com/inflight-compiler/inflight/target/wasm"
)

// Consumer is what does something with a program: what it makes of a copy of it, as text, or an error where
// it refuses the program.
type Consumer struct {
	Name string
	Make consume
}

// Consumers are all that programs go to.
var Consumers = []Consumer{
	{"sim", onBuffers(simulated)}, {"wasm", onBuffers(webAssembly)}, {"native", onBuffers(nativeText)},
	{"llvm", upstream},
	{"ptx", inCore(kernels)}, {"check", inCore(judged)},
}

type consume = func(ctx context.Context, module *ir.Op) (string, error)

// onBuffers gives a consumer programs without tensors: what the program computes on tensors, it computes on
// buffers.
func onBuffers(f consume) consume {
	return inCore(func(ctx context.Context, module *ir.Op) (string, error) {
		if slices.ContainsFunc(slices.Collect(module.Walk()), hasTensors) {
			var err error
			if module, err = lowered(ctx, module, []string{"bufferize-tensors"}); err != nil {
				return "", err
			}
		}
		return f(ctx, module)
	})
}

// inCore gives a consumer programs without operations that others stand for, as inflight.Module.Core does.
func inCore(f consume) consume {
	return func(ctx context.Context, module *ir.Op) (string, error) {
		module, err := lowered(ctx, module,
			[]string{"air-to-async", "convert-index-to-arith", "expand-ub", "expand-vp",
				"expand-complex-bitcast"})
		if err != nil {
			return "", err
		}
		return f(ctx, module)
	}
}

func hasTensors(op *ir.Op) bool {
	return slices.ContainsFunc(op.ResultTypes(), func(t ir.Type) bool {
		_, ok := t.(*ir.TensorType)
		return ok
	})
}

// limit is how long the simulator may take.
const limit = 2 * time.Second

// simulated are the results of a program, run in order on random arguments, and what else is found out about
// it.
func simulated(ctx context.Context, module *ir.Op) (string, error) {
	fn, err := exec.Entry(module, "")
	if err != nil {
		return "", err
	}
	args, err := exec.Inputs{Seed: 3}.Arguments(fn)
	if err != nil {
		return "", err
	}
	p, err := sim.Compile(module, fn.SymbolName())
	if err != nil {
		return "", err
	}
	var b strings.Builder
	o := exec.Options{Limits: exec.Limits{Time: limit}, Output: printed.NewOutput(&b, &b)}
	r, err := exec.Simulate(ctx, p, sim.Config{Hazards: true}, exec.Values(args), o)
	if err != nil {
		return "", err
	}
	for _, v := range append(exec.Values(args), r.Returns...) {
		fmt.Fprintln(&b, v)
		if v.Buffer != nil {
			fmt.Fprintf(&b, "%x\n", v.Buffer.Data)
		}
	}
	for _, d := range r.Diagnostics() {
		fmt.Fprintln(&b, d)
	}
	return b.String(), nil
}

// webAssembly is the code of the engine wasm.
func webAssembly(ctx context.Context, module *ir.Op) (string, error) {
	m, err := wasm.Compile(ctx, module.Clone(nil), wasm.Options{Tasks: true})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.Write(m.Bytes)
	for _, s := range m.Sites {
		fmt.Fprintln(&b, s.Reason, s.Message)
	}
	return b.String(), nil
}

// nativeText is the LLVM IR of the engine native.
func nativeText(ctx context.Context, module *ir.Op) (string, error) {
	fn, err := exec.Entry(module, "")
	if err != nil {
		return "", err
	}
	text, err := llvmtarget.Text(ctx, module, fn.SymbolName(), exec.Code{})
	return string(text), err
}

// lowerings are the passes with the names of upstream's that make the llvm dialect of a program.
var lowerings = []string{
	"convert-linalg-to-loops", "expand-strided-metadata", "lower-affine", "convert-scf-to-cf",
	"convert-math-to-llvm", "convert-math-to-libm",
	"convert-vector-to-llvm", "convert-index-to-llvm", "convert-ub-to-llvm", "convert-arith-to-llvm",
	"finalize-memref-to-llvm", "convert-cf-to-llvm", "convert-func-to-llvm",
	"reconcile-unrealized-casts",
}

// upstream is the LLVM IR that passes with the names of upstream's lead to.
func upstream(ctx context.Context, module *ir.Op) (string, error) {
	module, err := lowered(ctx, module, lowerings)
	if err != nil {
		return "", err
	}
	for op := range module.Walk() {
		if dialect := op.Def().DialectName(); dialect != llvm.Dialect.Name && !op.Is(builtin.Module) {
			return "", fmt.Errorf("'%s' is left", op.Name())
		}
	}
	text, diags := llvmtarget.Append(nil, module)
	return string(text), diags.Err()
}

// lowered is a copy of a program that passes have run on.
func lowered(ctx context.Context, module *ir.Op, passes []string) (*ir.Op, error) {
	p, err := pass.Parse("builtin.module(" + strings.Join(passes, ",") + ")")
	if err != nil {
		return nil, err
	}
	module = module.Clone(nil)
	if diags := (&pass.Manager{Pipeline: p}).Run(ctx, module); diags.HasErrors() {
		return nil, diags.Err()
	}
	return module, nil
}

// kernels are the kernels of a program in PTX, or its functions if they are for a device.
func kernels(ctx context.Context, module *ir.Op) (string, error) {
	if len(module.Find(gpu.Module)) == 0 && len(module.Find(gpu.Launch)) == 0 {
		return deviceFunctions(ctx, module)
	}
	k, err := ptx.Compile(ctx, module, ptx.Options{})
	if err != nil {
		return "", err
	}
	return k.Text + string(k.Metadata), nil
}

// judged is what the judge says of a program.
func judged(ctx context.Context, module *ir.Op) (string, error) {
	r, err := check.Module(ctx, module, check.Options{})
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil {
		return "", err
	}
	for _, d := range r.Diagnostics() {
		fmt.Fprintln(&b, d)
	}
	return b.String(), nil
}

// deviceFunctions are functions of a program with operations of a device, in PTX.
func deviceFunctions(ctx context.Context, module *ir.Op) (string, error) {
	if !slices.ContainsFunc(slices.Collect(module.Walk()), forDevice) {
		return "", fmt.Errorf("nothing is for a device")
	}
	module, err := lowered(ctx, module, append([]string{"convert-nvgpu-to-nvvm"}, lowerings...))
	if err != nil {
		return "", err
	}
	m, diags := ptx.Write(module, ptx.Options{})
	if diags.HasErrors() {
		return "", diags.Err()
	}
	return m.Text, nil
}

func forDevice(op *ir.Op) bool {
	return slices.Contains([]string{nvvm.Dialect.Name, nvgpu.Dialect.Name}, op.Def().DialectName())
}
