package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/target/ptx"
	"github.com/inflight-compiler/inflight/value"
)

// build compiles the kernel of a program.
func (p program) build() (*testCase, error) {
	m, diags := text.Parse(all.NewContext(), diag.NewFile(p.Name+".mlir", []byte(p.text)), text.Options{})
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	pipeline, err := pass.Parse("builtin.module(" + p.passes + ")")
	if err != nil {
		return nil, err
	}
	if diags := (&pass.Manager{Pipeline: pipeline}).Run(context.Background(), m); diags.HasErrors() {
		return nil, diags.Err()
	}
	code, err := ptx.Compile(context.Background(), m, ptx.Options{})
	if err != nil {
		return nil, err
	}
	c := p.testCase
	c.Text, c.PTX, c.Target, c.Kernel = code.Text, code.Version, code.Target, code.List[0].Name
	return &c, c.launch(m, code)
}

// launch reads the only launch of a program, of constant size, on arguments of the function.
func (c *testCase) launch(m *ir.Op, code *ptx.Kernels) error {
	launches := m.Find(gpu.LaunchFunc)
	if len(launches) != 1 || len(code.List) != 1 {
		return fmt.Errorf("%d launches of %d kernels", len(launches), len(code.List))
	}
	op := launches[0]
	for d := range 3 {
		for _, size := range []struct {
			of *ir.Value
			to *uint32
		}{{gpu.GridSize(op)[d], &c.Grid[d]}, {gpu.BlockSize(op)[d], &c.Block[d]}} {
			n, ok := constant(size.of)
			if !ok {
				return fmt.Errorf("%v: the size of the launch is not constant", op.Span().Place())
			}
			*size.to = uint32(n)
		}
	}
	c.Shared = uint32(code.List[0].DynamicSharedBytes)
	if v := gpu.DynamicSharedMemorySize(op); v != nil {
		n, _ := constant(v)
		c.Shared += uint32(n)
	}
	for _, v := range gpu.KernelOperands(op) {
		t, ok := v.Type().(*ir.MemRefType)
		if made := v.DefinedBy(nvgpu.TmaCreateDescriptor); made != nil {
			if err := c.tensorMap(made); err != nil {
				return err
			}
			continue
		}
		if !ok {
			return fmt.Errorf("%v: an argument of the kernel is no memref", op.Span().Place())
		}
		c.Args = append(c.Args,
			argument{Name: v.Name(), Shape: t.Shape,
				Bytes: ir.NumElements(t.Shape) * value.ElementSize(t.Elem)})
	}
	return nil
}

// tensorMap adds a tensor map that the program makes of an argument.
func (c *testCase) tensorMap(made *ir.Op) error {
	base := made.Operand(0)
	for op := base.DefiningOp(); op != nil && op.NumOperands() == 1; op = base.DefiningOp() {
		base = op.Operand(0) // a cast
	}
	t, ok := base.Type().(*ir.MemRefType)
	if !ok {
		return fmt.Errorf("%v: a tensor map of what is no memref", made.Span().Place())
	}
	m, bad, ok := cuda.Encoding(made.Result(0).Type(), t.Shape, strides(t.Shape))
	if !ok || bad >= 0 {
		return fmt.Errorf("%v: the driver encodes no tensor map of '%v'", made.Span().Place(), t)
	}
	c.Args = append(c.Args, argument{Name: base.Name(), Shape: t.Shape, Map: &m})
	return nil
}

// constant returns the number that a value always is.
func constant(v *ir.Value) (int64, bool) {
	op := v.DefiningOp()
	if op == nil {
		return 0, false
	}
	a, ok := op.Attr("value").(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return a.Value, true
}

// stripped leaves out what debuggers want.
const stripped = "-ldflags=-s -w"

// goBuild builds a program without C.
func goBuild(file, pkg string) error {
	return goRun("build", "-trimpath", stripped, "-o", file, pkg)
}

// goRun runs the command go, in the root of the repository.
func goRun(args ...string) error {
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", c.Args, err, out)
	}
	return nil
}
