package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/npy"
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

// hopperProduct writes a product whose copies a producer makes, before that producer is made, and returns the
// file.
func hopperProduct(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "product.mlir")
	var out, errs bytes.Buffer
	if status := run([]string{"opt", "../../examples/gpu/matmul.mlir", "--gpu-tile-matmul=target=sm_90a",
		"-o", file},
		strings.NewReader(""), &out, &errs); status != exitOK {
		t.Fatalf("exit status %d: %s", status, errs.String())
	}
	return file
}

// sums reads an array of 32-bit floats.
func sums(t *testing.T, file string) []float64 {
	t.Helper()
	array, err := npy.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []float64
	for i := 0; i < len(array.Data); i += 4 {
		list = append(list, float64(math.Float32frombits(binary.LittleEndian.Uint32(array.Data[i:]))))
	}
	return list
}

// A product of warpgroups gets its producer from the command, is judged in PTX, and runs.
func TestWarpgroupsOnDevice(t *testing.T) {
	fakecuda.Install(t)
	var out, errs bytes.Buffer
	made, want := filepath.Join(t.TempDir(), "made.npy"), filepath.Join(t.TempDir(), "want.npy")
	for _, command := range [][]string{
		{"run", "../../examples/gpu/matmul.mlir", "--engine", "sim", "--out", "C=" + want},
		{"run", hopperProduct(t), "--engine", "cuda", "--out", "arg2=" + made}} {
		out.Reset()
		if status := run(command, strings.NewReader(""), &out, &errs); status != exitOK {
			t.Fatalf("exit status %d: %s", status, errs.String())
		}
	}
	if x, y := sums(t, made), sums(t, want); len(x) != len(y) || len(x) != 200*200 {
		t.Errorf("%d elements, want %d", len(x), len(y))
	} else {
		for i := range x {
			if math.Abs(x[i]-y[i]) > 1e-3*(1+math.Abs(y[i])) {
				t.Fatalf("element %d is %v, want %v", i, x[i], y[i])
			}
		}
	}
	for _, want := range []string{"verdict: in PTX: no hazard in this launch",
		"  matmul  2x2x1  384x1x1  1 "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report does not have %q:\n%s", want, out.String())
		}
	}
}

// On a device without warpgroups the message says which products it multiplies.
func TestWarpgroupsOnOldDevice(t *testing.T) {
	fakecuda.Install(t)
	t.Setenv("FAKECUDA_CAPABILITY", "80")
	var out, errs bytes.Buffer
	status := run([]string{"run", hopperProduct(t), "--engine", "cuda"}, strings.NewReader(""), &out, &errs)
	if status != exitError || !strings.Contains(errs.String(), "the kernels are for sm_90a, and Fake GPU") ||
		!strings.Contains(errs.String(), "gpu-tile-matmul") {
		t.Errorf("exit status %d: %s", status, errs.String())
	}
}
