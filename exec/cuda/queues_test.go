package cuda_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/internal/devicerun"
	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/timeline"
)

// orders are the schedules of the fake device's streams: late, at once, random.
var orders = []string{"0", "-1", "1", "2", "3"}

// nothingLeft fails unless the calls in a log have destroyed all objects that they have made.
func nothingLeft(t *testing.T, log string) {
	t.Helper()
	calls, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(calls), "left: 0 streams, 0 events, 0 of the host") {
		t.Errorf("something is left: %s", regexp.MustCompile("left.*").Find(calls))
	}
}

// logged makes the fake driver write its calls to a file.
func logged(t *testing.T) string {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("FAKECUDA_LOG", log)
	return log
}

// The example runs on four queues, which wait for each other three times, as `inflight graph` draws it.
func TestTwoProducts(t *testing.T) {
	fakecuda.Install(t)
	source, err := os.ReadFile("../../examples/gpu/two_matmuls.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, seed := range orders {
		t.Setenv("FAKECUDA_SEED", seed)
		log := logged(t)
		usage := devicerun.Agree(t, devicerun.Program(t, "two_matmuls.mlir", string(source)))
		if want := (config.Queues{Streams: 4, Operations: 20, Waits: 3, HostWaits: 2,
			Events: 5}); usage.Queues != want {
			t.Errorf("%+v, want %+v", usage.Queues, want)
		}
		nothingLeft(t, log)
	}
}

// The device measures the times of operations: the two products overlap.
func TestTimelineOfQueues(t *testing.T) {
	fakecuda.Install(t)
	source, err := os.ReadFile("../../examples/gpu/two_matmuls.mlir")
	if err != nil {
		t.Fatal(err)
	}
	m := devicerun.Program(t, "two_matmuls.mlir", string(source))
	p, err := cuda.Prepare(t.Context(), m, "main", config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	tl := &timeline.Timeline{}
	if _, err := p.Run(tools.Context(t), exec.Values(devicerun.Arguments(t, m)),
		config.Run{Trace: tl}); err != nil {
		t.Fatal(err)
	}
	var products []timeline.Event
	for _, e := range tl.Events {
		if e.Label == "@matmul" {
			products = append(products, e)
		}
	}
	if len(tl.Events) != 20 || len(products) != 2 || products[0].Lane == products[1].Lane ||
		products[0].Start >= products[1].End || products[1].Start >= products[0].End {
		t.Errorf("%d events, products %+v", len(tl.Events), products)
	}
}

func TestQueues(t *testing.T) {
	fakecuda.Install(t)
	for name, host := range devicerun.Queued {
		for _, seed := range orders {
			t.Run(name+" "+seed, func(t *testing.T) {
				t.Setenv("FAKECUDA_SEED", seed)
				log := logged(t)
				devicerun.Agree(t, devicerun.Program(t, "host.mlir", devicerun.WithKernels(host)))
				nothingLeft(t, log)
			})
		}
	}
	t.Run("without pools", func(t *testing.T) {
		t.Setenv("FAKECUDA_POOLS", "0")
		devicerun.Agree(t, devicerun.Program(t, "host.mlir",
			devicerun.WithKernels(devicerun.Queued["a token through a loop"])))
	})
}

// Random graphs of operations compute, on queues and as graphs of the driver, the same results as on the
// simulator, in every schedule of the queues, and leave no object behind.
func TestRandomQueues(t *testing.T) {
	fakecuda.Install(t)
	for seed := range uint64(passtest.Programs(8)) {
		r := rand.New(rand.NewPCG(seed, 3))
		source := devicerun.WithKernels(devicerun.RandomQueues(r))
		t.Setenv("FAKECUDA_SEED", orders[r.IntN(len(orders))])
		log := logged(t)
		devicerun.AgreeWith(t, devicerun.Program(t, "random.mlir", source),
			config.Code{DeviceGraphs: seed%2 == 1}, config.Run{})
		nothingLeft(t, log)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, source)
		}
	}
}
