package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/pass"
)

// small returns a few programs of sizes that the fake device computes in a moment.
func small(t *testing.T) []*testCase {
	t.Helper()
	hand, err := os.ReadFile("../../" + handFile)
	if err != nil {
		t.Fatal(err)
	}
	var cases []*testCase
	for _, p := range []program{
		plainTriad(8192), pipelinedTriad(8192, 3),
		handProduct(string(hand), 64, "f16", 1, false), handProduct(string(hand), 64, "f16", 3, true),
		handProduct(string(hand), 128, "bf16", 2, false),
		warpgroupProduct(128, "bf16", "128,128,64", 2, 0),
	} {
		c, err := p.build()
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		cases = append(cases, c)
	}
	return cases
}

// measured runs the command on kernels in a folder, and returns its results.
func measured(t *testing.T, cases []*testCase) (*report, error) {
	t.Helper()
	folder := t.TempDir()
	if err := writeCases(folder, cases); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "results.json")
	failed := (&command{kernels: folder, json: file, settings: settings{repeats: 1}}).run()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(failed, err)
	}
	r := &report{}
	if err := json.Unmarshal(content, r); err != nil {
		t.Fatal(err)
	}
	return r, failed
}

// Kernels of every kind are built, carried as files, run, found right, and measured, and so is what they are
// compared with.
func TestMeasure(t *testing.T) {
	fakecuda.Install(t)
	t.Setenv("FAKECUDA_MICROSECONDS", "2000")
	r, err := measured(t, small(t))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range r.Rows {
		got = append(got, x.Name)
		if x.Failure != "" || x.Kernel != "" && math.Abs(x.Milliseconds-2) > 1e-6 {
			t.Errorf("%s: %q, %v ms", x.Name, x.Failure, x.Milliseconds)
		}
	}
	const want = "copy on the device, triad-plain-f32-8192-stages1-sync, " +
		"triad-pipelined-f32-8192-stages3-async, " +
		"cuBLAS, gemm-hand-f16-64-stages1-sync, gemm-hand-f16-64-stages3-async, cuBLAS, " +
		"gemm-hand-bf16-128-stages2-sync, gemm-warpgroups-bf16-128-stages2-async"
	if names := strings.Join(got, ", "); names != want {
		t.Errorf("%s", names)
	}
	var table bytes.Buffer
	if err := r.write(&table, ""); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Fake GPU (sm_90), driver of CUDA 12.8, ",
		// 2 ms for 2 * 64^3 operations, as long as the fake cuBLAS.
		"| 2 (2 to 2)                          | 0.0002621 TFLOP/s | 100 % ",
	} {
		if !strings.Contains(strings.Join(strings.Fields(table.String()), " "),
			strings.Join(strings.Fields(want), " ")) {
			t.Errorf("the table does not have %q:\n%s", want, table.String())
		}
	}
}

// What gpu-tile-matmul makes of a product is right, with shared memory that the launch has to ask for.
func TestTiledProducts(t *testing.T) {
	if pass.Lookup(tilePass) == nil {
		t.Skipf("skipped: there is no pass %s", tilePass)
	}
	fakecuda.Install(t)
	t.Setenv("FAKECUDA_MICROSECONDS", "2000")
	var cases []*testCase
	for _, p := range []program{tiledProduct(128, "bf16", 1, false), tiledProduct(128, "f16", 4, true),
		warpgroupProduct(128, "bf16", "128,128,64", 2, 0),
		warpgroupProduct(128, "bf16", "64,128,64", 2, 1)} {
		c, err := p.build()
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		cases = append(cases, c)
	}
	if cases[1].Shared <= 48<<10 {
		t.Errorf("four stages have %d bytes of dynamic shared memory", cases[1].Shared)
	}
	r, err := measured(t, cases)
	if err != nil || len(r.Rows) != 6 {
		t.Errorf("%v, %d rows", err, len(r.Rows))
	}
	for _, x := range r.Rows {
		if x.Failure != "" || x.Target == "sm_90a" && x.Log == "" {
			t.Errorf("%s: %q, with the compiler's log %q", x.Name, x.Failure, x.Log)
		}
	}
}

// A kernel that computes the wrong thing, or fails, is a row that says so; the others are measured.
func TestFailingKernels(t *testing.T) {
	fakecuda.Install(t)
	t.Setenv("FAKECUDA_MICROSECONDS", "2000")
	cases := small(t)
	cases[0].Text = strings.Replace(cases[0].Text, "add.rn.f32", "sub.rn.f32", 1)
	cases[1].Grid[0] = 100
	t.Setenv("INFLIGHT_LIBCUBLAS", "/nowhere/libcublas.so")
	r, err := measured(t, cases[:3])
	if err == nil || !strings.Contains(err.Error(), "2 kernels have failed") {
		t.Errorf("%v", err)
	}
	failures := map[string]string{}
	for _, x := range r.Rows {
		failures[x.Name] = x.Failure
	}
	for name, want := range map[string]string{
		cases[0].Name: "element 0 is", cases[1].Name: "the kernel accessed memory that is not there",
		cases[2].Name: "", "cuBLAS": "cannot open shared object",
	} {
		if got, ok := failures[name]; !ok || !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// One wrong element is found, also the last one.
func TestCheckFindsWrongElements(t *testing.T) {
	for _, c := range []*testCase{{Kind: kindTriad, Type: "f32", Size: 4096},
		{Kind: kindProduct, Type: "f16", Size: 64}} {
		p := newProblem(c)
		right := make([]byte, 4*len(p.a.at))
		put := func(i int, v float32) { copy(right[4*i:], float32Bytes(v)) }
		if c.Kind == kindTriad {
			for i := range p.a.at {
				put(i, 2*float32(p.a.values[p.a.at[i]])+float32(p.b.values[p.b.at[i]]))
			}
		} else {
			for i := range p.size {
				sums, _ := p.row(i)
				for j, s := range sums {
					put(i*p.size+j, float32(s))
				}
			}
		}
		if worst, err := p.check(right); err != nil || worst > 1e-7 {
			t.Fatalf("%s: %v, %v", c.Kind, worst, err)
		}
		for _, wrong := range []float32{0, 1e3, float32(math.NaN())} {
			last := len(p.a.at) - 1
			kept := bytes.Clone(right[4*last:])
			put(last, wrong)
			if _, err := p.check(right); err == nil {
				t.Errorf("%s: %v is not found", c.Kind, wrong)
			}
			copy(right[4*last:], kept)
		}
	}
}

func float32Bytes(v float32) []byte {
	bits := math.Float32bits(v)
	return []byte{byte(bits), byte(bits >> 8), byte(bits >> 16), byte(bits >> 24)}
}
