package gpurt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// runOnDriver runs a program with a library that replaces NVIDIA's. It returns the program's output and the
// calls.
func runOnDriver(t *testing.T, program, way string) (said, calls string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Symlink(fakecuda.Library(t), filepath.Join(folder, "libcuda.so.1")); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(folder, "log")
	cmd := tools.Command(t, program, way)
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+folder, "INFLIGHT_GPU=", "FAKECUDA_DEVICES=2",
		"FAKECUDA_LOG="+log, "FAKECUDA_INTERPRETER="+self)
	out, _ := cmd.CombinedOutput()
	made, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return string(out), string(made)
}

// A program calls the driver correctly, with streams and with a graph, and destroys the objects that it has
// created. A graph without an edge that it needs gives another result, or fails.
func TestDriver(t *testing.T) {
	program := build(t, tools.Require(t, "clang"), "driver.c")
	for way, destroyed := range map[string]string{"streams": "left: 0 streams, 0 events",
		"devices": "left: 0 streams, 0 events, 0 of the host", "graph": "cuGraphDestroy left: 0"} {
		said, calls := runOnDriver(t, program, way)
		if strings.TrimSpace(said) != "fine" || !strings.Contains(calls, destroyed) ||
			!strings.Contains(calls, "cuModuleUnload") {
			t.Errorf("%s: %s\n%s", way, said, calls)
		}
		if graphs := strings.Count(calls, "cuGraphExecDestroy"); way == "graph" &&
			(graphs != 1 || strings.Contains(calls, "cuStreamCreate")) {
			t.Errorf("%d graphs that can be launched were destroyed, or there are streams:\n%s", graphs,
				calls)
		}
	}
	for way, want := range map[string]string{"devices-none": "there is no device 2",
		"devices-kernel": "cuLaunchKernel has failed"} {
		if said, _ := runOnDriver(t, program, way); !strings.Contains(said, want) {
			t.Errorf("%s: %s", way, said)
		}
	}
	if said, _ := runOnDriver(t, program, "incomplete"); strings.TrimSpace(said) == "fine" {
		t.Error("a graph without edges computes the same")
	}
}
