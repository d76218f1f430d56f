package exec_test

import (
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec"
)

// The simulator ends when the time of a program is up, with another error than when its caller cancels the
// run.
func TestSimulatorFailures(t *testing.T) {
	failures(t, "sim", map[string]failure{
		"time": {source: endless, code: "sim-limit-time", message: "has not ended within", line: 1,
			options: exec.Options{Limits: exec.Limits{Time: 50 * time.Millisecond}}},
	})
}
