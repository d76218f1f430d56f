package asyncrt

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/internal/tools"
)

const unitTests = "testdata/unit/*.c"

var threadCounts = []string{"1", "2", "8"}

// scale returns the flag of the compiler that shortens the tests in C by a factor: day in continuous
// integration, and night, which is smaller, where INFLIGHT_NIGHTLY is set.
func scale(night, day int) string {
	if os.Getenv("INFLIGHT_NIGHTLY") != "" {
		return "-DSCALE=" + strconv.Itoa(night)
	}
	return "-DSCALE=" + strconv.Itoa(day)
}

// runUnitTests runs a program of testdata/unit with different numbers of threads.
func runUnitTests(t *testing.T, environment []string, command ...string) {
	t.Helper()
	for _, threads := range threadCounts {
		t.Run(threads, func(t *testing.T) {
			text, err := output(t, append(environment, "INFLIGHT_THREADS="+threads), command[0],
				command[1:]...)
			if err != nil {
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}

// The unit and stress tests in C: with every compiler, then without the asymmetric fence, with thieves that
// steal every task that they see, and without the features that only Linux has.
func TestUnit(t *testing.T) {
	found := compilers(t)
	for _, compiler := range found[1:] { // with the first compiler all tests run
		t.Run(filepath.Base(compiler), func(t *testing.T) {
			runUnitTests(t, nil, program(t, compiler, []string{"-O2", scale(4, 10)}, unitTests))
		})
	}
	plain := program(t, found[0], []string{"-O2", scale(1, 10)}, unitTests)
	t.Run("in full", func(t *testing.T) { runUnitTests(t, nil, plain) })
	t.Run("no membarrier", func(t *testing.T) {
		runUnitTests(t, []string{"INFLIGHT_NO_MEMBARRIER=1"}, plain)
	})
	for _, variant := range []string{"-DINFLIGHT_STRESS", "-DINFLIGHT_PORTABLE"} {
		t.Run(variant, func(t *testing.T) {
			runUnitTests(t, nil, program(t, found[0], []string{"-O2", scale(4, 10), variant}, unitTests))
		})
	}
}

// The same tests with tools that find races, wrong accesses and leaks. Races are searched for with every
// compiler, and without the features of Linux with one.
func TestSanitizers(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: -short")
	}
	t.Run("address", func(t *testing.T) {
		const sanitizer = "-fsanitize=address,undefined"
		flags := []string{"-O1", sanitizer, "-fno-sanitize-recover=all", scale(20, 40)}
		runUnitTests(t, nil, program(t, tools.Require(t, "clang address sanitizer"), flags, unitTests))
	})
	t.Run("thread", func(t *testing.T) {
		watch := func(compiler, variant string) {
			t.Run(filepath.Base(compiler)+" "+variant, func(t *testing.T) {
				flags := []string{"-O1", "-fsanitize=thread", scale(40, 80), variant}
				runUnitTests(t, nil, program(t, compiler, flags, unitTests))
			})
		}
		found := tools.RequireAny(t, "clang thread sanitizer", "gcc thread sanitizer")
		for _, compiler := range found {
			watch(compiler, "-DINFLIGHT_LINUX")
		}
		watch(found[0], "-DINFLIGHT_PORTABLE")
	})
}

// The same tests as code for AArch64, which qemu executes, because the switch of stacks is written for each
// processor. (qemu does not show the order in which that processor accesses memory.)
func TestAArch64(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: -short")
	}
	var found [2]string
	for i, name := range []string{"aarch64-linux-gnu-gcc", "qemu-aarch64"} {
		path, err := tools.Find(name)
		if err != nil {
			// also where tools are required, because these tools are installed on demand only
			t.Skipf("skipped: %v", err)
		}
		found[i] = path
	}
	for _, variant := range []string{"-DINFLIGHT_LINUX", "-DINFLIGHT_PORTABLE"} {
		t.Run(variant, func(t *testing.T) {
			runUnitTests(t, nil, found[1],
				program(t, found[0], []string{"-O2", "-static", scale(50, 100), variant}, unitTests))
		})
	}
}

func TestValgrind(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: -short")
	}
	valgrind := tools.Require(t, "valgrind")
	unit := program(t, compilers(t)[0], []string{"-O1", scale(50, 100), "-DINFLIGHT_VALGRIND"}, unitTests)
	runUnitTests(t, nil, valgrind, "-q", "--fair-sched=yes", "--error-exitcode=9", unit)
}

// Eight threads, on any number of processors, run all tests repeatedly for INFLIGHT_STRESS_SECONDS, or three
// seconds. No test may hang, and no object may be left.
func TestStress(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: -short")
	}
	limit := os.Getenv("INFLIGHT_STRESS_SECONDS")
	if limit == "" {
		limit = "3"
	}
	unit := program(t, compilers(t)[0], []string{"-O2", "-DSCALE=20"}, unitTests)
	seconds, err := strconv.Atoi(limit)
	if err != nil {
		t.Fatalf("INFLIGHT_STRESS_SECONDS: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(seconds)*time.Second+patience)
	defer cancel()
	command := exec.CommandContext(ctx, unit, "-for", limit)
	command.Env = append(os.Environ(), "INFLIGHT_THREADS=8")
	text, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(text), "none hung, nothing is left") {
		t.Fatalf("%v, ended by its deadline: %t\n%s", err, ctx.Err() != nil, text)
	}
	_, said, _ := strings.Cut(string(text), "\rran ")
	t.Log("ran " + strings.TrimSpace(said))
}

// The runtime reports objects that a program leaves. If the program asks for it, its exit status then is an
// error.
func TestLeaksAreReported(t *testing.T) {
	leaky := program(t, compilers(t)[0], nil, "testdata/leak/*.c")
	text, err := output(t, []string{"INFLIGHT_LEAKS="}, leaky)
	if err != nil || text != "" {
		t.Errorf("unasked: %v, %q", err, text)
	}
	const report = "inflight: at exit there are still 1 tokens, 2 values, 1 groups, 1 scopes\n"
	text, err = output(t, []string{"INFLIGHT_LEAKS=1"}, leaky)
	if err != nil || text != report {
		t.Errorf("INFLIGHT_LEAKS=1: %v, %q", err, text)
	}
	text, err = output(t, []string{"INFLIGHT_LEAKS=fail"}, leaky)
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 70 || text != report {
		t.Errorf("INFLIGHT_LEAKS=fail: %v, %q", err, text)
	}
}

// The runtime reports a number of threads that is no number, and the program runs nevertheless.
func TestBadThreadCount(t *testing.T) {
	leaky := program(t, compilers(t)[0], nil, "testdata/leak/*.c")
	for _, text := range []string{"", "0", "-1", "two", "3x", "99999999"} {
		got, err := output(t, []string{"INFLIGHT_THREADS=" + text}, leaky)
		if err != nil || !strings.HasPrefix(got,
			"inflight: INFLIGHT_THREADS="+text+" is not a number of threads; using ") {
			t.Errorf("INFLIGHT_THREADS=%s: %v, %q", text, err, got)
		}
	}
}
