package tools

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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

// compared are the programs that say what is right: a test that asks one waits for it, and compares texts or
// numbers.
var compared = []string{"llc", "lli", "mlir-opt", "mlir-runner", "opt", "python3"}

// Require returns the path of a program, library or part of a compiler by its name in the table, such as
// "mlir-opt". Without it the test is skipped, or fails under INFLIGHT_REQUIRE_TOOLS=1. Under the race
// detector, which finds nothing in a comparison that the same test without it does not find, tests that
// compare with another program are skipped.
func Require(t testing.TB, name string) string {
	t.Helper()
	if slices.Contains(compared, name) {
		race.Skip(t, "what "+name+" says is compared without it")
	}
	path, err := Find(name)
	if err != nil {
		missing(t, err)
	}
	return path
}

// RequireAny returns the paths of those of several programs that are installed, in the order of the names.
// Without any the test ends as in Require.
func RequireAny(t testing.TB, names ...string) (found []string) {
	t.Helper()
	var last error
	for _, name := range names {
		path, err := Find(name)
		if err != nil {
			last = err
			continue
		}
		found = append(found, path)
	}
	if len(found) == 0 {
		missing(t, last)
	}
	return found
}

// missing skips a test because something that it needs is not installed, or fails it under
// INFLIGHT_REQUIRE_TOOLS=1.
func missing(t testing.TB, err error) {
	t.Helper()
	if os.Getenv(requireVariable) == "1" {
		t.Fatalf("%v, and %s=1 is set", err, requireVariable)
	}
	t.Skipf("skipped: %v", err)
}

// Cache gives compiled programs a folder of the tests' own, which stays from run to run, unless
// INFLIGHT_CACHE names one.
func Cache(t testing.TB) {
	t.Helper()
	if os.Getenv("INFLIGHT_CACHE") == "" {
		t.Setenv("INFLIGHT_CACHE", filepath.Join(os.TempDir(), "inflight-test-cache"))
	}
}

// answer is what a probe found.
type answer struct {
	path string
	err  error
}

var (
	answersMutex sync.Mutex
	answers      = map[string]answer{} // by the name and the value of PATH
)

// Find returns the path of what a row of the table names. The error says what to install. Each probe runs
// once.
func Find(name string) (string, error) {
	row, ok := table[name]
	if !ok {
		return "", fmt.Errorf("'%s' is not in the table of package tools", name)
	}
	key := name + "\x00" + os.Getenv("PATH")
	answersMutex.Lock()
	a, known := answers[key]
	answersMutex.Unlock()
	if !known {
		a.path, a.err = row.probe()
		if a.err != nil {
			a.err = fmt.Errorf("%w; scripts/install-tools.sh installs it (Debian's package %s)", a.err,
				row.debian)
		}
		answersMutex.Lock()
		answers[key] = a
		answersMutex.Unlock()
	}
	return a.path, a.err
}

// look returns the path of a program: the one with the version in its name first, then the one in LLVM's own
// folder, then whatever PATH has under the plain name.
func look(name string) (string, error) {
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
	return "", fmt.Errorf("%s is not installed (looked for %s-%s and %s on PATH and in %s)", name, name,
		version, name,
		strings.Join(folders, ", "))
}
