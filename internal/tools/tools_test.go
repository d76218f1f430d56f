package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
)

// recorder stands in for a test and remembers how it ended.
type recorder struct {
	testing.TB
	end string
}

func (r *recorder) Helper() {}
func (r *recorder) Skipf(format string, args ...any) {
	r.end = "skip: " + fmt.Sprintf(format, args...)
	runtime.Goexit()
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.end = "fail: " + fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// require returns what Require returned or how it ended the test.
func require(name string) string {
	r, done := &recorder{}, make(chan bool)
	go func() {
		defer close(done)
		r.end = tools.Require(r, name)
	}()
	<-done
	return r.end
}

func TestRequire(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("INFLIGHT_REQUIRE_TOOLS", "")
	if got := require("inflight-test-tool"); !strings.HasPrefix(got, "skip: ") || !strings.Contains(got, "install-tools.sh") {
		t.Errorf("a missing tool: %q", got)
	}
	t.Setenv("INFLIGHT_REQUIRE_TOOLS", "1")
	if got := require("inflight-test-tool"); !strings.HasPrefix(got, "fail: ") {
		t.Errorf("a missing tool that is required: %q", got)
	}
	// The plain name does, and the name with the version is better.
	for _, name := range []string{"inflight-test-tool", "inflight-test-tool-22"} {
		want := filepath.Join(dir, name)
		if err := os.WriteFile(want, nil, 0o777); err != nil {
			t.Fatal(err)
		}
		if got := require("inflight-test-tool"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
