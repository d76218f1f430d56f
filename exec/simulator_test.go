package exec_test

import (
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec"
)

// The simulator ends with the time that a program has, and tells it from a caller who gives up.
func TestSimulatorFailures(t *testing.T) {
	failures(t, "sim", map[string]failure{
		"time": {source: endless, code: "sim-limit-time", message: "has not ended within", line: 1,
			options: exec.Options{Limits: exec.Limits{Time: 50 * time.Millisecond}}},
	})
}
