package ptx_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/internal/devicerun"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// Whole programs compute on a device, with queues and with graphs, what the simulator computes. The tests of
// exec/cuda run the same programs on the fake device. Those for a device stand here, so that a machine with a
// GPU gets one program of tests for PTX and for the engine.
func TestDevicePrograms(t *testing.T) {
	if !gputest.Enabled() {
		t.Skip("skipped: INFLIGHT_GPU=1 says that there is a device")
	}
	agree := func(name, source string) {
		t.Run(name, func(t *testing.T) { devicerun.Agree(t, devicerun.Program(t, "host.mlir", source)) })
		t.Run(name+", graphs", func(t *testing.T) {
			devicerun.AgreeWith(t, devicerun.Program(t, "host.mlir", source), config.Code{DeviceGraphs: true},
				config.Run{})
		})
	}
	for name, host := range devicerun.Hosts {
		agree(name, devicerun.WithKernels(host))
	}
	for name, host := range devicerun.Queued {
		agree(name, devicerun.WithKernels(host))
	}
	for _, file := range []string{"testdata/gemm.mlir", "../../examples/gpu/triad.mlir",
		"../../examples/gpu/two_matmuls.mlir"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		agree(file, string(source))
	}
	for seed := range uint64(passtest.Programs(8)) {
		agree("random", devicerun.WithKernels(devicerun.RandomQueues(rand.New(rand.NewPCG(seed, 3)))))
	}
}
