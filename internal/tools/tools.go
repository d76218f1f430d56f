package tools

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/internal/race"
)

const (
	// version is the major version of LLVM that Inflight follows.
	version = "22"
	// requireVariable is the environment variable that turns a missing tool into a failure.
	requireVariable = "INFLIGHT_REQUIRE_TOOLS"
)

// folders are searched after PATH. Debian keeps the programs without version suffix here.
var folders = []string{"/usr/lib/llvm-" + version + "/bin"}

// compared are the programs that say what is right: a test that asks one waits for it, and compares texts or numbers.
var compared = []string{"llc", "lli", "mlir-opt", "mlir-runner", "opt", "python3"}

// Require returns the path of a program such as "mlir-opt". Without it the test is skipped, or fails under
// INFLIGHT_REQUIRE_TOOLS=1. Under the race detector, which finds nothing in a comparison that the same test without it does not find,
// tests that compare with another program are skipped.
func Require(t testing.TB, name string) string {
	t.Helper()
	if slices.Contains(compared, name) {
		race.Skip(t, "what "+name+" says is compared without it")
	}
	path, err := Find(name)
	if err == nil {
		return path
	}
	if os.Getenv(requireVariable) == "1" {
		t.Fatalf("%v, and %s=1 is set", err, requireVariable)
	}
	t.Skipf("skipped: %v", err)
	return ""
}

// Cache gives compiled programs a folder of the tests' own, which stays from run to run, unless INFLIGHT_CACHE names one.
func Cache(t testing.TB) {
	t.Helper()
	if os.Getenv("INFLIGHT_CACHE") == "" {
		t.Setenv("INFLIGHT_CACHE", filepath.Join(os.TempDir(), "inflight-test-cache"))
	}
}

// Find returns the path of a program: the one with the version in its name first, then the one in LLVM's own folder,
// then whatever PATH has under the plain name.
func Find(name string) (string, error) {
	if path, err := exec.LookPath(name + "-" + version); err == nil {
		return path, nil
	}
	for _, folder := range folders {
		if path, err := exec.LookPath(filepath.Join(folder, name)); err == nil {
			return path, nil
		}
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return "", fmt.Errorf("%s is not installed (looked for %s-%s and %s on PATH and in %v); scripts/install-tools.sh installs it",
		name, name, version, name, folders)
}
