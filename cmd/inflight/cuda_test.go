package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/fakecuda"
)

// A program whose kernels run on a device is compared with the simulator like any other; the report has the
// times of the kernels.
func TestRunOnDevice(t *testing.T) {
	fakecuda.Install(t)
	t.Setenv("FAKECUDA_MICROSECONDS", "300000")
	command := []string{"run", "../../examples/gpu/triad.mlir", "--engine", "cuda"}
	var out, errs bytes.Buffer
	if status := run(command, strings.NewReader(""), &out, &errs); status != exitOK {
		t.Fatalf("exit status %d: %s", status, errs.String())
	}
	for _, want := range []string{
		"result:  equal to the program as written, bit by bit\n",
		"device:  Fake GPU (sm_90), driver of CUDA 12.8\nkernels: 300 ms without the copies of memory " +
			"around each launch\n",
		"  kernel  grid    block    launches  median  of\n  triad   16x1x1  128x1x1  1         300 ms  1\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report does not have %q:\n%s", want, out.String())
		}
	}
	out.Reset()
	if status := run(append(command, "--json"), strings.NewReader(""), &out, &errs); status != exitOK {
		t.Fatalf("exit status %d: %s", status, errs.String())
	}
	var report struct {
		Device  string
		Equal   bool
		Kernels []kernelJSON
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if k := report.Kernels; len(k) != 1 || k[0].Name != "triad" || k[0].Seconds == nil ||
		*k[0].Seconds < 0.2999 || report.Device == "" || !report.Equal {
		t.Errorf("%s", out.String())
	}
}

// Operations with tokens are counted, and traced as the device measured them.
func TestQueuesOnDevice(t *testing.T) {
	fakecuda.Install(t)
	trace := filepath.Join(t.TempDir(), "trace.json")
	var out, errs bytes.Buffer
	command := []string{"run", "../../examples/gpu/two_matmuls.mlir", "--engine", "cuda", "--trace", trace}
	if status := run(command, strings.NewReader(""), &out, &errs); status != exitOK {
		t.Fatalf("exit status %d: %s", status, errs.String())
	}
	want := "queues:  20 operations on 4 streams, 3 waits between them, 2 waits by the host, 5 events\n"
	if !strings.Contains(out.String(), want) {
		t.Errorf("the report does not have %q:\n%s", want, out.String())
	}
	events, err := os.ReadFile(trace)
	if err != nil || strings.Count(string(events), `"@matmul"`) != 2 ||
		!strings.Contains(string(events), "queue 3") {
		t.Errorf("%v: %s", err, events)
	}
}

// A program for several devices runs on one of them, and a remark says so.
func TestSeveralDevicesOnOne(t *testing.T) {
	fakecuda.Install(t)
	var out, errs bytes.Buffer
	if status := run([]string{"run", "../../examples/gpu/two_devices.mlir", "--engine", "cuda"},
		strings.NewReader(""), &out, &errs); status != exitOK {
		t.Fatalf("exit status %d: %s", status, errs.String())
	}
	for text, want := range map[string]string{
		out.String():  "result:  equal to the program as written, bit by bit\n",
		errs.String(): "on the first device [cuda-one-device]"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q:\n%s", want, text)
		}
	}
}

// With --device-graphs the same operations are nodes of a graph, and the trace has the graph.
func TestGraphsOnDevice(t *testing.T) {
	fakecuda.Install(t)
	trace := filepath.Join(t.TempDir(), "trace.json")
	var out, errs bytes.Buffer
	command := []string{"run", "../../examples/gpu/two_matmuls.mlir", "--engine", "cuda", "--device-graphs",
		"--trace", trace}
	if status := run(command, strings.NewReader(""), &out, &errs); status != exitOK {
		t.Fatalf("exit status %d: %s", status, errs.String())
	}
	want := "graphs:  1 graph of 8 nodes with 7 edges, 1 wait by the host, median "
	if !strings.Contains(out.String(), want) {
		t.Errorf("the report does not have %q:\n%s", want, out.String())
	}
	events, err := os.ReadFile(trace)
	if err != nil || !strings.Contains(string(events), `"graph 1"`) {
		t.Errorf("%v: %s", err, events)
	}
}

// A program without kernels is refused by the engine cuda.
func TestNothingForTheDevice(t *testing.T) {
	fakecuda.Install(t)
	var out, errs bytes.Buffer
	status := run([]string{"run", "../../examples/gemm/small.mlir", "--engine", "cuda"},
		strings.NewReader(""), &out, &errs)
	want := "error: the program has no kernels: nothing of '@gemm' would run on a device [cuda-no-kernels]"
	if status != exitError || !strings.Contains(errs.String(), want) ||
		!strings.Contains(errs.String(), "small.mlir:") {
		t.Errorf("exit status %d: %s", status, errs.String())
	}
}
