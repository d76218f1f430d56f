package gputollvm_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// counted are the calls that docs/mlir-opt.md counts: what creates and destroys streams and events, and what
// lets a stream wait. An owner destroys what it owns. A token that leaves its region is an event that goes
// with its last reference.
var counted = [][]string{
	{"mgpuStreamCreate"}, {"mgpuStreamDestroy", "inflightGpuOwnStream"},
	{"mgpuEventCreate", "inflightGpuToken"}, {"mgpuEventDestroy", "inflightGpuOwnEvent", "inflightGpuToken"},
	{"mgpuStreamWaitEvent", "inflightGpuStreamWaitToken"},
}

func counts(code string) string {
	var list []string
	for _, names := range counted {
		n := 0
		for _, name := range names {
			n += strings.Count(code, "call @"+name+"(")
		}
		list = append(list, fmt.Sprint(n))
	}
	return strings.Join(list, " ")
}

// The numbers of streams and events that are created and destroyed, and of waits, for two products and their
// sum, and for the form in which the device's operations nest in a region of the host: what docs/mlir-opt.md
// says of this lowering and of mlir-opt's.
func TestCounts(t *testing.T) {
	for _, c := range []struct{ file, before, upstream, two, four string }{
		{"../../../examples/gpu/two_matmuls.mlir", "", "rejected", "2 2 2 2 2", "4 4 3 3 3"},
		{"testdata/joined.mlir", "", "3 6 2 8 8", "2 2 2 2 2", "4 4 3 3 3"},
		{"testdata/blocking.mlir", "gpu-async-region", "1 1 0 0 0", "2 2 2 2 2", "4 4 3 3 3"},
		{"../../../examples/regions/nested.mlir", "", "rejected", "2 2 1 1 1", "3 3 2 2 2"},
		{"testdata/nested_joined.mlir", "", "1 4 0 4 4", "2 2 1 1 1", "3 3 2 2 2"},
		{"testdata/nested_blocking.mlir", "gpu-async-region", "1 1 0 0 0", "2 2 3 3 1", "3 3 3 3 2"},
	} {
		source, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		for n, want := range map[int]string{2: c.two, 4: c.four} {
			if got := counts(lowered(t, string(source), c.before, n, "")); got != want {
				t.Errorf("%s on %d queues: got %s, want %s", c.file, n, got, want)
			}
		}
		if got := upstream(t, string(source), c.before); got != c.upstream {
			t.Errorf("%s: mlir-opt makes %s, not %s", c.file, got, c.upstream)
		}
	}
}

// As graphs, the same programs have no streams and no events: numbers of graphs, nodes and edges.
func TestGraphCounts(t *testing.T) {
	for _, c := range []struct{ file, before, want string }{
		{"../../../examples/gpu/two_matmuls.mlir", "", "1 20 19"},
		{"testdata/joined.mlir", "", "1 20 19"},
		{"testdata/blocking.mlir", "gpu-async-region", "1 20 19"},
	} {
		source, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		code := lowered(t, string(source), c.before, 2, "{graphs=true}")
		if got := counts(code); got != "0 0 0 0 0" {
			t.Errorf("%s: streams, events and waits %s", c.file, got)
		}
		graphs := strings.Count(code, "call @inflightGpuGraphLaunch(")
		edges := strings.Count(code, "call @inflightGpuGraphEdge(")
		// create, launch and destroy, and the stream to wait with
		nodes := strings.Count(code, "call @inflightGpuGraph") - edges - 3*graphs - 1
		if got := fmt.Sprint(graphs, nodes, edges); got != c.want {
			t.Errorf("%s: got %s, want %s", c.file, got, c.want)
		}
	}
}

// lowered returns what a program becomes on so many queues.
func lowered(t *testing.T, source, before string, queues int, options string) string {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if before != "" {
		before = "func.func(" + before + "),"
	}
	p, err := pass.Parse(
		fmt.Sprintf("builtin.module(%sassign-queues{queues=%d},gpu-to-llvm%s)", before, queues, options))
	if err != nil {
		t.Fatal(err)
	}
	if diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), m); diags.HasErrors() {
		t.Fatal(diags)
	}
	return string(text.Append(nil, m, text.PrintOptions{}))
}

// upstream returns the counts of what mlir-opt makes, whose launches are of kernels that are compiled
// already.
func upstream(t *testing.T, source, before string) string {
	t.Helper()
	path := tools.Require(t, "mlir-opt")
	from, to := strings.Index(source, "  gpu.module"), strings.Index(source, "  func.func")
	source = source[:from] + "  gpu.binary @kernels [#gpu.object<#nvvm.target, \"x\">]\n" + source[to:]
	args := []string{"--convert-linalg-to-loops"}
	if before != "" {
		args = append(args, "--"+before)
	}
	cmd := exec.CommandContext(t.Context(), path, append(args, "--gpu-to-llvm")...)
	cmd.Stdin = strings.NewReader(source)
	out, err := cmd.Output()
	if err != nil {
		return "rejected"
	}
	return counts(string(out))
}
