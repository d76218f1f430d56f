package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/fakecuda"
)

// A session tries everything that a bundle has. scripts/device.sh --rehearse names the bundle; of the kernels
// that are measured it has those that the fake device computes in a moment.
func TestSession(t *testing.T) {
	folder := os.Getenv("INFLIGHT_BUNDLE")
	if folder == "" {
		t.Skip("skipped: INFLIGHT_BUNDLE names no bundle; scripts/device.sh --rehearse does")
	}
	fakecuda.Install(t)
	t.Setenv("FAKECUDA_MICROSECONDS", "2000")
	if err := os.RemoveAll(filepath.Join(folder, kernelFolder)); err != nil {
		t.Fatal(err)
	}
	if err := writeCases(filepath.Join(folder, kernelFolder), small(t)); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(filepath.Join(folder, "run.sh"), "-repeats", "1", "-tests",
		"^Test(Host|Device|Queues|WarpOperations|Fragments|BulkCopies)").CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
	content, err := os.ReadFile(filepath.Join(folder, resultFolder, "gpu.json"))
	if err != nil {
		t.Fatal(err)
	}
	r := &report{}
	if err := json.Unmarshal(content, r); err != nil {
		t.Fatal(err)
	}
	if len(r.Tests) != len(testedPackages) || len(r.Examples) < len(exampleFiles) ||
		len(r.Rows) < len(small(t)) || len(r.failures()) > 0 {
		t.Errorf("the report is %s", content)
	}
	for _, run := range r.Tests {
		if run.Passed == 0 {
			t.Errorf("no test of %s has passed", run.Package)
		}
	}
}

// Of every line of synchronization that is taken away the report has a row, and at least one kernel of each
// kind is right as it is.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it judges 30 kernels")
	}
	t.Chdir("../..")
	all, err := mutants()
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for _, c := range all {
		if c.Without == "" && c.Verdict != "right" {
			t.Errorf("%s is %s", c.Name, c.Verdict)
		}
		if c.Without != "" && c.Verdict != "right" {
			wrong++
		}
		if !strings.Contains(c.Text, ".entry "+c.Kernel) {
			t.Errorf("%s has no kernel '%s'", c.Name, c.Kernel)
		}
	}
	if wrong < len(all)/2 {
		t.Errorf("only %d of %d kernels are wrong", wrong, len(all))
	}
}
