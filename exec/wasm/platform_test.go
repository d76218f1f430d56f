package wasm

import (
	"errors"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
)

func TestPlatforms(t *testing.T) {
	for p, want := range map[platform]string{
		{"linux", "amd64", true}:    "",
		{"darwin", "arm64", true}:   "",
		{"linux", "amd64", false}:   "the processor has no SSE 4.1",
		{"linux", "riscv64", true}:  "there is no machine code for riscv64 on linux",
		{"illumos", "arm64", true}:  "there is no machine code for arm64 on illumos",
		{"android", "arm64", false}: "there is no machine code for arm64 on android",
	} {
		got := ""
		if err := p.check(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%v: got %q, want %q", p, got, want)
		}
	}
	if err := thisPlatform().check(); err != nil {
		t.Skip(err)
	}
	if _, err := machine(); err != nil {
		t.Error(err)
	}
}

// Only a platform without machine code makes the simulator run a program. Other failures of the engine are
// reported.
func TestNotStarted(t *testing.T) {
	for err, want := range map[error]bool{platformError("no SSE 4.1"): true,
		errors.New("a host function is missing"): false} {
		d, ok := errors.AsType[*diag.Diagnostic](notStarted(err, diag.Span{}))
		if !ok || IsUnsupported(d) != want {
			t.Errorf("%v: %v", err, d)
		}
	}
}
