package cuda_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/devicerun"
	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/timeline"
)

// Programs compute the same results with graphs as with queues.
func TestGraphs(t *testing.T) {
	fakecuda.Install(t)
	for name, host := range devicerun.Queued {
		for _, seed := range orders[:3] {
			t.Run(name+" "+seed, func(t *testing.T) {
				t.Setenv("FAKECUDA_SEED", seed)
				log := logged(t)
				devicerun.AgreeWith(t, devicerun.Program(t, "host.mlir", devicerun.WithKernels(host)),
					config.Code{DeviceGraphs: true}, config.Run{})
				nothingLeft(t, log)
				noGraphLeft(t, log)
			})
		}
	}
}

// noGraphLeft fails unless all graphs were destroyed.
func noGraphLeft(t *testing.T, log string) {
	t.Helper()
	calls, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]string{{"cuGraphCreate", "cuGraphDestroy"},
		{"cuGraphInstantiateWithFlags", "cuGraphExecDestroy"}} {
		if made, gone := strings.Count(string(calls), pair[0]),
			strings.Count(string(calls), pair[1]); made != gone {
			t.Errorf("%d times %s, %d times %s", made, pair[0], gone, pair[1])
		}
	}
}

func twoMatmuls(t *testing.T) *ir.Op {
	t.Helper()
	source, err := os.ReadFile("../../examples/gpu/two_matmuls.mlir")
	if err != nil {
		t.Fatal(err)
	}
	return devicerun.Program(t, "two_matmuls.mlir", string(source))
}

// The example is one graph: four copies, two products, a sum and a copy back. Allocations and deallocations
// are not part of it.
func TestTwoProductsAsGraph(t *testing.T) {
	fakecuda.Install(t)
	m := twoMatmuls(t)
	tl := &timeline.Timeline{}
	usage := devicerun.AgreeWith(t, m, config.Code{DeviceGraphs: true}, config.Run{Trace: tl})
	want := config.Queues{Streams: 1, Operations: 8, HostWaits: 1, Graphs: 1, Edges: 7}
	if usage.Queues != want {
		t.Errorf("%+v, want %+v", usage.Queues, want)
	}
	if len(tl.Events) != 1 || tl.Events[0].Label != "graph 1" || usage.GraphTime <= 0 {
		t.Errorf("the timeline has %+v, graphs take %v", tl.Events, usage.GraphTime)
	}
}

// Without any one of its edges the example computes another result: the fake driver starts nodes as early as
// the edges allow.
func TestEachEdgeIsNeeded(t *testing.T) {
	fakecuda.Install(t)
	m := twoMatmuls(t)
	args := devicerun.Arguments(t, m)
	want := exec.Clone(args)
	devicerun.OnSimulator(t, m, want)
	n := devicerun.AgreeWith(t, m, config.Code{DeviceGraphs: true}, config.Run{}).Queues.Edges
	found := 0
	for edge := range n {
		t.Setenv("FAKECUDA_SKIP_EDGE", strconv.Itoa(edge))
		got := exec.Clone(devicerun.Arguments(t, m))
		if _, err := devicerun.OnDevice(t, m, got, config.Code{DeviceGraphs: true},
			config.Run{}); err != nil {
			t.Fatal(err)
		}
		for i, a := range got {
			if !a.Value.Equal(want[i].Value) {
				found++
				break
			}
		}
	}
	if found != n {
		t.Errorf("%d of %d missing edges show", found, n)
	}
}

// The failure of any function for graphs is an error with a code and, if there is one, the place of the
// operation.
func TestFailuresOfGraphs(t *testing.T) {
	fakecuda.Install(t)
	m := twoMatmuls(t)
	for call, want := range map[string]diag.Code{
		"cuGraphCreate:1:2":               "cuda-out-of-memory",
		"cuGraphAddMemcpyNode:2:1":        "cuda-driver",
		"cuGraphAddKernelNode:1:701":      "cuda-launch",
		"cuGraphAddDependencies:3:1":      "cuda-driver",
		"cuGraphInstantiateWithFlags:1:2": "cuda-out-of-memory",
		"cuGraphLaunch:1:719":             "cuda-launch",
		"cuGraphExecDestroy:1:1":          "cuda-driver",
		"cuGraphDestroy:1:1":              "cuda-driver",
	} {
		t.Run(call, func(t *testing.T) {
			t.Setenv("FAKECUDA_FAIL", call)
			_, err := devicerun.OnDevice(t, m, devicerun.Arguments(t, m), config.Code{DeviceGraphs: true},
				config.Run{})
			if d, ok := errors.AsType[*diag.Diagnostic](err); !ok || d.Code != want {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}
