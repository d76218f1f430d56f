package devicerun

import (
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/value"
)

// Program parses a program, pipelines it, and puts barriers into its kernels.
func Program(t *testing.T, name, source string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile(name, []byte(source)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return passtest.Transform(t, m,
		"builtin.module(inject-software-pipeline,inject-ptx-async-copy,place-gpu-barriers)")
}

// Arguments makes random arguments for the function main.
func Arguments(t *testing.T, m *ir.Op) []exec.Argument {
	t.Helper()
	fn, err := exec.Entry(m, "main")
	if err != nil {
		t.Fatal(err)
	}
	args, err := exec.Inputs{Seed: 7}.Arguments(fn)
	if err != nil {
		t.Fatal(err)
	}
	return args
}

// OnDevice runs the function main on the device.
func OnDevice(t *testing.T, m *ir.Op, args []exec.Argument, c config.Code, o config.Run) ([]value.Value,
	error) {
	t.Helper()
	p, err := cuda.Prepare(t.Context(), m, "main", c)
	if err != nil {
		return nil, err
	}
	return p.Run(tools.Context(t), exec.Values(args), o)
}

// OnSimulator runs it on the simulator.
func OnSimulator(t *testing.T, m *ir.Op, args []exec.Argument) []value.Value {
	t.Helper()
	engine, err := exec.Lookup("sim")
	if err != nil {
		t.Fatal(err)
	}
	program, err := engine.Compile(tools.Context(t), m, "main", exec.Code{})
	if err != nil {
		t.Fatal(err)
	}
	results, err := program.Run(tools.Context(t), exec.Values(args), exec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// Agree runs a program on both, compares what they leave and return, and says what ran on the device.
func Agree(t *testing.T, m *ir.Op) *config.DeviceUsage {
	t.Helper()
	return AgreeWith(t, m, config.Code{}, config.Run{})
}

// AgreeWith is Agree for some options.
func AgreeWith(t *testing.T, m *ir.Op, c config.Code, o config.Run) *config.DeviceUsage {
	t.Helper()
	args := Arguments(t, m)
	want := exec.Clone(args)
	wanted := OnSimulator(t, m, want)
	var usage *config.DeviceUsage
	o.Device = func(u *config.DeviceUsage) { usage = u }
	got, err := OnDevice(t, m, args, c, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range args {
		if !a.Value.Equal(want[i].Value) {
			t.Errorf("argument '%s' differs from the simulator's", a.Name)
		}
	}
	for i, v := range got {
		if !v.Equal(wanted[i]) {
			t.Errorf("result %d is %v, not %v", i, v, wanted[i])
		}
	}
	return usage
}
