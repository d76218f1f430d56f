package gpurt_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/exec/gpurt"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// build compiles the runtime with a C program.
func build(t *testing.T, compiler, file string, flags ...string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, gpurt.Sources()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, "owner.h"} {
		source, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), source, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args := append(gpurt.Flags(),
		append(flags, "-g", "-Wall", "-Wextra", "-Werror", gpurt.Main, file, "-o", "program")...)
	cc := tools.Command(t, compiler, args...)
	cc.Dir = folder
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(folder, "program")
}

// The fake driver finds the errors of incorrect programs, and none in a correct program. ThreadSanitizer
// finds none in either.
func TestFakeDriver(t *testing.T) {
	program := build(t, tools.Require(t, "clang thread sanitizer"), "program.c", "-fsanitize=thread")
	for name, want := range map[string]string{
		"right": "fine", "race": "a race on the device: a copy",
		"freed": "memory of the device that was freed", "twice": "freed twice",
		"leak": "left 1 streams, 1 events and 1 buffers", "destroyed": "an event is used that does not exist",
		"host":    "gets memory of the host",
		"beyond":  "accesses 128 bytes of memory of the device, of which there are 64",
		"devices": "fine", "devices-none": "there is no device 4: the number of devices is 4",
		"devices-race":         "a race on the device",
		"devices-event":        "an event of device 0 is recorded on a stream of device 1",
		"devices-fill":         "a fill on device 1 accesses memory of device 0",
		"devices-memory":       "a kernel on device 1 accesses memory of device 0",
		"devices-kernel":       "loaded for device 1, is launched on a stream of device 0",
		"devices-pending":      "is unregistered, and a copy on a stream may not",
		"devices-registered":   "left memory of the host registered: 1 times",
		"devices-unregistered": "unregistered that is not registered",
		"devices-twice":        "registered that is registered already",
		"devices-stride":       "not contiguous cannot be registered",
		"graph":                "fine", "graph-race": "a race on the device",
		"graph-edge": "there is no edge from node 4 to node 4", "graph-leak": "has left 1 graphs",
	} {
		t.Run(name, func(t *testing.T) {
			cmd := tools.Command(t, program, name)
			cmd.Env = append(os.Environ(), "INFLIGHT_GPU=fake", "INFLIGHT_GPU_SEED=7")
			out, _ := cmd.CombinedOutput()
			if !strings.Contains(string(out), want) || strings.Contains(string(out), "ThreadSanitizer") {
				t.Errorf("got %s, want %s", out, want)
			}
		})
	}
}

// The folder has the file to compile.
func TestSources(t *testing.T) {
	if _, err := fs.Stat(gpurt.Sources(), gpurt.Main); err != nil {
		t.Error(err)
	}
}
